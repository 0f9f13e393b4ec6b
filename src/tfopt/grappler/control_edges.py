"""Which control edges order nothing that another path doesn't order already.

Three questions, each answered for the whole graph in one walk over it in topological order, with sets of nodes as bits of an
integer. A path through a Merge proves nothing, since a Merge fires when any of its inputs is there.

- Is there another path from the node that is waited for (transitive reduction)?
- Does what is waited for touch no state at all? Then nobody can tell whether it ran before.
- Does everything below the waiting node that touches state, or is fetched, come after the other node anyway?
"""

from __future__ import annotations

from tfir.dialects import is_pure
from tfir.dialects.tf_type import CONTROL
from tfir.dialects.tfg.order import BACK_EDGES, topological_order
from tfir.ir.operations import Operation

from tfopt.grappler.conditions import CONTROL_FLOW, MERGES
from tfopt.grappler.item import PLACEHOLDERS, Item, downstream, is_reference
from tfopt.grappler.memory import is_timed

# How many nodes one walk keeps apart: each costs a bit for every node of the graph.
WIDTH = 8192
STATELESS = PLACEHOLDERS | {"tfg.NoOp"}


def remove_transitive(item: Item, order: list[Operation]) -> int:
    """Drops the control edges beside which there is a longer path. Answers with their number."""
    position = {op: number for number, op in enumerate(order)}
    waits = {op: waited_for(op) for op in order if len(op._operands) > 1 and op._operands[-1].type is CONTROL and op.name != "tfg.return"}
    sources = sorted({position[source] for found in waits.values() for source in found if source in position})
    removed = 0
    for start in range(0, len(sources), WIDTH):
        removed += _remove_from(item, order, position, waits, sources[start : start + WIDTH])
    return removed


def waited_for(op: Operation) -> list[Operation]:
    return [value.owner for value in op._operands if value.type is CONTROL and value.owner.__class__ is Operation]


def _remove_from(item: Item, order, position, waits, sources: list[int]) -> int:
    """The edges from these sources (positions). `above[n]`: which of them lie on paths to node n, itself left out. An edge is
    redundant where its source is above another node that is read or waited for; nothing is above itself."""
    bit = {order[source]: 1 << number for number, source in enumerate(sources)}
    last = max([position[op] for op, found in waits.items() if any([source in bit for source in found])], default=-1)
    above: dict[Operation, int] = {}
    removed = 0
    for number in range(sources[0], last + 1):
        op = order[number]
        if op.name in MERGES or op.name in BACK_EDGES:
            continue
        mask = own = 0
        for value in op._operands:
            maker = value.owner
            if maker in above:
                mask |= above[maker]
            if maker in bit:
                own |= bit[maker]
        if mask and op in waits:
            redundant = {source for source in waits[op] if mask & bit.get(source, 0)}
            if redundant:
                item.stop_waiting(op, {value for value in op._operands if value.type is CONTROL and value.owner in redundant})
                removed += len(redundant)
        if mask | own:
            above[op] = mask | own
    return removed


def remove_repeated(op: Operation) -> int:
    """Drops control edges from nodes that are read too, or waited for twice."""
    operands = op._operands
    if len(operands) < 2 or operands[-1].type is not CONTROL or op.name == "tfg.return":
        return 0
    seen = {value.owner for value in operands if value.type is not CONTROL and value.owner.__class__ is Operation}
    kept = []
    for value in operands:
        if value.type is CONTROL:
            if value.owner in seen and value.owner.__class__ is Operation:
                continue
            seen.add(value.owner)
        kept.append(value)
    if len(kept) != len(operands):
        op.operands = kept
    return len(operands) - len(kept)


def touches_state(op: Operation) -> bool:
    """Whether the node makes, reads or changes something that other nodes may change."""
    if op.name in STATELESS or op.name in CONTROL_FLOW:
        return False
    return not is_pure(op) or any([is_reference(value) for value in op._operands if value.type is not CONTROL])


def remove_unneeded(item: Item, order: list[Operation]) -> int:
    """Drops the control edges that order nothing: from nodes that no state has gone into, and to nodes below which all that
    touches state comes after the other node on another path. Edges of loops and branches stay."""
    stateful = [op for op in order if touches_state(op)]
    if len(stateful) > WIDTH:
        return 0
    depends = downstream(stateful)
    # What is run for its own sake stands below as well: an effect must still happen before it.
    below, surely = effects_below(order, list(dict.fromkeys([*stateful, *item.roots()])))
    removed = 0
    for op in order:
        if op._operands and op._operands[-1].type is CONTROL and op.name != "tfg.return" and not item.is_framed(op):
            unneeded = [value for value in op._operands if value.type is CONTROL and _is_unneeded(item, op, value, depends, below, surely)]
            for value in unneeded:
                removed += _still_unneeded(op, value, depends, below, surely)
    return removed


def _is_unneeded(item: Item, op: Operation, value, depends, below, surely) -> bool:
    source = value.owner
    if source.__class__ is not Operation or item.is_framed(source) or is_timed(op) or is_timed(source):
        return False
    return source not in depends or _follows_anyway(op, source, below, surely)


def _still_unneeded(op: Operation, value, depends, below, surely) -> int:
    source = value.owner
    if source in depends and not _follows_anyway(op, source, below, surely):
        return 0
    op.operands = [other for other in op._operands if other is not value]
    return 1


def _follows_anyway(op: Operation, source: Operation, below, surely) -> bool:
    wanted = below[op]
    if not wanted:
        return True
    for result in source.results:
        for user in result.uses:
            if user is not op:
                wanted &= ~surely.get(user, 0)
                if not wanted:
                    return True
    return False


def effects_below(order, ends) -> tuple[dict[Operation, int], dict[Operation, int]]:
    """For each node, those of the `ends` that may come after it (or are it), and those that surely do."""
    bit = {op: 1 << number for number, op in enumerate(ends)}
    below: dict[Operation, int] = {}
    surely: dict[Operation, int] = {}
    for op in reversed(order):
        may = sure = bit.get(op, 0)
        for result in op.results:
            for user in result.uses:
                may |= below.get(user, 0)
                if user.name not in MERGES:
                    sure |= surely.get(user, 0)
        below[op], surely[op] = may, sure
    return below, surely


def topological(item: Item) -> list[Operation]:
    return topological_order(item.block)
