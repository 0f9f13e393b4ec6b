"""Custom calls whose results have the shapes that operands give: `indices_of_shape_operands` has the number of an operand for each
result, the elements of tuples being results of their own. Source: StableHLO, `getShapeRefinements`; JAX writes such calls.
"""

from __future__ import annotations

from tfir.ir.dense import DenseAttr
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation
from tfir.ir.types import I64, TensorType, TupleType, Type, shapes_fit
from tfir.ods.inference import declared_elements

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tfir.ods.shapes import IrShape

INDICES = "indices_of_shape_operands"
WRAPPER = "stablehlo.shape_refinement_operand_wrapper"  # a call that hands on its operand under an older, less exact type
UNKNOWN_SIZE = -(1 << 63)  # how upstream stores an unknown size among numbers


def shape_operands(op: Operation) -> list[int]:
    """The numbers of the operands that give shapes; none where the call has no such operands. Raises Error where they cannot be right."""
    indices = op.attributes.get(INDICES)
    if not isinstance(indices, DenseAttr):
        return []
    count, is_flat = indices.type.size, not any([isinstance(value.type, TupleType) for value in op.results])
    results = list(flattened([value.type for value in op.results]))
    if count != len(results):
        flattening = "" if is_flat else ", with tuples flattened"
        raise refused(op, f"number of elements ({count}) must be equal to the number of operation results ({len(results)}){flattening}")
    if len(indices.type.shape) != 1:
        raise refused(op, "must have rank = 1")
    if indices.type.element is not I64:
        raise refused(op, "must have i64 element type")
    numbers = [int(number) for number in indices.values()]
    for at, number in enumerate(numbers):
        if not 0 <= number < len(op.operands):
            bounds = f"(from 0 to {len(op.operands)})"
            raise refused(op, f"index #{at} ({number}) must be within bounds for operation operands {bounds}")
    return numbers


def given_shapes(op: Operation) -> list[IrShape] | None:
    """The shapes that operands give the results of a custom call, tuples flattened; None where an operand is no constant, or the call has
    no such operands. Raises Error where they cannot be right."""
    shapes: list[IrShape] = []
    types = flattened([value.type for value in op.results])
    for at, (number, type) in enumerate(zip(shape_operands(op), types)):
        content = declared_elements(op.operands[number])
        if not isinstance(content, DenseAttr):
            return None
        sizes = [int(size) for size in content.values()]
        shape = tuple([None if size == UNKNOWN_SIZE else size for size in sizes])
        if not isinstance(type, TensorType) or not shapes_fit(shape, type.shape):
            listed = ", ".join(map(str, sizes))
            raise refused(op, f"refinement #{at} ([{listed}]) must be compatible with operation result #{at} ('{type}')")
        shapes.append(shape)
    return shapes or None


def refused(op: Operation, reason: str) -> Error:
    return Error(f"{INDICES}: {reason}", op)


def flattened(types: Iterable[Type]) -> Iterator[Type]:
    """Types, each tuple among them as the types that it holds."""
    for type in types:
        yield from flattened(type.elements) if isinstance(type, TupleType) else (type,)


def with_shapes(type: Type, shapes: Iterator[IrShape]) -> Type:
    """A type in which each tensor has the next of the shapes; the parts of tuples are taken in order."""
    if isinstance(type, TupleType):
        return TupleType([with_shapes(element, shapes) for element in type.elements])
    shape = next(shapes)
    return TensorType(shape, type.element) if isinstance(type, TensorType) else type
