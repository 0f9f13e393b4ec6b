"""Matrix products of known sizes, in pieces where BLAS is quicker with these.

OpenBLAS copies both operands into panels before it multiplies, which is a fifth of the time of a product of 50 rows. On processors with AVX-512 it takes
products of f32 of up to a million multiplications as they lie (`sgemm_small_kernel_permit`): 49x320 by 320x1280 takes 173 us in pieces of 32 columns,
226 as a whole; 12544x147 by 147x64 in pieces of 96 rows 989, not 1304. On others each piece copies its operands, and pieces are 5 to 20% slower.
With several threads a whole product is shared among them, a piece is not.
"""

from __future__ import annotations

import os
from functools import cache

import numpy as np
from numpy.lib.introspect import opt_func_info

PIECE = 10**6  # multiplications of a piece
LEAST = 4 * PIECE  # of a product that is worth the time of taking it to pieces
FEW_ROWS = 256  # of a product, in which the time goes into arranging the right side
FEWEST = 32  # rows of a piece, with which enough is computed of what is loaded of the right side
COLUMNS = (32, 48)  # of a piece that has not all: what fits registers
INNER = 640  # of a piece of a product of few rows: longer sums, which leave fewer columns or rows, are added up from parts
SHORT = 64  # rows of a product whose sums are taken in parts: adding these up takes time for each
PAGE = 4096  # bytes: rows of a matrix whose length is a multiple of it push each other out of the cache
NATIVE = ("", "SkylakeX", "Cooperlake", "SapphireRapids")  # OPENBLAS_CORETYPE where its kernels are those for AVX-512


@cache
def are_worth_it() -> bool:
    """Whether this process's BLAS takes small products as they lie, and has one thread."""
    threads = [os.environ.get(f"{name}_NUM_THREADS") for name in ("OPENBLAS", "GOTO", "OMP")]
    is_alone = next((number for number in threads if number), str(os.cpu_count())) == "1"
    return is_alone and vectors().startswith(("X86_V4", "AVX512")) and os.environ.get("OPENBLAS_CORETYPE", "") in NATIVE


def vectors() -> str:
    """NumPy's name for the instructions by which it computes exponentials of f32 on this processor."""
    return opt_func_info(func_name="^exp$", signature="float32")["exp"]["ff"]["current"]


class Product:
    """[..., rows, inner] times [..., inner, columns], `count` of them. `rows` of a call may be fewer."""

    __slots__ = ("rows", "inner", "columns", "is_whole", "is_short")

    def __init__(self, rows: int, inner: int, columns: int, dtype, count: int = 1):
        is_worth_it = dtype == np.float32 and count * rows * inner * columns > LEAST and are_worth_it()
        made = piece_of(rows, inner, columns) if is_worth_it else None
        self.is_whole, self.is_short = made is None, rows <= FEW_ROWS
        self.rows, self.inner, self.columns = made or (rows, inner, columns)

    def arranged(self, matrix):
        """A right side that is known, as a call takes it: pieces one after the other; else for few rows its own apart by no multiple of a page."""
        if not self.is_whole:
            return np.ascontiguousarray(self.parts(matrix))
        if not self.is_short or matrix.shape[-1] * matrix.itemsize % PAGE:
            return matrix
        spread = np.empty((*matrix.shape[:-1], matrix.shape[-1] + 16), matrix.dtype)[..., : matrix.shape[-1]]
        np.copyto(spread, matrix)
        return spread

    def parts(self, matrix):
        """A right side as [parts of the sums, ..., 1, pieces of columns, inner, columns], without the first where there is one; itself where there are
        no pieces."""
        if self.is_whole:
            return matrix
        *batch, inner, columns = matrix.shape
        if inner == self.inner:
            return matrix.reshape(*batch, 1, inner, columns // self.columns, self.columns).swapaxes(-2, -3)
        split = matrix.reshape(*batch, inner // self.inner, self.inner, columns)
        return np.stack([self.parts(part) for part in np.moveaxis(split, -3, 0)])

    def __call__(self, left, right, out):
        """The product into `out`; `right` is what `arranged` or `parts` gives."""
        if self.is_whole:
            return np.matmul(left, right, out=out)
        count, inner = left.shape[-2:]
        main = count - count % self.rows
        by_rows = self.of_rows if inner == self.inner else self.added_up
        if main == count:
            by_rows(left, right, out, self.rows)
        else:
            if main:
                by_rows(left[..., :main, :], right, out[..., :main, :], self.rows)
            by_rows(left[..., main:, :], right, out[..., main:, :], count - main)
        return out

    def of_rows(self, left, right, out, rows: int) -> None:
        *batch, count, inner = left.shape
        pieces = out.reshape(*batch, count // rows, rows, -1, self.columns).swapaxes(-2, -3)
        np.matmul(left.reshape(*batch, count // rows, 1, rows, inner), right, out=pieces)

    def added_up(self, left, right, out, rows: int) -> None:
        """Of sums in parts."""
        sums = np.empty((len(right), *out.shape), out.dtype)
        for at, (part, each) in enumerate(zip(right, sums)):
            self.of_rows(left[..., at * self.inner : (at + 1) * self.inner], part, each, rows)
        np.add.reduce(sums, 0, out=out)


def piece_of(rows: int, inner: int, columns: int) -> tuple[int, int, int] | None:
    """Rows, length of sums and columns of a piece of a product; None where a whole one is as quick."""
    if rows * inner * columns <= PIECE:
        return None
    part = inner if rows > SHORT else largest_divisor(inner, INNER)
    if part < min(inner, FEW_ROWS):
        return None
    wide = columns if part == inner and 64 * inner * columns <= PIECE else next((size for size in COLUMNS if columns % size == 0), columns)
    most = min(rows, PIECE // (part * wide))
    if most < min(rows, FEWEST):
        return None
    even = largest_divisor(rows, most)
    return even if 3 * even >= 2 * most else max(even, most - most % 16), part, wide


def largest_divisor(number: int, most: int) -> int:
    return next(size for size in range(most, 0, -1) if number % size == 0)
