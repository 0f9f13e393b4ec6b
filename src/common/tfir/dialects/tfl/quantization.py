"""From floats to stored integers, back, and from scale to scale.

Source: tensorflow/lite/kernels/{quantize,dequantize,fake_quant}.cc and their reference kernels.
"""

from __future__ import annotations

from tfir.dialects.tfl.convolution import away
from tfir.dialects.tfl.fixed_point import centred, finished, scaled_by
from tfir.dialects.tfl.in_tensorflow import Number, clamp, family, tf
from tfir.dialects.tfl.tables import by_table
from tfir.ir.types import F32, I32
from tfir.ods.numpy_on_demand import np

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

SEMANTICS, means, _ = family()


def along_axis(numbers: Any, element: Any, rank: int) -> Any:
    """Scales or zero points in a shape that broadcasts."""
    if element.axis is None:
        return numbers[0]
    return np.asarray(numbers).reshape([-1 if axis == element.axis else 1 for axis in range(rank)])


def dequantized(x: Number) -> Number:
    element = x.quantized
    assert element is not None
    numbers = x.to(I32)
    if any(element.zero_points):
        numbers = numbers - along_axis(np.array(element.zero_points, np.int32), element, x.rank)
    return numbers.to(F32) * along_axis(np.array(element.scales, np.float32), element, x.rank)


@means
def dequantize(input):
    return input.to(F32) if input.quantized is None else dequantized(input)


@means
def quantize(input, result_types):
    result = result_types[0].element
    if input.quantized is None:
        scales = along_axis(np.array(result.scales, np.float32), result, input.rank)
        zeros = along_axis(np.array(result.zero_points, np.float32), result, input.rank)
        places = away(input / scales) + zeros
        return clamp(places, float(result.minimum), float(result.maximum)).to(I32).to(result.storage)
    real = float(input.scale) / float(np.float32(result.scales[0]))
    if input.element.width <= 16:
        return by_table(input, result, lambda numbers: scaled_by(numbers - input.zero, real) + result.zero_points[0])
    return finished(scaled_by(centred(input), real), result)


@means
def fake_quant(input, min, max, num_bits, narrow_range):
    return tf("FakeQuantWithMinMaxArgs", input, min=min, max=max, num_bits=num_bits, narrow_range=narrow_range)
