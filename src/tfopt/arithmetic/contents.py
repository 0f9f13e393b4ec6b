"""What lowerings ask of operands beyond tensors: their numbers, of which some may be sizes that only the program knows.

A parameter of a lowering that is annotated with `int`, `float`, `list`, `Array` or `Sizes` gets the content of its operand; with `Sizes` what
the program computes are sizes that the operand tells.
"""

from __future__ import annotations

from functools import partial

from tfir.analysis.feeds import is_static
from tfir.ir.builder import Builder
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation, Value
from tfir.ir.types import OpaqueType, ShapedType, TensorType, Type
from tfir.ods.inference import constant_of
from tfir.ods.shapes import fresh
from tfir.ods.shapes import is_static as are_known

from tfopt.arithmetic.sizes import active, number_at, tell
from tfopt.arithmetic.tensor import Tensor

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TypeAlias

    import numpy as np

    Array: TypeAlias = np.ndarray
    Sizes: TypeAlias = np.ndarray
else:

    class Array:
        """Annotates an operand that is wanted as a NumPy array."""

    class Sizes:
        """Annotates one that is wanted as an array of sizes, which the program may compute."""


READ = {
    int: lambda content: int(content.item()), float: lambda content: float(content.item()),
    list: lambda content: content.ravel().tolist(), Array: lambda content: content,
    Sizes: lambda content: content,
}  # fmt: skip

# The same of numbers that may be sizes
READ_SIZES = {
    int: lambda numbers, operand: numbers[0],
    list: lambda numbers, operand: numbers,
    Array: lambda numbers, operand: array_of_sizes(numbers, operand.shape),
}
READ_SIZES[Sizes] = READ_SIZES[Array]  # fmt: skip


MOST_TOLD = 4096  # sizes that a list may have


def array_of_sizes(numbers: list, shape):
    import numpy as np

    return np.array(numbers, np.int64 if are_known(tuple(numbers)) else object).reshape(shape)


def sizes_of(operand: Tensor) -> list | None:
    """The numbers of a small tensor, in which symbols stand for sizes; None where one of them is not known."""
    constant = constant_of(operand.value)
    if constant is not None:
        return constant.ravel().tolist()
    numbers = active[-1].contents.get(operand.value) if active else None
    return None if numbers is None or None in numbers else numbers


def told_sizes(operand: Tensor) -> list:
    """The same; a number that is not known is a size of its own, which the operand tells."""
    if (constant := constant_of(operand.value)) is not None:
        return constant.ravel().tolist()
    if operand.size > MOST_TOLD:
        raise Error(f"has {operand.size} numbers where sizes are asked for")
    followed: list[Any] | None = active[-1].contents.get(operand.value)
    numbers: list[Any] = [None] * operand.size if followed is None else list(followed)
    for at in [at for at, number in enumerate(numbers) if number is None]:
        numbers[at] = fresh()
        tell(numbers[at], partial(number_at, operand, at))
    active[-1].contents[operand.value] = numbers
    return numbers


def as_type(builder: Builder, value: Value, type: Type) -> Value:
    """A tensor with other sizes open in its type, or fewer: a reshape to the shape that it has."""
    if value.type is type or not differs_in_sizes(value.type, type):
        return value
    sizes = [size if given is None else given for size, given in zip(active[-1].shape_of(value), type.shape, strict=True)]
    return builder.value("stablehlo.dynamic_reshape", [value, active[-1].shape(sizes, builder)], type)


def differs_in_sizes(type: Type, other: Type) -> bool:
    """Whether two types are those of tensors of one element type and rank, of which only one may say a size."""
    if not (is_tensor(type) and is_tensor(other) and type.element is other.element and len(type.shape) == len(other.shape)):
        return False
    return not is_opaque(type) and all([None in (size, same) or size == same for size, same in zip(type.shape, other.shape)])


def is_tensor(type) -> bool:
    return isinstance(type, TensorType) and type.shape is not None


def is_opaque(type) -> bool:
    return isinstance(type, ShapedType) and isinstance(type.element, OpaqueType)


def content(op: Operation, name: str, operand: Tensor, kind):
    value = constant_of(operand.value)
    numbers = told_sizes(operand) if kind is Sizes and active and is_static(operand.value.type) else sizes_of(operand)
    if value is None and numbers is not None and kind is not float:
        return READ_SIZES[kind](numbers, operand)
    if value is None:
        raise Error.on(op, f"operand '{name}' must be a constant to be lowered to StableHLO")
    return READ[kind](value)
