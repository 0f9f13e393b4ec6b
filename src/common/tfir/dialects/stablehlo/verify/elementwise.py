"""Constraints of ops that work element by element."""

from __future__ import annotations

from tfir.dialects.stablehlo.inference.checks import Refused, bounds_of, compatible, fits, is_quantized, same_element
from tfir.dialects.stablehlo.inference.elementwise import BINARY, UNARY
from tfir.dialects.stablehlo.verify.checks import both, in_order, inferred, scales_fit
from tfir.ir.diagnostics import Error


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


def compare(op):
    lhs, rhs = [v.type for v in op.operands]
    if not all_fit([lhs.shape, rhs.shape, op.result.type.shape]):
        raise Error.on(op, "all non-scalar operands/results must have the same shape and base type")
    if not same_element(lhs, rhs):
        raise Error.on(op, "requires compatible element types for all operands")


def is_finite(op):
    if not fits(op.operands[0].type.shape, op.result.type.shape):
        raise Error.on(op, "all non-scalar operands/results must have the same shape and base type")


def clamp(op):
    low, operand, high = [v.type for v in op.operands]
    if not same_element(low, operand) or not same_element(high, operand) or not same_element(operand, op.result.type):
        raise Error.on(op, "requires compatible element types for all operands and results")


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


VERIFY = (
    dict.fromkeys((*UNARY, *BINARY), same_types)
    | dict.fromkeys(("abs", "real", "imag", "complex", "uniform_dequantize"), in_order(same_shapes, inferred))
    | {
        "add": add, "convert": same_shapes, "is_finite": in_order(is_finite, inferred), "compare": in_order(compare, inferred),
        "select": inferred, "clamp": in_order(clamp, inferred), "reduce_precision": reduce_precision,
        "uniform_quantize": uniform_quantize, "map": in_order(inferred, same_shapes),
    }
)  # fmt: skip
