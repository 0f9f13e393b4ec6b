"""Blocks taken apart, and branches between them."""

from __future__ import annotations

from tfir.ir.attributes import DenseArrayAttr
from tfir.ir.builder import Builder
from tfir.ir.operations import Block, Operation, Value
from tfir.ir.types import I32

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from tfir.ir.attributes import Attribute
    from tfir.ir.types import Type


def blocks_of(op: Operation, types: Iterable[Type] = ()) -> tuple[list[list[Block]], Block]:
    """The blocks of each of an operation's regions, and one with all that is behind it, whose arguments have these types: all of them
    behind the block in which it stands last now."""
    after = Block(types)
    while op.next is not None:
        after.append(op.next.remove())
    blocks = []
    for region in op.take_regions():
        blocks.append(list(region.blocks))
        region.remove_blocks(blocks[-1])
    op.block.insert_behind([*[block for of_region in blocks for block in of_region], after])
    return blocks, after


def branch(op: Operation, block: Block, operands: Iterable[Value], attributes: Mapping[str, Attribute] | None = None) -> None:
    """Puts a branch in the place of an operation without uses."""
    Builder.before(op).create("cf.br", operands, attributes=attributes, successors=[block])
    op.erase()


def decide(
    build: Builder, condition: Value, yes: Block, no: Block, given: Sequence[Value] = (), otherwise: Sequence[Value] = (),
    attributes: Mapping[str, Attribute] | None = None,
) -> None:  # fmt: skip
    """A branch to one of two blocks, with what each is given."""
    held: dict[str, Attribute] = {"operandSegmentSizes": DenseArrayAttr([1, len(given), len(otherwise)], I32), **(attributes or {})}
    build.create("cf.cond_br", [condition, *given, *otherwise], attributes=held, successors=[yes, no])
