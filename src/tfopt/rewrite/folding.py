"""Evaluates pure operations whose operands are constants, by their meaning. No op has a folder of its own.

A constant that only gets another shape is not read. Otherwise the result may not be much larger than what it was made from, so
that a program does not grow: `FREE_BYTES`, or as much as the operands hold.
"""

from __future__ import annotations

from tfir.analysis.effects import effects_of
from tfir.dialects import has_trait, is_pure, lookup
from tfir.ir.dense import DenseAttr, DenseStringsAttr, ElementsAttr, ResourceAttr
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation
from tfir.ir.types import OpaqueType, ShapedType, TensorType, Type, storage_bits
from tfir.ods.control import data_operands, data_results

from tfopt.rewrite.constants import elements_made_by, elements_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TypeGuard

    from tfir.ods.arrays import Array

FREE_BYTES = 1 << 16
FREE_STEPS = 1 << 22

# Ops whose splat operand makes a splat of any size. Any other operand is not spread: that would only cost memory.
SPREADS = {"stablehlo.broadcast_in_dim", "tf.BroadcastTo"}
TRANSPOSES = {"stablehlo.transpose", "tf.Transpose"}


def fold(op: Operation) -> list[ElementsAttr] | None:
    """The results of an operation as constants, or None when it is no constant or not worth it."""
    if op.regions or not op.operands:
        return None
    operands = []
    for value in data_operands(op):
        elements = elements_of(value)
        if elements is None:
            return None
        operands.append(elements)
    if not operands or elements_made_by(op) is not None or not is_pure(op) or effects_of(op).allocates:
        return None
    results = data_results(op)
    types = [result.type for result in results if can_hold(result.type)]
    if not types or len(types) < len(results):
        return None
    reshaped = under_another_shape(op, operands[0], types)
    if reshaped is not None:
        return [reshaped]
    if op.dialect == "tensor":  # parts of constants stay parts, as upstream has it
        return None
    grows = op.name in SPREADS and types[0].size > operands[0].type.size
    return None if grows else evaluated(op, operands, types)


def can_hold(type: Type) -> TypeGuard[TensorType]:
    """Whether a constant can have the type."""
    return isinstance(type, TensorType) and type.is_static and type.encoding is None and byte_size(type) is not None


def byte_size(type: ShapedType) -> int | None:
    """How many bytes the elements of a static type take, 16 for a string; None where that cannot be told."""
    try:
        return type.size * storage_bits(type.element) // 8
    except TypeError:
        return type.size * 16 if isinstance(type.element, OpaqueType) and type.element.text == "!tf_type.string" else None


def under_another_shape(op: Operation, elements: ElementsAttr, types: Sequence[TensorType]) -> ElementsAttr | None:
    """The result of an op that only gives its operand another shape, without reading the elements; else None."""
    type = types[0]
    if isinstance(elements, DenseAttr) and elements.is_splat and (op.name in SPREADS or op.name in TRANSPOSES) and type.size:
        return elements.with_type(type)
    return reshaped(op, elements, type) if len(types) == 1 else None


def reshaped(op: Operation, elements: ElementsAttr, type: TensorType) -> ElementsAttr | None:
    """The only result of an op that hands on as many elements as there are; None where it does something else."""
    if not has_trait(op, "view", "passthrough") or elements.type.element is not type.element or elements.type.size != type.size:
        return None
    if isinstance(elements, ResourceAttr):
        return ResourceAttr(type, elements.name, elements.blob, elements.alignment)
    return elements.with_type(type) if isinstance(elements, (DenseAttr, DenseStringsAttr)) else None


def evaluated(op: Operation, operands: Sequence[ElementsAttr], types: Sequence[TensorType]) -> list[ElementsAttr] | None:
    """The results as the op's meaning computes them, where that is worth it; else None."""
    splat = splat_of(op, operands, types[0])
    if splat is not None:
        return [splat]
    results = arrays_of(op, operands) if worth_it(operands, types) else None
    if results is None or len(results) != len(types) or any(result.shape != type.shape for result, type in zip(results, types)):
        return None
    from tfir.ods.arrays import dense_of

    return [dense_of(result, type.element) for result, type in zip(results, types)]


def splat_of(op: Operation, operands: Sequence[ElementsAttr], type: TensorType) -> ElementsAttr | None:
    """The result of an elementwise op on splats, of which only one element is computed; else None."""
    if not has_trait(op, "elementwise") or len(op.results) > 1 or type.size < 2:
        return None
    scalars = [each.with_type(each.type.with_shape(())) for each in operands if isinstance(each, DenseAttr) and each.is_splat]
    results = arrays_of(op, scalars) if len(scalars) == len(operands) else None
    if results is None or results[0].shape:
        return None
    from tfir.ods.arrays import dense_of

    element = dense_of(results[0], type.element)
    return element.with_type(type) if isinstance(element, DenseAttr) else None


def arrays_of(op: Operation, operands: Sequence[ElementsAttr]) -> list[Array] | None:
    """The results as the op's meaning computes them. None for what cannot be computed here: it is left in the program, and running
    that reports the error."""
    definition = lookup(op.name)
    semantics = None if definition is None else definition.semantics
    if definition is None or semantics is None or semantics.evaluate is None:
        return None
    if any(isinstance(elements, ResourceAttr) and elements.blob is None for elements in operands):
        return None
    from tfir.ods.arrays import array_of
    from tfir.ods.inference import evaluate

    try:
        return evaluate(op, definition, [array_of(elements) for elements in operands])
    except (Error, ValueError, ArithmeticError, IndexError, MemoryError):
        return None


def worth_it(operands: Sequence[ElementsAttr], types: Sequence[TensorType]) -> bool:
    """Bounded growth and bounded work."""
    held = sum(byte_size(elements.type) or 0 for elements in operands if not getattr(elements, "is_splat", False))
    made = sum(byte_size(type) or 0 for type in types)
    return made <= max(FREE_BYTES, held) and sum(elements.type.size for elements in operands) <= max(FREE_STEPS, 4 * made)
