"""The result of a convolution, as its attributes and the shapes of its operands have it."""

from __future__ import annotations

from tfir.dialects.tf.verify.checks import not_inferred, uninferred
from tfir.ir.types import TensorType
from tfir.ods.shapes import negative_places, window_size


def result_fits(op, input, filter, output, strides, padding, paddings, data_format, dilations) -> None:
    """Raises where the result has another type."""
    features = 1 if data_format[1] == "C" else len(input.shape) - 1
    sizes: list[int | None] = []
    for axis, size in enumerate(input.shape):
        if axis in (0, features):
            sizes.append(input.shape[0] if axis == 0 else filter.shape[-1])
            continue
        window = filter.shape[axis - 1 if features > axis else axis - 2]
        around = paddings[2 * axis : 2 * axis + 2] if padding == "EXPLICIT" else padding
        sizes.append(places(op, size, window, strides[axis], dilations[axis], around))
    expected = TensorType(sizes, input.element)
    return not_inferred(op, expected, output)


def places(op, size, window, stride: int, dilation: int, around) -> int | None:
    """How many places a window has along an axis."""
    if size is None or (window is None and around != "SAME"):
        return None
    refused = None if window is None else negative_places(size, window, stride, around, dilation)
    if refused:
        uninferred(op, f"'{op.name}' op {refused}")
    return window_size(size, window, stride, around, dilation)
