"""Schur's form of general matrices as Eigen computes it, so that eigenvalues stand in TensorFlow's order and vectors have its phases.

Source: Golub and Van Loan, "Matrix computations", 7.4 (Householder's Hessenberg form) and 7.5 (Francis's double steps of real matrices); Smith and
others, "Matrix eigensystem routines: EISPACK guide", HQR2 and COMQR (shifts, also those when a step does not help).
"""

from tfir.dialects.tf.eigen_arithmetic import (
    complex_givens,
    givens,
    product,
    quotient,
    reflect_columns,
    reflect_rows,
    reflection,
    root_of,
    rotate,
    size_of,
)
from tfir.ods.numpy_on_demand import np


class NoConvergence(Exception):
    """More steps than a matrix of finite numbers needs."""


def hessenberg(matrix):
    """A matrix with zeros below the diagonal under the main one, and the unitary matrix [n, n] that made it."""
    size = len(matrix)
    form, unitary, directions = matrix.copy(), np.eye(size, dtype=matrix.dtype), []
    for at in range(size - 1):
        direction, factor, length = reflection(form[at + 1 :, at])
        directions.append((direction, factor))
        form[at + 1 :, at] = 0
        form[at + 1, at] = length
        reflect_rows(form[at + 1 :, at + 1 :], direction, np.conj(factor))
        reflect_columns(form[:, at + 1 :], direction, factor)
    for at, (direction, factor) in reversed(list(enumerate(directions))):
        reflect_rows(unitary[at + 1 :, at + 1 :], direction, factor)
    return form, unitary


# Complex matrices


def complex_schur(matrix):
    """An upper triangle with the eigenvalues on its diagonal, and the unitary matrix whose columns span the spaces that it leaves alone."""
    form, unitary = hessenberg(matrix)
    last, steps, all_steps = len(form) - 1, 0, 0
    while True:
        while last > 0 and is_settled(form, last - 1):
            last, steps = last - 1, 0
        if last <= 0:
            return form, unitary
        steps, all_steps = steps + 1, all_steps + 1
        if all_steps > 30 * len(form):
            raise NoConvergence
        first = last - 1
        while first > 0 and not is_settled(form, first - 1):
            first -= 1
        chase(form, unitary, first, last, complex_shift(form, last, steps))


def is_settled(form, at: int) -> bool:
    """Whether the element below the diagonal is a rounding error of its neighbours, and then 0."""
    beside = size_of(form[at, at]) + size_of(form[at + 1, at + 1])
    if size_of(form[at + 1, at]) <= beside * np.finfo(form.dtype).eps:
        form[at + 1, at] = 0
        return True
    return False


def complex_shift(form, last: int, steps: int):
    """The eigenvalue of the last two rows and columns that is nearer to their last element."""
    if steps in (10, 20) and last > 1:
        return form.dtype.type(abs(form[last, last - 1].real) + abs(form[last - 1, last - 2].real))
    block = form[last - 1 : last + 1, last - 1 : last + 1]
    norm = np.hypot(block.real, block.imag).sum(0).sum()
    (a, b), (c, d) = quotient(block, norm)
    beside, two = product(b, c), norm.dtype.type(2)
    root = root_of(product(a - d, a - d) + two * two * beside)
    determinant = product(a, d) - beside
    one, other = quotient(a + d + root, two), quotient(a + d - root, two)
    if size_of(one) > size_of(other):
        other = quotient(determinant, one)
    elif size_of(other) != 0:
        one = quotient(determinant, other)
    return norm * (one if size_of(one - d) < size_of(other - d) else other)


def chase(form, unitary, first: int, last: int, shift) -> None:
    """One step: a rotation that the shift says makes a bulge, and rotations that drive it out."""
    x, z = form[first, first] - shift, form[first + 1, first]
    for at in range(first, last):
        c, s, length = complex_givens(x, z)
        if at > first:
            form[at, at - 1], form[at + 1, at - 1] = length, 0
        rotate(form[at, at:], form[at + 1, at:], c, -np.conj(s))
        rotate(form[: min(at + 2, last) + 1, at], form[: min(at + 2, last) + 1, at + 1], c, -s)
        rotate(unitary[:, at], unitary[:, at + 1], c, -s)
        if at + 1 < last:
            x, z = form[at + 1, at], form[at + 2, at]


# Real matrices


def real_schur(matrix):
    """An upper triangle but for blocks of two rows on the diagonal, each of a pair of complex eigenvalues; and the orthogonal matrix."""
    limits, scale = np.finfo(matrix.dtype), np.abs(matrix).max(initial=0)
    if scale < limits.tiny:
        return np.zeros_like(matrix), np.eye(len(matrix), dtype=matrix.dtype)
    form, orthogonal = hessenberg(matrix / scale)
    least = max(np.abs(np.triu(form, -1)).sum() * limits.eps**2, limits.tiny)
    last, steps, all_steps, taken_off = len(form) - 1, 0, 0, form.dtype.type(0)
    while last >= 0:
        first = last
        while first > 0:
            beside = abs(form[first - 1, first - 1]) + abs(form[first, first])
            if abs(form[first, first - 1]) <= max(beside * limits.eps, least):
                break
            first -= 1
        if first >= last - 1:
            split_off(form, orthogonal, first, last, taken_off)
            last, steps = first - 1, 0
            continue
        shift, taken_off = double_shift(form, last, steps, taken_off)
        steps, all_steps = steps + 1, all_steps + 1
        if all_steps > 40 * len(form):
            raise NoConvergence
        francis_step(form, orthogonal, *start_of_step(form, first, last, shift), first, last)
    return form * scale, orthogonal


def split_off(form, orthogonal, first: int, last: int, taken_off) -> None:
    """Rows from `first` on have done with the others: of two, made a triangle if their eigenvalues are real."""
    if first < last:
        half = form.dtype.type(0.5) * (form[first, first] - form[last, last])
        square = half * half + form[last, first] * form[first, last]
    for at in range(first, last + 1):
        form[at, at] += taken_off
    if first < last and square >= 0:
        root = np.sqrt(square)
        c, s = givens(half + root if half >= 0 else half - root, form[last, first])
        rotate(form[first, first:], form[last, first:], c, -s)
        rotate(form[: last + 1, first], form[: last + 1, last], c, -s)
        form[last, first] = 0
        rotate(orthogonal[:, first], orthogonal[:, last], c, -s)
    if first > 0:
        form[first, first - 1] = 0


def double_shift(form, last: int, steps: int, taken_off):
    """Sum and product of two shifts, as three numbers, and what was taken off the diagonal so far; every 16 steps something else is tried."""
    kind = form.dtype.type
    end, before, product = form[last, last], form[last - 1, last - 1], form[last, last - 1] * form[last - 1, last]
    if steps and steps % 32 == 16:
        taken_off = taken_off + end
        form[range(last + 1), range(last + 1)] -= end
        size = abs(form[last, last - 1]) + abs(form[last - 1, last - 2])
        end, before, product = kind(0.75) * size, kind(0.75) * size, kind(-0.4375) * size * size
    elif steps and steps % 32 == 0:
        half = (before - end) / kind(2)
        square = half * half + product
        if square > 0:
            root = -np.sqrt(square) if before < end else np.sqrt(square)
            shift = end - product / (root + half)
            taken_off = taken_off + shift
            form[range(last + 1), range(last + 1)] -= shift
            end = before = product = kind(0.964)
    return (end, before, product), taken_off


def start_of_step(form, first: int, last: int, shift):
    """The row in which a double step may begin, and the first column of what it multiplies with."""
    end, before, product = shift
    for at in range(last - 2, first - 1, -1):
        own, next_one = form[at, at], form[at + 1, at + 1]
        r, s = end - own, before - own
        column = np.array([(r * s - product) / form[at + 1, at] + form[at, at + 1], next_one - own - r - s, form[at + 2, at + 1]])
        if at > first:
            beside = form[at, at - 1] * (abs(column[1]) + abs(column[2]))
            along = column[0] * (abs(form[at - 1, at - 1]) + abs(own) + abs(next_one))
            if abs(beside) < np.finfo(form.dtype).eps * along:
                break
    return at, column


def francis_step(form, orthogonal, start: int, column, first: int, last: int) -> None:
    """A double step: reflections of three rows and columns, and at the end of two."""
    for at in range(start, last):
        end = min(at + 3, last + 1)
        direction, factor, length = reflection(column if at == start else form[at:end, at - 1])
        if length != 0:
            if at > start:
                form[at, at - 1] = length
            elif at > first:
                form[at, at - 1] = -form[at, at - 1]
            reflect_rows(form[at:end, at:], direction, factor)
            reflect_columns(form[: min(last, at + 3) + 1, at:end], direction, factor)
            reflect_columns(orthogonal[:, at:end], direction, factor)
    for at in range(start + 2, last + 1):
        form[at, max(start, at - 3) : at - 1] = 0
