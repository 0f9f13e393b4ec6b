"""Uniformly quantized types: integers that stand for real numbers, `real = (stored - zero point) * scale`."""

from __future__ import annotations

from tfir.ir.attributes import FloatAttr
from tfir.ir.types import F64, FloatType, IntegerType, OpaqueType


class QuantizedType(OpaqueType):
    """`axis` is None where one scale holds for the whole tensor; `scales` and `zero_points` have one entry for each slice.

    Unsigned storage may be `spelled` as `u8` or as `ui8`.
    """

    __slots__ = ("storage", "expressed", "axis", "scales", "zero_points", "minimum", "maximum")
    storage: IntegerType
    expressed: FloatType
    axis: int | None
    scales: tuple[float, ...]
    zero_points: tuple[int, ...]
    minimum: int
    maximum: int

    def __new__(
        cls,
        storage: IntegerType,
        expressed: FloatType,
        axis: int | None,
        scales: tuple[float, ...],
        zero_points: tuple[int, ...],
        minimum: int,
        maximum: int,
        spelled: str | None = None,
    ) -> QuantizedType:
        points = [point_text(scale, zero) for scale, zero in zip(scales, zero_points)]
        along, listed = ("", points[0]) if axis is None else (f":{axis}", f"{{{','.join(points)}}}")
        text = f"!quant.uniform<{stored(spelled or storage, storage, minimum, maximum)}:{expressed}{along}, {listed}>"
        type: QuantizedType | None = cls._all.get(text)
        if type is None:
            type = cls._all[text] = object.__new__(cls)
            type.text, type.dialect = text, "quant"
            type.storage, type.expressed, type.axis, type.scales, type.zero_points = storage, expressed, axis, scales, zero_points
            type.minimum, type.maximum = minimum, maximum
        return type

    @property
    def storage_fits(self) -> bool:
        """Whether zero points lie within the storage type, and the range is its own."""
        return all([self.minimum <= zero <= self.maximum for zero in self.zero_points])


def is_quantized(*types: object) -> bool:
    """Whether one of several types, or its element, is quantized."""
    return any([isinstance(getattr(type, "element", type), QuantizedType) for type in types])


def point_text(scale: float, zero: int) -> str:
    text = FloatAttr(scale, F64).text.partition(" ")[0]
    return f"{text}:{zero}" if zero else text


def default_range(storage: IntegerType) -> tuple[int, int]:
    return IntegerType(storage.width, storage.signedness or "s").limits


def stored(spelled: str | IntegerType, storage: IntegerType, minimum: int, maximum: int) -> str:
    """A storage type as it is spelled, with its range where that is narrower: `i8<-127:127>`."""
    return f"{spelled}<{minimum}:{maximum}>" if (minimum, maximum) != default_range(storage) else str(spelled)
