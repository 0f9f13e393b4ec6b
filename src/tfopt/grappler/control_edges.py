"""Which control edges order nothing that another path doesn't order already.

An edge that a program wrote goes only where it makes no difference, be it by effects, by errors or by memory. Three cases, each found for
the whole graph in one walk over it in topological order, with sets of nodes as bits of an integer:

- there is another path from the node that is waited for (transitive reduction), or that node is there from the start;
- the node that waits is free (`effects.is_free`), and all that read it come after the other node on another path;
- the node that is waited for is free, and the waiting node comes after all its operands on other paths.

A path through a Merge proves nothing, since a Merge fires when any of its inputs is there; nor does one through a Placeholder: when
a value is fed, nothing waits for what the Placeholder waits for; nor one through a result of a node that runs functions.
"""

from __future__ import annotations

from functools import reduce
from operator import or_

from tfir.analysis.deadness import MERGES, comes_after
from tfir.analysis.graph_effects import PLACEHOLDERS, is_free, is_free_source
from tfir.dialects.tfg.order import BACK_EDGES
from tfir.ir.operations import Operation, Value
from tfir.ods.control import CONTROL, control_operands

from tfopt.grappler.item import Item
from tfopt.grappler.memory import is_timed
from tfopt.rewrite.graph import makers, readers

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

# How many nodes one walk keeps apart: each costs a bit for every node of the graph.
WIDTH = 8192
PROVING_NOTHING = MERGES | BACK_EDGES | PLACEHOLDERS


def remove_transitive(order: list[Operation]) -> int:
    """Drops the control edges beside which there is a longer path. Returns their number."""
    position = {op: number for number, op in enumerate(order)}
    waits_by_op = {op: waited_for(op) for op in order if len(op.operands) > 1 and waits(op)}
    sources = sorted({position[source] for waited in waits_by_op.values() for source in waited if source in position})
    removed = 0
    for start in range(0, len(sources), WIDTH):
        removed += _remove_from(order, position, waits_by_op, sources[start : start + WIDTH])
    return removed


def waited_for(op: Operation) -> list[Operation]:
    return makers(control_operands(op))


def _remove_from(order: list[Operation], position, waits_by_op, sources: list[int]) -> int:
    """Drops redundant edges from these sources (positions): those whose source is above another node that is read or waited for."""
    bit = {order[source]: 1 << number for number, source in enumerate(sources)}
    last = max([position[op] for op, waited in waits_by_op.items() if any([source in bit for source in waited])], default=-1)
    above = all_above(order[sources[0] : last + 1], bit)
    removed = 0
    for op, waited in waits_by_op.items():
        if op in above:
            mask = union([above[value.owner] for value in op.operands if value.owner in above and comes_after(value, op)])
            removed += drop_waits(op, {source for source in waited if mask & bit.get(source, 0)})
    return removed


def remove_repeated(op: Operation) -> int:
    """Drops control edges from nodes that are read too, or waited for twice."""
    operands = op.operands
    if len(operands) < 2 or operands[-1].type is not CONTROL or op.name == "tfg.return":
        return 0
    seen = set(makers([value for value in operands if value.type is not CONTROL and comes_after(value, op)]))
    kept = []
    for value in operands:
        if value.type is CONTROL and isinstance(value.owner, Operation):
            if value.owner in seen:
                continue
            seen.add(value.owner)
        kept.append(value)
    return keep(op, kept)


def keep(op: Operation, operands: list[Value]) -> int:
    """Leaves the node these of its operands. Returns how many it has lost."""
    lost = len(op.operands) - len(operands)
    if lost:
        op.set_operands(operands)
    return lost


def remove_unneeded(item: Item, order: list[Operation]) -> int:
    """Drops the control edges of free nodes that order nothing. Edges of loops and branches stay, and those that say when memory is used."""
    free = [op for op in order if is_free(op) and not item.is_framed(op) and not is_timed(op)]
    waiting = [op for op in order if waits(op) and not item.is_framed(op) and not is_timed(op)]
    return drop_from_start(waiting) + drop_into(item, order, free) + drop_out_of(item, order, free, waiting)


def waits(op: Operation) -> bool:
    return bool(op.operands) and op.operands[-1].type is CONTROL and op.name != "tfg.return"


def drop_from_start(waiting) -> int:
    """Drops control edges from nodes that have no inputs of their own and so are there from the start."""
    return sum([drop_waits(op, {source for source in waited_for(op) if is_free_source(source)}) for op in waiting])


def drop_into(item: Item, order, free) -> int:
    """To free nodes all of whose readers come after the other node anyway. Paths along edges of this kind prove nothing here, so that
    no two edges go for each other's sake."""
    candidates = [
        op for op in free if waits(op) and not item.is_preserved(op) and not any([user.name == "tfg.return" for user in readers(op)])
    ]
    sources = list(dict.fromkeys([source for op in candidates for source in waited_for(op)]))
    removed = 0
    for start in range(0, len(sources), WIDTH):
        bit = {op: 1 << number for number, op in enumerate(sources[start : start + WIDTH])}
        above = all_above(order, bit, firm=frozenset(candidates))
        for op in candidates:
            common = -1
            for user in readers(op):
                common &= above.get(user, 0)
            removed += drop_waits(op, {source for source in waited_for(op) if common & bit.get(source, 0)})
    return removed


def drop_out_of(item: Item, order, free, waiting) -> int:
    """Drops control edges from free nodes to nodes that come after everything that the free ones come after."""
    free = set(free)
    edges = [(op, source) for op in waiting for source in waited_for(op) if source in free and not is_free_source(source)]
    removed = 0
    for start in range(0, len(edges), WIDTH // 8):
        some = edges[start : start + WIDTH // 8]
        read = dict.fromkeys([maker for _, source in some for maker in makers(source.operands)])
        bit = {op: 1 << number for number, op in enumerate(read)}
        above = all_above(order, bit)
        for op, source in some:
            owners = [value.owner for value in op.operands if value.owner is not source and comes_after(value, op)]
            mask = union([above.get(owner, 0) | bit.get(owner, 0) for owner in owners])
            if all([mask & bit[maker] or is_free_source(maker) for maker in makers(source.operands)]):
                removed += drop_waits(op, {source})
    return removed


def union(masks: Iterable[int]) -> int:
    """The union of sets that are bits of integers."""
    return reduce(or_, masks, 0)


def all_above(order, bit: dict[Operation, int], firm=frozenset()) -> dict[Operation, int]:
    """For each node, those of the nodes with a `bit` on paths to it, itself left out; of nodes in `firm`, control edges don't count."""
    above: dict[Operation, int] = {}
    for op in order:
        if op.name in PROVING_NOTHING:
            continue
        mask = 0
        for value in op.operands:
            reached = above.get(value.owner, 0) | bit.get(value.owner, 0)
            if reached and comes_after(value, op) and not (op in firm and value.type is CONTROL):
                mask |= reached
        if mask:
            above[op] = mask
    return above


def drop_waits(op: Operation, sources) -> int:
    return keep(op, [value for value in op.operands if value.type is not CONTROL or value.owner not in sources]) if sources else 0
