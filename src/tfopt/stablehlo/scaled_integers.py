"""Quantization, dequantization and a change of scale on what is stored, with CHLO's broadcasts, in the order of upstream's
`stablehlo-legalize-quant-to-math`."""

from __future__ import annotations

from tfir.ir.dense import DenseAttr
from tfir.ir.quantized_types import QuantizedType
from tfir.ir.types import F32, I32, TensorType, Type

from tfopt.rewrite.building import constant, create
from tfopt.stablehlo.real_numbers import Real, converted, made

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


def number(value: float, element: Type) -> Real:
    """A constant without dimensions."""
    return Real(constant(DenseAttr.of(value, TensorType((), element))))


def along(values: Sequence[float], axis: int | None, element: Type) -> Real:
    """A constant of one number for all, or with one for each slice along an axis."""
    listed = list(values) if len({*values}) > 1 else values[0]
    return Real(constant(DenseAttr.of(listed, TensorType(() if axis is None else (len(values),), element))))


def against(name: str, x: Real, other: Real, axis: int | None = None) -> Real:
    """x combined with a tensor without dimensions, or with one along an axis, in the shape of x."""
    dimensions = {} if axis is None else {"broadcast_dimensions": [axis]}
    return Real(create(f"chlo.broadcast_{name}", [x.value, other.value], {**dimensions, "type": x.type}).result)


def limits(element: QuantizedType, type: Type) -> tuple[Real, Real]:
    return number(element.minimum, type), number(element.maximum, type)


def between(x: Real, bounds: tuple[Real, Real]) -> Real:
    return made("clamp", bounds[0], x, bounds[1], type=x.type)


def quantized(x: Real, element: QuantizedType) -> Real:
    """The stored integers that are nearest to numbers."""
    scales, zeros = (along(each, element.axis, x.type.element) for each in (element.scales, element.zero_points))
    bounds = limits(element, x.type.element)
    places = against("add", against("divide", x, scales, element.axis), zeros, element.axis)
    return converted(made("round_nearest_even", between(places, bounds)), element.storage)


def dequantized(x: Real, element: QuantizedType) -> Real:
    """The numbers that stored integers stand for."""
    scales, zeros = along(element.scales, element.axis, element.expressed), along(element.zero_points, element.axis, I32)
    distances = against("subtract", made("convert", x, type=x.type.with_element(I32)), zeros, element.axis)
    return against("multiply", converted(distances, element.expressed), scales, element.axis)


def requantized(x: Real, before: QuantizedType, after: QuantizedType, type: Type) -> Real:
    """Stored integers of one quantized type as those of another, of a tensor type: x * scale + zero point, with both merged."""
    if before is after:
        return made("convert", x, type=type)
    axis = before.axis if after.axis is None else after.axis
    count = max(len(before.scales), len(after.scales))
    scales, zeros = merged(spread(before, count), spread(after, count))
    places = against("multiply", made("convert", x, type=type.with_element(F32)), along(scales, axis, F32), axis)
    if any(zeros):
        places = against("add", places, along(zeros, axis, F32), axis)
    if type.element.width < 32:
        places = between(places, limits(after, F32))
    return made("convert", made("round_nearest_even", places), type=type)


Points = list[tuple[float, int]]


def spread(element: QuantizedType, count: int) -> Points:
    """The scale and the zero point of each slice; one of a whole tensor for every slice."""
    points = list(zip(element.scales, element.zero_points))
    return points * count if len(points) == 1 else points


def merged(before: Points, after: Points) -> tuple[list[float], list[float]]:
    """The scales and zero points by which integers that are stored one way are stored the other way."""
    scales = [one / other for (one, _), (other, _) in zip(before, after)]
    return scales, [zero - was * scale for (_, was), (_, zero), scale in zip(before, after, scales)]
