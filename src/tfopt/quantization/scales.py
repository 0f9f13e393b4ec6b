"""Quantized types for ranges of numbers, and the whole numbers that are stored for constants."""

from __future__ import annotations

import numpy as np
from tfir.ir.quantized_types import QuantizedType, default_range
from tfir.ir.types import F32, I8, I16, I32, I64, FloatType, IntegerType
from tfir.ods.arrays import dtype_of
from tfir.ods.quantization import quantized

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from tfir.ods.arrays import Array

STORAGE = {"int8": I8, "int16": I16}
MOST_BIAS = {
    I32: 1 << 30,
    I64: 1 << 46,
}  # of what is stored of a bias, so that sums have room beside it: TFLite scales sums of 48 bits at most
LEAST = float(np.finfo(np.float32).tiny)


def narrow(number: float) -> float:
    """A scale as f32 has it, which is what programs compute with, and no number too small to divide by."""
    return max(float(np.float32(number)), LEAST)


def of_range(low: float, high: float, storage: IntegerType = I8, is_symmetric: bool = False, expressed: FloatType = F32) -> QuantizedType:
    """A type whose numbers reach from `low` to `high`, 0 among them exactly. 16 bits have no zero point, as TFLite's kernels want it."""
    low, high = min(low, 0.0), max(high, 0.0)
    least, most = default_range(storage)
    if is_symmetric or storage.width > 8:
        scale = narrow(max(-low, high) / most or 1.0)
        return QuantizedType(storage, expressed, None, (scale,), (0,), least, most)
    scale = narrow((high - low) / (most - least) or 1.0)
    zero = int(np.clip(np.rint(least - low / scale), least, most))
    return QuantizedType(storage, expressed, None, (scale,), (zero,), least, most)


def fixed(scale: float, zero: int, storage: IntegerType) -> QuantizedType:
    """A type whose scale an op sets itself; with 16 bits of the numbers that are as large as 8 reach there are as many more."""
    least, most = default_range(storage)
    if storage.width > 8:
        reach = max(abs(least // 256 - zero), abs(most // 256 + 1 - zero)) * scale
        return QuantizedType(storage, F32, None, (narrow(reach / (most + 1)),), (0,), least, most)
    return QuantizedType(storage, F32, None, (scale,), (zero,), least, most)


def of_weights(array: Array, axis: int | None, least_scales: Array | None = None, expressed: FloatType = F32) -> QuantizedType:
    """8 bits from -127 to 127, the largest weight of each channel at an end; `least_scales` where a bias would not fit otherwise."""
    flat = (
        np.abs(array.astype(np.float64)).reshape(1, -1)
        if axis is None
        else np.abs(np.moveaxis(array, axis, 0)).reshape(array.shape[axis], -1)
    )
    scales = flat.max(1, initial=0) / 127
    scales = np.where(scales > 0, scales, 1.0)
    if least_scales is not None:
        scales = np.maximum(scales, least_scales)
    numbers = tuple([narrow(scale) for scale in scales.tolist()])
    return QuantizedType(I8, expressed, axis, numbers, (0,) * len(numbers), -127, 127)


def of_bias(scales: Sequence[float], axis: int | None, expressed: FloatType = F32, storage: IntegerType = I32) -> QuantizedType:
    least, most = default_range(storage)
    return QuantizedType(storage, expressed, axis, tuple(scales), (0,) * len(scales), least, most)


def stored_of(array: Array, type: QuantizedType) -> Array:
    """What is stored of numbers."""
    return quantized(array.astype(np.float32), type)


def stored_bias(bias: Array, scales: Sequence[float], storage: IntegerType = I32) -> Array:
    most = MOST_BIAS[storage]
    return np.clip(np.rint(bias / np.array(scales, np.float64)), -most, most).astype(dtype_of(storage))


def sum_scales(left: float, right: Sequence[float]) -> tuple[float, ...]:
    """The scales of sums of products, as f32 has them."""
    return tuple([float(np.float32(left) * np.float32(each)) for each in right])
