"""Systems of equations with three diagonals whose pivots may be 0: these become tiny, so that a solution is finite.

Source: LAPACK's DLAGTF (which row is better, by its sizes) and DLAGTS with JOB = -1 (what a pivot becomes).
"""

from tfir.ods.numpy_on_demand import np


def solved_by_perturbation(diagonals, rhs):
    """The x [M, K] of one matrix, given by diagonals [3, M] above, at and below the main one."""
    factors, rhs = [each.copy() for each in diagonals], rhs.copy()
    upper = np.zeros((len(rhs), 3), rhs.dtype)  # each pivot, and the two numbers right of it
    upper[:, 0], upper[:-1, 1] = factors[1], factors[0][:-1]
    first, size = upper[0].copy(), np.abs(upper[0]).sum()
    for at in range(len(rhs) - 1):
        size = eliminate(upper, rhs, at, factors[2][at + 1], size)
    added = smallest_pivot(first, upper)
    for at in reversed(range(len(rhs))):
        right = upper[at, 1 : len(rhs) - at, None] * rhs[at + 1 : at + 3]
        rest = rhs[at] - right.sum(0)
        rhs[at] = rest / pivot_for(upper[at, 0], rest, added)
    return (rhs,)


def eliminate(upper, rhs, at: int, low, size):
    """Takes row `at` from the next, which begins with `low`, or that from it if it is larger beside its own row. `size` is the first row's."""
    next_size = np.abs(low) + np.abs(upper[at + 1]).sum()
    if low == 0:
        return next_size
    if np.abs(low) / next_size <= (np.abs(upper[at, 0]) / size if upper[at, 0] else 0):
        factor = low / upper[at, 0]
        upper[at + 1, 0] -= factor * upper[at, 1]
        rhs[at + 1] -= factor * rhs[at]
        return next_size
    factor, (middle, right) = upper[at, 0] / low, upper[at + 1, :2]
    upper[at + 1, :2] = upper[at, 1] - factor * middle, -factor * right
    upper[at] = low, middle, right
    rhs[[at, at + 1]] = rhs[at + 1], rhs[at] - factor * rhs[at + 1]
    return size


def smallest_pivot(first, upper):
    """By the largest number of the rows, the first also as it was. Of the last two rows TensorFlow only looks at the last pivot."""
    form = np.finfo(upper.dtype)
    largest = max([np.abs(row).max() for row in (first, *upper[:-2], upper[-1, :1])])
    return max(form.eps * largest, form.tiny)


def pivot_for(pivot, rest, added):
    """The pivot, with so much added to it, twice as much each time, that the quotient is a number."""
    largest = np.abs(rest).max(initial=0)
    while np.abs(pivot) < 1 and (pivot == 0 or largest * np.finfo(rest.dtype).tiny > np.abs(pivot)):
        pivot = pivot + (-added if np.signbit(pivot.real) else added)
        added = 2 * added
    return pivot
