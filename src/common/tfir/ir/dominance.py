"""Which definitions reach which uses.

Source: Cooper, Harvey and Kennedy, "A Simple, Fast Dominance Algorithm" (2001).
"""

from __future__ import annotations

from tfir.ir.operations import Block, Operation, Region, Value


def immediate_dominators(region: Region) -> dict[Block, Block]:
    """For every block that can be reached from the entry, the last block that every path to it passes through."""
    order = _post_order(region.entry)
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
            best = None
            for before in predecessors[block]:
                if before in dominators:
                    best = before if best is None else _common(before, best, dominators, number)
            if dominators.get(block) is not best:
                dominators[block], changed = best, True
    return dominators


def successors(block: Block) -> list[Block]:
    return block.last.successors if block.last is not None else []


def _post_order(entry: Block) -> list[Block]:
    order, seen, stack = [], {entry}, [(entry, iter(successors(entry)))]
    while stack:
        block, rest = stack[-1]
        following = next((b for b in rest if b not in seen), None)
        if following is None:
            order.append(block)
            stack.pop()
        else:
            seen.add(following)
            stack.append((following, iter(successors(following))))
    return order


def _common(one: Block, other: Block, dominators, number) -> Block:
    while one is not other:
        while number[one] < number[other]:
            one = dominators[one]
        while number[other] < number[one]:
            other = dominators[other]
    return one


class Dominance:
    """Answers whether a value may be used by an operation. `is_graph` says which regions have no order."""

    def __init__(self, is_graph):
        self.is_graph = is_graph
        self._dominators: dict[Region, dict] = {}
        self._order: dict[Block, dict] = {}

    def reaches(self, value: Value, user: Operation) -> bool:
        """Whether `value` is defined wherever `user` runs: around it, before it, or anywhere in the same graph region."""
        home = value.block
        at = user
        while at is not None and at.parent is not None and at.parent.parent is not home.parent:
            at = at.parent_op
        if at is None or at.parent is None:
            return False
        if at.parent is home:
            return value.op is None or self.is_graph(home.parent) or (value.op is not at and self._position(value.op) < self._position(at))
        return self._block_dominates(home, at.parent)

    def _position(self, op: Operation) -> int:
        order = self._order.get(op.parent)
        if order is None:
            order = self._order[op.parent] = {inner: index for index, inner in enumerate(op.parent)}
        return order[op]

    def _block_dominates(self, one: Block, other: Block) -> bool:
        region = one.parent
        if region not in self._dominators:
            self._dominators[region] = immediate_dominators(region)
        dominators = self._dominators[region]
        if other not in dominators:
            return True  # a block that is never reached is dominated by all
        while other is not one and dominators[other] is not other:
            other = dominators[other]
        return other is one
