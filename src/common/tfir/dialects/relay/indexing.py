"""Picking, placing and ordering elements. Where TVM leaves open what an index outside of a tensor does, it is refused.

Source: TVM v0.19.0, include/tvm/topi/transform.h, python/tvm/topi/{scatter,scatter_elements,sort}.py.
"""

from __future__ import annotations

import numpy as np

from tfir.dialects.relay.inference.indexing import held, spans_of
from tfir.dialects.stablehlo.inference.checks import integers
from tfir.dialects.stablehlo.shaping import padded
from tfir.ir.diagnostics import Error
from tfir.ods.arrays import converted, dtype_of, is_narrow_float, widened
from tfir.ods.semantics import OpSemantics


class strided_slice(OpSemantics):
    def evaluate(data, begin, end, strides, slice_mode, axes):
        named = None if axes is None else integers(axes)
        return cut(data, spans_of(data.ndim, integers(begin), integers(end), integers(strides), slice_mode, named))


def cut(data, spans):
    return data[places(data.shape, spans)]


def places(shape, spans):
    """Slices for indexing; one that walks backwards to the front has no end."""
    parts = [slice(None)] * len(shape)
    for axis, (first, last, stride) in spans.items():
        start, stop = held(first, shape[axis], stride), held(last, shape[axis], stride)
        parts[axis] = slice(start, None if stop < 0 else stop, stride) if (stop - start) * stride > 0 else slice(0, 0)
    return tuple(parts)


class dyn_strided_slice(OpSemantics, family=True):
    def evaluate(data, begin, end, strides, slice_mode):
        return cut(data, spans_of(data.ndim, integers(begin), integers(end), integers(strides), slice_mode))


class strided_set(OpSemantics):
    def evaluate(data, v, begin, end, strides):
        result = np.array(data)
        result[places(data.shape, spans_of(data.ndim, integers(begin), integers(end), integers(strides), "end"))] = v
        return result


class take(OpSemantics):
    def evaluate(data, indices, batch_dims, axis, mode):
        if axis is None:
            return taken(data.reshape(-1), indices, 0, mode)
        return batched(data, indices, axis % data.ndim, batch_dims, mode)


def batched(data, indices, axis: int, batch: int, mode: str):
    if batch == 0:
        return taken(data, indices, axis, mode)
    return np.stack([batched(part, at, axis - 1, batch - 1, mode) for part, at in zip(data, indices)])


def taken(data, indices, axis: int, mode: str):
    if mode == "fast":
        inside([indices], [data.shape[axis]])
    size = data.shape[axis]
    at = np.clip(indices, 0, size - 1) if mode != "wrap" else np.mod(indices, size)
    return np.take(data, at.astype(np.int64), axis)


def inside(indices, shape) -> None:
    """Refuses an index that names no place."""
    for index, size in zip(indices, shape):
        if index.size and not 0 <= int(index.min()) <= int(index.max()) < size:
            raise Error(f"has an index outside of 0..{size - 1}")


class gather(OpSemantics):
    def evaluate(data, indices, axis):
        inside([indices], [data.shape[axis]])
        others = [slice(0, size) for size in indices.shape]
        others[axis] = slice(None)
        return np.take_along_axis(data[tuple(others)], indices.astype(np.int64), axis)


class gather_nd(OpSemantics):
    def evaluate(data, indices, batch_dims):
        rows = [np.asarray(row).astype(np.int64) for row in indices]
        inside(rows, data.shape[batch_dims:])
        rank = indices.ndim - 1
        own = [
            np.arange(size).reshape([-1 if at == axis else 1 for at in range(rank)]) for axis, size in enumerate(data.shape[:batch_dims])
        ]
        return data[(*own, *rows)] if own or rows else np.broadcast_to(data, (*indices.shape[1:], *data.shape))


UFUNCS = {"add": np.add, "mul": np.multiply, "min": np.minimum, "max": np.maximum}


def combined(data, where, updates, mode: str):
    """The data with updates put in, those of one place one after the other."""
    if mode != "update" and is_narrow_float(data.dtype):
        return converted(combined(widened(data), where, widened(updates), mode), data.dtype)
    result = np.array(data)
    if mode == "update":
        result[where] = updates
    else:
        UFUNCS[mode].at(result, where, updates)
    return result


class scatter_nd(OpSemantics):
    def evaluate(data, indices, updates, mode):
        rows = [np.asarray(row).astype(np.int64) for row in indices]
        inside(rows, data.shape)
        return combined(data, tuple(rows) if rows else ..., updates, mode)


class scatter_elements(OpSemantics):
    def evaluate(data, indices, updates, axis, reduction):
        at = np.where(indices < 0, indices + data.shape[axis], indices).astype(np.int64)
        inside([at], [data.shape[axis]])
        where = list(np.indices(indices.shape, sparse=True))
        where[axis] = at
        return combined(data, tuple(where), updates, reduction)


class one_hot(OpSemantics):
    def evaluate(indices, on_value, off_value, depth, axis, dtype):
        spread = np.expand_dims(indices, axis)
        at = np.arange(depth).reshape([-1 if place == axis % spread.ndim else 1 for place in range(spread.ndim)])
        return converted(np.where(spread == at, on_value, off_value), dtype_of(dtype))


class pad(OpSemantics, family=True):
    def evaluate(data, pad_val, pad_width, pad_mode):
        return bordered(data, pad_val, [tuple(pair) for pair in pad_width], pad_mode)


def bordered(data, value, widths, mode):
    if mode == "constant":
        return padded(data, value.reshape(()), widths, [0] * data.ndim)
    return np.pad(data, widths, mode)


class dyn_pad(OpSemantics, family=True):
    def evaluate(data, pad_width, pad_val, pad_mode):
        return bordered(data, pad_val, [tuple(pair) for pair in pad_width.tolist()], pad_mode)


class dilate(OpSemantics, family=True):
    def evaluate(x, strides, dilation_value):
        value = np.asarray(converted(np.asarray(dilation_value), x.dtype))
        return padded(x, value, [(0, 0)] * x.ndim, [stride - 1 for stride in integers(strides)])


def order_of(data, axis: int, is_ascend: bool):
    """Where the elements stand that come one after the other; equal ones keep their order."""
    keys = data if is_ascend else np.invert(data) if data.dtype.kind in "iub" else np.negative(data)
    return np.argsort(keys, axis, kind="stable")


class argsort(OpSemantics):
    def evaluate(data, axis, is_ascend, result_types):
        return order_of(data, axis, is_ascend).astype(dtype_of(result_types[0].element))


class sort(OpSemantics):
    def evaluate(data, axis, is_ascend):
        return np.take_along_axis(data, order_of(data, axis, is_ascend), axis)


class topk(OpSemantics):
    def evaluate(data, k, axis, ret_type, is_ascend, dtype):
        order = np.moveaxis(order_of(data, axis, is_ascend), axis, -1)
        order = np.moveaxis(order[..., : k if k > 0 else None], -1, axis)
        values, indices = np.take_along_axis(data, order, axis), order.astype(np.int32 if dtype is None else dtype_of(dtype))
        return [(values, indices)] if ret_type == "both" else values if ret_type == "values" else indices


SEMANTICS = {"dyn.nn.pad": dyn_pad, "dyn.strided_slice": dyn_strided_slice, "nn.dilate": dilate, "nn.pad": pad}
