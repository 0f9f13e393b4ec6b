"""Names that no other instruction of a module has, which its message needs and its text does not: XLA numbers those that come again.

Source: xla/service/name_uniquer.cc.
"""

from __future__ import annotations

import re
from itertools import count

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tfir.proto import HloInstructionProto

NUMBERED = re.compile(r"(.+)\.(\d+)")


class Names:
    """Of all names that differ in the number at their end alone: those that are taken, and the next to be given."""

    def __init__(self) -> None:
        self.taken: dict[str, set[int]] = {}
        self.next: dict[str, Iterator[int]] = {}

    def unique(self, name: str) -> str:
        match = NUMBERED.fullmatch(name)
        stem, number = (match[1], int(match[2])) if match is not None else (name, 0)
        taken = self.taken.setdefault(stem, set())
        if number in taken:
            number = next(each for each in self.next.setdefault(stem, count()) if each not in taken)
        taken.add(number)
        return f"{stem}.{number}" if number or match is not None else stem


def make_unique(instructions: Iterable[HloInstructionProto]) -> None:
    names = Names()
    for instruction in instructions:
        name = names.unique(instruction.name)
        if name != instruction.name:
            instruction.name = name
