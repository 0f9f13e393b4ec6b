"""Numbers as bits and as text, for every element type, without NumPy.

Float text follows LLVM's APFloat as MLIR's printer uses it: six digits after the point when that reads back to the same
bits, else as many digits as the format holds, else hexadecimal bits.
"""

from __future__ import annotations

from tfir.ir.decimal_text import SHORT_DIGITS, exact_digits, natural, scientific
from tfir.ir.types import F64, ComplexType, FloatType, IndexType, IntegerType, Type, storage_bits

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from fractions import Fraction
    from typing import Any

    from tfir.ir.blobs import Data

    Number = Any  # bool, int, float, Fraction or complex: which, the element type says that stands beside it

# format: (exponent bits, mantissa bits, bias, how infinities and NaN are written)
_SMALL = {
    "f8E5M2": (5, 2, 15, "ieee"), "f8E4M3": (4, 3, 7, "ieee"), "f8E3M4": (3, 4, 3, "ieee"), "f8E4M3FN": (4, 3, 7, "all ones"),
    "f8E5M2FNUZ": (5, 2, 16, "negative zero"), "f8E4M3FNUZ": (4, 3, 8, "negative zero"),
    "f8E4M3B11FNUZ": (4, 3, 11, "negative zero"), "f6E2M3FN": (2, 3, 1, "none"), "f6E3M2FN": (3, 2, 3, "none"),
    "f4E2M1FN": (2, 1, 1, "none"), "f8E8M0FNU": (8, 0, 127, "exponent only"),
}  # fmt: skip
_PRECISION = {"f16": 11, "bf16": 8, "f32": 24, "tf32": 11, "f64": 53}
_STRUCT = {"f16": "e", "f32": "f", "f64": "d"}
FEW = 16  # numbers: as many are packed without importing what packs more

# The same eight bytes, or the first four of them, as a number and as its bits.
_memory = memoryview(bytearray(8))
_AS_FLOAT = {"f32": _memory[:4].cast("f"), "f64": _memory.cast("d")}
_AS_BITS = {"f32": _memory[:4].cast("I"), "f64": _memory.cast("Q")}
NAN, INFINITY = float("nan"), float("inf")


def is_finite(value: float | Fraction) -> bool:
    return value - value == 0


def has_sign(value: float | Fraction) -> bool:
    """Whether it is negative, or zero or no number with a minus."""
    return bool(float_bits(value, F64) >> 63)


def float_bits(value: float | Fraction, type: FloatType) -> int:
    """The bits of the representable number nearest to `value` (ties to even; overflow to infinity where there is one)."""
    name = type.name
    if name in _AS_FLOAT:
        try:
            _AS_FLOAT[name][0] = float(value)
        except OverflowError:  # an int beyond all floats
            _AS_FLOAT[name][0] = INFINITY if value > 0 else -INFINITY
        return _AS_BITS[name][0]
    if name == "f16":
        return _half_bits(value)
    if name in ("bf16", "tf32"):
        drop = 16 if name == "bf16" else 13
        wide = float_bits(value, FloatType("f32"))
        if value != value:
            return (wide >> drop) | (1 << (22 - drop))
        return (wide + (1 << (drop - 1)) - 1 + ((wide >> drop) & 1)) >> drop
    if name in _SMALL:
        return _nearest_small(float(value), name)
    from tfir.ir.wide_numbers import bits_of

    return bits_of(value, type)


def _half_bits(value: float | Fraction) -> int:
    import struct

    try:
        return int.from_bytes(struct.pack("<e", value), "little")
    except OverflowError:
        return 0x7C00 | (0x8000 if value < 0 else 0)


def float_of(token: str, type: FloatType) -> float:
    """The number that a decimal literal says, to be rounded to a type: where a double between would round it twice, the neighbour
    that leaves the second rounding right."""
    value = float(token)
    if len(token) <= 17 or type.name == "f64" or not is_finite(value):
        return value
    from fractions import Fraction
    from math import nextafter

    beyond = Fraction(token) - Fraction(value)
    if not beyond or float_bits(value, F64) & 1:
        return value
    return nextafter(value, INFINITY if beyond > 0 else -INFINITY)


def bits_of_literal(token: str, type: FloatType) -> int:
    """The bits of the representable number nearest to a decimal literal."""
    if type.width <= 64:
        return float_bits(float_of(token, type), type)
    from tfir.ir.wide_numbers import bits_of

    return bits_of(token, type)


def number_of_literal(token: str, type: FloatType) -> float | Fraction:
    """The value of a decimal literal in a form that `float_bits` rounds but once: a fraction where a double would lose digits."""
    if type.width <= 64:
        return float_of(token, type)
    from fractions import Fraction

    value = float(token)
    return value if is_finite(value) and Fraction(token) == value else Fraction(token)


def fitted(token: str, type: IntegerType | IndexType) -> int | None:
    """The value of an integer literal in a type, or None where it does not fit. Without a sign it may use all bits, which then are
    read as signed ones, but for types that are signed by name."""
    size, width = int(token.lstrip("-"), 16 if "x" in token else 10), 64 if isinstance(type, IndexType) else type.width
    if size >> width:
        return None
    if token[0] == "-":
        return -size if 0 < size <= 1 << (width - 1) else None
    signedness = "s" if isinstance(type, IndexType) else type.signedness
    if signedness == "u" or not width or size < 1 << (width - 1):
        return size
    return None if signedness == "s" else size - (1 << width)


def _nearest_small(value: float, name: str) -> int:
    exponent_bits, mantissa_bits, _, style = _SMALL[name]
    if style == "exponent only":
        return min(range(255), key=lambda c: abs(2.0 ** (c - 127) - value)) if value == value else 255
    sign = 1 << (exponent_bits + mantissa_bits)
    codes = range(sign)
    if value != value:
        nan = next((c for c in (*codes, sign) if small_float(c, name) != small_float(c, name)), 0)
        return nan | (sign if nan and has_sign(value) else 0)
    finite = [(abs(small_float(c, name) - abs(value)), c & 1, c) for c in codes if is_finite(small_float(c, name))]
    best = min(finite)[2] if is_finite(value) else finite[-1][2]
    largest = small_float(finite[-1][2], name)
    if style == "ieee" and abs(value) >= largest * (1 + 2.0 ** -(mantissa_bits + 2)):
        best = ((1 << exponent_bits) - 1) << mantissa_bits
    negative = has_sign(value) and not (style == "negative zero" and best == 0)
    return best | (sign if negative else 0)


def small_float(bits: int, name: str) -> float:
    """The value of an 8-, 6- or 4-bit float; NaN has the sign of its bits. Source: the OCP and FNUZ format papers, as listed in MLIR's
    builtin types."""
    exponent_bits, mantissa_bits, bias, style = _SMALL[name]
    sign = -1.0 if bits >> (exponent_bits + mantissa_bits) & 1 else 1.0
    exponent = bits >> mantissa_bits & ((1 << exponent_bits) - 1)
    mantissa = bits & ((1 << mantissa_bits) - 1)
    if style == "exponent only":
        return NAN if bits == 255 else 2.0 ** (bits - bias)
    top = exponent == (1 << exponent_bits) - 1
    if style == "ieee" and top:
        return sign * INFINITY if not mantissa else NAN if sign > 0 else -NAN
    if style == "all ones" and top and mantissa == (1 << mantissa_bits) - 1:
        return NAN if sign > 0 else -NAN
    if style == "negative zero" and sign < 0 and exponent == mantissa == 0:
        return -NAN
    if exponent == 0:
        return sign * mantissa * 2.0 ** (1 - bias - mantissa_bits)
    return sign * (1 + mantissa / (1 << mantissa_bits)) * 2.0 ** (exponent - bias)


def float_from_bits(bits: int, type: FloatType) -> float:
    name = type.name
    if name in ("bf16", "tf32"):
        bits, name = bits << (16 if name == "bf16" else 13), "f32"
    if name in _AS_BITS:
        _AS_BITS[name][0] = bits
        return _AS_FLOAT[name][0]
    if name == "f16":
        return _half(bits)
    if name in _SMALL:
        return small_float(bits, name)
    from tfir.ir.wide_numbers import nearest_double

    return nearest_double(bits, type)


def _half(bits: int) -> float:
    import struct

    value: float = struct.unpack("<e", struct.pack("<H", bits))[0]
    return value


def float_text(bits: int, type: FloatType) -> str:
    """The number as MLIR prints it inside an attribute: `1.000000e+00`, `0.333333343`, `0x7FC00000`."""
    if type.width > 64:
        from tfir.ir.wide_numbers import text

        return text(bits, type)
    value = float_from_bits(bits, type)
    if is_finite(value):
        sign = "-" if has_sign(value) else ""
        short = sign + scientific(*_digits(value, SHORT_DIGITS)) if value else sign + "0.000000e+00"
        if float_bits(float(short), type) == bits:
            return short
        count = 2 + _PRECISION.get(type.name, 4) * 59 // 196
        longer = sign + natural(*_digits(value, count), count)
        if "." in longer:
            return longer
    return f"0x{bits:0{-(-type.width // 4)}X}"


def _digits(value: float, count: int) -> tuple[str, int]:
    whole, divisor = abs(value).as_integer_ratio()  # a power of two
    return exact_digits(whole, 1 - divisor.bit_length(), count)


def number_text(value: Number, type: Type) -> str:
    """A number of the given element type as text: `true`, `-3`, `1.000000e+00`, `(1.000000e+00,0.000000e+00)`."""
    if isinstance(type, ComplexType):
        return f"({number_text(value.real, type.element)},{number_text(value.imag, type.element)})"
    if isinstance(type, FloatType):
        return float_text(float_bits(value, type), type)
    if isinstance(type, IntegerType) and type.width == 1:
        return "true" if value else "false"
    return str(int(value))


def pack(values: Sequence[Number], element: Type) -> bytes:
    """Numbers as the little-endian bytes of a dense constant. Integers beyond the type lose their upper bits, floats are rounded.
    Raises `TypeError` for types that dense constants do not have."""
    if isinstance(element, ComplexType):
        return pack([part for v in values for part in (complex(v).real, complex(v).imag)], element.element)
    if isinstance(element, FloatType):
        if len(values) > FEW and element.name in _AS_FLOAT:
            import struct

            try:
                return struct.pack(f"<{len(values)}{_STRUCT[element.name]}", *values)
            except OverflowError:
                pass
        size = storage_bits(element) // 8
        return b"".join([float_bits(v, element).to_bytes(size, "little") for v in values])
    width = storage_bits(element)
    code = {8: "B", 16: "H", 32: "I", 64: "Q"}.get(width)
    mask = (1 << width) - 1
    if code and len(values) > FEW:
        import struct

        return struct.pack(f"<{len(values)}{code}", *[int(v) & mask for v in values])
    return b"".join([(int(v) & mask).to_bytes(width // 8, "little") for v in values])


def unpack(data: Data, element: Type) -> list[Number]:
    """The numbers in the bytes of a dense constant. Raises `TypeError` for types that dense constants do not have."""
    if isinstance(element, ComplexType):
        parts = unpack(data, element.element)
        return [complex(re, im) for re, im in zip(parts[::2], parts[1::2])]
    width = storage_bits(element)
    count = len(data) * 8 // width
    if isinstance(element, FloatType):
        if count > FEW and element.name in _STRUCT:
            import struct

            return list(struct.unpack(f"<{count}{_STRUCT[element.name]}", data))
        return [float_from_bits(code, element) for code in _integers(data, width)]
    bits, signedness = (element.width, element.signedness) if isinstance(element, IntegerType) else (64, "")
    if signedness == "u":
        return _integers(data, width)
    if bits == width:
        return _integers(data, width, signed=True)
    raw = _integers(data, width)
    return [bool(v) for v in raw] if bits == 1 else [_signed(v, bits) for v in raw]


def _integers(data: Data, width: int, signed: bool = False) -> list[int]:
    code = {8: "B", 16: "H", 32: "I", 64: "Q"}.get(width)
    if code and len(data) * 8 > FEW * width:
        import struct

        return list(struct.unpack(f"<{len(data) * 8 // width}{code.lower() if signed else code}", data))
    size = width // 8
    return [int.from_bytes(data[i : i + size], "little", signed=signed) for i in range(0, len(data), size)]


def _signed(value: int, bits: int) -> int:
    value &= (1 << bits) - 1
    return value - (1 << bits) if value >> (bits - 1) else value
