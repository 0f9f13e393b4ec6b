"""TensorFlow Lite: an op has its bias, and what limits its result, itself, and gives numbers of as many bits as it takes; constants say their type as
`qtype`."""

from __future__ import annotations

from functools import cache
from math import inf

import numpy as np
from tfir.dialects import definition_of
from tfir.dialects.tfl.constraints import Kernels
from tfir.ir.attributes import ArrayAttr, Attribute, BoolAttr, DictAttr, FloatAttr, IntegerAttr, StringAttr, TypeAttr
from tfir.ir.builder import Builder
from tfir.ir.operations import Operation, Value
from tfir.ir.quantized_types import QuantizedType
from tfir.ir.types import F16, F32, I8, I16, I32, I64, FloatType, IntegerType, TensorType, Type
from tfir.ods.arrays import dense_of

from tfopt.quantization import scales
from tfopt.quantization.cells import integer_layer
from tfopt.quantization.facts import is_of_floats
from tfopt.quantization.regions import Cell, Region, constant_array

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from tfir.ods.arrays import Array

QUANTIZES, DEQUANTIZES = "tfl.quantize", "tfl.dequantize"
DEQUANTIZES_SUMS = False
COMPUTES_HALVES = False  # kernels take floats of 32 bits
BIASES = {I8: I32, I16: I64}  # as kernels take them beside operands of these
LIMITS = {"NONE": (-inf, inf), "RELU": (0.0, inf), "RELU6": (0.0, 6.0)}
ASYMMETRIC = (
    "asymmetric_quantize_inputs"  # kernels quantize floats beside weights with a zero point; those of convolutions do so in any case
)
VERSION = "tfl.version"  # which a file has of each operator, by the types that it was written for


@cache
def has_kernel(name: str, storage: IntegerType) -> bool:
    """Whether the line of an op has results of quantized numbers that are stored so."""
    definition = definition_of(name)
    (slot,) = definition.declaration.results
    type = TensorType([], scales.of_range(0.0, 1.0, storage))
    return Kernels(definition.dialect.constraints).type(slot.type).accepts(type)


def prepare(module: Operation) -> None:
    """Squares of differences become products: TFLite's kernel of `squared_difference` for integers takes ten times as long as `sub` and `mul` together."""
    for op in [op for op in module.walk() if op.name == "tfl.squared_difference" and is_of_floats(op.results[0])]:
        builder, plain = Builder.before(op), {"fused_activation_function": StringAttr("NONE")}
        off = builder.value("tfl.sub", op.operands, op.results[0].type, plain)
        op.replace_with([builder.value("tfl.mul", [off, off], op.results[0].type, plain)])
        op.erase()


def quantize(builder: Builder, value: Value, element: QuantizedType) -> Value:
    type = value.type.with_element(element)
    return builder.value("tfl.quantize", [value], type, {"qtype": TypeAttr(type)})


def dequantize(builder: Builder, value: Value) -> Value:
    return builder.value("tfl.dequantize", [value], value.type.with_element(value.type.element.expressed))


def cast(builder: Builder, value: Value, element: FloatType) -> Value:
    return builder.value("tfl.cast", [value], value.type.with_element(element))


def plain_constant(builder: Builder, array: Array) -> Value:
    """A constant that is not quantized."""
    elements = dense_of(array)
    return builder.value("tfl.pseudo_const", [], elements.type, {"value": elements})


def limits_of(region: Region) -> tuple[float, float] | None:
    """Between which numbers the activation moves sums; None of one that does more."""
    return LIMITS.get(region.op.get("fused_activation_function", "NONE"))


def scale_offset(region: Region, factors: Array) -> None:
    """Multiplies the bias of each channel."""
    bias = region.bias
    array = None if bias is None else constant_array(bias)
    if bias is not None and array is not None:
        at = list(region.op.operands).index(bias)
        region.op.set_operand(at, plain_constant(Builder.before(region.op), (array * factors).astype(array.dtype)))


def shift_offset(region: Region, amounts: Array) -> None:
    """Adds to the bias of each channel; an operator without one gets it."""
    at, bias = region.fact.bias, region.bias
    array = None if bias is None else constant_array(bias)
    if at is not None and at < len(region.op.operands) and (bias is None or array is not None):
        numbers = amounts if array is None else array + amounts.reshape(array.shape)
        region.op.set_operand(at, plain_constant(Builder.before(region.op), numbers.astype(np.float32)))


def half_constant(builder: Builder, value: Array) -> Value:
    """Numbers of 32 bits of a constant that is stored with 16."""
    elements = dense_of(value, F16)
    stored = builder.value("tfl.pseudo_const", [], elements.type, {"value": elements})
    return builder.value("tfl.dequantize", [stored], elements.type.with_element(F32))


def constant(builder: Builder, stored: Array, element: QuantizedType) -> Value:
    elements = dense_of(stored, element.storage)
    if element.storage is I64:  # more than a quantized type stores; kernels scale such a bias as they do the sums that it is added to
        attributes: dict[str, Attribute] = {"value": elements}
        if len(element.scales) == 1:  # which kernels hold against that of the sums
            scale = {"scale": ArrayAttr([FloatAttr(element.scales[0], F32)]), "zero_point": ArrayAttr([IntegerAttr(0, I64)])}
            attributes["tfl.quantization"] = ArrayAttr([DictAttr(scale)])
        return builder.value("tfl.pseudo_const", [], elements.type, attributes)
    type = elements.type.with_element(element)
    return builder.value("tfl.pseudo_qconst", [], type, {"qtype": TypeAttr(type), "value": elements})


def applied(builder: Builder, region: Region, operands: Sequence[Value], result: Type, bias: Array | None) -> Value:
    """The op on quantized operands, its bias among them."""
    if isinstance(region, Cell):
        return integer_layer(builder, region, operands, result)
    attributes = {name: value for name, value in region.op.attributes.items() if name != VERSION}
    return builder.value(region.op.name, operands, result, attributes)


def without_limits(op: Operation) -> Operation:
    """The op with no activation behind its sums."""
    limits = {name: StringAttr("NONE") for name in ("fused_activation_function",) if name in op.attributes}
    return Operation.draft(op.name, op.operands, [value.type for value in op.results], {**op.attributes, **limits})


def dynamic(region: Region, stored: Array, element: QuantizedType) -> None:
    """Weights of integers beside floats: the kernels quantize the latter when they are called."""
    op: Operation = region.op
    assert region.fact.weights is not None, "a region with weights"
    op.set_operand(region.fact.weights, constant(Builder.before(op), stored, element))
    quantizes_as_called(op)


def quantizes_as_called(op: Operation) -> None:
    """Says of an operator whose weights have become integers what its kernel does with floats beside them."""
    if ASYMMETRIC in definition_of(op.name).declaration.attributes:
        op.set_attribute(ASYMMETRIC, BoolAttr(True))
    if VERSION in op.attributes:
        op.remove_attribute(VERSION)
