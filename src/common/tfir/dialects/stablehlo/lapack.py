"""LAPACK's routines, as programs that JAX exports for CPUs call them: `lapack_dgetrf_ffi` is `getrf` of f64.

A routine takes the matrices of one problem and what stands in the call's configuration, and gives what LAPACK's manual says, with counts
from one: triangular factors packed in one matrix, reflectors H = I - tau v v^H by their v below the diagonal, and `info`, which is
0 where all is well. None stands for a result that has no meaning. NumPy computes what it offers, in f64. Layouts are not looked at:
they say where elements lie, and not what they are.
"""

from __future__ import annotations

import re
from functools import partial

import numpy as np

from tfir.dialects.stablehlo.linalg import adjoint, solved_triangular
from tfir.dialects.stablehlo.schur import eigenvalues, reflector, schur
from tfir.ods.arrays import dtype_of

NAME = re.compile(r"lapack_[sdcz](\w+)_ffi").fullmatch
# Routines of complex matrices that go by another name than those of real ones.
COMPLEX_NAMES = {"ungqr": "orgqr", "unmqr": "ormqr", "heevd": "syevd", "hetrd": "sytrd"}


def routine_of(target: str):
    """The function `(op, operands, configuration) -> results` that answers calls of a target, or None where it is no routine from here."""
    match = NAME(target)
    routine = ROUTINES.get(COMPLEX_NAMES.get(match[1], match[1])) if match else None
    return None if routine is None else partial(each_problem, routine)


def each_problem(routine, op, operands, configuration):
    """The results for all problems of a batch, which leading dimensions count."""
    results = [np.zeros(result.type.shape, dtype_of(result.type.element)) for result in op.results]
    rank = 1 if routine is gtsv else 2
    for at in np.ndindex(operands[0].shape[: operands[0].ndim - rank]):
        for result, value in zip(results, routine(*[operand[at] for operand in operands], **configuration)):
            if value is not None:
                result[at] = value
    return results


def potrf(a, uplo):
    """The Cholesky factor in one triangle; the other stays as it is. `info` is the order of the first minor that is not positive."""
    lower = a if uplo == "L" else adjoint(a)
    try:
        factor, info = np.linalg.cholesky(lower), 0
    except np.linalg.LinAlgError:
        factor, info = lower, first_not_positive(lower)
    whole = np.tril(factor) + np.triu(lower, 1)
    return whole if uplo == "L" else adjoint(whole), info


def first_not_positive(matrix) -> int:
    """The order of the smallest leading minor that is not positive definite, by bisection; all above it are not either."""
    least, most = 1, len(matrix)
    while least < most:
        middle = (least + most) // 2
        try:
            np.linalg.cholesky(matrix[:middle, :middle])
            least = middle + 1
        except np.linalg.LinAlgError:
            most = middle
    return least


def getrf(a):
    """L, without its diagonal of ones, and U in one matrix; the row that each was exchanged with; `info` is the first pivot that is 0."""
    lu, pivots, info = a.copy(), np.zeros(min(a.shape), np.int32), 0
    for step in range(len(pivots)):
        column = lu[step:, step]
        chosen = step + int(np.argmax(np.abs(column.real) + np.abs(column.imag)))
        pivots[step] = chosen + 1
        lu[[step, chosen]] = lu[[chosen, step]]
        if lu[step, step] == 0:
            info = info or step + 1
            continue
        lu[step + 1 :, step] /= lu[step, step]
        lu[step + 1 :, step + 1 :] -= np.outer(lu[step + 1 :, step], lu[step, step + 1 :])
    return lu, pivots, info


def geqrf(a):
    """R in the upper triangle, reflectors below, and their factors."""
    transposed, taus = np.linalg.qr(a, "raw")
    return transposed.T, taus


def orgqr(a, taus):
    """The first columns of the product of reflectors."""
    return (multiplied(a, taus, np.eye(*a.shape, dtype=a.dtype)),)


def ormqr(a, taus, c, left, transpose):
    """The product of reflectors Q, or its adjoint, times a matrix: `Q c` from the left, `c Q` from the right, which is `(Q^H c^H)^H`."""
    if left:
        return (multiplied(a, taus, c, transpose),)
    return (adjoint(multiplied(a, taus, adjoint(c), not transpose)),)


def multiplied(reflectors, taus, matrix, is_adjoint=False):
    """H1 H2 ... Hk times a matrix; the adjoint of that product is ... H2^H H1^H."""
    product, numbers = matrix.copy(), range(len(taus))
    for number in numbers if is_adjoint else reversed(numbers):
        vector = np.concatenate([[1], reflectors[number + 1 :, number]]).astype(matrix.dtype)
        tau = np.conj(taus[number]) if is_adjoint else taus[number]
        product[number:] -= tau * np.outer(vector, np.conj(vector) @ product[number:])
    return product


def geqp3(a, pivots):
    """As `geqrf`, of the columns in an order by which the diagonal of R falls. Columns whose number is given come first."""
    order = np.argsort(pivots == 0, kind="stable")
    packed, fixed, taus = a[:, order].copy(), int(np.count_nonzero(pivots)), np.zeros(min(a.shape), a.dtype)
    for step in range(len(taus)):
        if step >= fixed:
            chosen = step + int(np.argmax(np.linalg.norm(packed[step:, step:], axis=0)))
            packed[:, [step, chosen]], order[[step, chosen]] = packed[:, [chosen, step]], order[[chosen, step]]
        tail, taus[step], beta = reflector(packed[step:, step])
        vector, rest = np.concatenate([[1], tail]), packed[step:, step + 1 :]
        rest -= np.conj(taus[step]) * np.outer(vector, np.conj(vector) @ rest)
        packed[step, step], packed[step + 1 :, step] = beta, tail
    return packed, order + 1, taus


def gesdd(a, mode):
    """Singular values, falling, and singular vectors: all for mode A, as many as there are values for S, none for N."""
    try:
        if mode == "N":
            return None, np.linalg.svd(a, compute_uv=False), None, None, 0
        u, s, vh = np.linalg.svd(a, full_matrices=mode == "A")
        return None, s, u, vh, 0
    except np.linalg.LinAlgError:
        return None, np.nan, np.nan, np.nan, 1


def syevd(a, mode, uplo):
    """Eigenvectors and eigenvalues, rising, of a Hermitian matrix by one triangle of it."""
    try:
        values, vectors = np.linalg.eigh(a, uplo)
        return vectors if mode == "V" else None, values, 0
    except np.linalg.LinAlgError:
        return np.nan, np.nan, 1


def geev(a, compute_left, compute_right):
    """Eigenvalues, of a real matrix in two parts, and left and right eigenvectors of length 1."""
    try:
        values, right = np.linalg.eig(a)
        left = left_vectors(right) if compute_left == "V" else None
        info = 0
    except np.linalg.LinAlgError:
        values = left = right = np.full((), np.nan)
        info = 1
    return *((values,) if a.dtype.kind == "c" else (values.real, values.imag)), left, right if compute_right == "V" else None, info


def left_vectors(right):
    """The left eigenvectors u, with u^H a = w u^H, that go with right ones: of length 1, the largest element of complex ones being real."""
    vectors = adjoint(np.linalg.inv(right))
    vectors /= np.linalg.norm(vectors, axis=0)
    if vectors.dtype.kind != "c":
        return vectors
    largest = vectors[np.argmax(np.abs(vectors), axis=0), np.arange(vectors.shape[1])]
    return vectors * np.where(np.all(vectors.imag == 0, axis=0), 1, np.conj(largest) / np.abs(largest))


def trsm(a, b, side, uplo, trans_x, diag):
    """The x of `op(a) x = b`, or from the right of `x op(a) = b`."""
    operation = {"N": "NO_TRANSPOSE", "T": "TRANSPOSE", "C": "ADJOINT"}[trans_x]
    return (solved_triangular(a, b, side == "L", uplo == "L", diag == "U", operation),)


def gehrd(a, low, high):
    """Q^H a Q without elements below the first subdiagonal, and Q as reflectors, from row `low` to `high`."""
    packed, taus = a.copy(), np.zeros(max(len(a) - 1, 0), a.dtype)
    for step in range(low - 1, high - 1):
        tail, taus[step], beta = reflector(packed[step + 1 : high, step])
        vector = np.concatenate([[1], tail])
        packed[:high, step + 1 : high] -= taus[step] * np.outer(packed[:high, step + 1 : high] @ vector, np.conj(vector))
        rest = packed[step + 1 : high, step + 1 :]
        rest -= np.conj(taus[step]) * np.outer(vector, np.conj(vector) @ rest)
        packed[step + 1, step], packed[step + 2 : high, step] = beta, tail
    return packed, taus, 0


def sytrd(a, uplo):
    """Q^H a Q with elements on and beside the diagonal alone, these two as real vectors, and Q as reflectors. What holds of one triangle holds
    of the other with rows and columns the other way round."""
    if uplo == "U":
        packed, diagonal, beside, taus, info = sytrd(a[::-1, ::-1], "L")
        return packed[::-1, ::-1], diagonal[::-1], beside[::-1], taus[::-1], info
    whole, packed = np.tril(a) + adjoint(np.tril(a, -1)), a.copy()
    beside, taus = np.zeros(max(len(a) - 1, 0)), np.zeros(max(len(a) - 1, 0), a.dtype)
    for step in range(len(taus)):
        tail, taus[step], beside[step] = reflector(whole[step + 1 :, step])
        vector, rest = np.concatenate([[1], tail]), whole[step + 1 :, step + 1 :]
        rest -= np.conj(taus[step]) * np.outer(vector, np.conj(vector) @ rest)
        rest -= taus[step] * np.outer(rest @ vector, np.conj(vector))
        packed[step + 1, step], packed[step + 2 :, step] = beside[step], tail
    diagonal = np.diagonal(whole).real
    packed[np.diag_indices(len(a))] = diagonal
    return packed, diagonal, beside, taus, 0


def gtsv(below, diagonal, above, b):
    """The x of `a x = b` for a matrix of three diagonals, whose first element below and last above stand for none; rows are exchanged as
    needed. `info` is the first pivot that is 0."""
    count = len(diagonal)
    rows = np.zeros((count, 3), b.dtype)  # of U: the diagonal and two elements beside it
    x, current = b.copy(), np.array([diagonal[0], above[0], 0])
    for step in range(count):
        if step + 1 < count:
            following = np.array([below[step + 1], diagonal[step + 1], above[step + 1]])
            if np.abs(following[0]) > np.abs(current[0]):
                current, following = following, current
                x[[step, step + 1]] = x[[step + 1, step]]
        rows[step] = current
        if current[0] == 0:
            return None, None, None, None, step + 1
        if step + 1 < count:
            factor = following[0] / current[0]
            x[step + 1] -= factor * x[step]
            current = np.append((following - factor * current)[1:], 0)
    for step in reversed(range(count)):
        for beside in (1, 2):
            if step + beside < count:
                x[step] -= rows[step, beside] * x[step + beside]
        x[step] /= rows[step, 0]
    return None, None, None, x, 0


def gees(a, mode, sort):
    """The Schur form, the vectors that it is one by, and eigenvalues, of a real matrix in two parts; none are counted, since none are sorted."""
    packed, taus, _ = gehrd(a, 1, len(a))
    form, vectors = np.triu(packed, -1), np.eye(len(a), dtype=a.dtype)
    vectors[1:, 1:] = multiplied(packed[1:, :-1], taus, vectors[1:, 1:])
    info = schur(form, vectors)
    real, imaginary = eigenvalues(form)
    values = (real + 1j * imaginary,) if a.dtype.kind == "c" else (real, imaginary)
    return form, vectors if mode == "V" else None, *values, 0, info


ROUTINES = {
    "potrf": potrf, "getrf": getrf, "geqrf": geqrf, "geqp3": geqp3, "orgqr": orgqr, "ormqr": ormqr, "gesdd": gesdd, "gesvd": gesdd, "syevd": syevd,
    "geev": geev, "trsm": trsm, "gehrd": gehrd, "sytrd": sytrd, "gtsv": gtsv, "gees": gees,
}  # fmt: skip
