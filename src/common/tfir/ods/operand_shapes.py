"""What the traits `ranks` and `one_shape` of an op's line ask of its operands, checked before values are computed: `!ranks(image 4, boxes 1..2,
data 1..)`, `!one_shape(gradients, features)`. In TensorFlow's kernels and shape functions it is the same."""

from __future__ import annotations

from tfir.ir.diagnostics import Error

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from tfir.ods.dialect import OpDefinition

    Rank = tuple[int, str, int, int | None]  # the number of an operand, its name, the least and the greatest rank


class OperandShapes:
    """Of an op whose operands are one value each."""

    __slots__ = ("ranks", "alike", "definition")

    def __init__(self, definition: OpDefinition):
        self.definition = definition
        places = {slot.name: at for at, slot in enumerate(definition.declaration.operands)}
        self.ranks = [rank_in(text, places) for text in definition.traits.get("ranks", ())]
        self.alike = [(places[name], name) for name in definition.traits.get("one_shape", ())]

    def check(self, operands: Sequence[Any]) -> None:
        """Raises Error where an operand has another rank or shape."""
        for at, name, least, most in self.ranks:
            rank = getattr(operands[at], "ndim", least)
            if rank < least or most is not None and rank > most:
                raise Error(self.refusal(name, {name: operands[at].shape for at, name, _, _ in self.ranks}, least, most))
        shapes = [operands[at].shape for at, _ in self.alike]
        if any([shape != shapes[0] for shape in shapes]):
            named = " and ".join([f"'{name}'" for _, name in self.alike])
            raise Error(f"{named} must have the same shape, and have the shapes {', '.join([str(list(shape)) for shape in shapes])}")

    def refusal(self, name: str, shapes: dict[str, tuple[int, ...]], least: int, most: int | None) -> str:
        """In the words of the dialect's own kernels, where these are known."""
        words, rank = self.definition.dialect.words_for_rank(self.definition.local, name), len(shapes[name])
        if words is not None:
            texts = {each: f"[{','.join(map(str, shape))}]" for each, shape in shapes.items()}
            return words.format_map({**texts, "shape": texts[name], "rank": str(rank)})
        asked = str(least) if most == least else f"at least {least}" if most is None else f"between {least} and {most}"
        return f"'{name}' must have rank {asked}, and has rank {rank}"


def rank_in(text: str, places: dict[str, int]) -> Rank:
    name, span = text.split()
    least, dots, most = span.partition("..")
    return places[name], name, int(least), int(most) if most else None if dots else int(least)


def shapes_asked(definition: OpDefinition) -> OperandShapes | None:
    """What is asked of an op's operands; None of one whose operands may have any shapes."""
    return OperandShapes(definition) if {"ranks", "one_shape"} & definition.traits.keys() else None
