"""What the interpreter's operations compute, at the high level: of buffers' contents, as arrays. Most are ops of StableHLO by another name."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np

from tfir.dialects import definition_of
from tfir.dialects.iree_interp import LINES
from tfir.dialects.stablehlo.contraction import accumulated_as, contracted, finished
from tfir.dialects.stablehlo.elementwise import is_narrow_integer, unsigned
from tfir.dialects.stablehlo.reduction import REDUCTIONS, is_reducible, reduced_by
from tfir.dialects.stablehlo.shaping import cut, padded
from tfir.ir.diagnostics import Error
from tfir.ods.arrays import dtype_of, numbers
from tfir.ods.buffers import as_buffer
from tfir.ods.semantics import OpSemantics

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


def of_stablehlo(local: str) -> Callable[..., Any]:
    """What an op of StableHLO computes of its operands alone, or of these and of the types of results."""
    evaluate: Callable[..., Any] = definition_of(f"stablehlo.{local}").semantics.evaluate
    return evaluate


# By predicate: the comparison, and whether it holds too (`u`), or does not (`o`), where one of two floats is no number.
COMPARED = {
    "eq": np.equal, "ne": np.not_equal, "lt": np.less, "le": np.less_equal, "gt": np.greater, "ge": np.greater_equal,
}  # fmt: skip


class cmp_i(OpSemantics):
    def evaluate(lhs, rhs, predicate):
        if predicate[0] in "su" and not is_narrow_integer(lhs.dtype):
            dtype = unsigned(lhs.dtype) if predicate[0] == "u" else np.dtype(f"i{lhs.dtype.itemsize}")
            lhs, rhs = lhs.view(dtype), rhs.view(dtype)
        return COMPARED[predicate[-2:]](lhs, rhs)


class cmp_f(OpSemantics):
    def evaluate(lhs, rhs, predicate):
        if predicate in ("true", "false"):
            return np.full(lhs.shape, predicate == "true")
        is_unordered = np.isnan(lhs) | np.isnan(rhs)
        if predicate in ("ord", "uno"):
            return ~is_unordered if predicate == "ord" else is_unordered
        holds = COMPARED[predicate[1:]](lhs, rhs)
        return holds | is_unordered if predicate[0] == "u" else holds & ~is_unordered


class rank(OpSemantics):
    def evaluate(operand):
        return np.array(operand.ndim, np.int32)


class dim(OpSemantics):
    def evaluate(operand, dimension):
        return np.array(operand.shape[dimension], np.int32)


class shape(OpSemantics):
    def evaluate(operand):
        return np.array(operand.shape, np.int32)


class length(OpSemantics):
    def evaluate(operand):
        return np.array(operand.size, np.int32)


class transpose(OpSemantics):
    def evaluate(operand, permutation):
        return operand.transpose(numbers(permutation))


class broadcast(OpSemantics):
    def evaluate(operand, shape):
        return np.broadcast_to(operand.reshape(()) if operand.size == 1 else operand, numbers(shape))


class tile(OpSemantics):
    """Repeats the operand as often as it goes into each size."""

    def evaluate(operand, shape):
        sizes = numbers(shape)
        if all([one in (1, size) for one, size in zip(operand.shape, sizes)]):
            return np.broadcast_to(operand, sizes)
        return np.tile(operand, [size // max(1, one) for one, size in zip(operand.shape, sizes)])


class reverse(OpSemantics):
    def evaluate(operand, dimensions):
        return np.flip(operand, numbers(dimensions))


class pad(OpSemantics):
    def evaluate(operand, padding_value, edge_padding_low, edge_padding_high, interior_padding):
        low, high, between = map(numbers, (edge_padding_low, edge_padding_high, interior_padding))
        return padded(operand, padding_value, list(zip(low, high)), list(between))


class madd(OpSemantics, family=True):
    """Both steps are rounded."""

    def evaluate(a, b, c):
        return of_stablehlo("add")(of_stablehlo("multiply")(a, b), c)


PLAIN = SimpleNamespace(
    lhs_batching_dimensions=[], lhs_contracting_dimensions=[1], rhs_batching_dimensions=[], rhs_contracting_dimensions=[0]
)


class matmul_f(OpSemantics):
    def evaluate(lhs, rhs, result_types):
        return contracted(lhs, rhs, PLAIN, dtype_of(result_types[0].element))


class matmul_i(OpSemantics):
    """Sums of 32 bits, which are not scaled."""

    def evaluate(lhs, rhs, multiplier_mantissa, multiplier_exponent, result_types):
        dtype = dtype_of(result_types[0].element)
        if dtype.itemsize < 4:
            raise Error("scales sums for integers of fewer than 32 bits, which is not computed here")
        return finished(np.matmul(*accumulated_as(lhs, rhs, dtype)), dtype)


def reducing(of: str) -> type[OpSemantics]:
    ufunc = REDUCTIONS[f"stablehlo.{of}"]

    def evaluate(operand, init, dimension):
        if not is_reducible(operand.dtype):
            raise Error(f"reduces elements of {operand.dtype}, which is not computed here")
        return reduced_by(ufunc, operand, init.reshape(()), (dimension,))

    return type(of, (OpSemantics,), {"evaluate": evaluate})


SEMANTICS: dict[str, type[OpSemantics]] = {
    **{
        line.name: type(
            line.name, (OpSemantics,), {"evaluate": of_stablehlo(line.stands_for), "__doc__": f"What stablehlo.{line.stands_for} computes."}
        )
        for line in LINES.values()
        if line.stands_for and line.stands_for != "pad"
    },
    **{f"reduce_{word}_{kind}": reducing(of) for word, of in (("sum", "add"), ("min", "minimum"), ("max", "maximum")) for kind in "if"},
    **{f"madd_{kind}": madd for kind in "if"},
}


# What both levels have besides


class alloc_heap(OpSemantics):
    def evaluate(sizes, result_types):
        given = iter([int(np.asarray(size).reshape(-1)[0]) for size in sizes])
        shape = [next(given) if size is None else size for size in result_types[0].shape]
        return as_buffer(np.zeros(shape, dtype_of(result_types[0].element)))


def nothing():
    return []


class clone(OpSemantics):
    def evaluate(operand):
        return operand.copy()


class split(OpSemantics):
    def evaluate(operand, dimension, result_types):
        return [part.copy() for part in np.split(operand, len(result_types), dimension)]


class assign(OpSemantics):
    def evaluate(operand):
        return operand


class cond_assign(OpSemantics):
    def evaluate(condition, lhs, rhs):
        return lhs if condition.reshape(-1)[0] else rhs


class reshape(OpSemantics):
    def evaluate(operand, shape):
        return operand.reshape(numbers(shape))


# What is the same at both levels.
SHARED: dict[str, type[OpSemantics]] = {
    **{each.__name__: each for each in (alloc_heap, clone, split, assign, cond_assign, reshape)},
    **{name: type(name, (OpSemantics,), {"evaluate": nothing}) for name in ("discard", "trace", "cond_break", "break")},
}
OWN = (cmp_i, cmp_f, rank, dim, shape, length, transpose, broadcast, tile, reverse, pad, matmul_f, matmul_i)
SEMANTICS |= {**{each.__name__: each for each in OWN}, **SHARED}


def part_of(array, indices, lengths):
    """The part of a buffer from some indices on, as a view. Raises Error where it reaches beyond the buffer."""
    starts, sizes = numbers(indices), numbers(lengths)
    if len(starts) != array.ndim or len(sizes) != array.ndim:
        raise Error(f"has {len(starts)} indices and {len(sizes)} lengths for a buffer of shape {list(array.shape)}")
    if any([start < 0 or size < 0 or start + size > extent for start, size, extent in zip(starts, sizes, array.shape)]):
        raise Error(f"takes {list(sizes)} elements from {list(starts)} on of a buffer of shape {list(array.shape)}")
    return array[(*cut(starts, [start + size for start, size in zip(starts, sizes)]), ...)]  # a view, of one number too


def copied(source, source_indices, target, target_indices, lengths) -> list:
    np.copyto(part_of(target, target_indices, lengths), part_of(source, source_indices, lengths))
    return []
