"""Constants of LLVM's assembly: numbers, aggregates, addresses and expressions of them."""

from __future__ import annotations

from struct import error, pack, unpack

from tfir.conversion.llvm_ir.constants import LETTERS
from tfir.dialects.llvm.types import ArrayType, PointerType, StructType
from tfir.ir.numbers import bits_of_literal
from tfir.ir.types import I8, I64, FloatType, IntegerType, Type, VectorType
from tfir.startup.patterns import compiled

from tftranslate.llvm_ir.lexer import unescaped
from tftranslate.llvm_ir.type_reader import TypeReader
from tftranslate.llvm_ir.values import (
    BLOCK,
    EQUIVALENT,
    FLOAT,
    GLOBAL,
    INTEGER,
    NO_CFI,
    NONE,
    NULL,
    POISON,
    SIGNED,
    UNDEF,
    Constant,
    Constants,
    Local,
    member_count,
    member_types,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from re import Match

    from tfir.ir.location import Source

HEXADECIMAL = compiled(r"0x([KLMHR]?)([0-9A-Fa-f]+)").fullmatch
HEXADECIMAL_INTEGER = compiled(r"([us])0x([0-9A-Fa-f]+)").fullmatch
DECIMAL = compiled(r"[-+]?[0-9]+\.[0-9]*(?:[eE][-+]?[0-9]+)?").fullmatch


def hexadecimal(digits: Match[str]) -> int:
    """The number that `u0xFF` or `s0xFF` is: with as many bits as its first that is set asks for, of which that is the sign."""
    number = int(digits[2], 16)
    return number - (1 << number.bit_length()) if digits[1] == "s" and number else number


class ConstantReader(TypeReader):
    def __init__(self, source: Source):
        super().__init__(source)
        self.constants = Constants()
        self.labels_taken: dict[str, list[str]] = {}  # of functions, the blocks whose addresses are constants
        self.labels_named: dict[str, dict[str, None]] = {}  # of functions that are begun, their blocks in the order in which they are named

    def typed_value(self) -> Local | Constant:
        return self.value(self.value_type())

    def typed_constant(self) -> Constant:
        place, value = self.place, self.typed_value()
        if isinstance(value, Local):
            raise self.error("expected a constant", place)
        return value

    def value(self, type: Type) -> Local | Constant:
        token = self.token
        if token[:1] == "%":
            place = self.place
            return Local(type, self.name("%", "a value"), place)
        if token[:1] == "@":
            return self.global_address(type)
        if token[:1].isdecimal() or token[:1] == "-" or token[:1] == "+":
            return self.number(type)
        digits = HEXADECIMAL_INTEGER(token)
        if digits is not None and isinstance(type, IntegerType):
            self.at += 1
            return self.constants.integer(hexadecimal(digits), type)
        read = VALUES.get(token) or (ConstantReader.text if token[:2] == 'c"' else None)
        if read is not None:
            return read(self, type)
        return self.expression(type)

    def expression(self, type: Type) -> Constant:
        raise self.expected("a value")

    def number(self, type: Type) -> Constant:
        token = self.token
        if isinstance(type, FloatType):
            return self.float(type)
        if not isinstance(type, IntegerType) or not token.removeprefix("-").isdecimal():
            raise self.expected(f"a constant of {type}")
        self.at += 1
        return self.constants.integer(int(token), type)

    def float(self, type: FloatType) -> Constant:
        token = self.token
        match = HEXADECIMAL(token)
        if match is not None and match[1] == LETTERS.get(type.text, ""):
            bits = int(match[2], 16)
            if match[1] == "L":  # the lower half stands in front
                bits = (bits & (1 << 64) - 1) << 64 | bits >> 64
            if type.width == 32:
                bits = self.narrowed(bits)
            if bits >> (80 if type.text == "f80" else type.width):
                raise self.expected(f"a constant of {type}")
        elif match is None and DECIMAL(token):
            bits = bits_of_literal(token, type)
        else:
            raise self.expected(f"a constant of {type}")
        self.at += 1
        return self.constants.of(FLOAT, type, bits)

    def narrowed(self, bits: int) -> int:
        """The bits in f32 of a number of f32 that stands as one of f64; of NaN with its payload."""
        sign, exponent, fraction = bits >> 63, bits >> 52 & 0x7FF, bits & (1 << 52) - 1
        if exponent == 0x7FF:
            return sign << 31 | 0xFF << 23 | fraction >> 29
        try:
            (value,) = unpack("<d", pack("<Q", bits))
            return int(unpack("<I", pack("<f", value))[0])
        except (error, OverflowError):
            raise self.expected("a constant of f32") from None

    def global_address(self, type: Type) -> Constant:
        place, name = self.place, self.name("@", "a global")
        if not isinstance(type, PointerType):
            raise self.error(f"'@{name}' is a pointer, not a {type}", place)
        return self.constants.of(GLOBAL, type, name)

    def word(self, type: Type) -> Constant:
        word = self.token
        if word in ("true", "false") and not isinstance(type, IntegerType):
            raise self.expected(f"a constant of {type}")
        self.at += 1
        if word in ("true", "false"):
            return self.constants.integer(int(word == "true"), type)
        return self.constants.zero(type) if word == "zeroinitializer" else self.constants.of(WORDS[word], type)

    def text(self, type: Type) -> Constant:
        if not isinstance(type, ArrayType) or type.element is not I8:
            raise self.expected(f"a constant of {type}")
        content = unescaped(self.take()[2:-1])
        if len(content) != type.count:
            self.refuse(f"a text of {len(content)} bytes is no {type}")
        return self.constants.aggregate(type, [self.constants.integer(byte, I8) for byte in content])

    def array(self, type: Type) -> Constant:
        return self.members(type, "[", "]")

    def structure(self, type: Type) -> Constant:
        return self.members(type, "{", "}")

    def vector_or_packed(self, type: Type) -> Constant:
        if self.tokens[self.at + 1] != "{":
            return self.members(type, "<", ">")
        self.at += 1
        constant = self.members(type, "{", "}")
        self.expect(">")
        return constant

    def members(self, type: Type, opening: str, closing: str) -> Constant:
        place, members = self.place, self.listed(self.typed_constant, opening, closing)
        if not isinstance(type, (ArrayType, StructType, VectorType)) or member_count(type) != len(members):
            raise self.error(f"{len(members)} constants are no {type}", place)
        for at, (member, expected) in enumerate(zip(members, member_types(type))):
            if member.type is not expected:
                raise self.error(f"element {at} of {type} is of type {member.type}", place)
        return self.constants.aggregate(type, members)

    def splat(self, type: Type) -> Constant:
        self.at += 1
        place, element = self.place, self.in_parentheses(self.typed_constant)
        if not isinstance(type, VectorType) or type.element is not element.type:
            raise self.error(f"a splat of {element.type} is no {type}", place)
        if any(type.scalable):
            if element.is_zero:
                return self.constants.zero(type)
            return self.scalable_splat(type, element)
        return self.constants.aggregate(type, [element] * type.shape[0])

    def scalable_splat(self, type: VectorType, element: Constant) -> Constant:
        raise self.expected("a constant of a size that is known")

    def equivalent(self, type: Type) -> Constant:
        kind = self.take()
        return self.constants.of(kind, type, self.global_address(type))

    def signed(self, type: Type) -> Constant:
        """`ptrauth (ptr @f, i32 0, i64 5, ptr @g)`: a pointer, a key, and what makes the signature another one."""
        place = self.place
        self.at += 1
        parts = self.listed(self.typed_constant, "(", ")")
        defaults = [self.constants.integer(0, I64), self.constants.zero(PointerType())]
        parts += defaults[max(0, len(parts) - 2) :]
        kinds = [each.kind for each in parts]
        if len(parts) != 4 or kinds[:3] != [GLOBAL, INTEGER, INTEGER] or kinds[3] not in (GLOBAL, NULL):
            raise self.error("the llvm dialect has signed pointers to globals alone", place)
        return self.constants.of(SIGNED, type, tuple(parts))

    def block_address(self, type: Type) -> Constant:
        self.at += 1
        self.expect("(")
        function = self.name("@", "a function")
        self.expect(",")
        label = self.name("%", "a block")
        self.expect(")")
        taken = self.labels_taken.setdefault(function, [])
        if label not in taken:
            taken.append(label)
        if function in self.labels_named:
            self.labels_named[function].setdefault(label)
        return self.constants.of(BLOCK, type, (function, label))


WORDS = {"null": NULL, "none": NONE, "undef": UNDEF, "poison": POISON}
VALUES = {
    **dict.fromkeys((*WORDS, "true", "false", "zeroinitializer"), ConstantReader.word), "[": ConstantReader.array,
    "{": ConstantReader.structure, "<": ConstantReader.vector_or_packed, "splat": ConstantReader.splat,
    EQUIVALENT: ConstantReader.equivalent, NO_CFI: ConstantReader.equivalent, SIGNED: ConstantReader.signed, "blockaddress": ConstantReader.block_address,
}  # fmt: skip
