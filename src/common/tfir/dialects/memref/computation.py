"""Buffers at run time (`ods/buffers.py`). What is freed may still be read; memory that is new holds zeros. Source: MLIR's memref dialect."""

from __future__ import annotations

import numpy as np

from tfir.dialects.arith import ATOMIC_KINDS, op_of_kind
from tfir.dialects.arith import computation as arith
from tfir.dialects.memref.memory import address, allocated, memory_of, shape_of_elements, spread
from tfir.dialects.memref.verify import dma_parts, strides_are_of_target
from tfir.dialects.tensor.computation import dimensions_kept, numbers
from tfir.ir.diagnostics import Error
from tfir.ir.types import shapes_fit
from tfir.ods.arrays import dtype_of
from tfir.ods.buffers import Buffer, place_in, value_in
from tfir.ods.semantics import OpSemantics, ops_of, semantics_in


class alloc(OpSemantics):
    def evaluate(dynamicSizes, result_types):
        return allocated(result_types[0], dynamicSizes)


class alloca(alloc):
    """On the stack."""


class dealloc(OpSemantics):
    def evaluate(memref):
        return []


class alloca_scope(OpSemantics):
    def evaluate(regions):
        return regions[0]()


class load(OpSemantics):
    def evaluate(memref, indices):
        return value_in(memref[place_in(memref, indices)])


class store(OpSemantics):
    def evaluate(value, memref, indices):
        memref[place_in(memref, indices)] = value
        return []


class copy(OpSemantics):
    def evaluate(source, target):
        if source.shape != target.shape:
            raise Error(f"copies a buffer of shape {list(source.shape)} to one of shape {list(target.shape)}")
        np.copyto(target, source)
        return []


def nothing():
    return []


# What only makes others fast, or waits for what is done already.
SEMANTICS = ops_of(OpSemantics, prefetch=nothing, dma_wait=nothing)


class dma_start(OpSemantics):
    def evaluate(op, source, operands):
        """What is copied has been copied when the op is done."""
        places = dict(zip(op.operands, [source, *operands]))
        source, target, count, _, strides = dma_parts(op)
        buffers = [(places[buffer], [places[index] for index in indices]) for buffer, *indices in (source, target)]
        transferred((source[0].type, target[0].type), *buffers, int(places[count]), *[int(places[each]) for each in strides])
        return []


def transferred(types, source, target, count: int, stride: int | None = None, per_stride: int = 1) -> None:
    """Copies elements of a buffer, from a place on, to a place of another. In the one that is in memory space 0, which is the source where both
    are, they lie in stretches of `per_stride` elements, `stride` apart; in the other one behind another."""
    (reads, first), (writes, begin) = flat_from(*source), flat_from(*target)
    near = far = np.arange(count)
    if stride is not None:
        far = far // per_stride * stride + far % per_stride
    offsets, places = (near, far) if strides_are_of_target(*types) else (far, near)
    if count and (first + offsets[-1] >= len(reads) or begin + places[-1] >= len(writes)):
        raise Error(f"transfers {count} elements beyond the end of a buffer")
    writes[begin + places] = reads[first + offsets]


def flat_from(buffer: Buffer, indices) -> tuple[Buffer, int]:
    """The memory of a buffer, and where an element lies in it."""
    memory, start = memory_of(buffer, len(indices))
    steps = [stride // memory.strides[0] for stride in buffer.strides]
    return memory, start + sum([index * step for index, step in zip(place_in(buffer, indices), steps)])


class realloc(OpSemantics):
    def evaluate(source, dynamicResultSize, result_types):
        result = allocated(result_types[0], [] if dynamicResultSize is None else [dynamicResultSize])
        count = min(len(result), len(source))
        result[:count] = source[:count]
        return result


# Views


class cast(OpSemantics):
    def evaluate(source, result_types):
        type = result_types[0]
        inner = len(shape_of_elements(type)[0])
        if not shapes_fit(source.shape[: source.ndim - inner], getattr(type, "shape", None)):
            raise Error(f"makes {type} of a buffer of shape {list(source.shape)}")
        return source


class memory_space_cast(OpSemantics):
    def evaluate(source):
        return source


class assume_alignment(OpSemantics):
    def evaluate(memref):
        return memref


class distinct_objects(OpSemantics):
    def evaluate(operands):
        return list(operands)


class dim(OpSemantics):
    def evaluate(source, index, op):
        rank = rank_of(source, op.operands[0].type)
        if not 0 <= index < rank:
            raise Error(f"asks for dimension {index} of a buffer of rank {rank}")
        return np.int64(source.shape[int(index)])


class rank(OpSemantics):
    def evaluate(memref, op):
        return np.int64(rank_of(memref, op.operands[0].type))


def rank_of(buffer: Buffer, type) -> int:
    return buffer.ndim - len(shape_of_elements(type)[0])


def with_shape(buffer: Buffer, shape) -> Buffer:
    """A view of the same elements in the same order. Raises Error where they do not follow one another."""
    view = buffer.view()
    try:
        view.shape = tuple(shape)
    except (AttributeError, ValueError):
        raise Error(f"a buffer of shape {list(buffer.shape)} cannot be seen as one of shape {list(shape)}") from None
    return view


class reshape(OpSemantics):
    def evaluate(source, shape, op):
        return with_shape(source, (*[int(size) for size in shape], *source.shape[rank_of(source, op.operands[0].type) :]))


class expand_shape(OpSemantics):
    def evaluate(src, output_shape, static_output_shape, op):
        return with_shape(src, (*numbers(static_output_shape, output_shape), *src.shape[rank_of(src, op.operands[0].type) :]))


class collapse_shape(OpSemantics):
    def evaluate(src, reassociation, op):
        inner = src.shape[rank_of(src, op.operands[0].type) :]
        return with_shape(src, (*[int(np.prod([src.shape[at] for at in group])) for group in reassociation], *inner))


class transpose(OpSemantics):
    def evaluate(in_, permutation):
        order = [number for _, number in permutation.results]
        return in_.transpose(*order, *range(len(order), in_.ndim))


class view(OpSemantics):
    def evaluate(source, byte_shift, sizes, result_types):
        given, type = iter(sizes), result_types[0]
        inner, element = shape_of_elements(type)
        shape = (*[int(next(given)) if size is None else size for size in type.shape], *inner)
        start, length = int(byte_shift), int(np.prod(shape)) * dtype_of(element).itemsize
        if not 0 <= start <= start + length <= len(source):
            raise Error(f"bytes {start} to {start + length} of a buffer of {len(source)}")
        return source[start : start + length].view(dtype_of(element)).reshape(shape)


class subview(OpSemantics):
    def evaluate(source, offsets, sizes, strides, static_offsets, static_sizes, static_strides, result_types):
        starts, counts, steps = [numbers(*pair) for pair in ((static_offsets, offsets), (static_sizes, sizes), (static_strides, strides))]
        for at, (start, count, step, size) in enumerate(zip(starts, counts, steps, source.shape)):
            last = start + (count - 1) * step
            if count < 0 or count and not (0 <= start < size and 0 <= last < size):
                raise Error(f"elements {start} to {last} of dimension {at}, of size {size}")
        kept = dimensions_kept(counts, result_types[0].shape)
        first = source[(*[slice(start, None) for start in starts], ...)] if all(counts) else source
        inner = range(len(counts), source.ndim)
        return np.lib.stride_tricks.as_strided(
            first,
            (*[counts[at] for at in kept], *[source.shape[at] for at in inner]),
            (*[steps[at] * source.strides[at] for at in kept], *[source.strides[at] for at in inner]),
            subok=True,
        )


class reinterpret_cast(OpSemantics):
    def evaluate(source, offsets, sizes, strides, static_offsets, static_sizes, static_strides, op):
        memory, _ = memory_of(source, rank_of(source, op.operands[0].type))
        (offset,), shape, steps = [numbers(*pair) for pair in ((static_offsets, offsets), (static_sizes, sizes), (static_strides, strides))]
        return spread(memory, offset, shape, steps)


class extract_strided_metadata(OpSemantics):
    def evaluate(source, op):
        rank = rank_of(source, op.operands[0].type)
        memory, offset = memory_of(source, rank)
        steps = [np.int64(stride // memory.strides[0]) for stride in source.strides[:rank]]
        return [spread(memory, 0, (), ()), np.int64(offset), *[np.int64(size) for size in source.shape[:rank]], *steps]


class extract_aligned_pointer_as_index(OpSemantics):
    def evaluate(source):
        return np.int64(address(source))


# Changes of one element


class generic_atomic_rmw(OpSemantics):
    def evaluate(memref, indices, regions):
        place = place_in(memref, indices)
        before = memref[place]
        memref[place] = regions[0](before)[0]
        return before


class atomic_rmw(OpSemantics):
    def evaluate(value, memref, indices, kind):
        place, before = place_in(memref, indices), None
        before = memref[place]
        memref[place] = combined(ATOMIC_KINDS[kind], before, value)
        return before


def combined(kind: str, before, value):
    """What an element becomes; `assign` takes the value."""
    return value if kind == "assign" else semantics_in(arith)[op_of_kind(kind)].evaluate(before, value)
