"""Shapes of XLA as types of IR, and back. A tuple is a list of what its parts are."""

from __future__ import annotations

from tfir.dialects.stablehlo.attributes import BoundsAttr
from tfir.ir.diagnostics import Error
from tfir.ir.types import MemRefType, OpaqueType, TensorType, TupleType, Type
from tfir.proto import ShapeProto

from tftranslate.hlo.element_types import BUFFER, BY_NUMBER, BY_TYPE, TOKEN, TUPLE
from tftranslate.hlo.text.shapes import UNBOUNDED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

TOKEN_TYPE = OpaqueType("!stablehlo.token")


def leaves(shape: ShapeProto) -> list[ShapeProto]:
    """The shapes of arrays and tokens in a shape, in order."""
    if shape.element_type != TUPLE:
        return [shape]
    return [leaf for each in shape.tuple_shapes for leaf in leaves(each)]


def leaf_paths(shape: ShapeProto) -> list[list[int]]:
    """Where in a shape its leaves stand: the indices that lead to each."""
    if shape.element_type != TUPLE:
        return [[]]
    return [[index, *path] for index, each in enumerate(shape.tuple_shapes) for path in leaf_paths(each)]


def argument_paths(parameters: list[ShapeProto]) -> list[tuple[int, list[int]]]:
    """Of each argument that leaves of parameters are: the number of the parameter, and where in it the leaf stands."""
    return [(number, path) for number, each in enumerate(parameters) for path in leaf_paths(each)]


def leaf_types(shape: ShapeProto) -> list[Type]:
    return [type_of(leaf) for leaf in leaves(shape)]


def type_of(shape: ShapeProto) -> Type:
    """The type of an array, a buffer or a token. A dimension with a bound is one of unknown size, whose bound stands beside the shape."""
    if shape.element_type == TOKEN:
        return TOKEN_TYPE
    if shape.element_type == BUFFER:
        held = type_of(held_in(shape))
        if not isinstance(held, TensorType) or not held.is_static:
            raise Error("a buffer holds an array of known sizes")
        return MemRefType(held.shape, held.element)
    if shape.element_type == TUPLE:
        return TupleType([type_of(each) for each in shape.tuple_shapes])
    if shape.element_type not in BY_NUMBER:
        raise Error(f"no type of IR stands for elements of XLA's type number {shape.element_type}")
    element = BY_NUMBER[shape.element_type].type
    dynamic = [*shape.is_dynamic_dimension, *[False] * len(shape.dimensions)][: len(shape.dimensions)]
    sizes = [None if is_dynamic else size for size, is_dynamic in zip(shape.dimensions, dynamic)]
    bounds = [size if is_dynamic and size != UNBOUNDED else None for size, is_dynamic in zip(shape.dimensions, dynamic)]
    if any([size is not None and size < 0 for size in sizes]):
        raise Error(f"a shape has a dimension of {min([size for size in sizes if size is not None])} elements")
    return TensorType(sizes, element, BoundsAttr(bounds) if any([bound is not None for bound in bounds]) else None)


def held_in(buffer: ShapeProto) -> ShapeProto:
    """The shape of the array that lies in a buffer."""
    if len(buffer.tuple_shapes) != 1:
        raise Error(f"a buffer holds one array, and not {len(buffer.tuple_shapes)}")
    return buffer.tuple_shapes[0]


def shape_of(type: Type) -> ShapeProto:
    """The shape of a type, in row-major order. Raises Error for a type that XLA has no shape for."""
    shape = ShapeProto()
    if type == TOKEN_TYPE:
        shape.element_type = TOKEN
    elif isinstance(type, TupleType):
        return tuple_shape([shape_of(each) for each in type.elements])
    elif isinstance(type, MemRefType) and type.is_static and type.layout is None and type.space is None:
        shape.element_type = BUFFER
        shape.tuple_shapes.append(shape_of(TensorType(type.shape, type.element)))
    elif not isinstance(type, TensorType) or type.shape is None or type.element not in BY_TYPE:
        raise Error(f"XLA has no shape for a value of type {type}")
    else:
        shape.element_type = BY_TYPE[type.element].number
        bounds = type.encoding.sizes if isinstance(type.encoding, BoundsAttr) else [None] * len(type.shape)
        for size, bound in zip(type.shape, bounds):
            shape.dimensions.append(size if size is not None else bound if bound is not None else UNBOUNDED)
            shape.is_dynamic_dimension.append(size is None)
        shape.layout.minor_to_major.extend(reversed(range(len(type.shape))))
        shape.layout.tail_padding_alignment_in_elements = 1
    return shape


def tuple_shape(shapes: Iterable[ShapeProto]) -> ShapeProto:
    shape = ShapeProto(element_type=TUPLE)
    shape.tuple_shapes.extend(shapes)
    return shape


def result_shape(types: list[Type]) -> ShapeProto:
    """Of several results a tuple, of one its own."""
    shapes = [shape_of(type) for type in types]
    return shapes[0] if len(shapes) == 1 else tuple_shape(shapes)


def is_default_layout(shape: ShapeProto) -> bool:
    """Whether all arrays of a shape lie in row-major order, and nothing else is said of memory."""
    return all([_is_default(leaf) for leaf in leaves(shape)])


def _is_default(shape: ShapeProto) -> bool:
    if shape.element_type == BUFFER:
        return _is_default(held_in(shape))
    layout, rank = shape.layout, len(shape.dimensions)
    said = [layout.tiles, layout.element_size_in_bits, layout.memory_space, layout.dim_level_types, layout.split_configs]
    is_packed = layout.tail_padding_alignment_in_elements in (0, 1)
    return list(layout.minor_to_major) in ([], list(reversed(range(rank)))) and not any(said) and is_packed


def major_to_minor(shape: ShapeProto) -> list[int]:
    """Dimensions from the one of the longest steps in memory to that of the shortest."""
    return list(shape.layout.minor_to_major)[::-1] or list(range(len(shape.dimensions)))
