"""Arithmetic of real tensors, written with operators; each makes a StableHLO operation where `building_before` says.

Sizes may be unknown: types come from what the ops mean. The `Tensor` in which lowerings from TensorFlow are written
(`tf_to_stablehlo/tensor.py`) has static shapes instead, spreads operands as NumPy does, and folds what it spreads.
"""

from __future__ import annotations

from tfir.analysis.feeds import is_static
from tfir.ir.attributes import EnumAttr
from tfir.ir.dense import DenseAttr
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Value
from tfir.ir.types import BF16, F16, F32, I32, TensorType, Type

from tfopt.rewrite.building import constant, create


def operator(name: str):
    """The method of a Python operator that is an operation of two operands."""
    return lambda self, other: made(name, self, other)


class Real:
    """A tensor of real numbers or truth values. The other operand of an operator may be a number."""

    __slots__ = ("value",)

    def __init__(self, value: Value):
        self.value = value

    @property
    def type(self) -> Type:
        return self.value.type

    @property
    def shape(self) -> tuple[int, ...]:
        return self.value.type.shape

    __add__, __sub__, __mul__, __truediv__ = operator("add"), operator("subtract"), operator("multiply"), operator("divide")
    __and__, __or__, __xor__ = operator("and"), operator("or"), operator("xor")

    def __rmul__(self, other):
        return made("multiply", other, self)

    def __neg__(self):
        return made("negate", self)

    def is_(self, direction: str, other):
        return made("compare", self, other, comparison_direction=EnumAttr("stablehlo.comparison_direction", direction))


def made(name: str, *operands, **attributes) -> Real:
    open = next((operand for operand in operands if isinstance(operand, Real) and not is_static(operand.type)), None)
    values = [
        operand.value
        if isinstance(operand, Real)
        else filled(open, operand).value
        if open and isinstance(operand, (int, float))
        else operand
        for operand in operands
    ]
    return Real(create(f"stablehlo.{name}", values, attributes).results[0])


def filled(like: Real, number) -> Real:
    """A number in every place of a tensor's shape."""
    if is_static(like.type):
        return Real(constant(DenseAttr.of(number, like.type)))
    if like.shape is None:
        raise Error(f"complex numbers of type {like.type} are computed where their rank is known (see --input-shapes)")
    scalar = constant(DenseAttr.of(number, TensorType((), like.type.element)))
    dimensions = {"broadcast_dimensions": (), "type": like.type}
    return Real(create("stablehlo.dynamic_broadcast_in_dim", [scalar, sizes_of(like)], dimensions).results[0])


def sizes_of(x: Real, shape=None) -> Value:
    """The sizes of a tensor as a list of i32, or those of a shape whose open sizes the tensor has at the same axes."""
    one = TensorType((1,), I32)
    shape = x.shape if shape is None else shape
    parts = [constant(DenseAttr.of(size or 0, one)) for size in shape]
    for axis in [axis for axis, size in enumerate(shape) if size is None]:
        size = create("stablehlo.get_dimension_size", [x.value], {"dimension": axis}).results[0]
        parts[axis] = create("stablehlo.reshape", [size], {"type": one}).results[0]
    return create("stablehlo.concatenate", parts, {"dimension": 0}).results[0]


def where(condition: Real, if_true, if_false: Real) -> Real:
    if not isinstance(if_true, Real):
        if_true = filled(if_false, if_true)
    return made("select", condition, if_true, if_false, type=if_false.type)


def magnitude(x: Real) -> Real:
    return made("abs", x)


# The same numbers as another type, in another shape, or a part of them. What changes nothing makes no operation.


def as_type(x: Real, type: Type, name: str) -> Real:
    return x if x.type is type else made(name, x, type=type)


def converted(x: Real, element: Type) -> Real:
    return as_type(x, x.type.with_element(element), "convert")


def accumulated_as(element: Type) -> Type:
    """The element type that is computed with where one is given: f32 for floats of fewer bits."""
    return F32 if element in (F16, BF16) else element


def reshaped(x: Real, shape) -> Real:
    """In another shape; an open size stands where x has it."""
    type = TensorType(shape, x.type.element)
    return as_type(x, type, "reshape") if is_static(type) else made("dynamic_reshape", x, sizes_of(x, shape), type=type)


def spread(x: Real, shape, dimensions=(), like: Real | None = None) -> Real:
    """x as those dimensions of a larger shape, along all others the same. Open sizes are those of `like`."""
    type = TensorType(shape, x.type.element)
    if not is_static(type):
        assert like is not None, "a tensor that has the open sizes"
        return made("dynamic_broadcast_in_dim", x, sizes_of(like, shape), broadcast_dimensions=list(dimensions), type=type)
    return made("broadcast_in_dim", x, broadcast_dimensions=list(dimensions), type=type)


def sliced(x: Real, ranges: dict[int, tuple[int, int]]) -> Real:
    """The slice from the first place to before the last along some dimensions, all along the others."""
    starts, limits = zip(*[ranges.get(dim, (0, size)) for dim, size in enumerate(x.shape)])
    if not is_static(x.type):
        shape = [limit if limit is None else limit - start for start, limit in zip(starts, limits)]
        count, ones = TensorType((len(shape),), I32), [1] * len(shape)
        first, steps = constant(DenseAttr.of(list(starts), count)), constant(DenseAttr.of(ones, count))
        return made("real_dynamic_slice", x, first, sizes_of(x, limits), steps, type=TensorType(shape, x.type.element))
    return made("slice", x, start_indices=list(starts), limit_indices=list(limits), strides=[1] * len(x.shape))
