"""Names the axes of a Squeeze that names none, where sizes are open: those of size 1, and no other.

How many axes such a result has is told by the sizes alone. A size that a type leaves open is taken for another one than 1, which the program asserts: a
call where it is 1 is an error, since what comes behind would be of another rank.
"""

from __future__ import annotations

from tfir.ir.attributes import ArrayAttr, integer
from tfir.ir.builder import Builder
from tfir.ir.operations import Operation
from tfir.ods.shapes import is_static

from tfopt.tf.growing_lists import Ops
from tfopt.tf.infer_shapes import infer_shapes

SQUEEZE = "tf.Squeeze"
OF_ONE = "squeezes axis {axis}, which has size 1: this program is for any other size, as the result has another rank; give feeds their sizes with --input-shapes"


def tf_name_squeezed_axes(module: "Module"):
    """Behind infer-shapes, and infers the shapes of what follows."""
    while True:
        unnamed = [op for op in module.walk() if op.name == SQUEEZE and leaves_rank_open(op)]
        if not unnamed:
            return
        for op in unnamed:
            name_axes(op)
        infer_shapes(module, assume_slices_fit=True)


def leaves_rank_open(op: Operation) -> bool:
    shape = op.operands[0].type.shape
    return not op.get("squeeze_dims") and shape is not None and not is_static(shape)


def name_axes(op: Operation) -> None:
    squeezed, ops = op.operands[0], Ops(Builder.before(op))
    sizes = ops.Shape(squeezed)
    for axis, size in enumerate(squeezed.type.shape):
        if size is None:
            ops.check(ops.NotEqual(ops.GatherV2(sizes, axis, 0), 1), OF_ONE.format(axis=axis))
    axes = [axis for axis, size in enumerate(squeezed.type.shape) if size == 1]
    if axes:
        op.set_attribute("squeeze_dims", ArrayAttr([integer(axis) for axis in axes]))
    else:
        op.replace_with([squeezed])
