"""Quantized types: integers that stand for real numbers, `real = (stored - zero point) * scale`. Source: MLIR's quant dialect.

!quant.uniform<i8:f32, 2.0:15>                     per tensor
!quant.uniform<i8<-127:127>:f32:1, {1.0, 2.0:3}>   per axis, with narrower storage
!quant.uniform<i8:f32:{0:2}, {{1.0, 2.0}}>         per block of two along axis 0; kept as it is written
!quant.any<i8<-8:7>:f32>                           of unknown scale
!quant.calibrated<f32<-0.5:1.5>>                   real numbers that were seen to lie between two
"""

from __future__ import annotations

from tfir.ir.attributes import FloatAttr
from tfir.ir.quantized_types import QuantizedType, default_range, point_text, stored
from tfir.ir.types import F64, FloatType, IntegerType, OpaqueType, Type
from tfir.ods.dialect import Dialect
from tfir.text.lexer import NUMBER


def read_uniform(p) -> Type:
    p.expect("<")
    spelled, storage, (minimum, maximum) = read_storage(p)
    p.expect(":")
    expressed = read_expressed(p)
    blocks, axis, start = None, None, p.start
    if p.accept(":"):
        start = p.start
        if p.at("{"):
            blocks = p.comma_list(lambda: read_block(p), "{", "}")
        else:
            axis = p.integer()
    if axis is not None and axis < 0:
        raise p.error(f"illegal quantized dimension: {axis}", start)
    p.expect(",")
    start = p.start
    if blocks is not None:
        return read_blocks(p, stored(spelled, storage, minimum, maximum), expressed, blocks)
    points = [_read_point(p)] if axis is None else p.comma_list(lambda: _read_point(p), "{", "}")
    if not points:
        raise p.error("expected floating point literal", start)
    _check_range(p, expressed, [scale for scale, _ in points], start)
    p.expect(">")
    return QuantizedType(storage, expressed, axis, tuple([s for s, _ in points]), tuple([z for _, z in points]), minimum, maximum, spelled)


def read_storage(p) -> tuple[str, IntegerType, tuple[int, int]]:
    """`i8<-8:7>` as (how the type is spelled, the type, its range)."""
    start, spelled = p.start, p.token
    prefix = spelled.rstrip("0123456789")
    if prefix not in ("i", "u", "si", "ui") or prefix == spelled:
        raise p.error("illegal storage type prefix", start)
    p.advance()
    width = int(spelled[len(prefix) :])
    if not 0 < width <= 32:
        raise p.error(f"illegal storage type size: {width}", start)
    storage = IntegerType(width, "u" if prefix[0] == "u" else "s" if prefix == "si" else "")
    low, high = minimum, maximum = default_range(storage)
    if p.accept("<"):
        at, minimum = p.start, p.integer()
        if not low <= minimum <= high:
            raise p.error(f"illegal storage type minimum: {minimum}", at)
        p.expect(":")
        at, maximum = p.start, p.integer()
        if not low <= maximum <= high:
            raise p.error(f"illegal storage type maximum: {maximum}", at)
        p.expect(">")
        if minimum >= maximum:
            raise p.error(f"illegal storage min and storage max: ({minimum}:{maximum})", start)
    return spelled, storage, (minimum, maximum)


def read_expressed(p) -> FloatType:
    start, expressed = p.start, p.type()
    if not isinstance(expressed, FloatType):
        raise p.error(f"invalid kind of type specified: a float type is expressed, not '{expressed}'", start)
    return expressed


def read_block(p) -> str:
    """`0:2`: an axis, and how much of it has one scale."""
    start, axis = p.start, p.integer()
    if axis < 0:
        raise p.error(f"illegal quantized dimension: {axis}", start)
    p.expect(":")
    start, size = p.start, p.integer()
    if size <= 0:
        raise p.error(f"illegal block size: {size}", start)
    return f"{axis}:{size}"


def read_blocks(p, head: str, expressed: Type, blocks) -> Type:
    start, scales = p.start, list[float]()
    text, _ = nested_points(p, scales)
    _check_range(p, expressed, scales, start)
    p.expect(">")
    return OpaqueType(f"!quant.uniform<{head}:{expressed}:{{{', '.join(blocks)}}}, {text}>")


def nested_points(p, scales: list) -> tuple[str, tuple]:
    """`{{1.0, 2.0:3}}`: the text, and the shape. All rows are of one length."""
    if not p.at("{"):
        scale, zero = _read_point(p)
        scales.append(scale)
        return point_text(scale, zero), ()
    start = p.start
    rows = p.comma_list(lambda: nested_points(p, scales), "{", "}")
    if len({shape for _, shape in rows}) > 1:
        raise p.error("tensor literal is invalid; ranks are not consistent between elements", start)
    return f"{{{', '.join([text for text, _ in rows])}}}", (len(rows), *(rows[0][1] if rows else ()))


def read_any(p) -> Type:
    p.expect("<")
    spelled, storage, (minimum, maximum) = read_storage(p)
    expressed = f":{read_expressed(p)}" if p.accept(":") else ""
    p.expect(">")
    return OpaqueType(f"!quant.any<{stored(spelled, storage, minimum, maximum)}{expressed}>")


def read_calibrated(p) -> Type:
    p.expect("<")
    expressed, start = read_expressed(p), p.start
    p.expect("<", "before the calibrated values, which must be present")
    low = p.number()
    p.expect(":")
    high = p.number()
    p.expect(">")
    p.expect(">")
    shown = [FloatAttr(each, F64).text.partition(" ")[0] for each in (low, high)]
    if low >= high:
        raise p.error(f"illegal min and max: ({shown[0]}:{shown[1]})", start)
    return OpaqueType(f"!quant.calibrated<{expressed}<{shown[0]}:{shown[1]}>>")


RANGES = {"f16": (5.960464477539063e-08, 65504.0), "bf16": (9.183549615799121e-41, 3.3895313892515355e38),
          "f32": (1.401298464324817e-45, 3.4028234663852886e38)}  # fmt: skip


def _check_range(p, expressed, scales, start: int) -> None:
    """A scale is a positive number of the expressed type."""
    low, high = RANGES.get(expressed.text, (5e-324, 1.7976931348623157e308))
    for scale in scales:
        if not low <= scale <= high:
            raise p.error(f"scale {scale:.6e} out of expressed type range [{low:.6e}, {high:.6e}]", start)


def _read_point(p):
    if p.kind == NUMBER and p.token.lstrip("-").isdigit():
        raise p.error("unexpected decimal integer literal for a floating point value")
    scale = p.number()
    return scale, p.integer() if p.accept(":") else 0


DIALECT = Dialect("quant", "\n", types={"uniform": read_uniform, "any": read_any, "calibrated": read_calibrated})
