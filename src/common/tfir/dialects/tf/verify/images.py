"""Checks of convolutions, pooling, normalization and quantization as training simulates it."""

from tfir.dialects.tf.verify.checks import differ, has_rank, has_rank_from
from tfir.ir.diagnostics import Bare
from tfir.ir.types import FloatType

LEAST_RANK = {"NHWC": (2, "two"), "NCHW": (3, "three")}


def too_flat(type, name: str, data_format: str) -> str | None:
    least, word = LEAST_RANK[data_format]
    if not has_rank_from(type, least):
        return f"requires {name} operand to have rank at least {word} with `{data_format}` data format"
    return None


def bias_add(value, bias, data_format):
    wrong = too_flat(value, "value", data_format)
    if wrong is not None:
        return wrong
    if not has_rank(bias, 1):
        return "requires bias operand to have rank exactly one"
    if value.shape is None or bias.shape is None:
        return None
    features, length = value.shape[-1 if data_format == "NHWC" else 1], bias.shape[0]
    if differ(features, length):
        return f"requires channel dimension and feature dimension to match; found {features} and {length}, respectively"
    return None


def bias_add_grad(out_backprop, data_format):
    return too_flat(out_backprop, "out_backprop", data_format)


def convolution(rank: int):
    """The check of a convolution of tensors of that rank: its attributes and its channels."""

    def check(input, filter, strides, padding, explicit_paddings, data_format, dilations):
        if not has_rank(input, rank) or not has_rank(filter, rank):
            return Bare(f"requires operands to be {rank}D tensor")
        wrong = (explicit(explicit_paddings, rank) if padding == "EXPLICIT" else None) or windows(strides, dilations, rank)
        if wrong is not None:
            return wrong
        if input.shape is None or filter.shape is None:
            return None
        channels = input.shape[-1 if data_format[-1] == "C" else 1], filter.shape[-2]
        if None not in channels and (channels[1] == 0 or channels[0] % channels[1]):
            counts = f"found {channels[0]} and {channels[1]}, respectively"
            return f"requires the number of input channels to be divisible by the number of filter input channels; {counts}"
        return None

    return check


def explicit(paddings, rank: int) -> str | None:
    if not paddings:
        return Bare("requires attribute 'explicit_paddings' with 'EXPLICIT' padding mode")
    if len(paddings) != 2 * rank:
        return Bare(f"requires explicit_paddings attribute length to be {2 * rank}")
    return Bare("requires non negative explicit paddings") if min(paddings) < 0 else None


def windows(strides, dilations, rank: int) -> str | None:
    for name, numbers in (("strides", strides), ("dilations", dilations)):
        if len(numbers) != rank:
            return Bare(f"requires {name} attribute length to be {rank}")
        if min(numbers) <= 0:
            return Bare(f"requires positive {name}")
    return None


def convolution_backprop_input(filter, out_backprop, output, strides, dilations):
    if not has_rank(out_backprop, 4) or not has_rank(filter, 4):
        return "requires operands to be 4D tensor"
    return windows(strides, dilations, 4) if has_rank(output, 4) else "requires result to be 4D tensor"


def data_format_vector_permute(x):
    shape = x.shape
    if shape is None:
        return None
    if len(shape) not in (1, 2):
        return "requires input of rank 1 or 2"
    if len(shape) == 1:
        return None if shape[0] in (None, 2, 4) else "requires 1D input of size 4 or size 2"
    if shape[0] not in (None, 4):
        return "requires first dimensions of 2D input to be of size 4"
    return None if shape[1] in (None, 2) else "requires second dimensions of 2D input to be of size 2"


def fused_batch_norm(x, scale, offset, mean, variance):
    if not is_float_of_rank(x, 4):
        return "requires x to be a 4D float tensor"
    for name, type in (("scale", scale), ("offset", offset), ("mean", mean), ("variance", variance)):
        if not is_float_of_rank(type, 1):
            return f"requires {name} to be a 1D float tensor"
    return None


def is_float_of_rank(type, rank: int) -> bool:
    return type.shape is None or (isinstance(type.element, FloatType) and len(type.shape) == rank)


def max_pool_grad(orig_input, orig_output, grad):
    for name, type in (("orig_input", orig_input), ("orig_output", orig_output), ("grad", grad)):
        if not has_rank(type, 4):
            return f"requires {name} to be rank 4"
    return None


BITS = "requires num_bits to be between 2 and 16, inclusive"


def fake_quant_args(min, max, num_bits):
    if min >= max:
        return f"range is invalid: [{min:f},{max:f}]"
    return None if 2 <= num_bits <= 16 else BITS


def fake_quant_vars(min, max, num_bits):
    return limits(min, max, 0) or (None if 2 <= num_bits <= 16 else BITS)


def limits(min, max, rank: int) -> str | None:
    for name, type in (("min", min), ("max", max)):
        if not is_float_of_rank(type, rank):
            return f"requires {name} to be a {rank}d float tensor"
    return None


def fake_quant_per_channel(inputs, min, max, num_bits):
    wrong = limits(min, max, 1)
    if wrong is not None:
        return wrong
    if not has_rank_from(inputs, 1):
        return Bare("requires inputs to be at least 1d float tensor")
    if not 2 <= num_bits <= 16:
        return BITS
    depths = [type.shape[-1] for type in (inputs, min, max) if type.shape is not None]
    if inputs.shape is not None and any([differ(depths[0], depth) for depth in depths]):
        return "requires min and max to have same size as last dimension of inputs"
    return None


VERIFY = {
    "BiasAdd": bias_add, "BiasAddGrad": bias_add_grad, "Conv2D": convolution(4), "Conv3D": convolution(5),
    "Conv2DBackpropInput": convolution_backprop_input, "DataFormatVecPermute": data_format_vector_permute,
    "FusedBatchNorm": fused_batch_norm, "MaxPoolGrad": max_pool_grad, "FakeQuantWithMinMaxArgs": fake_quant_args,
    "FakeQuantWithMinMaxVars": fake_quant_vars, "FakeQuantWithMinMaxVarsPerChannel": fake_quant_per_channel,
}  # fmt: skip
