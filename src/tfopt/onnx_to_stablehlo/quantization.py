"""Lowerings: numbers by scale and zero point. A scale is one number, one for each place of an axis, or one for each block of an axis."""

from tfir.ir.diagnostics import Error
from tfir.ir.types import F32, I32, UI8, FloatType, IntegerType

from tfopt.arithmetic.tensor import Tensor, along, broadcast_to, clamp, maximum, minimum, select, unary
from tfopt.onnx_to_stablehlo.contraction import matmul
from tfopt.onnx_to_stablehlo.element_types import element_of
from tfopt.onnx_to_stablehlo.elementwise import cast, is_narrow
from tfopt.onnx_to_stablehlo.lowering import lower
from tfopt.onnx_to_stablehlo.window import Window, convolved


def spread(scale: Tensor, x: Tensor, axis: int, block_size: int) -> Tensor:
    """A scale, or zero point, for each element of x."""
    if scale.rank == 0 or scale.rank == 1 and scale.shape[0] == 1 and x.shape[axis] != 1:
        return broadcast_to(scale.reshape(), x.shape, [])
    if scale.rank == 1 and not block_size:
        return along(scale, x, axis)
    if not block_size:
        if scale.rank == x.rank:
            return broadcast_to(scale, x.shape)
        raise Error("has a scale of several axes without a size of blocks")
    sizes = list(scale.shape)
    wide = broadcast_to(scale.expand(axis + 1), (*sizes[: axis + 1], block_size, *sizes[axis + 1 :]))
    sizes[axis] *= block_size
    wide = wide.reshape(*sizes)
    return wide[tuple([slice(0, x.shape[at]) if at == axis else slice(None) for at in range(x.rank)])]


def limits(element: IntegerType) -> tuple[int, int]:
    bits = element.width
    return (0, (1 << bits) - 1) if element.signedness == "u" else (-(1 << (bits - 1)), (1 << (bits - 1)) - 1)


def rounded(x: Tensor, zero: Tensor | None, element) -> Tensor:
    """A number as an integer of a type, moved by the zero point; what is too large becomes the largest."""
    low, high = limits(element)
    whole = unary("round_nearest_even", x)
    whole = whole if zero is None else whole + zero.convert(x.element)
    whole = clamp(float(low), whole, float(high))
    return whole.convert(I32).convert(element) if element.width < 32 else whole.convert(element)


@lower
def QuantizeLinear(x, y_scale, axis, block_size, saturate, output_dtype=0, y_zero_point=None, precision=0):
    element = y_zero_point.element if y_zero_point is not None else element_of(output_dtype) if output_dtype else UI8
    axis = axis % x.rank if x.rank else 0
    kind = element_of(precision) if precision else F32
    ratio = x.convert(kind) / spread(y_scale.convert(kind), x, axis, block_size)
    if isinstance(element, FloatType):
        return cast(ratio, element, bool(saturate), "nearest")
    zero = None if y_zero_point is None else spread(y_zero_point.convert(I32), x, axis, block_size)
    return rounded(ratio, zero, element)


@lower
def DequantizeLinear(x, x_scale, axis, block_size=0, x_zero_point=None, output_dtype=0):
    element = element_of(output_dtype) if output_dtype else x_scale.element
    axis = axis % x.rank if x.rank else 0
    wide = x.convert(F32) if is_narrow(x.element) or x.is_float else x.convert(I32)
    if x_zero_point is not None:
        wide = wide - spread(x_zero_point.convert(wide.element), x, axis, block_size)
    return (wide.convert(F32) * spread(x_scale.convert(F32), x, axis, block_size)).convert(element)


@lower
def DynamicQuantizeLinear(x):
    """By the smallest and the largest element, and 0."""
    axes = list(range(x.rank))
    low, high = minimum(x.min(*axes), 0), maximum(x.max(*axes), 0)
    scale = (high - low) / 255
    divisor = select(scale == 0, 1, scale)
    zero = clamp(0, unary("round_nearest_even", -low / divisor), 255)
    whole = clamp(0, unary("round_nearest_even", x / divisor) + zero, 255)
    return [whole.convert(I32).convert(UI8), scale, zero.convert(I32).convert(UI8)]


def centred(x: Tensor, zero: Tensor, axis: int) -> Tensor:
    element = F32 if is_narrow(x.element) else I32
    x, zero = x.convert(element), zero.convert(element)
    return x - (zero.reshape() if zero.size == 1 else along(zero, x, axis) if zero.rank == 1 else broadcast_to(zero, x.shape))


@lower
def QLinearMatMul(a, a_scale, a_zero_point, b, b_scale, b_zero_point, y_scale, y_zero_point):
    product = matmul(centred(a, a_zero_point, a.rank - 2), centred(b, b_zero_point, b.rank - 1)).convert(F32)
    scales = [each.convert(F32) for each in (a_scale, b_scale, y_scale)]
    left, right = [
        each.reshape() if each.size == 1 else broadcast_to(each, product.shape) if each.rank > 1 else along(each, product, axis)
        for each, axis in zip(scales, (product.rank - 2, product.rank - 1))
    ]
    ratio = product * (left * right / scales[2].reshape())
    if isinstance(y_zero_point.element, FloatType):
        return cast(ratio, y_zero_point.element, True, "nearest")
    return rounded(ratio, y_zero_point.reshape(), y_zero_point.element)


@lower
def QLinearConv(
    x, x_scale, x_zero_point, w, w_scale, w_zero_point, y_scale, y_zero_point, auto_pad, dilations, group, kernel_shape, pads, strides, B=None,
):  # fmt: skip
    wide, kernel = centred(x, x_zero_point, 1), centred(w, w_zero_point, 0)
    window = Window(x.shape[2:], kernel_shape or w.shape[2:], strides, dilations, pads, auto_pad)
    total = convolved(wide, kernel, group, window)
    total = total if B is None else total + along(B, total, 1)
    scale = w_scale.reshape() if w_scale.size == 1 else along(w_scale, total, 1)
    ratio = total.convert(F32) * (x_scale.reshape() * scale / y_scale.reshape())
    return rounded(ratio, y_zero_point.reshape(), y_zero_point.element)
