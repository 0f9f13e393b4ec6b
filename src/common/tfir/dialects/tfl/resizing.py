"""Pictures of another size. Source: tensorflow/lite/kernels/{resize_bilinear,resize_nearest_neighbor}.cc and their reference kernels."""

from __future__ import annotations

from tfir.dialects.tfl.in_tensorflow import Number, constant, family, tf, where
from tfir.ir.diagnostics import Error
from tfir.ir.types import F32, I64
from tfir.ods.numpy_on_demand import np

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

SEMANTICS, means, _ = family()


@means
def resize_bilinear(input, size, align_corners, half_pixel_centers):
    """Signed integers with ten bits behind the point; others as floats, of which integers are cut off a half above."""
    words = {"align_corners": align_corners, "half_pixel_centers": half_pixel_centers}
    if input.quantized is None:
        return tf("ResizeBilinear", input, size, **words)
    if size.content is None:
        raise Error("needs a size that is a constant")
    sizes = list(zip(input.shape[1:3], size.content.tolist()))
    if input.element.signedness == "u":
        return blended(input.to(F32), [lines(*each, **words) for each in sizes], np.float32, 0.5).to(input.element)
    total = blended(input.to(I64), [whole_lines(*each, **words) for each in sizes], np.int64, 0)
    moved = where(total > 0, total + (1 << 19), total - (1 << 19))
    return tf("TruncateDiv", moved, 1 << 20).to(input.element)


def whole_lines(size: int, goal: int, align_corners: bool, half_pixel_centers: bool) -> tuple[Any, ...]:
    """For each place the elements below and above, and their weights, of 1024."""
    scale = (1024 * size + goal // 2) // goal
    if align_corners and goal > 1:
        scale = (1024 * (size - 1) + (goal - 1) // 2) // (goal - 1)
    places = np.arange(goal, dtype=np.int64) * scale
    if half_pixel_centers:
        places = places + scale // 2 - (1 << 9)
    cut = np.where(places < 0, -(-places // 1024), places // 1024)
    low = np.maximum(cut, 0)
    high = np.minimum(np.where(places + 1023 < 0, -(-(places + 1023) // 1024), (places + 1023) // 1024), size - 1)
    weight = places - 1024 * low
    return low, high, 1024 - weight, weight


def lines(size: int, goal: int, align_corners: bool, half_pixel_centers: bool) -> tuple[Any, ...]:
    """The same in f32, of 1."""
    f32 = np.float32
    scale = f32(size) / f32(goal)
    if align_corners and goal > 1:
        scale = f32(size - 1) / f32(goal - 1)
    places = np.arange(goal, dtype=np.float32)
    places = (places + f32(0.5)) * scale - f32(0.5) if half_pixel_centers else places * scale
    low = np.maximum(np.floor(places), 0).astype(np.int64)
    high = np.minimum(np.ceil(places).astype(np.int64), size - 1)
    weight = places - low.astype(np.float32)
    return low, high, f32(1) - weight, weight


def blended(x: Number, sizes: list[tuple[Any, ...]], dtype: Any, offset: float) -> Number:
    (y0, y1, below, above), (x0, x1, left, right) = sizes

    def weights(rows: Any, columns: Any) -> tuple[Any, Any]:
        return rows.astype(dtype).reshape(1, -1, 1, 1), columns.astype(dtype).reshape(1, 1, -1, 1)

    def at(rows: Any, columns: Any) -> Number:
        picked = tf("GatherV2", x, constant(rows, I64), 1)
        return tf("GatherV2", picked, constant(columns, I64), 2)

    total: Any = None
    for rows, columns, row_weight, column_weight in (
        (y0, x0, below, left), (y1, x0, above, left), (y0, x1, below, right), (y1, x1, above, right),
    ):  # fmt: skip
        by_row, by_column = weights(row_weight, column_weight)
        part = at(rows, columns) * by_row * by_column
        total = part if total is None else total + part
    return total + offset if offset else total


@means
def resize_nearest_neighbor(input, size, align_corners, half_pixel_centers):
    return tf("ResizeNearestNeighbor", input, size, align_corners=align_corners, half_pixel_centers=half_pixel_centers)
