"""Which definitions reach which uses.

Source: Cooper, Harvey and Kennedy, "A Simple, Fast Dominance Algorithm" (2001).
"""

from __future__ import annotations

from tfir.ir.operations import Block, Operation, Region, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence


def immediate_dominators(region: Region) -> dict[Block, Block]:
    """For every block that can be reached from the entry, the last block that every path to it passes through."""
    order = post_order(region.entry)
    number = {block: index for index, block in enumerate(order)}
    predecessors: dict[Block, list[Block]] = {block: [] for block in order}
    for block in order:
        for successor in successors(block):
            predecessors[successor].append(block)
    dominators = {region.entry: region.entry}
    changed = True
    while changed:
        changed = False
        for block in reversed(order[:-1]):
            best, *others = [before for before in predecessors[block] if before in dominators]
            for other in others:
                best = _common(other, best, dominators, number)
            if dominators.get(block) is not best:
                dominators[block], changed = best, True
    return dominators


def successors(block: Block) -> Sequence[Block]:
    """The blocks that the last operation of a block may go on to."""
    return block.last.successors if block.last is not None else ()


def branches_to(block: Block) -> list[Operation]:
    """The last operations of the blocks beside a block that may go on to it."""
    around = block.parent.blocks if block.parent is not None else ()
    return [each.last for each in around if each.last is not None and block in each.last.successors]


def post_order(entry: Block, following: Callable[[Block], Iterable[Block]] = successors, seen: set[Block] | None = None) -> list[Block]:
    """The blocks that can be reached from one, each behind those that it dominates; none of those that are `seen`, which all of these then are."""
    order: list[Block] = []
    seen = set() if seen is None else seen
    seen.add(entry)
    stack = [(entry, iter(following(entry)))]
    while stack:
        block, rest = stack[-1]
        new = next((each for each in rest if each not in seen), None)
        if new is None:
            order.append(block)
            stack.pop()
        else:
            seen.add(new)
            stack.append((new, iter(following(new))))
    return order


def _common(one: Block, other: Block, dominators: dict[Block, Block], number: dict[Block, int]) -> Block:
    while one is not other:
        while number[one] < number[other]:
            one = dominators[one]
        while number[other] < number[one]:
            other = dominators[other]
    return one


def is_within(block: Block, region: Region) -> bool:
    """Whether a block is one of a region's, or stands in an operation there."""
    at: Block | None = block
    while at is not None and at.parent is not region:
        at = at.parent_op.parent if at.parent_op is not None else None
    return at is not None


def is_defined_in(value: Value, op: Operation) -> bool:
    """Whether a value is defined in the regions of an operation: by another one there, or as an argument of a block."""
    around = value.block.parent_op if value.block is not None else None
    return around is not None and around.is_inside(op)


class Dominance:
    """Answers whether a value may be used by an operation. `is_graph` says which regions have no order."""

    def __init__(self, is_graph: Callable[[Region], bool]):
        self.is_graph = is_graph
        self._dominators: dict[Region, dict[Block, Block]] = {}
        self._order: dict[Block, dict[Operation, int]] = {}

    def reaches(self, value: Value, user: Operation) -> bool:
        """Whether `value` is defined wherever `user` runs: around it, before it, or anywhere in the same graph region. A value that
        nothing defines reaches none."""
        home = value.block
        region = home.parent if home is not None else None
        if home is None or region is None:
            return False
        at = _ancestor_in(region, user)
        if at is None or at.parent is None:
            return False
        if at.parent is not home:
            return self._block_dominates(region, home, at.parent)
        op = value.op
        if op is None or self.is_graph(region) or (op is not at and self._position(op, home) < self._position(at, home)):
            return True
        return not self._is_reached(region, home)

    def runs_before(self, op: Operation, other: Operation) -> bool:
        """Whether `op` has run wherever `other` does, which it is not around."""
        region = op.block.parent
        at = _ancestor_in(region, other) if region is not None else None
        if region is None or at is None or at.parent is None:
            return False
        if at.parent is op.block:
            return self._position(op, op.block) < self._position(at, op.block)
        return self._block_dominates(region, op.block, at.parent)

    def _position(self, op: Operation, block: Block) -> int:
        order = self._order.get(block)
        if order is None:
            order = self._order[block] = {inner: index for index, inner in enumerate(block)}
        return order[op]

    def _is_reached(self, region: Region, block: Block) -> bool:
        """Whether some path from the entry comes to a block; in others, where nothing runs, no order is asked for."""
        return block is region.entry or block in self._dominators_in(region)

    def _dominators_in(self, region: Region) -> dict[Block, Block]:
        if region not in self._dominators:
            self._dominators[region] = immediate_dominators(region)
        return self._dominators[region]

    def _block_dominates(self, region: Region, one: Block, other: Block) -> bool:
        dominators = self._dominators_in(region)
        if other not in dominators:
            return True  # a block that is never reached is dominated by all
        while other is not one and dominators[other] is not other:
            other = dominators[other]
        return other is one


def _ancestor_in(region: Region, op: Operation) -> Operation | None:
    """The operation of a region's blocks that `op` is or stands in."""
    at: Operation | None = op
    while at is not None and at.parent is not None and at.parent.parent is not region:
        at = at.parent_op
    return at
