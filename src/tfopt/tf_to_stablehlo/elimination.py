"""Lowerings: systems of equations by elimination with pivots, and orthogonal factors by reflections, a column at each turn of a loop.

Matrices are [..., m, n]. Rows and columns are chosen by masks, so that what a pivot is not may be NaN.
"""

from math import prod

from tfir.ir.attributes import BoolAttr, EnumAttr
from tfir.ir.diagnostics import Error
from tfir.ir.types import F32, F64, I32
from tfir.ods import shapes

from tfopt.arithmetic.tensor import (
    Tensor,
    broadcast_to,
    compare,
    concatenate,
    dot_general,
    emit,
    iota,
    log,
    loop,
    pad,
    reduce,
    select,
    splat,
    sqrt,
    unary,
    widened,
)
from tfopt.tf_to_stablehlo.elementwise import conjugate
from tfopt.tf_to_stablehlo.lowering import lower, lowered_by


def turned(x: Tensor) -> Tensor:
    """The transpose, conjugate where numbers are complex."""
    swapped = x.transpose(*range(x.rank - 2), x.rank - 1, x.rank - 2)
    return conjugate(swapped)


def identity(like: Tensor, size: int) -> Tensor:
    """One identity matrix for each matrix of `like`."""
    shape = (*like.shape[:-2], size, size)
    on_diagonal = iota(shape, len(shape) - 2) == iota(shape, len(shape) - 1)
    return select(on_diagonal, splat(1, shape, like.element), splat(0, shape, like.element))


def picked(x: Tensor, mask: Tensor, axis: int) -> Tensor:
    """The element that the mask tells along an axis, which stays, of size 1."""
    return select(mask, x, 0).sum(axis, keep=True)


def spread_over(x: Tensor, like: Tensor) -> Tensor:
    return broadcast_to(x, like.shape)


# Elimination


def eliminated(x: Tensor, columns: int) -> list[Tensor]:
    """Gaussian elimination of the first columns, with the largest element of each as pivot: the rows in their new order, below the diagonal
    the factors; which row came to each place, in i32 [..., m, 1]; how often rows changed places, in i32 [..., 1, 1]."""
    rows_axis, columns_axis = x.rank - 2, x.rank - 1
    row, column = iota(x.shape, rows_axis), iota(x.shape, columns_axis)
    place = iota((*x.shape[:-1], 1), rows_axis)

    def turn(now, order, swaps, step):
        current = picked(now, column == step, columns_axis)
        size = select(place >= step, abs(current), -1)
        largest = spread_over(size.max(rows_axis, keep=True), place)
        pivot = select(compare("EQ", size, largest), place, x.shape[rows_axis]).min(rows_axis, keep=True)
        pivot = select(pivot < x.shape[rows_axis], pivot, step)  # of NaN none is the largest
        now, order = swapped(now, row, pivot, step), swapped(order, place, pivot, step)
        current, chosen = picked(now, column == step, columns_axis), picked(now, row == step, rows_axis)
        divisor = picked(chosen, iota(chosen.shape, columns_axis) == step, columns_axis)
        factor = current / spread_over(divisor, current)
        rest = now - spread_over(factor, now) * spread_over(chosen, now)
        below = select(column > step, rest, select(column == step, spread_over(factor, now), now))
        now = select(row > step, below, now)
        return [now, order, swaps + (pivot != step).convert(I32), step + 1]

    start = [x, place, splat(0, (*x.shape[:-2], 1, 1), I32), splat(0, (), I32)]
    count = min(x.shape[rows_axis], columns)
    return loop(lambda now, order, swaps, step: step < count, turn, *start)[:3]


def swapped(x: Tensor, row: Tensor, pivot: Tensor, step: Tensor) -> Tensor:
    """Rows `pivot`, one for each matrix, and `step` change places."""
    pivots = spread_over(pivot, row)
    mine, theirs = picked(x, row == step, x.rank - 2), picked(x, row == pivots, x.rank - 2)
    return select(row == step, spread_over(theirs, x), select(row == pivots, spread_over(mine, x), x))


def solved(matrix: Tensor, rhs: Tensor) -> Tensor:
    """X with matrix X = rhs."""
    size = matrix.shape[-1]
    reduced = eliminated(concatenate([matrix, rhs], matrix.rank - 1), size)[0]
    upper, rest = reduced[..., :size], reduced[..., size:]
    return triangular(upper, rest, False)


def diagonal(x: Tensor) -> Tensor:
    return picked(x, iota(x.shape, x.rank - 2) == iota(x.shape, x.rank - 1), x.rank - 1).reshape(*x.shape[:-1])


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
    rows, _, swaps = eliminated(input, input.shape[-1])
    product = reduce("multiply", diagonal(rows), [input.rank - 2], 1)
    return product * sign_of(swaps, product).convert(input.element)


def sign_of(swaps: Tensor, like: Tensor) -> Tensor:
    """-1 where rows changed places an odd number of times."""
    return (1 - (swaps % 2) * 2).reshape(*like.shape).convert(F32)


@lower
def LogMatrixDeterminant(input, result_types):
    sign_type, log_type = result_types
    if not input.size:
        return [splat(1, sign_type.shape, input.element), splat(0, log_type.shape, input.element)]
    rows, _, swaps = eliminated(input, input.shape[-1])
    pivots = diagonal(rows)
    sizes = abs(pivots)
    signs = pivots / sizes.convert(pivots.element) if pivots.is_complex else unary("sign", pivots)
    sign = reduce("multiply", signs, [input.rank - 2], 1)
    return [sign * sign_of(swaps, sign).convert(input.element), log(sizes).sum(input.rank - 2).convert(input.element)]


@lower
def Lu(input, result_types):
    element = result_types[1].element
    if not input.size:
        return [input, splat(0, result_types[1].shape, element)]
    rows, order, _ = eliminated(input, input.shape[-1])
    return [rows, order.reshape(*result_types[1].shape).convert(element)]


# Triangles, bands and least squares


def triangular(matrix: Tensor, rhs: Tensor, lower: bool) -> Tensor:
    """X with matrix X = rhs; the other triangle is not read."""
    flags = {"left_side": True, "lower": lower, "unit_diagonal": False}
    return emit(
        "triangular_solve", [matrix, rhs], rhs.type, **{name: BoolAttr(flag) for name, flag in flags.items()},
        transpose_a=EnumAttr("stablehlo.transpose", "NO_TRANSPOSE"),
    )  # fmt: skip


def lower_triangle(x: Tensor) -> Tensor:
    return select(iota(x.shape, x.rank - 2) >= iota(x.shape, x.rank - 1), x, 0)


def times(x: Tensor, y: Tensor) -> Tensor:
    """Matrices of the same batch."""
    stack = list(range(x.rank - 2))
    return dot_general(x, y, ([x.rank - 1], [y.rank - 2]), (stack, stack))


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
def TridiagonalSolve(diagonals, rhs):
    """Elimination of the whole matrix, whose rows change places as those of its bands do."""
    return solved(from_bands(diagonals, diagonals.shape[-1], 1), rhs) if rhs.size else rhs


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


@lower
def MatrixSolveLs(matrix, rhs, l2_regularizer: float, fast):
    """By the normal equations."""
    if not fast:
        raise Error("least squares by singular values have no lowering; fast=true takes the normal equations")
    rows, columns = matrix.shape[-2:]
    wide = matrix.convert(F64) if not matrix.is_complex else matrix
    right, other = rhs.convert(wide.element), turned(wide)
    gram = times(other, wide) if rows >= columns else times(wide, other)
    gram = gram + identity(gram, gram.shape[-1]) * l2_regularizer
    result = solved(gram, times(other, right)) if rows >= columns else times(other, solved(gram, right))
    return result.convert(matrix.element)


# Reflections


@lower
def Qr(input, full_matrices):
    """By Householder's reflections I - tau v v^H, each of which leaves -sign(c) |column| of a column that begins with c."""
    *stack, rows, columns = input.shape
    inner = rows if full_matrices else min(rows, columns)
    if not input.size:
        shapes = (*stack, rows, inner), (*stack, inner, columns)
        return [
            identity(input, rows)[..., :inner] if prod(stack) * rows else splat(0, shapes[0], input.element),
            splat(0, shapes[1], input.element),
        ]
    wide = widened(input)
    rows_axis, columns_axis = input.rank - 2, input.rank - 1
    column, place = iota(wide.shape, columns_axis), iota((*wide.shape[:-1], 1), rows_axis)

    def turn(q, r, step):
        current = picked(r, column == step, columns_axis)
        first = picked(current, place == step, rows_axis)
        v, tau = reflector(current, first, place, step)
        upper = matrix_product(turned(v), r)
        r = r - spread_over(v, r) * spread_over(upper, r) * spread_over(tau, r)
        right = matrix_product(q, v)
        q = q - spread_over(right, q) * spread_over(turned(v), q) * spread_over(conjugate(tau), q)
        return [q, r, step + 1]

    q, r, _ = loop(lambda q, r, step: step < min(rows, columns), turn, identity(wide, rows), wide, splat(0, (), I32))
    r = select(iota(r.shape, rows_axis) <= iota(r.shape, columns_axis), r, 0)
    return [q[..., :inner].convert(input.element), r[..., :inner, :].convert(input.element)]


def reflector(current: Tensor, first: Tensor, place: Tensor, step: Tensor) -> tuple[Tensor, Tensor]:
    """v [..., m, 1] with 1 at `step` and zeros above, and tau [..., 1, 1]; tau is 0 where nothing stands below."""
    axis = current.rank - 2
    tail = select(place > step, abs(current), 0)
    below = (tail * tail).sum(axis, keep=True)
    size = abs(first)
    real = unary("real", first, first.element.element) if first.is_complex else first
    imaginary = unary("imag", first, first.element.element) if first.is_complex else None
    norm = sqrt(below + size * size)
    is_done = below == 0 if imaginary is None else (below == 0) & (imaginary == 0)
    beta = select(real >= 0, -norm, norm)
    beta = select(is_done, splat(1, beta.shape, beta.element), beta).convert(first.element)
    scaled = current / spread_over(select(is_done, splat(1, first.shape, first.element), first - beta), current)
    v = select(place == step, splat(1, current.shape, current.element), select(place > step, scaled, 0))
    return v, select(is_done, splat(0, first.shape, first.element), conjugate((beta - first) / beta))


def matrix_product(x: Tensor, y: Tensor) -> Tensor:
    """[..., m, k] and [..., k, n] to [..., m, n]; one of m and n is 1."""
    if x.shape[-2] == 1:
        turned_x = x.transpose(*range(x.rank - 2), x.rank - 1, x.rank - 2)
        return (spread_over(turned_x, y) * y).sum(y.rank - 2, keep=True)
    turned_y = y.transpose(*range(y.rank - 2), y.rank - 1, y.rank - 2)
    return (x * spread_over(turned_y, x)).sum(x.rank - 1, keep=True)


# The names of TensorFlow's first versions
lowered_by(
    BatchMatrixInverse=MatrixInverse, BatchMatrixSolve=MatrixSolve, BatchMatrixDeterminant=MatrixDeterminant, BatchCholeskyGrad=CholeskyGrad,
    BatchMatrixSolveLs=MatrixSolveLs,
)  # fmt: skip
