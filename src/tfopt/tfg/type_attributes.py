"""Which attributes of nodes, arguments and results only repeat types: they are read into types, and written down from them."""

from __future__ import annotations

from tfir.dialects.tf_type import RESOURCE, ShapeAttr, SubtypedType, referred
from tfir.ir.attributes import ArrayAttr, Attribute, TypeAttr
from tfir.ir.types import TensorType

OUTPUT_SHAPES, INPUT_SHAPES, ARGUMENT_SHAPES = "_output_shapes", "tf._input_shapes", "tf._output_shapes"
HANDLE_DATA, DTYPE, IS_REFERENCE = "tfg.handle_data", "tfg.dtype", "tfg.is_ref"
REGENERATE, REGENERATE_INPUTS = "tfg.regenerate_output_shapes", "tfg.regenerate_input_shapes"


def shaped(type, shape: Attribute | None):
    """A tensor type of this shape, where the type leaves it open and the attribute says it."""
    if not isinstance(type, TensorType) or not isinstance(shape, ShapeAttr) or shape.shape is None:
        return type
    if type.shape is None:
        return type.with_shape(shape.shape)
    same = len(type.shape) == len(shape.shape)
    return type.with_shape([mine if mine is not None else stated for mine, stated in zip(type.shape, shape.shape)]) if same else type


def shape_of(type) -> ShapeAttr:
    return ShapeAttr(type.shape if isinstance(type, TensorType) else None)


def elements_of(attribute: Attribute | None) -> list:
    return list(attribute.elements) if isinstance(attribute, ArrayAttr) else []


def shapes_in(attribute: Attribute | None, count: int) -> list[ShapeAttr]:
    """The shapes that an attribute lists, if it does, for so many values; else none, and the attribute means something else."""
    shapes = elements_of(attribute)
    return shapes if len(shapes) == count and all([isinstance(shape, ShapeAttr) for shape in shapes]) else []


def holding(type, held: Attribute | None):
    """The type of a handle that holds tensors of these types."""
    types = [one.type for one in elements_of(held) if isinstance(one, TypeAttr)]
    if not types or not isinstance(type, TensorType) or type.element is not RESOURCE:
        return type
    return TensorType(type.shape, SubtypedType("resource", types))


def is_reference(type) -> bool:
    return isinstance(type, TensorType) and referred(type.element) is not type.element


def held_by(type) -> ArrayAttr | None:
    element = type.element if isinstance(type, TensorType) else None
    return ArrayAttr([TypeAttr(one) for one in element.subtypes]) if isinstance(element, SubtypedType) else None
