"""Constants of LLVM: numbers, aggregates, addresses and expressions of them."""

from __future__ import annotations

from struct import pack, unpack

from tfir.conversion.llvm_ir.types import escaped, identifier, type_text
from tfir.dialects.llvm.types import ArrayType, PointerType, StructType, VectorType
from tfir.ir.attributes import ArrayAttr, BoolAttr, FloatAttr, IntegerAttr, StringAttr, SymbolRefAttr
from tfir.ir.dense import DenseAttr, ElementsAttr
from tfir.ir.diagnostics import Error
from tfir.ir.numbers import float_from_bits
from tfir.ir.types import FloatType, IntegerType, Type, storage_bits

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from tfir.ir.attributes import Attribute

ZERO, UNDEF, POISON = "zeroinitializer", "undef", "poison"
LETTERS = {"f16": "H", "bf16": "R", "f80": "K", "f128": "L"}


class Constant:
    """A constant with its type: `text` as it stands in a module, or of an aggregate what is in it. `number` is that of an integer, `value`
    that of a float of up to 64 bits, which has `bits`, `place` that of an address: a name, how many bytes behind it, and what is known of the
    way there; `pointer` is what a number is the
    address of."""

    __slots__ = ("type", "_text", "members", "number", "value", "place", "pointer", "bits")

    def __init__(
        self, type: Type, text: str | None = None, members: Sequence[Constant] | None = None, number: int | None = None,
        value: float | None = None, place: tuple[str, int, int | None] | None = None, pointer: Constant | None = None, bits: int | None = None,
    ):  # fmt: skip
        self.pointer, self.bits = pointer, bits
        self.type, self._text, self.members, self.number, self.value, self.place = type, text, members, number, value, place

    @property
    def text(self) -> str:
        if self._text is None:
            self._text = aggregate_text(self.type, self.members or ())
        return self._text

    @property
    def typed(self) -> str:
        return f"{type_text(self.type)} {self.text}"

    @property
    def is_null(self) -> bool:
        return self.bits == 0 if self.bits is not None else self.text in (ZERO, "null", "0", "false")

    def parts(self) -> list[Constant]:
        """The members of an aggregate; of one that is zero, undefined or poison all are."""
        if self.members is not None:
            return list(self.members)
        return [uniform(type, self.text) for type in member_types(self.type)]


def member_types(type: Type) -> list[Type]:
    if isinstance(type, StructType):
        return list(type.members or ())
    if isinstance(type, ArrayType):
        return [type.element] * type.count
    assert isinstance(type, VectorType)
    return [type.element if len(type.shape) == 1 else VectorType(type.shape[1:], type.element)] * type.shape[0]


def aggregate_text(type: Type, members: Sequence[Constant]) -> str:
    """Members of which all are zero, all undefined, or all poison are one word; bytes are a text."""
    if not members and not member_types(type):
        return ZERO
    texts = {each.text for each in members}
    if len(texts) == 1 and texts <= {UNDEF, POISON}:
        return texts.pop()
    if all([each.is_null for each in members]):
        return ZERO
    if isinstance(type, VectorType) and len(members) > 1 and len(texts) == 1 and (members[0].number, members[0].bits) != (None, None):
        return f"splat ({members[0].typed})"
    if isinstance(type, ArrayType) and isinstance(type.element, IntegerType) and type.element.width == 8:
        numbers = [each.number for each in members]
        if None not in numbers:
            return f'c"{escaped(bytes([number & 255 for number in numbers if number is not None]))}"'
    inside = ", ".join([each.typed for each in members])
    if isinstance(type, StructType):
        return f"<{{ {inside} }}>" if type.is_packed else f"{{ {inside} }}"
    return f"<{inside}>" if isinstance(type, VectorType) and len(type.shape) == 1 else f"[{inside}]"


def uniform(type: Type, word: str) -> Constant:
    """A constant that is zero, undefined or poison as a whole."""
    if word != ZERO:
        return Constant(type, word)
    if isinstance(type, PointerType):
        return Constant(type, "null")
    if isinstance(type, IntegerType):
        return of_integer(0, type)
    return of_float(0, type) if isinstance(type, FloatType) else Constant(type, "none" if type.text == "!llvm.token" else ZERO)


def of_integer(number: int, type: Any) -> Constant:
    """With a sign, as LLVM prints integers but those of one bit, of which `true` is -1."""
    number &= (1 << type.width) - 1
    signed = number - (1 << type.width) if number >> (type.width - 1) else number
    return Constant(type, ("false", "true")[number] if type.width == 1 else str(signed), number=signed)


def of_float(bits: int, type: FloatType) -> Constant:
    """Decimal where six digits say it exactly, else the bits: of f32 those of the same number in f64."""
    if type.text in LETTERS:
        digits = {"H": 4, "R": 4, "K": 20, "L": 32}[LETTERS[type.text]]
        text = f"{bits:0{digits}X}"
        value = float_from_bits(bits, type) if type.width == 16 else None
        return Constant(type, f"0x{LETTERS[type.text]}{text[16:] + text[:16] if digits == 32 else text}", value=value, bits=bits)
    wide = widened(bits) if type.width == 32 else bits
    (value,) = unpack("<d", pack("<Q", wide))
    short = f"{value:.6e}"
    if value - value == 0 and float(short) == value:
        return Constant(type, short, value=value, bits=bits)
    return Constant(type, f"0x{wide:016X}", value=value, bits=bits)


def widened(bits: int) -> int:
    """The bits in f64 of a number in f32; of NaN with its payload."""
    sign, exponent, fraction = bits >> 31, bits >> 23 & 255, bits & 0x7FFFFF
    if exponent == 255:
        return sign << 63 | 0x7FF << 52 | fraction << 29
    (value,) = unpack("<f", pack("<I", bits))
    (wide,) = unpack("<Q", pack("<d", value))
    return int(wide)


def address(name: str, type: Type) -> Constant:
    return Constant(type, identifier("@", name), place=(identifier("@", name), 0, None))


def of_attribute(value: Attribute, type: Type) -> Constant:
    """The constant of a type that an attribute says. Raises Error where it says none."""
    if isinstance(value, BoolAttr) and isinstance(type, IntegerType):
        return of_integer(int(value.value), type)
    if isinstance(value, IntegerAttr) and isinstance(type, IntegerType):
        return of_integer(value.value, type)
    if isinstance(value, FloatAttr) and isinstance(type, (FloatType, IntegerType)):
        return of_float(value.bits, type) if isinstance(type, FloatType) else of_integer(value.bits, type)
    if isinstance(value, SymbolRefAttr) and isinstance(type, PointerType):
        return address(value.leaf, type)
    if isinstance(value, StringAttr) and isinstance(type, ArrayType) and isinstance(type.element, IntegerType):
        content = value.value.encode("utf-8", "surrogateescape")
        return Constant(type, members=[of_integer(byte, type.element) for byte in content])
    if isinstance(value, ArrayAttr) and isinstance(type, (ArrayType, StructType)):
        return Constant(type, members=[of_attribute(*pair) for pair in zip(value.elements, member_types(type), strict=True)])
    if isinstance(value, ElementsAttr):
        return of_elements(value, type)
    if value.text in (ZEROES, UNDEFINED, POISONED):
        return uniform(type, {ZEROES: ZERO, UNDEFINED: UNDEF, POISONED: POISON}[value.text])
    raise Error(f"{value} is no constant of {type}")


ZEROES, UNDEFINED, POISONED = "#llvm.zero", "#llvm.undef", "#llvm.poison"


def of_elements(value: ElementsAttr, type: Type) -> Constant:
    """Elements nested as the type is, row by row."""
    element = type
    while isinstance(element, (ArrayType, VectorType)):
        element = element.element
    numbers = stored_numbers(value)
    one_by_one = [of_bits(bits, element) for bits in numbers]
    if isinstance(type, VectorType) and any(type.scalable):
        return Constant(type, f"splat ({one_by_one[0].typed})" if not one_by_one[0].is_null else ZERO)
    rest = iter(one_by_one)
    return nested(type, rest)


def of_bits(bits: int, type: Type) -> Constant:
    """A number by its bits; a complex one, which is a structure of two, has those of the real part first."""
    if isinstance(type, FloatType):
        return of_float(bits, type)
    if isinstance(type, IntegerType):
        return of_integer(bits, type)
    members = list(type.members or ()) if isinstance(type, StructType) else []
    if len(members) == 2 and members[0] is members[1]:
        width = storage_bits(members[0])
        return Constant(type, members=[of_bits(bits & ((1 << width) - 1), members[0]), of_bits(bits >> width, members[1])])
    raise Error(f"elements of {type} are not written")


def stored_numbers(value: ElementsAttr) -> list[int]:
    """Elements by their bits, in order."""
    if isinstance(value, DenseAttr):
        size, data = storage_bits(value.type.element) // 8, bytes(value.data)
        numbers = [int.from_bytes(data[at : at + size], "little") for at in range(0, len(data), size)]
        return numbers * (value.type.size or 0) if value.is_splat else numbers
    from tfir.ods.arrays import array_of

    array = array_of(value)
    return [int(bits) for bits in array.reshape(-1).view(f"<u{array.dtype.itemsize}").tolist()]


def nested(type: Type, rest) -> Constant:
    if isinstance(type, (ArrayType, VectorType)):
        return Constant(type, members=[nested(each, rest) for each in member_types(type)])
    return next(rest)


def inserted(container: Constant, value: Constant, position: Sequence[int]) -> Constant:
    if not position:
        return value
    parts = container.parts()
    parts[position[0]] = inserted(parts[position[0]], value, position[1:])
    return Constant(container.type, members=parts)


def extracted(container: Constant, position: Sequence[int]) -> Constant:
    for at in position:
        container = container.parts()[at]
    return container
