"""Gathers whose slices have sizes that are computed, but are whole along all axes but one: rows that are picked by number."""

from __future__ import annotations

from tfir.analysis.program_shapes import ProgramShapes
from tfir.dialects.stablehlo.inference.checks import integers
from tfir.ir.builder import Builder
from tfir.ir.operations import Operation, Value
from tfir.ir.types import TensorType


def name_whole_slices(module: Operation) -> None:
    """Makes `torch_index_select` of such gathers, which says no sizes."""
    gathers = [op for op in module.walk() if op.name in ("stablehlo.dynamic_gather", "stablehlo.gather") and is_open(op)]
    if not gathers:
        return
    program = ProgramShapes([op for op in module.body if op.name == "func.func" and op.region.blocks])
    for op in gathers:
        axis = picked_axis(op, program)
        if axis is not None:
            build = Builder.before(op)
            indices = as_single_numbers(build, op.operands[1], op.attributes["dimension_numbers"].index_vector_dim)
            attributes = {"dim": axis, "batch_dims": 0}
            op.replace_with([build.value("stablehlo.torch_index_select", [op.operands[0], indices], op.result.type, attributes)])


def is_open(op: Operation) -> bool:
    return not all([getattr(value.type, "is_static", True) for value in op.operands])


def picked_axis(op: Operation, program: ProgramShapes) -> int | None:
    """The axis along which single places are picked, where slices are whole along the others."""
    numbers, shape = op.attributes["dimension_numbers"], program[op.operands[0]].shape
    axes, rank = integers(numbers.start_index_map), len(op.operands[0].type.shape)
    sizes = integers(op.attributes["slice_sizes"]) if op.name == "stablehlo.gather" else program[op.operands[2]].numbers
    if len(axes) != 1 or axes != integers(numbers.collapsed_slice_dims) or integers(numbers.operand_batching_dims):
        return None
    if shape is None or sizes is None:
        return None
    (axis,) = axes
    batch = len(op.result.type.shape) - rank + 1
    in_order = sorted(integers(numbers.offset_dims)) == [*range(axis), *range(axis + batch, batch + rank - 1)]
    is_whole = all([at == axis or size == extent for at, (size, extent) in enumerate(zip(sizes, shape))])
    return axis if in_order and is_whole else None


def as_single_numbers(build: Builder, indices: Value, axis: int) -> Value:
    """Index vectors of one number each without the dimension that holds them."""
    type = indices.type
    if axis == len(type.shape):
        return indices
    shape = [size for at, size in enumerate(type.shape) if at != axis]
    return build.value("stablehlo.reshape", [indices], TensorType(shape, type.element))
