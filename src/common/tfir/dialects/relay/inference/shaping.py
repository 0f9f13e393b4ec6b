"""Result types of what makes tensors, and gives numbers other places."""

from __future__ import annotations

from math import ceil

from tfir.dialects.relay.inference.elementwise import like
from tfir.ir.diagnostics import Error
from tfir.ir.types import I32, TensorType, TupleType
from tfir.ods import shapes
from tfir.ods.inference import AbstractValue
from tfir.ods.shapes import anonymous, axis_in, broadcast, fresh

MOST_NEW, MOST_PARTS = 64, 1 << 16  # of dimensions and fields of a tuple: a number in a damaged text asks for no more memory than that


def filled(shape, dtype):
    return AbstractValue(tuple(shape), dtype)


def full(fill_value, shape, dtype):
    return AbstractValue(tuple(shape), dtype or fill_value.element)


def full_like(data, fill_value):
    return like(data)


def arange(start, stop, step, dtype):
    ends = [each.number for each in (start, stop, step)]
    if None in ends or 0 in ends[2:]:
        return AbstractValue((fresh(),), dtype)
    first, last, by = ends
    return AbstractValue((max(0, ceil((last - first) / by)),), dtype)


def broadcast_to(data, shape):
    if broadcast(data.shape, tuple(shape)) != tuple(shape):
        raise Error(f"cannot broadcast {shapes.shape_text(data.shape)} to {shapes.shape_text(tuple(shape))}")
    return AbstractValue(tuple(shape), data.element)


def broadcast_to_like(data, broadcast_type):
    return AbstractValue(broadcast_type.shape, data.element)


def expand_dims(data, axis, num_newaxis):
    at = axis_in(axis, data.rank + 1)
    if not 0 <= num_newaxis <= MOST_NEW:
        raise Error(f"adds {num_newaxis} dimensions")
    return AbstractValue((*data.shape[:at], *[1] * num_newaxis, *data.shape[at:]), data.element)


def squeeze(data, axis):
    axes = [at for at, size in enumerate(data.shape) if size == 1] if axis is None else [axis_in(at, data.rank) for at in axis]
    if any([isinstance(data.shape[at], int) and data.shape[at] != 1 for at in axes]):
        raise Error(f"squeezes a size other than 1 of {shapes.shape_text(data.shape)}")
    return AbstractValue(tuple([size for at, size in enumerate(data.shape) if at not in axes]), data.element)


def reshape(data, newshape, allowzero):
    return AbstractValue(tuple(reshaped(list(data.shape), list(newshape), allowzero)), data.element)


def reshaped(sizes, new, allowzero: bool) -> list:
    """The sizes that Relay's `newshape` gives: 0 copies a size, -1 is what is left, -2 copies all that follow, -3 joins two, -4 splits one."""
    result, at, left, new = [], 0, None, list(new)
    while new:
        code = new.pop(0)
        if code == -2:
            result += sizes[at:]
            at = len(sizes)
        elif code == -3:
            result.append(shapes.multiply(sizes[at], sizes[at + 1]))
            at += 2
        elif code == -4:
            result += halves(sizes[at], new.pop(0), new.pop(0))
            at += 1
        else:
            if code == -1:
                if left is not None:
                    raise Error("says of more than one size that it is what the others leave")
                left = len(result)
            result.append(sizes[at] if code == 0 and not allowzero else 1 if code == -1 else code)
            at += 1
    if left is not None:
        result[left] = what_is_left(sizes, result)
    same_number(sizes, result)
    return result


def halves(size, first, second) -> list:
    if first == second == -1:
        raise Error("splits a size into two of which neither is said")
    if first == -1:
        first = shapes.divide_down(size, second)
    if second == -1:
        second = shapes.divide_down(size, first)
    return [first, second]


def what_is_left(sizes, result):
    left = shapes.quotient(sizes, result)
    if left is None and shapes.is_static(tuple(sizes)):
        raise Error(f"reshapes {shapes.shape_text(tuple(sizes))} into rows that it does not fill")
    return fresh() if left is None else left


def same_number(sizes, result) -> None:
    if shapes.is_static(tuple(sizes)) and shapes.is_static(tuple(result)) and shapes.product(sizes) != shapes.product(result):
        raise Error(
            f"reshapes {shapes.shape_text(tuple(sizes))} to {shapes.shape_text(tuple(result))}, which has another number of elements"
        )


def reshape_like(data, shape_like, lhs_begin, lhs_end, rhs_begin, rhs_end):
    taken = shape_like.shape[rhs_begin:rhs_end]
    end = data.rank if lhs_end is None else lhs_end
    return AbstractValue((*data.shape[:lhs_begin], *taken, *data.shape[end:]), data.element)


def transpose(data, axes):
    order = range(data.rank)[::-1] if not axes else [axis_in(at, data.rank) for at in axes]
    if sorted(order) != list(range(data.rank)):
        raise Error(f"has axes {list(axes)}, which are no order of {data.rank} axes")
    return AbstractValue(tuple([data.shape[at] for at in order]), data.element)


def reverse(data, axis):
    axis_in(axis, data.rank)
    return like(data)


def parts_of(data):
    """The types of a tuple of tensors."""
    if not isinstance(data.element, TupleType):
        raise Error(f"takes a tuple, not {data.element}")
    return data.element.elements


def concatenate(data, axis):
    parts = parts_of(data)
    named = [shapes.named(part.shape) for part in parts]
    return AbstractValue(shapes.concatenate(named, axis_in(axis, len(parts[0].shape))), parts[0].element)


def stack(data, axis):
    parts = parts_of(data)
    shape = list(shapes.named(parts[0].shape))
    shape.insert(axis_in(axis, len(shape) + 1), len(parts))
    return AbstractValue(tuple(shape), parts[0].element)


def split(data, indices_or_sections, axis):
    at = axis_in(axis, data.rank)
    size = data.shape[at]
    if isinstance(indices_or_sections, int):
        if not 0 < indices_or_sections <= MOST_PARTS:
            raise Error(f"splits into {indices_or_sections} parts")
        if isinstance(size, int) and size % indices_or_sections:
            raise Error(f"splits {size} into {indices_or_sections} equal parts")
        lengths = [shapes.divide_down(size, indices_or_sections)] * indices_or_sections
    else:
        ends = [0, *indices_or_sections, size]
        lengths = [shapes.subtract(end, start) for start, end in zip(ends, ends[1:])]
    parts = [(*data.shape[:at], length, *data.shape[at + 1 :]) for length in lengths]
    return TupleType([TensorType(anonymous(part), data.element) for part in parts])


def repeat(data, repeats, axis):
    if axis is None:
        return AbstractValue((shapes.multiply(shapes.product(data.shape), repeats),), data.element)
    at = axis_in(axis, data.rank)
    return AbstractValue((*data.shape[:at], shapes.multiply(data.shape[at], repeats), *data.shape[at + 1 :]), data.element)


def tile(data, reps):
    rank = max(data.rank, len(reps))
    times = [1] * (rank - len(reps)) + list(reps)
    sizes = [1] * (rank - data.rank) + list(data.shape)
    return AbstractValue(tuple(map(shapes.multiply, sizes, times)), data.element)


def shape_of(data, dtype):
    return AbstractValue((data.rank,), dtype or I32)


def ndarray_size(data, dtype):
    return AbstractValue((), dtype or I32)


def batch_flatten(data):
    return AbstractValue((data.shape[0], shapes.product(data.shape[1:])), data.element)


def of_shape(data, shape):
    return AbstractValue(shape.as_shape, data.element)


def dyn_full(fill_value, shape, dtype):
    return AbstractValue(shape.as_shape, dtype or fill_value.element)


def dyn_reshape(data, newshape, allowzero):
    sizes = newshape.as_shape
    if newshape.integers is not None:
        sizes = tuple(reshaped(list(data.shape), newshape.integers, allowzero))
    return AbstractValue(sizes, data.element)


INFER = {
    "zeros": filled, "ones": filled, "full": full, "full_like": full_like, "arange": arange, "broadcast_to": broadcast_to,
    "broadcast_to_like": broadcast_to_like, "expand_dims": expand_dims, "squeeze": squeeze, "reshape": reshape,
    "reshape_like": reshape_like, "transpose": transpose, "reverse": reverse, "concatenate": concatenate, "stack": stack, "split": split,
    "repeat": repeat, "tile": tile, "shape_of": shape_of, "ndarray_size": ndarray_size, "nn.batch_flatten": batch_flatten,
    "dyn.broadcast_to": of_shape, "dyn.full": dyn_full, "dyn.reshape": dyn_reshape,
}  # fmt: skip
