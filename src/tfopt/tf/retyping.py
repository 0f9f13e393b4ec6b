"""Updates after the types of values have changed: attributes that repeat them, the signatures of functions."""

from __future__ import annotations

from tfir.ir.builder import Builder
from tfir.ir.dense import DenseAttr
from tfir.ir.operations import Operation, Value
from tfir.ir.types import I32, TensorType
from tfir.ods.functions import retype

STALE = ("T", "Tin", "Tout", "output_shapes", "_output_shapes", "shape_invariant")


def forget_types(op: Operation) -> None:
    """Drops the attributes that repeat the types that operands and results had."""
    for name in STALE:
        op.remove_attribute(name)


def retype_functions(module: Operation) -> None:
    for function in module.body:
        if function.name == "func.func" and function.region.blocks:
            retype(function)


def constant(builder: Builder, content, shape=(), element=I32) -> Value:
    """A `tf.Const` of a number, or of a list of as many as the shape has elements."""
    type = TensorType(shape, element)
    return builder.value("tf.Const", [], type, {"value": DenseAttr.of(content, type)})
