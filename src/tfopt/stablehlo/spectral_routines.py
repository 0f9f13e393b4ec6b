"""LAPACK's routines for eigenvalues of Hermitian matrices and for singular values, as arithmetic: Jacobi's rotations in loops. What a matrix
leaves open, the sign of a vector or its phase, is not as LAPACK has it."""

from __future__ import annotations

from tfir.dialects.stablehlo.calls import configuration
from tfir.ir.builder import Builder
from tfir.ir.operations import Operation, Value

from tfopt.arithmetic.eigenvalues import decomposed, eigen, hermitian
from tfopt.arithmetic.matrices import turned
from tfopt.arithmetic.tensor import Tensor, building, splat


def syevd(op: Operation) -> list[Value] | None:
    """Eigenvectors in the place of the matrix, and eigenvalues, rising."""
    x, config = Tensor(op.operands[0]), configuration(op)
    if not x.type.is_static or not x.size:
        return None
    with building(Builder.before(op)):
        values, vectors = eigen(hermitian(x if config["uplo"] == "L" else turned(x)))
        first = vectors.convert(x.element) if config["mode"] == "V" else x
        return [first.value, values.convert(op.results[1].type.element).value, done(op.results[2])]


def gesdd(op: Operation) -> list[Value] | None:
    """Singular values, falling, and both bases, in the columns of one and the rows of the other: whole ones in mode A, as many vectors as there
    are values in mode S."""
    x, mode = Tensor(op.operands[0]), configuration(op)["mode"]
    if not x.type.is_static or not x.size or mode not in ("A", "S", "N"):
        return None
    with building(Builder.before(op)):
        values, left, right = decomposed(x)
        kept = None if mode == "A" else values.shape[-1]
        bases = [left[..., :kept], turned(right[..., :kept])]
        if mode == "N":
            bases = [splat(0, result.type.shape, x.element) for result in op.results[2:4]]
        values = values.convert(op.results[1].type.element)
        return [x.value, values.value, *[basis.value for basis in bases], done(op.results[4])]


def done(info: Value) -> Value:
    return splat(0, info.type.shape, info.type.element).value


ROUTINES = {
    syevd: [f"lapack_{name}_ffi" for name in ("ssyevd", "dsyevd", "cheevd", "zheevd")],
    gesdd: [f"lapack_{kind}gesdd_ffi" for kind in "sdcz"],
}
