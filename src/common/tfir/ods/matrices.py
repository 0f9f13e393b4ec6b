"""Decompositions of stacks of matrices [..., n, n], as several dialects compute them."""

from __future__ import annotations

from tfir.ods.numpy_on_demand import np

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tfir.ods.arrays import Array


def cholesky_factors(matrices: Array) -> Array:
    """The lower Cholesky factor of each matrix; NaN in the lower triangle where a matrix is not positive definite."""
    try:
        return np.linalg.cholesky(matrices)
    except np.linalg.LinAlgError:
        if matrices.ndim > 2:
            return np.stack([cholesky_factors(matrix) for matrix in matrices])
        return np.tril(np.full_like(matrices, np.nan))
