"""StableHLO's operations with windows, as arithmetic. Padding that depends on sizes that are not known is put on before."""

from __future__ import annotations

from tfir.dialects.stablehlo.attributes import ConvolutionAttr
from tfir.ir.attributes import IntegerAttr
from tfir.ir.types import I64, TensorType
from tfir.ods import shapes
from tfir.ods.shapes import is_static

from tfopt.arithmetic.sizes import named_type, stated
from tfopt.arithmetic.tensor import Tensor, array, body_of, emit, pad, pairs, splat


def reduce_window(name: str, x: Tensor, window, strides, padding, start, dilations=None) -> Tensor:
    """stablehlo.reduce_window with one operand. `window`, `strides`, `padding` and `dilations` have an entry for each axis of x."""
    dilations = [1] * x.rank if dilations is None else dilations
    if not is_static(tuple([amount for pair in padding for amount in pair])):
        x = pad(x, [low for low, _ in padding], [high for _, high in padding], start)
        padding = [(0, 0)] * x.rank
    places = tuple([shapes.window_size(*each) for each in zip(x.shape, window, strides, padding, dilations)])
    attributes = {"window_dimensions": array(window), "padding": pairs(padding)}
    if any([stride != 1 for stride in strides]):
        attributes["window_strides"] = array(strides)
    if any([dilation != 1 for dilation in dilations]):
        attributes["window_dilations"] = array(dilations)
    start = splat(start, (), x.element)
    return emit("reduce_window", [x, start], named_type(stated(places), x.element), [body_of(name, x.element)], **attributes)


def convolution(
    x: Tensor, filter: Tensor, numbers: str, shape, strides, padding, dilations, groups=1, spread=None, batch_groups=1
) -> Tensor:
    """stablehlo.convolution with a result of `shape`.

    `numbers` are dimension numbers such as `[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]`; strides, padding and dilations have an entry for
    each spatial axis, and `spread` is the dilation of the operand.
    """
    if not is_static(tuple([amount for pair in padding for amount in pair])):
        x, padding, spread = padded_apart(x, numbers, padding, spread)
    attributes = {
        "dimension_numbers": ConvolutionAttr.of(numbers), "padding": pairs(padding),
        "feature_group_count": IntegerAttr(groups, I64), "batch_group_count": IntegerAttr(batch_groups, I64),
    }  # fmt: skip
    for name, factors in (("window_strides", strides), ("lhs_dilation", spread), ("rhs_dilation", dilations)):
        if factors is not None and any([factor != 1 for factor in factors]):
            attributes[name] = array(factors)
    return emit("convolution", [x, filter], TensorType(shape, x.element), **attributes)


def padded_apart(x: Tensor, numbers: str, padding, spread) -> tuple[Tensor, list, None]:
    """An operand of a convolution with the padding that is not known in advance, and the gaps between its elements; what is left of these."""
    places = {role: axis for axis, role in enumerate(numbers[1 : numbers.index("]")].split(", "))}
    low, high, interior = ([0] * x.rank for _ in range(3))
    for number, (before, after) in enumerate(padding):
        axis = places[str(number)]
        low[axis], high[axis], interior[axis] = before, after, spread[number] - 1 if spread else 0
    return pad(x, low, high, 0, interior), [(0, 0)] * len(padding), None
