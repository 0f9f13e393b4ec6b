"""Structural equivalence: keys that are equal for operations, blocks and regions that compute the same, as far as their text tells."""

from __future__ import annotations

from tfir.dialects import has_trait
from tfir.ir.operations import Block, Operation, Region, Value
from tfir.ir.parts import UNREGISTERED_PROPERTIES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Hashable, Iterable
    from typing import TypeAlias

    from tfir.ir.attributes import Attribute

    Key: TypeAlias = tuple[Hashable, ...]
    Local: TypeAlias = dict[Value | Block, int]


class Equivalence:
    """Which operations count as equal. Values defined elsewhere are compared by `outside(value)`, by default the value itself.
    `ignored(op)` names attributes that are not compared. If `commutes`, operands of commutative ops may change places. Names and locations
    are never compared.

    `local` numbers the values and blocks around what is compared that stand for themselves by their place.
    """

    __slots__ = ("outside", "ignored", "commutes")

    def __init__(
        self,
        outside: Callable[[Value], Hashable] = lambda value: value,
        ignored: Callable[[Operation], Collection[str]] = lambda op: (),
        commutes: bool = True,
    ) -> None:
        self.outside, self.ignored, self.commutes = outside, ignored, commutes

    def operation(self, op: Operation, local: Local | None = None) -> Key:
        """The key of an operation, with its operands and all that is inside it."""
        local = {} if local is None else local
        operands = tuple([local[value] if value in local else self.outside(value) for value in op.operands])
        successors = tuple([local.get(block, block) for block in op.successors])
        inside = tuple([self.region(region, local) for region in op.regions])
        return (
            op.name, operands_key(op, operands) if self.commutes else operands, attributes_key(op, self.ignored(op)),
            tuple([result.type for result in op.results]), successors, inside,
        )  # fmt: skip

    def region(self, region: Region, local: Local | None = None) -> Key:
        """The key of a region, with all that is inside it."""
        return self._blocks(region.blocks, local)

    def block(self, block: Block) -> Key:
        """The key of a block that nothing inside of it leaves."""
        return self._blocks([block], None)

    def _blocks(self, blocks: Iterable[Block], around: Local | None) -> Key:
        """Values of the blocks are numbered behind those around them, so that no two that an operation can use have one number."""
        local: Local = dict(around or ())
        for block in blocks:
            local[block] = len(local)
            for value in (*block.arguments, *[result for op in block for result in op.results]):
                local[value] = len(local)
        return tuple(
            [(tuple([value.type for value in block.arguments]), tuple([self.operation(op, local) for op in block])) for block in blocks]
        )


def operands_key(op: Operation, operands: Key) -> Hashable:
    """The operands of an op; where they may change places, without their order."""
    if not has_trait(op, "commutative"):
        return operands
    times: dict[Hashable, int] = {}
    for operand in operands:
        times[operand] = times.get(operand, 0) + 1
    return frozenset(times.items())


def attributes_key(op: Operation, ignored: Collection[str] = ()) -> frozenset[Key] | None:
    """The attributes of an op, but for those that are ignored."""
    if not op.attributes:
        return None
    return frozenset([hashable(item) for item in op.attributes.items() if item[0] not in ignored])


def hashable(item: tuple[str, Attribute]) -> Key:
    """The name and the content of an attribute; of an unregistered op's properties the text, since no Attribute compares them."""
    name, value = item
    return (name, value.text) if name == UNREGISTERED_PROPERTIES else item
