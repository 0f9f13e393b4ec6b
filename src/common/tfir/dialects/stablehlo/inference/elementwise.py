"""Result types of ops that work element by element."""

from __future__ import annotations

from tfir.dialects.stablehlo.inference.checks import Refused, bounds_of, common_bounds, like, numbers, tensors_fit
from tfir.ir.types import I1, ComplexType, shapes_fit
from tfir.ods.inference import AbstractValue
from tfir.ods.shapes import merge

UNARY = """cbrt ceil cosine count_leading_zeros exponential exponential_minus_one floor log log_plus_one logistic negate not popcnt
reduce_precision round_nearest_afz round_nearest_even rsqrt sign sine sqrt tan tanh""".split()
BINARY = """add and atan2 divide maximum minimum multiply or power remainder shift_left shift_right_arithmetic
shift_right_logical subtract xor""".split()


def unary(operand):
    return like(operand)


def binary(lhs, rhs):
    return merged(lhs, rhs, lhs.element)


def merged(lhs, rhs, element) -> AbstractValue:
    shape = merge(lhs.shape, rhs.shape, "operand shapes")
    is_bounded = bounds_of(lhs) or bounds_of(rhs)
    return AbstractValue(shape, element, encoding=common_bounds((lhs, rhs), shape) if is_bounded else lhs.encoding or rhs.encoding)


def convert(operand, result_types):
    return like(operand, result_types[0].element)


def part(operand):
    """`abs`, `real` and `imag`: the real type of a complex one."""
    return like(operand, operand.element.element if isinstance(operand.element, ComplexType) else operand.element)


def is_finite(x):
    return like(x, I1)


def complex_(lhs, rhs):
    if lhs.element is not rhs.element:
        raise Refused("requires the same element type for all operands")
    return merged(lhs, rhs, ComplexType(lhs.element))


def compare(lhs, rhs):
    return merged(lhs, rhs, I1)


def select(pred, on_true, on_false):
    if not tensors_fit(on_true, on_false):
        raise Refused("requires compatible types for non-predicate operands")
    if pred.rank != 0 and not shapes_fit(pred.shape, on_true.shape):
        raise Refused("requires the same shape for all operands")
    shape = merge(on_true.shape, on_false.shape)
    fits = pred.rank and shapes_fit(shape, pred.shape)  # where not, the program is wrong, and upstream takes it
    return AbstractValue(merge(shape, pred.shape) if fits else shape, on_true.element)


def clamp(min, operand, max):
    for name, bound in (("min", min), ("max", max)):
        if bound.rank != 0 and not shapes_fit(bound.shape, operand.shape):
            raise Refused(
                f"{name} shape [{numbers(bound.shape)}] is not scalar and is not compatible to operand shape [{numbers(operand.shape)}]"
            )
    return like(operand)


def uniform_dequantize(operand):
    return like(operand, getattr(operand.element, "expressed", operand.element))


def map_(inputs, dimensions, op):
    block = op.region.blocks[0] if op.region.blocks else None
    if block is None:
        raise Refused("expect non-empty region")
    if len(inputs) != len(block.arguments):
        raise Refused(
            f"expects number of operands to match the arity of map computation, but got: {len(inputs)} and {len(block.arguments)}"
        )
    for number, (argument, operand) in enumerate(zip(block.arguments, inputs)):
        if argument.type.rank != 0:
            raise Refused(f"computation arguments must be 0-rank tensor, but got: arg #{number} of type '{argument.type}'")
        if argument.type.element is not operand.element:
            raise Refused(
                f"element type of operands and computation arguments must match, but got: '{operand.element}' and '{argument.type.element}'"
            )
    outputs = block.last.operands
    if len(outputs) != 1:
        raise Refused(f"computation must return single output, but got: {len(outputs)}")
    if outputs[0].type.rank != 0:
        raise Refused(f"computation must return 0-rank tensor, but got: '{outputs[0].type}'")
    if list(dimensions) != list(range(len(dimensions))):
        raise Refused(f"requires monotonically increasing dimension numbers, but got: {numbers(dimensions)}")
    for operand in inputs:
        if len(dimensions) != operand.rank:
            raise Refused(
                f"applied to a subset of dimensions currently not supported: operand dimensions = {operand.rank}, "
                f"requested map dimensions size = {len(dimensions)}"
            )
    if not all([shapes_fit(operand.shape, inputs[0].shape) for operand in inputs]):
        raise Refused("requires the same shape for all operands and results")
    return AbstractValue(inputs[0].shape, outputs[0].type.element)


INFER = (
    dict.fromkeys(UNARY, unary)
    | dict.fromkeys(BINARY, binary)
    | dict.fromkeys(("abs", "real", "imag"), part)
    | {
        "convert": convert, "uniform_quantize": convert, "is_finite": is_finite, "complex": complex_, "compare": compare, "select": select, "clamp": clamp,
        "uniform_dequantize": uniform_dequantize, "map": map_,
    }
)  # fmt: skip
