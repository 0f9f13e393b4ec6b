"""What stands behind an opcode, letter by letter: written from numbers, types and constants, and read with every number held to its bounds."""

from __future__ import annotations

from math import prod
from struct import pack

from tfir.bytecode.stream import Cursor
from tfir.ir.dense import DenseAttr, ElementsAttr, ResourceAttr
from tfir.ir.diagnostics import Error
from tfir.ir.types import OpaqueType, TensorType, Type, storage_bits
from tfir.vm.opcodes import OPAQUE, PREDICATES, TYPES, Bytecode, Line, code_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import Any

MOST_COUNTED, MOST_SLOTS, LARGEST_WORD, MOST_ENTRIES = 0xFF, 0xFFFF, 0xFFFFFFFF, 0xFFFF
DENSE, SPLAT, TABLED = 0, 1, 2  # 2019 had no table of constants
STORED = "constant"  # what resources without data are called that stand for constants of a table, in front of the number
UNKNOWN_SIZE = -1  # in a shape
SOME_HOST_TYPE = OpaqueType("!iree.opaque")  # of what only the host has


# Writing


def word(value: int) -> bytes:
    """A number of 32 bits with its sign. Raises Error for a larger one."""
    if not -(1 << 31) <= value < 1 << 31:
        raise Error(f"{value} does not fit into 32 bits")
    return pack("<i", value)


def counted(numbers: Sequence[int], form: str) -> bytes:
    """Numbers, and before them how many there are, in a byte."""
    if len(numbers) > MOST_COUNTED:
        raise Error(f"{len(numbers)} operands do not fit into bytecode, which counts up to {MOST_COUNTED}")
    return bytes([len(numbers)]) + pack(f"<{len(numbers)}{form}", *numbers)


def words(values: Sequence[int]) -> bytes:
    for value in values:
        word(value)
    return counted(values, "i")


def long_word(value: int) -> bytes:
    if not -(1 << 63) <= value < 1 << 64:
        raise Error(f"{value} does not fit into 64 bits")
    return pack("<Q", value % (1 << 64))


def transfers(pairs: Sequence[tuple[int, int]]) -> bytes:
    return counted([len(pairs)], "B")[1:] + pack(f"<{2 * len(pairs)}H", *[slot for pair in pairs for slot in pair])


def constant(value: ElementsAttr) -> bytes:
    """Raises Error for elements that bytecode has no type for, and where their number is not known."""
    if isinstance(value, ResourceAttr) and value.blob is None and code_of(value.type.element) != OPAQUE:
        number = value.name.removeprefix(STORED)
        if number.isdecimal():
            return constant_head(value, TABLED) + word(int(number))
    if not isinstance(value, DenseAttr):
        from tfir.ods.arrays import array_of, dense_of  # of resources and sparse constants alone

        value = dense_of(array_of(value), value.type.element)
    if code_of(value.type.element) == OPAQUE or not isinstance(value, DenseAttr):
        raise Error(f"a constant of type {value.type} cannot be encoded")
    return constant_head(value, SPLAT if value.is_splat else DENSE) + bytes(value.data)


def constant_head(value: ElementsAttr, encoding: int) -> bytes:
    return bytes([code_of(value.type.element)]) + words(value.type.sizes) + bytes([encoding])


def dispatch(numbers: tuple[int, int]) -> bytes:
    if numbers[1] > MOST_ENTRIES:
        raise Error(f"entry {numbers[1]} of an executable does not fit into 16 bits")
    return pack("<IH", *numbers)


WRITE: dict[str, Callable[..., bytes]] = {
    **dict.fromkeys("sonr", lambda slot: pack("<H", slot)),
    **dict.fromkeys("SONR", lambda slots: counted(slots, "H")),
    **dict.fromkeys("fFb", lambda number: pack("<I", number)),
    "T": transfers,
    "c": constant,
    "v": long_word,
    "d": dispatch,
    "t": lambda type: bytes([code_of(type)]),
    "i": word,
    "I": words,
    **dict.fromkeys("pP", lambda number: pack("<B", number)),
}


# Reading


class Instruction:
    """An operation as it stands in bytes from `offset` on: the table's line, and what its letters stand for, in order."""

    __slots__ = ("offset", "line", "fields")

    def __init__(self, offset: int, line: Line, fields: list[Any]):
        self.offset, self.line, self.fields = offset, line, fields

    def of(self, letters: str) -> list[Any]:
        """What some of the letters stand for."""
        return [value for letter, value in zip(self.line.letters, self.fields) if letter in letters]

    @property
    def targets(self) -> list[tuple[int, list[tuple[int, int]]]]:
        """Where a branch goes, each with what it passes."""
        return list(zip(self.of("b"), self.of("T")))


def read_slot(cursor: Cursor) -> int:
    return int.from_bytes(cursor.take(2), "little")


def read_word(cursor: Cursor) -> int:
    return int.from_bytes(cursor.take(4), "little")


def read_signed(cursor: Cursor, size: int = 4) -> int:
    return int.from_bytes(cursor.take(size), "little", signed=True)


def read_slots(cursor: Cursor) -> list[int]:
    return [read_slot(cursor) for _ in range(cursor.byte())]


def read_words(cursor: Cursor) -> list[int]:
    return [read_signed(cursor) for _ in range(cursor.byte())]


def read_transfers(cursor: Cursor) -> list[tuple[int, int]]:
    return [(read_slot(cursor), read_slot(cursor)) for _ in range(cursor.byte())]


def read_type(cursor: Cursor) -> Type:
    at, code = cursor.at, cursor.byte()
    if code == OPAQUE:
        return SOME_HOST_TYPE
    if code not in TYPES:
        raise cursor.error(f"there is no type {code:02X}", at)
    return TYPES[code]


def read_constant(cursor: Cursor) -> ElementsAttr:
    at = cursor.at
    element, shape = read_type(cursor), read_words(cursor)
    if element is SOME_HOST_TYPE or any([size < 0 for size in shape]):
        raise cursor.error(f"there are no constants of type {TensorType([None if size < 0 else size for size in shape], element)}", at)
    at, encoding = cursor.at, cursor.byte()
    if encoding == TABLED:
        return ResourceAttr(TensorType(shape, element), f"{STORED}{read_word(cursor)}", None)
    if encoding not in (DENSE, SPLAT) or (encoding == SPLAT and 0 in shape):
        raise cursor.error(f"elements of {TensorType(shape, element)} are encoded by {encoding}", at)
    size = (storage_bits(element) + 7) // 8
    data = cursor.take(size * (prod(shape) if encoding == DENSE else 1))
    return DenseAttr(TensorType(shape, element), data, encoding == SPLAT)


def read_predicate(letter: str) -> Callable[[Cursor], int]:
    def read(cursor: Cursor) -> int:
        at, number = cursor.at, cursor.byte()
        if number >= len(PREDICATES[letter]):
            raise cursor.error(f"there is no predicate {number}", at)
        return number

    return read


READ: dict[str, Callable[[Cursor], Any]] = {
    **dict.fromkeys("sonr", read_slot),
    **dict.fromkeys("SONR", read_slots),
    **dict.fromkeys("fFb", read_word),
    "T": read_transfers,
    "c": read_constant,
    "v": lambda cursor: read_signed(cursor, 8),
    "d": lambda cursor: (read_word(cursor), read_slot(cursor)),
    "t": read_type,
    "i": read_signed,
    "I": read_words,
    "p": read_predicate("p"),
    "P": read_predicate("P"),
}


def instructions(data: bytes, bytecode: Bytecode, name: str) -> Iterator[Instruction]:
    """The operations that bytes hold one after another; `name` is what errors call the bytes. Raises Error for what is no operation."""
    cursor = Cursor(data, 0, len(data), name)
    while cursor.left:
        offset, opcode = cursor.at, cursor.byte()
        line = bytecode.by_opcode.get(opcode)
        if line is None:
            raise cursor.error(f"the {bytecode.name} has no operation {opcode:02X}", offset)
        yield Instruction(offset, line, [READ[letter](cursor) for letter in line.letters])
