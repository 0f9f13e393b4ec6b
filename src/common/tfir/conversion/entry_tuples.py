"""Tuples that a program of Relay takes and gives, at its edges: each tensor in them is an argument or a result."""

from __future__ import annotations

from tfir.analysis.call_graph import reached_functions
from tfir.ir.attributes import TypeAttr
from tfir.ir.builder import Builder
from tfir.ir.operations import Operation, Value
from tfir.ir.types import FunctionType, TupleType, Type


def flatten_tuples(func: Operation) -> None:
    """Takes them apart in the signature of a function of Relay, unless other functions call it."""
    if func.name != "func.func" or len(func.region.blocks) != 1 or not any([op.dialect == "relay" for op in func.body]):
        return
    name, module = func.get("sym_name"), func.parent_op
    if module is not None and reached_functions(module.body, {name: func}):
        return
    type, last = func.get("function_type"), func.body.terminator
    for side in ("arg_attrs", "res_attrs"):
        func.remove_attribute(side)  # those of Relay have none
    build = Builder.before(last)
    last.set_operands([part for value in last.operands for part in parts_of(build, value)])
    build = Builder(func.body, func.body.first)
    for argument in list(func.body.arguments):
        whole = put_together(build, func, argument.type, argument.name)
        argument.replace_all_uses_with(whole)
        func.body.remove_argument(0)
    func.set_attribute("function_type", TypeAttr(FunctionType(flat(type.inputs), flat(type.results))))


def flat(types) -> list[Type]:
    return [part for type in types for part in (flat(type.elements) if isinstance(type, TupleType) else [type])]


def parts_of(build: Builder, value: Value) -> list[Value]:
    if not isinstance(value.type, TupleType):
        return [value]
    fields = [build.value("relay.tuple_get_item", [value], type, {"index": at}) for at, type in enumerate(value.type.elements)]
    return [part for field in fields for part in parts_of(build, field)]


def put_together(build: Builder, func: Operation, type: Type, name: str | None) -> Value:
    """A new argument of the function for each tensor in a type, and of them a value of that type."""
    if not isinstance(type, TupleType):
        argument = func.body.add_argument(type)
        argument.name = name
        return argument
    fields = [put_together(build, func, each, f"{name}_{at}" if name else None) for at, each in enumerate(type.elements)]
    return build.value("relay.tuple", fields, type)
