"""Semantics: ops that do at once what chains of other ops do. Optimizers make them; no program is written with them.

`fused_ops` names what is done with a product or a convolution before it is written, in order; what that needs comes from `args`.
"""

from itertools import islice

from tfir.dialects import lookup
from tfir.dialects.tf import activation, elementwise
from tfir.dialects.tf.contraction import BatchMatMulV2, BiasAdd, MatMul, channel_axis
from tfir.dialects.tf.fingerprints import farmhash
from tfir.dialects.tf.image import ResizeBilinear
from tfir.dialects.tf.normalization import FusedBatchNormGradV3, FusedBatchNormV3, normalized, widened
from tfir.dialects.tf.padding import MirrorPad
from tfir.dialects.tf.window import Conv2D, DepthwiseConv2dNative
from tfir.dialects.tf.window_shapes import convolution_shape, depthwise_shape
from tfir.ir.diagnostics import Error
from tfir.ods.inference import AbstractValue
from tfir.ods.numpy_on_demand import np
from tfir.ods.semantics import OpSemantics, Unary, ops_of

# How many of `args` a step takes; all others take none.
TAKEN = {"BiasAdd": 1, "FusedBatchNorm": 4, "Add": 1, "Mul": 1}


def finished(x, fused_ops, args, steps: dict, **settings):
    """The result of applying the steps to x in order. `steps` has a function `(x, *taken, **settings)` for each name."""
    rest = iter(args)
    for name in fused_ops:
        if name not in steps:
            raise Error(f"fused op {name!r} is not known; known are {', '.join(sorted(steps))}")
        taken = list(islice(rest, TAKEN.get(name, 0)))
        if len(taken) != TAKEN.get(name, 0):
            raise Error(f"fused op {name!r} lacks operands: {len(args)} are given for {', '.join(fused_ops)}")
        x = steps[name](x, *taken, **settings)
    return x


def batch_normalized(x, scale, offset, mean, variance, data_format, epsilon, **_):
    axis = channel_axis(data_format, x.ndim)
    wide = normalized(np.moveaxis(widened(x), axis, -1), scale, offset, mean, variance, epsilon)
    return np.moveaxis(wide, -1, axis).astype(x.dtype)


def of_each(function):
    """A step from a function of one array."""
    return lambda x, **_: function(x)


def gelu(x):
    return x * x.dtype.type(0.5) * (x.dtype.type(1) + elementwise.SEMANTICS["Erf"].evaluate([x * x.dtype.type(np.sqrt(0.5))]))


def gelu_approximate(x):
    cube = x + x.dtype.type(0.044715) * x * x * x
    return x * x.dtype.type(0.5) * (x.dtype.type(1) + np.tanh(x.dtype.type(np.sqrt(2 / np.pi)) * cube))


def hard_swish(x):
    return x * activation.Relu6.evaluate(x + x.dtype.type(3)) / x.dtype.type(6)


STEPS = {
    "BiasAdd": lambda x, bias, data_format, **_: BiasAdd.evaluate(x, bias, data_format),
    "FusedBatchNorm": batch_normalized,
    "Add": lambda x, y, **_: x + y,
    "Mul": lambda x, y, **_: x * y,
    "LeakyRelu": lambda x, leakyrelu_alpha, **_: activation.LeakyRelu.evaluate(x, leakyrelu_alpha),
    "Relu": of_each(activation.Relu.evaluate),
    "Relu6": of_each(activation.Relu6.evaluate),
    "Elu": of_each(activation.Elu.evaluate),
    "Sigmoid": of_each(activation.Sigmoid.evaluate),
    "Tanh": of_each(lambda x: np.tanh(x)),
    "GeluExact": of_each(gelu),
    "GeluApproximate": of_each(gelu_approximate),
    "_MklSwish": of_each(lambda x: x * activation.Sigmoid.evaluate(x)),
    "_FusedHardSwish": of_each(hard_swish),
}


def ended(x, fused_ops, args, epsilon, leakyrelu_alpha, data_format="NHWC"):
    return finished(x, fused_ops, args, STEPS, data_format=data_format, epsilon=epsilon, leakyrelu_alpha=leakyrelu_alpha)


class _FusedMatMul(OpSemantics):
    infer = MatMul.infer

    def evaluate(a, b, args, transpose_a, transpose_b, fused_ops, epsilon, leakyrelu_alpha):
        return ended(MatMul.evaluate(a, b, transpose_a, transpose_b), fused_ops, args, epsilon, leakyrelu_alpha)


class _MklFusedBatchMatMulV2(OpSemantics):
    infer = BatchMatMulV2.infer

    def evaluate(x, y, args, adj_x, adj_y, fused_ops, epsilon, leakyrelu_alpha):
        return ended(BatchMatMulV2.evaluate(x, y, adj_x, adj_y), fused_ops, args, epsilon, leakyrelu_alpha)


class _FusedConv2D(OpSemantics):
    infer = convolution_shape

    def evaluate(
        input, filter, args, strides, padding, explicit_paddings, data_format, filter_format, dilations, fused_ops, epsilon, leakyrelu_alpha
    ):
        require_hwio(filter_format)
        x = Conv2D.evaluate(input, filter, strides, padding, data_format, dilations, explicit_paddings)
        return ended(x, fused_ops, args, epsilon, leakyrelu_alpha, data_format)


def require_hwio(filter_format: str) -> None:
    if filter_format != "HWIO":
        raise Error(f"a filter in the format {filter_format} is not understood here, HWIO is")


class _FusedDepthwiseConv2dNative(OpSemantics):
    infer = depthwise_shape

    def evaluate(input, filter, args, strides, padding, data_format, dilations, fused_ops, epsilon, leakyrelu_alpha):
        x = DepthwiseConv2dNative.evaluate(input, filter, strides, padding, data_format, dilations)
        return ended(x, fused_ops, args, epsilon, leakyrelu_alpha, data_format)


class _FusedConv3D(OpSemantics):
    """`padding_list` holds what was padded before and after each axis by an op that went into this one."""

    def infer(input, filter, strides, padding, data_format, dilations, padding_list):
        padding = "EXPLICIT" if padding_list else padding
        return convolution_shape(input, filter, strides, padding, data_format, dilations, padding_list)

    def evaluate(input, filter, args, strides, padding, data_format, dilations, padding_list, fused_ops, epsilon, leakyrelu_alpha):
        if padding_list:
            input = np.pad(input, list(zip(padding_list[::2], padding_list[1::2])))
        x = Conv2D.evaluate(input, filter, strides, "VALID" if padding_list else padding, data_format, dilations)
        return ended(x, fused_ops, args, epsilon, leakyrelu_alpha, data_format)


# Batch normalization


class _FusedBatchNormEx(OpSemantics):
    """To what is normalized a side input is added; then comes the activation."""

    infer = FusedBatchNormV3.infer

    def evaluate(
        x, scale, offset, mean, variance, side_input, epsilon, exponential_avg_factor, activation_mode, data_format, is_training, op
    ):
        y, *rest = FusedBatchNormV3.evaluate(
            x, scale, offset, mean, variance, epsilon, exponential_avg_factor, data_format, is_training, op
        )  # fmt: skip
        return [finished(y + side_input[0] if side_input else y, modes(activation_mode), (), STEPS), *rest]


def modes(activation_mode: str) -> list[str]:
    return [] if activation_mode == "Identity" else [activation_mode]


class _FusedBatchNormGradEx(OpSemantics):
    """`y` is what the forward op answered: where its activation cut off, no gradient passes."""

    def infer(y_backprop, x, scale, reserve_space_1, reserve_space_2, data_format, num_side_inputs):
        gradients = FusedBatchNormGradV3.infer(y_backprop, x, scale, reserve_space_1, reserve_space_2, data_format)
        return [*gradients, *gradients[:1] * num_side_inputs]

    def evaluate(
        y_backprop, x, scale, reserve_space_1, reserve_space_2, y, epsilon, activation_mode, data_format, is_training, num_side_inputs
    ):
        if activation_mode not in ("Identity", "Relu"):
            raise Error(f"the gradient through {activation_mode!r} is not known")
        passed = activation.ReluGrad.evaluate(y_backprop, y) if activation_mode == "Relu" else y_backprop
        gradients = FusedBatchNormGradV3.evaluate(passed, x, scale, reserve_space_1, reserve_space_2, epsilon, data_format, is_training)
        return [*gradients, *[passed] * num_side_inputs]


# Chains of elementwise ops, and what oneDNN has by name


class _UnaryOpsComposition(Unary):
    """The ops named, the first one first."""

    def evaluate(x, op_names):
        for name in op_names:
            definition = lookup(f"tf.{name}")
            semantics = definition.semantics if definition is not None else None
            if semantics is None or not issubclass(semantics, Unary):
                raise Error(f"{name!r} is no elementwise op of one operand")
            x = semantics.evaluate([x]) if takes_operands(semantics) else semantics.evaluate(x)
        return x


def takes_operands(semantics) -> bool:
    code = getattr(semantics.evaluate, "__code__", None)
    return code is not None and code.co_varnames[:1] == ("operands",)


class _MklLayerNorm(Unary):
    """Each row by its own mean and variance, along the last axis."""

    def evaluate(x, scale, offset, epsilon):
        wide = widened(x)
        mean = wide.mean(-1, keepdims=True)
        variance = np.square(wide - mean).mean(-1, keepdims=True)
        return normalized(wide, widened(scale), widened(offset), mean, variance, epsilon).astype(x.dtype)


class _MklFusedInstanceNorm(Unary):
    """Each channel of each batch member by its own mean and variance; `gamma` and `beta` have an entry per channel."""

    def evaluate(x, gamma, beta, fused_ops, epsilon, leakyrelu_alpha, reduction_axes):
        wide, axes = widened(x), tuple([axis % x.ndim for axis in reduction_axes])
        mean = wide.mean(axes, keepdims=True)
        variance = np.square(wide - mean).mean(axes, keepdims=True)
        along = [-1 if axis == channels_beside(axes, x.ndim) else 1 for axis in range(x.ndim)]
        y = normalized(wide, widened(gamma).reshape(along), widened(beta).reshape(along), mean, variance, epsilon)
        return ended(y.astype(x.dtype), fused_ops, (), epsilon, leakyrelu_alpha)


def channels_beside(axes, rank: int) -> int:
    """The axis of the channels, when these are reduced: the last one that is left."""
    return max([axis for axis in range(rank) if axis not in axes])


# Numbers for numbers


class _TensorToHashBucketFast(Unary):
    """The fingerprint of each number's decimal digits."""

    def evaluate(input, num_buckets):
        numbers = [farmhash(str(number).encode()) % num_buckets for number in input.ravel().tolist()]
        return np.array(numbers, np.int64).reshape(input.shape)


class FusedPadConv2D(OpSemantics):
    """Conv2D of an operand that is mirrored at its edges."""

    def infer(input, paddings, filter, strides, padding):
        image = AbstractValue(MirrorPad.infer(input, paddings), input.element)
        return Conv2D.infer(image, filter, strides, padding, "NHWC", (1, 1, 1, 1))

    def evaluate(input, paddings, filter, mode, strides, padding):
        image = MirrorPad.evaluate(input, paddings, mode)
        return Conv2D.evaluate(image, filter, strides, padding, "NHWC", (1, 1, 1, 1))


class FusedResizeAndPadConv2D(OpSemantics):
    """As FusedPadConv2D, of an operand that is resized first."""

    def infer(input, size, paddings, filter, strides, padding):
        image = AbstractValue(ResizeBilinear.infer(input, size), input.element)
        return FusedPadConv2D.infer(image, paddings, filter, strides, padding)

    def evaluate(input, size, paddings, filter, resize_align_corners, mode, strides, padding):
        image = ResizeBilinear.evaluate(input, size, resize_align_corners, False).astype(input.dtype)
        return FusedPadConv2D.evaluate(image, paddings, filter, mode, strides, padding)


SEMANTICS = {
    **ops_of(
        Unary,
        _MklSwish=lambda features: features * activation.Sigmoid.evaluate(features),
        _MklFusedMish=lambda features: features * np.tanh(activation.Softplus.evaluate(features)),
    ),
}
