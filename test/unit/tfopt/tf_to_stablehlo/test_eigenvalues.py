"""Eigenvalues, singular values and exponentials of matrices as they are lowered, of matrices whose answers are known on paper."""

from math import factorial
from types import SimpleNamespace

import numpy as np
import pytest
from lowered_case import computed
from tfir.dialects import lookup
from tfir.ir.operations import Operation, Value
from tfir.ir.types import TensorType
from tfir.ods.arrays import element_of
from tfir.ods.inference import result_types


def lowered(name: str, matrix, used=1, **attributes):
    """What the lowering of an op computes, of its first `used` results."""
    definition, element = lookup("tf." + name), element_of(matrix.dtype)
    values = [Value(TensorType(matrix.shape, element), None, 0)]
    results = [True if at < used else None for at in range(len(definition.signature.results))]
    case = SimpleNamespace(name=name, definition=definition, operands=[matrix], attributes=attributes, results=results)
    case.op = Operation.draft(definition.name, values, result_types(definition, values, attributes), attributes)
    return computed(case)


@pytest.mark.parametrize("count", [1, 2, 5, 8])
@pytest.mark.parametrize("is_complex", [False, True])
def test_eigenvalues_of_second_differences(count, is_complex):
    """2 - 2 cos(k pi / (n + 1)); a diagonal unitary matrix around it changes none. Of what stands above the diagonal nothing is read."""
    matrix = 2 * np.eye(count) - np.eye(count, k=-1)
    if is_complex:
        phases = np.exp(1j * np.arange(count) ** 2)
        matrix = phases[:, None] * matrix * phases.conj()
    matrix = np.stack([matrix, 3 * matrix]) + np.triu(np.full((count, count), 9), 1)
    expected = 2 - 2 * np.cos(np.arange(1, count + 1) * np.pi / (count + 1))
    actual = lowered("SelfAdjointEigV2", matrix, compute_v=False)[0]
    np.testing.assert_allclose(actual, [expected, 3 * expected], rtol=1e-13)


MATRICES = {
    "tall": np.array([[3.0, 0], [4, 5], [0, 0]]),
    "of one column": np.array([[3.0], [4]]),
    "square": np.array([[1.0, 2, 3], [4, 5, 6], [7, 8, 10]]),
    "of rank 1": np.outer([1.0, 2, 3], [4.0, 5]),
    "zero": np.zeros((3, 2)),
    "with equal values": np.eye(3) * 2,
    "with values far apart": np.diag([1e6, 1.0, 1e-6]) + np.triu(np.ones((3, 3)), 1),
    "batched": np.arange(12.0).reshape(2, 3, 2),
}


def adjoint(x):
    return np.swapaxes(x, -1, -2).conj()


@pytest.mark.parametrize("name", MATRICES)
@pytest.mark.parametrize("is_complex", [False, True])
def test_vectors_are_bases_in_which_the_matrix_is_diagonal(name, is_complex):
    matrix = MATRICES[name] * np.exp(1j * np.arange(MATRICES[name].shape[-1])) if is_complex else MATRICES[name]
    for each in (matrix, adjoint(matrix)):
        size = np.abs(each).max() + 1e-300
        for full in (False, True):
            values, left, right = lowered("Svd", each, used=3, compute_uv=True, full_matrices=full)
            least = min(each.shape[-2:])
            assert [left.shape[-1], right.shape[-1]] == ([each.shape[-2], each.shape[-1]] if full else [least, least])
            for basis in (left, right):
                np.testing.assert_allclose(
                    adjoint(basis) @ basis,
                    np.broadcast_to(np.eye(basis.shape[-1]), (*basis.shape[:-2], *[basis.shape[-1]] * 2)),
                    atol=1e-13,
                )
            product = left[..., :least] * values[..., None, :] @ adjoint(right[..., :least])
            np.testing.assert_allclose(product, each, atol=1e-13 * size)
            np.testing.assert_allclose(values, np.linalg.svd(each, compute_uv=False), atol=1e-14 * size)
    hermitian = adjoint(matrix) @ matrix
    values, vectors = lowered("SelfAdjointEigV2", hermitian, used=2, compute_v=True)
    np.testing.assert_allclose(
        vectors * values[..., None, :] @ adjoint(vectors), hermitian, atol=1e-13 * (np.abs(hermitian).max() + 1e-300)
    )
    # 1.08e-13 on a processor with AVX-512, whose NumPy rounds otherwise.
    np.testing.assert_allclose(adjoint(vectors) @ vectors, np.broadcast_to(np.eye(vectors.shape[-1]), vectors.shape), atol=2e-13)
    assert (np.diff(values, axis=-1) >= 0).all()


def test_singular_values():
    """A A* of [[3, 0], [4, 5]] has the trace 50 and the determinant 225; a row of zeros adds nothing."""
    matrix = np.array([[3.0, 0], [4, 5], [0, 0]])
    for each in (matrix, matrix.T, matrix * 1j):
        np.testing.assert_allclose(lowered("Svd", each, compute_uv=False)[0], np.sqrt([45, 5]), rtol=1e-14)


def test_exponentials():
    """Of what is nilpotent the series ends; of a rotation's generator it is that rotation; each matrix is halved by itself."""
    count = 5
    np.testing.assert_allclose(
        lowered("MatrixExponential", np.eye(count, k=1))[0],
        sum(np.eye(count, k=power) / factorial(power) for power in range(count)), rtol=1e-14, atol=1e-16,
    )  # fmt: skip
    angles = np.array([0.5, 30.0])
    actual = lowered("MatrixExponential", angles[:, None, None] * np.array([[0, -1.0], [1, 0]]))[0]
    expected = np.moveaxis([[np.cos(angles), -np.sin(angles)], [np.sin(angles), np.cos(angles)]], 2, 0)
    np.testing.assert_allclose(actual, expected, atol=1e-13)


@pytest.mark.parametrize("rank", [1, 2])
def test_the_least_of_all_solutions_is_found(rank):
    """NumPy's pseudo-inverse, of matrices of a lower rank too, which the normal equations know nothing of."""
    matrix = np.outer([1.0, 2, 3], [4.0, 5]) + (rank - 1) * np.eye(3, 2)
    for each in (matrix, matrix.T, matrix * 1j):
        rhs = np.arange(1.0, 2 * len(each) + 1).reshape(-1, 2).astype(each.dtype)
        definition, element = lookup("tf.MatrixSolveLs"), element_of(each.dtype)
        operands = [each, rhs, np.float64(0.5).reshape(())]
        values = [Value(TensorType(x.shape, element_of(x.dtype)), None, at) for at, x in enumerate(operands)]
        result = TensorType((each.shape[1], 2), element)
        case = SimpleNamespace(name="MatrixSolveLs", definition=definition, operands=operands, attributes={"fast": False}, results=[True])
        case.op = Operation.draft(definition.name, values, [result], case.attributes)
        np.testing.assert_allclose(computed(case)[0], np.linalg.pinv(each) @ rhs, rtol=1e-10, atol=1e-12)
