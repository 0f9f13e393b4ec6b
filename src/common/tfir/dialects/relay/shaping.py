"""What makes tensors, and the same numbers in other places. What can be a view is a view."""

from __future__ import annotations

import numpy as np

from tfir.dialects.stablehlo.conversion import convert_to
from tfir.dialects.stablehlo.inference.checks import integers
from tfir.ods.arrays import converted, dtype_of
from tfir.ods.semantics import OpSemantics


class zeros(OpSemantics):
    def evaluate(shape, dtype):
        return np.zeros(integers(shape), dtype_of(dtype))


class ones(OpSemantics):
    def evaluate(shape, dtype):
        return np.ones(integers(shape), dtype_of(dtype))


class full(OpSemantics):
    def evaluate(fill_value, shape, dtype):
        return spread(fill_value, shape, dtype)


def spread(array, shape, dtype=None):
    return np.broadcast_to(array if dtype is None else convert_to(array, dtype_of(dtype)), integers(shape))


class full_like(OpSemantics):
    def evaluate(data, fill_value):
        return np.broadcast_to(convert_to(fill_value, data.dtype), data.shape)


class arange(OpSemantics):
    def evaluate(start, stop, step, dtype):
        return converted(np.arange(start.item(), stop.item(), step.item()), dtype_of(dtype))


class broadcast_to(OpSemantics):
    def evaluate(data, shape, dtype):
        return spread(data, shape, dtype)


class broadcast_to_like(OpSemantics):
    def evaluate(data, broadcast_type):
        return np.broadcast_to(data, broadcast_type.shape)


class expand_dims(OpSemantics):
    def evaluate(data, axis, num_newaxis):
        at = axis % (data.ndim + 1)
        return data.reshape(*data.shape[:at], *[1] * num_newaxis, *data.shape[at:])


class squeeze(OpSemantics):
    def evaluate(data, axis):
        return np.squeeze(data, None if axis is None else tuple(integers(axis)))


class reshape(OpSemantics):
    def propagate_values(data):
        return [data.numbers]

    def evaluate(data, newshape, allowzero):
        return reshaped_to(data, newshape, allowzero)


def reshaped_to(data, newshape, allowzero: bool):
    from tfir.dialects.relay.inference.shaping import reshaped

    return data.reshape(reshaped(list(data.shape), integers(newshape), allowzero))


class reshape_like(OpSemantics):
    def evaluate(data, shape_like, lhs_begin, lhs_end, rhs_begin, rhs_end):
        end = data.ndim if lhs_end is None else lhs_end
        return data.reshape((*data.shape[:lhs_begin], *shape_like.shape[rhs_begin:rhs_end], *data.shape[end:]))


class transpose(OpSemantics):
    def evaluate(data, axes):
        return data.transpose(integers(axes) or None)


class reverse(OpSemantics):
    def evaluate(data, axis):
        return np.flip(data, axis)


class concatenate(OpSemantics):
    def evaluate(data, axis):
        return np.concatenate(data, axis)


class stack(OpSemantics):
    def evaluate(data, axis):
        return np.stack(data, axis)


class split(OpSemantics):
    def evaluate(data, indices_or_sections, axis):
        places = indices_or_sections if isinstance(indices_or_sections, int) else integers(indices_or_sections)
        return [tuple(np.split(data, places, axis))]


class repeat(OpSemantics):
    def evaluate(data, repeats, axis):
        return np.repeat(data, repeats, axis)


class tile(OpSemantics):
    def evaluate(data, reps):
        return np.tile(data, integers(reps))


class shape_of(OpSemantics):
    def propagate_values(data):
        return [None if data.shape is None else list(data.shape)]

    def evaluate(data, result_types):
        return np.array(data.shape, dtype_of(result_types[0].element))


class ndarray_size(OpSemantics):
    def evaluate(data, result_types):
        return np.array(data.size, dtype_of(result_types[0].element))


class batch_flatten(OpSemantics, family=True):
    def evaluate(data):
        return data.reshape(data.shape[0], -1)


class dyn_reshape(OpSemantics, family=True):
    def evaluate(data, newshape, allowzero):
        return reshaped_to(data, newshape, allowzero)


class dyn_broadcast_to(OpSemantics, family=True):
    def evaluate(data, shape):
        return spread(data, shape)


class dyn_full(OpSemantics, family=True):
    evaluate = full.evaluate


SEMANTICS = {"nn.batch_flatten": batch_flatten, "dyn.broadcast_to": dyn_broadcast_to, "dyn.full": dyn_full, "dyn.reshape": dyn_reshape}
