"""Computes with integers of 2 and 4 bits in those of 8, and with floats of 8 bits and fewer in f32, for languages that have no such types.

Each op is followed by arithmetic that makes a number of the narrow type of its result again, so that what comes out is to the bit what the interpreter
gives. Arguments and results of the program have the wider types.
"""

from __future__ import annotations

from tfir.dialects import has_trait
from tfir.ir.attributes import TypeAttr
from tfir.ir.builder import Builder
from tfir.ir.dense import ElementsAttr
from tfir.ir.operations import Operation, Value
from tfir.ir.types import FunctionType, IntegerType, ShapedType, TensorType, Type
from tfir.ir.uses import replace_uses_by
from tfir.ods.arrays import array_of, converted, dense_of, dtype_of

from tfopt.arithmetic.tensor import Tensor, building
from tfopt.stablehlo.narrow_numbers import bitcast, in_wide, lowest_bits, narrowed, wide
from tfopt.stablehlo.stablehlo_expand_complex import values_of

WORKS_ON = ()  # types of functions, too
# What numbers in range stay in range by, besides what only moves them
KEEPING = {"maximum", "minimum", "constant", "get_tuple_element"}
UNSIGNED = {"shift_right_logical", "popcnt", "count_leading_zeros"}  # what reads the bits above the lowest as zeros


def stablehlo_widen_narrow_types(module: Operation) -> None:
    """Compute with narrow numbers in wider types."""
    narrow = {op: elements_of(op) for op in module.walk() if any([wide(element) is not element for element in elements_of(op)])}
    for op in narrow:
        retype(op)
    for op in list(module.walk()):
        if "function_type" in op.attributes and isinstance(op.attributes["function_type"], TypeAttr):
            op.set_attribute("function_type", TypeAttr(widened(op.attributes["function_type"].type)))
    for op, elements in narrow.items():
        if op.dialect == "stablehlo" and not op.regions:
            convert(op, elements)


def elements_of(op: Operation) -> list[Type]:
    """The element types of operands, of results, and of arguments of regions."""
    return [value.type.element if isinstance(value.type, ShapedType) else value.type for value in values_of(op)]


def widened(type: Type) -> Type:
    if isinstance(type, FunctionType):
        return FunctionType(map(widened, type.inputs), map(widened, type.results))
    return type.with_element(wide(type.element)) if isinstance(type, TensorType) else type


def retype(op: Operation) -> None:
    for value in values_of(op):
        if widened(value.type) is not value.type:  # an operand has been given the type where it was made
            value.retype(widened(value.type))
    content = op.attributes.get("value")
    if isinstance(content, ElementsAttr) and wide(content.type.element) is not content.type.element:
        held = wide(content.type.element)
        op.set_attribute("value", dense_of(converted(array_of(content), dtype_of(held)), held))


def convert(op: Operation, elements: list[Type]) -> None:
    """Lets an op whose types are wide by now compute what it did in the narrow ones."""
    before, after = elements[: len(op.operands)], elements[len(op.operands) :]
    name = op.name.removeprefix("stablehlo.")
    if name == "bitcast_convert":
        with building(Builder.before(op)):
            op.replace_with([bitcast(Tensor(op.operands[0]), before[0], after[0], op.result.type.shape).value])
        return
    if name == "convert":
        if wide(after[0]) is not after[0]:
            with building(Builder.before(op)):
                op.replace_with([in_wide(Tensor(op.operands[0]), before[0], after[0]).value])
        return
    if name in UNSIGNED and isinstance(before[0], IntegerType):
        with building(Builder.before(op)):
            op.set_operand(0, lowest_bits(Tensor(op.operands[0]), before[0]).value)
    if name in KEEPING or has_trait(op, "movement", "passthrough", "terminator"):
        return
    for result, element in zip(op.results, after):
        if wide(element) is not element:
            narrow_result(op, name, result, element)


def narrow_result(op: Operation, name: str, result: Value, element: Type) -> None:
    users = list(result.users)
    with building(Builder.after(op)):
        x = Tensor(result)
        if name == "count_leading_zeros":
            x = x - (8 - element.width)
        value = narrowed(x, element).value
    replace_uses_by(users, result, value)
