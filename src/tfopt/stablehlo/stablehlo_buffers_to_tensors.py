"""Makes tensors of the buffers that XLA's programs write in place: each call that takes a buffer gives the next one, so what lies in it is a value.

`Pin` and `Unpin` go, and `CreateBuffer`, whose elements XLA leaves open, becomes zeros. Functions, branches and loops that pass buffers on pass tensors.
"""

from __future__ import annotations

from tfir.dialects.stablehlo.verify.calls import BUFFER_CALLS
from tfir.ir.attributes import TypeAttr
from tfir.ir.builder import Builder
from tfir.ir.dense import DenseAttr
from tfir.ir.operations import Operation
from tfir.ir.types import FunctionType, MemRefType, TensorType, Type

from tfopt.stablehlo.stablehlo_expand_complex import values_of


def stablehlo_buffers_to_tensors(module: "Module") -> None:
    """Compute with tensors in place of XLA's buffers."""
    calls = [op for op in module.walk() if op.name == "stablehlo.custom_call" and op.get("call_target_name") in BUFFER_CALLS]
    if not calls:
        return
    for op in module.walk():
        for value in values_of(op):
            value.retype(as_tensor(value.type))
        type = op.attributes.get("function_type")
        if isinstance(type, TypeAttr):
            op.set_attribute("function_type", TypeAttr(as_tensor(type.type)))
    for op in calls:
        op.replace_with(op.operands or [zeros(op)])


def as_tensor(type: Type) -> Type:
    if isinstance(type, FunctionType):
        return FunctionType(map(as_tensor, type.inputs), map(as_tensor, type.results))
    return TensorType(type.shape, type.element) if isinstance(type, MemRefType) else type


def zeros(op: Operation):
    type = op.results[0].type
    return Builder.before(op).value("stablehlo.constant", [], type, {"value": DenseAttr.of(0, type)})
