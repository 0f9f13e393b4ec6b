"""TensorFlow's quantized numbers become the integers that are stored of them, which is all that StableHLO has to know: scales and zero points
are operands of the ops."""

from __future__ import annotations

from tfir.dialects import has_trait
from tfir.dialects.tf_type import QUANTIZED
from tfir.ir.builder import Builder
from tfir.ir.operations import Operation, Value
from tfir.ir.types import TensorType, Type
from tfir.ods.functions import retype
from tfir.ods.inference import constant_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

    Types: TypeAlias = tuple[list[Type], list[Type]]

WORDS = {f"!tf_type.{name}" for name in QUANTIZED}


def store_as_integers(ops: list[Operation], functions: list[Operation]) -> dict[Operation, Types]:
    """Retypes the operands and results of ops, constants among them, and the functions that they are in. The types that ops had: those that stay need them."""
    types = {op: types_of(op) for op in ops if any([is_quantized(value) for value in (*op.operands, *op.results)])}
    values = [value for op in types for value in (*op.operands, *op.results) if is_quantized(value)]
    values += [argument for function in functions for argument in function.body.arguments if is_quantized(argument)]
    for value in dict.fromkeys(values):
        store(value)
    for function in functions if values else ():
        retype(function)
    return types


def types_of(op: Operation) -> Types:
    return [value.type for value in op.operands], [value.type for value in op.results]


def quantize_what_stays(types: dict[Operation, Types]) -> None:
    """Gives ops that were not lowered the types that they had, between casts of the bits: what computes them is told by their types."""
    for op, (operand_types, result_types) in types.items():
        if op.parent is None or has_trait(op, "call", "branch", "loop"):
            continue
        before, behind = Builder.before(op), Builder(op.block, op.next, op.location)
        op.set_operands([of_type(before, value, type) for value, type in zip(op.operands, operand_types)])
        for result, type in zip(op.results, result_types):
            if result.type is not type and is_quantized_type(type):
                stored, users = result.type, list(result.users)
                result.retype(type)
                bits = behind.value("tf.Bitcast", [result], stored)
                for user in dict.fromkeys(users):
                    user.set_operands([bits if value is result else value for value in user.operands])


def of_type(build: Builder, value: Value, type: Type) -> Value:
    return build.value("tf.Bitcast", [value], type) if is_quantized_type(type) and value.type is not type else value


def is_quantized(value: Value) -> bool:
    return is_quantized_type(value.type)


def is_quantized_type(type: Type) -> bool:
    element = getattr(type, "element", None)
    return element is not None and element.text in WORDS


def store(value: Value) -> None:
    from tfir.ods.arrays import dense_of, dtype_of, element_of

    element, content = element_of(dtype_of(value.type.element)), constant_of(value)
    value.retype(TensorType(value.type.shape, element))
    if value.op is not None and content is not None:
        value.op.set_attribute("value", dense_of(content, element))
