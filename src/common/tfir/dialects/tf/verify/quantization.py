"""The check of uniformly quantized ops: scales and zero points are scalars, or one for each index of an axis."""

from math import prod

from tfir.dialects import definition_of
from tfir.dialects.tf.verify import FAMILIES
from tfir.dialects.tf.verify.checks import has_rank, is_known
from tfir.dialects.tf.verify.traits import type_of
from tfir.ods.binding import attribute_value


def quantized(op):
    """Each operand `PREFIXscales` goes with `PREFIXzero_points` and the attribute `PREFIXquantization_axis`."""
    definition = definition_of(op.name)
    prefixes = [slot.name.removesuffix("scales") for slot in definition.constrained.operands if slot.name.endswith("scales")]
    for prefix in prefixes:
        scales, zero_points = [type_of(op, definition.constrained, f"{prefix}{name}") for name in ("scales", "zero_points")]
        wrong = scaled(scales, zero_points, attribute_value(definition, op, f"{prefix}quantization_axis"))
        if wrong is not None:
            return wrong
    return None


def scaled(scales, zero_points, axis: int) -> str | None:
    rank, axis_text = (0, "-1") if axis == -1 else (1, "not -1")
    for name, type in (("scales", scales), ("zero_points", zero_points)):
        if not has_rank(type, rank):
            return f"quantization_axis is {axis_text}, {name} must have {rank} rank."
    if rank and is_known(scales) and is_known(zero_points) and prod(scales.shape) != prod(zero_points.shape):
        return "scales and zero points must have same number of elements."
    return None


VERIFY = dict.fromkeys(FAMILIES["quantization"].split(), quantized)
