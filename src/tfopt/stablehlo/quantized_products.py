"""Products of quantized matrices, and convolutions, as those of what is stored, in 32 bits.

(l - zl) * (r - zr) = l * r - (zl * r + zr * l - zl * zr), of which the parenthesis needs sums alone. Source: upstream's
`stablehlo-legalize-quant-to-math`, which truncates when it scales and does not clamp at the end.
"""

from __future__ import annotations

from math import prod

from tfir.dialects.stablehlo.attributes import NumbersAttr
from tfir.dialects.stablehlo.inference.checks import integers
from tfir.ir.attributes import DenseArrayAttr
from tfir.ir.builder import single_block_region
from tfir.ir.dense import DenseAttr
from tfir.ir.operations import Operation, Value
from tfir.ir.quantized_types import QuantizedType, is_quantized
from tfir.ir.types import F32, I32, I64, TensorType, Type

from tfopt.rewrite.building import constant, create
from tfopt.rewrite.rewriter import current_rewriter
from tfopt.stablehlo.real_numbers import Real, converted, made
from tfopt.stablehlo.scaled_integers import against, along, number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

NEARLY_ONE = 0.001
DOT = NumbersAttr(
    "dot", lhs_batching_dimensions=(), rhs_batching_dimensions=(), lhs_contracting_dimensions=(1,), rhs_contracting_dimensions=(0,)
)


class Side:
    """One operand of a product: which of its dimensions are summed over, and which of the result the others become, in order."""

    def __init__(self, summed: list[int], places: list[int]):
        self.summed, self.places = summed, places


def product(op: Operation, operands: list[Real], before: list[Any], after: Any) -> Real | None:
    """The stored result of dot, dot_general or convolution for what is stored of its operands; None where upstream has no rule."""
    lhs, rhs = before
    if not is_quantized(lhs) and is_quantized(rhs) and not is_quantized(after):
        return hybrid(op, operands, rhs)
    if not all(map(is_quantized, (lhs, rhs, after))) or (rhs.axis is None) != (after.axis is None):
        return None
    sides = sides_of_convolution(op, rhs, after) if op.name == "stablehlo.convolution" else sides_of_dot(op)
    return None if sides is None else scaled(op, operands, lhs, rhs, after, sides)


def hybrid(op: Operation, operands: list[Real], element: QuantizedType) -> Real:
    """With weights alone quantized they become floats, behind a barrier, so that nothing folds them into large constants."""
    lhs, rhs = operands
    rhs = Real(create("stablehlo.optimization_barrier", [rhs.value], {"type": rhs.type}).result)
    scales, zeros = (along(each, element.axis, element.expressed) for each in (element.scales, element.zero_points))
    weights = converted(rhs, element.expressed)
    if any(element.zero_points):
        weights = against("subtract", weights, zeros, element.axis)
    return rebuilt(op, [lhs, against("multiply", weights, scales, element.axis)], op.result.type)


def rebuilt(op: Operation, operands: list[Real], type: Type, **attributes) -> Real:
    return Real(create(op.name, [operand.value for operand in operands], {**op.attributes, **attributes, "type": type}).result)


def sides_of_dot(op: Operation) -> tuple[Side, Side]:
    numbers = op.attributes.get("dot_dimension_numbers", DOT)
    batch = [list(integers(each)) for each in (numbers.lhs_batching_dimensions, numbers.rhs_batching_dimensions)]
    summed = [list(integers(each)) for each in (numbers.lhs_contracting_dimensions, numbers.rhs_contracting_dimensions)]
    free = len(op.operands[0].type.shape) - len(batch[0]) - len(summed[0])
    firsts = (len(batch[0]), len(batch[0]) + free)
    sides = [
        Side(inner, places_of(len(operand.type.shape), inner, outer, first))
        for operand, inner, outer, first in zip(op.operands, summed, batch, firsts)
    ]
    return sides[0], sides[1]


def places_of(rank: int, summed: list[int], batch: list[int], first: int) -> list[int]:
    """The dimensions of the result that an operand's become: those of the batch come first, the free ones from `first` on."""
    kept = [axis for axis in range(rank) if axis not in summed]
    free = [axis for axis in kept if axis not in batch]
    return [batch.index(axis) if axis in batch else first + free.index(axis) for axis in kept]


CHANNELS_LAST = {((0, *range(1, n + 1), n + 1), (*range(n), n, n + 1), (0, *range(1, n + 1), n + 1)) for n in (2, 3)}
CHANNELS_FIRST = {((0, 2, 3, 1), (2, 3, 1, 0), (0, 2, 3, 1))}


def sides_of_convolution(op: Operation, rhs: QuantizedType, after: QuantizedType) -> tuple[Side, Side] | None:
    """None for what upstream's rule is not about: other layouts, dilated operands, zero points of weights, and scales of weights and result
    that are not proportional."""
    numbers = op.attributes["dimension_numbers"]
    spaces = [tuple(integers(getattr(numbers, f"{part}_spatial_dimensions"))) for part in ("input", "kernel", "output")]
    inner, outer = numbers.kernel_input_feature_dimension, numbers.kernel_output_feature_dimension
    layout = (
        (numbers.input_batch_dimension, *spaces[0], numbers.input_feature_dimension),
        (*spaces[1], inner, outer),
        (numbers.output_batch_dimension, *spaces[2], numbers.output_feature_dimension),
    )
    zeros = rhs.zero_points if rhs.axis is None else (*rhs.zero_points, *after.zero_points)
    if layout not in CHANNELS_LAST | CHANNELS_FIRST or any(zeros) or any(size != 1 for size in integers(op.attributes.get("lhs_dilation"))):
        return None
    ratios = [one / other for one, other in zip(after.scales, rhs.scales)]
    if rhs.axis is not None and (rhs.axis != len(layout[1]) - 1 or any(abs(ratio / ratios[0] - 1) > NEARLY_ONE for ratio in ratios)):
        return None
    return Side([*spaces[0], numbers.input_feature_dimension], [0]), Side([*spaces[1], inner], [numbers.output_feature_dimension])


def scaled(
    op: Operation, operands: list[Real], lhs: QuantizedType, rhs: QuantizedType, after: QuantizedType, sides: tuple[Side, Side]
) -> Real:
    wide = op.result.type.with_element(I32)
    operands, whole = multiplied(op, operands, lhs, wide)
    offset = zero_point_offset(operands, whole, lhs.zero_points[0], rhs.zero_points[0] if rhs.axis is None else 0, sides)
    scale = lhs.scales[0] * rhs.scales[0] / after.scales[0]
    if abs(scale - 1) > NEARLY_ONE:
        factor = number(scale, F32)
        whole = multiplied_by(whole, factor)
        offset = None if offset is None else multiplied_by(offset, factor)
    zero = number(after.zero_points[0] if after.axis is None else 0, I32)
    if offset is not None:
        zero = Real(create("chlo.broadcast_subtract", [zero.value, offset.value], {"type": wide}).result)
    return made("convert", against("add", whole, zero), type=op.result.type)


def multiplied_by(whole: Real, factor: Real) -> Real:
    """Integers times a float, cut to integers."""
    return converted(against("multiply", converted(whole, F32), factor), I32)


def multiplied(op: Operation, operands: list[Real], lhs: QuantizedType, type: TensorType) -> tuple[list[Real], Real]:
    """The product of what is stored, and its operands: that of a convolution is padded, since padding is of zero points."""
    if op.name == "stablehlo.dot":
        values = [operand.value for operand in operands]
        return operands, Real(create("stablehlo.dot_general", values, {**op.attributes, "dot_dimension_numbers": DOT, "type": type}).result)
    edges = integers(op.attributes.get("padding"))
    if op.name != "stablehlo.convolution" or not any(edges):
        return operands, rebuilt(op, operands, type)
    padded = padded_with(operands[0], lhs.zero_points[0], edges, integers(op.attributes["dimension_numbers"].input_spatial_dimensions))
    none = DenseAttr.of(0, TensorType((len(edges) // 2, 2), I64))
    operands = [padded, operands[1]]
    return operands, rebuilt(op, operands, type, padding=none)


def padded_with(x: Real, zero: int, edges: list[int], axes: list[int]) -> Real:
    low, high = [0] * len(x.shape), [0] * len(x.shape)
    for axis, before, behind in zip(axes, edges[::2], edges[1::2]):
        low[axis], high[axis] = before, behind
    shape = [size if size is None else size + low[axis] + high[axis] for axis, size in enumerate(x.shape)]
    return made(
        "pad", x, number(zero, x.type.element), edge_padding_low=low, edge_padding_high=high, interior_padding=[0] * len(low),
        type=TensorType(shape, x.type.element),
    )  # fmt: skip


def zero_point_offset(operands: list[Real], whole: Real, lhs_zero: int, rhs_zero: int, sides: tuple[Side, Side]) -> Real | None:
    """What the zero points add to the product of what is stored; None if nothing."""
    sizes: list[Value] = []
    parts = [
        spread(summed(operand, side.summed, zero), side.places, whole, sizes)
        for operand, side, zero in zip(operands, sides, (rhs_zero, lhs_zero))
        if zero
    ]
    if len(parts) < 2:
        return parts[0] if parts else None
    return against("subtract", parts[0] + parts[1], product_of_zeros(operands[1], sides[1].summed, lhs_zero * rhs_zero))


def product_of_zeros(operand: Real, axes: list[int], zeros: int) -> Real:
    """The product of zero points, as often as there are elements in a sum."""
    unknown = number(1, I32)
    for axis in axes:
        if operand.shape[axis] is None:
            unknown = unknown * made("get_dimension_size", operand, dimension=axis, type=TensorType((), I32))
    total = number(zeros * prod([operand.shape[axis] or 1 for axis in axes if operand.shape[axis] is not None]), I32)
    return total * unknown if any(operand.shape[axis] is None for axis in axes) else total


def summed(x: Real, axes: list[int], zero: int) -> Real:
    """The sums of x along dimensions, times the other operand's zero point."""
    x = made("convert", x, type=x.type.with_element(I32))
    scalar = TensorType((), I32)
    shape = [size for axis, size in enumerate(x.shape) if axis not in axes]
    start = number(0, I32)
    region, block = single_block_region([scalar, scalar])
    builder = current_rewriter().builder
    op = builder.create(
        "stablehlo.reduce", [x.value, start.value], [TensorType(shape, I32)], {"dimensions": DenseArrayAttr(axes, I64)}, [region]
    )
    total = Operation("stablehlo.add", block.arguments, [scalar], location=op.location)
    block.insert_before(total)
    block.insert_before(Operation("stablehlo.return", total.results, [], location=op.location))
    return against("multiply", Real(op.result), number(zero, I32))


def spread(x: Real, places: list[int], whole: Real, sizes: list[Value]) -> Real:
    """x in the shape of the result; `sizes` is where the sizes of a result are kept that are only known at run time."""
    if whole.type.is_static:
        return made("broadcast_in_dim", x, broadcast_dimensions=places, type=whole.type)
    if not sizes:
        parts = [size_of(whole, axis).value for axis in range(len(whole.shape))]
        sizes.append(create("stablehlo.concatenate", parts, {"dimension": 0, "type": TensorType((len(parts),), I64)}).result)
    return made("dynamic_broadcast_in_dim", x, sizes[0], broadcast_dimensions=places, type=whole.type)


def size_of(x: Real, axis: int) -> Real:
    """One size as a tensor of one element."""
    vector = TensorType((1,), I64)
    if x.shape[axis] is not None:
        return Real(constant(DenseAttr.of(x.shape[axis], vector)))
    size = made("get_dimension_size", x, dimension=axis, type=TensorType((), I32))
    return made("reshape", converted(size, I64), type=vector)
