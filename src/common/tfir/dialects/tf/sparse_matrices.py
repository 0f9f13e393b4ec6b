"""Semantics: sparse matrices, and batches of them, as variants: rows one after another, each as its columns and their values ("CSR").

Sums go over what is stored, in its order; what is stored stays so where it becomes 0. `SparseMatrixAdd`, `Mul`, `Zeros`, `Softmax` and
`SoftmaxGrad` have kernels for other devices alone, whose rules these are. Sources: TensorFlow, core/kernels/sparse.
"""

from __future__ import annotations

from typing import NamedTuple

from tfir.dialects.tf.handles import handle_of, held
from tfir.dialects.tf.minimum_degree import minimum_degree
from tfir.ir.diagnostics import Error
from tfir.ods.arrays import dtype_of
from tfir.ods.numpy_on_demand import np
from tfir.ods.semantics import OpSemantics
from tfir.ods.shapes import fresh


class Matrix(NamedTuple):
    """`starts` [rows + 1] says where in `columns` and `values` each row begins."""

    starts: np.ndarray
    columns: np.ndarray
    values: np.ndarray

    @property
    def rows(self):
        """The row of each value."""
        return np.repeat(np.arange(len(self.starts) - 1), np.diff(self.starts))


class SparseMatrix(NamedTuple):
    """One matrix, or as many as the shape [batch, rows, columns] says."""

    shape: tuple[int, ...]
    matrices: list[Matrix]
    dtype: np.dtype

    def each(self, function, shape=None) -> SparseMatrix:
        return SparseMatrix(shape or self.shape, [function(matrix) for matrix in self.matrices], self.dtype)

    def with_values(self, values) -> SparseMatrix:
        """The same places with other values, one array per matrix."""
        return self._replace(matrices=[matrix._replace(values=each) for matrix, each in zip(self.matrices, values)])


def opened(value, dtype=None) -> SparseMatrix:
    matrix = value.item() if isinstance(value, np.ndarray) and value.dtype == object else value
    if not isinstance(matrix, SparseMatrix):
        raise Error("the variant holds no sparse matrix")
    if dtype is not None and matrix.dtype != dtype:
        raise Error(f"dtype of the sparse matrix is not equal to 'type': {matrix.dtype} vs. {dtype}")
    return matrix


def of_places(rows, columns, values, count: int) -> Matrix:
    """Of places that go row by row."""
    starts = np.concatenate([[0], np.cumsum(np.bincount(rows, minlength=count))])
    return Matrix(starts.astype(np.int32), columns.astype(np.int32), values)


def of_tensor(indices, values, shape) -> SparseMatrix:
    shape = tuple(map(int, shape))
    if len(shape) not in (2, 3):
        raise Error(f"SparseTensor must have rank 2 or 3; but indices has rank: {len(shape)}")
    outside = np.flatnonzero(np.any((indices < 0) | (indices >= np.array(shape)), 1)) if len(indices) else ()
    if len(outside):
        at = int(outside[0])
        raise Error(f"Sparse index tuple indices[{at}, :] = [{', '.join(map(str, indices[at]))}] is out of bounds")
    batches = indices[:, 0] if len(shape) == 3 else np.zeros(len(indices), np.int64)
    rows, columns = indices[:, -2], indices[:, -1]
    count = shape[0] if len(shape) == 3 else 1
    sizes = np.bincount(batches, minlength=count)
    parts = [slice(end - size, end) for end, size in zip(np.cumsum(sizes), sizes)]
    return SparseMatrix(shape, [of_places(rows[part], columns[part], values[part], shape[-2]) for part in parts], values.dtype)


def transposed(matrix: Matrix, columns: int, conjugate: bool = False) -> Matrix:
    order = np.argsort(matrix.columns, kind="stable")
    values = matrix.values[order]
    return of_places(matrix.columns[order], matrix.rows[order], values.conj() if conjugate else values, columns)


def turned(matrix: SparseMatrix, conjugate: bool = False) -> SparseMatrix:
    *batch, rows, columns = matrix.shape
    return matrix.each(lambda each: transposed(each, columns, conjugate), (*batch, columns, rows))


def is_adjoint(turn: bool, adjoint: bool, side: str) -> bool:
    if turn and adjoint:
        raise Error(f"Only one of adjoint_{side} and transpose_{side} may be true.")
    return adjoint


def swapped(shape, is_swapped: bool = True):
    return shape if shape is None or not is_swapped else (*shape[:-2], shape[-1], shape[-2])


# Into sparse matrices and out of them


class SparseTensorToCSRSparseMatrix(OpSemantics):
    def infer(values, dense_shape):
        return handle_of("variant", dense_shape.as_shape, values.element)

    def evaluate(indices, values, dense_shape):
        return [of_tensor(indices, values, dense_shape)]


class DenseToCSRSparseMatrix(OpSemantics):
    """The elements at the places listed, zeros too."""

    def infer(dense_input):
        return handle_of("variant", dense_input.shape, dense_input.element)

    def evaluate(dense_input, indices):
        if indices.ndim != 2 or dense_input.ndim != indices.shape[1]:
            raise Error(f"indices must be a matrix of {dense_input.ndim} columns, has the shape {list(indices.shape)}")
        return [of_tensor(indices, dense_input[tuple(indices.T)], dense_input.shape)]


class SparseMatrixZeros(OpSemantics):
    def infer(dense_shape, type):
        return handle_of("variant", dense_shape.as_shape, type)

    def evaluate(dense_shape, type):
        if len(dense_shape) not in (2, 3):
            raise Error(f"dense_shape must be a vector of 2 or 3 sizes, has {len(dense_shape)}")
        return [of_tensor(np.zeros((0, len(dense_shape)), np.int64), np.zeros(0, dtype_of(type)), dense_shape)]


class CSRSparseMatrixToDense(OpSemantics):
    def infer(sparse_input):
        return held(sparse_input)

    def evaluate(sparse_input, type):
        matrix = opened(sparse_input, dtype_of(type))
        result = np.zeros(matrix.shape, matrix.dtype)
        for part, each in zip(result.reshape(-1, *matrix.shape[-2:]) if result.ndim == 3 else [result], matrix.matrices):
            part[each.rows, each.columns] = each.values
        return result


class CSRSparseMatrixToSparseTensor(OpSemantics):
    def infer(sparse_matrix):
        shape, count = held(sparse_matrix), fresh()
        rank = fresh() if shape is None else len(shape)
        return [(count, rank), (count,), (rank,)]

    def evaluate(sparse_matrix, type):
        matrix = opened(sparse_matrix, dtype_of(type))
        places = [np.stack([each.rows, each.columns], 1) for each in matrix.matrices]
        if len(matrix.shape) == 3:
            places = [np.concatenate([np.full((len(each), 1), at), each], 1) for at, each in enumerate(places)]
        values = [each.values for each in matrix.matrices]
        indices = np.concatenate(places) if places else np.zeros((0, len(matrix.shape)))
        return [indices.astype(np.int64), np.concatenate([np.zeros(0, matrix.dtype), *values]), np.array(matrix.shape, np.int64)]


class CSRSparseMatrixComponents(OpSemantics):
    """Of one of the matrices."""

    def infer(csr_sparse_matrix):
        shape, count = held(csr_sparse_matrix), fresh()
        rows = shape[-2] if shape is not None else None
        return [(rows + 1 if isinstance(rows, int) else fresh(),), (count,), (count,)]

    def evaluate(csr_sparse_matrix, index, type):
        matrix, number = opened(csr_sparse_matrix, dtype_of(type)), int(index)
        if not 0 <= number < len(matrix.matrices):
            raise Error(f"index ({number}) not in [0, {len(matrix.matrices)})")
        return list(matrix.matrices[number])


class SparseMatrixNNZ(OpSemantics):
    """How many values are stored: a number, or one for each matrix of a batch."""

    def infer(sparse_matrix):
        shape = held(sparse_matrix)
        return None if shape is None else shape[:-2]

    def evaluate(sparse_matrix):
        matrix = opened(sparse_matrix)
        counts = np.array([len(each.values) for each in matrix.matrices], np.int32)
        return counts if len(matrix.shape) == 3 else counts[0]


# Arithmetic


class Like(OpSemantics, family=True):
    """The result has the shape of the first operand."""

    def infer(operands):
        return handle_of("variant", held(operands[0]), operands[0].element.subtypes[0].element) if held(operands[0]) else ()


class SparseMatrixTranspose(OpSemantics):
    def infer(input, type):
        return handle_of("variant", swapped(held(input)), type)

    def evaluate(input, conjugate, type):
        return [turned(opened(input, dtype_of(type)), conjugate)]


class SparseMatrixAdd(Like):
    """alpha * a + beta * b, at all places that one of them has."""

    def evaluate(a, b, alpha, beta):
        left, right = opened(a, alpha.dtype), opened(b, beta.dtype)
        if left.shape != right.shape:
            raise Error(f"the shapes of a and b differ: {list(left.shape)} and {list(right.shape)}")
        pairs = zip(left.matrices, right.matrices)
        return [left._replace(matrices=[added(one, other, alpha, beta, left.shape) for one, other in pairs])]


def added(one: Matrix, other: Matrix, alpha, beta, shape) -> Matrix:
    rows, columns = np.concatenate([one.rows, other.rows]), np.concatenate([one.columns, other.columns])
    places, where = np.unique(rows.astype(np.int64) * shape[-1] + columns, return_inverse=True)
    values = np.zeros(len(places), one.values.dtype)
    np.add.at(values, where, np.concatenate([alpha * one.values, beta * other.values]))
    return of_places(places // max(shape[-1], 1), places % max(shape[-1], 1), values, shape[-2])


class SparseMatrixMul(Like):
    """By a number, or by one for each matrix of a batch [batch, 1, 1]."""

    def evaluate(a, b):
        matrix = opened(a, b.dtype)
        if b.ndim and (b.ndim != 3 or b.shape[1:] != (1, 1) or b.shape[0] != len(matrix.matrices)):
            raise Error(f"b must be a scalar or have the shape [{len(matrix.matrices)}, 1, 1], has {list(b.shape)}")
        factors = np.broadcast_to(b.reshape(-1), len(matrix.matrices))
        return [matrix.with_values([each.values * factor for each, factor in zip(matrix.matrices, factors)])]


class SparseMatrixMatMul(OpSemantics):
    """A sparse matrix by one that is not."""

    def infer(a, b, transpose_a, transpose_b, adjoint_a, adjoint_b, transpose_output):
        left, right = swapped(held(a), transpose_a or adjoint_a), swapped(b.shape, transpose_b or adjoint_b)
        if left is None or right is None or len(left) != len(right):
            return None
        return swapped((*right[:-2], left[-2], right[-1]), transpose_output)

    def evaluate(a, b, transpose_a, transpose_b, adjoint_a, adjoint_b, transpose_output, conjugate_output):
        left, is_conjugated = opened(a, b.dtype), is_adjoint(transpose_a, adjoint_a, "a")
        if len(left.shape) != b.ndim:
            raise Error(f"Ranks of a and b must match, saw: {len(left.shape)} vs. {b.ndim}.")
        left = turned(left, is_conjugated) if transpose_a or adjoint_a else left
        right = b.conj() if is_adjoint(transpose_b, adjoint_b, "b") else b
        right = np.swapaxes(right, -1, -2) if transpose_b or adjoint_b else right
        if left.shape[:-2] != right.shape[:-2] or left.shape[-1] != right.shape[-2]:
            raise Error(f"Inner dimensions of a and b, or their batches, do not agree: {list(left.shape)} vs. {list(right.shape)}")
        result = np.zeros((*right.shape[:-2], left.shape[-2], right.shape[-1]), b.dtype)
        for part, each, other in zip(result if b.ndim == 3 else [result], left.matrices, right if b.ndim == 3 else [right]):
            np.add.at(part, each.rows, each.values[:, None] * other[each.columns])
        result = np.swapaxes(result, -1, -2) if transpose_output else result
        return np.ascontiguousarray(result.conj() if conjugate_output else result)


class SparseMatrixSparseMatMul(OpSemantics):
    def infer(a, b, type, transpose_a, transpose_b, adjoint_a, adjoint_b):
        left, right = swapped(held(a), transpose_a or adjoint_a), swapped(held(b), transpose_b or adjoint_b)
        is_told = left is not None and right is not None
        return handle_of("variant", (*left[:-1], right[-1]) if is_told else None, type)

    def evaluate(a, b, type, transpose_a, transpose_b, adjoint_a, adjoint_b):
        left, right = opened(a, dtype_of(type)), opened(b, dtype_of(type))
        left = turned(left, is_adjoint(transpose_a, adjoint_a, "a")) if transpose_a or adjoint_a else left
        right = turned(right, is_adjoint(transpose_b, adjoint_b, "b")) if transpose_b or adjoint_b else right
        if len(left.shape) != len(right.shape) or left.shape[:-2] != right.shape[:-2] or left.shape[-1] != right.shape[-2]:
            raise Error(f"Inner dimensions of a and b, or their batches, do not agree: {list(left.shape)} vs. {list(right.shape)}")
        shape = (*left.shape[:-1], right.shape[-1])
        return [SparseMatrix(shape, [product(*each, shape) for each in zip(left.matrices, right.matrices)], left.dtype)]


def product(left: Matrix, right: Matrix, shape) -> Matrix:
    """What is stored of a row of the result are the columns of those rows of `right` that the row of `left` has."""
    counts = np.diff(right.starts)[left.columns]
    rows = np.repeat(left.rows, counts)
    at = np.repeat(right.starts[:-1][left.columns] - np.concatenate([[0], np.cumsum(counts)[:-1]]), counts) + np.arange(counts.sum())
    places, where = np.unique(rows.astype(np.int64) * shape[-1] + right.columns[at], return_inverse=True)
    values = np.zeros(len(places), left.values.dtype)
    np.add.at(values, where, np.repeat(left.values, counts) * right.values[at])
    return of_places(places // max(shape[-1], 1), places % max(shape[-1], 1), values, shape[-2])


class SparseMatrixSoftmax(Like):
    """Of what is stored in each row."""

    def evaluate(logits, type):
        matrix = opened(logits, dtype_of(type))
        return [matrix.with_values([softmax(each) for each in matrix.matrices])]


def softmax(matrix: Matrix):
    rows, count = matrix.rows, len(matrix.starts) - 1
    largest = np.full(count, -np.inf, matrix.values.dtype)
    np.maximum.at(largest, rows, matrix.values)
    powers = np.exp(matrix.values - largest[rows])
    return powers / sums_of_rows(matrix, powers)[rows]


def sums_of_rows(matrix: Matrix, values):
    sums = np.zeros(len(matrix.starts) - 1, values.dtype)
    np.add.at(sums, matrix.rows, values)
    return sums


class SparseMatrixSoftmaxGrad(Like):
    """At the places of the softmax; a gradient that is stored elsewhere counts for nothing, one that is not stored is 0."""

    def evaluate(softmax, grad_softmax, type):
        matrix, gradient = opened(softmax, dtype_of(type)), opened(grad_softmax, dtype_of(type))
        dense = CSRSparseMatrixToDense.evaluate(gradient, type).reshape(-1, *gradient.shape[-2:])
        results = []
        for each, of_each in zip(matrix.matrices, dense):
            gradients = of_each[each.rows, each.columns]
            sums = sums_of_rows(each, gradients * each.values)
            results.append((gradients - sums[each.rows]) * each.values)
        return [matrix.with_values(results)]


class SparseMatrixSparseCholesky(Like):
    """The lower triangle whose product with its adjoint is the matrix with rows and columns in the order of the permutation. Stored is what
    elimination may fill, be it 0 or not."""

    def evaluate(input, permutation, type):
        matrix = opened(input, dtype_of(type))
        orders = permutation.reshape(len(matrix.matrices), -1)
        dense = CSRSparseMatrixToDense.evaluate(matrix, type).reshape(-1, *matrix.shape[-2:])
        return [matrix._replace(matrices=[factor(each, whole, order) for each, whole, order in zip(matrix.matrices, dense, orders)])]


def factor(matrix: Matrix, dense, order) -> Matrix:
    count = len(dense)
    stored = np.zeros((count, count), bool)
    stored[matrix.rows, matrix.columns] = True
    stored, lower = np.tril(stored[order][:, order]), np.tril(dense[order][:, order])
    for at in range(count):
        pivot = lower[at, at].real
        if not pivot > 0:
            raise Error("Sparse Cholesky factorization failed!")
        below = slice(at + 1, count)
        lower[at, at] = np.sqrt(pivot)
        lower[below, at] /= lower[at, at]
        stored[below, below] |= np.tril(np.outer(stored[below, at], stored[below, at]))
        lower[below, below] -= np.tril(np.outer(lower[below, at], lower[below, at].conj()))
    np.fill_diagonal(stored, True)
    rows, columns = np.nonzero(stored)
    return of_places(rows, columns, lower[rows, columns], count)


class SparseMatrixOrderingAMD(OpSemantics):
    """The order in which to eliminate: of each matrix what is stored on and below the diagonal counts."""

    def infer(input):
        shape = held(input)
        return None if shape is None else shape[:-1]

    def evaluate(input):
        matrix = opened(input)
        if matrix.shape[-2] != matrix.shape[-1]:
            raise Error(f"sparse matrix must be square; got: {matrix.shape[-2]} != {matrix.shape[-1]}")
        orders = [minimum_degree(neighbours(each)) for each in matrix.matrices]
        return np.array(orders, np.int32).reshape(matrix.shape[:-1])


def neighbours(matrix: Matrix) -> list[list[int]]:
    """Of each variable those that the lower triangle has it with."""
    count = len(matrix.starts) - 1
    stored = np.zeros((count, count), bool)
    stored[matrix.rows, matrix.columns] = True
    lower = np.tril(stored)
    return [np.flatnonzero(row).tolist() for row in lower | lower.T]
