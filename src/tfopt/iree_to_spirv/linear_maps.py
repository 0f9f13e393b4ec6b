"""Products of small constant matrices with values of a kernel, by few operations: numbers 1 and 0 take none, and what lines share is computed once."""

from __future__ import annotations

import numpy as np

from tfopt.iree_to_spirv.arithmetic import Value, add, multiply


def both_ways(matrix: np.ndarray, values: list[Value]) -> list[Value]:
    """matrix * values * matrix', of values that stand in a square."""
    size = matrix.shape[1]
    columns = [transformed(matrix, values[j::size]) for j in range(size)]
    return [value for row in zip(*columns) for value in transformed(matrix, list(row))]


def transformed(matrix: np.ndarray, values: list[Value]) -> list[Value]:
    """A matrix times a vector of values. Rows that differ in signs alone share their sums, and columns too."""
    columns = paired(matrix.T)
    if columns:
        a, b = columns
        signs = np.sign(matrix[:, a] * matrix[:, b])
        kept = np.where(signs < 0, 0, matrix[:, a]), np.where(signs < 0, matrix[:, a], 0)
        both = values[a] + values[b], values[a] - values[b]
        others = [j for j in range(len(values)) if j not in columns]
        return transformed(np.column_stack([matrix[:, others], *kept]), [*[values[j] for j in others], *both])
    rows = paired(matrix)
    if rows:
        a, b = rows
        is_same = matrix[a] == matrix[b]
        even, odd = (combination(np.where(mask, matrix[a], 0), values) for mask in (is_same, ~is_same))
        others = [i for i in range(len(matrix)) if i not in rows]
        rest = dict(zip(others, transformed(matrix[others], values), strict=True))
        return [rest[i] if i in rest else even + odd if i == a else even - odd for i in range(len(matrix))]
    return [combination(row, values) for row in matrix]


def paired(lines: np.ndarray) -> tuple[int, int] | None:
    """Two lines of a matrix whose numbers are the same but for some signs, and not all of these, with two numbers at least."""
    for a, b in zip(range(len(lines)), range(1, len(lines))):
        opposite = (lines[a] == -lines[b]) & (lines[a] != 0)
        if (
            (np.abs(lines[a]) == np.abs(lines[b])).all()
            and opposite.any()
            and not opposite[lines[a] != 0].all()
            and np.count_nonzero(lines[a]) > 1
        ):
            return a, b
    return None


def combination(factors: np.ndarray, values: list[Value]) -> Value:
    """The sum of values times factors, those with the factor 1 first."""
    order = sorted(np.flatnonzero(factors), key=lambda j: factors[j] != 1)
    total = None
    for j in order:
        factor, value = float(factors[j]), values[j]
        if total is None:
            total = value if factor == 1 else multiply(value, value.like(factor))
        elif abs(factor) == 1:
            total = total + value if factor > 0 else total - value
        else:
            total = add(total, multiply(value, value.like(factor)))
    assert total is not None, "a matrix has no row of zeros"
    return total
