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

    __slots__ = ("ranks", "alike")

    def __init__(self, definition: OpDefinition):
        places = {slot.name: at for at, slot in enumerate(definition.declaration.operands)}
        self.ranks = [rank_in(text, places) for text in definition.traits.get("ranks", ())]
        self.alike = [(places[name], name) for name in definition.traits.get("one_shape", ())]

    def check(self, operands: Sequence[Any]) -> None:
        """Raises Error where an operand has another rank or shape."""
        for at, name, least, most in self.ranks:
            rank = getattr(operands[at], "ndim", least)
            if rank < least or most is not None and rank > most:
                asked = str(least) if most == least else f"at least {least}" if most is None else f"between {least} and {most}"
                raise Error(f"'{name}' must have rank {asked}, and has rank {rank}")
        shapes = [operands[at].shape for at, _ in self.alike]
        if any([shape != shapes[0] for shape in shapes]):
            named = " and ".join([f"'{name}'" for _, name in self.alike])
            raise Error(f"{named} must have the same shape, and have the shapes {', '.join([str(list(shape)) for shape in shapes])}")


def rank_in(text: str, places: dict[str, int]) -> Rank:
    name, span = text.split()
    least, dots, most = span.partition("..")
    return places[name], name, int(least), int(most) if most else None if dots else int(least)


def shapes_asked(definition: OpDefinition) -> OperandShapes | None:
    """What is asked of an op's operands; None of one whose operands may have any shapes."""
    return OperandShapes(definition) if {"ranks", "one_shape"} & definition.traits.keys() else None
