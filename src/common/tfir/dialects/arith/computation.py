"""Arithmetic at run time: integers wrap around, floats round once. Source: MLIR's arith dialect.

What the dialect calls undefined behaviour (a division by zero, one that overflows) is an error; what it calls poison is some number: a shift by
the width or more leaves no bit, what a float is too large for is the nearest integer, NaN is 0. An i1 is 0 or -1 where signs count.
"""

from __future__ import annotations

import numpy as np

from tfir.dialects.arith import FLOAT_PREDICATES, INTEGER_PREDICATES, ROUNDINGS
from tfir.dialects.stablehlo.conversion import bitcast as with_bits_of
from tfir.dialects.stablehlo.elementwise import as_bits, from_bits, in_f32, is_narrow_integer, wrap_to_width
from tfir.ir.dense import ElementsAttr
from tfir.ir.diagnostics import Error
from tfir.ir.types import ShapedType
from tfir.ods.arrays import array_of, bit_width, converted, dtype_of
from tfir.ods.semantics import OpSemantics, ops_of


def result_dtype(result_types):
    """The dtype of an op's only result: of the elements of a tensor or vector, or of a number."""
    type = result_types[0]
    return dtype_of(type.element if isinstance(type, ShapedType) else type)


# Integers


def signed(array):
    """Signless integers as NumPy's with a sign, those of fewer than 8 bits as bytes."""
    if array.dtype == np.bool_:
        return -np.asarray(array).view(np.int8)
    return array.astype(np.int8) if is_narrow_integer(array.dtype) else array


def width_of(dtype) -> int:
    return 1 if dtype == np.bool_ else bit_width(dtype)


def unsigned(array):
    return np.asarray(array).view(np.uint8) if array.dtype == np.bool_ else as_bits(np.asarray(array))


def in_width(array, dtype):
    """Numbers as integers of a type, of which the lowest bits count."""
    if dtype == np.bool_:
        return (array & 1).astype(bool)
    if is_narrow_integer(dtype):
        return wrap_to_width(np.asarray(array), dtype).astype(dtype)
    return array.astype(dtype)


def of_signed(function):
    """An op's `evaluate` from a function of integers with signs."""

    def evaluate(lhs, rhs):
        with np.errstate(over="ignore"):
            if lhs.dtype.kind == "i":
                return function(lhs, rhs)
            return in_width(function(signed(lhs), signed(rhs)), lhs.dtype)

    return evaluate


def of_unsigned(function):
    def evaluate(lhs, rhs):
        with np.errstate(over="ignore"):
            return from_unsigned(function(unsigned(lhs), unsigned(rhs)), lhs.dtype)

    return evaluate


def from_unsigned(bits, dtype):
    return (np.asarray(bits) & 1).astype(bool) if dtype == np.bool_ else from_bits(np.asarray(bits), dtype)


def checked(divisor) -> None:
    if not np.all(divisor):
        raise Error("divides by zero")


def floor_divided(lhs, rhs):
    """The quotient rounded down, and what is left. Raises Error for a division by zero, and for the least number by -1."""
    checked(rhs)
    if lhs.dtype.kind == "i" and np.any((rhs == -1) & (lhs == np.iinfo(lhs.dtype).min)):
        raise Error("overflows")
    return np.divmod(lhs, rhs)


def truncated_quotient(lhs, rhs):
    quotient, rest = floor_divided(lhs, rhs)
    return quotient + ((rest != 0) & ((lhs < 0) != (rhs < 0))).astype(quotient.dtype)


def ceiling_quotient(lhs, rhs):
    quotient, rest = floor_divided(lhs, rhs)
    return quotient + (rest != 0).astype(quotient.dtype)


def truncated_rest(lhs, rhs):
    checked(rhs)
    return np.fmod(lhs, rhs)


def multiplied_wide(lhs, rhs):
    """The lower and the upper half of the bits of a product."""
    width = bit_width(lhs.dtype)
    if width > 32:
        exact = np.asarray(lhs.astype(object) * rhs.astype(object), object)
        low = np.asarray(exact & ((1 << width) - 1), object).astype(np.uint64).astype(lhs.dtype)
        return low, np.asarray(exact >> width, object).astype(lhs.dtype)
    product = lhs.astype(np.int64) * rhs.astype(np.int64) if lhs.dtype.kind == "i" else lhs.astype(np.uint64) * rhs.astype(np.uint64)
    return product, product >> product.dtype.type(width)


def shifted_with_sign(lhs, rhs):
    number, amount = signed(lhs), unsigned(rhs)
    most = np.minimum(amount, 8 * amount.dtype.itemsize - 1).astype(number.dtype)
    return in_width(np.right_shift(number, most), lhs.dtype)


class addui_extended(OpSemantics):
    def evaluate(lhs, rhs):
        total = SEMANTICS["addi"].evaluate(lhs, rhs)
        return [total, unsigned(total) < unsigned(lhs)]


class subui_extended(OpSemantics):
    def evaluate(lhs, rhs):
        return [SEMANTICS["subi"].evaluate(lhs, rhs), unsigned(lhs) < unsigned(rhs)]


class mulsi_extended(OpSemantics):
    def evaluate(lhs, rhs):
        if is_narrow(lhs.dtype):
            return halves(signed(lhs).astype(np.int64) * signed(rhs).astype(np.int64), lhs.dtype)
        return [half.astype(lhs.dtype) for half in multiplied_wide(lhs, rhs)]


class mului_extended(OpSemantics):
    def evaluate(lhs, rhs):
        if is_narrow(lhs.dtype):
            return halves(unsigned(lhs).astype(np.int64) * unsigned(rhs).astype(np.int64), lhs.dtype)
        return [from_unsigned(half.astype(unsigned(lhs).dtype), lhs.dtype) for half in multiplied_wide(unsigned(lhs), unsigned(rhs))]


def is_narrow(dtype) -> bool:
    return dtype == np.bool_ or is_narrow_integer(dtype)


def halves(product, dtype) -> list:
    return [in_width(product, dtype), in_width(product >> width_of(dtype), dtype)]


COMPARED = {"eq": np.equal, "ne": np.not_equal, "lt": np.less, "le": np.less_equal, "gt": np.greater, "ge": np.greater_equal}


def compared(predicate: str, lhs, rhs):
    """The truth of `slt`, `uge` and the like, of integers."""
    if predicate in ("eq", "ne"):
        return COMPARED[predicate](lhs, rhs)
    as_numbers = signed if predicate[0] == "s" else unsigned
    return COMPARED[predicate[1:]](as_numbers(lhs), as_numbers(rhs))


class cmpi(OpSemantics):
    def evaluate(lhs, rhs, predicate):
        return compared(INTEGER_PREDICATES[predicate], lhs, rhs)


# Floats


def larger(lhs, rhs):
    """IEEE 754's maximum: NaN if one is, and 0 is larger than -0."""
    return np.where((lhs == 0) & (rhs == 0), lhs + rhs, np.maximum(lhs, rhs)).astype(lhs.dtype)


def smaller(lhs, rhs):
    return -larger(-lhs, -rhs)


def larger_number(lhs, rhs):
    """As `larger`, but the other where one is NaN."""
    return larger(np.where(np.isnan(lhs), rhs, lhs).astype(lhs.dtype), np.where(np.isnan(rhs), lhs, rhs).astype(lhs.dtype))


def smaller_number(lhs, rhs):
    return -larger_number(-lhs, -rhs)


class cmpf(OpSemantics):
    def evaluate(lhs, rhs, predicate):
        word = FLOAT_PREDICATES[predicate]
        if word in ("true", "false"):
            return np.full(lhs.shape, word == "true")
        unordered = np.isnan(lhs) | np.isnan(rhs)
        if word in ("ord", "uno"):
            return unordered if word == "uno" else ~unordered
        holds = COMPARED[word[1:]](lhs, rhs)
        return holds | unordered if word[0] == "u" else holds & ~unordered


class negf(OpSemantics):
    def evaluate(operand):
        return np.negative(operand)


class flush_denormals(OpSemantics):
    def evaluate(operand):
        import ml_dtypes

        return np.where(
            np.abs(operand) < ml_dtypes.finfo(operand.dtype).smallest_normal, np.copysign(operand.dtype.type(0), operand), operand
        )


class select(OpSemantics):
    def evaluate(condition, true_value, false_value):
        if np.ndim(condition) == 0:
            return true_value if condition else false_value
        return np.where(condition, true_value, false_value)


# Conversions


def rounded(number, dtype, how: str):
    """Floats as ones of a narrower type, in one of IEEE 754's ways."""
    near = converted(number, dtype)
    if how == "to_nearest_even":
        return near
    exact, back = number.astype(np.float64), near.astype(np.float64)
    up, down = dtype.type(np.inf), dtype.type(-np.inf)
    if how == "to_nearest_away":
        other = np.nextafter(near, np.where(exact > back, up, down).astype(dtype))
        is_tie = (exact != back) & (np.abs(exact - back) == np.abs(other.astype(np.float64) - exact))
        return np.where(is_tie & (np.abs(other) > np.abs(near)), other, near)
    goal = {"downward": down, "upward": up}.get(how)
    is_beyond = back > exact if how == "downward" else back < exact if how == "upward" else np.abs(back) > np.abs(exact)
    towards = np.zeros_like(near) if goal is None else np.full_like(near, goal)
    return np.where(is_beyond, np.nextafter(near, towards), near)


class extf(OpSemantics):
    def evaluate(in_, result_types):
        return converted(in_, result_dtype(result_types))


class truncf(OpSemantics):
    def evaluate(in_, result_types, roundingmode=None):
        return rounded(in_, result_dtype(result_types), ROUNDINGS[roundingmode or 0])


class convertf(truncf):
    """From any float type to another."""


class scaling_extf(OpSemantics):
    def evaluate(in_, scale, result_types):
        dtype = result_dtype(result_types)
        return np.multiply(converted(in_, dtype), converted(scale_of(scale), dtype))


class scaling_truncf(OpSemantics):
    def evaluate(in_, scale, result_types, roundingmode=None):
        quotient = np.divide(in_, converted(scale_of(scale), in_.dtype))
        return rounded(quotient, result_dtype(result_types), ROUNDINGS[roundingmode or 0])


def scale_of(scale):
    """A scale is a power of two: of a float, its exponent alone."""
    import ml_dtypes

    power = np.dtype(ml_dtypes.float8_e8m0fnu)
    if scale.dtype == power:
        return scale
    mantissa, exponent = np.frexp(scale.astype(np.float64))
    return converted(np.where(np.isfinite(scale), np.ldexp(0.5, exponent), mantissa), power)


class extsi(OpSemantics):
    def evaluate(in_, result_types):
        return in_width(signed(in_), result_dtype(result_types))


class extui(OpSemantics):
    def evaluate(in_, result_types):
        return in_width(unsigned(in_), result_dtype(result_types))


class trunci(extsi):
    """Only the lowest bits."""


class index_cast(extsi):
    """An index has 64 bits."""


class index_castui(extui):
    """An index has 64 bits."""


class sitofp(OpSemantics):
    def evaluate(in_, result_types):
        return converted(signed(in_), result_dtype(result_types))


class uitofp(OpSemantics):
    def evaluate(in_, result_types):
        return converted(unsigned(in_), result_dtype(result_types))


def whole(number, low: int, high: int):
    """Floats without their fractions, as integers between two; what is beyond them is the nearer one, NaN is 0."""
    number = np.trunc(np.nan_to_num(np.asarray(number.astype(np.float64)), nan=0.0, posinf=np.inf, neginf=-np.inf))
    inside = np.where((number >= float(low)) & (number < float(high)), number, 0.0)
    whole = inside.astype(np.uint64 if low == 0 else np.int64)
    return np.where(number >= float(high), whole.dtype.type(high), np.where(number < float(low), whole.dtype.type(low), whole))


class fptosi(OpSemantics):
    def evaluate(in_, result_types):
        dtype = result_dtype(result_types)
        width = width_of(dtype)
        return in_width(whole(in_, -(1 << (width - 1)), (1 << (width - 1)) - 1), dtype)


class fptoui(OpSemantics):
    def evaluate(in_, result_types):
        dtype = result_dtype(result_types)
        return in_width(whole(in_, 0, (1 << width_of(dtype)) - 1), dtype)


class bitcast(OpSemantics):
    def evaluate(in_, result_types):
        return with_bits_of(np.asarray(in_), result_dtype(result_types))


class constant(OpSemantics):
    def evaluate(value, result_types):
        return array_of(value) if isinstance(value, ElementsAttr) else np.asarray(value, dtype_of(result_types[0]))


SEMANTICS = {
    **ops_of(OpSemantics, addi=of_signed(np.add), subi=of_signed(np.subtract), muli=of_signed(np.multiply)),
    **ops_of(
        OpSemantics,
        divsi=of_signed(truncated_quotient), remsi=of_signed(truncated_rest), ceildivsi=of_signed(ceiling_quotient),
        floordivsi=of_signed(lambda lhs, rhs: floor_divided(lhs, rhs)[0]), maxsi=of_signed(np.maximum), minsi=of_signed(np.minimum),
        divui=of_unsigned(truncated_quotient), remui=of_unsigned(truncated_rest), ceildivui=of_unsigned(ceiling_quotient),
        maxui=of_unsigned(np.maximum), minui=of_unsigned(np.minimum),
        andi=of_unsigned(np.bitwise_and), ori=of_unsigned(np.bitwise_or), xori=of_unsigned(np.bitwise_xor),
        shli=of_unsigned(np.left_shift), shrui=of_unsigned(np.right_shift), shrsi=shifted_with_sign,
    ),
    **ops_of(
        OpSemantics,
        addf=in_f32(np.add), subf=in_f32(np.subtract), mulf=in_f32(np.multiply), divf=in_f32(np.divide), remf=in_f32(np.fmod),
        maximumf=larger, minimumf=smaller, maxnumf=larger_number, minnumf=smaller_number,
    ),
}  # fmt: skip
