"""Tensors at run time: those that ops put together, take apart, and give another type. What is not there is an error."""

from __future__ import annotations

import numpy as np

from tfir.ir.diagnostics import Error
from tfir.ir.types import shapes_fit
from tfir.ods.arrays import dtype_of
from tfir.ods.semantics import OpSemantics
from tfir.text.pieces import DYNAMIC


class cast(OpSemantics):
    def evaluate(source, result_types):
        if not shapes_fit(source.shape, result_types[0].shape):
            raise Error(f"makes {result_types[0]} of a tensor of shape {list(source.shape)}")
        return source


class dim(OpSemantics):
    def evaluate(source, index):
        if not 0 <= index < source.ndim:
            raise Error(f"asks for dimension {index} of a tensor of rank {source.ndim}")
        return np.int64(source.shape[int(index)])


class rank(OpSemantics):
    def evaluate(tensor):
        return np.int64(tensor.ndim)


class from_elements(OpSemantics):
    def evaluate(elements, result_types):
        type = result_types[0]
        return np.array(elements, dtype_of(type.element)).reshape(type.shape)


class extract(OpSemantics):
    def evaluate(tensor, indices):
        return tensor[place_in(tensor, indices)]


class insert(OpSemantics):
    def evaluate(scalar, dest, indices):
        result = dest.copy()
        result[place_in(dest, indices)] = scalar
        return result


def place_in(tensor, indices) -> tuple[int, ...]:
    place = tuple([int(index) for index in indices])
    if not all([0 <= index < size for index, size in zip(place, tensor.shape)]):
        raise Error(f"index {list(place)} lies outside of a tensor of shape {list(tensor.shape)}")
    return place


class reshape(OpSemantics):
    def evaluate(source, shape):
        return source.reshape([int(size) for size in shape])


class empty(OpSemantics):
    def evaluate(dynamicSizes, result_types):
        """Elements that nothing was written to are 0."""
        type = result_types[0]
        return np.zeros(filled(type.shape, dynamicSizes), dtype_of(type.element))


class splat(OpSemantics):
    def evaluate(input, dynamicSizes, result_types):
        return np.full(filled(result_types[0].shape, dynamicSizes), input)


class generate(OpSemantics):
    def evaluate(dynamicExtents, regions, result_types):
        type = result_types[0]
        result = np.empty(filled(type.shape, dynamicExtents), dtype_of(type.element))
        for place in np.ndindex(*result.shape):
            result[place] = regions[0](*map(np.int64, place))[0]
        return result


class bitcast(OpSemantics):
    def evaluate(source, result_types):
        return np.asarray(source).view(dtype_of(result_types[0].element))


class concat(OpSemantics):
    def evaluate(inputs, dim):
        return np.concatenate(inputs, dim)


class expand_shape(OpSemantics):
    def evaluate(src, output_shape, static_output_shape):
        return src.reshape(numbers(static_output_shape, output_shape))


class collapse_shape(OpSemantics):
    def evaluate(src, reassociation):
        return src.reshape([int(np.prod([src.shape[at] for at in group])) for group in reassociation])


class extract_slice(OpSemantics):
    def evaluate(source, offsets, sizes, strides, static_offsets, static_sizes, static_strides, result_types):
        counts = numbers(static_sizes, sizes)
        places = places_in(source.shape, numbers(static_offsets, offsets), counts, numbers(static_strides, strides))
        kept = dimensions_kept(counts, result_types[0].shape)
        return source[np.ix_(*places)].reshape([counts[at] for at in kept])


class insert_slice(OpSemantics):
    def evaluate(op, operands):
        return inserted(op, operands)


def inserted(op, operands):
    """The destination of `insert_slice`, or of one in a parallel loop, with the source in it; operands are source, destination, numbers."""
    (source, target), rest = operands[:2], iter(operands[2:])
    starts, counts, steps = [numbers(op.get(f"static_{name}"), rest) for name in ("offsets", "sizes", "strides")]
    result = target.copy()
    result[np.ix_(*places_in(target.shape, starts, counts, steps))] = source.reshape(counts)
    return result


def places_in(shape, starts, counts, steps) -> list:
    """The indices of a slice in each dimension. Raises Error where one lies outside."""
    places = [start + step * np.arange(count) for start, count, step in zip(starts, counts, steps)]
    for at, (place, size) in enumerate(zip(places, shape)):
        if len(place) and not 0 <= place.min() <= place.max() < size:
            raise Error(f"elements {place[0]} to {place[-1]} of dimension {at}, of size {size}")
    return places


def dimensions_kept(sizes: list[int], shape) -> list[int]:
    """The dimensions of a slice that a result of some shape has; what it lacks is of size 1."""
    kept: list[int] = []
    for at, size in enumerate(sizes):
        spare = len(sizes) - at - (len(shape) - len(kept))
        fits = len(kept) < len(shape) and shape[len(kept)] in (None, size)
        if fits and not (spare and size == 1 and shape[len(kept)] is None) or not spare:
            kept.append(at)
    return kept


class pad(OpSemantics):
    def evaluate(source, low, high, static_low, static_high, regions):
        before, after = numbers(static_low, low), numbers(static_high, high)
        if any([number < 0 for number in (*before, *after)]):
            raise Error(f"pads by {before} in front and {after} behind")
        shape = [size + one + other for size, one, other in zip(source.shape, before, after)]
        result = np.empty(shape, source.dtype)
        for place in np.ndindex(*shape):
            result[place] = regions[0](*map(np.int64, place))[0]
        result[tuple([slice(start, start + size) for start, size in zip(before, source.shape)])] = source
        return result


def coordinates(indices, dimensions, shape, op_rank: int) -> tuple:
    """What an array is indexed with so that the last dimension of `indices` names places in some dimensions, all others staying whole."""
    batch = indices.ndim - 1
    named = dict(zip(dimensions, np.moveaxis(indices, -1, 0)))
    for at, place in named.items():
        if place.size and not 0 <= place.min() <= place.max() < shape[at]:
            raise Error(f"an index outside of dimension {at}, of size {shape[at]}")
    whole = [at for at in range(op_rank) if at not in named]
    result = []
    for at in range(op_rank):
        if at in named:
            result.append(named[at].reshape(*named[at].shape, *[1] * len(whole)))
        else:
            result.append(np.arange(shape[at]).reshape(*[1] * (batch + whole.index(at)), -1, *[1] * (len(whole) - whole.index(at) - 1)))
    return tuple(result)


class gather(OpSemantics):
    def evaluate(source, indices, gather_dims, result_types):
        picked = source[coordinates(indices, gather_dims, source.shape, source.ndim)]
        return picked.reshape(filled_from(result_types[0].shape, indices, picked, gather_dims, source))


class scatter(OpSemantics):
    def evaluate(source, dest, indices, scatter_dims):
        result = dest.copy()
        place = coordinates(indices, scatter_dims, dest.shape, dest.ndim)
        result[place] = source.reshape(np.broadcast_shapes(*[each.shape for each in place]))
        return result


def filled_from(shape, indices, picked, dimensions, source) -> list[int]:
    """The sizes of what is gathered: dimensions that are named are dropped, or of size 1 where the result's rank keeps them."""
    if len(shape) == picked.ndim:
        return list(picked.shape)
    return [*indices.shape[:-1], *[1 if at in dimensions else size for at, size in enumerate(source.shape)]]


def numbers(static, dynamic) -> list[int]:
    """Offsets, sizes or strides, of which some are written and others come with operands."""
    rest = iter(dynamic)
    return [int(next(rest)) if number == DYNAMIC else int(number) for number in static]


def filled(shape, sizes) -> list[int]:
    """A shape with its unknown sizes filled in."""
    each = iter(sizes)
    return [int(next(each)) if size is None else size for size in shape]
