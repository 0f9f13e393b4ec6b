"""Lowerings: diagonals of matrices. Where each element comes from is known beforehand, so a table of places is gathered by; of matrices of open
sizes the table is computed."""

import numpy as np
from tfir.dialects.tf.diagonal import band, longest_diagonal, matrix_size, places, stacked_shape
from tfir.ir.types import I1
from tfir.ods.shapes import is_static, product

from tfopt.arithmetic.contents import Array
from tfopt.arithmetic.tensor import Tensor, broadcast_to, iota, literal, maximum, minimum, number, select, take
from tfopt.tf_to_stablehlo.lowering import LOWERINGS, lower, lowered_by


def flattened(x: Tensor, axes: int) -> Tensor:
    """The last axes made one."""
    return x.reshape(*x.shape[: x.rank - axes], product(x.shape[x.rank - axes :]))


def picked(x: Tensor, table: np.ndarray, otherwise: Tensor | int) -> Tensor:
    """The elements along the last axis at the positions in `table`; `otherwise` where the position is -1."""
    elements = take(x, literal(np.maximum(table, 0).astype(np.int32)), x.rank - 1)
    if (table >= 0).all():
        return elements
    return select(literal(table >= 0), elements, otherwise)


class OpenBand:
    """Diagonals `low` to `high` of a matrix of which sizes are not known: their places are computed as the program runs."""

    def __init__(self, rows, columns, low: int, high: int, align: str, longest):
        self.rows, self.columns, self.low, self.high, self.longest = rows, columns, low, high, longest
        self.above, self.below = align.split("_")

    def start(self, diagonal: Tensor) -> Tensor:
        """Where a diagonal begins in its row, which it may be too short for."""
        if "RIGHT" not in (self.above, self.below):
            return diagonal * 0
        rest = number(self.longest) - self.length(diagonal)
        if self.above == self.below:
            return rest
        return select(diagonal > 0 if self.above == "RIGHT" else diagonal < 0, rest, 0)

    def length(self, diagonal: Tensor) -> Tensor:
        return minimum(number(self.rows) + minimum(diagonal, 0), number(self.columns) - maximum(diagonal, 0))

    def cut(self, input: Tensor, padding) -> Tensor:
        shape = (self.high - self.low + 1, self.longest)
        diagonal = self.high - iota(shape, 0)
        step = iota(shape, 1) - self.start(diagonal)
        place = (step + maximum(-diagonal, 0)) * number(self.columns) + step + maximum(diagonal, 0)
        inside = (step >= 0) & (step < self.length(diagonal))
        elements = select(inside, take(flattened(input, 2), select(inside, place, 0), input.rank - 2), padding)
        return elements.reshape(*input.shape[:-2], self.longest) if self.low == self.high else elements

    def put(self, elements: Tensor, otherwise) -> Tensor:
        row, column = iota((self.rows, self.columns), 0), iota((self.rows, self.columns), 1)
        diagonal = column - row
        place = (self.high - diagonal) * number(self.longest) + minimum(row, column) + self.start(diagonal)
        inside = (diagonal >= self.low) & (diagonal <= self.high)
        return select(inside, take(elements, select(inside, place, 0), elements.rank - 1), otherwise)


def cut(input: Tensor, low: int, high: int, align: str, padding) -> Tensor:
    rows, columns = input.shape[-2:]
    if not is_static((rows, columns)):
        return OpenBand(rows, columns, low, high, align, longest_diagonal(rows, columns, low, high)).cut(input, padding)
    table = places(rows, columns, low, high, align)
    return picked(flattened(input, 2), table[0] if low == high else table, padding)


def put(diagonal: Tensor, shape, low: int, high: int, align: str, otherwise) -> Tensor:
    """A matrix of the given shape with the diagonals in their places and something else in all others."""
    rows, columns = shape[-2:]
    if not is_static((rows, columns)):
        elements = diagonal if low == high else flattened(diagonal, 2)
        return OpenBand(rows, columns, low, high, align, diagonal.shape[-1]).put(elements, otherwise)
    there = places(rows, columns, low, high, align).ravel()
    table = np.full(rows * columns, -1, np.int64)
    table[there[there >= 0]] = np.flatnonzero(there >= 0)
    elements = diagonal if low == high else flattened(diagonal, 2)
    return picked(elements, table.reshape(rows, columns), otherwise)


@lower
def MatrixDiagV3(diagonal, k: Array, num_rows: int, num_cols: int, padding_value, align="LEFT_LEFT"):
    low, high = band(k)
    size = matrix_size(diagonal.shape[-1], low, high, num_rows, num_cols)
    shape = (*stacked_shape(diagonal.shape, low, high), *size)
    return put(diagonal, shape, low, high, align, padding_value) if 0 not in diagonal.shape else broadcast_to(padding_value, shape)


@lower
def MatrixDiagPartV3(input, k: Array, padding_value, align="LEFT_LEFT"):
    return cut(input, *band(k), align, padding_value)


@lower
def MatrixSetDiagV3(input, diagonal, k: Array, align="LEFT_LEFT"):
    return put(diagonal, input.shape, *band(k), align, input)


lowered_by(
    MatrixDiagV2=MatrixDiagV3,
    MatrixDiagPartV2=MatrixDiagPartV3,
    MatrixSetDiagV2=MatrixSetDiagV3,
    MatrixDiag=lambda diagonal, result_types: select(on_diagonal(result_types[0].shape), diagonal.expand(-1), 0),
    MatrixDiagPart=lambda input: cut(input, 0, 0, "LEFT_LEFT", 0),
    MatrixSetDiag=lambda input, diagonal: put(diagonal, input.shape, 0, 0, "LEFT_LEFT", input),
)


def on_diagonal(shape) -> Tensor:
    """Where row and column are the same."""
    rank = len(shape)
    return iota(shape, rank - 2) == iota(shape, rank - 1)


@lower
def MatrixBandPart(input, num_lower: int, num_upper: int):
    distance = iota(input.shape, input.rank - 1) - iota(input.shape, input.rank - 2)
    if num_lower >= 0 and num_upper >= 0:
        inside = (distance >= -num_lower) & (distance <= num_upper)
    elif num_lower >= 0 or num_upper >= 0:
        inside = distance >= -num_lower if num_lower >= 0 else distance <= num_upper
    else:
        return input
    return select(inside, input, False if input.element is I1 else 0)


# The names of TensorFlow's first versions
lowered_by(
    BatchMatrixBandPart=MatrixBandPart, **{f"Batch{name}": LOWERINGS[name] for name in ("MatrixDiag", "MatrixDiagPart", "MatrixSetDiag")}
)


@lower
def Diag(diagonal, result_types):
    size = diagonal.size
    row = diagonal.reshape(size, 1)
    return select(on_diagonal((size, size)), row, 0).reshape(*result_types[0].shape)


@lower
def DiagPart(input, result_types):
    size = result_types[0].size
    return cut(input.reshape(size, size), 0, 0, "LEFT_LEFT", 0).reshape(*result_types[0].shape)
