"""Puts the bodies of functions in the place of their calls, except where a function calls itself."""

from __future__ import annotations

from tfir.ir.location import CallSite
from tfir.ir.operations import Operation, Value
from tfir.ir.symbols import SymbolTable

TITLE = "Inliner"

# Calls, and the attribute that names the function.
CALLS = {"func.call": "callee", "tf.PartitionedCall": "f", "tf.StatefulPartitionedCall": "f"}


def inline(module: Module):
    """Functions that are no longer called stay; symbol-dce drops them."""
    table = SymbolTable(module)
    recursive = recursive_functions(table)
    work = [op for op in module.walk() if op.name in CALLS]
    while work:
        call = work.pop()
        callee = body_of(call, table)
        if callee is not None and callee not in recursive:
            work += replace_call(call, callee)


def body_of(call: Operation, table: SymbolTable) -> Operation | None:
    """The function that a call means, if its body can stand in the call's place: one block, the same types."""
    found = table.get(call.attributes[CALLS[call.name]])
    if found is None or found.name != "func.func" or not found.regions or len(found.region.blocks) != 1:
        return None
    block = found.body
    given, wanted = [value.type for value in call.operands], [argument.type for argument in block.arguments]
    returned = [value.type for value in block.last.operands]
    return found if given == wanted and returned == [result.type for result in call.results] else None


def recursive_functions(table: SymbolTable) -> set[Operation]:
    """Functions that can come to call themselves."""
    calls = {op: callees(op, table) for op in table.symbols.values()}
    return {op for op in calls if op in reached(calls, op)}


def callees(function: Operation, table: SymbolTable) -> set[Operation]:
    found = {table.get(op.attributes[CALLS[op.name]]) for op in function.walk() if op.name in CALLS}
    return found - {None}


def reached(calls: dict, start: Operation) -> set[Operation]:
    seen, stack = set(), list(calls[start])
    while stack:
        op = stack.pop()
        if op not in seen:
            seen.add(op)
            stack += calls.get(op, ())
    return seen


def replace_call(call: Operation, callee: Operation) -> list[Operation]:
    """Copies the body in front of the call and drops the call. Answers with the calls that came along."""
    mapping: dict[Value, Value] = dict(zip(callee.body.arguments, call.operands))
    copied = []
    for op in callee.body:
        if op is not callee.body.last:
            copy = call.parent.insert_before(op.clone(mapping), call)
            copy.location = CallSite(copy.location, call.location)
            copied.append(copy)
    call.replace_by([mapping.get(value, value) for value in callee.body.last.operands])
    return [inner for copy in copied for inner in copy.walk() if inner.name in CALLS]
