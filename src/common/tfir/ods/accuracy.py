"""How far an op's floating-point results may lie from what it means: the class that its line of the table states.

The classes are traits (`exact`, `ulp`, `summed`, `library`, `composed`; see `docs/accuracy.md` for their bounds). An op without floating-point
results is exact without saying so.
"""

from __future__ import annotations

from tfir.ir.types import ComplexType, FloatType
from tfir.ods.element_types import element_of_word
from tfir.startup.patterns import compiled

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tfir.ods.dialect import OpDefinition
    from tfir.ods.signature import Slot

CLASSES = ("exact", "ulp", "summed", "library", "composed")
# What may be floating point though its word names no element type.
OPEN_WORDS = {"float", "float_like", "elements", "any", "tensor", "complex"}
WORD = compiled(r"\w+")


class Accuracy:
    """A class, and of `ulp` and `library` how many units in the last place; `besides` has those of certain element types, and `TensorFlow`,
    counted beside the larger of the result and 1."""

    __slots__ = ("kind", "units", "besides")

    def __init__(self, kind: str, units: float = 0, besides: dict[str, float] | None = None):
        self.kind, self.units, self.besides = kind, units, besides or {}

    def __str__(self) -> str:
        counts = [f"{self.units:g}"] * (self.units > 0) + [f"{word} {units:g}" for word, units in self.besides.items()]
        return f"{self.kind}({', '.join(counts)})" if counts else self.kind


def accuracy_of(definition: OpDefinition) -> Accuracy | None:
    """The accuracy that an op's line states; None where it has floating-point results and states none."""
    for kind in CLASSES:
        if kind in definition.traits:
            return stated(kind, definition.traits[kind])
    return None if has_float_results(definition) else Accuracy("exact")


def stated(kind: str, arguments: tuple[str, ...]) -> Accuracy:
    """The accuracy of a trait with its arguments: `ulp(4, f64 64)`."""
    counts = dict([argument.rpartition(" ")[::2] for argument in arguments])
    units = {word: float(count) for word, count in counts.items()}
    return Accuracy(kind, units.pop("", 0), units)


def has_float_results(definition: OpDefinition) -> bool:
    """Whether a result may be of floating point, as far as the op's line says. An op that no table lists says nothing."""
    signature = definition.signature
    return signature is not None and any([may_be_float(definition, slot) for slot in signature.results])


def may_be_float(definition: OpDefinition, slot: Slot) -> bool:
    """Whether a slot may hold floating-point numbers: what its word, the attribute or the constraint of that name allows."""
    parameter = definition.declaration.attributes.get(slot.type)
    if parameter is not None:
        return not parameter.allowed or names_float("|".join(parameter.allowed), {})
    return names_float(slot.type, dict(definition.dialect.table.constraints))


def names_float(type: str, constraints: dict[str, tuple[str, str | None]]) -> bool:
    """Whether the words of a type name a floating-point or complex element type, or any type at all; those of a constraint stand for its own."""
    words = WORD.findall(type)
    meant = [constraints.pop(word)[0] for word in words if word in constraints]  # of which some stand for themselves
    return any([word in OPEN_WORDS or isinstance(element_of_word(word), (FloatType, ComplexType)) for word in words]) or any(
        [names_float(each, constraints) for each in meant]
    )
