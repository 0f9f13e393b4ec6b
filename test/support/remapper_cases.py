"""Graphs for fusions, as in `rule_cases.py`."""

from __future__ import annotations

import numpy as np
from constant_folding_cases import normalised
from rule_cases import FLOATS, case, never
from tfir.ir.types import F32


def convolved(g, array, channels=4):
    return g.Conv2D(g.input(array((1, 3, 3, 2))), g.constant(array((2, 2, 2, channels))), strides=[1, 1, 1, 1], padding="SAME")


@case("ContractionWithActivation", {"_FusedConv2D": 1}, elements=FLOATS)
def activation_of_a_convolution(g, array):
    return g.Relu6(convolved(g, array))


@case("ContractionWithActivation", {"_FusedConv2D": 1}, elements=FLOATS)
def activation_with_a_slope(g, array):
    return g.LeakyRelu(convolved(g, array), alpha=0.25)


@never("ContractionWithActivation", FLOATS)
def activation_of_a_convolution_that_others_read(g, array):
    product = convolved(g, array)
    return g.Relu(product), g.Neg(product)


@case("FusedBatchNormEx", {"_FusedBatchNormEx": 1}, elements=(F32,))
def activation_of_a_batch_norm(g, array):
    return g.Relu(normalised(g, g.input(array((1, 3, 3, 4))), 4, array))


@never("FusedBatchNormEx", (F32,))
def activation_of_a_batch_norm_of_three_channels(g, array):
    return g.Relu(normalised(g, g.input(array((1, 3, 3, 3))), 3, array))


@never("FusedBatchNormEx", (F32,))
def batch_norm_that_others_read(g, array):
    found = normalised(g, g.input(array((1, 3, 3, 4))), 4, array)
    return g.Relu(found), g.Neg(found)


@case("UnfusedBatchNorm", {"Mul": 1, "AddV2": 1, "Elu": 1}, elements=(F32,))
def batch_norm_by_constants(g, array):
    return g.Elu(normalised(g, g.input(array((1, 3, 3, 2))), 2, array))


@case("UnfusedBatchNorm", {"Mul": 1, "AddV2": 1}, elements=(F32,))
def batch_norm_by_constants_of_channels_in_front(g, array):
    scale, offset, mean = (g.constant(array((3,))) for _ in range(3))
    variance = g.constant(np.linspace(0.5, 2, 3, dtype=np.float32))
    return g.FusedBatchNorm(g.input(array((2, 3, 4, 1))), scale, offset, mean, variance, is_training=False, data_format="NCHW")[0]


@never("UnfusedBatchNorm", (F32,))
def batch_norm_by_what_is_fed(g, array):
    scale, offset, mean = (g.constant(array((2,))) for _ in range(3))
    return g.FusedBatchNormV3(g.input(array((1, 3, 3, 2))), scale, offset, mean, g.input(array((2,))), is_training=False)[0]


@case("ContractionWithActivation", {"_FusedConv2D": 1}, elements=FLOATS)
def activation_with_a_slope_behind_a_bias(g, array):
    kept = {"strides": [1, 1, 1, 1], "padding": "SAME"}
    operands = [g.input(array((1, 3, 3, 2))), g.constant(array((2, 2, 2, 4))), g.input(array((4,)))]
    return g.LeakyRelu(g._FusedConv2D(*operands, fused_ops=["BiasAdd"], num_args=1, **kept), alpha=0.25)


@case("ContractionWithBiasAdd", {"_FusedDepthwiseConv2dNative": 1}, elements=(F32,))
def bias_of_a_depthwise_convolution(g, array):
    operands = g.input(array((1, 3, 3, 2))), g.input(array((2, 2, 2, 3)))
    return g.BiasAdd(g.DepthwiseConv2dNative(*operands, strides=[1, 1, 1, 1], padding="SAME"), g.input(array((6,))))


@never("ContractionWithBiasAdd", (F32,))
def bias_of_a_padded_depthwise_convolution(g, array):
    operands = g.input(array((1, 3, 3, 2))), g.input(array((2, 2, 2, 3)))
    padded = {"padding": "EXPLICIT", "explicit_paddings": [0, 0, 1, 1, 1, 1, 0, 0]}
    return g.BiasAdd(g.DepthwiseConv2dNative(*operands, strides=[1, 1, 1, 1], **padded), g.input(array((6,))))


@case("ContractionWithBiasAdd", {"_FusedConv3D": 1}, elements=(F32,))
def sum_of_a_convolution_of_volumes(g, array):
    operands = g.input(array((1, 2, 3, 3, 2))), g.input(array((1, 2, 2, 2, 3)))
    return g.AddV2(g.Conv3D(*operands, strides=[1, 1, 1, 1, 1], padding="SAME"), g.input(array((3,))))


@never("ContractionWithBiasAdd", (F32,))
def sum_of_volumes_with_channels_in_front(g, array):
    operands = g.input(array((1, 2, 3, 3, 3))), g.input(array((1, 2, 2, 2, 3)))
    return g.AddV2(g.Conv3D(*operands, strides=[1, 1, 1, 1, 1], padding="SAME", data_format="NCDHW"), g.input(array((3,))))


@case("ContractionWithActivation", {"_FusedConv3D": 1}, elements=(F32,))
def activation_of_volumes(g, array):
    operands = [g.input(array(shape)) for shape in ((1, 2, 3, 3, 2), (1, 2, 2, 2, 3), (3,))]
    fused = g._FusedConv3D(*operands, strides=[1, 1, 1, 1, 1], padding="SAME", num_args=1, fused_ops=["BiasAdd"])
    return g.LeakyRelu(fused, alpha=0.5)


@case("MaximumAsLeakyRelu", {"LeakyRelu": 1}, elements=FLOATS)
def larger_of_itself_and_a_part(g, array):
    values = array((2, 3))
    x = g.input(values)
    return g.Maximum(g.Mul(g.constant(values.dtype.type(0.25)), x), x)


@never("MaximumAsLeakyRelu", FLOATS)
def larger_of_itself_and_its_double(g, array):
    values = array((2, 3))
    x = g.input(values)
    return g.Maximum(x, g.Mul(x, g.constant(values.dtype.type(2))))


@never("MaximumAsLeakyRelu", FLOATS)
def larger_of_itself_and_parts_that_spread(g, array):
    values = array((3,))
    x = g.input(values)
    return g.Maximum(x, g.Mul(x, g.constant(np.full((2, 1), 0.25, values.dtype))))


@case("MklFusedMish", {"_MklFusedMish": 1}, elements=(F32,))
def product_with_tanh_of_softplus(g, array):
    x = g.input(array((2, 3)))
    return g.Mul(g.Tanh(g.Softplus(x)), x)


@never("MklFusedMish", (F32,))
def softplus_that_others_read(g, array):
    x = g.input(array((2, 3)))
    soft = g.Softplus(x)
    return g.Mul(x, g.Tanh(soft)), g.Neg(soft)


def product_with_bias(g, array):
    operands = g.input(array((2, 3))), g.constant(array((3, 4))), g.constant(array((4,)))
    return g._FusedMatMul(*operands, num_args=1, fused_ops=["BiasAdd"])


def number(g, value):
    return g.constant(np.float32(value))


@case("ContractionWithFormula", {"_FusedMatMul": 1}, elements=(F32,))
def gelu_by_erfc(g, array):
    y = product_with_bias(g, array)
    return g.Mul(g.Mul(number(g, 0.5), y), g.Erfc(g.Mul(g.Neg(y), number(g, np.sqrt(0.5)))))


@case("ContractionWithFormula", {"_FusedMatMul": 1}, elements=(F32,))
def gelu_by_erf(g, array):
    y = product_with_bias(g, array)
    return g.Mul(g.AddV2(number(g, 1), g.Erf(g.Mul(y, number(g, np.sqrt(0.5))))), g.Mul(y, number(g, 0.5)))


def tanh_of(g, y, cube, root=0.79788456):
    inside = g.AddV2(y, g.Mul(number(g, 0.044715), cube))
    return g.AddV2(g.Tanh(g.Mul(number(g, root), inside)), number(g, 1))


@case("ContractionWithFormula", {"_FusedMatMul": 1}, elements=(F32,))
def gelu_by_tanh(g, array):
    y = product_with_bias(g, array)
    return g.Mul(g.Mul(number(g, 0.5), y), tanh_of(g, y, g.Mul(y, g.Square(y))))


@case("ContractionWithFormula", {"_FusedMatMul": 1}, elements=(F32,))
def gelu_by_tanh_of_a_power(g, array):
    y = product_with_bias(g, array)
    return g.Mul(g.Mul(number(g, 0.5), y), tanh_of(g, y, g.Pow(y, number(g, 3))))


@never("ContractionWithFormula", (F32,))
def gelu_by_another_number(g, array):
    y = product_with_bias(g, array)
    return g.Mul(g.Mul(number(g, 0.5), y), tanh_of(g, y, g.Mul(y, g.Square(y)), root=0.8))


@never("ContractionWithFormula", (F32,))
def gelu_of_what_others_read(g, array):
    y = product_with_bias(g, array)
    return g.Mul(g.Mul(number(g, 0.5), y), tanh_of(g, y, g.Mul(y, g.Square(y)))), g.Neg(y)


@never("ContractionWithFormula", (F32,))
def gelu_of_a_feed(g, array):
    y = g.input(array((2, 3)))
    return g.Mul(g.Mul(number(g, 0.5), y), tanh_of(g, y, g.Mul(y, g.Square(y))))


@case("ContractionWithFormula", {"_FusedConv2D": 1}, elements=(F32,))
def hard_swish_of_a_convolution(g, array):
    operands = g.input(array((1, 3, 3, 2))), g.constant(array((2, 2, 2, 4))), g.constant(array((4,)))
    y = g._FusedConv2D(*operands, num_args=1, fused_ops=["BiasAdd"], strides=[1, 1, 1, 1], padding="SAME")
    return g.Mul(g.Mul(y, g.Relu6(g.AddV2(y, number(g, 3)))), number(g, 1 / 6))


def scores(g, array, mask=(1, 1, 2, 2), factor=0.3):
    return g.BatchMatMulV2(g.input(array((1, 3, 2, 4))), g.input(array((1, 3, 2, 4))), adj_y=True), number(g, factor), g.input(array(mask))


@case("BatchMatMulWithMulAndAdd", {"_MklFusedBatchMatMulV2": 1}, elements=(F32,))
def scores_with_a_mask(g, array):
    products, factor, mask = scores(g, array)
    return g.AddV2(mask, g.Mul(products, factor))


@case("BatchMatMulWithMulAndAdd", {"_MklFusedBatchMatMulV2": 1}, elements=(F32,))
def scores_of_what_was_scaled(g, array):
    scaled = g.Mul(number(g, 0.3), g.input(array((1, 3, 2, 4))))
    return g.Add(g.BatchMatMulV2(scaled, g.input(array((1, 3, 4, 2)))), g.input(array((1, 1, 1, 2))))


@never("BatchMatMulWithMulAndAdd", (F32,))
def scores_with_a_mask_for_each_head(g, array):
    products, factor, mask = scores(g, array, mask=(1, 3, 2, 2))
    return g.AddV2(g.Mul(products, factor), mask)


@never("BatchMatMulWithMulAndAdd", (F32,))
def scores_that_spread_over_the_mask(g, array):
    products, factor, mask = scores(g, array, mask=(2, 1, 2, 2))
    return g.AddV2(g.Mul(products, factor), mask)


@never("BatchMatMulWithMulAndAdd", (F32,))
def scores_by_a_factor_for_each_column(g, array):
    products, factor, mask = scores(g, array, factor=[0.3, 0.6])
    return g.AddV2(g.Mul(products, factor), mask)


@never("BatchMatMulWithMulAndAdd", (F32,))
def scores_that_others_read(g, array):
    products, factor, mask = scores(g, array)
    scaled = g.Mul(products, factor)
    return g.AddV2(scaled, mask), g.Neg(scaled)
