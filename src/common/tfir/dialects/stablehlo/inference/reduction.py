"""Result types of reductions and sorts."""

from __future__ import annotations

from tfir.dialects.stablehlo.inference.checks import Refused, bounded, bounds_of, integers, like, terminated
from tfir.ir.types import TensorType, shapes_fit
from tfir.ods.inference import AbstractValue
from tfir.ods.shapes import merge


def reduce(inputs, dimensions, op):
    shape, encoding = reduced_shape(inputs, integers(dimensions))
    return [AbstractValue(shape, element, encoding=encoding) for element in accumulated(op.region, inputs)]


def reduced_shape(inputs, dimensions) -> tuple:
    """The shape without some dimensions, and its bounds."""
    same_inputs(inputs)
    rank, seen = len(inputs[0].shape), set()
    for dim in dimensions:
        if not 0 <= dim < rank:
            raise Refused(f"Out-of-bounds dimension {dim}, expected to be in range [0, {rank})")
        if dim in seen:
            raise Refused(f"Duplicate reduction dimension: {dim}")
        seen.add(dim)
    bounds = [bound for dim, bound in enumerate(bounds_of(inputs[0])) if dim not in seen]
    return tuple([size for dim, size in enumerate(inputs[0].shape) if dim not in seen]), bounded(bounds)


def same_inputs(inputs) -> None:
    for number, part in enumerate(inputs):
        if not shapes_fit(part.shape, inputs[0].shape):
            raise Refused(
                f"expects all inputs to have compatible shapes. Shape at input-index {number} is not compatible with shape at input-index 0"
            )


def of_one_shape(inputs) -> list[AbstractValue]:
    """Inputs of one shape, each with the sizes that any of them tells. Those with bounds tell their own."""
    same_inputs(inputs)
    shape = inputs[0].shape
    for part in inputs[1:]:
        shape = merge(shape, part.shape)
    return [part if part.encoding is not None else AbstractValue(shape, part.element) for part in inputs]


def accumulated(region, inputs) -> list:
    """The element types that a combining region returns; the inputs' where it returns something else than as many tensors."""
    returned = terminated(region)
    elements = [value.type.element for value in returned or () if isinstance(value.type, TensorType)]
    return elements if len(elements) == len(inputs) else [part.element for part in inputs]


def sort(inputs, dimension):
    inputs = of_one_shape(inputs)
    rank = inputs[0].rank
    if not -rank <= dimension < rank:
        raise Refused(f"dimension attribute value must be in range [-{rank}, {rank}), but found {dimension}")
    return [like(part) for part in inputs]


INFER = {"reduce": reduce, "sort": sort}
