"""What StableHLO's constraints are made of: shapes that fit, and results that must be what inference finds. Unknown sizes fit anything."""

from __future__ import annotations

from tfir.dialects.stablehlo.attributes import BoundsAttr
from tfir.dialects.stablehlo.verify.refusal import Refused
from tfir.ir.diagnostics import Diagnostic, Error
from tfir.ir.types import ComplexType, FloatType, IntegerType, MemRefType, OpaqueType, TensorType, TupleType


def inferred(infer):
    """A verifier from a function that says which types the results must have: one that does not fit, or a refusal, is two errors in
    one as upstream has it: the reason, and that the types could not be inferred."""

    def verify(op):
        try:
            types = infer(op)
            actual = [result.type for result in op.results]
            if len(types) != len(actual) or not all([compatible(one, other) for one, other in zip(types, actual)]):
                raise Refused(
                    f"'{op.name}' op inferred type(s) {listed(types)} are incompatible with return type(s) of operation {listed(actual)}"
                )
        except Refused as reason:
            raise both(op, str(reason)) from None

    return verify


def both(op, reason: str) -> Error:
    return Error.of([Diagnostic(reason, op), Diagnostic(f"'{op.name}' op failed to infer returned types", op)])


def listed(types) -> str:
    return ", ".join([f"'{type}'" for type in types])


def numbers(sizes) -> str:
    """`1, ?, 3`."""
    return ", ".join(["?" if size is None else str(size) for size in sizes])


def fits(one, other) -> bool:
    """Whether two shapes can be of the same tensor."""
    if one is None or other is None:
        return True
    return len(one) == len(other) and all([a == b or a is None or b is None for a, b in zip(one, other)])


def size_fits(one, other) -> bool:
    return one is None or other is None or one == other


def compatible(one, other) -> bool:
    """Whether one type can stand where the other is inferred."""
    if one is other:
        return True
    if isinstance(one, TupleType) and isinstance(other, TupleType):
        return len(one.elements) == len(other.elements) and all(map(compatible, one.elements, other.elements))
    if not isinstance(one, (TensorType, MemRefType)) or one.__class__ is not other.__class__:
        return future_fits(one, other)
    return same_element(one, other) and fits(one.shape, other.shape) and within_bounds(one, other) and within_bounds(other, one)


def future_fits(one, other) -> bool:
    return isinstance(one, OpaqueType) and one.text == getattr(other, "text", None)


def within_bounds(one, other) -> bool:
    """Whether the known sizes of one shape keep the bounds of the other."""
    bounds = bounds_of(one)
    if not bounds or other.shape is None:
        return True
    return all([bound is None or size is None or size <= bound for bound, size in zip(bounds, other.shape)])


def bounds_of(type) -> tuple:
    encoding = getattr(type, "encoding", None)
    return encoding.sizes if isinstance(encoding, BoundsAttr) else ()


def same_element(one, other) -> bool:
    """Whether the elements agree; quantized ones where storage and expressed type do, whatever their scales."""
    a, b = one.element, other.element
    if a is b:
        return True
    if is_quantized(a) and is_quantized(b):
        return a.storage is b.storage and a.expressed is b.expressed
    if is_quantized(a) or is_quantized(b):
        quantized, plain = (a, b) if is_quantized(a) else (b, a)
        return plain in (quantized.expressed, quantized.storage)
    return isinstance(a, OpaqueType) and isinstance(b, OpaqueType)


def is_quantized(*types) -> bool:
    """Whether one of them, or its element, is quantized: it has a type that its numbers stand for."""
    return any([hasattr(getattr(type, "element", type), "expressed") for type in types])


def scales_fit(constraint: str, *arguments) -> None:
    """Asks a constraint of `quantization`, which is imported where a type is quantized and not before."""
    if is_quantized(*arguments):
        from tfir.dialects.stablehlo.verify import quantization

        getattr(quantization, constraint)(*arguments)


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


def same_kind(one, other) -> bool:
    """The same element type, or floats of any precision."""
    return one.element is other.element or (isinstance(one.element, FloatType) and isinstance(other.element, FloatType))


def alike(one, other) -> bool:
    """Compatible shape and element type, the precision of floats aside."""
    return hasattr(one, "shape") and hasattr(other, "shape") and fits(one.shape, other.shape) and same_kind(one, other)


def dimensions_of(op, name: str) -> list[int] | None:
    """A list of integers, held as an array attribute or, as older programs have it, as a dense constant; None when absent."""
    attribute = op.attributes.get(name)
    if attribute is None:
        return None
    return list(attribute.values() if callable(attribute.values) else attribute.values)


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


def scalar(element) -> TensorType:
    return TensorType((), element)


def terminated(region):
    """The operands of the terminator of a region's first block; None where there is no block or no terminator."""
    if not region.blocks or region.blocks[0].last is None:
        return None
    return region.blocks[0].last.operands
