"""The Schur form of a matrix by Francis's QR steps, and the eigenvectors that it tells. All in double precision.

Each problem of a batch has its own rows in a step: where it has none, its reflection is the identity. What the form looks like, and what
the steps are, says `tfir.dialects.stablehlo.schur`. Sources: Golub and Van Loan, "Matrix Computations", 7.4 and 7.5; Parlett and Reinsch,
"Balancing a matrix for calculation of eigenvalues and eigenvectors"; LAPACK's manual.
"""

from __future__ import annotations

from collections.abc import Callable

from tfir.dialects.stablehlo.schur import MOST_TURNS
from tfir.ir.types import F64, I32

from tfopt.arithmetic.complex_numbers import atan2, complex_of, conjugate, imag_of, real_of
from tfopt.arithmetic.matrices import (
    diagonal,
    hessenberg,
    identity,
    matrix_product,
    picked,
    product_of_reflectors,
    reflector,
    times,
    turned,
)
from tfopt.arithmetic.tensor import Tensor, broadcast_to, iota, loop, maximum, pad, select, splat, sqrt, unary

EPSILON = 2.0**-52
LEAST = 2.0**-970  # below it lies what stands for a difference of equal eigenvalues


class Places:
    """Where the elements of square matrices lie, and parts of these by masks: columns [..., n, 1], rows [..., 1, n], numbers [..., 1, 1]."""

    def __init__(self, x: Tensor):
        self.size, self.rows, self.columns = x.shape[-1], x.rank - 2, x.rank - 1
        self.row, self.column = iota(x.shape, self.rows), iota(x.shape, self.columns)
        self.place = iota((*x.shape[:-1], 1), self.rows)

    def beside(self, x: Tensor, offset: int) -> Tensor:
        """Of each row the element so many columns right of the diagonal, 0 where there is none: a column."""
        return picked(x, self.column == self.row + offset, self.columns)

    def column_at(self, x: Tensor, number: Tensor) -> Tensor:
        return picked(x, self.column == number, self.columns)

    def element(self, x: Tensor, row: Tensor, column: Tensor) -> Tensor:
        return picked(self.column_at(x, column), self.place == row, self.rows)

    def below(self, x: Tensor, by: int) -> Tensor:
        """A column moved down, or up, with zeros behind it."""
        low, high = [0] * x.rank, [0] * x.rank
        low[self.rows], high[self.rows] = by, -by
        return pad(x, low, high)

    def along(self, column: Tensor) -> Tensor:
        """A column as a row."""
        return column.transpose(*range(self.rows), self.columns, self.rows)

    def as_diagonal(self, column: Tensor, offset: int = 0) -> Tensor:
        """The matrix that has row by row the elements of a column, so many columns right of the diagonal."""
        return select(self.column == self.row + offset, column, 0)


def highest_where(condition: Tensor, numbers: Tensor, axis: int, otherwise: int) -> Tensor:
    return select(condition, numbers, otherwise).max(axis, keep=True)


# The form


def schur(matrix: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """The form T and the vectors Q with Q T Q^H = matrix, and how many of the first eigenvalues were not come to [..., 1, 1]."""
    packed, taus = hessenberg(matrix)
    at = Places(matrix)
    form, vectors = select(at.row <= at.column + 1, packed, 0), orthogonal_of(packed, taus)
    if at.size == 1:
        return form, vectors, splat(0, (*matrix.shape[:-2], 1, 1), I32)
    return (triangular_form if matrix.is_complex else quasi_triangular_form)(at, form, vectors)


def orthogonal_of(packed: Tensor, taus: Tensor) -> Tensor:
    """The product of the reflections that made a Hessenberg matrix, the first of which leaves the first row alone."""
    size = packed.shape[-1]
    if size == 1:
        return identity(packed, 1)
    low, high = [0] * packed.rank, [0] * packed.rank
    low[-1], high[-1] = 1, -1
    taus = pad(taus, [0] * (taus.rank - 1) + [1], [0] * taus.rank)
    return product_of_reflectors(pad(packed, low, high), taus, size)


def triangular_form(at: Places, form: Tensor, vectors: Tensor):
    def first(form: Tensor, start: Tensor, end: Tensor, is_stuck: Tensor) -> Tensor:
        a, b, c, d = corner(at, form, end)
        half, product = (a - d) / 2, b * c
        root = sqrt(half * half + product)
        sums = half + root, half - root
        larger = select(abs(sums[0]) >= abs(sums[1]), *sums)
        shift = d - select(larger == 0, 0, product / select(larger == 0, 1, larger))
        shift = shift + select(is_stuck, abs(c), 0).convert(form.element)
        chosen = at.column_at(form, start)
        return chosen - select(at.place == start, shift, 0)

    def ends(is_joined: Tensor) -> Tensor:
        return highest_where(is_joined, at.place, at.rows, 0)

    return converged(at, form, vectors, 2, first, ends)


def quasi_triangular_form(at: Places, form: Tensor, vectors: Tensor):
    def first(form: Tensor, start: Tensor, end: Tensor, is_stuck: Tensor) -> Tensor:
        a, b, c, d = corner(at, form, end)
        size = abs(c) + abs(at.element(form, end - 1, end - 2))
        total, product = select(is_stuck, size * 1.5, a + d), select(is_stuck, size * size, a * d - b * c)
        once = at.column_at(form, start)
        chosen = times(form, once) - total * once
        return chosen + select(at.place == start, product, 0)

    def ends(is_joined: Tensor) -> Tensor:
        """Blocks of two rows have come to their eigenvalues."""
        joined = is_joined.convert(I32)
        return highest_where((joined + at.below(joined, 1)) == 2, at.place, at.rows, 0)

    form, vectors, left = converged(at, form, vectors, 3, first, ends)
    return *standardized(at, form, vectors), left


def corner(at: Places, form: Tensor, end: Tensor) -> list[Tensor]:
    return [at.element(form, row, column) for row in (end - 1, end) for column in (end - 1, end)]


Column = Callable[[Tensor, Tensor, Tensor, Tensor], Tensor]


def converged(at: Places, form: Tensor, vectors: Tensor, width: int, first: Column, ends: Callable[[Tensor], Tensor]):
    """Steps until no block is left that `ends` tells, by the rows that are joined to the one above them, the last row of. A step begins with
    the reflection of what `first` gives, of the block's rows `start` and `end`, and goes on with those that make a Hessenberg matrix again."""

    def cleared(form: Tensor) -> list[Tensor]:
        """What is below the diagonal and too small to count becomes 0. The form, and the first and the last row of the block to work at."""
        below, own = abs(at.beside(form, -1)), abs(at.beside(form, 0))
        around = own + at.below(own, 1)
        largest = abs(form).max(at.rows, at.columns, keep=True)
        is_joined = (at.place > 0) & (below > select(around == 0, largest, around) * EPSILON)
        form = select((at.column == at.row - 1) & ~is_joined, 0, form)
        end = ends(is_joined)
        return [form, highest_where(~is_joined & (at.place < end), at.place, at.rows, 0), end]

    def step(form, vectors, start, end, turns, total):
        is_stuck = turns % 10 == 9
        leading = first(form, start, end, is_stuck)

        def chase(form, vectors, row):
            previous = select(start == row, leading, at.column_at(form, row - 1))
            inside = (at.place >= row) & (at.place < row + width) & (at.place <= end)
            current = select(inside, previous, 0)
            v, tau = reflector(current, picked(current, at.place == row, at.rows), at.place, row)
            tau = select((start <= row) & (end > row), tau, 0)
            form = reflected_from_both_sides(form, v, tau)
            made_zero = (at.column == row - 1) & (at.row > row) & (start < row)
            return [select(made_zero, 0, form), reflected_from_right(vectors, v, tau), row + 1]

        last = end.max(*range(end.rank))
        form, vectors, _ = loop(
            lambda form, vectors, row: row < last, chase, form, vectors, select(end > 0, start, at.size).min(*range(end.rank))
        )
        form, start, now = cleared(form)
        return [form, vectors, start, now, select(now == end, turns + 1, 0), total + 1]

    form, start, end = cleared(form)
    carried = form, vectors, start, end, splat(0, end.shape, I32), splat(0, (), I32)
    most = MOST_TURNS * max(10, at.size)
    form, vectors, _, end, _, _ = loop(
        lambda form, vectors, start, end, turns, total: (end.max(*range(end.rank)) > 0) & (total < most), step, *carried
    )
    return form, vectors, select(end > 0, end + 1, 0)


def reflected_from_both_sides(x: Tensor, v: Tensor, tau: Tensor) -> Tensor:
    """H^H x H of H = I - tau v v^H."""
    x = x - v * matrix_product(turned(v), x) * conjugate(tau)
    return reflected_from_right(x, v, tau)


def reflected_from_right(x: Tensor, v: Tensor, tau: Tensor) -> Tensor:
    return x - (matrix_product(x, v) * tau) * turned(v)


def standardized(at: Places, form: Tensor, vectors: Tensor) -> tuple[Tensor, Tensor]:
    """Turns blocks of two rows so that they are triangular, or that their diagonals are of two equal elements where eigenvalues are complex."""
    a, b = at.beside(form, 0), at.beside(form, 1)
    c, d = at.below(at.beside(form, -1), -1), at.below(a, -1)
    is_first = c != 0
    half = (a - d) / 2
    discriminant = half * half + b * c
    is_real = discriminant >= 0
    root = sqrt(select(is_real, discriminant, 0))
    to_eigenvector = atan2(c, half + select(half < 0, -root, root))
    angle = select(is_first, select(is_real, to_eigenvector, atan2(d - a, b + c) / 2), 0)
    turn = rotations(at, unary("cosine", angle), unary("sine", angle), is_first)
    form, vectors = times(turned(turn), times(form, turn)), times(vectors, turn)
    is_cut = is_first & is_real
    form = select((at.column == at.row - 1) & (at.below(is_cut.convert(I32), 1) == 1), 0, form)
    a, is_pair = at.beside(form, 0), (is_first & ~is_real).convert(I32)
    mean = (a + at.below(a, -1)) / 2
    own = select(is_pair == 1, mean, select(at.below(is_pair, 1) == 1, at.below(mean, 1), a))
    return select(at.row == at.column, own, form), vectors


def rotations(at: Places, cosine: Tensor, sine: Tensor, is_first: Tensor) -> Tensor:
    """The matrix that turns each two rows of which the first is marked: [[cosine, -sine], [conjugate sine, cosine]]."""
    cosine, sine = select(is_first, cosine, 0), select(is_first, sine, 0)
    own = cosine + at.below(cosine, 1)
    is_free = ~is_first & (at.below(is_first.convert(I32), 1) == 0)
    own = select(is_free, 1, own)
    return at.as_diagonal(own) + at.as_diagonal(-sine, 1) + at.as_diagonal(at.below(conjugate(sine), 1), -1)


def eigenvalues(form: Tensor) -> tuple[Tensor, Tensor]:
    """The real and imaginary parts of the eigenvalues [..., n] that a form shows."""
    if form.is_complex:
        own = diagonal(form)
        return real_of(own), imag_of(own)
    at, flat = Places(form), form.shape[:-1]
    above, below = abs(at.beside(form, 1)), abs(at.below(at.beside(form, -1), -1))
    size = sqrt(above) * sqrt(below)
    return at.beside(form, 0).reshape(*flat), (size - at.below(size, 1)).reshape(*flat)


# Vectors


def made_complex(form: Tensor, vectors: Tensor) -> tuple[Tensor, Tensor]:
    """The triangular form of a real one in standard form. A block [[a, b], [c, a]] has the eigenvector [b, i s] of a + i s, s = sqrt(-b c)."""
    at = Places(form)
    b, c = at.beside(form, 1), at.below(at.beside(form, -1), -1)
    is_first = c != 0
    s = sqrt(abs(b)) * sqrt(abs(c))
    length = select(is_first, sqrt(b * b + s * s), 1)
    sign = select(b < 0, splat(-1, b.shape, b.element), 1)
    cosine, sine = complex_of(sign * b / length, b * 0), complex_of(b * 0, -sign * s / length)
    turn = rotations(at, cosine, sine, is_first)
    form, vectors = form.convert(turn.element), vectors.convert(turn.element)
    form = times(turned(turn), times(form, turn))
    return select(at.row <= at.column, form, 0), times(vectors, turn)


def vectors_of(form: Tensor) -> Tensor:
    """The eigenvectors of triangular complex matrices, in columns, by substitution for all eigenvalues at once. Where two are equal their
    difference is taken for a very small one, and columns that grow by it are made smaller."""
    at = Places(form)
    own = diagonal(form).expand(-2)  # along columns
    least = maximum(abs(own) * EPSILON, LEAST)

    def turn(x, row):
        chosen = picked(form, at.row == row, at.rows)
        total = matrix_product(select(iota(chosen.shape, at.columns) > row, chosen, 0), x)
        difference = own - picked(chosen, iota(chosen.shape, at.columns) == row, at.columns)
        difference = select(abs(difference) < least, least.convert(form.element), difference)
        place = iota(total.shape, at.columns)
        value = select(place > row, total / difference, (place == row).convert(form.element))
        size = abs(value)
        shrunk = select(size > 1e100, 1 / select(size > 1e100, size, 1), 1).convert(form.element)
        x = select(at.row == row, value, x) * shrunk
        return [x, row - 1]

    return loop(lambda x, row: row >= 0, turn, splat(0, form.shape, form.element), splat(at.size - 1, (), I32))[0]


def left_vectors_of(form: Tensor) -> Tensor:
    """The left ones, which are those of the adjoint, which is triangular when rows and columns stand the other way round."""
    axes = form.rank - 2, form.rank - 1
    return vectors_of(turned(form).reverse(*axes)).reverse(*axes)


def of_length_one(vectors: Tensor) -> Tensor:
    """Columns of length 1, of which the largest element is a real number above 0, as LAPACK turns them."""
    at, size = Places(vectors), abs(vectors)
    largest = size.max(at.rows, keep=True)
    scaled = vectors / select(largest == 0, 1, largest).convert(vectors.element)
    size = abs(scaled)
    first = select(size == size.max(at.rows, keep=True), at.row, at.size).min(at.rows, keep=True)
    chosen = picked(scaled, at.row == first, at.rows)
    squares = size * size
    length = sqrt(squares.sum(at.rows, keep=True)) * abs(chosen)
    phase = conjugate(chosen) / select(length == 0, 1, length).convert(chosen.element)
    return scaled * phase


# Balance


def permuted(matrix: Tensor) -> tuple[Tensor, Tensor]:
    """The matrix with those rows last, and those columns first, that tell an eigenvalue by themselves, and the permutation P with
    P result P^T = matrix."""
    at = Places(matrix)

    def turn(now, order, low, high, _):
        is_active = (at.place >= low) & (at.place <= high)
        beside = at.along(is_active.convert(I32)) * is_active.convert(I32) == 1
        beside = beside & (at.row != at.column) & (now != 0)
        of_row, of_column = [beside.convert(I32).max(axis, keep=True) for axis in (at.columns, at.rows)]
        row = highest_where(is_active & (of_row == 0), at.place, at.rows, -1)
        column = highest_where(is_active & (at.along(of_column) == 0), at.place, at.rows, -1)
        by_row, by_column = (row >= 0) & (low < high), (row < 0) & (column >= 0) & (low < high)
        one, other = select(by_row, row, select(by_column, column, low)), select(by_row, high, low)
        exchanged = (at.row == one) & (at.column == other) | (at.row == other) & (at.column == one)
        stays = (at.row == at.column) & (at.row != one) & (at.row != other)
        exchange = (exchanged | stays).convert(matrix.element)
        now, order = times(exchange, times(now, exchange)), times(order, exchange)
        is_new = by_row | by_column
        return [now, order, low + by_column.convert(I32), high - by_row.convert(I32), is_new.convert(I32).max(*range(is_new.rank))]

    low = splat(0, (*matrix.shape[:-2], 1, 1), I32)
    start = matrix, identity(matrix, at.size), low, splat(at.size - 1, low.shape, I32), splat(1, (), I32)
    now, order, *_ = loop(lambda now, order, low, high, left: left > 0, turn, *start)
    return now, order


def balanced(matrix: Tensor) -> tuple[Tensor, Tensor]:
    """The matrix D^-1 matrix D whose rows are about as long as its columns, and the powers of two in D as a column."""
    at = Places(matrix)
    most = 10 * at.size

    def turn(now, scale, step, still):
        index = step % at.size
        sizes = select(at.row == at.column, 0, abs(now))
        column = length_of(picked(sizes, at.column == index, at.columns), at.rows)
        row = length_of(picked(sizes, at.row == index, at.rows), at.columns)
        is_open = (column > 0) & (row > 0) & (column < 1e150) & (row < 1e150)
        column, row = select(is_open, column, 1), select(is_open, row, 1)
        factor = power_of_two(row / column)
        is_better = is_open & (column * factor + row / factor < (column + row) * 0.95)
        factor = select(is_better, factor, 1)
        own = select(at.place == index, factor, 1)
        now = now * at.along(own).convert(now.element) / own.convert(now.element)
        is_changed = is_better.convert(I32).max(*range(is_better.rank)) > 0
        return [now, scale * own, step + 1, select(is_changed, 0, still + 1)]

    start = matrix, splat(1, (*matrix.shape[:-1], 1), F64), splat(0, (), I32), splat(0, (), I32)
    now, scale, *_ = loop(lambda now, scale, step, still: (step < most) & (still < at.size), turn, *start)
    return now, scale


def length_of(x: Tensor, axis: int) -> Tensor:
    return sqrt((x * x).sum(axis, keep=True))


def power_of_two(square: Tensor) -> Tensor:
    """A power of two about as large as the root of a positive number."""
    factor, is_small = splat(1, square.shape, F64), square < 1
    rest = select(is_small, 1 / square, square)
    for exponent in (256, 128, 64, 32, 16, 8, 4, 2, 1):
        is_large = rest >= 2.0 ** (2 * exponent - 1)
        factor = select(is_large, factor * 2.0**exponent, factor)
        rest = select(is_large, rest / 2.0**exponent / 2.0**exponent, rest)
    return select(is_small, 1 / factor, factor)


# Of any matrix


def schur_of_any(matrix: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """As `schur`; rows that tell an eigenvalue by themselves, and numbers of any size, do no harm."""
    matrix, unit = within_range(matrix)
    now, order = permuted(matrix)
    form, vectors, left_over = schur(now)
    return form * unit.convert(form.element), times(order, vectors), left_over


def eigen_of_any(matrix: Tensor, has_left: bool, has_right: bool) -> tuple[Tensor, Tensor, Tensor | None, Tensor | None, Tensor]:
    """The real and imaginary parts of the eigenvalues [..., n], left and right vectors in columns as complex numbers, where they are asked
    for, and how many of the first eigenvalues were not come to [..., 1, 1]."""
    matrix, unit = within_range(matrix)
    now, order = permuted(matrix)
    now, scale = balanced(now)
    form, vectors, left_over = schur(now)
    real, imaginary = eigenvalues(form)
    sides: list[Tensor | None] = [None, None]
    if has_left or has_right:
        is_real = not matrix.is_complex
        form, vectors = made_complex(form, vectors) if is_real else (form, vectors)
        order, scale = order.convert(form.element), scale.convert(form.element)
        for number, (is_needed, own, by) in enumerate([(has_left, left_vectors_of, 1 / scale), (has_right, vectors_of, scale)]):
            if is_needed:
                columns = times(vectors, own(form))
                columns = of_length_one(times(order, columns * by))
                sides[number] = of_real_matrix(columns, imaginary) if is_real else columns
    flat = unit.reshape(*unit.shape[:-1])
    return real * broadcast_to(flat, real.shape), imaginary * broadcast_to(flat, real.shape), *sides, left_over


def of_real_matrix(vectors: Tensor, imaginary: Tensor) -> Tensor:
    """Real vectors of real eigenvalues, and of the second of a pair the conjugate of the first's."""
    at, imaginary = Places(vectors), imaginary.expand(-2)
    real = real_of(vectors)
    real = real / length_of(real, at.rows)
    low, high = [0] * vectors.rank, [0] * vectors.rank
    low[-1], high[-1] = 1, -1
    first = pad(vectors, low, high)
    return select(imaginary == 0, complex_of(real, real * 0), select(imaginary < 0, conjugate(first), vectors))


def within_range(matrix: Tensor) -> tuple[Tensor, Tensor]:
    """The matrix, divided by its largest element where squares of its elements would be too large or too small, and what it was divided by
    [..., 1, 1]."""
    largest = abs(matrix).max(-2 % matrix.rank, -1 % matrix.rank, keep=True)
    unit = select(((largest > 1e100) | (largest < 1e-100)) & (largest > 0) & (largest < float("inf")), largest, 1)
    return matrix / unit.convert(matrix.element), unit
