"""Eigenvalues and singular values by Jacobi's rotations. All in double precision.

Source: Golub and Van Loan, "Matrix Computations", 8.5 and 8.6 (rotations of many pairs at once). The signs of vectors are each library's choice;
of those that share a value, all bases of their space are as good.
"""

from __future__ import annotations

import numpy as np
from tfir.ir.attributes import BoolAttr, IntegerAttr
from tfir.ir.types import F64, I32, I64, ComplexType
from tfir.ods.shapes import is_static, least, most

from tfopt.arithmetic.matrices import diagonal, identity, lower_triangle, picked, product_of_reflectors, reflected, times, turned
from tfopt.arithmetic.tensor import (
    Tensor,
    broadcast_to,
    concatenate,
    dynamic_slice,
    emit_many,
    iota,
    literal,
    loop,
    maximum,
    minimum,
    number,
    pad,
    region_of,
    select,
    splat,
    sqrt,
)


def in_double(x: Tensor) -> Tensor:
    return x.convert(ComplexType(F64) if x.is_complex else F64)


# Rotations

LARGEST = 1 << 16  # columns of a matrix whose size is not known


def tournament(count: int) -> np.ndarray:
    """Rounds in which each of `count` meets each other once: the partner of each in each round [rounds, count], itself when it pauses."""
    seats, rounds = list(range(count + count % 2)), []
    for _ in range(len(seats) - 1):
        partner = np.arange(len(seats), dtype=np.int32)
        for one, other in zip(seats[: len(seats) // 2], seats[::-1]):
            partner[one], partner[other] = other, one
        rounds.append(np.where(partner < count, partner, np.arange(len(seats)))[:count])
        seats = [seats[0], seats[-1], *seats[1:-1]]
    return np.array(rounds, np.int32)


def in_tournament(count):
    """The partners [count, 1] in a round, and how many rounds there are. Of a number that is not known, in another order of rounds: whose
    numbers have the number of the round as remainder of their sum are partners, and who would be alone meets the last, or pauses."""
    if isinstance(count, int):
        partners = tournament(count)
        zero = splat(0, (), I32)
        return lambda step: dynamic_slice(literal(partners), [step, zero], (1, count)).reshape(count, 1), len(partners)
    size = number(count)
    rounds = maximum(size - 1 + size % 2, 1)

    def partner_in(step: Tensor) -> Tensor:
        place = iota((count, 1), 0)
        other = (step - place + rounds) % rounds
        alone = (step * ((rounds + 1) / 2)) % rounds  # twice this number leaves the round's
        other = select(place == rounds, alone, select(other == place, rounds, other))
        return select(other < size, other, place)

    return partner_in, rounds


def eigen(matrix: Tensor) -> tuple[Tensor, Tensor]:
    """Of Hermitian matrices [..., n, n] of double precision the eigenvalues, rising: [..., n], and the vectors of length 1, in columns. Ends
    when nothing beside the diagonals counts any more."""

    def turn(partner: Tensor, now: Tensor, vectors: Tensor) -> list[Tensor]:
        rotation = rotation_of(now, partner)
        return [times(turned(rotation), times(now, rotation)), times(vectors, rotation)]

    matrix, vectors = swept(turn, lambda now, _: unsettled(now), matrix, identity(matrix, matrix.shape[-1]))
    return in_order(diagonal(matrix).convert(F64), vectors, is_rising=True)


def swept(turn, is_left, *carried: Tensor) -> list[Tensor]:
    """What `turn` makes of the matrices carried, the last of n columns, round after round of all pairs of these, while something is left."""
    count = carried[-1].shape[-1]
    if count == 1:
        return list(carried)
    partner_in, rounds = in_tournament(count)
    most = rounds * (8 + (count.bit_length() if isinstance(count, int) else LARGEST.bit_length()))

    def round_of(_, step, *now):
        now = turn(partner_in(step % rounds), *now)
        return [is_left(*now), step + 1, *now]

    start = splat(1, (), I32), splat(0, (), I32), *carried
    return loop(lambda left, step, *_: (left > 0) & (step < most), round_of, *start)[2:]


def in_order(values: Tensor, vectors: Tensor, is_rising: bool) -> tuple[Tensor, Tensor]:
    """Values [..., n] in order, and with them the columns [..., m, n]: each row is sorted by the same keys."""
    keys = broadcast_to(values.expand(-2), vectors.shape)
    types, axis = [keys.type, vectors.type], vectors.rank - 1
    order = {"dimension": IntegerAttr(axis, I64), "is_stable": BoolAttr(True)}
    region = region_of([x.element for x in types for _ in range(2)], lambda one, other, *_: one < other if is_rising else one > other)
    keys, vectors = emit_many("sort", [keys, vectors], types, [region], **order)
    first = iota(keys.shape, axis - 1) == 0  # a slice would refuse matrices of no rows
    return select(first, keys, 0).sum(axis - 1), vectors


def unsettled(matrix: Tensor) -> Tensor:
    """Whether an element beside the diagonal is more than a rounding error of the largest of all."""
    on_diagonal = iota(matrix.shape, matrix.rank - 2) == iota(matrix.shape, matrix.rank - 1)
    sizes = abs(matrix)
    largest = sizes.max(matrix.rank - 2, matrix.rank - 1, keep=True)
    is_left = ~on_diagonal & (sizes > largest * 1e-17)
    return is_left.convert(I32).max(*range(matrix.rank))


def rotation_of(matrix: Tensor, partner: Tensor) -> Tensor:
    """Rotations from both sides, one for each row and its `partner` [n, 1], that make the elements where they meet zero."""
    shape, axis = matrix.shape, matrix.rank - 1
    is_pair = broadcast_to(partner, shape) == iota(shape, axis)
    is_own = iota(shape, axis - 1) == iota(shape, axis)
    beside, own = picked(matrix, is_pair, axis), picked(matrix, is_own, axis).convert(F64)
    place, partner = iota(own.shape, axis - 1), broadcast_to(partner, own.shape)
    theirs = picked(broadcast_to(own.transpose(*range(axis - 1), axis, axis - 1), shape), is_pair, axis)
    size = abs(beside)
    is_still = (size == 0) | (partner == place)
    safe = select(is_still, 1, size)
    slope = (theirs - own) / (safe * 2)
    is_up = (slope > 0) | (slope == 0) & (place < partner)
    tangent = select(is_up, splat(1, slope.shape, F64), -1) / (abs(slope) + sqrt(slope * slope + 1))
    tangent = select(is_still, 0, tangent)
    cosine = 1 / sqrt(tangent * tangent + 1)
    sine = (tangent * cosine).convert(matrix.element) * (beside / safe.convert(matrix.element))
    return select(is_own, cosine.convert(matrix.element), select(is_pair, sine, 0))


def hermitian(x: Tensor) -> Tensor:
    """The matrices of which these have the lower triangle, in double precision; only the real parts of their diagonals count."""
    lower_half = lower_triangle(in_double(x))
    on_diagonal = iota(lower_half.shape, x.rank - 2) == iota(lower_half.shape, x.rank - 1)
    own = lower_half.convert(F64).convert(lower_half.element)
    return select(on_diagonal, own, lower_half + turned(lower_half))


# Singular values


def singular(matrix: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """Of matrices [..., m, n] of double precision, m >= n, the singular values, falling: [..., n], and both bases [..., m, m] and
    [..., n, n], in columns. Columns are turned until each is orthogonal to all others (Hestenes); reflections that make zeros of what is
    below the diagonal are then a basis, also where columns are zero."""
    columns = matrix.shape[-1]

    def turn(partner: Tensor, now: Tensor, right: Tensor) -> list[Tensor]:
        rotation = rotation_of(times(turned(now), now), partner)
        return [times(now, rotation), times(right, rotation)]

    matrix, right = swept(turn, lambda now, _: unsettled_columns(now), matrix, identity(matrix, columns))
    squares = abs(matrix) * abs(matrix)
    both = in_order(squares.sum(matrix.rank - 2), concatenate([matrix, right], matrix.rank - 2), is_rising=False)[1]
    sorted_columns, right = both[..., : matrix.shape[-2], :], both[..., matrix.shape[-2] :, :]
    packed, taus = reflected(sorted_columns)
    left = product_of_reflectors(packed, taus, matrix.shape[-2])
    own = diagonal(packed[..., :columns, :])
    sizes = abs(own)
    phase = select(sizes == 0, 1, own / select(sizes == 0, 1, sizes).convert(own.element))
    phases = pad(phase, [0] * phase.rank, [0] * (phase.rank - 1) + [matrix.shape[-2] - columns], 1)
    return sizes, left * phases.expand(-2), right


def unsettled_columns(matrix: Tensor) -> Tensor:
    """Whether two columns are not orthogonal, as far as they count beside the largest."""
    products = times(turned(matrix), matrix)
    squares = diagonal(products).convert(F64)
    of_both = squares.expand(-1) * squares.expand(-2)
    least = squares.max(squares.rank - 1, keep=True).expand(-1) * 1e-30
    counts = minimum(broadcast_to(squares.expand(-1), of_both.shape), broadcast_to(squares.expand(-2), of_both.shape)) > least
    on_diagonal = iota(products.shape, products.rank - 2) == iota(products.shape, products.rank - 1)
    is_left = ~on_diagonal & counts & (abs(products) > sqrt(of_both) * 1e-15)
    return is_left.convert(I32).max(*range(products.rank))


def decomposed(input: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """`singular` of matrices of any shape, in the input's type. Of those of which it is not known whether they have more columns than rows,
    rows of zeros stand below: no reflection touches them, so that a basis of the others is left where they are cut off."""
    rows, columns = input.shape[-2:]
    wide, is_wide = in_double(input), is_static((rows, columns)) and rows < columns
    if not is_wide and most(rows, columns) != rows:
        wide = pad(wide, [0] * input.rank, [*[0] * (input.rank - 2), most(rows, columns) - rows, 0])
    values, *bases = singular(turned(wide) if is_wide else wide)
    left, right = reversed(bases) if is_wide else bases
    values, left = values[..., : least(rows, columns)], left[..., :rows, :rows]
    return values.convert(input.element), left.convert(input.element), right.convert(input.element)
