"""Statements of a function of Relax, and their text: blocks of data flow, and branches between them."""

from __future__ import annotations

import re

from tftranslate.relax.kernel import STEP

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

WORD = re.compile(r"[^\W\d]\w*")


class Binding:
    """`name = expression`."""

    __slots__ = ("name", "text")

    def __init__(self, name: str, text: str):
        self.name, self.text = name, text


class Choice:
    """A branch, each side of which ends by binding `name`."""

    __slots__ = ("name", "condition", "sides")

    def __init__(self, name: str, condition: str, sides: Sequence[list[Binding | Choice]]):
        self.name, self.condition, self.sides = name, condition, sides


def together(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"({', '.join(names)})" if names else "R.tuple()"


def rendered(items: Sequence[Binding | Choice], returned: str, depth: int) -> list[str]:
    """Lines of a function's body; bindings that follow each other make a block of data flow."""
    parts: list[list[str]] = []
    flow: list[Binding] = []
    later = words([Binding("", returned)])
    for item in reversed([None, *items]):
        if isinstance(item, Binding):
            flow.append(item)
            continue
        parts.append(flow_lines(flow[::-1], later, depth))
        later |= words(flow)
        flow = []
        if item is not None:
            parts.append(choice_lines(item, depth))
            later |= words([item])
    return [line for lines in reversed(parts) for line in lines]


def flow_lines(bindings: Sequence[Binding], later: set[str], depth: int) -> list[str]:
    outputs = [binding.name for binding in bindings if binding.name in later]
    lines = [STEP * depth + "with R.dataflow():"]
    lines += [f"{STEP * (depth + 1)}{binding.name} = {binding.text}" for binding in bindings]
    return [*lines, f"{STEP * (depth + 1)}R.output({', '.join(outputs)})"] if outputs else []


def choice_lines(choice: Choice, depth: int) -> list[str]:
    lines = []
    for header, items in zip((f"if {choice.condition}:", "else:"), choice.sides):
        lines.append(STEP * depth + header)
        for item in items:
            if isinstance(item, Choice):
                lines += choice_lines(item, depth + 1)
            else:
                lines.append(f"{STEP * (depth + 1)}{item.name} = {item.text}")
    return lines


def words(items: Sequence[Binding | Choice]) -> set[str]:
    """The names that bindings and branches use."""
    names: set[str] = set()
    for item in items:
        if isinstance(item, Choice):
            names |= {item.condition} | words(item.sides[0]) | words(item.sides[1])
        else:
            names.update(WORD.findall(item.text))
    return names
