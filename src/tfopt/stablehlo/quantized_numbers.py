"""Dequantization and quantization as arithmetic on what is stored, operation by operation as `tfir.ods.quantization` computes it."""

from __future__ import annotations

from tfir.ir.dense import DenseAttr
from tfir.ir.operations import Value
from tfir.ir.quantized_types import QuantizedType, default_range
from tfir.ir.types import I32, I64, FloatType, TensorType, Type

from tfopt.rewrite.building import constant, create
from tfopt.stablehlo.real_numbers import Real, converted, made

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


def beside(name: str, x: Real, numbers: Sequence[float], element: QuantizedType) -> Real:
    """x combined with one number for each slice along the axis of a quantized type, or with one for all."""
    shape = () if element.axis is None else (len(numbers),)
    other = Real(constant(DenseAttr.of(list(numbers), TensorType(shape, x.type.element))))
    dimensions = [] if element.axis is None else [element.axis]
    if not x.type.is_static:
        return Real(create(f"chlo.broadcast_{name}", [x.value, other.value], {"broadcast_dimensions": dimensions, "type": x.type}).result)
    return made(name, x, made("broadcast_in_dim", other, broadcast_dimensions=dimensions, type=x.type))


def dequantized(stored: Value, element: QuantizedType) -> Value:
    """The numbers that stored integers stand for."""
    x = Real(stored)
    if any(element.zero_points):  # 32 bits hold all distances from a zero point but those of 32 bits
        x = beside("subtract", converted(x, I64 if element.storage.width == 32 else I32), element.zero_points, element)
    return beside("multiply", converted(x, element.expressed), element.scales, element).value


def quantized(numbers: Value, element: QuantizedType) -> Value:
    """The stored integers that are nearest to numbers."""
    x = beside("divide", Real(numbers), element.scales, element)
    if any(element.zero_points):
        x = beside("add", x, element.zero_points, element)
    x = made("round_nearest_even", clamped(x, element))
    whole = converted(x, element.storage)
    return whole.value if is_clamped_at_last(element) else clamped(whole, element).value


def clamped(x: Real, element: QuantizedType) -> Real:
    low, high = (constant(DenseAttr.of(limit, TensorType((), x.type.element))) for limit in (element.minimum, element.maximum))
    return made("clamp", low, x, high, type=x.type)


def is_clamped_at_last(element: QuantizedType) -> bool:
    """Whether a conversion to the storage type keeps the limits: they are its own, or the expressed type has them both; and of NaN it makes
    0, which must be one that can be stored."""
    limits = (element.minimum, element.maximum)
    return limits == default_range(element.storage) or (
        limits[0] <= 0 <= limits[1] and all(holds(element.expressed, each) for each in limits)
    )


MANTISSA_BITS = {"f16": 11, "bf16": 8, "f32": 24, "f64": 53}


def holds(expressed: Type, number: int) -> bool:
    """Whether a float type surely has a whole number."""
    return isinstance(expressed, FloatType) and abs(number) <= 1 << MANTISSA_BITS.get(expressed.name, 0)
