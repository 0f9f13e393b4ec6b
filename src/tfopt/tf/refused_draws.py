"""What TensorFlow's kernels refuse of draws of random numbers, as assertions in front of them: a device's draw would give some numbers."""

from __future__ import annotations

from tfir.dialects import has_trait, lookup, trait_arguments
from tfir.ir.builder import Builder
from tfir.ir.operations import Operation, Value
from tfir.ir.types import TensorType
from tfir.ods.binding import grouped
from tfir.ods.inference import constant_of

from tfopt.tf.growing_lists import Ops
from tfopt.tf.retyping import constant

NEGATIVE = "Dimension {0} must be >= 0"
NEGATIVE_IMAGE = "image height cannot be >= int32 max"
EMPTY_RANGE = "Need minval < maxval, got {0} >= {1}"
UNLIKE_PARAMETERS = "Invalid parameters"
# Ops whose result is no negative number where their operands are none
GROWING = ("tf.AddV2", "tf.Mul", "tf.Cast", "tf.Prod", "tf.Sum", "tf.Max")


def operands_of(op: Operation) -> dict[str, Value]:
    """The operands of an op of TensorFlow by the names that its line has for them."""
    definition = lookup(op.name) if op.dialect == "tf" else None
    slots = definition.signature.operands if definition is not None and definition.signature is not None else ()
    return dict(zip([slot.name for slot in slots], op.operands))


def assert_drawn(op: Operation) -> None:
    operands, type = operands_of(op), op.results[0].type
    if type.is_static and not type.size:
        return
    ops, shape, image = Ops(Builder.before(op)), operands.get("shape"), operands.get("image_size")
    if shape is not None and not type.is_static and not is_size(shape):
        assert_sizes(ops, shape, NEGATIVE)
    if image is not None and not is_size(image):
        assert_sizes(ops, ops.Slice(image, [0], [2]), NEGATIVE_IMAGE)
    if {"minval", "maxval"} <= operands.keys() and type.element.text[:1] in "iu":
        assert_range(ops, operands["minval"], operands["maxval"], None if type.is_static else shape)
    if {"stdevs", "minvals", "maxvals"} <= operands.keys():
        assert_parameters(ops, operands["stdevs"], operands["minvals"], operands["maxvals"])


def is_size(value: Value) -> bool:
    """Whether numbers are seen to be sizes, or made of such: none is negative."""
    numbers = constant_of(value)
    if numbers is not None or value.op is None:
        return numbers is not None and bool((numbers >= 0).all())
    if has_trait(value.op, "shape_only"):
        return True
    choosing = trait_arguments(value.op, "movement")
    if choosing is None and value.op.name not in GROWING:
        return False
    names = [slot.name for slot in lookup(value.op.name).declaration.operands]
    parts = dict(zip(names, grouped(lookup(value.op.name), value.op, value.op.operands)))
    return all([is_size(each) for name in parts.keys() - (choosing or ()) for each in flattened(parts[name])])


def flattened(part: Value | list[Value]) -> list[Value]:
    return part if isinstance(part, list) else [part]


def assert_sizes(ops: Ops, shape: Value, message: str) -> None:
    least = ops.Min(shape, [0])
    ops.check(ops.GreaterEqual(least, constant(ops.builder, 0, (), shape.type.element)), message, least)


def assert_range(ops: Ops, least: Value, limit: Value, shape: Value | None) -> None:
    """Of no numbers the range may be anything."""
    bounds = [constant_of(bound) for bound in (least, limit)]
    if any([bound.type != TensorType((), bound.type.element) for bound in (least, limit)]) or None not in bounds and bounds[0] < bounds[1]:
        return
    holds = ops.Less(least, limit)
    if shape is not None:
        holds = ops.LogicalOr(holds, ops.Equal(ops.Prod(shape, [0]), constant(ops.builder, 0, (), shape.type.element)))
    ops.check_when_run(holds, EMPTY_RANGE, least, limit)


def assert_parameters(ops: Ops, deviation: Value, low: Value, high: Value) -> None:
    """Of a truncated distribution: one of its bounds is a number, and they enclose some."""
    zero = constant(ops.builder, 0, (), deviation.type.element)
    bounded = ops.LogicalOr(ops.IsFinite(low), ops.IsFinite(high))
    holds = ops.LogicalAnd(ops.Greater(deviation, zero), ops.LogicalAnd(ops.Less(low, high), bounded))
    if holds.type.shape is not None:
        ops.check_when_run(ops.All(holds, [*range(len(holds.type.shape))]), UNLIKE_PARAMETERS)
