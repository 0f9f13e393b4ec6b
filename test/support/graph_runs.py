"""Runs graphs as sessions do: call after call, with the content of variables in between; and in the worst order that they allow.

in_worst_order(module, wanted_nodes(program), ranks(original))
for outcome in run_interpreted(module, program): ...
"""

from __future__ import annotations

import contextlib
import io

import numpy as np
from random_graph_scopes import HOME, is_reference
from tfir.analysis.deadness import conditions_of
from tfir.analysis.slices import backward_slice
from tfir.dialects import lookup
from tfir.dialects.tf_type import RESOURCE, ShapeAttr
from tfir.dialects.tfg.nodes import NAME
from tfir.execution.graph_entry import entry_of_graph
from tfir.execution.program import interpreted
from tfir.execution.session import Session
from tfir.ir.attributes import StringAttr, attribute
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation
from tfir.ir.types import TensorType
from tfir.ods.arrays import dense_of
from tfir.ods.control import CONTROL

from tfopt.grappler.item import has_effect
from tfopt.rewrite.graph import complete_attributes

# What is in an order without an effect: reads, and what may fail.
ORDERED = frozenset({"tfg.ReadVariableOp", "tfg.ReadFile", "tfg.GatherV2"})


def wanted_nodes(program) -> set[str]:
    """The nodes that a step of a program runs for."""
    return {name.partition(":")[0] for name in (*program.fetches, *program.targets)}


class Harness:
    """Nodes beside a graph that give its variables their first content, `set`, and tell their content, `values`."""

    def __init__(self, module: Operation, places):
        self.graph = next(op for op in module.body if op.name == "tfg.graph")
        self.values, sets = [], []
        for place in places.values():
            if place.kind in ("resource", "reference"):
                sets.append(self.variable(place))
        self.set = self.node("NoOp", "harness/set", sets, ())

    def node(self, op_name: str, name: str, operands, types, **attributes) -> Operation:
        stored = {key: attribute(value) for key, value in attributes.items()}
        op = Operation("tfg." + op_name, operands, [*types, CONTROL], {NAME: StringAttr(name), **stored})
        complete_attributes(op, lookup("tf." + op_name))
        return self.graph.body.append(op)

    def variable(self, place):
        of_handles, name = place.kind == "resource", f"harness/{place.name}"
        plain = [TensorType(None, place.element)]
        types = [TensorType(None, RESOURCE)] if of_handles else plain
        shared = {"dtype": place.element, "shape": ShapeAttr(place.initial.shape), "container": "", "shared_name": place.name}
        handle = self.node("VarHandleOp" if of_handles else "VariableV2", name, (), types, _mlir_device=HOME, **shared).results[0]
        elements = dense_of(place.initial)
        initial = self.node("Const", f"{name}/initial", (), plain, value=elements, dtype=place.element).results[0]
        if of_handles:
            self.node("ReadVariableOp", f"{name}/read", [handle], plain, dtype=place.element)
            op = self.node("AssignVariableOp", f"{name}/set", [handle, initial], (), dtype=place.element, validate_shape=False)
        else:
            self.node("Identity", f"{name}/read", [handle], plain)
            op = self.node("Assign", f"{name}/set", [handle, initial], plain, validate_shape=True, use_locking=True)
        self.values.append(f"{name}/read:0")
        return op.results[-1]


def in_worst_order(module: Operation, wanted, rank: dict[str, int]) -> None:
    """Chains all that touches state and is run for what is `wanted` (nodes by name), in the order that is as far from the given one
    (by name; larger is later) as the edges allow.

    Only what is there in each run is chained: what stands in branches and loops of TensorFlow 1 stays as it is."""
    for target in module.body:
        if target.name in ("tfg.graph", "tfg.func") and target.region.blocks:
            ends = [op for op in target.body if op.name == "tfg.return" or (target.name == "tfg.graph" and op.get(NAME) in wanted)]
            chain(target.body, backward_slice(ends), rank)


def chain(block, run, rank: dict[str, int]) -> None:
    framed = conditions_of(block)
    found = [op for op in block if op in run and is_act(op) and not any([value in framed for value in (*op.operands, *op.results)])]
    above = {op: backward_slice([op]) for op in found}
    left, order = dict.fromkeys(found), []
    while left:
        ready = [op for op in left if not any([other in above[op] for other in left if other is not op])]
        order.append(max(ready, key=lambda op: rank.get(op.get(NAME) or "", -1)))
        del left[order[-1]]
    for before, after in zip(order, order[1:]):
        if before.results[-1] not in after.operands:
            after.set_operands([*after.operands, before.results[-1]])


def is_act(op: Operation) -> bool:
    if op.name == "tfg.return":
        return False
    return has_effect(op) or op.name in ORDERED or any([is_reference(value) for value in op.operands])


class Outcome:
    """What came of one call: `values` fetched, `error` (its class, or None) with its `message`, `state` of the variables, `told` (texts
    by place)."""

    def __init__(self, values, error, state, told, message=""):
        self.values, self.error, self.state, self.told, self.message = values, error, state, told, message

    def without_texts(self) -> Outcome:
        return Outcome(self.values, self.error, self.state, None, self.message)


def run_interpreted(module: Operation, program) -> list[Outcome]:
    """The steps of a program on our interpreter, in one session. The module is changed."""
    harness = Harness(module, program.places)
    session, entries = Session(module), {}

    def call(wanted: str, feeds: dict):
        if wanted not in entries:
            entry = entry_of_graph(harness.graph, wanted, list(feeds))
            entries[wanted] = entry, interpreted(module, entry, session)
        entry, run = entries[wanted]
        return run([feeds[port.name] for port in entry.feeds])

    call("^harness/set", {})
    outcomes = []
    for feeds in program.feeds:
        values, error, told = None, None, io.StringIO()
        try:
            with contextlib.redirect_stderr(told):
                values = [np.array(value) for value in call(",".join([*program.fetches, *[f"^{name}" for name in program.targets]]), feeds)]
        except Error as problem:
            error = str(problem)
        state = [np.array(value) for value in call(",".join(harness.values), {})] if harness.values else []
        outcomes.append(Outcome(values, error, state, told.getvalue()))
    return outcomes


def ranks(module: Operation) -> dict[str, int]:
    """The order of a program's nodes by name, in which it was written."""
    return {
        op.get(NAME): number
        for number, op in enumerate(op for target in module.body if target.regions for op in target.body)
        if op.get(NAME)
    }


def difference(one: Outcome, other: Outcome, tolerance: float = 0.0) -> str | None:
    """What differs between two outcomes, in words."""
    if (one.error is None) != (other.error is None):
        return f"error {one.error!r} became {other.error!r}: {one.message or other.message}"
    for what, before, after in (("fetch", one.values, other.values), ("variable", one.state, other.state)):
        for number, (a, b) in enumerate(zip(before or (), after or ())):
            if not same(np.asarray(a), np.asarray(b), tolerance):
                return f"{what} {number} is {shown(b)}, and was {shown(a)}"
    return None if one.told == other.told else f"told {other.told!r}, and was {one.told!r}"


def shown(array) -> str:
    return np.array2string(np.asarray(array), threshold=12, edgeitems=4).replace("\n", "") + f" ({np.asarray(array).dtype})"


def same(a: np.ndarray, b: np.ndarray, tolerance: float) -> bool:
    """Whether two arrays are the same to the bit (any NaN being the same as another), or, with a tolerance, close."""
    if a.shape != b.shape or a.dtype != b.dtype:
        return False
    if a.dtype.kind != "f":
        return bool(np.array_equal(a, b))
    if tolerance:
        return bool(np.allclose(a, b, rtol=tolerance, atol=tolerance, equal_nan=True))
    return bool(np.array_equal(a, b, equal_nan=True) and np.array_equal(np.signbit(a) | np.isnan(a), np.signbit(b) | np.isnan(b)))
