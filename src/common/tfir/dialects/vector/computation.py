"""Vectors at run time. Reductions combine elements in order, from the accumulator on. Source: MLIR's vector dialect."""

from __future__ import annotations

from itertools import product

import numpy as np

from tfir.dialects.arith import computation as arith
from tfir.dialects.math.computation import fma as fused
from tfir.dialects.tensor.computation import numbers
from tfir.ir.types import MemRefType, VectorType
from tfir.ods.arrays import dtype_of, is_float
from tfir.ods.buffers import place_in, value_in
from tfir.ods.semantics import OpSemantics, semantics_in
from tfir.text.enumerators import word_of

BOOLEAN = ("and", "or", "xor")


def combining(kind):
    """The function of two arrays that `#vector.kind<add>` names."""
    word, functions = kind if isinstance(kind, str) else word_of(kind), semantics_in(arith)

    def combine(left, right):
        if word in ("add", "mul"):
            return functions[f"{word}{'f' if is_float(left.dtype) else 'i'}"].evaluate(left, right)
        return functions[f"{word}i" if word in BOOLEAN else word].evaluate(left, right)

    return combine


def reduced(source, dimensions, kind, start=None):
    """The elements along some dimensions combined, in order."""
    combine, kept = combining(kind), [at for at in range(source.ndim) if at not in dimensions]
    rows = source.transpose(*dimensions, *kept).reshape(-1, *[source.shape[at] for at in kept])
    result = rows[0] if start is None else start
    for row in rows[1:] if start is None else rows:
        result = combine(np.asarray(result), row)
    return result


class reduction(OpSemantics):
    def evaluate(vector, acc, kind):
        return np.asarray(reduced(vector, range(vector.ndim), kind, acc))[()]


class multi_reduction(OpSemantics):
    def evaluate(source, acc, kind, reduction_dims):
        return reduced(source, list(reduction_dims), kind, acc)


class scan(OpSemantics):
    def evaluate(source, initial_value, kind, reduction_dim, inclusive):
        combine, value, rows = combining(kind), initial_value, []
        for row in np.moveaxis(source, reduction_dim, 0):
            rows.append(value)
            value = combine(value, row)
        if inclusive:  # the first row as it is
            rows = [source.take(0, reduction_dim)]
            for row in np.moveaxis(source, reduction_dim, 0)[1:]:
                rows.append(combine(rows[-1], row))
            value = rows[-1]
        return [np.stack(rows, reduction_dim), value]


class contract(OpSemantics):
    def evaluate(lhs, rhs, acc, indexing_maps, iterator_types, kind):
        of_left, of_right, of_result = [[place for _, place in map.results] for map in indexing_maps]
        sizes = dict(zip((*of_left, *of_right), (*lhs.shape, *rhs.shape)))
        combine, result = combining(kind), np.array(acc)
        multiply = combining("mul")
        for place in product(*[range(sizes[at]) for at in range(len(iterator_types))]):
            left, right = lhs[tuple([place[at] for at in of_left])], rhs[tuple([place[at] for at in of_right])]
            target = tuple([place[at] for at in of_result])
            result[target] = combine(result[target], multiply(left, right))
        return result[()]


class outerproduct(OpSemantics):
    def evaluate(lhs, rhs, acc, kind):
        product_ = combining("mul")(lhs[:, None], rhs[None, :]) if np.ndim(rhs) else combining("mul")(lhs, np.asarray(rhs))
        return product_ if acc is None else combining(kind)(acc, product_)


class fma(OpSemantics):
    def evaluate(lhs, rhs, acc):
        return fused.evaluate(lhs, rhs, acc)


# Elements moved


class broadcast(OpSemantics):
    def evaluate(source, result_types):
        return np.broadcast_to(source, result_types[0].shape)


class bitcast(OpSemantics):
    def evaluate(source, result_types):
        return np.ascontiguousarray(source).view(dtype_of(result_types[0].element)).reshape(result_types[0].shape)


class shape_cast(OpSemantics):
    def evaluate(source, result_types):
        return source.reshape(result_types[0].shape)


class transpose(OpSemantics):
    def evaluate(vector, permutation):
        return vector.transpose(*permutation)


class extract(OpSemantics):
    def evaluate(source, dynamic_position, static_position):
        return source[place_in(source, numbers(static_position, dynamic_position))]


class insert(OpSemantics):
    def evaluate(valueToStore, dest, dynamic_position, static_position):
        result = dest.copy()
        result[place_in(dest, numbers(static_position, dynamic_position))] = valueToStore
        return result


def stretch(offsets, sizes) -> tuple:
    return tuple([slice(start, start + size) for start, size in zip(offsets, sizes)])


class extract_strided_slice(OpSemantics):
    def evaluate(source, offsets, sizes):
        return source[stretch(offsets, sizes)]


class insert_strided_slice(OpSemantics):
    def evaluate(valueToStore, dest, offsets):
        result, first = dest.copy(), dest.ndim - valueToStore.ndim
        result[(*list(offsets)[:first], *stretch(list(offsets)[first:], valueToStore.shape))] = valueToStore
        return result


class from_elements(OpSemantics):
    def evaluate(elements, result_types):
        return np.array(elements, dtype_of(result_types[0].element)).reshape(result_types[0].shape)


class to_elements(OpSemantics):
    def evaluate(source):
        return list(source.reshape(-1))


class shuffle(OpSemantics):
    def evaluate(v1, v2, mask):
        """A place that is -1 holds anything: 0 here."""
        rows = np.concatenate([np.atleast_1d(v1), np.atleast_1d(v2)])
        picked = rows[[max(place, 0) for place in mask]]
        picked[[at for at, place in enumerate(mask) if place < 0]] = 0
        return picked


class interleave(OpSemantics):
    def evaluate(lhs, rhs):
        return np.stack([lhs, rhs], -1).reshape(*lhs.shape[:-1], -1)


class deinterleave(OpSemantics):
    def evaluate(source):
        return [source[..., 0::2], source[..., 1::2]]


class step(OpSemantics):
    def evaluate(result_types):
        return np.arange(result_types[0].shape[0])


# Masks, and accesses to memory


def mask_of(sizes, shape):
    """True in a box of some sizes at the beginning."""
    result = np.zeros(shape, bool)
    result[tuple([slice(max(int(size), 0)) for size in sizes])] = True
    return result


class create_mask(OpSemantics):
    def evaluate(operands, result_types):
        return mask_of(operands, result_types[0].shape)


class constant_mask(OpSemantics):
    def evaluate(mask_dim_sizes, result_types):
        return mask_of(mask_dim_sizes, result_types[0].shape)


def last_places(base, indices, shape) -> list[tuple[int, ...]]:
    """The places of the elements of a vector that begins at some indices, along the last dimensions, row by row."""
    first = [int(index) for index in indices]
    before = len(first) - len(shape)
    return [tuple([*first[:before], *[start + at for start, at in zip(first[before:], offset)]]) for offset in np.ndindex(*shape)]


def holds_vectors(op) -> bool:
    """Whether the elements of the memory that an op accesses are vectors themselves."""
    base = next(value.type for value in op.operands if isinstance(value.type, MemRefType))
    return isinstance(base.element, VectorType)


class load(OpSemantics):
    def evaluate(base, indices, result_types, op):
        if holds_vectors(op):
            return value_in(base[place_in(base, indices)])
        shape = result_types[0].shape
        return np.array([base[place_in(base, place)] for place in last_places(base, indices, shape)], base.dtype).reshape(shape)


class store(OpSemantics):
    def evaluate(valueToStore, base, indices, op):
        if holds_vectors(op):
            base[place_in(base, indices)] = valueToStore
            return []
        for place, element in zip(last_places(base, indices, valueToStore.shape), valueToStore.reshape(-1)):
            base[place_in(base, place)] = element
        return []


class type_cast(OpSemantics):
    def evaluate(memref):
        return memref  # elements of vectors are dimensions of the memory already


class maskedload(OpSemantics):
    def evaluate(base, indices, mask, pass_thru):
        result = pass_thru.copy()
        for at, place in enumerate(last_places(base, indices, mask.shape)):
            if mask.reshape(-1)[at]:
                result.reshape(-1)[at] = base[place_in(base, place)]
        return result


class maskedstore(OpSemantics):
    def evaluate(base, indices, mask, valueToStore):
        for at, place in enumerate(last_places(base, indices, mask.shape)):
            if mask.reshape(-1)[at]:
                base[place_in(base, place)] = valueToStore.reshape(-1)[at]
        return []


class expandload(OpSemantics):
    def evaluate(base, indices, mask, pass_thru):
        """Elements that follow one another, to where the mask holds."""
        result, places = pass_thru.copy(), iter(last_places(base, indices, mask.shape))
        for at in np.flatnonzero(mask):
            result[at] = base[place_in(base, next(places))]
        return result


class compressstore(OpSemantics):
    def evaluate(base, indices, mask, valueToStore):
        places = iter(last_places(base, indices, mask.shape))
        for at in np.flatnonzero(mask):
            base[place_in(base, next(places))] = valueToStore[at]
        return []


class gather(OpSemantics):
    def evaluate(base, offsets, indices, mask, pass_thru):
        result, *first = pass_thru.copy(), *[int(offset) for offset in offsets]
        for place in np.ndindex(*mask.shape):
            if mask[place]:
                result[place] = base[place_in(base, [*first[:-1], first[-1] + int(indices[place])])]
        return result


class scatter(OpSemantics):
    def evaluate(base, offsets, indices, mask, valueToStore, result_types):
        target, first = base.copy() if result_types else base, [int(offset) for offset in offsets]
        for place in np.ndindex(*mask.shape):
            if mask[place]:
                target[place_in(target, [*first[:-1], first[-1] + int(indices[place])])] = valueToStore[place]
        return [target] if result_types else []


def transferred(base, indices, map, shape, mask, in_bounds):
    """Pairs of a place in a vector and one in memory, None where the mask or the memory's end leaves it out. The map says which dimension of
    memory each of the vector's goes along; 0 for one that repeats."""
    first = [int(index) for index in indices]
    along = [None if result == 0 else result[1] for result in map.results]
    for place in np.ndindex(*shape):
        target = list(first)
        for step_, dimension in zip(place, along):
            if dimension is not None:
                target[dimension] += step_
        is_masked = mask is not None and not mask[masked_place(place, map)]
        outside = [at for at, (index, size) in enumerate(zip(target, base.shape)) if not 0 <= index < size]
        if outside and not is_masked and any([at not in along or in_bounds[along.index(at)] for at in outside]):
            place_in(base, target)
        yield place, None if is_masked or outside else tuple(target)


def masked_place(place, map) -> tuple[int, ...]:
    """Where a mask has the element of a place: its dimensions are those of memory that the map names, in their order."""
    named = sorted([(result[1], at) for at, result in enumerate(map.results) if result != 0])
    return tuple([place[at] for _, at in named])


class transfer_read(OpSemantics):
    def evaluate(base, indices, padding, mask, permutation_map, in_bounds, result_types):
        shape = result_types[0].shape
        result = np.full(shape, padding, base.dtype)
        for place, source in transferred(base, indices, permutation_map, shape, mask, list(in_bounds)):
            if source is not None:
                result[place] = base[source]
        return result


class transfer_write(OpSemantics):
    def evaluate(valueToStore, base, indices, mask, permutation_map, in_bounds, result_types):
        target = base.copy() if result_types else base
        for place, goal in transferred(base, indices, permutation_map, valueToStore.shape, mask, list(in_bounds)):
            if goal is not None:
                target[goal] = valueToStore[place]
        return [target] if result_types else []
