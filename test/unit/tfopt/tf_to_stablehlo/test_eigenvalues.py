"""Eigenvalues, singular values and exponentials of matrices as they are lowered, of matrices whose answers are known on paper."""

from math import factorial
from types import SimpleNamespace

import numpy as np
import pytest
from lowered_case import computed
from tfir.dialects import lookup
from tfir.ir.diagnostics import Error
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


def test_eigenvectors_are_refused_where_they_are_used():
    matrix = np.diag([2.0, 1.0])
    np.testing.assert_array_equal(lowered("SelfAdjointEigV2", matrix, compute_v=True)[0], [1, 2])
    with pytest.raises(Error, match="result 'v' without a lowering to StableHLO, which is used"):
        lowered("SelfAdjointEigV2", matrix, used=2, compute_v=True)


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
