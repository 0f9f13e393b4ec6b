"""Lowerings: eigenvalues and singular values by Jacobi's rotations, and the exponential of matrices. All in double precision.

Source: Golub and Van Loan, "Matrix Computations", 8.5 (rotations of many pairs at once) and 9.3 (scaling and squaring). Vectors have no
lowering: their signs are the library's choice.
"""

import numpy as np
from tfir.dialects.tf.decompositions import NOTHING
from tfir.ir.attributes import BoolAttr, IntegerAttr
from tfir.ir.types import F64, I32, I64, ComplexType

from tfopt.arithmetic.tensor import (
    Tensor,
    binary,
    broadcast_to,
    concatenate,
    dynamic_slice,
    emit,
    iota,
    literal,
    log,
    loop,
    maximum,
    minimum,
    region_of,
    select,
    splat,
    sqrt,
    unary,
)
from tfopt.tf_to_stablehlo.elimination import diagonal, identity, lower_triangle, picked, times, turned
from tfopt.tf_to_stablehlo.lowering import lower, lowered_by


def in_double(x: Tensor) -> Tensor:
    return x.convert(ComplexType(F64) if x.is_complex else F64)


# Rotations


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


def eigenvalues(matrix: Tensor) -> Tensor:
    """Of Hermitian matrices [..., n, n] of double precision, rising: [..., n]. Ends when nothing beside the diagonals counts any more."""
    count, axis = matrix.shape[-1], matrix.rank - 1
    if count > 1:
        partners = tournament(count)
        most = len(partners) * (8 + count.bit_length())

        def turn(now, _, step):
            partner = dynamic_slice(literal(partners), [step % len(partners), splat(0, (), I32)], (1, count)).reshape(count, 1)
            now = rotated(now, partner)
            return [now, unsettled(now), step + 1]

        start = matrix, splat(1, (), I32), splat(0, (), I32)
        matrix = loop(lambda now, left, step: (left > 0) & (step < most), turn, *start)[0]
    values = diagonal(matrix).convert(F64)
    order = {"dimension": IntegerAttr(axis - 1, I64), "is_stable": BoolAttr(True)}
    return emit("sort", [values], values.type, [region_of([F64, F64], lambda one, other, *_: one < other)], **order)


def unsettled(matrix: Tensor) -> Tensor:
    """Whether an element beside the diagonal is more than a rounding error of the largest of all."""
    on_diagonal = iota(matrix.shape, matrix.rank - 2) == iota(matrix.shape, matrix.rank - 1)
    sizes = abs(matrix)
    largest = sizes.max(matrix.rank - 2, matrix.rank - 1, keep=True)
    is_left = ~on_diagonal & (sizes > largest * 1e-17)
    return is_left.convert(I32).max(*range(matrix.rank))


def rotated(matrix: Tensor, partner: Tensor) -> Tensor:
    """After rotations, one for each row and its `partner` [n, 1], that make the elements where they meet zero."""
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
    rotation = select(is_own, cosine.convert(matrix.element), select(is_pair, sine, 0))
    return times(turned(rotation), times(matrix, rotation))


@lower
def SelfAdjointEigV2(input, compute_v, result_types):
    """The lower triangle is read alone."""
    if not input.size:
        return [splat(0, shape, input.element) for shape in (result_types[0].shape, input.shape if compute_v else NOTHING)]
    of_one = splat(1, input.shape, input.element) if input.shape[-1] == 1 else None
    vectors = of_one if compute_v else splat(0, NOTHING, input.element)
    lower_half = lower_triangle(in_double(input))
    on_diagonal = iota(lower_half.shape, input.rank - 2) == iota(lower_half.shape, input.rank - 1)
    mirrored = turned(lower_half)
    own = lower_half.convert(F64).convert(lower_half.element)
    return [eigenvalues(select(on_diagonal, own, lower_half + mirrored)).convert(input.element), vectors]


@lower
def Svd(input, compute_uv, result_types):
    """Singular values of A are the positive eigenvalues of [[0, A], [A*, 0]]."""
    empty = [None if compute_uv else splat(0, NOTHING, input.element)] * 2
    if not input.size:
        return [splat(0, result_types[0].shape, input.element), *empty]
    wide, (rows, columns) = in_double(input), input.shape[-2:]
    corners = [splat(0, (*input.shape[:-2], size, size), wide.element) for size in (rows, columns)]
    upper, lower_half = concatenate([corners[0], wide], wide.rank - 1), concatenate([turned(wide), corners[1]], wide.rank - 1)
    values = eigenvalues(concatenate([upper, lower_half], wide.rank - 2))[..., max(rows, columns) :]
    return [maximum(values.reverse(values.rank - 1), 0).convert(input.element), *empty]


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


lowered_by(BatchSelfAdjointEigV2=SelfAdjointEigV2, BatchSvd=Svd)
