"""Operators of TensorFlow Lite in front of the op that is being converted, and operands as their kernels take them."""

from __future__ import annotations

from tfir.dialects import definition_of
from tfir.dialects.tfl.constraints import Kernels
from tfir.ir.attributes import Attribute, BoolAttr, FloatAttr, IntegerAttr, StringAttr
from tfir.ir.dense import DenseAttr
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation, Value
from tfir.ir.types import F32, I32, I64, NONE, IntegerType, NoneType, TensorType, Type
from tfir.ods.arrays import array_of, dense_of, dtype_of
from tfir.ods.numpy_on_demand import np

from tfopt.rewrite.constants import elements_of
from tfopt.rewrite.rewriter import current_rewriter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from tfir.ods.arrays import Array

PLAIN = {"fused_activation_function": StringAttr("NONE")}


def build(local: str, operands: Sequence[Value], types: Sequence[Type], **attributes: Any) -> Sequence[Value]:
    """The results of `tfl.LOCAL`. Raises Error where its kernels do not take such operands."""
    definition = definition_of(f"tfl.{local}")
    taken = taken_operands(definition, list(operands))
    told = {name: as_attribute(definition.declaration.attributes[name].kind, value) for name, value in attributes.items()}
    kernels = Kernels(definition.dialect.constraints)
    for value, slot in slots_of(definition.declaration.results, types):
        if not kernels.type(slot.type).accepts(value):
            raise Error(f"has no kernel in TensorFlow Lite: the result of '{local}' is {kernels.type(slot.type).summary}, not {value}")
    return current_rewriter().create(f"tfl.{local}", taken, types, told).results


def build_widened(local: str, operands: Sequence[Value], types: Sequence[Type], **attributes: Any) -> Sequence[Value]:
    """The same as `build`, in 32 bits where kernels do not take integers of 8 or 16 and the operator has the same lowest bits of both."""
    try:
        return build(local, operands, types, **attributes)
    except Error:
        wide = [in_32_bits(value.type) for value in operands]
        if all([type is value.type for type, value in zip(wide, operands)]):
            raise
        taken = [value if value.type is type else cast(value, type) for value, type in zip(operands, wide)]
        results = build(local, taken, [in_32_bits(type) for type in types], **attributes)
        return [value if value.type is type else cast(value, type) for value, type in zip(results, types)]


def in_32_bits(type: Type) -> Type:
    """The type of a tensor of integers of 8 or 16 bits with elements of 32, another one itself."""
    is_narrow = isinstance(type, TensorType) and isinstance(type.element, IntegerType) and type.element.width in (8, 16)
    return TensorType(type.shape, I32) if is_narrow else type


def cast(value: Value, type: Type) -> Value:
    array = array_in(value)
    if array is not None:
        return constant(array.astype(dtype_of(type.element)))
    return build("cast", [value], [type])[0]


def slots_of(slots, items: Sequence[Any]) -> list[tuple[Any, Any]]:
    if any([slot.variadic for slot in slots]):
        return [(item, slots[-1]) for item in items]
    if len(slots) != len(items):
        raise Error(f"has {len(items)} operands or results, and the operator {len(slots)}")
    return list(zip(items, slots))


def taken_operands(definition: Any, operands: list[Value]) -> list[Value]:
    """Operands as kernels take them: indices of 64 bits become some of 32 where there is no kernel for them."""
    kernels = Kernels(definition.dialect.constraints)
    taken = []
    for value, slot in slots_of(definition.declaration.operands, operands):
        constraint = kernels.type(slot.type)
        if not constraint.accepts(value.type):
            narrow = TensorType(value.type.shape, I32) if isinstance(value.type, TensorType) and value.type.element is I64 else None
            if narrow is None or not constraint.accepts(narrow) or slot.type.startswith("tensor<f32"):
                raise Error(
                    f"has no kernel in TensorFlow Lite: '{slot.name}' of '{definition.local}' is {constraint.summary}, not {value.type}"
                )
            value = narrowed(value, narrow)
        taken.append(value)
    return taken


def narrowed(value: Value, type: TensorType) -> Value:
    elements = elements_of(value)
    if elements is None:
        return current_rewriter().create("tfl.cast", [value], [type], {}).results[0]
    array = array_of(elements)
    bounds = np.iinfo(np.int32)
    return constant(np.clip(array, bounds.min, bounds.max).astype(np.int32))


def as_attribute(kind: str, value: Any) -> Attribute:
    if isinstance(value, Attribute):
        return value
    if isinstance(value, bool):
        return BoolAttr(value)
    if isinstance(value, str):
        return StringAttr(value)
    return FloatAttr(value, F32) if kind == "f32" else IntegerAttr(int(value), I64 if kind == "i64" else I32)


def constant(array: Array) -> Value:
    """A constant of these elements."""
    elements = dense_of(np.asarray(array, order="C"))
    return current_rewriter().create("tfl.pseudo_const", [], [elements.type], {"value": elements}).results[0]


def numbers(*values: int) -> Value:
    return constant(np.array(values, np.int32))


def absent() -> Value:
    from tfir.ir.attributes import UnitAttr

    return current_rewriter().create("tfl.no_value", [], [NONE], {"value": UnitAttr()}).results[0]


def array_in(value: Value) -> Array | None:
    """The elements of a constant; None of what is none."""
    elements = elements_of(value)
    return None if elements is None or not isinstance(elements, DenseAttr) else array_of(elements)


def sizes(value: Value) -> tuple[int, ...]:
    """The shape of a value. Raises Error where it is not known."""
    type = value.type
    if not isinstance(type, TensorType) or type.shape is None or None in type.shape:
        raise Error(f"needs an operand of known shape, not {type}")
    return tuple([size for size in type.shape if size is not None])


def reshaped(value: Value, shape: Sequence[int]) -> Value:
    array = array_in(value)
    if array is not None:
        return constant(array.reshape(shape))
    return build("reshape", [value, numbers(*shape)], [TensorType(tuple(shape), value.type.element)])[0]


def transposed(value: Value, order: Sequence[int]) -> Value:
    array = array_in(value)
    if array is not None:
        return constant(array.transpose(order))
    shape = value.type.shape
    if shape is None:
        raise Error(f"needs an operand of known rank, not {value.type}")
    return build("transpose", [value, numbers(*order)], [TensorType(tuple([shape[each] for each in order]), value.type.element)])[0]


def is_absent(value: Value) -> bool:
    return isinstance(value.type, NoneType)


def maker(value: Value) -> Operation | None:
    return value.owner if isinstance(value.owner, Operation) else None
