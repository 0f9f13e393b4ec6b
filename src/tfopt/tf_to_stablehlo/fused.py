"""Lowerings: ops that do at once what chains of other ops do become these chains again."""

from math import pi, sqrt

from tfir.dialects.tf import fused
from tfir.dialects.tf.contraction import channel_axis
from tfir.ir.diagnostics import Error

from tfopt.arithmetic import special
from tfopt.arithmetic.contents import Array
from tfopt.arithmetic.tensor import Tensor, along, in_f32, pad, sigmoid, tanh, widened
from tfopt.tf_to_stablehlo.activation import LeakyRelu, Relu, Relu6, ReluGrad, Softplus
from tfopt.tf_to_stablehlo.contraction import BiasAdd, MatMul, batch_product
from tfopt.tf_to_stablehlo.lowering import LOWERINGS, load_lowerings, lower, lowered_by
from tfopt.tf_to_stablehlo.normalization import FusedBatchNormGradV3, FusedBatchNormV3, normalized, normalized_rows
from tfopt.tf_to_stablehlo.resizing import resized
from tfopt.tf_to_stablehlo.shaping import MirrorPad
from tfopt.tf_to_stablehlo.window import Conv2D, DepthwiseConv2dNative


def batch_normalized(x, scale, offset, mean, variance, data_format, epsilon, **_):
    axis = channel_axis(data_format, x.rank)
    return normalized(widened(x), scale, offset, mean, variance, epsilon, axis).convert(x.element)


def gelu(x: Tensor) -> Tensor:
    return x * 0.5 * (in_f32(special.erf)(x * sqrt(0.5)) + 1)


def gelu_approximate(x: Tensor) -> Tensor:
    return x * 0.5 * (tanh((x + x * x * x * 0.044715) * sqrt(2 / pi)) + 1)


STEPS = {
    "BiasAdd": lambda x, bias, data_format, **_: BiasAdd(x, bias, data_format),
    "FusedBatchNorm": batch_normalized,
    "Add": lambda x, y, **_: x + y,
    "Mul": lambda x, y, **_: x * y,
    "LeakyRelu": lambda x, leakyrelu_alpha, **_: LeakyRelu(x, leakyrelu_alpha),
    "Relu": fused.of_each(Relu),
    "Relu6": fused.of_each(Relu6),
    "Elu": fused.of_each(LOWERINGS["Elu"]),
    "Sigmoid": fused.of_each(sigmoid),
    "Tanh": fused.of_each(tanh),
    "GeluExact": fused.of_each(gelu),
    "GeluApproximate": fused.of_each(gelu_approximate),
    "_MklSwish": fused.of_each(lambda x: x * sigmoid(x)),
    "_FusedHardSwish": fused.of_each(lambda x: x * Relu6(x + 3) / 6),
}


def ended(x, fused_ops, args, epsilon, leakyrelu_alpha, data_format="NHWC"):
    return fused.finished(x, fused_ops, args, STEPS, data_format=data_format, epsilon=epsilon, leakyrelu_alpha=leakyrelu_alpha)


@lower
def _FusedMatMul(a, b, args, transpose_a, transpose_b, fused_ops, epsilon, leakyrelu_alpha):
    return ended(MatMul(a, b, transpose_a, transpose_b), fused_ops, args, epsilon, leakyrelu_alpha)


@lower
def _MklFusedBatchMatMulV2(x, y, args, adj_x, adj_y, fused_ops, epsilon, leakyrelu_alpha):
    return ended(batch_product(x, y, adj_x, adj_y), fused_ops, args, epsilon, leakyrelu_alpha)


@lower
def _FusedConv2D(
    input, filter, args, strides, padding, explicit_paddings, data_format, filter_format, dilations, fused_ops, epsilon, leakyrelu_alpha,
    result_types,
):  # fmt: skip
    fused.require_hwio(filter_format)
    x = Conv2D(input, filter, strides, padding, data_format, dilations, result_types, explicit_paddings)
    return ended(x, fused_ops, args, epsilon, leakyrelu_alpha, data_format)


@lower
def _FusedDepthwiseConv2dNative(
    input, filter, args, strides, padding, data_format, dilations, fused_ops, epsilon, leakyrelu_alpha, result_types
):
    x = DepthwiseConv2dNative(input, filter, strides, padding, (), data_format, dilations, result_types)
    return ended(x, fused_ops, args, epsilon, leakyrelu_alpha, data_format)


@lower
def _FusedConv3D(
    input, filter, args, strides, padding, data_format, dilations, padding_list, fused_ops, epsilon, leakyrelu_alpha, result_types
):
    if padding_list:
        input = pad(input, padding_list[::2], padding_list[1::2])
    x = Conv2D(input, filter, strides, "VALID" if padding_list else padding, data_format, dilations, result_types)
    return ended(x, fused_ops, args, epsilon, leakyrelu_alpha, data_format)


@lower
def _FusedBatchNormEx(
    x, scale, offset, mean, variance, side_input, epsilon, exponential_avg_factor, activation_mode, data_format, is_training, result_types
):
    y, *rest = FusedBatchNormV3(
        x, scale, offset, mean, variance, epsilon, exponential_avg_factor, data_format, is_training, result_types
    )  # fmt: skip
    return [fused.finished(y + side_input[0] if side_input else y, fused.modes(activation_mode), (), STEPS), *rest]


@lower
def _FusedBatchNormGradEx(
    y_backprop, x, scale, reserve_space_1, reserve_space_2, y, epsilon, activation_mode, data_format, is_training, result_types
):
    if activation_mode not in ("Identity", "Relu"):
        raise Error(f"the gradient through {activation_mode!r} is not known")
    passed = ReluGrad(y_backprop, y) if activation_mode == "Relu" else y_backprop
    gradients = FusedBatchNormGradV3(
        passed, x, scale, reserve_space_1, reserve_space_2, epsilon, data_format, is_training, result_types[:5]
    )  # fmt: skip
    return [*gradients, *[passed] * (len(result_types) - 5)]


@lower
def _UnaryOpsComposition(x, op_names):
    load_lowerings({*op_names})
    for name in op_names:
        if name not in LOWERINGS:
            raise Error(f"{name!r} has no lowering to StableHLO")
        function = LOWERINGS[name]
        x = function([x]) if function.__code__.co_varnames[:1] == ("operands",) else function(x)
    return x


lowered_by(
    _MklSwish=lambda features: features * sigmoid(features),
    _MklFusedMish=lambda features: features * tanh(Softplus(features)),
)


@lower
def _MklLayerNorm(x, scale, offset, epsilon):
    wide = normalized_rows(widened(x), [x.rank - 1], epsilon)
    return (wide * widened(scale) + widened(offset)).convert(x.element)


@lower
def _MklFusedInstanceNorm(x, gamma, beta, fused_ops, epsilon, leakyrelu_alpha, reduction_axes):
    axes = [axis % x.rank for axis in reduction_axes]
    wide, channels = normalized_rows(widened(x), axes, epsilon), fused.channels_beside(axes, x.rank)
    y = wide * along(widened(gamma), wide, channels) + along(widened(beta), wide, channels)
    return ended(y.convert(x.element), fused_ops, (), epsilon, leakyrelu_alpha)


@lower
def FusedPadConv2D(input, paddings: Array, filter, mode, strides, padding, result_types):
    return Conv2D(MirrorPad(input, paddings, mode), filter, strides, padding, "NHWC", (1, 1, 1, 1), result_types)


@lower
def FusedResizeAndPadConv2D(input, size: list, paddings: Array, filter, resize_align_corners, mode, strides, padding, result_types):
    image = resized(input, size, resize_align_corners, False).convert(input.element)
    return FusedPadConv2D(image, paddings, filter, mode, strides, padding, result_types)
