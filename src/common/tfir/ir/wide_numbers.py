"""Numbers of the types f80 and f128, which no machine number of Python holds: as bits, as text, as exact fractions.

Source: IEEE 754 (binary128), and the x87 format, whose first digit is written out.
"""

from __future__ import annotations

import math
from fractions import Fraction

from tfir.ir.decimal_text import SHORT_DIGITS, exact_digits, natural, scientific
from tfir.ir.types import FloatType

BIAS = 16383
PRECISION = {"f80": 64, "f128": 113}


def bits_of(value: float | Fraction | str, type: FloatType) -> int:
    """The bits of the representable number nearest to a value (ties to even; overflow to infinity). Text is a decimal literal."""
    if isinstance(value, float) and not math.isfinite(value):
        return _joined(value < 0, 2 * BIAS + 1, (1 << 62 if type.name == "f80" else 1 << 111) if value != value else 0, type)
    negative = value.lstrip().startswith("-") if isinstance(value, str) else math.copysign(1, value) < 0
    exact = abs(Fraction(value))
    if not exact:
        return _joined(negative, 0, 0, type)
    precision = PRECISION[type.name]
    power = max(_exponent(exact), 1 - BIAS)
    scaled = exact / Fraction(2) ** (power - precision + 1)
    whole = round(scaled)  # half to even
    if whole >> precision:
        whole, power = whole >> 1, power + 1
    if power > BIAS:
        return _joined(negative, 2 * BIAS + 1, 0, type)
    leading = whole >> (precision - 1)
    return _joined(negative, power + BIAS if leading else 0, whole & ((1 << (precision - 1)) - 1), type)


def _exponent(exact: Fraction) -> int:
    """The power of two of the leading digit."""
    power = exact.numerator.bit_length() - exact.denominator.bit_length()
    return power if exact >= Fraction(2) ** power else power - 1


def _joined(negative: bool, exponent: int, fraction: int, type: FloatType) -> int:
    written_out = type.name == "f80"
    length = PRECISION[type.name] - 1
    leading = 1 << length if written_out and exponent else 0
    return ((int(negative) << 15 | exponent) << (length + written_out)) | leading | fraction


def parts(bits: int, type: FloatType) -> tuple[bool, int, int] | None:
    """(whether it is negative, whole number, power of two); None for infinities and NaN."""
    precision, written_out = PRECISION[type.name], type.name == "f80"
    length = precision - 1 + written_out
    exponent, mantissa = bits >> length & (2 * BIAS + 1), bits & ((1 << length) - 1)
    if exponent == 2 * BIAS + 1 or (written_out and exponent and not mantissa >> (length - 1)):
        return None
    if exponent and not written_out:
        mantissa |= 1 << length
    return bool(bits >> (type.width - 1)), mantissa, max(exponent, 1) - BIAS - precision + 1


def nearest_double(bits: int, type: FloatType) -> float:
    """The number as a double; the sign and payload of a NaN are lost."""
    finite = parts(bits, type)
    if finite is None:
        fraction = bits & ((1 << (PRECISION[type.name] - 1)) - 1)
        return math.nan if fraction else math.inf * (-1 if bits >> (type.width - 1) else 1)
    negative, whole, power = finite
    try:
        value = float(Fraction(whole) * Fraction(2) ** power)
    except OverflowError:
        value = math.inf
    return -value if negative else value


def text(bits: int, type: FloatType) -> str:
    """The text of a number, as `numbers.float_text` has it for narrower types."""
    finite = parts(bits, type)
    if finite is not None:
        negative, whole, power = finite
        sign = "-" if negative else ""
        short = sign + (scientific(*exact_digits(whole, power, SHORT_DIGITS)) if whole else "0.000000e+00")
        if bits_of(short, type) == bits:
            return short
        count = 2 + PRECISION[type.name] * 59 // 196
        longer = sign + natural(*exact_digits(whole, power, count), count)
        if "." in longer and bits_of(longer, type) == bits:  # x87 has two forms of its smallest normal numbers
            return longer
    if finite is None and type.name == "f80" and not bits >> 63 & 1:
        bits |= (2 * BIAS + 1) << 64  # without its first digit it is no number
    return f"0x{bits:0{type.width // 4}X}"
