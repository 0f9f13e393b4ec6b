"""Sparse matrices in variants. Expected values are TensorFlow 2.21's on a CPU; of ops without a kernel there, arithmetic on paper."""

import numpy as np
import pytest
from tfir.dialects import dialect
from tfir.dialects.tf.handles import handle_of
from tfir.ir.diagnostics import Error
from tfir.ir.types import F32
from tfir.ods.inference import AbstractValue

TF = dialect("tf").semantics
TURNS = dict.fromkeys(("transpose_a", "transpose_b", "adjoint_a", "adjoint_b"), False)
A = np.array([[0, 2, 0, 1], [0, 0, 0, 0], [3, 0, 4, 0]], np.float32)
B = np.array([[1, -2, 0, 0], [0, 0, 5, 0], [0, 1, 0, 1]], np.float32)
S = np.array([[4, 1, 0, 2], [1, 5, 0, 0], [0, 0, 3, 1], [2, 0, 1, 6]], np.float32)


def sparse(dense):
    places = np.argwhere(dense != 0)
    return TF["SparseTensorToCSRSparseMatrix"].evaluate(places, dense[dense != 0], np.array(dense.shape))[0]


def components(matrix, index=0):
    return [each.tolist() for each in TF["CSRSparseMatrixComponents"].evaluate(matrix, np.array(index), F32)]


def dense_of(matrix):
    return TF["CSRSparseMatrixToDense"].evaluate(matrix, F32)


def evaluate(name, *operands, **attributes):
    return TF[name].evaluate(*operands, **attributes)[0]


def test_rows_lie_one_after_another():
    assert components(sparse(A)) == [[0, 2, 2, 4], [1, 3, 0, 2], [2, 1, 3, 4]]
    np.testing.assert_array_equal(dense_of(sparse(A)), A)


def test_places_may_repeat_and_the_last_value_stays():
    repeated = evaluate("SparseTensorToCSRSparseMatrix", np.array([[0, 1], [0, 1], [0, 0]]), np.float32([1, 2, 3]), np.array([2, 2]))
    assert components(repeated) == [[0, 3, 3], [1, 1, 0], [1, 2, 3]]
    assert dense_of(repeated).tolist() == [[3, 2], [0, 0]]


def test_a_batch_has_matrices_of_its_own():
    batch = sparse(np.stack([A, B]))
    assert components(batch, 1) == components(sparse(B))
    assert TF["SparseMatrixNNZ"].evaluate(batch).tolist() == [4, 5] and TF["SparseMatrixNNZ"].evaluate(sparse(A)).tolist() == 4
    indices, values, shape = TF["CSRSparseMatrixToSparseTensor"].evaluate(batch, F32)
    assert (indices[3:5].tolist(), values[3:5].tolist(), shape.tolist()) == ([[0, 2, 2], [1, 0, 0]], [4, 1], [2, 3, 4])


def test_listed_elements_are_stored_be_they_0():
    assert components(evaluate("DenseToCSRSparseMatrix", A, np.array([[0, 0], [2, 2]]))) == [[0, 1, 1, 2], [0, 2], [0, 4]]


def test_transposes():
    turned = evaluate("SparseMatrixTranspose", sparse(A), conjugate=False, type=F32)
    assert components(turned) == [[0, 1, 2, 3, 4], [2, 0, 2, 0], [3, 2, 4, 1]]


def test_products():
    by_dense = TF["SparseMatrixMatMul"].evaluate(
        sparse(A), np.arange(8, dtype=np.float32).reshape(4, 2), **TURNS, transpose_output=True, conjugate_output=False
    )
    assert by_dense.tolist() == [[10, 0, 16], [13, 0, 23]]
    by_sparse = evaluate("SparseMatrixSparseMatMul", sparse(A), sparse(B), F32, **TURNS | {"transpose_b": True})
    assert components(by_sparse) == [[0, 2, 2, 4], [0, 2, 0, 1], [-4, 3, 3, 20]]


def test_what_cancels_stays_stored():
    c = sparse(np.float32([[1, -1, 0], [1, 1, 0], [0, 0, 0]]))
    product = evaluate("SparseMatrixSparseMatMul", c, c, F32, **TURNS)
    assert components(product) == [[0, 2, 4, 4], [0, 1, 0, 1], [0, -2, 2, 0]]
    total = evaluate("SparseMatrixAdd", c, c, np.float32(1), np.float32(-1))
    assert components(total) == [[0, 2, 4, 4], [0, 1, 0, 1], [0, 0, 0, 0]]


def test_sums_have_the_places_of_both():
    total = evaluate("SparseMatrixAdd", sparse(A), sparse(B), np.float32(2), np.float32(10))
    assert components(total) == [[0, 3, 4, 8], [0, 1, 3, 2, 0, 1, 2, 3], [10, -16, 2, 50, 6, 10, 8, 10]]


def test_multiples():
    assert components(evaluate("SparseMatrixMul", sparse(A), np.float32(2)))[2] == [4, 2, 6, 8]
    by_batch = evaluate("SparseMatrixMul", sparse(np.stack([A, A])), np.float32([[[2]], [[3]]]))
    assert components(by_batch, 1)[2] == [6, 3, 9, 12]
    with pytest.raises(Error, match="b must be a scalar"):
        evaluate("SparseMatrixMul", sparse(A), np.float32([1, 2, 3]))


def test_softmax_is_of_what_is_stored():
    result = evaluate("SparseMatrixSoftmax", sparse(np.log(np.float32([[3, 1, 1], [1, 2, 1]]))), type=F32)
    assert components(result)[:2] == [[0, 1, 2], [0, 1]]
    np.testing.assert_allclose(components(result)[2], [1, 1])
    matrix = sparse(np.float32([[np.log(3), 1e-30, 0]]))
    np.testing.assert_allclose(components(evaluate("SparseMatrixSoftmax", matrix, type=F32))[2], [0.75, 0.25])
    half = sparse(np.float32([[0.75, 0.25, 0]]))
    gradient = evaluate("SparseMatrixSoftmaxGrad", half, sparse(np.float32([[8, 0, 5]])), type=F32)  # 8 - 6 and 0 - 6, the 5 is nowhere
    assert components(gradient) == [[0, 2], [0, 1], [1.5, -1.5]]


@pytest.mark.parametrize(
    ("order", "columns", "last"),
    [([0, 1, 2, 3], [0, 0, 1, 2, 0, 1, 2, 3], [1, -0.22941573, 0.57735026, 2.1480305]), ([2, 0, 3, 1], [0, 1, 0, 1, 2, 1, 2, 3], [0.5, -0.23145503, 2.1671245])],
)  # fmt: skip
def test_a_factor_stores_what_elimination_fills(order, columns, last):
    factor = evaluate("SparseMatrixSparseCholesky", sparse(S), np.array(order), F32)
    assert components(factor)[1] == columns
    np.testing.assert_allclose(components(factor)[2][-len(last) :], last, rtol=1e-6)


GRID = [[0], [0, 1], [1, 2], [2, 3], [0, 4], [1, 4, 5], [2, 5, 6], [3, 6, 7], [4, 8], [5, 8, 9], [6, 9, 10], [7, 10, 11], [8, 12], [9, 12, 13], [10, 13, 14], [11, 14, 15]]  # fmt: skip
ONE_IS_DENSE = [[0], [0, 1], [1, 2], [0, 1, 2, 3], [3, 4], *[[3, at - 1, at] for at in range(5, 20)]]


@pytest.mark.parametrize(
    ("stored", "order"),
    [
        ([], []),
        ([[], [], []], [0, 1, 2]),
        (
            [[0], [1], [2], [3], [0, 2, 3, 4], [0, 5], [2, 4, 5, 6], [0, 2, 5, 7], [1, 3, 6, 8], [0, 7, 9], [10], [1, 3, 4, 5, 6, 11]],
            [9, 7, 0, 2, 5, 6, 1, 3, 4, 11, 8, 10],
        ),
        (  # 4 and 7 are not on the diagonal
            [[0], [1], [2], [2, 3], [], [2, 5], [6], [0, 1, 2, 6], [0, 1, 3, 6, 8], [3, 5, 9], [9, 10], [1, 2, 7, 8, 10, 11]],
            [10, 9, 2, 5, 3, 1, 11, 0, 6, 8, 4, 7],
        ),
        (GRID, [3, 2, 0, 12, 8, 4, 5, 9, 15, 14, 11, 1, 6, 7, 13, 10]),
        (ONE_IS_DENSE, [2, 0, 1, 19, 18, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 4, 5, 3]),
    ],
)
def test_elimination_begins_where_least_is_filled(stored, order):
    matrix = np.zeros((len(stored), len(stored)), np.float32)
    for row, columns in enumerate(stored):
        matrix[row, columns] = 1
    assert TF["SparseMatrixOrderingAMD"].evaluate(sparse(matrix)).tolist() == order
    if stored:
        upside_down = np.eye(len(stored), dtype=np.float32) + np.triu(matrix, 1)  # what is above the diagonal counts for nothing
        assert TF["SparseMatrixOrderingAMD"].evaluate(sparse(np.stack([matrix, upside_down]))).tolist() == [order, [*range(len(stored))]]


def test_what_is_not_square_has_no_order():
    with pytest.raises(Error, match="sparse matrix must be square; got: 3 != 4"):
        TF["SparseMatrixOrderingAMD"].evaluate(sparse(A))


def test_what_has_no_factor():
    with pytest.raises(Error, match="Cholesky factorization failed"):
        evaluate("SparseMatrixSparseCholesky", sparse(-S), np.arange(4), F32)


@pytest.mark.parametrize(
    ("operands", "text"),
    [
        ((np.array([[2, 1]]), np.float32([1]), np.array([2, 2])), r"indices\[0, :\] = \[2, 1\] is out of bounds"),
        ((np.array([[2]]), np.float32([1]), np.array([3])), "must have rank 2 or 3"),
    ],
)
def test_places_that_are_none(operands, text):
    with pytest.raises(Error, match=text):
        evaluate("SparseTensorToCSRSparseMatrix", *operands)


def test_zeros_and_other_types():
    zeros = evaluate("SparseMatrixZeros", np.array([2, 3, 1]), F32)
    assert dense_of(zeros).shape == (2, 3, 1) and not TF["SparseMatrixNNZ"].evaluate(zeros).any()
    with pytest.raises(Error, match="float64 vs. float32"):
        dense_of(sparse(A.astype(np.float64)))
    with pytest.raises(Error, match="not in"):
        components(sparse(A), 1)


def test_types_of_variants_tell_shapes():
    matrix = AbstractValue((), handle_of("variant", (3, 4), F32).element)
    other = AbstractValue((4, 2), F32)
    assert TF["SparseMatrixMatMul"].infer(matrix, other, **TURNS, transpose_output=True) == (2, 3)
    assert TF["CSRSparseMatrixToDense"].infer(matrix) == (3, 4)
    assert TF["SparseMatrixTranspose"].infer(matrix, F32) == handle_of("variant", (4, 3), F32)
    assert TF["SparseMatrixNNZ"].infer(matrix) == ()
