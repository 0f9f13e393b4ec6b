"""Names the axes of a Squeeze that names none, where sizes are open: those of size 1, and no other.

How many axes such a result has is told by the sizes alone. Where sizes of feeds decide, there are variants of the function for those that lead to 1
(`size_variants.py`), each with a rank of its own. In what is left a size that a type leaves open is taken for another one than 1, which the program asserts: a
call where it is 1 is an error, since what comes behind would be of another rank. XLA compiles a program for each shape that it is called with, and has each rank so.
"""

from __future__ import annotations

from tfir.analysis.feeds import feed_names
from tfir.analysis.program_shapes import ProgramShapes, atoms
from tfir.ir.attributes import ArrayAttr, integer
from tfir.ir.builder import Builder
from tfir.ir.operations import Operation, Value
from tfir.ods.shapes import Size, Symbol, is_static

from tfopt.tf.growing_lists import Ops
from tfopt.tf.infer_shapes import infer_shapes
from tfopt.tf.size_variants import SizeVariants

SQUEEZE = "tf.Squeeze"
OF_ONE = "squeezes axis {axis}, which has size 1: this program is for any other size, as the result has another rank; {advice}"


def tf_name_squeezed_axes(module: "Module"):
    """Behind infer-shapes, and infers the shapes of what follows."""
    while True:
        if any([leaves_rank_open(op) for op in module.walk()]):
            SizeVariants(module, leaves_rank_open).add()
        unnamed = [op for op in module.walk() if leaves_rank_open(op)]
        if not unnamed:
            return
        advice = Advice(module)
        for op in unnamed:
            name_axes(op, advice)
        infer_shapes(module, assume_slices_fit=True)


def leaves_rank_open(op: Operation) -> bool:
    if op.name != SQUEEZE or op.get("squeeze_dims"):
        return False
    shape = op.operands[0].type.shape
    return shape is not None and not is_static(shape)


class Advice:
    """Says what to do about a size that is 1 after all."""

    def __init__(self, module: Operation):
        functions = [op for op in module.body if op.name == "func.func" and op.region.blocks]
        self.shapes = ProgramShapes(functions)
        self.feeds = [(function, argument) for function in functions if is_called(function) for argument in function.body.arguments]

    def on(self, value: Value, axis: int) -> str:
        shape = self.shapes[value].shape
        needed = set() if shape is None else {*atoms(shape[axis])}
        pinned = [self.pinned(function, argument, shape[axis]) for function, argument in self.feeds if self.has(argument, needed)]
        if not pinned:
            return "only the run tells this size, so that the model has to name the axes (tf.squeeze(x, axis=..))"
        return f"for this one lower the model with --input-shapes={','.join(pinned)}"

    def has(self, feed: Value, sizes: set[Symbol]) -> bool:
        return not sizes.isdisjoint(self.shapes[feed].shape or ())

    def pinned(self, function: Operation, feed: Value, size: Size) -> str:
        """The flag's text for a feed: 1 for what is squeezed, N for what is computed from the feed's sizes, or open too."""
        sizes = ["1" if own is size else "N" if isinstance(own, Symbol) else str(own) for own in self.shapes[feed].shape]
        return f"{feed_names(function)[feed.index]}={'x'.join(sizes)}"


def is_called(function: Operation) -> bool:
    """Whether a function is one that is called from outside."""
    return function.get("sym_visibility") != "private"


def name_axes(op: Operation, advice: Advice) -> None:
    squeezed, ops = op.operands[0], Ops(Builder.before(op))
    sizes = ops.Shape(squeezed)
    for axis, size in enumerate(squeezed.type.shape):
        if size is None:
            ops.check(ops.NotEqual(ops.GatherV2(sizes, axis, 0), 1), OF_ONE.format(axis=axis, advice=advice.on(squeezed, axis)))
    axes = [axis for axis, size in enumerate(squeezed.type.shape) if size == 1]
    if axes:
        op.set_attribute("squeeze_dims", ArrayAttr([integer(axis) for axis in axes]))
    else:
        op.replace_with([squeezed])
