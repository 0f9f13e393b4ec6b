"""Graphs for the rules of Grappler's constant folding that are functions, as in `rule_cases.py`."""

from __future__ import annotations

import numpy as np
from rule_cases import ALL, FLOATS, NUMBERS, case, for_each, never
from tfir.ir.types import F32, I1, I32


def full(g, array, shape, number):
    return g.constant(np.full(shape, number, array((1,)).dtype))


# SimplifyArithmeticOperations


@case("SimplifyArithmeticOperations", {})
def product_with_one(g, array):
    return g.Mul(g.input(array((2, 3))), full(g, array, (3,), 1))


@case("SimplifyArithmeticOperations", {"BroadcastTo": 1})
def product_with_ones_that_spread(g, array):
    return g.Mul(full(g, array, (2, 3), 1), g.input(array((3,))))


@case("SimplifyArithmeticOperations", {})
def sum_with_zero(g, array):
    return g.AddV2(full(g, array, (), 0), g.input(array((2, 3))))


@case("SimplifyArithmeticOperations", {}, elements=FLOATS)
def sum_with_negative_zero(g, array):
    return g.AddV2(g.input(array((2, 3))), full(g, array, (2, 1), -0.0))


@case("SimplifyArithmeticOperations", {}, elements=(I32,))
def integer_less_itself(g, array):
    x = g.input(array((2, 3)))
    return g.Sub(x, x)


@never("SimplifyArithmeticOperations", FLOATS)
def fraction_less_itself(g, array):
    x = g.input(array((2, 3)))
    return g.Sub(x, x)


@case("SimplifyArithmeticOperations", {"Neg": 1})
def zero_less_x(g, array):
    return g.Sub(full(g, array, (2, 3), 0), g.input(array((2, 3))))


@never("SimplifyArithmeticOperations")
def zeros_that_spread_less_x(g, array):
    return g.Sub(full(g, array, (2, 3), 0), g.input(array((3,))))


@case("SimplifyArithmeticOperations", {}, elements=(I32,))
def integers_times_zero(g, array):
    return g.Mul(g.input(array((3,))), full(g, array, (2, 3), 0))


@never("SimplifyArithmeticOperations", elements=FLOATS)
def fractions_times_zero(g, array):
    return g.Mul(g.input(array((3,))), full(g, array, (2, 3), 0))


@case("SimplifyArithmeticOperations", {}, elements=(I1,))
def and_with_false(g, array):
    return g.LogicalAnd(g.input(array((3,))), g.constant(np.zeros((2, 1), bool)))


@case("SimplifyArithmeticOperations", {}, elements=NUMBERS)
def power_of_one(g, array):
    return g.Pow(g.input(array((2, 3))), full(g, array, (), 1))


@case("SimplifyArithmeticOperations", {}, elements=NUMBERS)
def bias_of_zeros(g, array):
    return g.BiasAdd(g.input(array((2, 3))), full(g, array, (3,), 0))


# ReduceDivToReciprocalMul


@case("ReduceDivToReciprocalMul", {"Mul": 1}, elements=FLOATS)
def quotient_by_powers_of_two(g, array):
    return g.RealDiv(g.input(array((2, 3))), g.constant(np.array([2, -0.5, 1024], array((1,)).dtype)))


@case("ReduceDivToReciprocalMul", {"Mul": 1}, elements=FLOATS)
def quotient_by_three(g, array):
    return g.RealDiv(g.input(array((2, 3))), full(g, array, (3,), 3))


@never("ReduceDivToReciprocalMul", elements=FLOATS)
def quotient_by_zero(g, array):
    return g.RealDiv(g.input(array((2, 3))), full(g, array, (3,), 0))


# What hands on its operand


@case("RemoveShuffleOrTranspose", {}, elements=ALL)
def transpose_of_a_row_kept(g, array):
    return g.Transpose(g.input(array((1, 1, 3))), g.constant(np.array([1, 0, 2], np.int32)))


@case("RemoveShuffleOrTranspose", {"Reshape": 1}, elements=ALL)
def transpose_of_one_long_axis(g, array):
    return g.Transpose(g.input(array((2, 1, 3))), g.constant(np.array([0, 2, 1], np.int32)))


@never("RemoveShuffleOrTranspose", elements=ALL)
def transpose_of_two_long_axes(g, array):
    return g.Transpose(g.input(array((2, 1, 3))), g.constant(np.array([2, 1, 0], np.int32)))


@case("RemoveReverse", {}, elements=ALL)
def reverse_of_a_row(g, array):
    return g.ReverseV2(g.input(array((1, 3))), g.constant(np.array([-2], np.int32)))


@case("SimplifySlice", {}, elements=ALL)
def slice_of_all(g, array):
    return g.Slice(g.input(array((2, 3))), g.constant(np.array([0, 0], np.int32)), g.constant(np.array([2, -1], np.int32)))


@never("SimplifySlice", elements=ALL)
def slice_of_less(g, array):
    return g.Slice(g.input(array((2, 3))), g.constant(np.array([0, 0], np.int32)), g.constant(np.array([1, -1], np.int32)))


@case("SimplifyPack", {"ExpandDims": 1}, elements=ALL)
def pack_of_one_at_the_end(g, array):
    return g.Pack(g.input(array((2, 3))), axis=-1)


@case("SimplifyReduction", {"Squeeze": 1}, elements=ALL)
def largest_of_one(g, array):
    return g.Max(g.input(array((2, 1, 3))), g.constant(np.array(1, np.int32)), keep_dims=False)


@case("SimplifyReduction", {})
def sum_over_nothing(g, array):
    return g.Sum(g.input(array((2, 3))), g.constant(np.zeros(0, np.int32)), keep_dims=False)


@never("SimplifyReduction")
def sum_over_three(g, array):
    return g.Sum(g.input(array((1, 3))), g.constant(np.array([0, 1], np.int32)), keep_dims=True)


@case("SimplifySelect", {"BroadcastTo": 1}, elements=ALL)
def chosen_and_spread(g, array):
    return g.SelectV2(g.constant(np.ones((2, 1), bool)), g.input(array((3,))), g.input(array((2, 3))))


# What brings constants together


@case("ConstantPushDownBiasAdd", {"BiasAdd": 1})
def bias_of_a_sum(g, array):
    return g.BiasAdd(g.AddV2(g.input(array((2, 3))), g.constant(array(()))), g.constant(array((3,))))


@case("MulConvPushDown", {"MatMul": 1}, elements=FLOATS)
def columns_of_a_product(g, array):
    product = g.MatMul(g.input(array((2, 3))), g.constant(array((4, 3))), transpose_b=True)
    return g.Mul(product, g.constant(array((4,))))


@case("MulConvPushDown", {"Conv2D": 1}, elements=(F32,))
def channels_of_a_convolution(g, array):
    convolved = g.Conv2D(g.input(array((1, 3, 3, 2))), g.constant(array((2, 2, 2, 4))), strides=[1, 1, 1, 1], padding="SAME")
    return g.Mul(g.constant(array((4,))), convolved)


@never("MulConvPushDown", elements=(F32,))
def rows_of_a_convolution(g, array):
    convolved = g.Conv2D(g.input(array((1, 3, 3, 2))), g.constant(array((2, 2, 2, 4))), strides=[1, 1, 1, 1], padding="SAME")
    return g.Mul(g.constant(array((3, 1))), convolved)


@case("PartialAssocOpConstFolding", {"AddN": 1})
def sum_of_two_constants(g, array):
    return g.AddN(g.constant(array((3,))), g.input(array((3,))), g.constant(array((3,))))


@case("PartialAssocOpConstFolding", {"AddN": 1}, FLOATS)
def sum_of_the_largest_numbers(g, array):
    largest = full(g, array, (3,), np.finfo(array(()).dtype).max)
    return g.AddN(largest, g.input(array((3,))), largest)


@case("PartialAssocOpConstFolding", {"AddN": 1})
def sum_with_zeros(g, array):
    return g.AddN(full(g, array, (3,), 0), g.input(array((3,))), g.input(array((3,))))


@case("PartialConcatConstFolding", {"ConcatV2": 2}, elements=ALL)
def concatenation_of_neighbours(g, array):
    return g.ConcatV2(g.input(array((1, 2))), g.constant(array((1, 2))), g.constant(array((2, 2))), g.constant(np.array(0, np.int32)))


@case("MergeConcat", {"ConcatV2": 1}, elements=ALL)
def concatenation_of_concatenations(g, array):
    axis = g.constant(np.array(1, np.int32))
    return g.ConcatV2(g.input(array((1, 2))), g.ConcatV2(g.input(array((1, 2))), g.input(array((1, 1))), axis), axis)


def normalised(g, operand, channels, array):
    scale, offset, mean = (g.constant(array((channels,))) for _ in range(3))
    variance = g.constant(np.linspace(0.5, 2, channels, dtype=np.float32))
    return g.FusedBatchNormV3(operand, scale, offset, mean, variance, is_training=False, epsilon=0.001)[0]


@case("FoldBatchNormIntoWeights", {"Conv2D": 1, "BiasAdd": 1, "Relu": 1}, elements=(F32,))
def normalised_convolution(g, array):
    convolved = g.Conv2D(g.input(array((1, 3, 3, 2))), g.constant(array((2, 2, 2, 4))), strides=[1, 1, 1, 1], padding="SAME")
    return g.Relu(normalised(g, convolved, 4, array))


@case("FoldBatchNormIntoWeights", {"DepthwiseConv2dNative": 1, "BiasAdd": 1, "Relu": 1}, elements=(F32,))
def normalised_depthwise_convolution(g, array):
    convolved = g.DepthwiseConv2dNative(g.input(array((1, 3, 3, 2))), g.constant(array((2, 2, 2, 3))), strides=[1, 1, 1, 1], padding="SAME")
    return g.Relu(normalised(g, convolved, 6, array))


@case("FoldBatchNormIntoWeights", {"Conv2D": 1, "BiasAdd": 1, "Relu": 1}, elements=(F32,))
def normalised_sum_with_a_bias(g, array):
    convolved = g.Conv2D(g.input(array((1, 3, 3, 2))), g.constant(array((2, 2, 2, 4))), strides=[1, 1, 1, 1], padding="VALID")
    return g.Relu(normalised(g, g.BiasAdd(convolved, g.constant(array((4,)))), 4, array))


# Variables


@for_each(("AssignAdd", "AssignSub"), "RemoveRedundantVariableUpdates", {"VariableV2": 1})
def update_by_zeros(g, array, update):
    return update(g.variable(array((3,))), full(g, array, (3,), 0))


@never("RemoveRedundantVariableUpdates")
def update_by_ones(g, array):
    return g.AssignAdd(g.variable(array((3,))), full(g, array, (3,), 1))
