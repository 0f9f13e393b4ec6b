"""Affine loops, conditions and accesses at run time: what the maps of operations give for their operands. Source: MLIR's affine dialect."""

from __future__ import annotations

from itertools import islice, product
from math import prod

import numpy as np

from tfir.dialects.arith import ATOMIC_KINDS, neutral
from tfir.dialects.memref.computation import combined, nothing, transferred
from tfir.dialects.tensor.computation import numbers
from tfir.ir.diagnostics import Error
from tfir.ods.affine_functions import condition_of, function_of
from tfir.ods.arrays import dtype_of
from tfir.ods.buffers import place_in, value_in
from tfir.ods.semantics import OpSemantics, ops_of

most, least = max, min  # which ops are called too


def mapped(map, operands) -> tuple[int, ...]:
    """The results of a map for indices."""
    return function_of(map)(*[int(operand) for operand in operands])


class for_(OpSemantics):
    def evaluate(lowerBoundOperands, upperBoundOperands, inits, lowerBoundMap, upperBoundMap, step, regions):
        low, high = most(mapped(lowerBoundMap, lowerBoundOperands)), least(mapped(upperBoundMap, upperBoundOperands))
        carried = list(inits)
        for number in range(low, high, step):
            carried = regions[0](np.int64(number), *carried)
        return carried


class if_(OpSemantics):
    def evaluate(operands, condition, regions):
        return regions[0 if condition_of(condition)(*[int(operand) for operand in operands]) else 1]()


class parallel(OpSemantics):
    def evaluate(op, mapOperands, reductions, lowerBoundsMap, upperBoundsMap, steps, regions):
        count = lowerBoundsMap.dimensions + lowerBoundsMap.symbols
        lows = grouped(mapped(lowerBoundsMap, mapOperands[:count]), op.attributes["lowerBoundsGroups"], most)
        highs = grouped(mapped(upperBoundsMap, mapOperands[count:]), op.attributes["upperBoundsGroups"], least)
        kinds, values = [ATOMIC_KINDS[each] for each in reductions], None
        for place in product(*map(range, lows, highs, steps)):
            of_iteration = regions[0](*map(np.int64, place))
            values = of_iteration if values is None else [combined(*each) for each in zip(kinds, values, of_iteration)]
        return [nothing_reduced(*each) for each in zip(kinds, op.results)] if values is None else values


def nothing_reduced(kind: str, result):
    """What a reduction of no iterations is."""
    number = neutral(kind, result.type)
    if number is None:
        raise Error(f"cannot be computed here: {kind} of no iterations")
    return np.asarray(number).astype(dtype_of(result.type))[()]


def grouped(results, groups, chosen) -> list[int]:
    """One bound of each dimension, of as many as a group has."""
    each = iter(results)
    return [chosen(islice(each, int(size))) for size in groups.values()]


class load(OpSemantics):
    def evaluate(memref, indices, map):
        return value_in(memref[place_in(memref, mapped(map, indices))])


class store(OpSemantics):
    def evaluate(value, memref, indices, map):
        memref[place_in(memref, mapped(map, indices))] = value
        return []


def stretch(memref, place, shape) -> tuple:
    """The elements of a vector of some shape that begins at a place, along the last dimensions. Raises Error where it goes beyond them."""
    place_in(memref, place)
    lengths = [1] * (len(place) - len(shape)) + list(shape)
    ends = [start + length for start, length in zip(place, lengths)]
    place_in(memref, [end - 1 for end in ends])
    return tuple(map(slice, place, ends))


class vector_load(OpSemantics):
    def evaluate(memref, indices, map, result_types):
        shape = result_types[0].shape
        return value_in(memref[stretch(memref, mapped(map, indices), shape)]).reshape(shape)


class vector_store(OpSemantics):
    def evaluate(value, memref, indices, map):
        target = memref[stretch(memref, mapped(map, indices), value.shape)]
        target[...] = value.reshape(target.shape)
        return []


class dma_start(OpSemantics):
    def evaluate(op, source, operands):
        """What is copied has been copied when the op is done."""
        rest, values, buffers, types = [source, *operands], list(op.operands), [], []
        for name in ("src_map", "dst_map", "tag_map"):
            map = op.attributes[name]
            size = 1 + map.dimensions + map.symbols
            buffers.append((rest[0], mapped(map, rest[1:size])))
            types.append(values[0].type)
            rest, values = rest[size:], values[size:]
        transferred(types[:2], *buffers[:2], *[int(number) for number in rest])
        return []


def basis_of(static, dynamic, count: int) -> list[int | None]:
    """The size of each digit; None for the first where the basis leaves it out."""
    sizes: list[int | None] = list(numbers(static, dynamic))
    return [None] * (count - len(sizes)) + sizes


class delinearize_index(OpSemantics):
    def evaluate(linear_index, dynamic_basis, static_basis, result_types):
        digits, rest = [], int(linear_index)
        for size in reversed(basis_of(static_basis, dynamic_basis, len(result_types))[1:]):
            rest, digit = divmod(rest, size)
            digits.append(np.int64(digit))
        return [np.int64(rest), *reversed(digits)]


class linearize_index(OpSemantics):
    def evaluate(multi_index, dynamic_basis, static_basis):
        sizes = basis_of(static_basis, dynamic_basis, len(multi_index))
        return np.int64(sum([int(index) * prod(sizes[at + 1 :]) for at, index in enumerate(multi_index)]))


SEMANTICS = ops_of(
    OpSemantics,
    apply=lambda mapOperands, map: np.int64(mapped(map, mapOperands)[0]),
    min=lambda operands, map: np.int64(least(mapped(map, operands))),
    max=lambda operands, map: np.int64(most(mapped(map, operands))),
    prefetch=nothing,
    dma_wait=nothing,
)
