"""Semantics: diagonals of matrices, cut out, put in, or made into a matrix.

Diagonal k runs above the main one for k > 0. Several diagonals, of which the lowest and the highest are given, stand as rows of
equal length from the highest down; shorter ones are pushed to the left or to the right (`align`: first those above, then those
below the main diagonal).
"""

from __future__ import annotations

from tfir.ir.diagnostics import Error
from tfir.ods.numpy_on_demand import np
from tfir.ods.semantics import OpSemantics, ShapeOfFirst, ops_of
from tfir.ods.shapes import least, merge, most

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tfir.ods.shapes import Size


def places(rows: int, columns: int, low: int, high: int, align: str) -> np.ndarray:
    """For each place of the rows of diagonals its place in the flattened matrix; -1 where a row is filled up."""
    if not -max(rows, 1) < low <= high < max(columns, 1):
        raise Error(f"diagonals {low} to {high} do not exist in a matrix of {rows} x {columns}")
    lengths = {k: min(rows + min(k, 0), columns - max(k, 0)) for k in range(low, high + 1)}
    longest = max(lengths.values())
    result = np.full((high - low + 1, longest), -1, np.int64)
    above, below = align.split("_")
    for k, length in lengths.items():
        at_left = (k >= 0 and above == "LEFT") or (k <= 0 and below == "LEFT")
        start = 0 if at_left else longest - length
        steps = np.arange(length)
        result[high - k, start : start + length] = (steps + max(-k, 0)) * columns + steps + max(k, 0)
    return result


def band(k) -> tuple[int, int]:
    """The lowest and the highest diagonal that an operand names: one number for both, or two."""
    numbers = np.ravel(k)
    return int(numbers[0]), int(numbers[-1])


def longest_diagonal(rows: Size, columns: Size, low: int, high: int) -> Size:
    """The length of the longest of some diagonals, which is the one next to the main one."""
    return least(rows + min(high, 0), columns - max(low, 0))


def matrix_size(longest: Size, low: int, high: int, rows: Size, columns: Size) -> tuple[Size, Size]:
    """Rows and columns of a matrix made from diagonals; -1 is the least that will do, for both a square."""
    least_rows, least_columns = longest + max(-high, 0), longest + max(low, 0)
    if rows == columns == -1:
        return (most(least_rows, least_columns),) * 2
    return least_rows if rows == -1 else rows, least_columns if columns == -1 else columns


def cut(input, low: int, high: int, align: str, padding):
    """The diagonals of a stack of matrices; a single one has no axis for its row."""
    *stack, rows, columns = input.shape
    where = places(rows, columns, low, high, align)
    flat = input.reshape(*stack, rows * columns)
    diagonals = np.where(where >= 0, flat[..., np.maximum(where, 0)], padding).astype(input.dtype)
    return diagonals[..., 0, :] if low == high else diagonals


def put(matrix, diagonal, low: int, high: int, align: str):
    """A stack of matrices with some of their diagonals replaced."""
    *stack, rows, columns = matrix.shape
    where = places(rows, columns, low, high, align)
    flat = matrix.reshape(*stack, rows * columns).copy()
    flat[..., where[where >= 0]] = diagonal.reshape(*stack, *where.shape)[..., where >= 0]
    return flat.reshape(matrix.shape)


def stacked_shape(diagonal_shape, low: int, high: int):
    return diagonal_shape[:-1] if low == high else diagonal_shape[:-2]


class MatrixDiagV3(OpSemantics):
    def infer(diagonal, k, num_rows, num_cols):
        if diagonal.shape is None or None in (k.integers, num_rows.number, num_cols.number):
            return None
        low, high = band(k.integers)
        stack, longest = stacked_shape(diagonal.shape, low, high), diagonal.shape[-1]
        return (*stack, *matrix_size(longest, low, high, num_rows.number, num_cols.number))

    def evaluate(diagonal, k, num_rows, num_cols, padding_value, align="LEFT_LEFT"):
        low, high = band(k)
        size = matrix_size(diagonal.shape[-1], low, high, int(num_rows), int(num_cols))
        empty = np.full((*stacked_shape(diagonal.shape, low, high), *size), padding_value, diagonal.dtype)
        return put(empty, diagonal, low, high, align) if diagonal.size else empty


class MatrixDiagPartV3(OpSemantics):
    def infer(input, k):
        if input.shape is None or k.integers is None:
            return None
        low, high = band(k.integers)
        rows, columns = input.shape[-2:]
        if not isinstance(rows, int) or not isinstance(columns, int):
            return (*input.shape[:-2], *([] if low == high else [high - low + 1]), longest_diagonal(rows, columns, low, high))
        count, longest = places(rows, columns, low, high, "LEFT_LEFT").shape
        return (*input.shape[:-2], *([] if low == high else [count]), longest)

    def evaluate(input, k, padding_value, align="LEFT_LEFT"):
        return cut(input, *band(k), align, padding_value)


class MatrixSetDiagV3(ShapeOfFirst):
    def evaluate(input, diagonal, k, align="LEFT_LEFT"):
        return put(input, diagonal, *band(k), align)


# The main diagonal alone


class MatrixDiag(OpSemantics):
    def infer(diagonal):
        return None if diagonal.shape is None else (*diagonal.shape, diagonal.shape[-1])

    def evaluate(diagonal):
        return np.where(np.eye(diagonal.shape[-1], dtype=bool), diagonal[..., None], diagonal.dtype.type(0))


class MatrixDiagPart(OpSemantics):
    def infer(input):
        if input.shape is None:
            return None
        return (*input.shape[:-2], least(*input.shape[-2:]))

    def evaluate(input):
        return np.diagonal(input, axis1=-2, axis2=-1).copy()


class MatrixBandPart(ShapeOfFirst):
    """Zero but for so many diagonals below and above the main one; a negative number keeps all."""

    def evaluate(input, num_lower, num_upper):
        for name, count, what, size in (("lower", num_lower, "rows", input.shape[-2]), ("upper", num_upper, "columns", input.shape[-1])):
            if count > size:
                raise Error(f"num_{name} must be negative or less or equal to number of {what} ({size}) got: {count}")
        distance = np.arange(input.shape[-1]) - np.arange(input.shape[-2])[:, None]
        inside = ((num_lower < 0) | (-distance <= num_lower)) & ((num_upper < 0) | (distance <= num_upper))
        return np.where(inside, input, input.dtype.type(0))


class Diag(OpSemantics):
    """A tensor on the diagonal of one of twice the rank."""

    def infer(diagonal):
        return None if diagonal.shape is None else (*diagonal.shape, *diagonal.shape)

    def evaluate(diagonal):
        return np.diag(np.ravel(diagonal)).reshape(*diagonal.shape, *diagonal.shape)


class DiagPart(OpSemantics):
    def infer(input):
        if input.shape is None:
            return None
        half = len(input.shape) // 2
        return merge(input.shape[:half], input.shape[half:])

    def evaluate(input):
        half = input.shape[: input.ndim // 2]
        size = int(np.prod(half))
        return np.diagonal(input.reshape(size, size)).reshape(half).copy()


SEMANTICS = {
    "MatrixDiagV2": MatrixDiagV3,
    "MatrixDiagPartV2": MatrixDiagPartV3,
    "MatrixSetDiagV2": MatrixSetDiagV3,
    **ops_of(
        ShapeOfFirst,
        MatrixSetDiag=lambda input, diagonal: put(input, diagonal, 0, 0, "LEFT_LEFT"),
        BatchMatrixSetDiag=lambda input, diagonal: put(input, diagonal, 0, 0, "LEFT_LEFT"),
    ),
    "BatchMatrixBandPart": MatrixBandPart,
    "BatchMatrixDiag": MatrixDiag,
    "BatchMatrixDiagPart": MatrixDiagPart,
}
