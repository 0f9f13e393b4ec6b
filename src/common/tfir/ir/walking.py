"""The order in which operations within each other are visited."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfir.ir.operations import Block, Operation


def walk(root: Operation, post_order: bool) -> Iterator[Operation]:
    """An operation and all inside it. What is around is kept in a list: generators within generators would take a step of each for an operation."""
    if not post_order:
        yield root
    around: list[tuple[Operation, Iterator[Block], Operation | None]] = []  # what is being walked, what is left of it, what follows it
    op: Operation | None = None
    owner, rest = root, blocks_of(root)
    while True:
        if op is not None:
            is_leaf, following = op._regions == (), op.next if post_order else None
            if is_leaf or not post_order:
                yield op
            if is_leaf:
                op = following if post_order else op.next
            else:
                around.append((owner, rest, following))
                owner, rest, op = op, blocks_of(op), None
        elif (block := next(rest, None)) is not None:
            op = block.first
        else:
            if post_order:
                yield owner
            if not around:
                return
            done = owner
            owner, rest, following = around.pop()
            op = following if post_order else done.next


def blocks_of(op: Operation) -> Iterator[Block]:
    for region in op.regions:
        yield from region.blocks
