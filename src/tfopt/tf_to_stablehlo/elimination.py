"""Lowerings: systems of equations, determinants, triangular, banded and orthogonal matrices [..., m, n]."""

from math import nan, prod

from tfir.ir.types import F32, F64, I32
from tfir.ods import shapes

from tfopt.arithmetic.matrices import (
    diagonal,
    eliminated,
    identity,
    lower_triangle,
    product_of_reflectors,
    reflected,
    spread_over,
    times,
    triangular,
    turned,
)
from tfopt.arithmetic.tensor import (
    Tensor,
    broadcast_to,
    concatenate,
    conditional,
    iota,
    log,
    number,
    pad,
    reduce,
    select,
    splat,
    unary,
    widened,
)
from tfopt.tf_to_stablehlo.calls import called
from tfopt.tf_to_stablehlo.lowering import lower, lowered_by


def solved(matrix: Tensor, rhs: Tensor, of_singular: float | None = None) -> Tensor:
    """X with matrix X = rhs; where a number is given for them, it stands in place of what a pivot of 0 leads to."""
    size = matrix.shape[-1]
    reduced = eliminated(concatenate([matrix, rhs], matrix.rank - 1), size)[0]
    upper, rest = reduced[..., :size], reduced[..., size:]
    result = triangular(upper, rest, False)
    if of_singular is None:
        return result
    is_singular = (diagonal(upper) == 0).convert(I32).max(-1) > 0
    return select(broadcast_to(is_singular.expand(-1).expand(-1), result.shape), of_singular, result)


@lower
def MatrixSolve(matrix, rhs, adjoint):
    if not prod(rhs.shape):
        return rhs
    return solved(turned(matrix) if adjoint else matrix, rhs)


@lower
def MatrixInverse(input, adjoint):
    if not input.size:
        return input
    wide = widened(input)
    return solved(turned(wide) if adjoint else wide, identity(wide, input.shape[-1])).convert(input.element)


@lower
def MatrixDeterminant(input, result_types):
    if not input.size:
        return splat(1, result_types[0].shape, input.element)
    rows, _, pivots = eliminated(input, input.shape[-1])
    product = reduce("multiply", diagonal(rows), [input.rank - 2], 1)
    return product * sign_of(pivots, product).convert(input.element)


def sign_of(pivots: Tensor, like: Tensor) -> Tensor:
    """-1 where rows changed places an odd number of times."""
    swaps = (pivots != iota(pivots.shape, pivots.rank - 2)).convert(I32).sum(pivots.rank - 2)
    return (1 - (swaps % 2) * 2).reshape(*like.shape).convert(F32)


@lower
def LogMatrixDeterminant(input, result_types):
    sign_type, log_type = result_types
    if not input.size:
        return [splat(1, sign_type.shape, input.element), splat(0, log_type.shape, input.element)]
    rows, _, pivots = eliminated(input, input.shape[-1])
    own = diagonal(rows)
    sizes = abs(own)
    signs = own / sizes.convert(own.element) if own.is_complex else unary("sign", own)
    sign = reduce("multiply", signs, [input.rank - 2], 1)
    return [sign * sign_of(pivots, sign).convert(input.element), log(sizes).sum(input.rank - 2).convert(input.element)]


@lower
def Lu(input, result_types):
    element = result_types[1].element
    if not input.size:
        return [input, splat(0, result_types[1].shape, element)]
    rows, order, _ = eliminated(input, input.shape[-1])
    return [rows, order.reshape(*result_types[1].shape).convert(element)]


# Triangles, bands and least squares


@lower
def CholeskyGrad(l, grad):
    """Murray, "Differentiation of the Cholesky decomposition", 2016. The upper triangle of `grad` is not read."""
    if not l.size:
        return grad
    factor = lower_triangle(l)
    upper = turned(factor)
    product = lower_triangle(times(upper, lower_triangle(grad)))
    on_diagonal = iota(product.shape, l.rank - 2) == iota(product.shape, l.rank - 1)
    product = select(on_diagonal, product * 0.5, product)
    inner = turned(triangular(upper, turned(triangular(upper, product, False)), False))
    return (inner + turned(inner)) * 0.5


def from_bands(bands: Tensor, size: int, offset: int) -> Tensor:
    """Bands [..., K, M], each element under the number of its row; the first of them is `offset` above the diagonal, each next one lower."""
    *stack, count, _ = bands.shape
    shape = (*stack, size, size)
    row, column = iota(shape, len(stack)), iota(shape, len(stack) + 1)
    whole = splat(0, shape, bands.element)
    for at in range(count):
        band = broadcast_to(bands[..., at, :].expand(-1), shape)
        whole = select(column - row == offset - at, band, whole)
    return whole


@lower
def BandedTriangularSolve(matrix, rhs, lower, adjoint):
    if not rhs.size or not matrix.size:
        return rhs
    stack = shapes.broadcast(matrix.shape[:-2], rhs.shape[:-2])
    matrix, rhs = (broadcast_to(x, (*stack, *x.shape[-2:])) for x in (matrix, rhs))
    whole = from_bands(matrix, matrix.shape[-1], 0 if lower else matrix.shape[-2] - 1)
    return triangular(turned(whole) if adjoint else whole, rhs, lower != adjoint)


@lower
def TridiagonalSolve(op, operands, result_types, diagonals, rhs, perturb_singular):
    """Elimination of the whole matrix, whose rows change places as those of its bands do."""
    if perturb_singular:
        return called(op, operands, result_types)
    return solved(from_bands(diagonals, diagonals.shape[-1], 1), rhs, 0 if rhs.is_complex else nan) if rhs.size else rhs


@lower
def TridiagonalMatMul(superdiag, maindiag, subdiag, rhs):
    above, main, below = [each.transpose(*range(each.rank - 2), each.rank - 1, each.rank - 2) for each in (superdiag, maindiag, subdiag)]
    last = rhs.rank - 2

    def moved(x: Tensor, down: bool) -> Tensor:
        ends = [[0] * rhs.rank, [0] * rhs.rank]
        ends[not down][last] = 1
        return pad(x[..., :-1, :] if down else x[..., 1:, :], *ends)

    first, final = (iota(rhs.shape, last) == at for at in (0, rhs.shape[last] - 1))
    upper = select(final, 0, spread_over(above, rhs) * moved(rhs, False))
    lower_part = select(first, 0, spread_over(below, rhs) * moved(rhs, True))
    return spread_over(main, rhs) * rhs + upper + lower_part


def by_normal_equations(matrix: Tensor, rhs: Tensor, l2_regularizer: float) -> Tensor:
    rows, columns = matrix.shape[-2:]
    wide = matrix.convert(F64) if not matrix.is_complex else matrix
    right, other = rhs.convert(wide.element), turned(wide)

    def tall() -> Tensor:
        return solved(regular(times(other, wide)), times(other, right))

    def flat() -> Tensor:
        return times(other, solved(regular(times(wide, other)), right))

    def regular(gram: Tensor) -> Tensor:
        return gram + identity(gram, gram.shape[-1]) * l2_regularizer

    if shapes.is_static((rows, columns)):
        result = tall() if rows >= columns else flat()
    else:
        result = conditional(number(rows) >= number(columns), lambda: [tall()], lambda: [flat()])[0]
    return result.convert(matrix.element)


# Reflections


@lower
def Qr(input, full_matrices):
    """By Householder's reflections I - tau v v^H, each of which leaves -sign(c) |column| of a column that begins with c."""
    *stack, rows, columns = input.shape
    inner = rows if full_matrices else shapes.least(rows, columns)
    if not input.size:
        types = (*stack, rows, inner), (*stack, inner, columns)
        return [
            identity(input, rows)[..., :inner] if prod(stack) * rows else splat(0, types[0], input.element),
            splat(0, types[1], input.element),
        ]
    packed, taus = reflected(widened(input))
    r = select(iota(packed.shape, input.rank - 2) <= iota(packed.shape, input.rank - 1), packed, 0)
    q = product_of_reflectors(packed, taus, inner)
    return [q.convert(input.element), r[..., :inner, :].convert(input.element)]


# The names of TensorFlow's first versions
lowered_by(
    BatchMatrixInverse=MatrixInverse, BatchMatrixSolve=MatrixSolve, BatchMatrixDeterminant=MatrixDeterminant, BatchCholeskyGrad=CholeskyGrad,
)  # fmt: skip
