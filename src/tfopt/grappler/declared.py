"""Checks that every node has, before rules look at it, the operands, results and attributes that its op is declared with.

Nodes in text may lack any of these, and other passes over `tfg` accept that. Rules and semantics rely on them being there.
"""

from __future__ import annotations

from tfir.dialects import lookup
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation
from tfir.ods.binding import attribute_value
from tfir.ods.control import data_operands, data_results


def require_declared(nodes) -> None:
    """Raises at a node that lacks something. Of ops that no table knows, nothing is required."""
    demands: dict[str, Demand | None] = {}
    for op in nodes:
        if op.name not in demands:
            demands[op.name] = demand_of(op.name)
        demand = demands[op.name]
        if demand is not None:
            demand.hold(op)


def demand_of(name: str) -> Demand | None:
    definition = lookup(name)
    return Demand(definition) if definition is not None and definition.signature is not None else None


class Demand:
    """How many operands a node of one op has, None where that differs from node to node, which results and which attributes."""

    __slots__ = ("definition", "operands", "results", "attributes")

    def __init__(self, definition):
        signature, self.definition = definition.signature, definition
        self.operands, self.results = count(signature.operands), signature.results
        self.attributes = [name for name, declared in signature.attributes.items() if declared.required]

    def hold(self, op: Operation) -> None:
        if self.operands not in (None, len(data_operands(op))):
            raise Error.on(op, f"has {len(data_operands(op))} operands, where its op is declared with {self.operands}")
        for name in self.attributes:
            if name not in op.attributes and attribute_value(self.definition, op, name) is None:
                raise Error.on(op, f"has no attribute '{name}', which its op is declared with")
        lengths = [self.length(slot, op) for slot in self.results]
        if None not in lengths and sum(lengths) != len(data_results(op)):
            raise Error.on(op, f"has {len(data_results(op))} results, where its op is declared with {sum(lengths)}")

    def length(self, slot, op: Operation) -> int | None:
        """How many values a slot has in a node: one, or as many as an attribute says. None where none says it."""
        if not (slot.number or slot.variadic):
            return 1
        name = slot.number or slot.type
        count = attribute_value(self.definition, op, name) if name in self.definition.signature.attributes else None
        return count if slot.number or count is None else len(count)


def count(slots) -> int | None:
    return None if any([slot.number or slot.variadic or slot.optional for slot in slots]) else len(slots)
