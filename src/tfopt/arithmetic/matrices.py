"""Matrices [..., m, n] as arithmetic: elimination with pivots and orthogonal reflections, a column at each turn of a loop.

Rows and columns are chosen by masks, so that what a pivot is not may be NaN. Sources: Golub and Van Loan, "Matrix computations", 3.4 and 5.2;
LAPACK's manual for where factors lie.
"""

from __future__ import annotations

from tfir.ir.attributes import BoolAttr, EnumAttr
from tfir.ir.types import I32
from tfir.ods.shapes import least

from tfopt.arithmetic.complex_numbers import conjugate
from tfopt.arithmetic.tensor import Tensor, broadcast_to, compare, dot_general, emit, iota, loop, number, select, splat, sqrt, unary


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


def diagonal(x: Tensor) -> Tensor:
    return picked(x, iota(x.shape, x.rank - 2) == iota(x.shape, x.rank - 1), x.rank - 1).reshape(*x.shape[:-1])


def lower_triangle(x: Tensor) -> Tensor:
    return select(iota(x.shape, x.rank - 2) >= iota(x.shape, x.rank - 1), x, 0)


def times(x: Tensor, y: Tensor) -> Tensor:
    """Matrices of the same batch."""
    stack = list(range(x.rank - 2))
    return dot_general(x, y, ([x.rank - 1], [y.rank - 2]), (stack, stack))


def spread_over(x: Tensor, like: Tensor) -> Tensor:
    return broadcast_to(x, like.shape)


def triangular(matrix: Tensor, rhs: Tensor, lower: bool) -> Tensor:
    """X with matrix X = rhs; the other triangle is not read."""
    flags = {"left_side": True, "lower": lower, "unit_diagonal": False}
    return emit(
        "triangular_solve", [matrix, rhs], rhs.type, **{name: BoolAttr(flag) for name, flag in flags.items()},
        transpose_a=EnumAttr("stablehlo.transpose", "NO_TRANSPOSE"),
    )  # fmt: skip


# Elimination


def eliminated(x: Tensor, columns: int, size_of=abs) -> list[Tensor]:
    """Gaussian elimination of the first columns, with the largest element of each as pivot, by `size_of`: the rows in their new order, below
    the diagonal the factors; which row came to each place, in i32 [..., m, 1]; with which row each of the first k changed places, in i32
    [..., k, 1]. A column without a pivot stays as it is."""
    rows_axis, columns_axis = x.rank - 2, x.rank - 1
    row, column = iota(x.shape, rows_axis), iota(x.shape, columns_axis)
    place, count = iota((*x.shape[:-1], 1), rows_axis), least(x.shape[rows_axis], columns)
    slot = iota((*x.shape[:-2], count, 1), rows_axis)

    def turn(now, order, pivots, step):
        current = picked(now, column == step, columns_axis)
        size = select(place >= step, size_of(current), -1)
        largest = spread_over(size.max(rows_axis, keep=True), place)
        pivot = select(compare("EQ", size, largest), place, x.shape[rows_axis]).min(rows_axis, keep=True)
        pivot = select(pivot < x.shape[rows_axis], pivot, step)  # of NaN none is the largest
        now, order = swapped(now, row, pivot, step), swapped(order, place, pivot, step)
        current, chosen = picked(now, column == step, columns_axis), picked(now, row == step, rows_axis)
        divisor = picked(chosen, iota(chosen.shape, columns_axis) == step, columns_axis)
        factor = current / spread_over(select(divisor == 0, 1, divisor), current)
        rest = now - spread_over(factor, now) * spread_over(chosen, now)
        below = select(column > step, rest, select(column == step, spread_over(factor, now), now))
        now = select(row > step, below, now)
        return [now, order, select(slot == step, spread_over(pivot, slot), pivots), step + 1]

    return loop(lambda now, order, pivots, step: step < count, turn, x, place, slot, splat(0, (), I32))[:3]


def swapped(x: Tensor, row: Tensor, pivot: Tensor, step: Tensor) -> Tensor:
    """Rows `pivot`, one for each matrix, and `step` change places."""
    pivots = spread_over(pivot, row)
    mine, theirs = picked(x, row == step, x.rank - 2), picked(x, row == pivots, x.rank - 2)
    return select(row == step, spread_over(theirs, x), select(row == pivots, spread_over(mine, x), x))


# Reflections


def reflected(x: Tensor) -> tuple[Tensor, Tensor]:
    """Householder's reflections I - tau v v^H, each of which leaves -sign(c) |column| of a column that begins with c: R in the upper
    triangle and below it the v without their first 1, as LAPACK's geqrf packs them; tau [..., k]."""
    count = least(*x.shape[-2:])
    start = x, splat(0, (*x.shape[:-2], count), x.element), splat(0, (), I32)
    packed, taus, _ = loop(lambda packed, taus, step: step < count, lambda *now: [*with_reflection(*now), now[-1] + 1], *start)
    return packed, taus


def with_reflection(packed: Tensor, taus: Tensor, step: Tensor) -> list[Tensor]:
    """What the reflection for column `step` leaves of the columns behind it, packed, and its tau in its place."""
    rows_axis, columns_axis = packed.rank - 2, packed.rank - 1
    row, column, place = iota(packed.shape, rows_axis), iota(packed.shape, columns_axis), iota((*packed.shape[:-1], 1), rows_axis)
    current = picked(packed, column == step, columns_axis)
    v, tau = reflector(current, picked(current, place == step, rows_axis), place, step)
    changed = packed - spread_over(v, packed) * spread_over(matrix_product(turned(v), packed) * conjugate(tau), packed)
    packed = select(column < step, packed, select((column == step) & (row > step), spread_over(v, packed), changed))
    is_own = iota(taus.shape, taus.rank - 1) == step
    return [packed, select(is_own, broadcast_to(tau.reshape(*tau.shape[:-1]), taus.shape), taus)]


def pivoted(x: Tensor, first: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """As `reflected`, of the columns in an order by which the diagonal of R falls, those that `first` [..., n] is not 0 of before all others;
    also that order, in i32 [..., n]."""
    rows_axis, columns_axis = x.rank - 2, x.rank - 1
    row, column = iota(x.shape, rows_axis), iota((*x.shape[:-2], 1, x.shape[-1]), columns_axis)

    def turn(packed, order, is_first, taus, step):
        rest = select(row >= step, abs(packed), 0)
        length = select(is_first == 1, float("inf"), (rest * rest).sum(rows_axis, keep=True))
        length = select(column >= step, length, -1)
        largest = select(length == length.max(columns_axis, keep=True), column, x.shape[-1]).min(columns_axis, keep=True)
        chosen = select(largest < x.shape[-1], largest, step)  # of NaN none is the largest

        def exchanged(each: Tensor) -> Tensor:
            mine, theirs = picked(each, column == step, columns_axis), picked(each, column == chosen, columns_axis)
            return select(column == step, theirs, select(column == chosen, mine, each))

        packed, order, is_first = map(exchanged, (packed, order, is_first))
        packed, taus = with_reflection(packed, taus, step)
        return [packed, order, is_first, taus, step + 1]

    is_first = (first != 0).convert(I32).expand(-2)
    start = x, column, is_first, splat(0, (*x.shape[:-2], min(x.shape[-2:])), x.element), splat(0, (), I32)
    packed, order, _, taus, _ = loop(lambda *now: now[-1] < x.shape[-1], turn, *start)
    return packed, order.reshape(*first.shape), taus


def product_of_reflectors(packed: Tensor, taus: Tensor, columns: int) -> Tensor:
    """The first columns of H1 H2 ... Hk, whose vectors stand below the diagonal of `packed`: [..., m, columns]."""
    return times_reflectors(packed, taus, identity(packed, packed.shape[-2])[..., :columns])


def times_reflectors(packed: Tensor, taus: Tensor, matrix: Tensor, is_adjoint: bool = False) -> Tensor:
    """H1 H2 ... Hk times a matrix, or (H1 H2 ... Hk)^H times it; the vectors stand below the diagonal of `packed`."""
    rows_axis, count = packed.rank - 2, taus.shape[-1]
    column, place = iota(packed.shape, packed.rank - 1), iota((*packed.shape[:-1], 1), rows_axis)
    slot = iota(taus.shape, taus.rank - 1)
    taus = conjugate(taus) if is_adjoint else taus

    def turn(product, step):
        stored = picked(packed, column == step, packed.rank - 1)
        v = select(place == step, splat(1, stored.shape, stored.element), select(place > step, stored, 0))
        tau = picked(taus, slot == step, taus.rank - 1).expand(-1)
        product = product - spread_over(v, product) * spread_over(matrix_product(turned(v), product), product) * spread_over(tau, product)
        return [product, step + 1 if is_adjoint else step - 1]

    if is_adjoint:
        return loop(lambda product, step: step < number(count), turn, matrix, splat(0, (), I32))[0]
    return loop(lambda product, step: step >= 0, turn, matrix, number(count) - 1)[0]


def hessenberg(x: Tensor, low: int = 0, high: int | None = None) -> tuple[Tensor, Tensor]:
    """Q^H x Q without elements below the first subdiagonal in rows from `low` to before `high`, beyond which x has none anyway, and there
    the vectors of the reflections that Q is, as LAPACK's gehrd packs them; tau [..., n - 1]."""
    size, rows_axis, columns_axis = x.shape[-1], x.rank - 2, x.rank - 1
    high = size if high is None else high
    if size <= 1:
        return x, splat(0, (*x.shape[:-2], 0), x.element)
    row, column, place = iota(x.shape, rows_axis), iota(x.shape, columns_axis), iota((*x.shape[:-1], 1), rows_axis)
    slot = iota((*x.shape[:-2], size - 1), x.rank - 2)

    def turn(packed, taus, step):
        current = select(place < high, picked(packed, column == step, columns_axis), 0)
        v, tau = reflector(current, picked(current, place == step + 1, rows_axis), place, step + 1)
        kept = select(column > step, packed, 0)
        right = kept - select(place < high, matrix_product(kept, v), 0) * tau * turned(v)
        changed = right - v * matrix_product(turned(v), right) * conjugate(tau)
        own = packed - v * matrix_product(turned(v), packed) * conjugate(tau)
        below = select((row > step + 1) & (row < high), spread_over(v, packed), own)
        packed = select(column < step, packed, select(column == step, below, changed))
        return [packed, select(slot == step, tau.reshape(*tau.shape[:-1]), taus), step + 1]

    start = x, splat(0, slot.shape, x.element), splat(low, (), I32)
    packed, taus, _ = loop(lambda packed, taus, step: step < high - 1, turn, *start)
    return packed, taus


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
    return v, select(is_done, splat(0, first.shape, first.element), (beta - first) / beta)


def matrix_product(x: Tensor, y: Tensor) -> Tensor:
    """[..., m, k] and [..., k, n] to [..., m, n]; one of m and n is 1."""
    if x.shape[-2] == 1:
        turned_x = x.transpose(*range(x.rank - 2), x.rank - 1, x.rank - 2)
        return (spread_over(turned_x, y) * y).sum(y.rank - 2, keep=True)
    turned_y = y.transpose(*range(y.rank - 2), y.rank - 1, y.rank - 2)
    return (x * spread_over(turned_y, x)).sum(x.rank - 1, keep=True)
