"""LAPACK's routines for eigenvalues and singular values as arithmetic, and those that are steps on the way there: Jacobi's rotations for
Hermitian matrices and singular values, QR steps for all others, in loops. What a matrix leaves open, the sign of a vector, its phase or the
order of eigenvalues, is not as LAPACK has it.
"""

from __future__ import annotations

from collections.abc import Callable

from tfir.dialects.stablehlo.calls import configuration
from tfir.ir.builder import Builder
from tfir.ir.operations import Operation, Value
from tfir.ir.types import I32

from tfopt.arithmetic import schur
from tfopt.arithmetic.complex_numbers import complex_of
from tfopt.arithmetic.eigenvalues import decomposed, eigen, hermitian, in_double
from tfopt.arithmetic.matrices import diagonal, hessenberg, pivoted, times_reflectors, turned
from tfopt.arithmetic.tensor import Tensor, building, select, splat
from tfopt.arithmetic.tridiagonal import tridiagonal_solution

Routine = Callable[[Operation], list[Value] | None]


def of_matrices(function) -> Routine:
    """The rule for calls of a routine, whose operands and configuration `function` gets, behind the call; None among the results stands for
    zeros, and what is computed is in the types of the results then. Matrices without elements stay."""

    def rule(op: Operation) -> list[Value] | None:
        operands, types = [Tensor(operand) for operand in op.operands], [result.type for result in op.results]
        if not all([x.type.is_static and x.size for x in operands]):
            return None
        with building(Builder.before(op)):
            results = function(op, *operands, **configuration(op))
            if results is None:
                return None
            filled = [splat(0, type.shape, type.element) if x is None else x for x, type in zip(results, types, strict=True)]
            return [x.convert(type.element).reshape(*type.shape).value for x, type in zip(filled, types)]

    return rule


@of_matrices
def syevd(op, x, mode, uplo):
    """Eigenvectors in the place of the matrix, and eigenvalues, rising."""
    values, vectors = eigen(hermitian(x if uplo == "L" else turned(x)))
    return vectors if mode == "V" else x, values, None


@of_matrices
def gesdd(op, x, mode):
    """Singular values, falling, and both bases, in the columns of one and the rows of the other: whole ones in mode A, as many vectors as there
    are values in mode S."""
    if mode not in ("A", "S", "N"):
        return None
    values, left, right = decomposed(x)
    kept = None if mode == "A" else values.shape[-1]
    bases = (None, None) if mode == "N" else (left[..., :kept], turned(right[..., :kept]))
    return x, values, *bases, None


@of_matrices
def geev(op, x, compute_left, compute_right):
    """Eigenvalues, of a real matrix in two parts, and left and right eigenvectors of length 1."""
    real, imaginary, left, right, info = schur.eigen_of_any(in_double(x), compute_left == "V", compute_right == "V")
    return *parts(x, real, imaginary), left, right, told(info, real)


@of_matrices
def gees(op, x, mode, sort):
    """The Schur form, the vectors that it is one by, and eigenvalues, of a real matrix in two parts; none are counted, since none are sorted."""
    if sort != "N":
        return None
    form, vectors, info = schur.schur_of_any(in_double(x))
    return form, vectors if mode == "V" else None, *parts(x, *schur.eigenvalues(form)), None, told(info, form)


def parts(x: Tensor, real: Tensor, imaginary: Tensor) -> list[Tensor]:
    return [complex_of(real, imaginary)] if x.is_complex else [real, imaginary]


def told(info: Tensor, result: Tensor) -> Tensor:
    """`info` [..., 1, 1], which is 1 where numbers of the result are none."""
    stack = info.rank - 2
    is_none = (result != result).convert(I32).max(*range(stack, result.rank)).reshape(*info.shape)
    return select(info == 0, is_none, info)


@of_matrices
def gehrd(op, x, low, high):
    """Q^H x Q without elements below the first subdiagonal, and Q as reflectors, from row `low` to `high`, counted from 1."""
    return *hessenberg(x, low - 1, high), None


@of_matrices
def sytrd(op, x, uplo):
    """Q^H x Q with elements on and beside the diagonal alone, these two as real vectors, and Q as reflectors. What holds of one triangle holds
    of the other with rows and columns the other way round."""
    axes = x.rank - 2, x.rank - 1
    lower = x if uplo == "L" else x.reverse(*axes)
    packed, taus = hessenberg(hermitian(lower).convert(x.element))
    at = schur.Places(x)
    packed = select(at.row >= at.column, packed, lower)
    beside = at.beside(packed, -1).reshape(*x.shape[:-1])[..., 1:]
    results = [packed, diagonal(packed), beside, taus]
    if uplo == "U":
        results = [packed.reverse(*axes), *[each.reverse(each.rank - 1) for each in results[1:]]]
    return *results, None


@of_matrices
def geqp3(op, x, pivots):
    """R of the columns in an order by which its diagonal falls, reflectors below, that order, and factors."""
    packed, order, taus = pivoted(x, pivots)
    return packed, order + 1, taus


@of_matrices
def ormqr(op, packed, taus, c, left, transpose):
    """The product of reflectors Q, or its adjoint, times a matrix: `Q c` from the left, `c Q` from the right, which is `(Q^H c^H)^H`."""
    if left:
        return (times_reflectors(packed, taus, c, transpose),)
    return (turned(times_reflectors(packed, taus, turned(c), not transpose)),)


@of_matrices
def gtsv(op, below, middle, above, b):
    """The x of `a x = b` for a matrix of three diagonals. `info` is the first pivot that is 0."""
    return None, None, None, *tridiagonal_solution(below, middle, above, b)


def named(*routines: str, of_complex: str = "") -> list[str]:
    """How JAX calls routines, for each kind of number; those of complex ones may have another name."""
    return [f"lapack_{kind}{of_complex if of_complex and kind in 'cz' else name}_ffi" for name in routines for kind in "sdcz"]


ROUTINES = {
    syevd: named("syevd", of_complex="heevd"), gesdd: named("gesdd", "gesvd"), geev: named("geev"), gees: named("gees"), gehrd: named("gehrd"),
    sytrd: named("sytrd", of_complex="hetrd"), geqp3: named("geqp3"), ormqr: named("ormqr", of_complex="unmqr"), gtsv: named("gtsv"),
}  # fmt: skip
