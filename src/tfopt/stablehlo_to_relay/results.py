"""A function that is called has one result in Relay: a tuple, where there are several or none."""

from __future__ import annotations

from tfir.ir.attributes import TypeAttr
from tfir.ir.builder import Builder
from tfir.ir.operations import Operation
from tfir.ir.types import FunctionType, TupleType


def join_results(module: Operation) -> None:
    """Makes a tuple of the results of each function that is called, and takes it apart where it is."""
    calls = [op for op in module.walk() if op.name == "func.call" and len(op.results) != 1]
    called = {call.attributes["callee"].text for call in calls}
    functions = [op for op in module.body if op.name == "func.func" and f"@{op.get('sym_name')}" in called]
    for function in functions:
        type = function.get("function_type")
        function.set_attribute("function_type", TypeAttr(FunctionType(type.inputs, [TupleType(type.results)])))
        function.remove_attribute("res_attrs")
        for last in [op for op in function.walk() if op.name == "func.return"]:
            build = Builder.before(last)
            last.set_operands([build.value("relay.tuple", last.operands, TupleType(type.results))])
    for call in calls:
        types = [result.type for result in call.results]
        build = Builder.before(call)
        whole = build.value("func.call", call.operands, TupleType(types), dict(call.attributes))
        call.replace_with([build.value("relay.tuple_get_item", [whole], type, {"index": at}) for at, type in enumerate(types)])
