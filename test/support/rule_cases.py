"""Graphs for the rules of Grappler's arithmetic that are functions: `case(graph, array)` builds one and answers with what is fetched,
`array(shape)` being an array of the trial's type. `leaves` is what must be left besides inputs, constants and fetches."""

from __future__ import annotations

import numpy as np
from tfir.ir.types import F32, F64, I1, I8, I32, I64, ComplexType

C64 = ComplexType(F32)
FLOATS = (F32, F64)
NUMBERS = (F32, F64, I32)
ALL = (F32, I32, I8)
CASES = []


def case(stage: str, leaves: dict | None = None, elements=NUMBERS, fires: bool = True):
    def keep(function):
        function.stage, function.leaves, function.elements, function.fires = stage, leaves, elements, fires
        CASES.append(function)
        return function

    return keep


def never(stage: str, elements=NUMBERS):
    """The nearest graph where the stage must leave everything as it is."""
    return case(stage, None, elements, fires=False)


# AddOpsRewrite


def for_each(ops, *arguments, **keywords):
    """A case for each of the ops: `build(graph, array, op)`."""

    def keep(build):
        for op in ops:
            each = lambda g, array, op=op: build(g, array, getattr(g, op))  # noqa: E731
            each.__name__ = f"{build.__name__}_{op}"
            case(*arguments, **keywords)(each)

    return keep


ADDITIONS = ("AddN", "AddV2", "Add")


@for_each(ADDITIONS, "AddOpsRewrite", {"AddN": 1})
def sum_of_four(g, array, add):
    a, b, c, d = (g.input(array((2, 3))) for _ in range(4))
    return add(g.AddV2(a, b), g.Add(c, d))


@case("AddOpsRewrite", {"AddN": 2, "AddV2": 1})
def sum_of_two_shapes(g, array):
    m, n, s, t = (g.input(array(shape)) for shape in ((2, 3), (2, 3), (), ()))
    return g.AddV2(g.AddV2(m, s), g.AddV2(n, t))


@case("AddOpsRewrite", {"AddV2": 2})
def sum_from_small_to_large(g, array):
    m, v, s = (g.input(array(shape)) for shape in ((4, 3), (3,), ()))
    return g.AddV2(g.AddV2(m, s), v)


@never("AddOpsRewrite")
def sum_that_costs_the_same(g, array):
    m, n, v = (g.input(array(shape)) for shape in ((2, 3), (2, 3), (2, 1)))
    return g.AddV2(g.AddV2(m, v), n)


@never("AddOpsRewrite")
def sum_that_others_read(g, array):
    a, b, c = (g.input(array((2, 3))) for _ in range(3))
    inner = g.AddV2(a, b)
    return g.AddV2(inner, c), g.Neg(inner)


@never("AddOpsRewrite")
def sum_in_best_order(g, array):
    m, v, s = (g.input(array(shape)) for shape in ((4, 3), (3,), ()))
    return g.AddV2(m, g.AddV2(s, v))


# HoistCommonFactorOutOfAggregation


@case("HoistCommonFactorOutOfAggregation", {"Mul": 1, "AddN": 1})
def common_factor(g, array):
    x, a, b, c = (g.input(array((2, 3))) for _ in range(4))
    return g.AddN(g.Mul(x, a), g.Mul(b, x), g.Mul(x, c))


@case("HoistCommonFactorOutOfAggregation", {"Mul": 1, "AddV2": 1})
def common_factor_that_spreads(g, array):
    x, a, b = (g.input(array(shape)) for shape in ((2, 3), (), (3,)))
    return g.AddV2(g.Mul(x, a), g.Mul(b, x))


@for_each(ADDITIONS, "HoistCommonFactorOutOfAggregation")
def common_factor_of_two(g, array, add):
    x, a, b = (g.input(array((2, 3))) for _ in range(3))
    return add(g.Mul(x, a), g.Mul(b, x))


@for_each(ADDITIONS, "HoistCommonFactorOutOfAggregation", elements=FLOATS)
def common_divisor_of_two(g, array, add):
    x, a, b = (g.input(array((2, 3))) for _ in range(3))
    return add(g.RealDiv(a, x), g.RealDiv(b, x))


@case("HoistCommonFactorOutOfAggregation", {"RealDiv": 1, "AddN": 1}, FLOATS)
def common_divisor(g, array):
    x, a, b, c = (g.input(array((2, 3))) for _ in range(4))
    return g.AddN(g.RealDiv(a, x), g.RealDiv(b, x), g.RealDiv(c, x))


@never("HoistCommonFactorOutOfAggregation")
def products_without_common_factor(g, array):
    a, b, c, d = (g.input(array((2, 3))) for _ in range(4))
    return g.AddV2(g.Mul(a, b), g.Mul(c, d))


@never("HoistCommonFactorOutOfAggregation", FLOATS)
def products_and_quotients(g, array):
    a, b, x = (g.input(array((2, 3))) for _ in range(3))
    return g.AddV2(g.Mul(a, x), g.RealDiv(b, x))


@never("HoistCommonFactorOutOfAggregation", (I32,))
def common_divisor_of_integers(g, array):
    a, b = (g.input(array((2, 3))) for _ in range(2))
    x = g.constant(np.full((2, 3), 3, np.int32))
    return g.AddV2(g.Div(a, x), g.Div(b, x))


@never("HoistCommonFactorOutOfAggregation")
def common_factor_of_other_shapes(g, array):
    x, a, b = (g.input(array(shape)) for shape in ((2, 3), (), (2, 3)))
    return g.AddN(g.Mul(x, a), g.Mul(x, b))


# MinimizeBroadcasts


@case("MinimizeBroadcasts", {"Mul": 3})
def product_of_matrices_and_scalars(g, array):
    m, n, s, t = (g.input(array(shape)) for shape in ((2, 3), (2, 3), (), ()))
    return g.Mul(g.Mul(m, s), g.Mul(n, t))


@for_each(("Maximum", "Minimum"), "MinimizeBroadcasts")
def extreme_of_matrix_and_vectors(g, array, extreme):
    m, v, w = (g.input(array(shape)) for shape in ((2, 3), (3,), (3,)))
    return extreme(extreme(m, v), w)


@case("MinimizeBroadcasts", {"LogicalAnd": 2}, (I1,))
def conjunction_of_matrix_and_scalars(g, array):
    m, s, t = (g.input(array(shape)) for shape in ((2, 3), (), ()))
    return g.LogicalAnd(s, g.LogicalAnd(m, t))


@never("MinimizeBroadcasts")
def product_in_best_order(g, array):
    m, s, t = (g.input(array(shape)) for shape in ((2, 3), (), ()))
    return g.Mul(m, g.Mul(s, t))


# SimplifyAggregation


@case("SimplifyAggregation", {"Mul": 1})
def three_times(g, array):
    x = g.input(array((2, 3)))
    return g.AddN(x, x, x)


@case("SimplifyAggregation", {"Mul": 1, "AddN": 1})
def twice_each(g, array):
    x = g.input(array((2, 3)))
    y, z = g.input(array((2, 3))), g.input(array((2, 3)))
    two = g.constant(2, array(()).dtype)
    return g.AddN(x, g.Mul(two, y), g.Mul(z, two), g.Identity(x))


@case("SimplifyAggregation", {"Mul": 1})
def once_and_twice(g, array):
    x = g.input(array((2, 3)))
    return g.AddV2(x, g.Mul(g.constant(2, array(()).dtype), x))


@for_each(ADDITIONS, "SimplifyAggregation", {"Mul": 1}, FLOATS)
def multiples_of_either_sign(g, array, add):
    """Where 7x is infinite, so is -4x."""
    x = g.input(array((2, 3)))
    return add(g.Mul(x, g.constant(7, array(()).dtype)), g.Mul(x, g.constant(-4, array(()).dtype)))


@for_each(ADDITIONS, "SimplifyAggregation", {"Mul": 1}, FLOATS)
def multiples_of_which_one_overflows(g, array, add):
    x = g.input(array((2, 3)))
    return add(g.Mul(x, g.constant(1.5, array(()).dtype)), g.Mul(x, g.constant(-1, array(()).dtype)))


@case("SimplifyAggregation", {"Mul": 1})
def twice_twice(g, array):
    x = g.input(array((2, 3)))
    double = g.AddV2(x, x)
    return g.AddV2(double, double)


@case("SimplifyAggregation", {})
def sum_of_one(g, array):
    return g.AddN(g.input(array((2, 3))))


@never("SimplifyAggregation")
def different_multiples(g, array):
    x, y = g.input(array((2, 3))), g.input(array((2, 3)))
    return g.AddN(x, x, y)


@never("SimplifyAggregation", (I8,))
def more_than_fits(g, array):
    x = g.input(array((2,)))
    return g.AddN(*[x] * 200)


# Transposes


def order(g, *axes):
    return g.constant(np.array(axes, np.int32))


@case("FoldTransposeIntoMatMul", {"MatMul": 1}, (F32, F64, I32))
def product_of_transposed(g, array):
    a, b = g.input(array((3, 2))), g.input(array((4, 3)))
    return g.MatMul(g.Transpose(a, order(g, 1, 0)), g.Transpose(b, order(g, 1, 0)))


@case("FoldTransposeIntoMatMul", {"BatchMatMulV2": 1}, (F32, C64))
def batch_product_of_adjoint(g, array):
    a, b = g.input(array((5, 3, 2))), g.input(array((5, 3, 4)))
    return g.BatchMatMulV2(g.ConjugateTranspose(a, order(g, 0, 2, 1)), b)


@never("FoldTransposeIntoMatMul", (C64,))
def batch_product_of_complex_transposed(g, array):
    a, b = g.input(array((5, 3, 2))), g.input(array((5, 3, 4)))
    return g.BatchMatMulV2(g.Transpose(a, order(g, 0, 2, 1)), b)


@never("FoldTransposeIntoMatMul", (F32,))
def batch_product_of_moved_batches(g, array):
    a, b = g.input(array((3, 5, 2))), g.input(array((5, 2, 4)))
    return g.BatchMatMulV2(g.Transpose(a, order(g, 1, 0, 2)), b)


@case("RemoveIdentityTranspose", {}, ALL)
def there_and_back(g, array):
    x = g.input(array((2, 3, 4)))
    return g.Transpose(g.Transpose(x, order(g, 1, 2, 0)), order(g, 2, 0, 1))


@case("RemoveIdentityTranspose", {"Transpose": 1}, ALL)
def there_and_further(g, array):
    x = g.input(array((2, 3, 4)))
    return g.Transpose(g.Transpose(x, order(g, 1, 2, 0)), order(g, 1, 0, 2))


@case("RemoveIdentityTranspose", {"ConjugateTranspose": 1}, (C64,))
def there_and_further_conjugated(g, array):
    x = g.input(array((2, 3, 4)))
    return g.ConjugateTranspose(g.Transpose(x, order(g, 1, 2, 0)), order(g, 1, 0, 2))


@case("RemoveIdentityTranspose", {}, (C64,))
def adjoint_of_adjoint(g, array):
    x = g.input(array((2, 3)))
    return g.ConjugateTranspose(g.ConjugateTranspose(x, order(g, 1, 0)), order(g, 1, 0))


@case("RemoveIdentityTranspose", {"Conj": 1}, (C64,))
def adjoint_in_place(g, array):
    return g.ConjugateTranspose(g.input(array((2, 3))), order(g, 0, 1))


@never("RemoveIdentityTranspose", ALL)
def one_transpose(g, array):
    return g.Transpose(g.input(array((2, 3))), order(g, 1, 0))


# Powers and chains


def power(exponent, leaves, elements=(F32, F64)):
    def build(g, array):
        values = array((33,))
        return g.Pow(g.input(values), g.constant(exponent, values.dtype))

    build.__name__ = f"power_of_{exponent}"
    return case("ConvertPow", leaves, elements)(build)


for exponent, leaves in ((0, {}), (1, {}), (2, {"Square": 1}), (3, {"Square": 1, "Mul": 1})):
    power(exponent, leaves, (F32, F64, I32))
for exponent, leaves in ((0.5, {"Sqrt": 1}), (-0.5, {"Rsqrt": 1}), (-1.0, {"Reciprocal": 1})):
    power(exponent, leaves)


@never("ConvertPow")
def power_of_four(g, array):
    values = array((3,))
    return g.Pow(g.input(values), g.constant(4, values.dtype))


@never("ConvertPow", FLOATS)
def power_that_spreads(g, array):
    values = array(())
    return g.Pow(g.input(values), g.constant(np.full(3, 2, values.dtype)))


@case("UnaryOpsComposition", {"_UnaryOpsComposition": 1}, FLOATS)
def chain_of_three(g, array):
    return g.Tanh(g.Relu(g.Neg(g.input(array((5,))))))


@never("UnaryOpsComposition", (I32,))
def chain_of_integers(g, array):
    return g.Abs(g.Neg(g.input(array((5,)))))


# Hoisting


@case("HoistCWiseUnaryChains", {"ConcatV2": 1, "Cos": 1, "Exp": 1}, FLOATS)
def chains_before_concat(g, array):
    parts = [g.Exp(g.Cos(g.input(array((size, 2))))) for size in (1, 2, 3)]
    return g.ConcatV2(*parts, g.constant(np.int32(0)))


@case("HoistCWiseUnaryChains", {"Split": 1, "Cos": 1, "Exp": 1}, FLOATS)
def chains_behind_split(g, array):
    parts = g.Split(g.constant(np.int32(0)), g.input(array((6, 2))), num_split=3)
    return [g.Identity(g.Exp(g.Cos(part))) for part in parts]


@case("HoistCWiseUnaryChains", {"SplitV": 1, "Neg": 1})
def chains_behind_uneven_split(g, array):
    parts = g.SplitV(g.input(array((6, 2))), g.constant(np.array([1, 5])), g.constant(np.int32(0)), num_split=2)
    return [g.Identity(g.Neg(part)) for part in parts]


@case("HoistCWiseUnaryChains", {"ConcatV2": 1, "_UnaryOpsComposition": 1}, FLOATS)
def compositions_before_concat(g, array):
    parts = [g._UnaryOpsComposition(g.input(array((size, 2))), op_names=["Cos", "Exp"]) for size in (1, 2)]
    return g.ConcatV2(*parts, g.constant(np.int32(0)))


@never("HoistCWiseUnaryChains", FLOATS)
def other_compositions_before_concat(g, array):
    parts = [g._UnaryOpsComposition(g.input(array((2, 2))), op_names=names) for names in (["Cos", "Exp"], ["Exp", "Cos"])]
    return g.ConcatV2(*parts, g.constant(np.int32(0)))


@never("HoistCWiseUnaryChains", FLOATS)
def other_ops_before_concat(g, array):
    parts = [op(g.input(array((2, 2)))) for op in (g.Exp, g.Cos)]
    return g.ConcatV2(*parts, g.constant(np.int32(0)))


@never("HoistCWiseUnaryChains", FLOATS)
def part_of_a_split(g, array):
    first, second = g.Split(g.constant(np.int32(0)), g.input(array((6, 2))), num_split=2)
    return [g.Identity(g.Exp(first)), g.Identity(second)]


@never("HoistCWiseUnaryChains", FLOATS)
def other_slopes_before_concat(g, array):
    parts = [g.LeakyRelu(g.input(array((2, 2))), alpha=alpha) for alpha in (0.25, 0.5)]
    return g.ConcatV2(*parts, g.constant(np.int32(0)))


def convolution(g, x, w):
    return g.Conv2D(x, w, strides=[1, 1, 1, 1], padding="SAME")


@case("FoldMultiplyIntoConv", {"Conv2D": 1, "Mul": 1}, (F32,))
def convolution_scaled_by_any_number(g, array):
    x, w = g.input(array((1, 4, 4, 2))), g.constant(array((3, 3, 2, 3)))
    return convolution(g, g.Mul(x, g.constant(array(()))), w)


@case("FoldMultiplyIntoConv", {"Conv3D": 1, "Mul": 1}, (F32,))
def scaled_convolution_of_volumes(g, array):
    x, w = g.input(array((1, 2, 3, 3, 2))), g.constant(array((1, 2, 2, 2, 3)))
    return g.Conv3D(g.Mul(x, g.constant(array(()))), w, strides=[1, 1, 1, 1, 1], padding="SAME")


@case("FoldMultiplyIntoConv", {"Conv2D": 1, "Mul": 1}, (F32,))
def scaled_convolution(g, array):
    x, w = g.input(array((1, 4, 4, 2))), g.constant(array((3, 3, 2, 3)))
    return convolution(g, g.Mul(x, g.constant(np.float32(0.5))), w)


@never("FoldMultiplyIntoConv", (F32,))
def scaled_convolution_of_fed_weights(g, array):
    x, w = g.input(array((1, 4, 4, 2))), g.input(array((3, 3, 2, 3)))
    return convolution(g, g.Mul(x, g.constant(np.float32(0.5))), w)


# Reductions of monotonic functions


def reduction(extreme, unary, leaves, elements=FLOATS, fires=True):
    def build(g, array):
        return getattr(g, extreme)(getattr(g, unary)(g.input(array((4, 5)))), g.constant(np.int32(1)))

    build.__name__ = f"{extreme}_of_{unary}"
    return case("OptimizeMaxOrMinOfMonotonic", leaves, elements, fires)(build)


for unary in ("Exp", "Relu", "Tanh", "Ceil", "Sign", "Sigmoid", "Sqrt", "Log"):
    for extreme in ("Max", "Min"):
        reduction(extreme, unary, {extreme: 1, unary: 1})
reduction("Max", "Neg", {"Min": 1, "Neg": 1})
reduction("Min", "Rsqrt", {"Max": 1, "Rsqrt": 1})
reduction("Max", "Invert", {"Min": 1, "Invert": 1}, (I32, I8))
reduction("ArgMax", "Neg", {"ArgMin": 1})
reduction("ArgMin", "Invert", {"ArgMax": 1}, (I32, I8))
for unary in ("Reciprocal", "Cosh", "Square"):
    reduction("Max", unary, None, fires=False)
for unary in ("Exp", "Tanh", "Sigmoid", "Floor", "Relu", "Sqrt"):  # which make different numbers equal
    reduction("ArgMax", unary, None, fires=False)
reduction("Max", "Neg", None, (I32, I8), fires=False)
reduction("ArgMax", "Neg", None, (I32, I8), fires=False)


@never("OptimizeMaxOrMinOfMonotonic", FLOATS)
def largest_of_nothing(g, array):
    return g.Max(g.Exp(g.input(array((0, 3)))), g.constant(np.int32(0)))


@case("OptimizeMaxOrMinOfMonotonic", {"ArgMax": 1}, (I8, I32))
def place_after_widening(g, array):
    return g.ArgMax(g.Cast(g.input(array((4, 5))), DstT=F64), g.constant(np.int32(1)))


@never("OptimizeMaxOrMinOfMonotonic", (I32,))
def place_after_rounding(g, array):
    return g.ArgMax(g.Cast(g.input(array((4, 5))), DstT=F32), g.constant(np.int32(1)))


@case("OptimizeMaxOrMinOfMonotonic", {"MaxPool": 1, "Relu": 1}, (F32,))
def pool_of_activation(g, array):
    x = g.input(array((1, 4, 4, 2)))
    return g.MaxPool(g.Relu(x), ksize=[1, 2, 2, 1], strides=[1, 2, 2, 1], padding="SAME")


# Shapes


@case("ReplacePackWithTileReshape", {"BroadcastTo": 1}, ALL)
def stack_of_one_value(g, array):
    x = g.input(array((2, 3)))
    return g.Pack(x, x, x)


@case("ReplacePackWithTileReshape", {"Tile": 1, "Reshape": 1}, ALL)
def stack_of_one_value_inside(g, array):
    x = g.input(array((2, 3)))
    return g.Pack(*[x] * 8, axis=-2)


@never("ReplacePackWithTileReshape", ALL)
def stack_that_is_sliced(g, array):
    x = g.input(array((2, 3)))
    return g.Slice(g.Pack(x, x, x), order(g, 0, 0, 0), order(g, 2, 2, 3))


@never("ReplacePackWithTileReshape", ALL)
def stack_of_two_values(g, array):
    x, y = g.input(array((2, 3))), g.input(array((2, 3)))
    return g.Pack(x, x, y)


@case("ReplaceMulWithBroadcastByTile", {"Tile": 1})
def product_with_ones(g, array):
    x = array((2, 1))
    return g.Mul(g.input(x), g.constant(np.ones((2, 3), x.dtype)))


@never("ReplaceMulWithBroadcastByTile")
def product_with_twos(g, array):
    x = array((2, 1))
    return g.Mul(g.input(x), g.constant(np.full((2, 3), 2, x.dtype)))


@case("ReduceUpsamplingDims", {"Reshape": 2, "Tile": 1}, ALL)
def upsampled_image(g, array):
    x = g.input(array((2, 3, 4, 5)))
    wide = g.Reshape(x, order(g, 2, 3, 1, 4, 1, 5))
    return g.Reshape(g.Tile(wide, order(g, 1, 1, 2, 1, 2, 1)), order(g, 2, 6, 8, 5))


@never("ReduceUpsamplingDims", ALL)
def tiled_everywhere(g, array):
    x = g.input(array((6,)))
    return g.Reshape(g.Tile(g.Reshape(x, order(g, 2, 3)), order(g, 2, 2)), order(g, 24))


@case("ReorderCastLikeAndValuePreserving", {"Cast": 1, "Transpose": 1}, (I8,))
def transpose_of_wide(g, array):
    return g.Transpose(g.Cast(g.input(array((2, 3))), DstT=F32), order(g, 1, 0))


@case("ReorderCastLikeAndValuePreserving", {"Cast": 1, "Reshape": 1}, (F64, I64))
def narrowed_after_reshape(g, array):
    return g.Cast(g.Reshape(g.input(array((2, 3))), order(g, 6)), DstT=I8)


@never("ReorderCastLikeAndValuePreserving", (I32,))
def transpose_of_as_wide(g, array):
    return g.Transpose(g.Cast(g.input(array((2, 3))), DstT=F32), order(g, 1, 0))


def stack(g, array, axis=1):
    return g.Pack(*[g.input(array((2, 3))) for _ in range(3)], axis=axis)


@case("RemoveStackSliceSameAxis", {"ExpandDims": 1}, ALL)
def slice_of_stack(g, array):
    return g.Slice(stack(g, array), order(g, 0, 1, 0), order(g, -1, 1, 3))


@case("RemoveStackSliceSameAxis", {}, ALL)
def element_of_stack(g, array):
    bounds = order(g, 0, -1, 0), order(g, 0, 0, 0), order(g, 1, 1, 1)
    return g.StridedSlice(stack(g, array, -2), *bounds, begin_mask=5, end_mask=5, shrink_axis_mask=2)


@case("RemoveStackSliceSameAxis", {"ExpandDims": 1}, ALL)
def last_of_stack(g, array):
    return g.StridedSlice(stack(g, array, 0), order(g, 2), order(g, 9), order(g, 1))


@case("RemoveStackSliceSameAxis", {}, ALL)
def stack_taken_apart(g, array):
    return g.Unpack(stack(g, array), num=3, axis=1)


@case("RemoveStackSliceSameAxis", {}, ALL)
def split_joined_again(g, array):
    axis = g.constant(np.int32(1))
    return g.ConcatV2(*g.Split(axis, g.input(array((2, 6))), num_split=3), axis)


@case("RemoveStackSliceSameAxis", {}, ALL)
def unpacked_stacked_again(g, array):
    return g.Pack(*g.Unpack(g.input(array((2, 3))), num=3, axis=1), axis=1)


@never("RemoveStackSliceSameAxis", ALL)
def split_joined_in_another_order(g, array):
    axis = g.constant(np.int32(1))
    one, other = g.Split(axis, g.input(array((2, 6))), num_split=2)
    return g.ConcatV2(other, one, axis)


@never("RemoveStackSliceSameAxis", ALL)
def split_joined_along_another_axis(g, array):
    parts = g.Split(g.constant(np.int32(1)), g.input(array((2, 6))), num_split=2)
    return g.ConcatV2(*parts, g.constant(np.int32(0)))


@never("RemoveStackSliceSameAxis", ALL)
def two_of_stack(g, array):
    return g.Slice(stack(g, array), order(g, 0, 1, 0), order(g, 2, 2, 3))


@never("RemoveStackSliceSameAxis", ALL)
def slice_across_stack(g, array):
    return g.Slice(stack(g, array), order(g, 0, 1, 1), order(g, 2, 1, 2))


# Embedding lookups

IDS, SEGMENTS = np.array([3, 1, 3, 0]), np.array([0, 0, 1, 1], np.int32)


def lookup(g, array, kind="SparseSegmentSum", ids=IDS, axis=0):
    values, indices = g.Unique(g.input(ids))
    rows = g.GatherV2(g.input(array((4, 4))), values, g.constant(np.int32(axis)))
    return getattr(g, kind)(rows, indices, g.input(SEGMENTS))


@case("SimplifyEmbeddingLookup", {"SparseSegmentSum": 1}, FLOATS)
def sum_of_looked_up(g, array):
    return lookup(g, array)


@case("SimplifyEmbeddingLookup", {"SparseSegmentMean": 1}, FLOATS)
def mean_of_looked_up(g, array):
    return lookup(g, array, "SparseSegmentMean", IDS.astype(np.int32))


@never("SimplifyEmbeddingLookup", FLOATS)
def sum_of_looked_up_columns(g, array):
    return lookup(g, array, axis=1)


@case("RemoveCastIntoSegmentReduction", {"SparseSegmentSqrtN": 1}, FLOATS)
def segments_of_cast_numbers(g, array):
    ids, segments = (g.Cast(g.input(each), DstT=element) for each, element in ((IDS, I32), (SEGMENTS, I64)))
    return g.SparseSegmentSqrtN(g.input(array((4, 2))), ids, segments)
