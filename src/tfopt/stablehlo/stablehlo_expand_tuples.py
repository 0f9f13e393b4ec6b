"""Makes several arguments and results of tuples that functions take and give, as XLA's programs of before StableHLO do with their one result.

A function puts its tuples together from its arguments and takes those apart that it returns; so does who calls it. What is put together and only taken apart again goes.
"""

from __future__ import annotations

from tfir.ir.attributes import ArrayAttr, IntegerAttr, TypeAttr
from tfir.ir.builder import Builder
from tfir.ir.operations import Operation, Value
from tfir.ir.types import I32, FunctionType, TupleType, Type

WORKS_ON = ()  # types of functions, too
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

CALL, RETURN, TUPLE, ELEMENT = "func.call", "func.return", "stablehlo.tuple", "stablehlo.get_tuple_element"


def stablehlo_expand_tuples(module: "Module") -> None:
    """Pass the elements of tuples to functions and from them."""
    for op in [*module.walk()]:
        if op.name == "func.func":
            expand_function(op)
        elif op.name == CALL and is_about_tuples([value.type for value in (*op.operands, *op.results)]):
            expand_call(op)
        elif op.name == RETURN and is_about_tuples([value.type for value in op.operands]):
            op.set_operands(elements(Builder.before(op), op.operands))
    for op in [*module.walk()]:
        if op.name == ELEMENT and op.operands[0].op is not None and op.operands[0].op.name == TUPLE:
            op.replace_with([op.operands[0].op.operands[op.get("index")]])
    for op in reversed([*module.walk()]):
        if op.name in (ELEMENT, TUPLE) and not op.results[0].uses:
            op.erase()


def is_about_tuples(types: Iterable[Type]) -> bool:
    return any([isinstance(type, TupleType) for type in types])


def expand_function(func: Operation) -> None:
    type = func.attributes["function_type"].type
    for name, types in (("arg_attrs", type.inputs), ("res_attrs", type.results)):
        if is_about_tuples(types) and name in func.attributes:
            stated = [[each] * len(leaves(of)) for each, of in zip(func.attributes[name], types, strict=True)]
            func.set_attribute(name, ArrayAttr([each for group in stated for each in group]))
    if is_about_tuples((*type.inputs, *type.results)):
        func.set_attribute("function_type", TypeAttr(FunctionType(all_leaves(type.inputs), all_leaves(type.results))))
    if is_about_tuples(type.inputs) and func.regions and func.region.blocks:
        expand_arguments(func)


def expand_arguments(func: Operation) -> None:
    block = func.region.entry
    build, before = Builder.before(next(iter(block))), [*block.arguments]
    added = iter([block.add_argument(type) for argument in before for type in leaves(argument.type)])
    for argument in before:
        argument.replace_all_uses_with(together(build, argument.type, added))
    for _ in before:
        block.remove_argument(0)


def expand_call(call: Operation) -> None:
    build, types = Builder.before(call), [value.type for value in call.results]
    made = build.create(call.name, elements(build, call.operands), all_leaves(types), dict(call.attributes))
    results = iter(made.results)
    call.replace_with([together(build, type, results) for type in types])


def leaves(type: Type) -> list[Type]:
    return all_leaves(type.elements) if isinstance(type, TupleType) else [type]


def all_leaves(types: Sequence[Type]) -> list[Type]:
    return [leaf for type in types for leaf in leaves(type)]


def together(build: Builder, type: Type, values: Iterator[Value]) -> Value:
    """A value of a type, made of as many of the values as that has leaves."""
    if not isinstance(type, TupleType):
        return next(values)
    return build.value(TUPLE, [together(build, each, values) for each in type.elements], type)


def elements(build: Builder, values: Iterable[Value]) -> list[Value]:
    """What the values are made of, by their types."""
    return [part for value in values for part in parts_of(build, value)]


def parts_of(build: Builder, value: Value) -> list[Value]:
    if not isinstance(value.type, TupleType):
        return [value]
    indices = [{"index": IntegerAttr(at, I32)} for at in range(len(value.type.elements))]
    return elements(build, [build.value(ELEMENT, [value], type, index) for type, index in zip(value.type.elements, indices)])
