"""Numbers at the places that a sparse tensor names."""

from __future__ import annotations

import numpy as np
import z3
from bit_vector_arrays import array_from

from tensorflow_formulas.contractions import MatMul
from tensorflow_formulas.numbers import (
    case,
    combined,
    formula,
    rows_of,
    scattered,
)


@formula(case("1x2:i64", "1", [2, 2], "2x2"), case("1x2:i64", "1", [2, 2], "2"))
def SparseDenseCwiseMul(n, indices, values, shape, dense):
    return at_places(n, indices, values, shape, dense, lambda a, b: a * b)


@formula(case("2x2:i64", "2", [2, 2], "2x2"), case("2x2:i64", "2", [2, 2], "2"))
def SparseDenseCwiseAdd(n, indices, values, shape, dense):
    return at_places(n, indices, values, shape, dense, lambda a, b: a + b)


@formula(case("1x2:i64", "1", [2, 2], "2x2"))
def SparseDenseCwiseDiv(n, indices, values, shape, dense):
    n.require(*[each != 0 for each in dense.ravel()])
    return at_places(n, indices, values, shape, dense, n.quotient)


def at_places(n, indices, values, shape, dense, combine):
    dense = np.broadcast_to(dense, shape)
    n.require(*[z3.And(each >= 0, each < int(size)) for row in indices for each, size in zip(row, shape)])

    def element(row):
        other = dense[(0,) * dense.ndim]
        for place in np.ndindex(*dense.shape):
            other = z3.If(z3.And(*[indices[row, at] == place[at] for at in range(len(place))]), dense[place], other)
        return combine(values[row], other)

    return array_from(values.shape, element)


@formula(case("2x2:i64", "2", [2, 2], "2x2"))
def SparseTensorDenseAdd(n, indices, values, shape, dense):
    return scattered(n, dense, indices, values, lambda a, b: a + b)


@formula(case("2x2:i64", "2", [2, 2], "2x1"), case("2x2:i64", "2", [2, 2], "2x1", adjoint_a=True))
def SparseTensorDenseMatMul(n, indices, values, shape, dense, adjoint_a=False):
    whole = scattered(n, n.full(shape, n(0)), indices, values, lambda a, b: a + b)
    return MatMul(n, whole.T if adjoint_a else whole, dense)


@formula(case([[0, 1], [1, 0], [1, 1]], "3", [2, 2], [0]), case([[0, 1], [1, 0], [1, 1]], "3", [2, 2], [1], keep_dims=True))
def SparseReduceSum(n, indices, values, shape, axes, keep_dims=False):
    return sparse_reduced(n, indices, values, shape, axes, keep_dims, lambda a, b: a + b)


@formula(case([[0, 1], [1, 0], [1, 1]], "3", [2, 2], [0]), case([[0, 1], [1, 0], [1, 1]], "3", [2, 2], [1], keep_dims=True))
def SparseReduceMax(n, indices, values, shape, axes, keep_dims=False):
    return sparse_reduced(n, indices, values, shape, axes, keep_dims, n.greater_of)


def sparse_reduced(n, indices, values, shape, axes, keep_dims, combine):
    """0 where there is nothing to combine."""
    axes = [int(axis) % len(shape) for axis in axes]
    kept = [axis for axis in range(len(shape)) if axis not in axes]
    groups = {}
    for row, value in zip(indices, values):
        groups.setdefault(tuple([int(row[axis]) for axis in kept]), []).append(value)
    result = n.full([shape[axis] for axis in kept], n(0))
    for place, found in groups.items():
        result[place] = combined(combine, found[1:], found[0])
    return result.reshape([1 if axis in axes else size for axis, size in enumerate(shape)]) if keep_dims else result


@formula(case("2:i64", "3"), also=("RaggedFillEmptyRowsGrad",))
def SparseFillEmptyRowsGrad(n, rows, gradient):
    """The gradient of what was filled in is the sum of those that went nowhere else."""
    n.require(*[z3.And(each >= 0, each < len(gradient)) for each in rows], z3.Distinct(*rows))
    values = rows_of(n, gradient, rows)
    elsewhere = [z3.And(*[row != at for row in rows]) for at in range(len(gradient))]
    return [values, array_from((), lambda: n.sum([z3.If(free, value, n(0)) for free, value in zip(elsewhere, gradient)]))]
