"""Checks shared by inference and verification of StableHLO: shapes that fit, elements that agree. Unknown sizes fit anything.

A size is an int; where it is not known, a symbol in inference, None in the types of the IR.
"""

from __future__ import annotations

from tfir.dialects.stablehlo.attributes import BoundsAttr
from tfir.ir.diagnostics import Error
from tfir.ir.quantized_types import is_quantized
from tfir.ir.types import ComplexType, FloatType, IntegerType, MemRefType, OpaqueType, TensorType, TupleType, shapes_fit
from tfir.ods.inference import AbstractValue
from tfir.ods.shapes import anonymous


class Refused(Error):
    """Why a constraint does not hold, said as upstream says it: without the name of the op."""


def precise(config) -> None:
    """Refuses more words for precision than a product has operands."""
    if config is not None and len(config) > 2:
        raise Refused(f"expects precision config to be empty or have <= 2 elements, got {len(config)}")


# Values


def like(operand: AbstractValue, element=None) -> AbstractValue:
    """An abstract value with the shape of an operand, and its element type or another."""
    return AbstractValue(operand.shape, element or operand.element, encoding=operand.encoding)


def type_of(value: AbstractValue) -> TensorType:
    return TensorType(anonymous(value.shape), value.element, value.encoding)


def integers(attribute) -> list[int]:
    """A list of integers from however an attribute holds one: an array attribute, a dense constant, a NumPy array; none if absent."""
    if attribute is None:
        return []
    if hasattr(attribute, "values"):
        return [int(number) for number in (attribute.values() if callable(attribute.values) else attribute.values)]
    return [int(number) for number in (attribute.ravel() if hasattr(attribute, "ravel") else attribute)]


def word(value) -> str | None:
    """The word that an enumerated attribute stands for."""
    return value if value is None or isinstance(value, str) else str(getattr(value, "value", value))


def terminated(region):
    """The operands of the terminator of a region's first block; None where there is no block or no terminator."""
    if not region.blocks or region.blocks[0].last is None:
        return None
    return region.blocks[0].last.operands


# Shapes


def numbers(sizes) -> str:
    """`1, ?, 3`."""
    return ", ".join([str(size) if isinstance(size, int) else "?" for size in sizes])


def size_fits(one, other) -> bool:
    return one == other or not isinstance(one, int) or not isinstance(other, int)


def bounds_of(type) -> tuple:
    """Of a type or an abstract value the greatest that each unknown size may be; empty where there are no bounds."""
    encoding = getattr(type, "encoding", None)
    return encoding.sizes if isinstance(encoding, BoundsAttr) else ()


def bounded(limits) -> BoundsAttr | None:
    return BoundsAttr(limits) if any([limit is not None for limit in limits]) else None


def common_bounds(parts, shape) -> BoundsAttr | None:
    """The bounds of what several operands are together, `shape` as far as its sizes are known: of each unknown size the least bound that
    one of them has. Raises Refused where a known size passes a bound."""
    limits = [[limit for limit in of_parts if limit is not None] for of_parts in zip(*filter(None, map(bounds_of, parts)))]
    for dim, (size, of_dim) in enumerate(zip(shape, limits)):
        if isinstance(size, int) and size > min(of_dim, default=size):
            raise Refused(f"Mismatched dimension size {size} and bound {min(of_dim)} in dimension {dim}")
    return bounded([None if isinstance(size, int) else min(of_dim, default=None) for size, of_dim in zip(shape, limits)])


def within_bounds(one, other) -> bool:
    """Whether the known sizes of one shape keep the bounds of the other."""
    bounds = bounds_of(one)
    if not bounds or other.shape is None:
        return True
    return all([bound is None or not isinstance(size, int) or size <= bound for bound, size in zip(bounds, other.shape)])


def tensors_fit(one, other) -> bool:
    """Whether two values can be of one type."""
    return same_element(one, other) and shapes_fit(one.shape, other.shape) and within_bounds(one, other) and within_bounds(other, one)


def compatible(one, other) -> bool:
    """Whether one type can stand where the other is inferred."""
    if one is other:
        return True
    if isinstance(one, TupleType) and isinstance(other, TupleType):
        return len(one.elements) == len(other.elements) and all(map(compatible, one.elements, other.elements))
    if not isinstance(one, (TensorType, MemRefType)) or one.__class__ is not other.__class__:
        return isinstance(one, OpaqueType) and one.text == getattr(other, "text", None)
    return tensors_fit(one, other)


def alike(one, other) -> bool:
    """Compatible shape and element type, the precision of floats aside."""
    return hasattr(one, "shape") and hasattr(other, "shape") and shapes_fit(one.shape, other.shape) and same_kind(one, other)


def same_kind(one, other) -> bool:
    """The same element type, or floats of any precision."""
    return one.element is other.element or (isinstance(one.element, FloatType) and isinstance(other.element, FloatType))


# Elements


def same_element(one, other) -> bool:
    """Whether the elements agree, scales and zero points of quantized ones aside (`baseline_element_type` of the specification)."""
    a, b = one.element, other.element
    if a is b:
        return True
    if is_quantized(a, b):
        return is_quantized(a) and is_quantized(b) and unscaled(a) == unscaled(b)
    return isinstance(a, OpaqueType) and isinstance(b, OpaqueType)


def unscaled(element) -> tuple:
    """All of a quantized type but scales and zero points; of the axis, whether there is one, since what moves elements changes which it is."""
    return element.storage, element.minimum, element.maximum, element.expressed, element.axis is None


def bit_width(element) -> int:
    if isinstance(element, ComplexType):
        return 2 * bit_width(element.element)
    if is_quantized(element):
        return element.storage.width
    return STORED_NARROW.get(element.text, element.width) if isinstance(element, FloatType) else element.width


STORED_NARROW = {"f4E2M1FN": 4, "f6E2M3FN": 6, "f6E3M2FN": 6}


def promotable(one, other) -> bool:
    """Whether elements of one type may grow into the other's; the precision of floats does not count."""
    a, b = getattr(one, "element", one), getattr(other, "element", other)
    for kind in (IntegerType, ComplexType):
        if isinstance(a, kind) and isinstance(b, kind):
            return bit_width(a) <= bit_width(b)
    if isinstance(a, FloatType) and isinstance(b, FloatType):
        return True
    if is_quantized(a) and is_quantized(b):
        return a.expressed is b.expressed and bit_width(a) <= bit_width(b)
    return False


# Lists of dimensions


def unique(dims) -> bool:
    return len(set(dims)) == len(dims)


def distinct(one, other, one_name: str, other_name: str) -> None:
    seen: set[int] = set()
    for dim in (*one, *other):
        if dim in seen:
            raise Refused(f"has duplicated dimension from {one_name} and {other_name}: {dim}")
        seen.add(dim)


def each_in_range(dims, limit: int, name: str, limit_name: str) -> None:
    for dim in dims:
        if not 0 <= dim < limit:
            raise Refused(f"Expects each element of {name} to be in range [0, {limit_name}) i.e. [0, {limit}). got: {dim}.")
