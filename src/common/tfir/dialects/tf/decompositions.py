"""Semantics: factors of stacks of matrices [..., rows, columns], functions of matrices, and systems of equations in bands."""

from tfir.dialects.tf import general_eigenvalues
from tfir.dialects.tf.linear_algebra import Square, on_floats, stack_of_squares, substituted, substituted_upwards
from tfir.dialects.tf.matrix_functions import logarithm
from tfir.dialects.tf.matrix_roots import square_root
from tfir.dialects.tf.perturbed_bands import solved_by_perturbation
from tfir.dialects.tf.schur import NoConvergence
from tfir.dialects.tf.singular_values import decomposed
from tfir.dialects.tf.symmetric_eigenvalues import eigenvalues_and_vectors
from tfir.ir.diagnostics import Error
from tfir.ods.arrays import dtype_of
from tfir.ods.numpy_on_demand import np
from tfir.ods.semantics import OpSemantics, ops_of
from tfir.ods.shapes import broadcast, fresh, merge, unify


def on_each(function, stack, *rest):
    """`function` of each matrix [m, n] of a stack [..., m, n], and of what `rest` have beside it: a list of stacks of its results."""
    places = list(np.ndindex(stack.shape[:-2]))
    if not places:
        filler = [np.ones(each.shape[-2:], each.dtype) + np.eye(*each.shape[-2:], dtype=each.dtype) for each in (stack, *rest)]
        return [np.zeros((*stack.shape[:-2], *each.shape), each.dtype) for each in function(*filler)]
    results = [function(stack[place], *[each[place] for each in rest]) for place in places]
    return [np.stack(each).reshape(*stack.shape[:-2], *each[0].shape) for each in zip(*results)]


def adjoint(matrix):
    return np.conj(np.swapaxes(matrix, -1, -2))


# Factors


class Lu(OpSemantics):
    """Both factors in one matrix, the ones on the diagonal of the lower one left out, and which row came to each place."""

    def infer(input):
        shape = stack_of_squares(input.shape)
        return [shape, None if shape is None else shape[:-1]]

    def evaluate(input, output_idx_type):
        wide = input.astype(np.float32) if input.dtype.itemsize == 2 else input
        factors, rows = on_each(triangular_factors, wide)
        return [factors.astype(input.dtype), rows.astype(dtype_of(output_idx_type))]


def triangular_factors(matrix):
    """Gauss's elimination with the largest element of each column as pivot, the first of several."""
    factors, rows = matrix.copy(), np.arange(len(matrix))
    for at in range(len(matrix)):
        pivot = at + int(np.argmax(np.abs(factors[at:, at])))
        if factors[pivot, at] == 0:
            raise Error("Input is not invertible.")
        for each in (factors, rows):
            each[[at, pivot]] = each[[pivot, at]]
        factors[at + 1 :, at] /= factors[at, at]
        factors[at + 1 :, at + 1 :] -= factors[at + 1 :, at, None] * factors[at, at + 1 :]
    return factors, rows


NOTHING = (0,)  # the shape of what is not asked for


class Svd(OpSemantics):
    """Singular values, falling, and the vectors on both sides."""

    def infer(input, compute_uv, full_matrices):
        if input.shape is None:
            return [None, None, None] if compute_uv else [None, NOTHING, NOTHING]
        *stack, rows, columns = input.shape
        least = min(rows, columns) if isinstance(rows, int) and isinstance(columns, int) else fresh()
        if not compute_uv:
            return [(*stack, least), NOTHING, NOTHING]
        return [(*stack, least), (*stack, rows, rows if full_matrices else least), (*stack, columns, columns if full_matrices else least)]

    def evaluate(input, compute_uv, full_matrices):
        wide = input.astype(np.float32) if input.dtype.itemsize == 2 else input
        if not compute_uv:
            are_numbers = np.isfinite(wide).all((-1, -2), keepdims=True)
            values = np.linalg.svd(np.where(are_numbers, wide, 0), compute_uv=False)
            return [np.where(are_numbers[..., 0], values, np.nan).astype(input.dtype), *[np.zeros(NOTHING, input.dtype)] * 2]
        return [each.astype(input.dtype) for each in on_each(lambda matrix: decomposed(matrix, full_matrices), wide)]


class Eig(OpSemantics):
    """Eigenvalues, and eigenvectors of length 1, in Eigen's order and with its phases."""

    def infer(input, compute_v):
        shape = stack_of_squares(input.shape)
        return [None if shape is None else shape[:-1], shape if compute_v else NOTHING]

    def evaluate(input, compute_v, Tout):
        try:
            values, vectors = on_each(general_eigenvalues.eigenvalues_and_vectors, input)
        except NoConvergence:
            raise Error("Eigen decomposition was not successful. The input might not be valid.") from None
        kind = dtype_of(Tout)
        return [values.astype(kind), vectors.astype(kind) if compute_v else np.zeros(NOTHING, kind)]


class SelfAdjointEigV2(OpSemantics):
    """Eigenvalues, rising, and eigenvectors, of the matrix whose lower triangle is given."""

    def infer(input, compute_v):
        shape = stack_of_squares(input.shape)
        return [None if shape is None else shape[:-1], shape if compute_v else NOTHING]

    def evaluate(input, compute_v):
        if input.shape[-1] != input.shape[-2]:
            raise Error("Input matrix must be square.")
        wide = input.astype(np.float32) if input.dtype.itemsize == 2 else input
        values, vectors = on_each(eigenvalues_and_vectors, wide)
        return [values.astype(input.dtype), vectors.astype(input.dtype) if compute_v else np.zeros(NOTHING, input.dtype)]


class SelfAdjointEig(OpSemantics):
    """The eigenvalues in the first row, the eigenvectors below them."""

    def infer(input):
        shape = stack_of_squares(input.shape)
        return None if shape is None else (*shape[:-2], shape[-1] + 1, shape[-1])

    def evaluate(input):
        values, vectors = SelfAdjointEigV2.evaluate(input, True)
        return np.concatenate([values[..., None, :], vectors], -2)


class CholeskyGrad(OpSemantics):
    """Source: Murray, "Differentiation of the Cholesky decomposition", 2016. The upper triangle of `grad` is not read."""

    def infer(l, grad):
        return merge(stack_of_squares(l.shape), grad.shape)

    def evaluate(l, grad):
        return on_floats(gradient_of_cholesky, l, grad)


def gradient_of_cholesky(factor, gradient):
    factor = np.tril(factor)
    product = np.tril(adjoint(factor) @ np.tril(gradient))
    product -= np.eye(factor.shape[-1], dtype=factor.dtype) * product / factor.dtype.type(2)
    upper = adjoint(factor)
    inner = adjoint(substituted_upwards(upper, adjoint(substituted_upwards(upper, product))))
    return (inner + adjoint(inner)) / factor.dtype.type(2)


# Functions of matrices


def on_finite(function):
    """An evaluation by a function of matrices of finite numbers; of others, and where it does not end, NaN."""

    def of_matrix(matrix):
        try:
            if np.isfinite(matrix).all():
                return (function(matrix),)
        except NoConvergence:
            pass
        return (np.full_like(matrix, complex(np.nan, np.nan) if matrix.dtype.kind == "c" else np.nan),)

    def evaluate(input):
        wide = input.astype(np.float32) if input.dtype.itemsize == 2 else input
        return (on_each(of_matrix, wide)[0] if input.size else input).astype(input.dtype)

    return evaluate


def exponential(matrix):
    """By Taylor's series of a matrix that is halved until it is small: exp(A) = exp(A / 2^k)^(2^k)."""
    wide = matrix.astype(np.complex128 if matrix.dtype.kind == "c" else np.float64)
    halvings = max(0, int(np.ceil(np.log2(max(np.abs(wide).sum(-2).max(initial=0), 1e-300)))) + 3)
    term = total = np.eye(len(wide), dtype=wide.dtype)
    for step in range(1, 20):
        term = term @ wide / (2**halvings * step)
        total = total + term
    for _ in range(halvings):
        total = total @ total
    return (total,)


# Bands


class TridiagonalMatMul(OpSemantics):
    """A matrix with three diagonals, each [..., 1, M], times rhs [..., M, N]; the first element of `subdiag` and the last of `superdiag`
    are not read."""

    def infer(superdiag, maindiag, subdiag, rhs):
        return rhs.shape

    def evaluate(superdiag, maindiag, subdiag, rhs):
        above, main, below = [np.swapaxes(each, -1, -2) for each in (superdiag, maindiag, subdiag)]
        result = main * rhs
        result[..., :-1, :] += above[..., :-1, :] * rhs[..., 1:, :]
        result[..., 1:, :] += below[..., 1:, :] * rhs[..., :-1, :]
        return result


class TridiagonalSolve(OpSemantics):
    """Diagonals [..., 3, M] above, at and below the main one; the last element of the first and the first of the last are not read."""

    def infer(rhs):
        return rhs.shape

    def evaluate(diagonals, rhs, partial_pivoting, perturb_singular):
        if diagonals.shape[-2] != 3:
            raise Error(f"Expected diagonals to be provided as a matrix with 3 rows, got {diagonals.shape[-2]} rows.")
        if perturb_singular and not partial_pivoting:
            raise Error("Setting perturb_singular requires also setting partial_pivoting.")
        above, main, below = np.moveaxis(diagonals, -2, 0)
        with np.errstate(all="ignore"):
            if perturb_singular:
                return on_each(solved_by_perturbation, diagonals, rhs)[0] if rhs.size else rhs
            return solved_tridiagonal(below, main, above, rhs.copy(), partial_pivoting)


def solved_tridiagonal(below, main, above, rhs, may_swap: bool):
    """Elimination, row by row, a row changing places with the next where that begins with the larger number, if it may. A matrix of which
    a pivot is 0 has no solution: NaN, and of complex numbers 0, since C++ knows no NaN of these."""
    main, above = main.copy(), above.copy()
    count = main.shape[-1]
    second, fails = np.zeros_like(main), np.zeros(main.shape[:-1], bool)
    for at in range(count - 1):
        low, next_main, next_above = below[..., at + 1].copy(), main[..., at + 1].copy(), above[..., at + 1].copy()
        next_above = next_above if at + 2 < count else np.zeros_like(next_above)
        swap = (np.abs(main[..., at]) < np.abs(low)) & may_swap
        rows = [np.where(swap, low, main[..., at]), np.where(swap, next_main, above[..., at]), np.where(swap, next_above, 0)]
        others = [np.where(swap, main[..., at], low), np.where(swap, above[..., at], next_main), np.where(swap, 0, next_above)]
        first = np.where(swap[..., None], rhs[..., at + 1, :], rhs[..., at, :])
        rest = np.where(swap[..., None], rhs[..., at, :], rhs[..., at + 1, :])
        fails |= rows[0] == 0
        factor = others[0] / rows[0]
        main[..., at], above[..., at], second[..., at] = rows
        main[..., at + 1], above[..., at + 1] = others[1] - factor * rows[1], others[2] - factor * rows[2]
        rhs[..., at, :], rhs[..., at + 1, :] = first, rest - factor[..., None] * first
    for at in reversed(range(count)):
        for offset, band in ((1, above), (2, second)):
            if at + offset < count:
                rhs[..., at, :] -= band[..., at, None] * rhs[..., at + offset, :]
        fails |= main[..., at] == 0
        rhs[..., at, :] /= main[..., at, None]
    return np.where(fails[..., None, None], rhs.dtype.type(0 if rhs.dtype.kind == "c" else np.nan), rhs)


class BandedTriangularSolve(OpSemantics):
    """Bands [..., K, M]: of a lower triangle the diagonal and then those below it, of an upper one those above it and then the diagonal.
    An element stands under the number of its row."""

    def infer(matrix, rhs):
        if matrix.shape is None or rhs.shape is None:
            return None
        return (*broadcast(matrix.shape[:-2], rhs.shape[:-2]), *rhs.shape[-2:])

    def evaluate(matrix, rhs, lower, adjoint):
        return on_floats(lambda bands, right: solved_bands(bands, right, lower, adjoint), matrix, rhs)


def solved_bands(bands, rhs, lower: bool, is_adjoint: bool):
    count, size = bands.shape[-2:]
    whole = np.zeros((*bands.shape[:-2], size, size), bands.dtype)
    for distance in range(min(count, size)):
        rows = np.arange(distance, size) if lower else np.arange(size - distance)
        whole[..., rows, rows + (-distance if lower else distance)] = bands[..., distance if lower else count - 1 - distance, rows]
    whole = adjoint(whole) if is_adjoint else whole
    return (substituted if lower != is_adjoint else substituted_upwards)(whole, rhs, count - 1)


class MatrixSolveLs(OpSemantics):
    """The least squares of matrix @ x - rhs, and of x times `l2_regularizer`."""

    def infer(matrix, rhs):
        if matrix.shape is None or rhs.shape is None:
            return None
        unify(matrix.shape[-2], rhs.shape[-2], "numbers of rows")
        return (*merge(matrix.shape[:-2], rhs.shape[:-2]), matrix.shape[-1], rhs.shape[-1])

    def evaluate(matrix, rhs, l2_regularizer, fast):
        return on_floats(lambda left, right: least_squares(left, right, float(l2_regularizer), fast), matrix, rhs)


def least_squares(matrix, rhs, regularizer: float, fast: bool):
    """By the normal equations, or if not `fast` by singular values: the shortest x of those that are as good."""
    rows, columns = matrix.shape[-2:]
    if not np.isfinite(matrix).all():
        return np.full((*rhs.shape[:-2], columns, rhs.shape[-1]), np.nan, rhs.dtype)
    if not fast or not rows or not columns:
        return np.linalg.pinv(matrix, rtol=np.finfo(matrix.dtype).eps * max(rows, columns)) @ rhs
    wide = matrix.astype(np.complex128 if matrix.dtype.kind == "c" else np.float64)
    other = adjoint(wide)
    gram = (other @ wide if rows >= columns else wide @ other) + regularizer * np.eye(min(rows, columns))
    if np.any(np.linalg.cond(gram) > 1 / np.finfo(matrix.dtype).eps ** 2):
        advice = "Try setting fast=False or provide a larger l2_regularizer > 0."
        raise Error(f"Input matrix was rank deficient or ill-conditioned. {advice}")
    return (np.linalg.solve(gram, other @ rhs) if rows >= columns else other @ np.linalg.solve(gram, rhs)).astype(matrix.dtype)


SEMANTICS = {
    "BatchCholeskyGrad": CholeskyGrad, "BatchMatrixSolveLs": MatrixSolveLs, "BatchSelfAdjointEig": SelfAdjointEig,
    "BatchSelfAdjointEigV2": SelfAdjointEigV2, "BatchSvd": Svd,
    **ops_of(
        Square,
        MatrixSquareRoot=on_finite(square_root), MatrixLogarithm=on_finite(logarithm),
        MatrixExponential=lambda input: on_each(exponential, input)[0].astype(input.dtype) if input.size else input,
    ),
}  # fmt: skip
