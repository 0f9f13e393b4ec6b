"""Result types of normalization, linear algebra, transforms and random numbers."""

from __future__ import annotations

from tfir.dialects.stablehlo.inference.checks import Refused, integers, like, numbers, size_fits, type_of, word
from tfir.dialects.stablehlo.inference.shaping import shape_of
from tfir.ir.types import F32, F64, ComplexType, FloatType, shapes_fit
from tfir.ods.inference import AbstractValue
from tfir.ods.shapes import unify


def batch_norm_inference(operand, scale, offset, mean, variance, feature_index):
    _features([operand], [scale, offset, mean, variance], feature_index)
    return like(operand)


def batch_norm_training(operand, scale, offset, feature_index):
    count = _features([operand], [scale, offset], feature_index)
    return [like(operand), *[AbstractValue((count,), operand.element)] * 2]


def batch_norm_grad(operand, scale, mean, variance, grad_output, feature_index):
    count = _features([operand, grad_output], [scale, mean, variance], feature_index)
    return [like(operand), *[AbstractValue((count,), operand.element)] * 2]


def _features(full, single, feature_index: int):
    """How many features there are, after checking operands with all dimensions and those with one number for each feature."""
    if not all([shapes_fit(part.shape, full[0].shape) for part in full]):
        raise Refused("expects multi-dimensional operands to have compatible shapes.")
    if not all([shapes_fit(part.shape, single[0].shape) for part in single]):
        raise Refused("expects single-dimensional operands to have compatible shapes.")
    if feature_index >= full[0].rank:
        raise Refused(
            "expects featureIndex to be smaller than the rank of multi-dimensional operands; "
            f"got featureIndex {feature_index}, and rank {full[0].rank}."
        )
    count, size = full[0].shape[feature_index], single[0].shape[0]
    if not size_fits(count, size):
        raise Refused(
            "expects the size of single-dimensional operands to be compatible with feature count, but the size of "
            f"single-dimensional operands is {size} and the feature count is {count}."
        )
    return unify(count, size)


def cholesky(a):
    if a.rank < 2:
        raise Refused(f"argument 'a' must have rank >= 2, got shape {numbers(a.shape)}.")
    if not size_fits(a.shape[-2], a.shape[-1]):
        raise Refused(f"minor dimensions of 'a' must have equal size, got shape {numbers(a.shape)}.")
    return like(a)


def triangular_solve(a, b, left_side, transpose_a):
    if a.rank < 2:
        raise Refused(f"operand 'a' must have rank >= 2, but got '{type_of(a)}'")
    if not size_fits(a.shape[-2], a.shape[-1]):
        raise Refused(f"two minor dimensions of operand 'a' must be compatible, but got '{type_of(a)}'")
    both = f"but got '{type_of(a)}' and '{type_of(b)}'"
    if a.rank != b.rank:
        raise Refused(f"operands must have equal rank, {both}")
    if not size_fits(a.shape[-1], b.shape[-2 if left_side else -1]):
        raise Refused(f"shared dimension of operands 'a' and 'b' must be compatible, {both}")
    if not shapes_fit(a.shape[:-2], b.shape[:-2]):
        raise Refused(f"batch dimensions of the operands must be compatible, {both}")
    if word(transpose_a) == "TRANSPOSE_INVALID":
        raise Refused("Invalid transpose option value for triangular solve")
    return like(b)


def fft(operand, fft_type, fft_length):
    kind, lengths, shape = word(fft_type), integers(fft_length), operand.shape
    _transformable(kind, lengths, operand)
    if kind == "RFFT":
        return AbstractValue((*shape[:-1], lengths[-1] // 2 + 1 if lengths[-1] else shape[-1]), ComplexType(operand.element))
    if kind == "IRFFT":
        return AbstractValue((*shape[:-1], lengths[-1]), operand.element.element)
    return like(operand)


def _transformable(kind: str, lengths, operand) -> None:
    """Refuses an operand that has no Fourier transform over its last `len(lengths)` dimensions; `kind` is FFT, IFFT, RFFT or IRFFT."""
    rank, shape = len(lengths), operand.shape
    if not 1 <= rank <= 3:
        raise Refused(f"rank must be between 1 and 3, but got {rank}.")
    if kind == "RFFT" and operand.element not in (F32, F64):
        raise Refused(f"RFFT requires f32 or f64 input type, but is given '{operand.element}'.")
    if kind != "RFFT" and not isinstance(operand.element, ComplexType):
        raise Refused(f"FFT/IFFT/IRFFT take a complex tensor as input, but is given '{type_of(operand)}'.")
    if len(shape) < rank:
        raise Refused(f"operand rank must not be less than fft rank of {rank} for operand of type '{type_of(operand)}'.")
    if kind == "RFFT" and not all(map(size_fits, shape[-rank:], lengths)):
        reason = "RFFT requires innermost dimensions to be compatible with fft_length."
        raise Refused(f"{reason} Got: {numbers(shape)} but wanted {numbers(lengths)}.")
    if kind == "IRFFT":
        _inverse_fits(shape, lengths)


def _inverse_fits(shape, lengths) -> None:
    for size, length in zip(shape[-len(lengths) : -1], lengths):
        if not size_fits(size, length):
            reason = "IRFFT requires non-final dimensions to be compatible with fft_length."
            raise Refused(f"{reason} Got: {numbers(shape)} but wanted {numbers(lengths)}, and {size} != {length}.")
    last = shape[-1]
    if (not size_fits(last, 0) or lengths[-1]) and not size_fits(last, lengths[-1] // 2 + 1):
        reason = "IRFFT requires innermost dimension to be compatible with fft_length[-1]/2+1."
        raise Refused(f"{reason} Got: {last} but fft_length is {numbers(lengths)}.")


def rng(a, b, shape, rng_distribution):
    if word(rng_distribution) == "NORMAL" and not all([isinstance(part.element, FloatType) for part in (a, b)]):
        raise Refused("mu and sigma must be floats")
    return AbstractValue(shape_of(shape), b.element)


def rng_bit_generator(initial_state, result_types):
    return [like(initial_state), result_types[1]]


INFER = {
    "batch_norm_grad": batch_norm_grad, "batch_norm_inference": batch_norm_inference, "batch_norm_training": batch_norm_training,
    "cholesky": cholesky, "triangular_solve": triangular_solve, "fft": fft, "rng": rng, "rng_bit_generator": rng_bit_generator,
}  # fmt: skip
