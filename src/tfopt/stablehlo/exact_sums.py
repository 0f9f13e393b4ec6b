"""Sums of quantized numbers as whole numbers of 32 bits, as `tfir.ods.quantization` has them.

Of the left operand of products the zero point goes into what is padded, and into a number for each channel that is subtracted from the sums, so that
products are of what is stored, for which processors have instructions:

    sum (l - z) * r   =   sum l * r   -   z * sum r
"""

from __future__ import annotations

import numpy as np
from tfir.dialects import definition_of, has_trait
from tfir.dialects.stablehlo.inference.checks import integers
from tfir.ir.dense import DenseAttr, ElementsAttr
from tfir.ir.operations import Operation, Value
from tfir.ir.quantized_types import QuantizedType, is_quantized
from tfir.ir.types import I32, I64, TensorType
from tfir.ods.arrays import array_of, dense_of
from tfir.ods.quantization import MOST_SUM, about_products, are_sums, farthest, is_sum_of_stored, stored, sums_of

from tfopt.rewrite.building import constant
from tfopt.rewrite.rewriter import PatternRewriter
from tfopt.stablehlo.quantized_products import Side, padded_with, rebuilt, sides_of_dot, spread, summed
from tfopt.stablehlo.real_numbers import Real, converted, made

FEW_BITS = 16  # with which a number is what it was when it is dequantized and quantized again


def is_of_stored(op: Operation) -> bool:
    """Whether an op does with what is stored what it does with the numbers: it chooses among numbers of one type, or adds up what surely fits 32 bits."""
    elements = {getattr(value.type, "element", None) for value in (*op.operands, *op.results)}
    if len(elements) == 1 and has_trait(op, "idempotent") and has_trait(op, "associative"):
        (element,) = elements
        return isinstance(element, QuantizedType) and element.storage.width <= FEW_BITS
    return is_sum_of_stored(op, definition_of(op.name)) and sum(map(bound_of, op.operands)) < MOST_SUM


def bound_of(value: Value, depth: int = 8) -> int:
    """How large what is stored of a value is at most."""
    op = value.op
    if op is None or depth == 0:
        return MOST_SUM
    if has_trait(op, "constant_like"):
        content = op.attributes.get("value")
        return int(np.abs(array_of(content).astype(np.int64)).max(initial=0)) if isinstance(content, ElementsAttr) else MOST_SUM
    if has_trait(op, "movement") and len(op.operands) == 1:
        return bound_of(op.operands[0], depth - 1)
    sums = sums_of(op, definition_of(op.name)) if is_quantized(value.type) else None
    if sums is not None and are_sums(value.type.element, sums):
        left, right = [operand.type.element for operand in op.operands]
        terms: int = about_products("terms", op, definition_of(op.name))
        return terms * farthest(left) * farthest(right)
    return sum([bound_of(operand, depth - 1) for operand in op.operands]) if is_sum_of_stored(op, definition_of(op.name)) else MOST_SUM


def sum_exactly(op: Operation, rewriter: PatternRewriter) -> bool:
    """Writes an op that sums exactly in whole numbers in its place; False of any other."""
    sums = sums_of(op, definition_of(op.name))
    if sums is not None:
        total = with_type(products(op), sums)
        after = op.result.type
        return rewriter.replace(
            op, [total if are_sums(after.element, sums) else rewriter.value("stablehlo.uniform_quantize", [total], after)]
        )
    if is_sum_of_stored(op, definition_of(op.name)):
        rewriter.replace(op, [limited_sum(op)])
        return True
    return False


def with_type(total: Real, sums: QuantizedType) -> Value:
    """Whole numbers as the quantized numbers that they are stored of."""
    return made("bitcast_convert", total, type=total.type.with_element(sums)).value


def products(op: Operation) -> Real:
    """The sums of products of an op's operands, less their zero points."""
    left, right = [value.type.element for value in op.operands]
    lhs, rhs = map(as_stored, op.operands)
    wide = op.result.type.with_element(I32)
    if any(right.zero_points):
        return rebuilt(op, [distances(lhs, left), distances(rhs, right)], wide)
    zero = left.zero_points[0]
    if not zero:
        return rebuilt(op, [lhs, rhs], wide)
    rest = {}
    if op.name == "stablehlo.convolution":
        edges = integers(op.attributes.get("padding"))
        gaps = integers(op.attributes.get("lhs_dilation"))
        if any(size != 1 for size in gaps):
            return rebuilt(op, [distances(lhs, left), rhs], wide)
        numbers = op.attributes["dimension_numbers"]
        if any(edges):
            lhs = padded_with(lhs, zero, edges, integers(numbers.input_spatial_dimensions))
            rest["padding"] = DenseAttr.of(0, TensorType((len(edges) // 2, 2), I64))
        outer = numbers.kernel_output_feature_dimension
        side = Side([axis for axis in range(len(rhs.shape)) if axis != outer], [numbers.output_feature_dimension])
    else:
        side = sides_of_dot(op)[1]
    whole = rebuilt(op, [lhs, rhs], wide, **rest)
    return whole - spread(times(rhs, op.operands[1], side.summed, zero), side.places, whole, [])


def as_stored(value: Value) -> Real:
    return made("bitcast_convert", Real(value), type=stored(value.type))


def times(rhs: Real, value: Value, axes: list[int], zero: int) -> Real:
    """The sums of the right operand, times a zero point."""
    content = None if value.op is None or not has_trait(value.op, "constant_like") else value.op.attributes.get("value")
    if not isinstance(content, ElementsAttr):
        return summed(rhs, axes, zero)
    total = array_of(content).astype(np.int64).sum(tuple(axes)) * zero
    return Real(constant(dense_of(total.astype(np.int32))))


def distances(x: Real, element: QuantizedType) -> Real:
    """What is stored, less the zero point, in 32 bits."""
    wide = made("convert", x, type=x.type.with_element(I32))
    return wide - Real(constant(DenseAttr.of(element.zero_points[0], wide.type))) if any(element.zero_points) else wide


def limited_sum(op: Operation) -> Value:
    """A sum in 64 bits, as the nearest number of 32."""
    wide = [converted(as_stored(value), I64) for value in op.operands]
    element = op.result.type.element
    total = made(op.name.partition(".")[2], *wide)
    low, high = (Real(constant(DenseAttr.of(limit, TensorType((), I64)))) for limit in (element.minimum, element.maximum))
    return with_type(converted(made("clamp", low, total, high, type=total.type), I32), element)
