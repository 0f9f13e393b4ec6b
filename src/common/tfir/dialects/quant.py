"""Quantized types: integers that stand for real numbers, `real = (stored - zero point) * scale`. Source: MLIR's quant dialect.

    !quant.uniform<i8:f32, 2.0:15>                     per tensor
    !quant.uniform<i8<-127:127>:f32:1, {1.0, 2.0:3}>   per axis, with narrower storage
"""

from __future__ import annotations

from tfir.define.dialect import Dialect
from tfir.ir.attributes import FloatAttr
from tfir.ir.types import F64, IntegerType, OpaqueType, Type


class QuantizedType(OpaqueType):
    """`axis` is None where one scale holds for the whole tensor; `scales` and `zero_points` have one entry for each slice.

    Unsigned storage may be `spelled` as `u8` or as `ui8`.
    """

    __slots__ = ("storage", "expressed", "axis", "scales", "zero_points", "minimum", "maximum")
    _all: dict = {}

    def __new__(cls, storage, expressed, axis, scales, zero_points, minimum, maximum, spelled=None):
        low, high = storage_range(storage)
        bounds = f"<{minimum}:{maximum}>" if (minimum, maximum) != (low, high) else ""
        points = [_point(scale, zero) for scale, zero in zip(scales, zero_points)]
        along, listed = ("", points[0]) if axis is None else (f":{axis}", f"{{{','.join(points)}}}")
        text = f"!quant.uniform<{spelled or storage}{bounds}:{expressed}{along}, {listed}>"
        known = cls._all.get(text)
        if known is None:
            known = cls._all[text] = Type.__new__(cls)
            known.text, known.dialect = text, "quant"
            known.storage, known.expressed, known.axis, known.scales, known.zero_points = storage, expressed, axis, scales, zero_points
            known.minimum, known.maximum = minimum, maximum
        return known


    @property
    def storage_fits(self) -> bool:
        """Whether zero points lie within the storage type, and the range is its own."""
        return all([self.minimum <= zero <= self.maximum for zero in self.zero_points])


def _point(scale: float, zero: int) -> str:
    text = FloatAttr(scale, F64).text.partition(" ")[0]
    return f"{text}:{zero}" if zero else text



def storage_range(storage: IntegerType) -> tuple[int, int]:
    if storage.signedness == "u":
        return 0, (1 << storage.width) - 1
    return -(1 << (storage.width - 1)), (1 << (storage.width - 1)) - 1


def read_uniform(p) -> Type:
    p.expect("<")
    start, spelled, storage = p.start, p.token, _storage(p)
    if not isinstance(storage, IntegerType):
        raise p.error(f"illegal quantized storage type '{storage}'", start)
    minimum, maximum = storage_range(storage)
    if p.accept("<"):
        minimum = p.integer()
        p.expect(":")
        maximum = p.integer()
        p.expect(">")
    p.expect(":")
    expressed = p.type()
    start, axis = p.start, p.integer() if p.accept(":") else None
    if axis is not None and axis < 0:
        raise p.error(f"illegal quantized dimension: {axis}", start)
    p.expect(",")
    start = p.start
    points = [_read_point(p)] if axis is None else p.comma_list(lambda: _read_point(p), "{", "}")
    _check_range(p, expressed, [scale for scale, _ in points], start)
    p.expect(">")
    return QuantizedType(storage, expressed, axis, tuple([s for s, _ in points]), tuple([z for _, z in points]), minimum, maximum, spelled)


RANGES = {"f16": (5.960464477539063e-08, 65504.0), "bf16": (9.183549615799121e-41, 3.3895313892515355e38),
          "f32": (1.401298464324817e-45, 3.4028234663852886e38)}  # fmt: skip


def _check_range(p, expressed, scales, start: int) -> None:
    """A scale is a positive number of the expressed type."""
    low, high = RANGES.get(expressed.text, (5e-324, 1.7976931348623157e308))
    for scale in scales:
        if not low <= scale <= high:
            raise p.error(f"scale {scale:.6e} out of expressed type range [{low:.6e}, {high:.6e}]", start)


def _storage(p) -> Type:
    """The storage type; `u8` is an unsigned integer here."""
    if p.token[:1] == "u" and p.token[1:].isdigit():
        return IntegerType(int(p.advance()[1:]), "u")
    return p.type()


def _read_point(p):
    scale = p.number()
    return scale, p.integer() if p.accept(":") else 0



DIALECT = Dialect("quant", "\n", types={"uniform": read_uniform})
