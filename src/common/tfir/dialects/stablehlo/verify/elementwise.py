"""Constraints of ops that work element by element."""

from __future__ import annotations

from tfir.dialects.stablehlo.verify.checks import (
    both,
    bounds_of,
    compatible,
    fits,
    inferred,
    is_quantized,
    numbers,
    same_element,
    scales_fit,
)
from tfir.dialects.stablehlo.verify.refusal import Refused
from tfir.ir.diagnostics import Error
from tfir.ir.types import I1, ComplexType, TensorType

UNARY = """cbrt ceil convert cosine count_leading_zeros exponential exponential_minus_one floor log log_plus_one logistic negate not popcnt
reduce_precision round_nearest_afz round_nearest_even rsqrt sign sine sqrt tan tanh""".split()
BINARY = """add and atan2 divide maximum minimum multiply or power remainder shift_left shift_right_arithmetic
shift_right_logical subtract xor""".split()


def same_shapes(op):
    if not all_fit([v.type.shape for v in (*op.operands, *op.results)]):
        raise Error.on(op, "requires the same shape for all operands and results")


def all_fit(shapes) -> bool:
    """Whether each two of several shapes can be of the same tensor; where one is not known, the others still must."""
    distinct = [*dict.fromkeys(shapes)]
    return all([fits(one, other) for at, one in enumerate(distinct) for other in distinct[:at]])


def is_of_one_type(op) -> bool:
    """Whether operands and result have one static type: then nothing between them can be wrong."""
    type = op.results[0].type
    return type.is_static and all([value.type is type for value in op.operands])


def same_types(op):
    if is_of_one_type(op):
        return
    same_shapes(op)
    bounded(op)
    first = op.results[0].type
    if not all([compatible(value.type, first) for value in op.operands]):
        inferred_type = op.operands[0].type
        if same_element(inferred_type, op.operands[-1].type) and len(op.operands) > 1 and not is_quantized(inferred_type, first):
            raise both(op, f"'{op.name}' op inferred type(s) '{inferred_type}' are incompatible with return type(s) of operation '{first}'")
        raise Error.on(op, "requires compatible types for all operands and results")


def bounded(op):
    """A known size may not pass the bound of another operand; the result's may not pass what the operands allow."""
    operands = [v.type for v in op.operands]
    if not any(map(bounds_of, operands)):
        return
    for dim in range(len(operands[0].shape)):
        sizes = [type.shape[dim] for type in operands if type.shape[dim] is not None]
        limits = [bounds_of(type)[dim] for type in operands if bounds_of(type) and bounds_of(type)[dim] is not None]
        if sizes and limits and max(sizes) > min(limits):
            raise both(op, f"Mismatched dimension size {max(sizes)} and bound {min(limits)} in dimension {dim}")
        result = op.results[0].type.shape[dim]
        if limits and not sizes and result is not None and result > min(limits):
            expected = next(type for type in operands if bounds_of(type))
            raise both(
                op,
                f"'{op.name}' op inferred type(s) '{expected}' are incompatible with return type(s) of operation '{op.results[0].type}'",
            )


def add(op):
    if is_of_one_type(op):
        return
    same_shapes(op)
    types = [v.type for v in (*op.operands, *op.results)]
    bounded(op)
    if is_quantized(*types):
        try:
            scales_fit("binary", *types)
        except Refused as reason:
            raise Error(str(reason), op) from None
    elif len({type.element for type in types}) > 1:
        raise Error.on(op, "requires the same element type for all operands and results")


def with_element(type: TensorType, element) -> TensorType:
    return TensorType(type.shape, element, type.encoding)


def part(op):
    """`abs`, `real` and `imag`: the real type of a complex one."""
    same_shapes(op)
    type = op.operands[0].type
    element = type.element.element if isinstance(type.element, ComplexType) else type.element
    return [with_element(type, element)]


def is_finite(op):
    if not fits(op.operands[0].type.shape, op.result.type.shape):
        raise Error.on(op, "all non-scalar operands/results must have the same shape and base type")
    return [with_element(op.operands[0].type, I1)]


def complex_(op):
    same_shapes(op)
    lhs, rhs = [v.type for v in op.operands]
    if lhs.element is not rhs.element:
        raise Refused("requires the same element type for all operands")
    return [with_element(lhs, ComplexType(lhs.element))]


def compare(op):
    lhs, rhs = [v.type for v in op.operands]
    if not all_fit([lhs.shape, rhs.shape, op.result.type.shape]):
        raise Error.on(op, "all non-scalar operands/results must have the same shape and base type")
    if not same_element(lhs, rhs):
        raise Error.on(op, "requires compatible element types for all operands")
    shape = lhs.shape if lhs.encoding is not None or rhs.encoding is None else rhs.shape
    return [TensorType(shape, I1, lhs.encoding)]


def select(op):
    pred, on_true, on_false = [v.type for v in op.operands]
    if not compatible(on_true, on_false):
        raise Refused("requires compatible types for non-predicate operands")
    if pred.rank != 0 and not fits(pred.shape, on_true.shape):
        raise Refused("requires the same shape for all operands")
    sizes = [b if a is None else a for a, b in zip(on_true.shape, on_false.shape)]
    return [TensorType(sizes, on_true.element)]


def clamp(op):
    low, operand, high = [v.type for v in op.operands]
    if not same_element(low, operand) or not same_element(high, operand) or not same_element(operand, op.result.type):
        raise Error.on(op, "requires compatible element types for all operands and results")
    for name, bound in (("min", low), ("max", high)):
        if bound.rank != 0 and not fits(bound.shape, operand.shape):
            raise Refused(
                f"{name} shape [{numbers(bound.shape)}] is not scalar and is not compatible to operand shape [{numbers(operand.shape)}]"
            )
    return [operand]


def reduce_precision(op):
    exponent, mantissa = op.get("exponent_bits"), op.get("mantissa_bits")
    if exponent < 1:
        raise Error.on(
            op, "attribute 'exponent_bits' failed to satisfy constraint: 32-bit signless integer attribute whose value is positive"
        )
    if mantissa < 0:
        raise Error.on(
            op, "attribute 'mantissa_bits' failed to satisfy constraint: 32-bit signless integer attribute whose value is non-negative"
        )
    same_types(op)


def uniform_quantize(op):
    same_shapes(op)
    try:
        scales_fit("uniform_quantize", op.operands[0].type, op.result.type)
    except Refused as reason:
        raise Error(str(reason), op) from None


def uniform_dequantize(op):
    same_shapes(op)
    type = op.operands[0].type
    return [with_element(type, type.element.expressed if is_quantized(type) else type.element)]


def map_(op):
    dims = list(op.attributes["dimensions"].values)
    block = op.region.blocks[0] if op.region.blocks else None
    if block is None:
        raise Refused("expect non-empty region")
    if len(op.operands) != len(block.arguments):
        raise Refused(
            f"expects number of operands to match the arity of map computation, but got: {len(op.operands)} and {len(block.arguments)}"
        )
    for number, (argument, operand) in enumerate(zip(block.arguments, op.operands)):
        if argument.type.rank != 0:
            raise Refused(f"computation arguments must be 0-rank tensor, but got: arg #{number} of type '{argument.type}'")
        if argument.type.element is not operand.type.element:
            raise Refused(
                "element type of operands and computation arguments must match, but got: "
                f"'{operand.type.element}' and '{argument.type.element}'"
            )
    outputs = block.last.operands
    if len(outputs) != 1:
        raise Refused(f"computation must return single output, but got: {len(outputs)}")
    if outputs[0].type.rank != 0:
        raise Refused(f"computation must return 0-rank tensor, but got: '{outputs[0].type}'")
    if dims != list(range(len(dims))):
        raise Refused(f"requires monotonically increasing dimension numbers, but got: {numbers(dims)}")
    for operand in op.operands:
        if len(dims) != operand.type.rank:
            raise Refused(
                f"applied to a subset of dimensions currently not supported: operand dimensions = {operand.type.rank}, "
                f"requested map dimensions size = {len(dims)}"
            )
    same_shapes(op)
    return [TensorType(op.operands[0].type.shape, outputs[0].type.element)]


VERIFY = (
    dict.fromkeys(UNARY, same_types)
    | dict.fromkeys(BINARY, same_types)
    | {
        "add": add, "convert": same_shapes, "abs": inferred(part), "real": inferred(part), "imag": inferred(part),
        "is_finite": inferred(is_finite), "complex": inferred(complex_), "compare": inferred(compare), "select": inferred(select),
        "clamp": inferred(clamp), "reduce_precision": reduce_precision, "uniform_quantize": uniform_quantize,
        "uniform_dequantize": inferred(uniform_dequantize), "map": inferred(map_),
    }
)  # fmt: skip
