"""Semantics: shapes that are broadcast to each other, and tensors to shapes."""

from itertools import zip_longest

from tfir.dialects.tf.errors import listed
from tfir.ir.diagnostics import Error
from tfir.ods import shapes
from tfir.ods.numpy_on_demand import np
from tfir.ods.semantics import OpSemantics
from tfir.ods.shapes import fresh, shape_text, with_rank


class BroadcastArgs(OpSemantics):
    """The shape that two shapes broadcast to."""

    def infer(s0, s1):
        (a,), (b,) = with_rank(s0.shape, 1), with_rank(s1.shape, 1)
        return (max(a, b) if isinstance(a, int) and isinstance(b, int) else fresh(),)

    def evaluate(s0, s1):
        return np.asarray(shapes.broadcast(tuple(map(int, s0)), tuple(map(int, s1))), s0.dtype)

    def propagate_values(s0, s1):
        if s0.numbers is None or s1.numbers is None or None in (*s0.numbers, *s1.numbers):
            return None
        return [list(shapes.broadcast(tuple(s0.numbers), tuple(s1.numbers)))]


class BroadcastGradientArgs(OpSemantics):
    """For each of two shapes, the axes of the common one over which its gradient is summed."""

    def infer(s0, s1):
        try:
            summed = summed_axes(s0.numbers, s1.numbers) if is_decided(s0.numbers, s1.numbers) else None
            return [(fresh(),), (fresh(),)] if summed is None else [(len(axes),) for axes in summed]
        except Error:
            operands = " and ".join([f"dense<{shape.numbers}> : {shape.type}" for shape in (s0, s1)])
            raise Error(f"requires broadcast compatible shape tensors for 's0' and 's1', but got {operands}") from None

    def propagate_values(s0, s1):
        return summed_axes(s0.numbers, s1.numbers) if is_decided(s0.numbers, s1.numbers) else None

    def evaluate(s0, s1):
        return [np.array(axes, s0.dtype) for axes in summed_axes(s0.tolist(), s1.tolist())]


def is_decided(s0: list | None, s1: list | None) -> bool:
    """Whether it is known which of the sizes are 1 where others are not; one that has a name only may be any other than itself."""
    if s0 is None or s1 is None or None in s0 or None in s1:
        return False
    pairs = zip_longest(reversed(s0), reversed(s1), fillvalue=1)
    return all([one == other or isinstance(one, int) and isinstance(other, int) for one, other in pairs])


def summed_axes(s0: list, s1: list) -> list[list[int]] | None:
    """For each of two shapes, the axes of the common one in which it has size 1 or nothing; none for equal shapes. Two sizes that are not known are
    taken for one, as those of feeds are: where one of them is 1 alone, the sum is reshaped to what it does not fit. None where numbers are missing.
    Raises Error where the shapes do not broadcast."""
    if s0 == s1 and None not in s0:
        return [[], []]
    if None in (*s0, *s1):
        return None
    shapes.broadcast(tuple(s0), tuple(s1))
    rank = max(len(s0), len(s1))
    return [[axis for axis, size in enumerate([1] * (rank - len(s)) + list(s)) if size == 1] for s in (s0, s1)]


class BroadcastTo(OpSemantics):
    def infer(input, shape):
        target = shape.as_shape
        if target is None or input.shape is None:
            return target
        if len(input.shape) > len(target):
            raise Error(f"shape {shape_text(input.shape)} does not broadcast to {shape_text(target)}")
        result = shapes.broadcast(input.shape, target)
        if shapes.is_static(input.shape) and shapes.is_static(target) and result != target:
            raise Error(f"shape {shape_text(input.shape)} does not broadcast to {shape_text(target)}")
        return tuple([size if isinstance(size, int) else better for size, better in zip(target, result)])

    def evaluate(input, shape):
        sizes = [int(size) for size in shape]
        if input.ndim > len(sizes):
            raise Error(f"Rank of input ({input.ndim}) must be no greater than rank of output shape ({len(sizes)}).")
        if any([own not in (1, size) for own, size in zip(input.shape[::-1], sizes[::-1])]):
            raise Error(f"Incompatible shapes: {listed(input.shape)} vs. {listed(sizes)}")
        return np.broadcast_to(input, sizes).copy()
