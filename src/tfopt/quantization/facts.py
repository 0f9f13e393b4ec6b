"""What the line of an op says of it on quantized numbers: the trait `quantized`, whose meaning `tfir/ods/traits.py` has."""

from __future__ import annotations

from functools import cache

from tfir.dialects import definition_of, trait_arguments
from tfir.ir.operations import Operation, Value
from tfir.ir.types import FloatType, TensorType
from tfir.ods.quantization import about_products

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeGuard


class Fact:
    """`weights` and `bias` are numbers of operands. `channels` are the axes along which output channels run, of the result and of the weights, where
    the line has the latter. `fixed` is a scale and a zero point of 8 bits."""

    __slots__ = ("weights", "bias", "axis", "is_same", "clips", "is_offset", "fixed")

    def __init__(self, name: str, arguments: tuple[str, ...]):
        places = [slot.name for slot in definition_of(name).declaration.operands]
        said = {words[0]: words[1:] for words in map(str.split, arguments)}
        weights = said.get("weights")
        self.weights = None if weights is None else places.index(weights[0])
        self.axis = int(weights[1]) if weights is not None and len(weights) > 1 else None
        self.bias = places.index(said["bias"][0]) if "bias" in said else None
        self.is_same, self.clips, self.is_offset = "same" in said, "clips" in said, "offset" in said
        fixed = said.get("fixed")
        self.fixed = None if fixed is None else (float(fixed[0]), int(fixed[1]))


def fact_of(op: Operation) -> Fact | None:
    """What the line of an op says; None of ops that have no quantized form."""
    return fact_of_name(op.name)


@cache
def fact_of_name(name: str) -> Fact | None:
    arguments = trait_arguments(name, "quantized")
    return None if arguments is None else Fact(name, arguments)


def channel_axes(op: Operation) -> tuple[int, int] | None:
    """The axes along which output channels run: of the result, and of the weights."""
    fact = fact_of(op)
    if fact is None or fact.weights is None:
        return None
    if fact.axis is not None:
        return op.results[0].type.rank - 1, fact.axis
    axes: tuple[int, int] | None = about_products("channels", op, definition_of(op.name))
    return axes


def is_of_floats(value: Value) -> bool:
    return is_float_tensor(value.type)


def is_float_tensor(type: object) -> TypeGuard[TensorType]:
    """Whether a type is of tensors of floats whose rank is known."""
    return isinstance(type, TensorType) and type.shape is not None and isinstance(type.element, FloatType)
