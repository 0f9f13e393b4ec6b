"""Square roots of complex numbers, by their sizes and half of their angles."""

from __future__ import annotations

from tfir.ir.operations import Value

from tfopt.complex_to_standard.formulas import INFINITY, NOT_A_NUMBER, Formula, inverse_root_of_size, root_of_size

TYPE_CHECKING = False
if TYPE_CHECKING:
    Parts = tuple[Value, Value]


def sqrt(f: Formula, a: Value) -> Value:
    zero, half = f.number(0.0), f.number(0.5)
    real, imaginary = f.parts(a)
    length = root_of_size(f, real, imaginary)
    turned = f("arith.mulf", f("math.atan2", imaginary, real), half)
    cosine, sine = f("math.cos", turned), f("math.sin", turned)
    is_straight = f.compare("oeq", sine, zero)
    root = f("arith.mulf", length, cosine), f("arith.mulf", length, sine)
    parts = root[0], f.choose(is_straight, zero, root[1])
    if not f.is_finite:
        parts = root_of_infinities(f, (real, imaginary), parts, length, zero)
    is_zero = f.compare("oeq", length, zero)
    result = f.choose(is_zero, zero, parts[0])
    return f.create(result, f.choose(is_zero, zero, parts[1]))


def root_of_infinities(f: Formula, a: Parts, parts: Parts, length: Value, zero: Value) -> Parts:
    infinity, below, nan = f.number(INFINITY), f.number(-INFINITY), f.number(NOT_A_NUMBER)
    width = f("math.absf", a[1])
    is_wide, is_not_wide = f.compare("oeq", width, infinity), f.compare("one", width, infinity)
    is_above, is_below = f.compare("oeq", a[0], infinity), f.compare("oeq", a[0], below)
    real = f.choose(f.both(is_below, is_not_wide), zero, parts[0])
    real = f.choose(f.either(is_wide, is_above), infinity, real)
    signed = f("math.copysign", infinity, a[1])
    imaginary = f.choose(f.plain.compare("uno", length, length), nan, parts[1])
    return real, f.choose(f.either(is_wide, is_below), signed, imaginary)


def rsqrt(f: Formula, a: Value) -> Value:
    zero, infinity, turn, nan = [f.number(each) for each in (0.0, INFINITY, -0.5, NOT_A_NUMBER)]
    real, imaginary = f.parts(a)
    length = inverse_root_of_size(f, real, imaginary)
    turned = f("arith.mulf", f("math.atan2", imaginary, real), turn)
    cosine, sine = f("math.cos", turned), f("math.sin", turned)
    parts = f("arith.mulf", length, cosine), f("arith.mulf", length, sine)
    if not f.is_finite:
        parts = inverse_of_infinities(f, (real, imaginary), parts, zero, infinity)
    is_zero = f.both(f.compare("oeq", real, zero), f.compare("oeq", imaginary, zero))
    result = f.choose(is_zero, infinity, parts[0])
    return f.create(result, f.choose(is_zero, nan, parts[1]))


def inverse_of_infinities(f: Formula, a: Parts, parts: Parts, zero: Value, infinity: Value) -> Parts:
    minus = f.number(-1.0)
    signed, other = f("math.copysign", zero, a[0]), f("math.copysign", zero, a[1])
    other = f("arith.mulf", minus, other)
    height, width = f("math.absf", a[0]), f("math.absf", a[1])
    is_wide, is_nan, is_high = f.compare("oeq", width, infinity), f.compare("uno", a[0], a[0]), f.compare("oeq", height, infinity)
    is_zero = f.either(f.both(is_wide, is_nan), is_high)
    real = f.choose(is_zero, signed, parts[0])
    return real, f.choose(is_zero, other, parts[1])
