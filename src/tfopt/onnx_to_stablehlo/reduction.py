"""Lowerings: sums, means, extremes along axes, running totals."""

from tfir.ir.types import F32, I1, I32, I64
from tfir.ods.shapes import is_static, product

from tfopt.arithmetic.tensor import (
    Tensor,
    broadcast_to,
    exp,
    highest,
    iota,
    log,
    lowest,
    number,
    pad,
    reduce,
    select,
    sliced,
    splat,
    sqrt,
    widened,
)
from tfopt.arithmetic.windows import reduce_window
from tfopt.onnx_to_stablehlo.lowering import lowered_by


def over_axes(function):
    """A reduction by a function of the operand, the axes, and whether axes of size 1 are left. Without axes all are, or none."""

    def lowering(data, axes: list | None = None, keepdims=1, noop_with_empty_axes=0):
        listed = [axis % data.rank for axis in axes] if axes else [] if noop_with_empty_axes else list(range(data.rank))
        return function(widened(data), listed, bool(keepdims)).convert(data.element)

    return lowering


def summed_squares(x: Tensor, axes, keep) -> Tensor:
    return (x * x).sum(*axes, keep=keep)


def log_sum_exp(x: Tensor, axes, keep) -> Tensor:
    """Of the largest element what is taken off before is put on again."""
    if not x.is_float:
        return log_sum_exp(x.convert(F32), axes, keep)
    top = x.max(*axes, keep=True)
    top = select(abs(top) == float("inf"), 0, top)
    total = log(exp(x - top).sum(*axes, keep=True)) + top
    return total if keep else total.reshape(*[size for axis, size in enumerate(x.shape) if axis not in axes])


def in_floats(function):
    """Integers are computed with as f32."""
    return lambda x, axes, keep: function(x if x.is_float else x.convert(F32), axes, keep)


def mean(x: Tensor, axes, keep) -> Tensor:
    count = product([x.shape[axis] for axis in axes])
    total = x.sum(*axes, keep=keep)
    if isinstance(count, int):
        return total / count
    return total / broadcast_to(number(count).convert(x.element), total.shape)


def extreme(name: str, start):
    def function(x: Tensor, axes, keep) -> Tensor:
        if x.element is I1:
            return reduce("or" if name == "maximum" else "and", x, axes, name == "minimum", keep)
        return reduce(name, x, axes, start(x.element), keep)

    return function


lowered_by(
    ReduceSum=over_axes(lambda x, axes, keep: x.sum(*axes, keep=keep)),
    ReduceMean=over_axes(mean),
    ReduceProd=over_axes(lambda x, axes, keep: reduce("multiply", x, axes, 1, keep)),
    ReduceMax=over_axes(extreme("maximum", lowest)),
    ReduceMin=over_axes(extreme("minimum", highest)),
    ReduceL1=over_axes(lambda x, axes, keep: abs(x).sum(*axes, keep=keep)),
    ReduceL2=over_axes(in_floats(lambda x, axes, keep: sqrt(summed_squares(x, axes, keep)))),
    ReduceSumSquare=over_axes(summed_squares),
    ReduceLogSum=over_axes(in_floats(lambda x, axes, keep: log(x.sum(*axes, keep=keep)))),
    ReduceLogSumExp=over_axes(log_sum_exp),
)


def position(compare):
    """Where the first element stands, or the last, that is so large or so small."""

    def lowering(data, axis, keepdims, select_last_index):
        axis %= data.rank
        best = data.max(axis, keep=True) if compare == "max" else data.min(axis, keep=True)
        place, is_best = iota(data.shape, axis, I64), data == broadcast_to(best, data.shape)
        if data.is_float:
            is_best = is_best | (data != data)
        if select_last_index:
            return select(is_best, place, -1).max(axis, keep=bool(keepdims))
        return select(is_best, place, number(data.shape[axis], I64)).min(axis, keep=bool(keepdims))

    return lowering


lowered_by(ArgMax=position("max"), ArgMin=position("min"))


def running(name: str, start):
    """What stands along an axis up to each place, combined."""

    def lowering(x, axis: int, exclusive, reverse):
        axis = axis % x.rank
        size = x.shape[axis]
        wide = widened(x)
        if not is_static((size,)):
            return running_in_loop(name, start, wide, axis, bool(exclusive), bool(reverse)).convert(x.element)
        low, high = (0, size - 1) if reverse else (size - 1, 0)
        window = [size if at == axis else 1 for at in range(x.rank)]
        padding = [(low, high) if at == axis else (0, 0) for at in range(x.rank)]
        total = reduce_window(name, wide, window, [1] * x.rank, padding, start) if size else wide
        if exclusive and size:
            total = shifted(total, axis, size, bool(reverse), start)
        return total.convert(x.element)

    return lowering


def shifted(x: Tensor, axis: int, size, reverse: bool, start) -> Tensor:
    """Each element one place further, and what totals begin with in front of them."""
    first, last = [int(reverse and at == axis) for at in range(x.rank)], list(x.shape)
    last[axis] = size if reverse else size - 1
    ends = [[0] * x.rank, [int(at == axis) for at in range(x.rank)]]
    low, high = ends if reverse else ends[::-1]
    return pad(sliced(x, first, last), low, high, start)


def running_in_loop(name: str, start, x: Tensor, axis: int, exclusive: bool, reverse: bool) -> Tensor:
    """The same of an axis of unknown size: by steps of 1, 2, 4, ... places."""
    from tfopt.arithmetic.tensor import binary, loop, take

    if reverse:
        return running_in_loop(name, start, x.reverse(axis), axis, exclusive, False).reverse(axis)
    size, place = number(x.shape[axis]), iota((x.shape[axis],), 0)

    def step(done, total):
        source = place - done
        moved = take(total, select(source < 0, 0, source), axis)
        is_there = broadcast_to(source >= 0, total.shape, [axis])
        return [done + done, binary(name, total, select(is_there, moved, start))]

    _, total = loop(lambda done, total: done < size, step, splat(1, (), I32), x)
    return shifted(total, axis, x.shape[axis], False, start) if exclusive else total


lowered_by(CumSum=running("add", 0), CumProd=running("multiply", 1))
