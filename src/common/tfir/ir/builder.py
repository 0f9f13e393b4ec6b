"""Where new operations go, and making them."""

from __future__ import annotations

from tfir.ir.location import UNKNOWN
from tfir.ir.operations import Block, Operation, Region, Value


class Builder:
    """Creates operations at an insertion point: before `anchor` in `block`, or at its end when `anchor` is None.

    `location` is given to every operation that is created without one of its own.
    """

    __slots__ = ("block", "anchor", "location", "created")

    def __init__(self, block: Block, anchor: Operation | None = None, location=UNKNOWN):
        self.block, self.anchor, self.location = block, anchor, location
        self.created: list[Operation] = []

    @staticmethod
    def before(op: Operation) -> Builder:
        """A builder in front of `op`, with its location."""
        return Builder(op.parent, op, op.location)

    @staticmethod
    def after(op: Operation) -> Builder:
        return Builder(op.parent, op.next, op.location)

    @staticmethod
    def at_end(block: Block, location=UNKNOWN) -> Builder:
        return Builder(block, None, location)

    def create(self, name: str, operands=(), result_types=(), attributes=None, regions=(), successors=(), location=None) -> Operation:
        where = self.location if location is None else location
        return self.insert(Operation(name, operands, result_types, attributes, regions, successors, where))

    def insert(self, op: Operation) -> Operation:
        self.block.insert_before(op, self.anchor)
        self.created.append(op)
        return op

    def value(self, name: str, operands, result_type, attributes=None, **rest) -> Value:
        """The only result of a new operation."""
        return self.create(name, operands, [result_type], attributes, **rest).results[0]


def single_block_region(argument_types=()) -> tuple[Region, Block]:
    block = Block(argument_types)
    return Region([block]), block
