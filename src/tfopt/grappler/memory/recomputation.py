"""Computes again what a later part of the graph reads, so that it need not be kept until then.

The later part is a scope of names, as of gradients. What it reads and is cheap (or marked) gets a copy, `Recomputed/<name>`, which waits
by `RecomputeTrigger/<name>` until the later part is about to need it:

    forward:  a -> b -> loss          b's copy reads a again;
    gradient: g(loss) -> h(b, g)      h reads the copy, which waits for g
"""

from __future__ import annotations

from functools import cached_property

from tfir.analysis.deadness import CONTROL_FLOW
from tfir.analysis.graph_effects import is_reference
from tfir.analysis.slices import reached
from tfir.cost.workload import hands_on
from tfir.dialects import is_pure
from tfir.dialects.tfg.nodes import node_name
from tfir.ir.operations import Operation, Value
from tfir.ods.control import data_operands, data_results
from tfir.ods.op_lists import read_lists

from tfopt.grappler import remarks
from tfopt.grappler.item import Item
from tfopt.grappler.memory import COPY, TRIGGER
from tfopt.grappler.memory.estimate import Estimate
from tfopt.grappler.memory.order import order_of
from tfopt.rewrite.graph import makers

HINT = "_recompute_hint"
CHEAP = frozenset([f"tfg.{name}" for name in read_lists(__file__)["cheap"]])


class Group:
    """Nodes that are computed again together, in an order in which they can run, and the later nodes that will read their copies."""

    __slots__ = ("sources", "targets")

    def __init__(self, sources: list[Operation], targets: list[Operation]):
        self.sources, self.targets = sources, targets


class Recomputation:
    """One run over an item. With an `estimate`, cheap nodes count as well as marked ones, and groups that save nothing are left alone."""

    def __init__(self, item: Item, scope: str, estimate: Estimate | None):
        self.item, self.scope, self.estimate = item, scope, estimate
        self.fed = {value.owner for value in item.feeds}

    def run(self) -> None:
        places = order_of(self.item)
        if places is None:
            return
        self.places = places
        self.later = {op for op in self.item.block if self.is_later(op)}
        for group in self.groups():
            if self.estimate is None or self.saves(group):
                self.compute_again(group)

    def is_later(self, op: Operation) -> bool:
        name = node_name(op)
        return name.startswith(self.scope) or f"/{self.scope}" in name

    def is_candidate(self, op: Operation) -> bool:
        """Whether the node's results would be the same later. A variable that it reads may have changed by then."""
        if op in self.later or op in self.fed or not is_pure(op) or op.name in CONTROL_FLOW or not data_results(op):
            return False
        if HINT not in op.attributes and (self.estimate is None or op.name not in CHEAP):
            return False
        if self.item.is_preserved(op) or node_name(op).startswith(COPY) or not op.operands or self.item.is_framed(op):
            return False
        return not any([is_reference(value) for value in (*data_operands(op), *data_results(op))])

    # What is computed again together

    def groups(self) -> list[Group]:
        """Pieces of the graph that hang together by candidates; of these, what the later nodes need."""
        candidates = {op for op in self.item.block if self.is_candidate(op)}
        seen: set[Operation] = set()
        groups = []
        for op in self.item.block:
            if op in candidates and op not in seen and self.begins(op):
                piece = connected(op, candidates)
                seen |= piece
                groups.append(self.group_of(piece))
        return groups

    def begins(self, op: Operation) -> bool:
        return any([user in self.later for user in readers(op)]) and not any([value.owner in self.later for value in op.operands])

    def group_of(self, piece: set[Operation]) -> Group:
        read_later = [op for op in piece if any([user in self.later for user in readers(op)])]
        sources = reached(read_later, lambda op: piece.intersection(makers(data_operands(op))))
        targets = {user for op in sources for user in readers(op) if user in self.later}
        return Group(sorted(sources, key=self.places.get), sorted(targets, key=self.places.get))

    def saves(self, group: Group) -> bool:
        """Whether recomputation lowers the bytes kept for later nodes: values read from copies are kept no longer, the copies' operands are."""
        inside = set(group.sources)
        made = {home(value) for op in group.sources for value in data_results(op) if not self.later.isdisjoint(value.uses)}
        read = {home(value) for op in group.sources for value in data_operands(op) if value.owner not in inside}
        freed = [value for value in made if value.owner in inside and not self.is_kept(value, inside)]
        added = [value for value in read if not self.is_always_there(value) and not self.is_kept(value, inside)]
        saved, spent = sum(map(self.estimate.size, freed)), sum(map(self.estimate.size, added))
        if saved <= spent:
            why = f"what {len(group.sources)} nodes make takes {saved} bytes, what they read {spent}"
            remarks.current().refuse(node_name(group.sources[0]), "recomputation", why)
        return saved > spent

    def is_kept(self, value: Value, inside: set[Operation]) -> bool:
        """Whether later nodes read what lies there from others than these."""
        return not inside.issuperset(self.read_later.get(value, ()))

    @cached_property
    def read_later(self) -> dict[Value, set[Operation]]:
        """By value, the nodes whose results share its memory and are read by later nodes."""
        makers_by_home: dict[Value, set[Operation]] = {}
        for value in [value for op in self.later for value in data_operands(op)]:
            makers_by_home.setdefault(home(value), set()).add(value.op)
        return makers_by_home

    def is_always_there(self, value: Value) -> bool:
        task = self.estimate.task_of.get(value.op)
        return task is None or task.is_state

    # Copies

    def compute_again(self, group: Group) -> None:
        before = self.places_before_needed(group)
        triggers = self.add_triggers(group, before)
        mapping: dict[Value, Value] = {}
        for op in group.sources:
            copy = op.clone(mapping)
            copy.set_attributes({key: value for key, value in copy.attributes.items() if key != HINT})
            self.item.add(copy, COPY + node_name(op), op.next)
            waiting = {triggers[value.op] for value in data_operands(op) if value in mapping}
            if triggers[op] not in waiting:  # else a copy that it reads waits already
                self.item.wait_for(copy, [triggers[op]])
            mapping |= zip(data_results(op), data_results(copy))
            self.item.record("added", copy, f"computes {node_name(op)} again")
        for target in group.targets:
            target.set_operands([mapping.get(value, value) for value in target.operands])
            self.item.record("rewritten", target, "reads what is computed again")

    def places_before_needed(self, group: Group) -> dict[Operation, int]:
        """By source node, the place in the order of the first later node that its copy is for, directly or through other copies."""
        inside, targets = set(group.sources), set(group.targets)
        places: dict[Operation, int] = {}
        for op in reversed(group.sources):
            own = [self.places[user] for user in readers(op) if user in targets]
            places[op] = min([*own, *[places[user] for user in readers(op) if user in inside]])
        return places

    def add_triggers(self, group: Group, before: dict[Operation, int]) -> dict[Operation, Value]:
        """By source, the token that its copy waits for. A trigger waits for the one before, and for what the later nodes read, as far as
        it stands in front of all that the copy is for."""
        inside = set(group.sources)
        read = {maker for op in group.targets for maker in makers(op.operands) if self.may_be_waited_for(maker) and maker not in inside}
        waiting = sorted(read, key=self.places.get)
        triggers: dict[Operation, Value] = {}
        previous, at = list[Value](), 0
        for op in sorted(group.sources, key=lambda op: (before[op], self.places[op])):
            upto = at
            while upto < len(waiting) and self.places[waiting[upto]] < before[op]:
                upto += 1
            if upto > at or not previous:
                previous = [self.trigger_for(op, [*previous, *[maker.results[-1] for maker in waiting[at:upto]]])]
                at = upto
            triggers[op] = previous[0]
        return triggers

    def trigger_for(self, op: Operation, tokens: list[Value]) -> Value:
        node = self.item.no_op(TRIGGER + node_name(op), op, tokens)
        self.item.block.insert_before(node.remove(), op.next)
        return node.results[-1]

    def may_be_waited_for(self, op: Operation) -> bool:
        return op in self.places and op.name not in CONTROL_FLOW and not self.item.is_framed(op)


def readers(op: Operation):
    """The nodes that read a data result of the node."""
    return dict.fromkeys([user for result in data_results(op) for user in result.uses])


def connected(start: Operation, candidates: set[Operation]) -> set[Operation]:
    """The candidates that hang together with one of them by what they read."""
    return reached([start], lambda op: candidates.intersection([*makers(data_operands(op)), *readers(op)]))


def home(value: Value) -> Value:
    """The value in whose memory a value lies; one of those in a loop, for what goes round in it."""
    op, seen = value.op, set[Value]()
    while op is not None and op.operands and value not in seen and hands_on(op, op.name[4:]):
        seen.add(value)
        value = op.operands[0]
        op = value.op
    return value
