"""Cholesky's decomposition and triangular systems as arithmetic, a column or a row at a time. Source: StableHLO specification.

Matrices are the last two dimensions of stacks, [..., N, N]. Floats of fewer than 32 bits are computed with as f32 and rounded once.
"""

from __future__ import annotations

from tfir.ir.dense import DenseAttr
from tfir.ir.operations import Operation, Value
from tfir.ir.types import ComplexType, TensorType

from tfopt.rewrite.building import constant
from tfopt.stablehlo.real_numbers import Real, accumulated_as, converted, made, sliced, spread

MOST_ROWS = 512  # a program gets some operations for each


def cholesky(op: Operation) -> list[Value] | None:
    """A matrix without a decomposition gives NaN everywhere, as in XLA: a NaN in any step reaches the last pivot."""
    if is_empty(op.operands[0]):
        return [op.operands[0]]
    size = rows_of(op.operands[0])
    if not 0 < size <= MOST_ROWS:
        return None
    rest = widened(op.operands[0])
    rest, columns = rest if op.get("lower") else adjoint(rest), []
    for left in range(size - 1, -1, -1):  # rows below the pivot
        column = with_real_pivot(part(rest, columns=(0, 1)))
        columns.append(column / repeated(root(part(column, rows=(0, 1))), rows=left + 1))
        if left:
            below = part(columns[-1], rows=(1, left + 1))
            product = repeated(below, columns=left) * repeated(adjoint(below), rows=left)
            rest = part(rest, (1, left + 1), (1, left + 1)) - product
    nothing = columns[-1] - columns[-1]  # 0, or NaN
    columns = [from_below(column + repeated(nothing, rows=rows_of(column.value)), size) for column in columns]
    lower = joined(columns, -1)
    return [narrowed(lower if op.get("lower") else adjoint(lower), op)]


def triangular_solve(op: Operation) -> list[Value] | None:
    """Solves A X = B from the row of the triangle that has one element on; X A = B is A' X' = B'."""
    if is_empty(op.operands[1]):
        return [op.operands[1]]
    if not 0 < rows_of(op.operands[0]) <= MOST_ROWS:
        return None
    a, b = map(widened, op.operands)
    lower, transposed, left = op.get("lower"), op.attributes["transpose_a"].value, op.get("left_side")
    if transposed != "NO_TRANSPOSE":
        a, lower = adjoint(a) if transposed == "ADJOINT" else turned(a), not lower
    if not left:
        a, b, lower = turned(a), turned(b), not lower
    solution = substituted(a, b, lower, op.get("unit_diagonal"))
    return [narrowed(solution if left else turned(solution), op)]


def substituted(a: Real, b: Real, lower: bool, unit_diagonal: bool) -> Real:
    """Solves by substitution: the contribution of each row that is known is subtracted from those that are left."""
    size, rows = rows_of(a.value), []
    for number in range(size):
        at, left = number if lower else size - 1 - number, size - 1 - number
        row = part(b, rows=(0, 1) if lower else (left, left + 1))
        if not unit_diagonal:
            row = row / repeated(part(a, (at, at + 1), (at, at + 1)), columns=columns_of(row.value))
        rows.append(row)
        if left:
            factors = part(a, (at + 1, size) if lower else (0, at), (at, at + 1))
            product = repeated(factors, columns=columns_of(row.value)) * repeated(row, rows=left)
            b = part(b, rows=(1, left + 1) if lower else (0, left)) - product
    return joined(rows if lower else rows[::-1], -2)


# Stacks of matrices


def is_empty(value: Value) -> bool:
    return 0 in value.type.shape


def rows_of(value: Value) -> int:
    return value.type.shape[-2]


def columns_of(value: Value) -> int:
    return value.type.shape[-1]


def part(x: Real, rows=None, columns=None) -> Real:
    """The rows and columns from (first, end)."""
    ranges = {len(x.shape) - 2: rows, len(x.shape) - 1: columns}
    return sliced(x, {dim: ends for dim, ends in ranges.items() if ends is not None})


def repeated(x: Real, rows: int | None = None, columns: int | None = None) -> Real:
    """A single row or column as often as is said."""
    *stack, height, width = x.shape
    return spread(x, (*stack, height if rows is None else rows, width if columns is None else columns), range(len(x.shape)))


def turned(x: Real) -> Real:
    rank = len(x.shape)
    return made("transpose", x, permutation=[*range(rank - 2), rank - 1, rank - 2])


def adjoint(x: Real) -> Real:
    if is_complex(x):
        x = made("complex", made("real", x), -made("imag", x))
    return turned(x)


def is_complex(x: Real) -> bool:
    return isinstance(x.type.element, ComplexType)


def with_real_pivot(column: Real) -> Real:
    """What a diagonal has of imaginary parts is not read, as in LAPACK and Eigen."""
    if not is_complex(column):
        return column
    rows = rows_of(column.value)
    below = part(made("imag", column), rows=(1, rows))
    return made("complex", made("real", column), from_below(below, rows))


def root(pivot: Real) -> Real:
    """The root of a pivot, whose imaginary part is 0."""
    if not is_complex(pivot):
        return made("sqrt", pivot)
    result = made("sqrt", made("real", pivot))
    return made("complex", result, result * 0.0)


def from_below(column: Real, size: int) -> Real:
    """A column under as many zeros as it lacks."""
    type = column.type
    low = [0] * len(type.shape)
    low[-2] = size - rows_of(column.value)
    zero, none = constant(DenseAttr.of(0, TensorType((), type.element))), [0] * len(low)
    return made("pad", column, zero, edge_padding_low=low, edge_padding_high=none, interior_padding=none)


def joined(parts: list[Real], axis: int) -> Real:
    return parts[0] if len(parts) == 1 else made("concatenate", *parts, dimension=len(parts[0].shape) + axis)


def widened(value: Value) -> Real:
    return converted(Real(value), accumulated_as(value.type.element))


def narrowed(x: Real, op: Operation) -> Value:
    return converted(x, op.results[0].type.element).value
