"""What the line of an op says of it on quantized numbers: the trait `quantized`, whose meaning `tfir/ods/traits.py` has."""

from __future__ import annotations

from functools import cache

from tfir.dialects import definition_of, trait_arguments
from tfir.ir.operations import Operation, Value
from tfir.ir.types import FloatType, TensorType
from tfir.ods.numpy_on_demand import np
from tfir.ods.quantization import about_products

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeGuard

    from tfir.ods.arrays import Array


class Fact:
    """`is_cell`: the op is a recurrent layer. `weights` and `bias` are numbers of operands. `axis` and `inputs` are the axes of the weights along which output and input channels run, where the
    line has them. `fixed` is a scale and a zero point of 8 bits, `ignores` how far below the largest of a row numbers are nothing, and an attribute that this is
    divided by."""

    __slots__ = ("weights", "bias", "axis", "inputs", "is_cell", "is_same", "clips", "is_offset", "is_sum", "fixed", "ignores")

    def __init__(self, name: str, arguments: tuple[str, ...]):
        places = [slot.name for slot in definition_of(name).declaration.operands]
        said = {words[0]: words[1:] for words in map(str.split, arguments)}
        weights = said.get("weights")
        self.weights = None if weights is None else places.index(weights[0])
        self.axis = int(weights[1]) if weights is not None and len(weights) > 1 else None
        self.inputs = int(weights[2]) if weights is not None and len(weights) > 2 else None
        self.bias = places.index(said["bias"][0]) if "bias" in said else None
        words = ("cell", "same", "clips", "offset", "sum")
        self.is_cell, self.is_same, self.clips, self.is_offset, self.is_sum = [word in said for word in words]
        fixed, ignores = said.get("fixed"), said.get("ignores")
        self.fixed = None if fixed is None else (float(fixed[0]), int(fixed[1]))
        self.ignores = None if ignores is None else (float(ignores[0]), ignores[1])


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


class Inputs:
    """The channels that products are summed over: `axis` is that of the left operand; of the weights' axes `inner` runs along those of one of `groups`
    many groups, `outer` along the channels of the result."""

    __slots__ = ("axis", "inner", "outer", "groups")

    def __init__(self, axis: int, inner: int, outer: int, groups: int):
        self.axis, self.inner, self.outer, self.groups = axis, inner, outer, groups

    def takes(self, count: int, weights: Array) -> bool:
        """Whether there are weights for so many input channels, neither more, as where dimensions become one before, nor fewer."""
        if self.inner == self.outer:
            return weights.shape[self.outer] % count == 0
        return count == self.groups * weights.shape[self.inner]

    def along(self, numbers: Array, weights: Array) -> Array:
        """A number for each input channel beside the weights that it is multiplied by."""
        count = weights.shape[self.outer]
        shape = [1] * weights.ndim
        shape[self.outer] = count
        if self.inner == self.outer:
            return np.repeat(numbers, count // len(numbers)).reshape(shape)
        shape[self.inner] = weights.shape[self.inner]
        of_outputs = np.repeat(numbers.reshape(self.groups, -1), count // self.groups, axis=0)
        return (of_outputs if self.outer < self.inner else of_outputs.T).reshape(shape)

    def is_alone(self, weights: Array) -> bool:
        """Whether each channel of the result has one input channel."""
        return self.inner == self.outer or weights.shape[self.inner] == 1

    def largest(self, weights: Array) -> Array:
        """The largest weight of each input channel, where there are no groups."""
        magnitudes: Array = np.abs(np.moveaxis(weights, self.inner, -1).reshape(-1, weights.shape[self.inner])).max(0, initial=0)
        return magnitudes


def inputs_of(op: Operation) -> Inputs | None:
    """None where nothing tells, and of several groups of several channels each."""
    fact, channels = fact_of(op), channel_axes(op)
    if fact is None or channels is None:
        return None
    if fact.inputs is not None:
        return Inputs(op.operands[0].type.rank - 1, fact.inputs, channels[1], 1)
    told = about_products("inputs", op, definition_of(op.name))
    inputs = None if told is None else Inputs(told[0], told[1], channels[1], told[2])
    weights = op.operands[fact.weights].type.shape if fact.weights is not None else None
    is_one = inputs is not None and weights is not None and (inputs.groups == 1 or weights[inputs.inner] == 1)
    return inputs if is_one else None


def is_of_floats(value: Value) -> bool:
    return is_float_tensor(value.type)


def is_float_tensor(type: object) -> TypeGuard[TensorType]:
    """Whether a type is of tensors of floats whose rank is known."""
    return isinstance(type, TensorType) and type.shape is not None and isinstance(type.element, FloatType)
