"""Where new operations go, and making them."""

from __future__ import annotations

from tfir.ir.location import UNKNOWN
from tfir.ir.operations import Block, Operation, Region, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any

    from tfir.ir.location import AnyLocation
    from tfir.ir.types import Type


class Builder:
    """Creates operations at an insertion point: before `anchor` in `block`, or at its end when `anchor` is None.

    `location` is given to every operation that is created without one of its own.
    """

    __slots__ = ("block", "anchor", "location", "created")

    def __init__(self, block: Block, anchor: Operation | None = None, location: AnyLocation = UNKNOWN):
        self.block, self.anchor, self.location = block, anchor, location
        self.created: list[Operation] = []

    @staticmethod
    def before(op: Operation) -> Builder:
        """A builder in front of `op`, with its location."""
        return Builder(op.block, op, op.location)

    @staticmethod
    def after(op: Operation) -> Builder:
        """A builder behind `op`, with its location."""
        return Builder(op.block, op.next, op.location)

    @staticmethod
    def at_end(block: Block, location: AnyLocation = UNKNOWN) -> Builder:
        return Builder(block, None, location)

    def create(
        self, name: str, operands: Iterable[Value] = (), result_types: Iterable[Type] = (), attributes: Mapping[str, Any] | None = None,
        regions: Iterable[Region] = (), successors: Iterable[Block] = (), location: AnyLocation | None = None,
    ) -> Operation:  # fmt: skip
        """A new operation; `attributes` may hold Python values that `attribute` converts."""
        where = self.location if location is None else location
        op = Operation(name, operands, result_types, attributes, regions, successors, where, self.block, self.anchor)
        self.created.append(op)
        return op

    def insert(self, op: Operation) -> Operation:
        self.block.insert_before(op, self.anchor)
        self.created.append(op)
        return op

    def value(
        self, name: str, operands: Iterable[Value], result_type: Type, attributes: Mapping[str, Any] | None = None, **rest: Any
    ) -> Value:
        """The only result of a new operation; `rest` is what else `create` takes."""
        return self.create(name, operands, [result_type], attributes, **rest).results[0]


def single_block_region(argument_types: Iterable[Type] = ()) -> tuple[Region, Block]:
    """A region of one block, and the block."""
    block = Block(argument_types)
    return Region([block]), block


def module_op(location: AnyLocation = UNKNOWN) -> Operation:
    return Operation("builtin.module", regions=[Region([Block()])], location=location)
