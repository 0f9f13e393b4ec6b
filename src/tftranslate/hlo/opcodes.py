"""The table of opcodes (`opcodes.txt`)."""

from __future__ import annotations

from functools import cache
from os.path import dirname, join
from typing import NamedTuple


class Opcode(NamedTuple):
    """`op` is the operation that stands for it, empty where none does. `attributes` are those of its text, each with whether it may be absent."""

    name: str
    op: str
    is_direct: bool
    attributes: tuple[tuple[str, bool], ...]


@cache
def opcodes() -> dict[str, Opcode]:
    with open(join(dirname(__file__), "opcodes.txt"), encoding="utf-8") as file:
        lines = [line.split() for line in file if line.strip() and not line.startswith("#")]
    return {words[0]: _opcode(*words) for words in lines}


def _opcode(name: str, *words: str) -> Opcode:
    is_direct = words[0] == "="
    op, *attributes = words[1:] if is_direct else words
    return Opcode(name, "" if op == "-" else op, is_direct, tuple([(each.rstrip("?"), each.endswith("?")) for each in attributes]))


@cache
def direct() -> dict[str, Opcode]:
    """Those of operations that the table tells all of, by the operation's name."""
    return {opcode.op: opcode for opcode in opcodes().values() if opcode.is_direct}
