"""Sums of products of quantized numbers, against whole numbers added up one by one, as they are and lowered to what is stored."""

import numpy as np
import pytest
from tfir.dialects import dialect, lookup
from tfir.execution.entry import find_entry
from tfir.execution.program import interpreted
from tfir.ir.location import Source
from tfir.ir.verify import verify
from tfir.text.parser import parse

from tfopt.stablehlo.stablehlo_lower_quantized_types import stablehlo_lower_quantized_types

WINDOW = "dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 1], pad = [[1, 0], [2, 1]], rhs_dilate = [1, 2]}"
GROUPS = "{batch_group_count = 1 : i64, feature_group_count = 1 : i64}"
LEFT, RIGHT = "!quant.uniform<i8:f32, 0.5:-8>", "!quant.uniform<i8:f32:3, {0.25, 0.5, 1.0}>"
SUMS = "!quant.uniform<i32:f32:3, {0.125, 0.25, 0.5}>"


def answers(text: str, *arrays):
    """What the interpreter gives, of the program as it is and of its stored integers."""
    given = []
    for is_lowered in (False, True):
        module = parse(Source("t.mlir", text), lookup, dialect)
        verify(module, lookup)
        if is_lowered:
            stablehlo_lower_quantized_types(module)
            verify(module, lookup)
        given.append(interpreted(module, find_entry(module))(list(arrays))[0])
    np.testing.assert_array_equal(*given)
    return given[0]


def convolution(left: str, right: str, result: str) -> str:
    types = f"(tensor<1x5x6x2x{left}>, tensor<3x2x2x3x{right}>) -> tensor<1x2x7x3x{result}>"
    return f"""func.func @main(%x: tensor<1x5x6x2x{left}>, %w: tensor<3x2x2x3x{right}>) -> tensor<1x2x7x3x{result}> {{
      %0 = stablehlo.convolution(%x, %w) {WINDOW} {GROUPS} : {types}
      return %0 : tensor<1x2x7x3x{result}>
    }}"""


def sums_by_hand(x, w):
    """The convolution's sums, one product after the other."""
    padded = np.zeros((6, 9, 2), np.int64)
    padded[1:, 2:8] = x[0]
    result = np.zeros((1, 2, 7, 3), np.int64)
    for (row, column, channel), _ in np.ndenumerate(result[0]):
        for (i, j, inner), weight in np.ndenumerate(w[..., channel]):
            result[0, row, column, channel] += padded[2 * row + i, column + 2 * j, inner] * int(weight)
    return result


@pytest.fixture
def operands():
    random = np.random.default_rng(7)
    return random.integers(-128, 128, (1, 5, 6, 2)).astype(np.int8), random.integers(-128, 128, (3, 2, 2, 3)).astype(np.int8)


def test_sums_are_whole_numbers(operands):
    x, w = operands
    np.testing.assert_array_equal(answers(convolution(LEFT, RIGHT, SUMS), x, w), sums_by_hand(x.astype(int) + 8, w))


def test_sums_are_scaled_once_and_rounded(operands):
    """Scales are powers of two, so that the only rounding is the last."""
    x, w = operands
    numbers = sums_by_hand(x.astype(int) + 8, w) * np.array([0.125, 0.25, 0.5])
    expected = np.clip(np.rint(numbers / 128 + 3), -128, 127)
    np.testing.assert_array_equal(answers(convolution(LEFT, RIGHT, "!quant.uniform<i8:f32, 128.0:3>"), x, w), expected)


def test_the_right_side_may_have_a_zero_point(operands):
    x, w = operands
    text = convolution(LEFT, "!quant.uniform<i8:f32, 0.25:5>", "!quant.uniform<i32:f32, 0.125>")
    np.testing.assert_array_equal(answers(text, x, w), sums_by_hand(x.astype(int) + 8, w.astype(int) - 5))


def test_a_product_of_matrices_with_several_batches():
    random = np.random.default_rng(3)
    x, y = random.integers(-128, 128, (2, 4, 9)).astype(np.int8), random.integers(-128, 128, (2, 9, 3)).astype(np.int8)
    types = [
        f"tensor<{shape}x!quant.uniform<{kind}>>"
        for shape, kind in (("2x4x9", "i8:f32, 0.5:7"), ("2x9x3", "i8:f32, 0.5"), ("2x4x3", "i32:f32, 0.25"))
    ]
    text = f"""func.func @main(%x: {types[0]}, %y: {types[1]}) -> {types[2]} {{
      %0 = stablehlo.dot_general %x, %y, batching_dims = [0] x [0], contracting_dims = [2] x [1] : ({types[0]}, {types[1]}) -> {types[2]}
      return %0 : {types[2]}
    }}"""
    np.testing.assert_array_equal(answers(text, x, y), np.einsum("bik,bkj->bij", x.astype(int) - 7, y.astype(int)))


def test_a_bias_at_the_scale_of_sums_is_added_to_them_exactly():
    """2^24 + 1 is no number of f32."""
    text = """func.func @main(%x: tensor<3x!quant.uniform<i32:f32, 0.1>>, %y: tensor<3x!quant.uniform<i32:f32, 0.1>>) -> tensor<3x!quant.uniform<i32:f32, 0.1>> {
      %0 = stablehlo.add %x, %y : tensor<3x!quant.uniform<i32:f32, 0.1>>
      return %0 : tensor<3x!quant.uniform<i32:f32, 0.1>>
    }"""
    x, y = np.array([1 << 24, 2147483000, -2147483000], np.int32), np.array([1, 1000, -1000], np.int32)
    assert answers(text, x, y).tolist() == [(1 << 24) + 1, 2147483647, -2147483648]


def test_numbers_of_other_scales_are_rounded_as_floats_are():
    text = """func.func @main(%x: tensor<1x!quant.uniform<i32:f32, 0.5>>, %y: tensor<1x!quant.uniform<i32:f32, 0.25>>) -> tensor<1x!quant.uniform<i32:f32, 0.5>> {
      %0 = stablehlo.add %x, %y
        : (tensor<1x!quant.uniform<i32:f32, 0.5>>, tensor<1x!quant.uniform<i32:f32, 0.25>>) -> tensor<1x!quant.uniform<i32:f32, 0.5>>
      return %0 : tensor<1x!quant.uniform<i32:f32, 0.5>>
    }"""
    assert answers(text, np.array([1 << 24], np.int32), np.array([2], np.int32)).tolist() == [1 << 24]


def test_a_larger_one_of_one_scale_is_chosen_by_what_is_stored():
    text = """func.func @main(%x: tensor<4x!quant.uniform<i8:f32, 0.3:5>>, %y: tensor<4x!quant.uniform<i8:f32, 0.3:5>>) -> tensor<4x!quant.uniform<i8:f32, 0.3:5>> {
      %0 = stablehlo.maximum %x, %y : tensor<4x!quant.uniform<i8:f32, 0.3:5>>
      return %0 : tensor<4x!quant.uniform<i8:f32, 0.3:5>>
    }"""
    assert answers(text, np.array([-128, 5, 4, 127], np.int8), np.array([127, 4, 5, -128], np.int8)).tolist() == [127, 5, 5, 127]
