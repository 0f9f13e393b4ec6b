"""StableHLO: sums of products are numbers of 32 bits at the product of both scales, to which a bias of that scale is added, and which are quantized
anew. Types say all of it, so that ops are what they were."""

from __future__ import annotations

import numpy as np
from tfir.dialects import definition_of
from tfir.ir.attributes import DenseArrayAttr
from tfir.ir.builder import Builder
from tfir.ir.dense import DenseAttr
from tfir.ir.operations import Operation, Value
from tfir.ir.operations import Region as Region_
from tfir.ir.quantized_types import QuantizedType
from tfir.ir.types import I8, I16, I32, I64, FloatType, IntegerType, TensorType, Type
from tfir.ods.arrays import dense_of, dtype_of
from tfir.ods.quantization import about_products, sums_of

from tfopt.arithmetic.sizes import UnknownSizes
from tfopt.arithmetic.tensor import Tensor, along, binary, broadcast_to, building, clamp, emit, literal, pad, unary
from tfopt.quantization import scales
from tfopt.quantization.facts import fact_of
from tfopt.quantization.guards import drop_guards
from tfopt.quantization.regions import Region

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from tfir.ods.arrays import Array
    from tfir.ods.shapes import Size

QUANTIZES, DEQUANTIZES = "stablehlo.uniform_quantize", "stablehlo.uniform_dequantize"
DEQUANTIZES_SUMS = True  # sums may become floats at once, without being rounded to fewer bits
COMPUTES_HALVES = True
BIASES = {I8: I32, I16: I32}  # sums have 32 bits


def prepare(module: Operation) -> None:
    """What programs of this dialect are made into before their ranges are measured for full quantization."""
    drop_guards(module)


def has_kernel(name: str, storage: IntegerType) -> bool:
    """Whether there is a form for numbers that are stored so: of all that have one."""
    return True


def quantize(builder: Builder, value: Value, element: QuantizedType) -> Value:
    return builder.value("stablehlo.uniform_quantize", [value], value.type.with_element(element))


def dequantize(builder: Builder, value: Value) -> Value:
    return builder.value("stablehlo.uniform_dequantize", [value], value.type.with_element(value.type.element.expressed))


def cast(builder: Builder, value: Value, element: FloatType) -> Value:
    return builder.value("stablehlo.convert", [value], value.type.with_element(element))


def constant(builder: Builder, stored: Array, element: QuantizedType) -> Value:
    elements = dense_of(stored, element.storage)
    return builder.value("stablehlo.constant", [], elements.type.with_element(element), {"value": elements})


def plain_constant(builder: Builder, array: Array) -> Value:
    """A constant that is not quantized."""
    elements = dense_of(array)
    return builder.value("stablehlo.constant", [], elements.type, {"value": elements})


def limits_of(region: Region) -> tuple[float, float]:
    """Between which numbers a region's limits move its sums."""
    most = float(np.finfo(dtype_of(region.result.type.element)).max)  # where there is no limit
    low, high = region.image or (-most, most)
    return -np.inf if low <= -most else low, np.inf if high >= most else high


def scale_offset(region: Region, factors: Array) -> None:
    """Multiplies the offset of each channel."""
    if region.offset is not None:
        set_offset(region, region.offset * factors)


def shift_offset(region: Region, amounts: Array) -> None:
    """Adds to the offset of each channel."""
    set_offset(region, amounts if region.offset is None else region.offset + amounts)


def set_offset(region: Region, offset: Array) -> None:
    assert region.channels is not None, "an offset is one of channels"
    op = (
        next((op for op in region.ops[1:] if (fact := fact_of(op)) is not None and fact.is_offset), None)
        if region.offset is not None
        else None
    )
    if op is None:
        sums = region.op.results[0]
        op = Builder.after(region.op).create("stablehlo.add", [sums, sums], [sums.type])
        sums.replace_all_uses_with(op.result)
        op.set_operand(0, sums)
        region.ops.insert(1, op)
    region.offset = offset
    builder = Builder.before(op)
    numbers = plain_constant(builder, offset.astype(dtype_of(op.result.type.element)))
    at = 1 if op.operands[0].op in region.ops else 0
    axes = DenseArrayAttr([region.channels[0]], I64)
    op.set_operand(at, builder.value("stablehlo.broadcast_in_dim", [numbers], op.result.type, {"broadcast_dimensions": axes}))


def applied(builder: Builder, region: Region, operands: Sequence[Value], result: Type, bias: Array | None) -> Value:
    """The region on quantized operands. `result` is the type of its result, of floats where sums become such."""
    op = region.op
    sums = sums_of(Operation.draft(op.name, operands, [result], op.attributes), definition_of(op.name)) if region.sums else None
    if sums is None and (region.sums or len(region.ops) > 1 or any([isinstance(value.type.element, FloatType) for value in operands])):
        return through_floats(builder, region, operands, result)
    value = builder.value(
        op.name, operands, result if sums is None else result.with_element(sums), op.attributes, regions=on_numbers(op, result)
    )
    if sums is None:
        return value
    if bias is not None:
        value = with_offset(builder, value, bias, region)
    if not isinstance(result.element, QuantizedType):
        return limited(builder, dequantize(builder, value), region)
    within = narrowed(result.element, region.image)
    value = quantize(builder, value, within)
    return value if within is result.element else quantize(builder, value, result.element)


def without_limits(op: Operation) -> Operation:
    """The op itself: what limits its sums are others."""
    return op


def through_floats(builder: Builder, region: Region, operands: Sequence[Value], result: Type) -> Value:
    """A region whose sums 32 bits would not hold: its ops on the numbers that its operands stand for."""
    numbers = [dequantize(builder, value) if isinstance(value.type.element, QuantizedType) else value for value in operands]
    mapping = dict(zip(region.op.operands, numbers))
    value = region.result
    for op in region.ops:
        value = builder.insert(op.clone(mapping)).results[0]
    return quantize(builder, value, result.element) if isinstance(result.element, QuantizedType) else value


def on_numbers(op: Operation, result: Type) -> list[Region_]:
    """The regions of an op, for elements that are quantized as its result is."""
    regions = [region.clone({}) for region in op.regions]
    for region in regions:
        for block in region.blocks:
            for value in (*block.arguments, *[each for inner in block for each in inner.results]):
                value.retype(value.type.with_element(result.element))
    return regions


def with_offset(builder: Builder, value: Value, bias: Array, region: Region) -> Value:
    assert region.channels is not None, "an offset is one of channels"
    sums = value.type.element
    along = scales.of_bias(sums.scales, None if sums.axis is None else 0, sums.expressed)
    offset = constant(builder, scales.stored_bias(bias, sums.scales), along)
    axes = DenseArrayAttr([region.channels[0]], I64)
    spread = builder.value("stablehlo.broadcast_in_dim", [offset], value.type, {"broadcast_dimensions": axes})
    return builder.value("stablehlo.add", [value, spread], value.type)


def limited(builder: Builder, value: Value, region: Region) -> Value:
    """A float within the limits that are part of a region."""
    if region.image is None:
        return value
    scalar = TensorType((), value.type.element)
    low, high = (builder.value("stablehlo.constant", [], scalar, {"value": DenseAttr.of(limit, scalar)}) for limit in region.image)
    return builder.value("stablehlo.clamp", [low, value, high], value.type)


def narrowed(element: QuantizedType, image: tuple[float, float] | None) -> QuantizedType:
    """The type with as narrow a storage as limits ask for; itself where it reaches no farther."""
    if image is None:
        return element
    places = [min(max(round(limit / element.scales[0]) + element.zero_points[0], element.minimum), element.maximum) for limit in image]
    return QuantizedType(element.storage, element.expressed, element.axis, element.scales, element.zero_points, places[0], places[1])


def with_rows(shape: Sequence[int | None], operand: Sequence[Size], rows: Sequence[tuple[int, int]]) -> list[Size | None]:
    """The shape of sums of products, whose open sizes of rows are those of the operand; `rows` are dimensions of both."""
    places = {own: axis for axis, own in rows}
    return [operand[places[at]] if size is None and at in places else size for at, size in enumerate(shape)]


def dynamic(region: Region, stored: Array, element: QuantizedType) -> None:
    """The region's sums of products with weights that are integers, of the other operand as integers by the range of each of its rows. With 0 as `zero`

        sum (whole - zero) * weight  =  sum whole * weight  -  zero * sum weight

    where zeros that a window adds around are numbers of the row as others are, so that the last sum is one for each channel."""
    op = region.op
    definition = definition_of(op.name)
    attributes = dict(op.attributes)
    with UnknownSizes() as sizes, building(Builder.after(op)):
        x = Tensor(op.operands[0])
        around = about_products("zeros_around", op, definition)
        if around is not None and any(map(any, around)):
            x = pad(x, around[0], around[1], 0, around[2])
            for name in ("padding", "lhs_dilation"):
                attributes.pop(name, None)
        rows = about_products("rows", op, definition) or []
        axes = [axis for axis in range(x.rank) if axis not in [each for each, _ in rows]]
        low, high = binary("minimum", x.min(*axes, keep=True), 0), binary("maximum", x.max(*axes, keep=True), 0)
        least, most = I8.limits
        if region.channels is None:  # nothing says which weights a sum has
            high, low = (reach := binary("maximum", high, -low)), -reach
            least = -most
        scale = binary("maximum", (high - low) / (most - least), scales.LEAST)
        zero = unary("round_nearest_even", least - low / scale) if region.channels is not None else None
        whole = unary("round_nearest_even", x / broadcast_to(scale, x.shape))
        whole = whole if zero is None else whole + broadcast_to(zero, x.shape)
        wide = op.result.type.with_element(I32)
        sums = emit(op.name.partition(".")[2], [clamp(least, whole, most).convert(I8), literal(stored, I8)], wide, **attributes)
        sizes.note(sums.value, with_rows(wide.shape, x.shape, rows))

        def by_row(numbers: Tensor) -> Tensor:
            """A number for each row beside sums, in their order."""
            places = dict(rows)
            kept = numbers.reshape(*[x.shape[axis] for axis in sorted(places)])
            return broadcast_to(kept, sums.shape, [places[axis] for axis in sorted(places)])

        if zero is not None:
            assert region.channels is not None, "a zero point is one beside channels"
            own = np.moveaxis(stored, region.channels[1], -1).reshape(-1, stored.shape[region.channels[1]]).sum(0, dtype=np.int32)
            sums = sums - by_row(zero.convert(I32)) * along(literal(own, I32), sums, region.channels[0])
        sums = sums.convert(op.result.type.element) * by_row(scale)
        if element.axis is None:
            sums = sums * element.scales[0]
        else:
            assert region.channels is not None, "scales are those of channels"
            sums = sums * along(literal(np.array(element.scales, np.float32), sums.element), sums, region.channels[0])
    op.result.replace_all_uses_with(sums.value)
