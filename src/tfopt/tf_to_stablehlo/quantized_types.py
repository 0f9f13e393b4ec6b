"""TensorFlow's quantized numbers become the integers that are stored of them, which is all that StableHLO has to know: scales and zero points
are operands of the ops."""

from __future__ import annotations

from tfir.dialects.tf_type import QUANTIZED
from tfir.ir.operations import Operation, Value
from tfir.ir.types import TensorType
from tfir.ods.functions import retype
from tfir.ods.inference import constant_of

WORDS = {f"!tf_type.{name}" for name in QUANTIZED}


def store_as_integers(ops: list[Operation], functions: list[Operation]) -> None:
    """Retypes the operands and results of ops, constants among them, and the functions that they are in."""
    values = [value for op in ops for value in (*op.operands, *op.results) if is_quantized(value)]
    values += [argument for function in functions for argument in function.body.arguments if is_quantized(argument)]
    if not values:
        return
    for value in dict.fromkeys(values):
        store(value)
    for function in functions:
        retype(function)


def is_quantized(value: Value) -> bool:
    element = getattr(value.type, "element", None)
    return element is not None and element.text in WORDS


def store(value: Value) -> None:
    from tfir.ods.arrays import dense_of, dtype_of, element_of

    element, content = element_of(dtype_of(value.type.element)), constant_of(value)
    value.retype(TensorType(value.type.shape, element))
    if value.op is not None and content is not None:
        value.op.set_attribute("value", dense_of(content, element))
