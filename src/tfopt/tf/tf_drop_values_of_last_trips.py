"""Drops constants that a branch gives a loop which then ends: as its condition is over, no trip reads them, and the loop's results are not used.

The gradients that pfor makes of loops of TensorFlow 1 end so: when no element is left, a branch gives the loop empty constants, of another rank than
what all trips before have, so that the loop has no type. What the trip began with stands in their place.
"""

from __future__ import annotations

from tfir.analysis.call_graph import CallSite, call_sites
from tfir.dialects import trait_arguments
from tfir.ir.operations import Operation, Value
from tfir.ir.symbols import SymbolTable
from tfir.ir.types import I1

from tfopt.tf.retyping import describe, forget_types, name_called


def tf_drop_values_of_last_trips(module: "Module"):
    symbols = SymbolTable(module)
    for loop in [op for op in module.walk() if trait_arguments(op, "loop") and not op.regions]:
        condition, body = [symbols.get(site.reference) for site in call_sites(loop)]
        if condition is None or body is None or not condition.region.blocks or not body.region.blocks:
            continue
        decided = passed_on(condition.body.last.operands[0])
        if decided.owner is condition.body and decided.type.element is I1:
            goes_on = passed_on(body.body.last.operands[decided.index])
            for op in [op for op in body.body if trait_arguments(op, "branch") and passed_on(op.operands[0]) is goes_on]:
                keep_values(op, loop, body, symbols)


def passed_on(value: Value) -> Value:
    """The value that identities give again."""
    while value.op is not None and value.op.name == "tf.Identity":
        value = value.op.operands[0]
    return value


def keep_values(op: Operation, loop: Operation, body: Operation, symbols: SymbolTable) -> None:
    """Has the second branch of an op, which the loop's last trip takes, give what the trip began with in place of constants."""
    sites = call_sites(op)
    last = symbols.get(sites[-1].reference)
    if len(sites) != 2 or last is None or not last.region.blocks:
        return
    slots = {result.index: slot for result in op.results if (slot := unread_slot(result, loop, body)) is not None}
    dropped = {at: slot for at, slot in slots.items() if is_constant(last.body.last.operands[at])}
    if dropped:
        begin_again(op, sites, symbols, [body.body.arguments[slot] for slot in dropped.values()], list(dropped))


def is_constant(value: Value) -> bool:
    return value.op is not None and value.op.name == "tf.Const"


def unread_slot(result: Value, loop: Operation, body: Operation) -> int | None:
    """Which value of the loop a result is, where it is nothing else, and nothing reads what the loop gives of it."""
    returned = body.body.last
    slots = [at for at, operand in enumerate(returned.operands) if operand is result]
    is_read = result.users != [returned] or len(slots) != 1 or loop.results[slots[0]].uses
    return None if is_read else slots[0]


def begin_again(op: Operation, sites: list[CallSite], symbols: SymbolTable, values: list[Value], places: list[int]) -> None:
    """Gives copies of both branches these values too; the second one gives them at these places."""
    branches = []
    for site in sites:
        function = symbols.get(site.reference)
        branches.append(symbols.add(function.clone(), function))
    given = [[branch.body.add_argument(value.type) for value in values] for branch in branches]
    returned = branches[-1].body.last
    results = dict(zip(places, given[-1]))
    returned.set_operands([results.get(at, operand) for at, operand in enumerate(returned.operands)])
    op.set_operands([*op.operands, *values])
    name_called(op, sites, branches)
    for branch in branches:
        describe(branch)
    forget_types(op)
