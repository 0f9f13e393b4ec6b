"""Elements combined along axes. Source: TVM v0.19.0, include/tvm/topi/reduction.h."""

from __future__ import annotations

from math import prod as product

import numpy as np

from tfir.dialects.relay.inference.reduction import axes_of
from tfir.dialects.stablehlo.elementwise import divide
from tfir.dialects.stablehlo.inference.checks import integers
from tfir.dialects.stablehlo.reduction import reduced_by
from tfir.ods.arrays import converted, dtype_of, element_of, widened
from tfir.ods.semantics import OpSemantics


def along(data, axis, exclude: bool) -> tuple[int, ...]:
    return tuple(axes_of(data.ndim, None if axis is None else integers(axis), exclude))


def combining(ufunc, start):
    """What combines elements by a ufunc; `start` says of an element type what stands for none."""

    def evaluate(data, axis, keepdims, exclude):
        return combined(ufunc, start, data, along(data, axis, exclude), keepdims)

    return evaluate


def combined(ufunc, start, data, axes, keepdims: bool):
    initial = np.asarray(start(element_of(data.dtype))).astype(data.dtype)
    result = reduced_by(ufunc, data, initial, axes) if axes else data
    return np.expand_dims(result, axes) if keepdims else result


def added(data, axes, keepdims: bool):
    return combined(np.add, lambda element: 0, data, axes, keepdims)


class sum(OpSemantics):
    evaluate = combining(np.add, lambda element: 0)


class prod(OpSemantics):
    evaluate = combining(np.multiply, lambda element: 1)


class max(OpSemantics):
    evaluate = combining(np.maximum, lambda element: element.limits[0])


class min(OpSemantics):
    evaluate = combining(np.minimum, lambda element: element.limits[1])


class all(OpSemantics):
    evaluate = combining(np.logical_and, lambda element: True)


class any(OpSemantics):
    evaluate = combining(np.logical_or, lambda element: False)


def averaged(data, axes, keepdims: bool, less: int = 0):
    count = product([data.shape[axis] for axis in axes]) - less
    return divide.evaluate(total := added(data, axes, keepdims), np.full_like(total, count))


class mean(OpSemantics):
    def evaluate(data, axis, keepdims, exclude):
        return averaged(data, along(data, axis, exclude), keepdims)


class variance(OpSemantics):
    def evaluate(data, mean, axis, keepdims, exclude, unbiased):
        distance = widened(data) - widened(mean)
        return converted(averaged(distance * distance, along(data, axis, exclude), keepdims, int(unbiased)), data.dtype)


def placing(choose):
    """Where the first of the largest or smallest elements stands, or the last; of several axes in the order of their elements."""

    def evaluate(data, axis, keepdims, select_last_index, exclude):
        axes = along(data, axis, exclude)
        kept = [at for at in range(data.ndim) if at not in axes]
        count = product([data.shape[at] for at in axes])
        flat = data.transpose(*kept, *axes).reshape(*[data.shape[at] for at in kept], count)
        places = count - 1 - choose(flat[..., ::-1], -1) if select_last_index else choose(flat, -1)
        return np.expand_dims(places, axes).astype(np.int32) if keepdims else np.asarray(places).astype(np.int32)

    return evaluate


class argmax(OpSemantics):
    evaluate = placing(np.argmax)


class argmin(OpSemantics):
    evaluate = placing(np.argmin)


def running(ufunc, start: int):
    """All elements up to each, or with `exclusive` all before it."""

    def evaluate(data, axis, exclusive, result_types):
        dtype = dtype_of(result_types[0].element)
        data, axis = (data.reshape(-1), 0) if axis is None else (data, axis)
        result = converted(ufunc.accumulate(widened(data), axis), dtype)
        if not exclusive:
            return result
        first = np.full_like(np.take(result, [0], axis), start)
        return np.concatenate([first, np.delete(result, -1, axis)], axis)

    return evaluate


class cumsum(OpSemantics):
    evaluate = running(np.add, 0)


class cumprod(OpSemantics):
    evaluate = running(np.multiply, 1)
