"""How far a narrow type spreads in a graph.

What is painted are not nodes but their type attributes: a node's `T` may become narrow where its `U` stays. Two of them are
neighbours where a value goes from one to the other. Only those that are f32 now, on nodes that may be changed, take part.
"""

from __future__ import annotations

from tfir.analysis.deadness import CONTROL_FLOW
from tfir.analysis.graph_effects import is_reference
from tfir.analysis.slices import reached
from tfir.dialects import lookup
from tfir.ir.attributes import ArrayAttr, TypeAttr
from tfir.ir.operations import Operation, Value
from tfir.ir.types import F32, Type
from tfir.ods.binding import grouped
from tfir.ods.control import data_operands, data_results
from tfir.ods.element_types import element_of_word

from tfopt.grappler.item import Item
from tfopt.grappler.mixed_precision.lists import Lists


class Spot:
    """A type attribute of a node, or one entry of a list of types; with its neighbours in the graph's order."""

    __slots__ = ("op", "attribute", "index", "before", "after")

    def __init__(self, op: Operation, attribute: str, index: int | None):
        self.op, self.attribute, self.index = op, attribute, index
        self.before: list[Spot] = []
        self.after: list[Spot] = []

    @property
    def name(self) -> str:
        return self.op.name

    def set(self, element: Type) -> None:
        """Makes the node's attribute that type."""
        if self.index is None:
            self.op.set_attribute(self.attribute, TypeAttr(element))
        else:
            types = [*self.op.attributes[self.attribute].elements]
            types[self.index] = TypeAttr(element)
            self.op.set_attribute(self.attribute, ArrayAttr(types))


class Spots:
    """All of a graph's that are f32. `of_operand` has those by (node, operand number), `of_result` those by value."""

    def __init__(self, item: Item):
        self.all: list[Spot] = []
        self.of_operand: dict[tuple[Operation, int], Spot] = {}
        self.of_result: dict[Value, Spot] = {}
        for op in item.block:
            self._add(op)
        for (op, number), spot in self.of_operand.items():
            before = self.of_result.get(op.operands[number])
            if before is not None:
                before.after.append(spot)
                spot.before.append(before)

    def _add(self, op: Operation) -> None:
        definition = lookup(op.name)
        if definition is None or definition.signature is None:
            return
        spots: dict[tuple, Spot] = {}
        for number, key in enumerate(self._keys(op, definition, "operand", data_operands(op))):
            if key is not None:
                self.of_operand[op, number] = spots.setdefault(key, Spot(op, *key))
        for value, key in zip(data_results(op), self._keys(op, definition, "result", data_results(op))):
            if key is not None:
                self.of_result[value] = spots.setdefault(key, Spot(op, *key))
        self.all += spots.values()

    @staticmethod
    def _keys(op: Operation, definition, side: str, values):
        """For each value the (attribute, index in it) that says its type; None where none does, or that is not f32."""
        if not any([getattr(value.type, "element", None) is F32 for value in values]):
            return [None] * len(values)
        keys: list = []
        slots = definition.signature.operands if side == "operand" else definition.signature.results
        for slot, part in zip(slots, grouped(definition, op, values, side)):
            held = op.attributes.get(slot.type)
            for index in range(len(part) if isinstance(part, list) else part is not None):
                entry = held.elements[index] if isinstance(held, ArrayAttr) else held
                is_f32 = isinstance(entry, TypeAttr) and entry.type is F32
                keys.append((slot.type, index if isinstance(held, ArrayAttr) else None) if is_f32 else None)
        return keys + [None] * (len(values) - len(keys))


class Painting:
    """Finds the spots that become narrow, step by step as Grappler does."""

    def __init__(self, spots: Spots, lists: Lists, target: Type, may_change):
        self.spots, self.lists = spots.all, lists
        self.fit = {spot for spot in self.spots if may_change(spot.op) and takes(spot, target)}

    def run(self, follows_allowed: bool) -> list[Spot]:
        """In the graph's order. `follows_allowed` also takes ops that are safe and come right after those that are allowed."""
        lists = self.lists
        self.allowed = {spot for spot in self.spots if spot in self.fit and spot.name in lists.allow}
        if not self.allowed:
            return []
        self.denied = self._denied()
        self._fill_between()
        if follows_allowed:
            self._follow()
        self._spread_through_clear()
        self._keep_loops_whole()
        self._join_casts()
        return [spot for spot in self.spots if spot in self.allowed]

    def _denied(self) -> set[Spot]:
        """Dangerous ops, and those that follow from them on the way to other dangerous or safe ones."""
        lists = self.lists
        ends = [spot for spot in self.spots if spot.name in lists.deny or spot.name in lists.infer]
        leading = reach(ends, lambda spot: spot.before, lambda spot: spot.name in lists.clear)
        dangerous = [spot for spot in self.spots if spot.name in lists.deny]
        return reach(dangerous, lambda spot: spot.after, leading.__contains__)

    def _fill_between(self) -> None:
        """Allows the spots between allowed ones, unless they are denied."""
        lists, seeds = self.lists, [spot for spot in self.spots if spot in self.allowed]

        def passes(spot: Spot) -> bool:
            return spot in self.fit and spot not in self.denied and (spot.name in lists.clear or spot.name in lists.infer)

        behind = reach(seeds, lambda spot: spot.after, passes)
        self.allowed |= reach(seeds, lambda spot: spot.before, behind.__contains__)

    def _follow(self) -> None:
        for spot in self.spots:
            if spot in self.fit and spot not in self.denied and spot.name in self.lists.infer and spot.before:
                if any([each in self.allowed for each in spot.before]) and not any([each in self.denied for each in spot.before]):
                    self.allowed.add(spot)

    def _spread_through_clear(self) -> None:
        """Allows the neighbours of allowed spots that only move numbers, unless they read a variable."""

        def passes(spot: Spot) -> bool:
            return (
                spot in self.fit
                and spot not in self.denied
                and spot.name in self.lists.clear
                and not any(map(is_reference, spot.op.operands))
            )

        seeds = [spot for spot in self.spots if spot in self.allowed]
        self.allowed |= reach(seeds, lambda spot: (*spot.before, *spot.after), passes)

    def _keep_loops_whole(self) -> None:
        """The ops that go round a loop change together or not at all: no cast may stand between them."""
        around = [spot for spot in self.spots if spot.name in CONTROL_FLOW]
        stays = [spot for spot in around if spot not in self.allowed]
        self.allowed -= reach(
            stays, lambda spot: [each for each in (*spot.before, *spot.after) if each.name in CONTROL_FLOW], lambda _: True
        )

    def _join_casts(self) -> None:
        """A cast all of whose readers are narrow makes a narrow type itself."""
        for spot in self.spots:
            if spot.name == "tfg.Cast" and spot.attribute == "DstT" and spot in self.fit:
                readers = spot.op.results[0].uses
                if spot.after and len(spot.after) == len(readers) and all([each in self.allowed for each in spot.after]):
                    self.allowed.add(spot)


def reach(seeds, neighbours, passes) -> set[Spot]:
    """The spots reachable from `seeds` through `neighbours` for which `passes` holds, the seeds included."""
    return reached(seeds, lambda spot: filter(passes, neighbours(spot)))


def takes(spot: Spot, target: Type) -> bool:
    """Whether the op is declared for the narrow type."""
    declared = lookup(spot.name).signature.attributes[spot.attribute]
    return not declared.allowed or target in [element_of_word(word) for word in declared.allowed]
