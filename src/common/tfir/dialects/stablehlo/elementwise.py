"""Element by element: arithmetic, logic, comparison, choice. Source: StableHLO specification, "Ops".

Where the specification leaves a value to the implementation, this does what XLA does on CPUs: integer division by zero is
all ones, its remainder the dividend.
"""

from __future__ import annotations

from math import prod

import numpy as np

from tfir.dialects.stablehlo.inference.checks import word
from tfir.ir.types import IntegerType
from tfir.ods import arrays, complex_functions, shapes
from tfir.ods.arrays import NATIVE, bit_width, converted, has_no_negative_zero, has_no_zero, is_float, is_integer, is_narrow_float, widened
from tfir.ods.inference import declared_elements, size_arithmetic
from tfir.ods.semantics import OpSemantics, WithPlace, ops_of


class in_f32:
    """The function of arrays, with floats narrower than 32 bits computed as f32 and rounded once; `is_inexact` tells other dtypes for
    which the function itself is no good."""

    __slots__ = ("function", "is_inexact")

    def __init__(self, function, is_inexact=is_narrow_float):
        self.function, self.is_inexact = function, is_inexact

    def __call__(self, *operands):
        dtype = operands[0].dtype
        if not self.is_inexact(dtype):
            return self.function(*operands)
        return converted(self.function(*map(widened, operands)), dtype)


def wrap_to_width(array, dtype):
    """The value of the lowest bits, as an integer type of fewer than 8 bits sees it."""
    width = bit_width(dtype)
    low = array.astype(np.int64) & ((1 << width) - 1)
    return low if dtype.name.startswith("u") else with_sign(low, width)


def with_sign(low, width: int):
    """Numbers of so many bits, the highest of which is a sign."""
    return np.where(low >> (width - 1), low - (1 << width), low)


def in_bytes(function):
    """The function, with integers of 2 and 4 bits computed as bytes of which the lowest bits count."""

    def evaluate(lhs, rhs=None):
        operands = [lhs] if rhs is None else [lhs, rhs]
        if is_narrow_integer(lhs.dtype):
            return wrap_to_width(function(*[part.astype(np.int8) for part in operands]), lhs.dtype).astype(lhs.dtype)
        return function(*operands)

    return evaluate


def of_integers(function):
    """What an op of integers, or truth values, that NumPy has can prepare: that it is `function`."""

    def bind(operands):
        is_plain = operands[0].element in NATIVE and isinstance(operands[0].element, IntegerType)
        return function if is_plain else None

    return bind


def is_narrow_integer(dtype) -> bool:
    """Whether an integer type has fewer bits than the bytes that store it."""
    return dtype.kind == "V" and is_integer(dtype)


def as_bits(array):
    """Integers as unsigned ones: of the same width, or bytes whose upper bits are 0."""
    if is_narrow_integer(array.dtype):
        return array.astype(np.int8).view(np.uint8) & np.uint8((1 << bit_width(array.dtype)) - 1)
    return array.view(unsigned(array.dtype))


def from_bits(bits, dtype):
    """Integers of a type from the lowest bits of unsigned ones."""
    if is_narrow_integer(dtype):
        return wrap_to_width(bits, dtype).astype(dtype)
    return bits.astype(unsigned(dtype), copy=False).view(dtype)


def unsigned(dtype):
    """The unsigned integers of the same width."""
    return np.dtype(f"u{np.dtype(dtype).itemsize}")


# Arithmetic. With `into` the memory of an operand that is not read again can be used for the result. What is one function of NumPy stands in
# `SEMANTICS` below.


class divide(OpSemantics):
    into = np.divide

    def propagate_values(lhs, rhs):
        """Of sizes, by numbers that are not 0."""
        is_counted = all([isinstance(n, int) and n > 0 for n in rhs.numbers or [0]])
        is_size = all([not isinstance(n, int) or n >= 0 for n in lhs.numbers or []])
        return size_arithmetic(shapes.divide_to_zero, lhs, rhs) if is_counted and is_size else None

    def evaluate(lhs, rhs):
        return divide_integers(lhs, rhs)[0] if is_integer(lhs.dtype) else in_f32(np.divide, has_no_zero)(lhs, rhs)


class remainder(OpSemantics):
    into = np.fmod

    def evaluate(lhs, rhs):
        return divide_integers(lhs, rhs)[1] if is_integer(lhs.dtype) else in_f32(np.fmod)(lhs, rhs)


def divide_integers(lhs, rhs):
    """Quotient (towards zero) and remainder (of the dividend's sign). The one overflow, least / -1, wraps."""
    dtype = lhs.dtype
    if is_narrow_integer(dtype):
        return tuple([part.astype(dtype) for part in divide_integers(lhs.astype(np.int32), rhs.astype(np.int32))])
    zero = rhs == 0
    divisor = np.where(zero, dtype.type(1), rhs)
    if dtype.kind == "i":
        minus_one = divisor == -1
        safe = np.where(minus_one, dtype.type(1), divisor)
        rest = np.fmod(lhs, safe)
        quotient = np.where(minus_one, np.negative(lhs), (lhs - rest) // safe)
        return np.where(zero, dtype.type(-1), quotient), np.where(zero, lhs, np.where(minus_one, dtype.type(0), rest))
    return np.where(zero, np.iinfo(dtype).max, lhs // divisor).astype(dtype), np.where(zero, lhs, lhs % divisor)


class power(OpSemantics):
    def evaluate(lhs, rhs):
        if lhs.dtype.kind == "c":
            return complex_functions.in_double(np.power, lhs, rhs)
        return integer_power(lhs, rhs) if is_integer(lhs.dtype) else in_f32(np.power)(lhs, rhs)


def integer_power(base, exponent):
    """Exponentiation that wraps. A negative exponent gives 1 / base**n rounded towards zero: 0 unless the base is 1 or -1."""
    if is_narrow_integer(base.dtype):
        return integer_power(base.astype(np.int32), exponent.astype(np.int32)).astype(base.dtype)
    if base.dtype.kind == "u":
        return np.power(base, exponent)
    negative = exponent < 0
    inverse = np.where(base == 1, 1, np.where(base == -1, np.where(exponent % 2 == 0, 1, -1), 0))
    return np.where(negative, inverse, np.power(base, np.where(negative, 0, exponent))).astype(base.dtype)


class atan2(OpSemantics):
    def evaluate(lhs, rhs):
        if lhs.dtype.kind == "c":
            return complex_functions.in_double(complex_functions.arc_tangent, lhs, rhs)
        return in_f32(np.arctan2)(lhs, rhs)


def larger(lhs, rhs, out=None):
    """NumPy's maximum; against one number it is `clip`, which is faster by half. Of zeros +0 is the larger."""
    if is_one_number(rhs):
        limit = rhs[(0,) * rhs.ndim]
        if limit or not np.signbit(limit):
            result = np.clip(lhs, limit, np.inf, out=out)
            return result if limit else np.add(result, limit, out=result)  # -0 + 0 is +0
    ties = meeting_zeros(lhs, rhs)
    signed = None if ties is None else lhs + rhs  # -0 only for two of them
    result = np.maximum(lhs, rhs, out=out)
    return result if ties is None else with_zeros(result, ties, signed, out)


def smaller(lhs, rhs, out=None):
    if is_one_number(rhs) and rhs[(0,) * rhs.ndim]:
        return np.clip(lhs, -np.inf, rhs[(0,) * rhs.ndim], out=out)
    ties = meeting_zeros(lhs, rhs)
    signed = None if ties is None else -(-lhs - rhs)  # +0 only for two of them
    result = np.minimum(lhs, rhs, out=out)
    return result if ties is None else with_zeros(result, ties, signed, out)


def meeting_zeros(lhs, rhs):
    """A mask of the places where both operands are zero, for which NumPy's maximum returns either; None if no zero is negative."""
    if is_integer(lhs.dtype) or lhs.dtype.kind == "b" or not (arrays.has_negative_zero(lhs) or arrays.has_negative_zero(rhs)):
        return None
    return (lhs == 0) & (rhs == 0)


def with_zeros(result, ties, signed, out):
    return np.where(ties, signed, result) if out is None else np.copyto(out, signed, where=ties) or out


def is_one_number(array) -> bool:
    """Whether an array of f32 or f64 repeats one number, seen without reading it."""
    return array.dtype in (np.float32, np.float64) and array.size > 1 and not any(array.strides)


def within(low, high, result_types, lacks_negative_zero):
    """`clipped` between two known numbers of f32 or f64; None where zeros are to be told apart."""
    shape, lowest, highest = result_types[0].shape, low.ravel()[0], high.ravel()[0]
    if shape == () or not highest or not lowest and np.signbit(lowest):
        return None
    lowest, highest = np.array(lowest), np.array(highest)
    if lowest or lacks_negative_zero:
        return lambda array, out: array.clip(lowest, highest, out=out)

    def above_zero(array, out):
        result = array.clip(lowest, highest, out=out)
        return np.add(result, lowest, out=result)  # -0 + 0 is +0

    return above_zero


def limited(of_others, side: int):
    """What the larger or smaller of numbers and one known number prepares; of other numbers what `of_others` does."""

    def bind(operands, result_types):
        limit = operands[1].value
        if limit is None or limit.dtype.char not in ONES or not limit.size or any(limit.strides):
            return of_others(operands)
        far = np.array(np.inf * side, limit.dtype)
        clip = within(*((limit, far) if side > 0 else (far, limit)), result_types, operands[0].lacks_negative_zero)
        return None if clip is None else WithPlace(lambda lhs, rhs, out=None: clip(lhs, out))

    return bind


class maximum(OpSemantics):
    into, bind = larger, limited(of_integers(np.maximum), 1)

    def evaluate(lhs, rhs):
        return lexicographic(lhs, rhs, larger, np.greater)


class minimum(OpSemantics):
    into, bind = smaller, limited(of_integers(np.minimum), -1)

    def evaluate(lhs, rhs):
        return lexicographic(lhs, rhs, smaller, np.less)


def lexicographic(lhs, rhs, choose, comes_first):
    """NaN if either is. Complex numbers are compared by their real, then by their imaginary parts."""
    if lhs.dtype.kind != "c":
        return in_bytes(choose)(lhs, rhs) if lhs.dtype.kind == "V" else choose(lhs, rhs)
    first = comes_first(lhs.real, rhs.real) | ((lhs.real == rhs.real) & comes_first(lhs.imag, rhs.imag))
    return np.where(np.isnan(lhs) | (first & ~np.isnan(rhs)), lhs, rhs)


class abs(OpSemantics):
    into = np.absolute

    def evaluate(operand):
        return in_bytes(np.absolute)(operand)


class negate(OpSemantics):
    into = np.negative

    def evaluate(operand):
        return in_bytes(np.negative)(operand)


class sign(OpSemantics):
    def evaluate(operand):
        if operand.dtype.kind == "c":
            return complex_functions.direction(operand)
        return in_f32(sign_of_float)(operand) if is_float(operand.dtype) else in_bytes(np.sign)(operand)


def sign_of_float(operand):
    """-1, 1, or the zero that the operand is."""
    return np.where(operand == 0, operand, np.sign(operand))


def away_from_zero(operand):
    whole = np.trunc(operand)
    return whole + np.copysign((np.absolute(operand - whole) >= 0.5).astype(operand.dtype), operand)


# Functions of one number


class cbrt(OpSemantics):
    def evaluate(operand):
        return complex_functions.cube_root(operand) if operand.dtype.kind == "c" else in_f32(np.cbrt)(operand)


ONES = {letter: np.ones((), letter) for letter in "fdg"}


def sigmoid(operand, out=None):
    """1 / (1 + exp(-x)). An overflow of the exponential ends in the right limit, 0."""
    wide = widened(operand)
    result = np.negative(wide, out=out)
    place = result if result.shape else None  # NumPy's results without dimensions are no arrays
    one = ONES[wide.dtype.char]
    result = np.exp(result, out=place)
    result = np.add(result, one, out=place)
    result = np.divide(one, result, out=place)
    return converted(result, operand.dtype) if wide is not operand else result


class logistic(OpSemantics):
    into = sigmoid

    def evaluate(operand):
        return complex_functions.in_double(complex_functions.logistic, operand) if operand.dtype.kind == "c" else sigmoid(operand)


def reciprocal_square_root(operand, out=None):
    """Of a root with two infinite parts it is 0, for NumPy's quotients NaN."""
    root = np.sqrt(operand, out=out)
    if operand.dtype.kind == "c":
        far = np.isinf(root.real) & np.isinf(root.imag)
        root = np.where(far, complex_functions.with_parts(root.real, np.copysign(1, root.imag), root), root)
    return np.divide(1, root, out=out)


# Complex numbers and their parts


class complex(OpSemantics):
    def evaluate(lhs, rhs):
        result = np.empty(np.shape(lhs), np.result_type(lhs.dtype, np.complex64))
        result.real, result.imag = lhs, rhs
        return result


class real(OpSemantics):
    def evaluate(operand):
        return np.real(operand)


class imag(OpSemantics):
    def evaluate(operand):
        return np.imag(operand) if operand.dtype.kind == "c" else np.zeros_like(operand)


# Logic and bits


class and_(OpSemantics):
    bind = of_integers(np.bitwise_and)

    def evaluate(lhs, rhs):
        return in_bytes(np.bitwise_and)(lhs, rhs)


class or_(OpSemantics):
    bind = of_integers(np.bitwise_or)

    def evaluate(lhs, rhs):
        return in_bytes(np.bitwise_or)(lhs, rhs)


class xor(OpSemantics):
    bind = of_integers(np.bitwise_xor)

    def evaluate(lhs, rhs):
        return in_bytes(np.bitwise_xor)(lhs, rhs)


class not_(OpSemantics):
    bind = of_integers(np.invert)

    def evaluate(operand):
        return in_bytes(np.invert)(operand)


class popcnt(OpSemantics):
    def evaluate(operand):
        return from_bits(np.bitwise_count(as_bits(operand)), operand.dtype)


class count_leading_zeros(OpSemantics):
    def evaluate(operand):
        bits, width = as_bits(operand), bit_width(operand.dtype)
        for distance in (1, 2, 4, 8, 16, 32):
            if distance < width:
                bits = bits | (bits >> bits.dtype.type(distance))
        return from_bits(width - np.bitwise_count(bits), operand.dtype)


def shifted(lhs, rhs, by, as_signed: bool = False):
    """A shift by 0 .. width - 1 places. By any other amount (counted without sign) nothing of the number is left but, where it
    counts as signed, its sign."""
    amount, width = as_bits(rhs), bit_width(lhs.dtype)
    inside = amount < width
    value = as_bits(lhs)
    if as_signed:
        value = with_sign(value.astype(np.int8), width) if is_narrow_integer(lhs.dtype) else lhs.view(f"i{lhs.dtype.itemsize}")
    places = np.where(inside, amount, amount.dtype.type(0)).astype(value.dtype)
    beyond = value >> value.dtype.type(width - 1) if as_signed else value.dtype.type(0)
    return from_bits(np.where(inside, by(value, places), beyond), lhs.dtype)


class shift_left(OpSemantics):
    def evaluate(lhs, rhs):
        return shifted(lhs, rhs, np.left_shift)


class shift_right_arithmetic(OpSemantics):
    def evaluate(lhs, rhs):
        return shifted(lhs, rhs, np.right_shift, as_signed=True)


class shift_right_logical(OpSemantics):
    def evaluate(lhs, rhs):
        return shifted(lhs, rhs, np.right_shift)


# Comparison and choice

COMPARISONS = {
    "EQ": np.equal, "NE": np.not_equal, "GE": np.greater_equal, "GT": np.greater, "LE": np.less_equal, "LT": np.less,
}  # fmt: skip


class compare(OpSemantics):
    def evaluate(lhs, rhs, comparison_direction, compare_type):
        if word(compare_type) == "TOTALORDER" and is_float(lhs.dtype):
            lhs, rhs = total_order(lhs), total_order(rhs)
        elif word(compare_type) == "UNSIGNED" and lhs.dtype.kind == "i":
            lhs, rhs = [array.view(f"u{array.dtype.itemsize}") for array in (lhs, rhs)]
        return COMPARISONS[word(comparison_direction)](lhs, rhs)

    def bind(lhs, comparison_direction, compare_type):
        is_plain = lhs.element in NATIVE and word(compare_type) not in ("TOTALORDER", "UNSIGNED")
        return COMPARISONS[word(comparison_direction)] if is_plain else None


def total_order(array):
    """Integers in the order of IEEE-754's totalOrder: -NaN < -inf < ... < -0 < +0 < ... < inf < NaN. f8E8M0FNU has no sign. The only NaN of
    FNUZ types is the pattern that is -0 elsewhere; its sign makes it the first, as XLA has it."""
    if has_no_zero(array.dtype):
        return array.view(np.uint8)
    bits = array.view(f"i{array.dtype.itemsize}")
    if has_no_negative_zero(array.dtype):
        least = np.iinfo(bits.dtype).min
        return np.where((bits < 0) & (bits != least), least - bits, bits)
    if bit_width(array.dtype) < 8:
        bits = with_sign(bits, bit_width(array.dtype))
    return np.where(bits < 0, bits ^ np.iinfo(bits.dtype).max, bits)


class is_finite(OpSemantics):
    def evaluate(x):
        return np.isfinite(x)


class select(OpSemantics):
    def propagate_values(pred, on_true, on_false, op):
        """Of two sizes one is taken by which is 1, as they broadcast."""
        (one,), (other,) = (operand.numbers if operand.shape == () and operand.numbers else (None,) for operand in (on_false, on_true))
        if (
            pred.number is None
            and isinstance(one, shapes.Symbol)
            and isinstance(other, shapes.Symbol)
            and is_one(op.operands[0], op.operands[2])
        ):
            return [[shapes.one_of(one, other)]]
        return None

    def evaluate(pred, on_true, on_false):
        if pred.ndim and pred.size >= BLENDED_FROM and on_true.dtype.kind in "fiu" and on_true.dtype.itemsize in (4, 8):
            return blended(pred, on_true, on_false)
        return np.where(pred, on_true, on_false)

    def bind(pred):
        return np.where if prod(pred.shape) < BLENDED_FROM else select.evaluate

    def absorb(maker, operands, states):
        """The larger, or the smaller, of numbers and a limit that NaN becomes, too: so the operand of a pooling is written."""
        value, limit = operands[1:]
        if maker.op.name != "stablehlo.compare" or maker.operands != (value, limit) or not is_plain_limit(states[limit].value):
            return None
        attributes = maker.op.attributes
        function = LIMITING.get(word(attributes["comparison_direction"]))
        if function is None or word(attributes.get("compare_type")) == "TOTALORDER":
            return None
        return WithPlace(function), (value, limit)


LIMITING = {"GT": np.fmax, "GE": np.fmax, "LT": np.fmin, "LE": np.fmin}  # each takes its other operand for NaN


def is_plain_limit(array) -> bool:
    """Whether an array is known and repeats one number of f32 or f64 that is no zero, whose sign a comparison does not see, and no NaN."""
    if array is None or array.dtype.char not in "fd" or not array.size or any(array.strides):
        return False
    return bool(np.abs(array[(0,) * array.ndim]) > 0)


def is_one(condition, value) -> bool:
    """Whether a condition is that a value, a scalar, is 1."""
    made = condition.op
    if (
        made is None
        or made.name != "stablehlo.compare"
        or word(made.attributes["comparison_direction"]) != "EQ"
        or made.operands[0] is not value
    ):
        return False
    number = declared_elements(made.operands[1])
    return number is not None and number.values()[0] == 1


BLENDED_FROM = 8192


def blended(pred, on_true, on_false):
    """A selection bit by bit. `np.where` branches at each element, which costs ten times as much where the choice is irregular."""
    bits = np.dtype(f"i{on_true.dtype.itemsize}")
    mask = np.negative(pred.astype(bits))
    other = on_false.view(bits)
    result = on_true.view(bits) ^ other
    np.bitwise_and(result, mask, out=result)
    np.bitwise_xor(result, other, out=result)
    return result.view(on_true.dtype)


def clipped(min, operand, max, out=None):
    """NumPy's, which takes any of two zeros."""
    if is_integer(operand.dtype) or (np.all(min) and np.all(max)):
        return np.clip(operand, min, max, out=out)
    if not np.any(min) and np.all(max) and not arrays.has_negative_zero(min):
        result = np.clip(operand, min, max, out=out)
        return np.add(result, result.dtype.type(0), out=result) if result.ndim else result + result.dtype.type(0)
    return smaller(larger(operand, min), max, out)


class clamp(OpSemantics):
    into = clipped

    def bind(min, operand, max, result_types):
        if min.value is None or max.value is None or min.value.dtype.char not in ONES or not min.value.size == max.value.size == 1:
            return None
        clip = within(min.value, max.value, result_types, operand.lacks_negative_zero)
        return None if clip is None else WithPlace(lambda min, operand, max, out=None: clip(operand, out))

    def evaluate(min, operand, max):
        if operand.dtype.isbuiltin == 1 and operand.dtype.kind in "fiu":
            return clipped(min, operand, max)
        return lexicographic(lexicographic(operand, min, larger, np.greater), max, smaller, np.less)


def real_or_complex(real, complex):
    """Two functions of arrays as one."""
    of_real = in_f32(real)
    return lambda operands: complex(operands[0]) if operands[0].dtype.kind == "c" else of_real(operands[0])


SEMANTICS = ops_of(
    OpSemantics,
    add=np.add, subtract=in_f32(np.subtract, has_no_zero), multiply=in_f32(np.multiply, has_no_zero), ceil=np.ceil,
    floor=in_f32(np.floor, has_no_zero), round_nearest_even=in_f32(np.rint, has_no_zero), round_nearest_afz=in_f32(away_from_zero),  # not every small float has a -0
    cosine=in_f32(np.cos), exponential=real_or_complex(np.exp, complex_functions.exponential), exponential_minus_one=real_or_complex(np.expm1, complex_functions.exponential_minus_one), log=in_f32(np.log),
    log_plus_one=real_or_complex(np.log1p, complex_functions.log_plus_one), rsqrt=in_f32(lambda operand: reciprocal_square_root(operand)), sine=in_f32(np.sin),
    sqrt=in_f32(np.sqrt), tan=in_f32(np.tan), tanh=in_f32(np.tanh),
)  # fmt: skip
INTO: dict = {
    "add": np.add, "subtract": np.subtract, "multiply": np.multiply, "ceil": np.ceil, "floor": np.floor, "round_nearest_even": np.rint,
    "cosine": np.cos, "exponential": np.exp, "exponential_minus_one": np.expm1, "log": np.log, "log_plus_one": np.log1p,
    "rsqrt": reciprocal_square_root, "sine": np.sin, "sqrt": np.sqrt, "tan": np.tan, "tanh": np.tanh,
}  # fmt: skip
for name, function in INTO.items():
    SEMANTICS[name].into = function
SEMANTICS["add"].lacks_negative_zero = any  # the sum of two zeros is -0 if both are; numbers that cancel give +0


# Sizes that are not known are computed with too


def on_sizes(operator):
    def propagate_values(lhs, rhs):
        return size_arithmetic(operator, lhs, rhs)

    return propagate_values


for name, operator in {"add": shapes.add, "subtract": shapes.subtract, "multiply": shapes.multiply}.items():
    SEMANTICS[name].propagate_values = on_sizes(operator)
maximum.propagate_values, minimum.propagate_values = on_sizes(shapes.most), on_sizes(shapes.least)
