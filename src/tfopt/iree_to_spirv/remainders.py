"""Remainders of floats, exact whatever the quotient: those of mantissas as whole numbers, for some bits of the exponent at a time."""

from __future__ import annotations

import math

from tfopt.iree_to_spirv.arithmetic import I, Kind, Value, binary, is_nan, minimum, unary, where

MANTISSA = {32: 23, 64: 52}


def float_remainder(x: Value, y: Value) -> Value:
    """x minus y times the whole part of x / y, of f32 and f64. The sign is that of x, for a result of zero too."""
    lanes = max(x.lanes, y.lanes)
    if lanes > 1:
        x, y = x.splat(lanes), y.splat(lanes)
        return x.kernel.compose([float_remainder(x.lane(i), y.lane(i)) for i in range(lanes)])
    if x.kind.bits == 64:
        x.kernel.require("shaderInt64", "remainders of f64", "Int64")
    size, divisor = unary("GL.FAbs", x), unary("GL.FAbs", y)
    remainder = where(size < divisor, size, of_magnitudes(size, divisor))
    remainder = where(x.bitcast(Kind("i", x.kind.bits)) < 0, -remainder, remainder)
    usual = (size < math.inf) & divisor.differs(0.0) & ~is_nan(y)
    return where(usual, remainder, x.like(math.nan))


def of_magnitudes(x: Value, y: Value) -> Value:
    """As `float_remainder`, for numbers that are not negative, and not infinite where the result counts."""
    width = x.kind.bits
    step = width - 1 - MANTISSA[width]  # by so many bits can a remainder be shifted
    (mantissa, exponent), (divisor, lowest) = parts(x), parts(y)
    divisor = where(divisor.equals(0), divisor.like(1), divisor)
    left = where(exponent > lowest, exponent - lowest, 0)

    def shifted(_, carried):
        rest, left = carried
        count = minimum(left, step)
        wide = count.viewed(Kind("u", 32)) if width == 32 else count.turned("UConvert", Kind("u", 64))
        return [binary("UMod", rest.shift_left(wide), divisor), left - count]

    most = -(-(1 << (width - 1 - MANTISSA[width])) // step)
    rounds = (left + (step - 1)).viewed(Kind("u", 32))
    rounds = binary("UDiv", rounds, step).viewed(I)
    start = [binary("UMod", mantissa, divisor), left]
    rest, _ = x.kernel.loop(0, most, 1, start, shifted, unrolled=0, rounds=rounds)
    return scaled(rest, lowest, x.kind)


def parts(x: Value) -> tuple[Value, Value]:
    """(m, e) with x = m * 2**(e - bias - bits of a mantissa), whole numbers both; e as 32 bits."""
    held = MANTISSA[x.kind.bits]
    bits = x.bitcast(Kind("u", x.kind.bits))
    exponent = bits.shift_right(held)
    mantissa, normal = bits & ((1 << held) - 1), exponent.differs(0)
    exponent = exponent.viewed(I) if x.kind.bits == 32 else exponent.turned("UConvert", Kind("u", 32)).viewed(I)
    return where(normal, mantissa | (1 << held), mantissa), where(normal, exponent, 1)


def scaled(mantissa: Value, exponent: Value, kind: Kind) -> Value:
    """The float that such parts stand for; by two factors, as one may be too small for the type."""
    held, bias = MANTISSA[kind.bits], (1 << (kind.bits - 2 - MANTISSA[kind.bits])) - 1
    power = exponent - (bias + held)
    half = power.shift_right(1)
    result = mantissa.turned("ConvertUToF", kind)
    for part in (half, power - half):
        biased = (part + bias).viewed(Kind("u", 32))
        biased = biased if kind.bits == 32 else biased.turned("UConvert", Kind("u", 64))
        result = result * biased.shift_left(held).bitcast(kind)
    return result
