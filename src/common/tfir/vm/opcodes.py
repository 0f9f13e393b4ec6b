"""The table of operations, `opcodes.txt`, and the numbers by which types and predicates are encoded."""

from __future__ import annotations

from functools import cache
from os.path import dirname, join

from tfir.ir.types import (
    BF16,
    F16,
    F32,
    F64,
    I1,
    I8,
    I16,
    I32,
    I64,
    INDEX,
    UI8,
    UI16,
    UI32,
    UI64,
    ComplexType,
    FloatType,
    IntegerType,
    Type,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

SLOTS, NUMBERS = "sSoO", "nN"  # operands that are buffers (S and O take others too), operands that are not
BLOCKS, RESULTS = "bT", "rR"
NAMED = "cvfFdtiIpP"  # what attributes and types say

OPAQUE = 0xFF  # all that no number stands for: text, handles
# The types of elements. Those from 40 on are not of 2019, which had no truth values, and no numbers without sign but by operation.
TYPES: dict[int, Type] = {
    **dict(enumerate([I8, I16, I32, I64, F16, F32, F64])),
    **dict(enumerate([I1, BF16, UI8, UI16, UI32, UI64, INDEX, ComplexType(F32), ComplexType(F64)], 0x40)),
    **dict(enumerate([IntegerType(2), IntegerType(4), IntegerType(2, "u"), IntegerType(4, "u")], 0x50)),
    **dict(enumerate(map(FloatType, "f8E3M4 f8E4M3 f8E4M3B11FNUZ f8E4M3FN f8E4M3FNUZ f8E5M2 f8E5M2FNUZ f8E8M0FNU".split()), 0x58)),
    **dict(enumerate(map(FloatType, "f4E2M1FN f6E2M3FN f6E3M2FN".split()), 0x60)),
}  # fmt: skip
CODES = {type: code for code, type in TYPES.items()}

PREDICATES = {
    "p": tuple("eq ne slt sle sgt sge ult ule ugt uge".split()),
    "P": tuple("false oeq ogt oge olt ole one ord ueq ugt uge ult ule une uno true".split()),
}


def code_of(type: Type) -> int:
    return CODES.get(type, OPAQUE)


class Binding:
    """What a letter encodes: the attribute `name`, or its element `at`, with a default; for `element` and `shape` the type of the result, or of
    operand `at`."""

    __slots__ = ("name", "at", "default")

    def __init__(self, text: str):
        name, _, default = text.partition("=")
        self.name, _, at = name.partition(".")
        self.at, self.default = int(at) if at else None, int(default) if default else None

    @property
    def is_of_type(self) -> bool:
        return self.name in ("element", "shape")


class Line:
    """One operation: `parts` are pairs of a letter and its Binding, None for slots and blocks. `mark` is the attribute that it must have."""

    __slots__ = ("opcode", "name", "letters", "parts", "mark", "text")

    def __init__(self, text: str, dialect: str):
        head, _, tail = text.partition(" : ")
        opcode, name, *letters = head.split()
        bindings, _, mark = tail.partition(" with ")
        self.opcode, self.text, self.mark = int(opcode, 16), text, mark
        self.name = name if "." in name else f"{dialect}.{name}"
        self.letters = letters[0] if letters else ""
        named = iter([Binding(word) for word in bindings.split()])
        self.parts = [(letter, next(named) if letter in NAMED else None) for letter in self.letters]

    def count(self, letters: str) -> int:
        return sum([self.letters.count(letter) for letter in letters])


class Bytecode:
    """One of the two: its lines by operation and by opcode."""

    def __init__(self, name: str, dialect: str):
        self.name, self.dialect = name, dialect
        self.lines: dict[str, list[Line]] = {}
        self.by_opcode: dict[int, Line] = {}

    def add(self, line: Line) -> None:
        self.lines.setdefault(line.name, []).append(line)
        self.by_opcode.setdefault(line.opcode, line)

    def __iter__(self) -> Iterator[Line]:
        return (line for lines in self.lines.values() for line in lines)


@cache
def bytecodes() -> dict[str, Bytecode]:
    """Both, by name."""
    both: dict[str, Bytecode] = {}
    with open(join(dirname(__file__), "opcodes.txt"), encoding="utf-8") as file:
        for text in [line.strip() for line in file]:
            if text.startswith("bytecode "):
                _, name, dialect = text.split()
                current = both[name] = Bytecode(name, dialect)
            elif text and text[0] != "#":
                current.add(Line(text, current.dialect))
    return both


def sequencer() -> Bytecode:
    return bytecodes()["sequencer"]


def interpreter() -> Bytecode:
    return bytecodes()["interpreter"]
