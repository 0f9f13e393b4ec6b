"""Numbers and attributes in Relay's text: `42`, `-42i64`, `1e-05f`, `inff`, `True`, `"text"`, `None`, `[1, 2]`."""

from __future__ import annotations

import re

from tfir.ir.attributes import ArrayAttr, Attribute, BoolAttr, FloatAttr, IntegerAttr, StringAttr, UnitAttr
from tfir.ir.dense import DenseAttr
from tfir.ir.numbers import pack
from tfir.ir.types import F16, F32, F64, I1, I32, I64, FloatType, IntegerType, TensorType

from tftranslate.relay.tokens import Cursor

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tfir.ir.types import Type

NUMBER = re.compile(r"([0-9]+)(\.[0-9]*)?([eE][+-]?[0-9]+)?(?:([fi])([0-9]*))?")
SPECIAL = re.compile(r"(inf|nan)f(16|32|64)?")
FLOATS = {"": F32, "16": F16, "32": F32, "64": F64}
LARGEST = {F16: 65504.0, F32: 3.4028234663852886e38, F64: float("inf")}
MOST_DIGITS = 400


def at_number(cursor: Cursor) -> bool:
    """Whether a number comes next, with signs perhaps."""
    ahead = 0
    while cursor.following(ahead) == "-":
        ahead += 1
    token = cursor.following(ahead)
    return token[:1].isdigit() or SPECIAL.fullmatch(token) is not None


def read_number(cursor: Cursor) -> tuple[int | float, IntegerType | FloatType]:
    """A number and its type. Raises Error for one that does not fit."""
    is_negative = False
    while cursor.accept("-"):
        is_negative = not is_negative
    start, token = cursor.start, cursor.advance()
    special = SPECIAL.fullmatch(token)
    if special is not None:
        value = float(special[1])
        return -value if is_negative else value, FLOATS[special[2] or ""]
    match = NUMBER.fullmatch(token)
    if match is None or len(token) > MOST_DIGITS:
        raise cursor.error(f"'{token[:40]}' is no number", start)
    whole, fraction, exponent, kind, width = match.groups()
    if kind == "f":
        return read_float(cursor, start, float(whole + (fraction or "") + (exponent or "")), width, is_negative)
    if fraction is not None or exponent is not None:
        raise cursor.error(f"'{token}' is no integer; a float ends with 'f'", start)
    return read_integer(cursor, start, -int(whole) if is_negative else int(whole), width or "")


def read_float(cursor: Cursor, start: int, value: float, width: str, is_negative: bool) -> tuple[float, FloatType]:
    type = FLOATS.get(width)
    if type is None:
        raise cursor.error(f"there are no floats of {width} bits", start)
    if value > LARGEST[type] or value == float("inf"):
        raise cursor.error(f"the number does not fit into {type}", start)
    return -value if is_negative else value, type


def read_integer(cursor: Cursor, start: int, value: int, width: str) -> tuple[int, IntegerType]:
    """Without a width it has 32 bits, or 64 where it needs them."""
    if width not in ("", "8", "16", "32", "64"):
        raise cursor.error(f"there are no integers of {width} bits", start)
    type = IntegerType(int(width or 32))
    if not width and not type.limits[0] <= value <= type.limits[1]:
        type = I64
    if not type.limits[0] <= value <= type.limits[1]:
        raise cursor.error(f"the number does not fit into {type}", start)
    return value, type


class Literals:
    """Scalars of a text as constants, each made once."""

    def __init__(self) -> None:
        self.made: dict[tuple, DenseAttr] = {}

    def of(self, value: int | float, type: Type) -> DenseAttr:
        key = (str(value), type)  # not the number: 0 and -0 are equal
        if key not in self.made:
            self.made[key] = DenseAttr.of(value, TensorType((), type))
        return self.made[key]


class FloatLiteral(FloatAttr):
    """A float of a text, with the number that its digits say: TVM keeps that of 64 bits, and attributes that are doubles have it, whatever the
    suffix."""

    __slots__ = ("number",)

    def __init__(self, number: float, type: FloatType):
        super().__init__(number, type)
        self.number = number


def read_attribute(cursor: Cursor) -> Attribute:
    """The value of an attribute; None is a unit attribute."""
    if at_number(cursor):
        value, type = read_number(cursor)
        return FloatLiteral(value, type) if isinstance(type, FloatType) else IntegerAttr(int(value), type)
    if cursor.at("["):
        return ArrayAttr(cursor.nested(lambda: cursor.listed(lambda: read_attribute(cursor), "[", "]")))
    if cursor.at("("):
        return ArrayAttr(cursor.nested(lambda: cursor.listed(lambda: read_attribute(cursor), "(", ")")))
    if cursor.token[:1] == '"':
        return StringAttr(cursor.string())
    if cursor.token in ("True", "False"):
        return BoolAttr(cursor.advance() == "True")
    if cursor.token in ("None", "nullptr"):
        cursor.advance()
        return UnitAttr()
    if cursor.at("meta"):
        raise cursor.error("attributes in the metadata are not read")
    raise cursor.expected("the value of an attribute")


def attribute_text(attribute: Attribute) -> str:
    """An attribute as Relay's text. Raises ValueError for one that has no text."""
    if isinstance(attribute, BoolAttr):
        return "True" if attribute.value else "False"
    if isinstance(attribute, IntegerAttr):
        return integer_text(attribute.value, attribute.type)
    if isinstance(attribute, FloatAttr):
        return float_text(attribute.value, attribute.type)
    if isinstance(attribute, StringAttr):
        if '"' in attribute.value:
            raise ValueError("a string with quotes in it has no text in Relay")
        return f'"{attribute.value}"'
    if isinstance(attribute, UnitAttr):
        return "None"
    if isinstance(attribute, ArrayAttr):
        return f"[{', '.join([attribute_text(each) for each in attribute.elements])}]"
    raise ValueError(f"{attribute} has no text in Relay")


def integer_text(value: int, type: Type) -> str:
    return f"{value}{'' if type is I32 else f'i{type.width}'}"


def float_text(value: float, type: FloatType) -> str:
    """Digits that read back as the same number; as TVM writes it where six are enough."""
    suffix, bits = "f" if type is F32 else f"f{type.width}", pack([value], type)
    for text in (f"{value:g}", f"{value:.9g}"):
        if abs(float(text)) <= LARGEST[type] and pack([float(text)], type) == bits:
            return text + suffix
    return repr(value).removesuffix(".0") + suffix


def scalar_text(constant: DenseAttr) -> str | None:
    """A constant as a literal; None for one that has none that TVM reads as the same."""
    element = constant.type.element
    if constant.type.shape != () or element not in (I1, IntegerType(16), I32, I64, F16, F32, F64):
        return None
    (value,) = constant.values()
    if element is I1:
        return "True" if value else "False"
    if isinstance(element, IntegerType):
        return integer_text(int(value), element)
    number = float(value)
    if number != number or (number in (float("inf"), float("-inf")) and element is not F32):
        return None
    return float_text(number, element)
