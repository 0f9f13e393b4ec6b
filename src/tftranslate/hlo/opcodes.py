"""The table of opcodes (`opcodes.txt`)."""

from __future__ import annotations

from functools import cache
from os.path import dirname, join


class Opcode:
    """`op` is the operation that stands for it, empty where none does; `is_direct`: that tells all of it. `attributes` are those of its text,
    `needed` those that no text of it is without."""

    __slots__ = ("name", "op", "is_direct", "attributes", "needed")

    def __init__(self, name: str, op: str, is_direct: bool, attributes: list[str]):
        self.name, self.op, self.is_direct = name, op, is_direct
        self.attributes = [each.rstrip("?") for each in attributes]
        self.needed = [each for each in attributes if not each.endswith("?")]


@cache
def opcodes() -> dict[str, Opcode]:
    with open(join(dirname(__file__), "opcodes.txt"), encoding="utf-8") as file:
        lines = [line.split() for line in file if line.strip() and not line.startswith("#")]
    return {words[0]: _opcode(*words) for words in lines}


def _opcode(name: str, *words: str) -> Opcode:
    is_direct = words[0] == "="
    op, *attributes = words[1:] if is_direct else words
    return Opcode(name, "" if op == "-" else op, is_direct, attributes)
