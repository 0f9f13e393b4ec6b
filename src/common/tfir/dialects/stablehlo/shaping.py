"""The same numbers under other indices: constants, counting, broadcasting, reshaping, cutting, padding, joining.

What can be a view is a view. Source: StableHLO specification, "Ops".
"""

from __future__ import annotations

import builtins
from math import prod

import numpy as np

from tfir.dialects.stablehlo.inference.checks import integers
from tfir.dialects.stablehlo.inference.shaping import spread_size
from tfir.ir.diagnostics import Error
from tfir.ods.arrays import NATIVE, array_of, converted, dtype_of
from tfir.ods.semantics import OnFirst, OpSemantics


class constant(OpSemantics):
    def evaluate(value):
        return array_of(value)


class iota(OpSemantics):
    def evaluate(iota_dimension, result_types):
        return counting(result_types[0].shape, iota_dimension, dtype_of(result_types[0].element))


def counting(shape, axis: int, dtype):
    column = converted(np.arange(shape[axis]), dtype).reshape([-1 if at == axis else 1 for at in range(len(shape))])
    return np.broadcast_to(column, shape)


class broadcast_in_dim(OpSemantics):
    def evaluate(operand, broadcast_dimensions, result_types):
        return place(operand, integers(broadcast_dimensions), result_types[0].shape)

    def bind(operand, broadcast_dimensions, result_types):
        order, spread = placing(operand.shape, integers(broadcast_dimensions), len(result_types[0].shape))
        return broadcasting(order, spread, result_types[0].shape, dtype_of(operand.element) if operand.element in NATIVE else None)


def place(operand, dimensions, shape):
    """The operand's dimensions as those named of a bigger shape, along all others the same."""
    order, spread = placing(operand.shape, dimensions, len(shape))
    return np.broadcast_to(operand.transpose(order).reshape(spread), shape)


def placing(sizes, dimensions, rank: int):
    """The order in which an operand's dimensions follow each other among `rank` others, and the shape in which these have size 1."""
    order = sorted(range(len(dimensions)), key=dimensions.__getitem__)
    spread = [1] * rank
    for axis in order:
        spread[dimensions[axis]] = sizes[axis]
    return order, spread


def broadcasting(order, spread, shape, dtype=None):
    """A function that repeats an operand whose dimensions go into these places; other operands, which told the places, are left alone. Arrays of
    the dtype whose elements lie in order, if dimensions do, are seen in a third of the time that NumPy's function takes."""
    if tuple(spread) == shape:
        return lambda operand, *_: operand.transpose(order).reshape(spread)
    if dtype is None or order != sorted(order) or 0 in shape:
        return lambda operand, *_: np.broadcast_to(operand.transpose(order).reshape(spread), shape)
    steps = [prod(spread[axis + 1 :]) * dtype.itemsize if spread[axis] == size else 0 for axis, size in enumerate(shape)]

    def repeated(operand, *_):
        if not operand.flags.c_contiguous:
            return np.broadcast_to(operand.reshape(spread), shape)
        view = np.ndarray(shape, dtype, operand, 0, steps)
        view.flags.writeable = False
        return view

    return repeated


class broadcast(OpSemantics):
    def evaluate(operand, broadcast_sizes):
        return np.broadcast_to(operand, (*integers(broadcast_sizes), *operand.shape))


class reshape(OpSemantics):
    def propagate_values(operand):
        return [operand.numbers]

    def evaluate(operand, result_types):
        return operand.reshape(result_types[0].shape)

    def bind(operand, result_types):
        return reshaping(result_types[0].shape)


def reshaping(shape):
    return lambda operand, *_: operand.reshape(shape)


class transpose(OpSemantics):
    def evaluate(operand, permutation):
        return operand.transpose(integers(permutation))

    def bind(operand, permutation):
        order = tuple(integers(permutation))
        return lambda operand: operand.transpose(order)


class reverse(OpSemantics):
    def evaluate(operand, dimensions):
        return np.flip(operand, integers(dimensions))


class concatenate(OpSemantics):
    def propagate_values(inputs, dimension):
        """One list behind the other, where that is the order in which the elements of the result lie."""
        parts = [each.vector if each.rank == 1 else each.numbers for each in inputs]
        if set((inputs[0].shape or ())[:dimension]) - {1}:
            return None
        return [None if None in parts else [number for part in parts for number in part]]

    def evaluate(inputs, dimension):
        return np.concatenate(inputs, dimension) if len(inputs) > 1 else inputs[0]

    def bind(inputs, dimension):
        return (lambda *inputs: np.concatenate(inputs, dimension)) if len(inputs) > 1 else None


class slice(OpSemantics):
    def propagate_values(operand, start_indices, limit_indices, strides):
        return [None if operand.vector is None else operand.vector[cut(start_indices, limit_indices, strides)[0]]]

    def evaluate(operand, start_indices, limit_indices, strides):
        return operand[cut(integers(start_indices), integers(limit_indices), integers(strides))]

    def bind(operand, start_indices, limit_indices, strides):
        places = cut(integers(start_indices), integers(limit_indices), integers(strides))
        return lambda operand: operand[places]


def cut(starts, limits, strides=None):
    """Slices for indexing: one from each start to each limit."""
    steps = strides or [1] * len(starts)
    return tuple([builtins.slice(int(start), int(limit), int(step)) for start, limit, step in zip(starts, limits, steps)])


class dynamic_slice(OpSemantics):
    def evaluate(operand, start_indices, slice_sizes):
        sizes = integers(slice_sizes)
        starts = held_inside(start_indices, operand.shape, sizes)
        return operand[cut(starts, [start + size for start, size in zip(starts, sizes)])]

    def bind(operand, slice_sizes):
        places = places_inside(operand.shape, integers(slice_sizes))
        return lambda operand, *starts: operand[places(starts)]


def held_inside(starts, shape, sizes) -> list[int]:
    """Each start moved as little as is needed for the piece to lie inside."""
    return [max(0, min(int(start), extent - size)) for start, extent, size in zip(starts, shape, sizes)]


def places_inside(shape, sizes):
    """A function that gives the slices of `sizes` for their starts, moved inside of the shape; a dimension that is taken whole has one start."""
    last = [None if size == extent else (extent - size, size) for extent, size in zip(shape, sizes)]
    whole = builtins.slice(None)

    def places(starts):
        return tuple([whole if held is None else placed(int(start), *held) for start, held in zip(starts, last)])

    return places


def placed(start: int, last: int, size: int) -> builtins.slice:
    start = min(max(start, 0), last)
    return builtins.slice(start, start + size)


class dynamic_update_slice(OpSemantics):
    def evaluate(operand, update, start_indices):
        starts = held_inside(start_indices, operand.shape, update.shape)
        result = np.array(operand)  # also of a number, which a copy leaves one
        result[cut(starts, [start + size for start, size in zip(starts, update.shape)])] = update
        return result

    def bind(operand, update):
        places = places_inside(operand.shape, update.shape)

        def call(operand, update, *starts, out=None):
            result = np.array(operand) if out is None else out  # also of a number, which a copy leaves one
            result[places(starts)] = update
            return result

        return OnFirst(call)


class pad(OpSemantics):
    def evaluate(operand, padding_value, edge_padding_low, edge_padding_high, interior_padding):
        low, high, between = integers(edge_padding_low), integers(edge_padding_high), integers(interior_padding)
        return padded(operand, padding_value, list(zip(low, high)), between)


def padded(array, value, edges, between):
    """The array with `value` at its edges and between its elements. A negative edge takes elements away, also put-in ones."""
    spread = [spread_size(size, gap) for size, gap in zip(array.shape, between)]
    shape = [size + low + high for size, (low, high) in zip(spread, edges)]
    if min(shape, default=0) < 0:
        raise Error(f"padding takes away more than there is: shape {array.shape}, edges {edges}")
    result = np.full(shape, value, array.dtype) if any(np.asarray(value).tobytes()) else np.zeros(shape, array.dtype)
    target, source = [], []
    for size, extent, (low, _), gap in zip(array.shape, shape, edges, between):
        step = gap + 1
        first = max(0, -(low // step) if low < 0 else 0)
        last = min(size, (extent - 1 - low) // step + 1)
        source.append(builtins.slice(first, max(first, last)))
        at = low + first * step
        target.append(builtins.slice(at, at + max(0, last - first - 1) * step + 1 if last > first else at, step))
    result[tuple(target)] = array[tuple(source)]
    return result


# Shapes that are operands


class get_dimension_size(OpSemantics):
    def propagate_values(operand, dimension):
        return [None if operand.shape is None else [operand.shape[dimension]]]

    def evaluate(operand, dimension):
        return np.array(operand.shape[dimension], np.int32)


class set_dimension_size(OpSemantics):
    def evaluate(operand, size, dimension):
        return operand[tuple([builtins.slice(int(size)) if axis == dimension else builtins.slice(None) for axis in range(operand.ndim)])]


class dynamic_broadcast_in_dim(OpSemantics):
    def evaluate(operand, output_dimensions, broadcast_dimensions):
        return place(operand, integers(broadcast_dimensions), integers(output_dimensions))

    bind = broadcast_in_dim.bind


class dynamic_iota(OpSemantics):
    def evaluate(output_shape, iota_dimension, result_types):
        return counting(integers(output_shape), iota_dimension, dtype_of(result_types[0].element))


class dynamic_reshape(OpSemantics):
    def evaluate(operand, output_shape):
        return operand.reshape(integers(output_shape))

    bind = reshape.bind


class dynamic_pad(OpSemantics):
    evaluate = pad.evaluate


class real_dynamic_slice(OpSemantics):
    def evaluate(operand, start_indices, limit_indices, strides):
        starts, limits, steps = map(integers, (start_indices, limit_indices, strides))
        for start, limit, size in zip(starts, limits, operand.shape):
            if start < 0 or limit > size or limit < start:
                raise Error(f"takes elements {start}..{limit} of {size}")
        return operand[cut(starts, limits, steps)]

    def bind(operand, start_indices, limit_indices, strides):
        starts, limits, steps = (each.integers for each in (start_indices, limit_indices, strides))
        if starts is None or limits is None or steps is None:
            return None
        if any([start < 0 or limit > size or limit < start for start, limit, size in zip(starts, limits, operand.shape)]):
            return None
        places = cut(starts, limits, steps)
        return lambda operand, *_: operand[places]
