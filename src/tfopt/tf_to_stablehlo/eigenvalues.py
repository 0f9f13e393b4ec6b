"""Lowerings: eigenvalues and singular values, and the exponential of matrices. All in double precision.

Source: Golub and Van Loan, "Matrix Computations", 9.3 (scaling and squaring).
"""

import numpy as np
from tfir.dialects.tf.decompositions import NOTHING
from tfir.ir.types import F32, F64, Type

from tfopt.arithmetic.eigenvalues import decomposed, eigen, hermitian, in_double
from tfopt.arithmetic.matrices import identity, times, turned
from tfopt.arithmetic.tensor import (
    Tensor,
    binary,
    log,
    loop,
    maximum,
    minimum,
    number,
    select,
    splat,
    unary,
)
from tfopt.tf_to_stablehlo.calls import called
from tfopt.tf_to_stablehlo.elimination import by_normal_equations
from tfopt.tf_to_stablehlo.lowering import lower, lowered_by


@lower
def SelfAdjointEigV2(input, compute_v, result_types):
    """The lower triangle is read alone."""
    if not input.size:
        return [splat(0, shape, input.element) for shape in (result_types[0].shape, input.shape if compute_v else NOTHING)]
    values, vectors = eigen(hermitian(input))
    return [values.convert(input.element), vectors.convert(input.element) if compute_v else splat(0, NOTHING, input.element)]


@lower
def Svd(op, operands, input, compute_uv, full_matrices, result_types):
    """Vectors of complex matrices have phases of Eigen's, which the host knows; XLA has no such matrices."""
    if input.is_complex and compute_uv and input.size:
        return called(op, operands, result_types)
    return values_and_vectors(input, compute_uv, full_matrices, result_types)


def values_and_vectors(input: Tensor, compute_uv: bool, full_matrices: bool, result_types) -> list[Tensor]:
    if not input.size:
        empty = [splat(0, type.shape if compute_uv else NOTHING, input.element) for type in result_types]
        return [splat(0, result_types[0].shape, input.element), *empty[1:]]
    values, left, right = decomposed(input)
    if not compute_uv:
        return [values, *[splat(0, NOTHING, input.element)] * 2]
    kept = [None, None] if full_matrices else [values.shape[-1]] * 2
    return [values, left[..., : kept[0]], right[..., : kept[1]]]


@lower
def MatrixSolveLs(matrix, rhs, l2_regularizer: float, fast):
    """By the normal equations, or with `fast` off by singular values, of which those that are rounding errors count as zero: the least
    solution. TensorFlow does not look at the regularizer then."""
    if fast or not matrix.size or not rhs.size:
        return by_normal_equations(matrix, rhs, l2_regularizer)
    values, left, right = decomposed(matrix)
    count = values.shape[-1]
    element = values.element.element if values.is_complex else values.element
    sizes = values.convert(element)
    least = sizes.max(sizes.rank - 1, keep=True) * (number(count).convert(element) * EPSILONS[element])
    inverse = select(sizes > least, 1 / select(sizes > least, sizes, 1), 0).convert(values.element)
    return times(right[..., :count] * inverse.expand(-2), times(turned(left[..., :count]), rhs))


EPSILONS: dict[Type, float] = {F32: 2.0**-23, F64: 2.0**-52}

# The exponential


@lower
def MatrixExponential(input):
    """By Taylor's series of a matrix that is halved until it is small: exp(A) = exp(A / 2^k)^(2^k)."""
    if not input.size:
        return input
    wide = in_double(input)
    norm = abs(wide).sum(wide.rank - 2, keep=True).max(wide.rank - 1, keep=True)
    halvings = unary("ceil", log(maximum(norm, 1e-300)) / np.log(2)) + 3
    halvings = select(halvings == halvings, minimum(maximum(halvings, 0), 1100), 0)
    small = wide / binary("power", 2, halvings).convert(wide.element)

    def term_added(total, term, step):
        term = times(term, small) / step.convert(wide.element)
        return [total + term, term, step + 1]

    one, first = identity(wide, wide.shape[-1]), splat(1, (), F64)
    total = loop(lambda total, term, step: step < 20, term_added, one, one, first)[0]

    def squared(total, step):
        return [select(step < halvings, times(total, total), total), step + 1]

    most = halvings.max(*range(halvings.rank))
    return loop(lambda total, step: step < most, squared, total, splat(0, (), F64))[0].convert(input.element)


lowered_by(BatchSelfAdjointEigV2=SelfAdjointEigV2, BatchSvd=Svd, BatchMatrixSolveLs=MatrixSolveLs)
