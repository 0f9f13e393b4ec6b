"""Bytecode as text with offsets, an operation to a line."""

from __future__ import annotations

from tfir.vm.fields import Instruction, instructions
from tfir.vm.opcodes import PREDICATES, Bytecode
from tfir.vm.symbols import Symbols

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any


def listing(name: str, contents: bytes, bytecode: Bytecode, symbols: Symbols | None = None) -> Iterator[str]:
    """The lines of a function: the offset, the bytes of the opcode, the operation and what follows it. Raises Error as `instructions` does."""
    for step in instructions(contents, bytecode, name):
        results = [slot for field in step.of("rR") for slot in (field if isinstance(field, list) else [field])]
        made = f"{', '.join([f'%{slot}' for slot in results])} = " if results else ""
        fields = " ".join(said(step, symbols))
        yield f"{step.offset:6}  {step.line.opcode:02X}  {made}{step.line.name.rpartition('.')[2]} {fields}".rstrip()


def said(step: Instruction, symbols: Symbols | None) -> Iterator[str]:
    for (letter, binding), field in zip(step.line.parts, step.fields):
        if letter in "son":
            yield f"%{field}"
        elif letter in "SON":
            yield f"[{', '.join([f'%{slot}' for slot in field])}]"
        elif letter == "b":
            yield f"@{field}"
        elif letter == "T":
            yield f"({', '.join([f'%{place} = %{value}' for value, place in field])})"
        elif binding is not None:
            yield f"{binding.name}={field_text(letter, field, symbols)}"


def field_text(letter: str, field: Any, symbols: Symbols | None) -> str:
    if letter in PREDICATES:
        return PREDICATES[letter][field]
    if letter in "fFd" and symbols is not None:
        return str(symbols.reference(letter, field))
    if letter == "c":
        return f"{field.type}" if field.type.size > MOST_SHOWN and not field.is_splat else field.text
    return str(field)


MOST_SHOWN = 8  # elements of a constant
