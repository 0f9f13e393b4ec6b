"""Systems of equations whose matrix has three diagonals, by elimination with exchanges of rows, as LAPACK's gtsv: a row at each turn of a loop."""

from __future__ import annotations

from tfir.ir.types import I32

from tfopt.arithmetic.complex_numbers import sum_of_parts
from tfopt.arithmetic.tensor import Tensor, concatenate, dynamic_slice, emit, iota, loop, select, splat


def tridiagonal_solution(below: Tensor, middle: Tensor, above: Tensor, b: Tensor) -> tuple[Tensor, Tensor]:
    """The x of `a x = b` for diagonals [..., n], of which the first element below and the last above stand for none, and b [..., n, k]; the first
    pivot that is 0, counted from 1, or 0 [...]: then x is zeros."""
    size, stack = middle.shape[-1], middle.shape[:-1]
    above = select(iota(above.shape, above.rank - 1) == size - 1, 0, above)
    bands = concatenate([each.expand(-1) for each in (below, middle, above)], -1)  # [..., n, 3], a row of the matrix each
    zero = splat(0, (), I32)

    def row_of(x: Tensor, step: Tensor) -> Tensor:
        return dynamic_slice(x, [*[zero] * len(stack), step, zero], (*stack, 1, x.shape[-1]))

    def with_row(x: Tensor, row: Tensor, step: Tensor) -> Tensor:
        return emit("dynamic_update_slice", [x, row, *[zero] * len(stack), step, zero], x.type)

    def eliminate(rows, x, current, first, step):
        """`current` is the row that has come to `step`, and the next one the row that it, or the one of the matrix below it, is taken from."""
        is_last = step == size - 1
        next_row, mine, theirs = row_of(bands, step + 1), row_of(x, step), row_of(x, step + 1)
        next_row = select(is_last, 0, next_row)
        is_exchanged = sum_of_parts(next_row[..., :1]) > sum_of_parts(current[..., :1])
        current, next_row = select(is_exchanged, next_row, current), select(is_exchanged, current, next_row)
        mine, theirs = select(is_exchanged & ~is_last, theirs, mine), select(is_exchanged & ~is_last, mine, theirs)
        pivot = current[..., :1]
        factor = select(is_last, 0, next_row[..., :1] / select(pivot == 0, 1, pivot))
        rest = next_row - factor * current
        x = with_row(with_row(x, select(is_last, mine, theirs - factor * mine), step + 1), mine, step)
        first = select((pivot == 0) & (first == 0), step + 1, first)
        following = concatenate([rest[..., 1:], splat(0, (*stack, 1, 1), rest.element)], -1)
        return [with_row(rows, current, step), x, following, first, step + 1]

    def substitute(x, next_row, second, step):
        row = row_of(rows, step)
        pivot = row[..., :1]
        value = row_of(x, step) - row[..., 1:2] * next_row - row[..., 2:] * second
        value = value / select(pivot == 0, 1, pivot)
        return [with_row(x, value, step), value, next_row, step - 1]

    head = bands[..., :1, :]
    current = concatenate([head[..., 1:], splat(0, (*stack, 1, 1), b.element)], -1)
    start = bands, b, current, splat(0, (*stack, 1, 1), I32), zero
    rows, x, _, first, _ = loop(lambda *now: now[-1] < size, eliminate, *start)
    nothing = splat(0, (*stack, 1, b.shape[-1]), b.element)
    x = loop(lambda *now: now[-1] >= 0, substitute, x, nothing, nothing, splat(size - 1, (), I32))[0]
    return select(first == 0, x, 0), first.reshape(*stack)
