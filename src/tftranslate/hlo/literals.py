"""LiteralProtos as arrays and back. Elements lie in the order of the layout of the literal's shape; of elements narrower than a byte
each has one. Source: LiteralProto in xla_data.proto.
"""

from __future__ import annotations

from tfir.ir.diagnostics import Error
from tfir.ods.arrays import dtype_of
from tfir.ods.numpy_on_demand import np
from tfir.proto import LiteralProto, ShapeProto

from tftranslate.hlo.element_types import BY_NUMBER, TUPLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tfir.ods.arrays import Array


def array_of(literal: LiteralProto) -> Array:
    """The elements in row-major order. Raises Error where there are more or fewer than the shape says."""
    shape = literal.shape
    if shape.element_type not in BY_NUMBER:
        raise Error(f"a constant has elements of type number {shape.element_type}")
    element = BY_NUMBER[shape.element_type]
    dtype = dtype_of(element.type)
    stored = getattr(literal, element.field)
    if element.is_bytes:
        flat = np.frombuffer(stored, dtype) if len(stored) % dtype.itemsize == 0 else np.empty(0, dtype)
    elif dtype.kind == "c":
        flat = np.array(stored, f"f{dtype.itemsize // 2}")
        flat = flat.view(dtype) if flat.size % 2 == 0 else flat[:0]
    else:
        flat = np.array(stored, dtype)
    sizes, order = list(shape.dimensions), list(shape.layout.minor_to_major)[::-1]
    count = 1
    for size in sizes:
        count *= size
    if flat.size != count or min(sizes, default=0) < 0:
        raise Error(f"a constant of {count} elements has data for {flat.size}")
    if sorted(order) != list(range(len(sizes))) or order == sorted(order):
        return flat.reshape(sizes)
    return flat.reshape([sizes[dim] for dim in order]).transpose(np.argsort(order))


def literal_of(array: Array, shape: ShapeProto) -> LiteralProto:
    """Elements as a literal, in row-major order, without what the shape says of memory."""
    literal, element = LiteralProto(), BY_NUMBER[shape.element_type]
    literal.shape.element_type = shape.element_type
    literal.shape.dimensions.extend(shape.dimensions)
    literal.shape.is_dynamic_dimension.extend([False] * len(shape.dimensions))
    literal.shape.layout.minor_to_major.extend(reversed(range(len(shape.dimensions))))
    literal.shape.layout.tail_padding_alignment_in_elements = 1
    flat = np.ascontiguousarray(array, dtype_of(element.type)).reshape(-1)
    if element.is_bytes:
        data = flat.tobytes()
        setattr(literal, element.field, _low_bits(data, element.name) if element.name in NARROW else data)
        return literal
    numbers = flat.view(f"f{flat.dtype.itemsize // 2}") if flat.dtype.kind == "c" else flat
    getattr(literal, element.field).extend(numbers.tolist())
    return literal


NARROW = {"s4": 15, "u4": 15, "s2": 3, "u2": 3}  # the bits that count


def _low_bits(data: bytes, name: str) -> bytes:
    return bytes([byte & NARROW[name] for byte in data])


def is_tuple(literal: LiteralProto) -> bool:
    return bool(literal.shape.element_type == TUPLE)
