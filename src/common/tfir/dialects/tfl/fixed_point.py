"""TFLite's arithmetic on fixed-point numbers, of Numbers and of NumPy's integers alike.

A real factor is a multiplier, an integer q of 31 bits behind the point, and a shift: q * 2**(shift - 31). Products are rounded twice: to
the nearest, ties up, when q has been applied, and then, by a shift to the right, to the nearest, ties away from zero.
Source: gemmlowp's fixedpoint.h, tensorflow/lite/kernels/internal/common.h, quantization_util.cc.
"""

from __future__ import annotations

from math import floor, frexp

from tfir.dialects.tfl.in_tensorflow import Number, clamp, constant, truth_as
from tfir.ir.types import I64, Type
from tfir.ods.numpy_on_demand import np

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

ACTIVATIONS = {"RELU": (0.0, None), "RELU6": (0.0, 6.0), "RELU_N1_TO_1": (-1.0, 1.0)}


def rounded(number: float) -> int:
    """To the nearest integer, ties away from zero."""
    return int(floor(abs(number) + 0.5)) * (1 if number >= 0 else -1)


def factor(real: float) -> tuple[int, int]:
    """A real factor as a multiplier and a shift."""
    real = float(real)
    if real == 0:
        return 0, 0
    mantissa, shift = frexp(real)
    multiplier = rounded(mantissa * (1 << 31))
    if multiplier == 1 << 31:
        multiplier, shift = multiplier // 2, shift + 1
    return (0, 0) if shift < -31 else (multiplier, shift)


def factors(reals: Sequence[float]) -> tuple[Any, Any]:
    """The same of several: arrays of multipliers and of shifts."""
    pairs = [factor(real) for real in reals]
    return np.array([each for each, _ in pairs], np.int64), np.array([shift for _, shift in pairs], np.int64)


def high_product(x: Any, multiplier: Any) -> Any:
    """x * multiplier / 2**31, rounded to the nearest, ties up."""
    return (x * multiplier + (1 << 30)) >> 31


def rounding_shift(x: Any, bits: Any) -> Any:
    """x / 2**bits, rounded to the nearest, ties away from zero."""
    if not isinstance(bits, Number) and not np.any(bits):
        return x
    mask = (
        (1 << bits) - 1
        if isinstance(bits, int)
        else (np.int64(1) << bits) - 1
        if not isinstance(bits, Number)
        else (one_like(bits) << bits) - 1
    )
    return (x >> bits) + truth_as((x & mask) > (mask >> 1) + truth_as(x < 0, x), x)


def one_like(x: Number) -> Number:
    return constant(np.int64(1), x.element)


def scaled(x: Any, multiplier: Any, shift: Any) -> Any:
    """x times a real factor, both of i64; of several factors arrays that broadcast against x."""
    left, right = np.maximum(shift, 0), np.maximum(-np.asarray(shift), 0)
    x = x * (np.int64(1) << left.astype(np.int64)) if np.any(left) else x
    return rounding_shift(high_product(x, multiplier), right.astype(np.int64))


def scaled_once(x: Any, multiplier: Any, shift: Any) -> Any:
    """The same, rounded once, ties up."""
    total = 31 - np.asarray(shift, np.int64)
    return (x * np.asarray(multiplier, np.int64) + (np.int64(1) << (total - 1))) >> total


def scaled_by(x: Any, real: float) -> Any:
    return scaled(x, *map(np.int64, factor(real)))


def scaled_wide(x: Any, multiplier: Any, shift: Any) -> Any:
    """x, which may have 48 bits, times a real factor whose multiplier is cut to 15 bits: rounded once, ties up."""
    multiplier = np.asarray(multiplier, np.int64)
    reduced = np.where(multiplier < 0x7FFF0000, (multiplier + (1 << 15)) >> 16, 0x7FFF)
    total = 15 - np.asarray(shift, np.int64)
    return (x * reduced + (np.int64(1) << (total - 1))) >> total


def stored_number(real: float, scale: Any, zero: int) -> int:
    """The integer that stands for a real number."""
    return zero + rounded(float(np.float32(np.float32(real) / np.float32(scale))))


def activation_limits(activation: str, result: Any) -> tuple[int, int]:
    """The least and the largest integer that a fused activation lets pass, of a quantized type."""
    low, high = result.minimum, result.maximum
    least, most = ACTIVATIONS.get(activation, (None, None))
    scale, zero = result.scales[0], result.zero_points[0]
    if least is not None:
        low = max(low, stored_number(least, scale, zero))
    if most is not None:
        high = min(high, stored_number(most, scale, zero))
    return low, high


def finished(x: Number, result: Any, activation: str = "NONE") -> Number:
    """Integers around zero as stored numbers of a quantized type: with its zero point, and within the limits of the activation."""
    low, high = activation_limits(activation, result)
    return clamp(x + int(result.zero_points[0]), low, high).to(storage_of(result))


def storage_of(element: Any) -> Type:
    storage: Type = getattr(element, "storage", element)
    return storage


def centred(x: Number) -> Number:
    """Stored numbers less their zero point, as i64."""
    x64 = x.to(I64)
    return x64 - x.zero if x.zero else x64


def along_last(numbers: Any, rank: int) -> Any:
    return np.asarray(numbers).reshape(*[1] * (rank - 1), -1)


def channel_factors(reals: Sequence[float], rank: int) -> tuple[Any, Any]:
    """Multipliers and shifts of factors, one or one for each place of the last axis."""
    multipliers, shifts = factors(reals)
    return (along_last(multipliers, rank), along_last(shifts, rank)) if len(reals) > 1 else (multipliers[0], shifts[0])
