"""Constraints of normalization, linear algebra, transforms and random numbers."""

from __future__ import annotations

from tfir.dialects import constant_numbers
from tfir.dialects.stablehlo.result_shapes import fft_result
from tfir.dialects.stablehlo.verify.checks import dimensions_of, fits, inferred, numbers, same_element, size_fits
from tfir.dialects.stablehlo.verify.refusal import Refused, checked
from tfir.ir.diagnostics import Error
from tfir.ir.types import FloatType, TensorType
from tfir.ods.shapes import anonymous, named


def normalized(many: int, results: int):
    """Inference for batch normalization, whose first operand has all dimensions (with its gradient, the last too)."""

    def infer(op):
        types, feature = [v.type for v in op.operands], op.get("feature_index")
        full, single = ([types[0], types[-1]], types[1:-1]) if many == 2 else ([types[0]], types[1:])
        if not all([fits(type.shape, full[0].shape) for type in full]):
            raise Refused("expects multi-dimensional operands to have compatible shapes.")
        if not all([fits(type.shape, single[0].shape) for type in single]):
            raise Refused("expects single-dimensional operands to have compatible shapes.")
        if feature >= full[0].rank:
            raise Refused(
                "expects featureIndex to be smaller than the rank of multi-dimensional operands; "
                f"got featureIndex {feature}, and rank {full[0].rank}."
            )
        count, size = full[0].shape[feature], single[0].shape[0]
        if not size_fits(count, size):
            raise Refused(
                "expects the size of single-dimensional operands to be compatible with feature count, but the size of "
                f"single-dimensional operands is {size} and the feature count is {count}."
            )
        return [full[0]] + [TensorType((count,), full[0].element)] * (results - 1)

    return infer


def cholesky(op):
    type = op.operands[0].type
    if type.rank < 2:
        raise Refused(f"argument 'a' must have rank >= 2, got shape {numbers(type.shape)}.")
    if not size_fits(type.shape[-2], type.shape[-1]):
        raise Refused(f"minor dimensions of 'a' must have equal size, got shape {numbers(type.shape)}.")
    return [type]


def triangular_solve(op):
    a, b = [v.type for v in op.operands]
    if a.rank < 2:
        raise Refused(f"operand 'a' must have rank >= 2, but got '{a}'")
    if not size_fits(a.shape[-2], a.shape[-1]):
        raise Refused(f"two minor dimensions of operand 'a' must be compatible, but got '{a}'")
    if a.rank != b.rank:
        raise Refused(f"operands must have equal rank, but got '{a}' and '{b}'")
    if not size_fits(a.shape[-1], b.shape[-2 if op.get("left_side") else -1]):
        raise Refused(f"shared dimension of operands 'a' and 'b' must be compatible, but got '{a}' and '{b}'")
    if not fits(a.shape[:-2], b.shape[:-2]):
        raise Refused(f"batch dimensions of the operands must be compatible, but got '{a}' and '{b}'")
    if op.get("transpose_a") == "TRANSPOSE_INVALID":
        raise Refused("Invalid transpose option value for triangular solve")
    return [b]


def fft(op):
    operand, kind = op.operands[0].type, op.get("fft_type")
    shape, element = fft_result(kind, dimensions_of(op, "fft_length"), named(operand.shape), operand.element)
    return [TensorType(anonymous(shape), element, operand.encoding if kind in ("FFT", "IFFT") else None)]


def rng(op):
    a, b, shape = op.operands
    if op.get("rng_distribution") == "NORMAL" and not all([isinstance(v.type.element, FloatType) for v in (a, b)]):
        raise Refused("mu and sigma must be floats")
    if not same_element(a.type, b.type) or not same_element(a.type, op.result.type):
        raise Error.on(op, "failed to verify that all of {a, b, result} have same element type")
    sizes = constant_numbers(shape)
    return [TensorType(sizes if sizes is not None else [None] * (shape.type.shape[0] or 0), b.type.element)]


def rng_bit_generator(op):
    state, next_state = op.operands[0].type, op.results[0].type
    if not fits(state.shape, next_state.shape):
        raise Refused(f"output state shape must be compatible with initial state shape. Got: '{state}' and '{next_state}'")


VERIFY = {
    "batch_norm_grad": inferred(normalized(2, 3)), "batch_norm_inference": inferred(normalized(1, 1)),
    "batch_norm_training": inferred(normalized(1, 3)), "cholesky": inferred(cholesky), "triangular_solve": inferred(triangular_solve),
    "fft": inferred(fft), "rng_bit_generator": checked(rng_bit_generator),
}  # fmt: skip
VERIFY_IN_CONTEXT = {"rng": inferred(rng)}
