"""Result types of what picks, places and orders elements."""

from __future__ import annotations

from tfir.dialects.relay.inference.elementwise import like
from tfir.ir.diagnostics import Error
from tfir.ir.types import I32, IntegerType, TensorType, TupleType
from tfir.ods import shapes
from tfir.ods.inference import AbstractValue
from tfir.ods.shapes import anonymous, axis_in, fresh


def strided_slice(data, begin, end, strides, slice_mode, axes):
    spans = spans_of(data.rank, list(begin), list(end), list(strides), slice_mode, axes)
    sizes = list(data.shape)
    for axis, span in spans.items():
        sizes[axis] = fresh() if not isinstance(sizes[axis], int) else span_size(sizes[axis], *span)
    return AbstractValue(tuple(sizes), data.element)


FAR = (1 << 63) - 1


def spans_of(rank: int, begin, end, strides, mode: str, axes=None) -> dict:
    """For each axis that is cut the begin, the end and the stride; what lists leave out is taken whole. In the mode `size` ends are lengths, a
    negative one being all that is left, and strides are 1."""
    axes = range(rank) if axes is None else [axis_in(axis, rank) for axis in axes]
    spans = {}
    for at, axis in enumerate(axes):
        stride = strides[at] if mode == "end" and at < len(strides) else 1
        first = begin[at] if at < len(begin) else 0 if stride > 0 else FAR
        last = end[at] if at < len(end) else FAR if stride > 0 else 0
        if mode == "size" and at < len(end):
            last = FAR if last < 0 else first + last
        spans[axis] = first, last, stride
    return spans


def held(index: int, size: int, stride: int) -> int:
    """An index from the front, moved to where a walk in that direction may begin or end."""
    low, high = (-1, size - 1) if stride < 0 else (0, size)
    return min(max(index + size if index < 0 else index, low), high)


def span_size(size: int, first: int, last: int, stride: int) -> int:
    start, stop = held(first, size, stride), held(last, size, stride)
    if (stop - start) * stride < 0:
        raise Error(f"takes elements {first}..{last} of {size} by {stride}")
    return -(-abs(stop - start) // abs(stride))


def dyn_strided_slice(data):
    return AbstractValue(tuple([fresh() for _ in data.shape]), data.element)


def strided_set(data):
    return like(data)


def take(data, indices, batch_dims, axis):
    whole(indices)
    if axis is None:
        return AbstractValue(indices.shape, data.element)
    at = axis_in(axis, data.rank)
    if not 0 <= batch_dims <= min(at, indices.rank):
        raise Error(f"has {batch_dims} batch dimensions, with axis {at} and indices of rank {indices.rank}")
    return AbstractValue((*data.shape[:at], *indices.shape[batch_dims:], *data.shape[at + 1 :]), data.element)


def whole(indices) -> None:
    if not isinstance(indices.element, IntegerType):
        raise Error(f"has indices of {indices.element}")


def gather(data, indices, axis):
    whole(indices)
    axis_in(axis, data.rank)
    return AbstractValue(indices.shape, data.element)


def gather_nd(data, indices, batch_dims):
    whole(indices)
    count = indices.shape[0]
    if not isinstance(count, int) or count + batch_dims > data.rank:
        raise Error(f"has {count} indices, behind {batch_dims} batch dimensions, for a tensor of rank {data.rank}")
    return AbstractValue((*indices.shape[1:], *data.shape[count + batch_dims :]), data.element)


def scatter_nd(data, indices, updates):
    whole(indices)
    count = indices.shape[0]
    if not isinstance(count, int) or count > data.rank:
        raise Error(f"has {count} indices for a tensor of rank {data.rank}")
    shapes.merge(updates.shape, (*indices.shape[1:], *data.shape[count:]), "updates")
    return like(data)


def scatter_elements(data, indices, updates, axis):
    whole(indices)
    axis_in(axis, data.rank)
    shapes.merge(updates.shape, indices.shape, "updates")
    return like(data)


def one_hot(indices, depth, axis, dtype):
    whole(indices)
    shape = list(indices.shape)
    shape.insert(axis_in(axis, len(shape) + 1), depth)
    return AbstractValue(tuple(shape), dtype)


def pad(data, pad_width):
    if len(pad_width) != data.rank or any([len(pair) != 2 for pair in pad_width]):
        raise Error(f"has {len(pad_width)} pairs of widths for a tensor of rank {data.rank}")
    if any([width < 0 for pair in pad_width for width in pair]):
        raise Error("pads by less than nothing")
    return AbstractValue(tuple([shapes.add(size, low + high) for size, (low, high) in zip(data.shape, pad_width)]), data.element)


def dyn_pad(data, pad_width):
    widths = pad_width.integers
    pairs = None if widths is None else list(zip(widths[::2], widths[1::2]))
    return pad(data, pairs) if pairs is not None else AbstractValue(tuple([fresh() for _ in data.shape]), data.element)


def dilate(x, strides):
    if len(strides) != x.rank:
        raise Error(f"has {len(strides)} strides for a tensor of rank {x.rank}")
    sizes = [shapes.add(shapes.multiply(shapes.add(size, -1), stride), 1) for size, stride in zip(x.shape, strides)]
    return AbstractValue(tuple(sizes), x.element)


def ordered(data, axis):
    axis_in(axis, data.rank)
    return like(data)


def argsort(data, axis, dtype):
    axis_in(axis, data.rank)
    return like(data, dtype or I32)


def topk(data, k, axis, ret_type, dtype):
    at = axis_in(axis, data.rank)
    shape = anonymous(data.shape if k < 1 else (*data.shape[:at], k, *data.shape[at + 1 :]))
    values, indices = TensorType(shape, data.element), TensorType(shape, dtype or I32)
    return TupleType([values, indices]) if ret_type == "both" else values if ret_type == "values" else indices


INFER = {
    "argsort": argsort, "dyn.nn.pad": dyn_pad, "dyn.strided_slice": dyn_strided_slice, "gather": gather, "gather_nd": gather_nd,
    "nn.dilate": dilate, "nn.pad": pad, "one_hot": one_hot, "scatter_elements": scatter_elements, "scatter_nd": scatter_nd, "sort": ordered,
    "strided_set": strided_set, "strided_slice": strided_slice, "take": take, "topk": topk,
}  # fmt: skip
