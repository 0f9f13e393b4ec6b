"""Attributes of instructions in HLO's text, each read and written by one object: those that are a field of the message."""

from __future__ import annotations

import re

from tftranslate.hlo.text.cursor import quoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any, Protocol

    from tfir.proto import HloInstructionProto, ShapeProto

    from tftranslate.hlo.text.cursor import Cursor

    class Reading(Protocol):
        """The program that is read, which names are looked up in."""

        def refer(self, cursor: Cursor, instruction: HloInstructionProto, place: int) -> None:
            """Reads the name of a computation, which is to be the called one of that number."""

        def refer_to_instruction(self, cursor: Cursor, instruction: HloInstructionProto) -> None:
            """Reads the name of an instruction that comes before this one."""

        def operand_shape(self, instruction: HloInstructionProto, place: int) -> ShapeProto: ...

    class Writing(Protocol):
        """The program that is written, whose computations and instructions have names."""

        def computation_name(self, id: int) -> str: ...
        def instruction_name(self, id: int) -> str: ...
        def operand_shape(self, instruction: HloInstructionProto, place: int) -> ShapeProto: ...


def braced(items: Iterable[object]) -> str:
    return f"{{{','.join(map(str, items))}}}"


class Attribute:
    """`key` is how text calls it. `write` gives what stands behind the equals sign, None where that is the default."""

    def __init__(self, key: str):
        self.key = key

    def read(self, cursor: Cursor, instruction: HloInstructionProto, context: Reading) -> None:
        raise NotImplementedError

    def write(self, instruction: HloInstructionProto, context: Writing) -> str | None:
        raise NotImplementedError


class Field(Attribute):
    """A field of the instruction, or one of a message in it: `dot_dimension_numbers.lhs_batch_dimensions`."""

    def __init__(self, key: str, path: str = ""):
        super().__init__(key)
        *self.inside, self.field = (path or key).split(".")

    def message(self, instruction: HloInstructionProto) -> Any:
        message: Any = instruction
        for name in self.inside:
            message = getattr(message, name)
        return message


class Integers(Field):
    """`{0,1}`"""

    def read(self, cursor: Cursor, instruction: HloInstructionProto, context: Reading) -> None:
        message = self.message(instruction)
        if self.inside:
            message.SetInParent()
        getattr(message, self.field)[:] = cursor.integers()

    def write(self, instruction: HloInstructionProto, context: Writing) -> str | None:
        return braced(getattr(self.message(instruction), self.field))


class OptionalIntegers(Integers):
    def write(self, instruction: HloInstructionProto, context: Writing) -> str | None:
        return braced(getattr(self.message(instruction), self.field)) if getattr(self.message(instruction), self.field) else None


class FirstInteger(Field):
    """A number that is all of a repeated field; where that is empty nothing is written."""

    def read(self, cursor: Cursor, instruction: HloInstructionProto, context: Reading) -> None:
        getattr(instruction, self.field)[:] = [cursor.integer()]

    def write(self, instruction: HloInstructionProto, context: Writing) -> str | None:
        return "".join(map(str, getattr(instruction, self.field)[:1])) or None


class Number(Field):
    """An integer; `default` is what is not written, nor is 0 then; None where all are."""

    def __init__(self, key: str, path: str = "", default: int | None = None):
        super().__init__(key, path)
        self.default = default

    def read(self, cursor: Cursor, instruction: HloInstructionProto, context: Reading) -> None:
        start, value = cursor.place, cursor.integer()
        try:
            setattr(self.message(instruction), self.field, value)
        except ValueError:
            raise cursor.error(f"{value} is out of range", start) from None

    def write(self, instruction: HloInstructionProto, context: Writing) -> str | None:
        value = getattr(self.message(instruction), self.field)
        return None if self.default is not None and value in (0, self.default) else str(value)


class Real(Field):
    def read(self, cursor: Cursor, instruction: HloInstructionProto, context: Reading) -> None:
        setattr(self.message(instruction), self.field, float(cursor.read(REAL, "a number")[0]))

    def write(self, instruction: HloInstructionProto, context: Writing) -> str | None:
        return f"{getattr(self.message(instruction), self.field):g}"


REAL = re.compile(r"[-+]?(?:inf|nan|[\d.]+(?:[eE][-+]?\d+)?)")


class Truth(Field):
    """`default` is what is not written, None where both are."""

    def __init__(self, key: str, path: str = "", default: bool | None = False):
        super().__init__(key, path)
        self.default = default

    def read(self, cursor: Cursor, instruction: HloInstructionProto, context: Reading) -> None:
        setattr(self.message(instruction), self.field, cursor.boolean())

    def write(self, instruction: HloInstructionProto, context: Writing) -> str | None:
        value = getattr(self.message(instruction), self.field)
        return None if value is self.default else str(value).lower()


class Text(Field):
    """A string in quotes, for fields of text and of bytes."""

    def read(self, cursor: Cursor, instruction: HloInstructionProto, context: Reading) -> None:
        is_bytes = isinstance(getattr(instruction, self.field), bytes)
        setattr(instruction, self.field, cursor.string_bytes() if is_bytes else cursor.string())

    def write(self, instruction: HloInstructionProto, context: Writing) -> str | None:
        value = getattr(instruction, self.field)
        return quoted(value.decode("utf-8", "surrogateescape") if isinstance(value, bytes) else value) if value else None


class Bare(Field):
    """A word without quotes, of a field of text."""

    def read(self, cursor: Cursor, instruction: HloInstructionProto, context: Reading) -> None:
        setattr(instruction, self.field, cursor.word())

    def write(self, instruction: HloInstructionProto, context: Writing) -> str | None:
        return getattr(instruction, self.field) or None


class Word(Field):
    """One of the names of an enumeration, which XLA may write without a prefix or in small letters."""

    def __init__(self, key: str, path: str, enumeration: Any, prefix: str = "", default: int = 0, small: bool = False):
        super().__init__(key, path)
        self.numbers = {_spelled(name, prefix, small): number for name, number in enumeration.items()}
        self.names = {number: name for name, number in self.numbers.items()}
        self.default = default

    def read(self, cursor: Cursor, instruction: HloInstructionProto, context: Reading) -> None:
        start, word = cursor.place, cursor.word()
        if word not in self.numbers:
            raise cursor.error(f"{word} is no {self.key}; expected {', '.join(self.numbers)}", start)
        setattr(self.message(instruction), self.field, self.numbers[word])

    def write(self, instruction: HloInstructionProto, context: Writing) -> str | None:
        number = getattr(self.message(instruction), self.field)
        return None if number == self.default else self.names.get(number, str(number))


def _spelled(name: str, prefix: str, small: bool) -> str:
    return name.removeprefix(prefix).lower() if small else name.removeprefix(prefix)


class Computation(Attribute):
    """The name of a computation, which is the called one of a number."""

    def __init__(self, key: str, place: int = 0):
        super().__init__(key)
        self.place = place

    def read(self, cursor: Cursor, instruction: HloInstructionProto, context: Reading) -> None:
        context.refer(cursor, instruction, self.place)

    def write(self, instruction: HloInstructionProto, context: Writing) -> str | None:
        called = instruction.called_computation_ids
        return context.computation_name(called[self.place]) if self.place < len(called) else None


class Computations(Attribute):
    """`{region_0.1, region_1.2}`"""

    def read(self, cursor: Cursor, instruction: HloInstructionProto, context: Reading) -> None:
        cursor.items(lambda: context.refer(cursor, instruction, len(instruction.called_computation_ids)))

    def write(self, instruction: HloInstructionProto, context: Writing) -> str | None:
        names = [context.computation_name(id) for id in instruction.called_computation_ids]
        return f"{{{', '.join(names)}}}" if names else None
