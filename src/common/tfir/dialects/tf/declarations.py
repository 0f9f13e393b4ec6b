"""What TensorFlow declares of the ops of its tf dialect, read line by line from `declarations.txt` when an op is met."""

from __future__ import annotations

from os.path import dirname, join


class Slot:
    """An operand or result, or any number of them: its name and which elements it may have."""

    __slots__ = ("name", "kind", "variadic")
    number = optional = None

    def __init__(self, text: str):
        name, _, kind = text.rpartition(": ")
        self.name, self.variadic, self.kind = name, kind[-1] == "*", kind.rstrip("*")


class Attribute:
    """An attribute: its kind, whether an op must have it, and the text of what an op has that leaves it out, or None."""

    __slots__ = ("name", "kind", "required", "default")

    def __init__(self, text: str):
        self.name, _, kind = text.partition(": ")
        kind, _, default = kind.partition(" = ")
        self.required, self.default = kind[-1] != "?", default.strip('"') if default else None
        self.kind = kind.rstrip("?")


class Declaration:
    """A line: `operands` and `results` are lists of slots, `attributes` by name, `traits` in order, with what stands behind a colon."""

    __slots__ = ("operands", "attributes", "results", "traits")

    def __init__(self, line: str):
        left, right = line[line.index("(") + 1 :].split(") -> (", 1)
        operands, _, attributes = left.partition("; ")
        results, _, traits = right.partition(")")
        self.operands = [Slot(each) for each in operands.split(", ")] if operands else []
        self.results = [Slot(each) for each in results.split(", ")] if results else []
        listed = [Attribute(each) for each in attributes.split(", ")] if attributes else []
        self.attributes = {each.name: each for each in listed}
        self.traits = {name: told for name, _, told in [trait[1:].partition(":") for trait in traits.split()]}


class Declarations:
    """All lines, by the name of the op; each is read when it is asked for first."""

    def __init__(self):
        with open(join(dirname(__file__), "declarations.txt"), encoding="utf-8") as file:
            self.text = file.read()
        self._known: dict[str, Declaration | None] = {}

    def __contains__(self, local: str) -> bool:
        return f"\n{local}(" in self.text or f"\n{local}\n" in self.text

    def get(self, local: str) -> Declaration | None:
        """What is declared of an op; None where nothing is, or nothing beyond the registry."""
        if local not in self._known:
            at = self.text.find(f"\n{local}(")
            self._known[local] = Declaration(self.text[at + 1 : self.text.index("\n", at + 1)]) if at >= 0 else None
        return self._known[local]


_all: list[Declarations] = []


def declarations() -> Declarations:
    if not _all:
        _all.append(Declarations())
    return _all[0]
