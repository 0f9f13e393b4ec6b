"""Matrices and transforms: cholesky, triangular_solve, fft. Source: StableHLO specification, "Ops"."""

from __future__ import annotations

import numpy as np

from tfir.dialects.stablehlo.inference.checks import integers, word
from tfir.ods.arrays import converted, dtype_of, widened
from tfir.ods.matrices import cholesky_factors
from tfir.ods.semantics import OpSemantics


def adjoint(matrix):
    """The conjugate transpose of each matrix [..., m, n]."""
    return np.conj(np.swapaxes(matrix, -1, -2))


class cholesky(OpSemantics):
    def evaluate(a, lower):
        """Reads one triangle of `a`. A matrix that has no decomposition gives NaN, as XLA has it."""
        wide = widened(a)
        triangle = np.tril(wide) if lower else adjoint(np.triu(wide))
        diagonal = np.einsum("...ii->...i", triangle).real
        whole = triangle + adjoint(triangle) - diagonal[..., None] * np.eye(a.shape[-1], dtype=wide.dtype)
        factor = converted(cholesky_factors(whole), a.dtype)
        return factor if lower else adjoint(factor)


class triangular_solve(OpSemantics):
    def evaluate(a, b, left_side, lower, unit_diagonal, transpose_a):
        return solved_triangular(a, b, left_side, lower, unit_diagonal, word(transpose_a))


def solved_triangular(a, b, left_side: bool, lower: bool, unit_diagonal: bool, operation: str):
    """The x of `op(a) x = b`, or of `x op(a) = b`, for all matrices of a stack. `operation` is NO_TRANSPOSE, TRANSPOSE or ADJOINT."""
    matrix, right = widened(a), widened(b)
    matrix = np.tril(matrix) if lower else np.triu(matrix)
    if unit_diagonal:
        diagonal = np.eye(a.shape[-1], dtype=bool)
        matrix = np.where(diagonal, matrix.dtype.type(1), matrix)
    if operation == "TRANSPOSE":
        matrix, lower = np.swapaxes(matrix, -1, -2), not lower
    elif operation == "ADJOINT":
        matrix, lower = adjoint(matrix), not lower
    if left_side:
        return converted(substituted(matrix, right, lower), b.dtype)
    solved = substituted(np.swapaxes(matrix, -1, -2), np.swapaxes(right, -1, -2), not lower)
    return converted(np.swapaxes(solved, -1, -2), b.dtype)


def substituted(matrix, right, lower: bool):
    """Solves matrix @ x = right by substitution, row by row for all matrices of the stack: matrix [..., n, n] triangular, right [..., n,
    k]."""
    size = matrix.shape[-1]
    result = np.zeros(right.shape, right.dtype)
    for row in range(size) if lower else reversed(range(size)):
        solved = np.matmul(matrix[..., row : row + 1, :], result)[..., 0, :]
        result[..., row, :] = (right[..., row, :] - solved) / matrix[..., row, row][..., None]
    return result


class fft(OpSemantics):
    def evaluate(operand, fft_type, fft_length, result_types):
        lengths = integers(fft_length)
        if not operand.size:
            last = {"RFFT": lambda: lengths[-1] // 2 + 1, "IRFFT": lambda: lengths[-1]}.get(word(fft_type), lambda: operand.shape[-1])
            shape = (*operand.shape[:-1], last()) if lengths else operand.shape
            return np.zeros(shape, dtype_of(result_types[0].element))
        axes = tuple(range(-len(lengths), 0))
        transform = {"FFT": np.fft.fftn, "IFFT": np.fft.ifftn, "RFFT": np.fft.rfftn, "IRFFT": np.fft.irfftn}[word(fft_type)]
        single = operand.dtype in (np.float32, np.complex64)
        result = transform(operand, lengths, axes) if lengths else operand
        if result.dtype.kind == "c":
            return result.astype(np.complex64 if single else np.complex128)
        return result.astype(np.float32 if single else np.float64)
