"""Which way weights are rounded: sums on paper, in steps of 1, which the largest weight of 127 makes."""

import numpy as np
import pytest
from tfir.dialects import dialect, lookup
from tfir.ir.location import Source
from tfir.text.parser import parse

from tfopt.quantization.regions import regions_of
from tfopt.quantization.rounding import stored_weights
from tfopt.quantization.scales import of_weights

PRODUCT = """func.func @main(%x: tensor<2x{count}xf32>) -> tensor<2x1xf32> {{
  %w = stablehlo.constant dense<{weights}> : tensor<{count}x1xf32>
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<2x{count}xf32>, tensor<{count}x1xf32>) -> tensor<2x1xf32>
  return %0 : tensor<2x1xf32>
}}"""
# Two input channels, which stand in rows here, at two places
WINDOW = """func.func @main(%x: tensor<1x4x2xf32>) -> tensor<1x3x1xf32> {{
  %w = stablehlo.constant dense<{weights}> : tensor<1x2x2xf32>
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, f]x[o, i, 0]->[b, 0, f], window = {{}} {{batch_group_count = 1 : i64, feature_group_count = 1 : i64}}
    : (tensor<1x4x2xf32>, tensor<1x2x2xf32>) -> tensor<1x3x1xf32>
  return %0 : tensor<1x3x1xf32>
}}"""


def stored(text: str, weights: list) -> list:
    [region] = regions_of(parse(Source("t.mlir", text.format(weights=weights, count=len(weights))), lookup, dialect))
    array = np.array(weights, np.float32)
    return stored_weights(region, array, of_weights(array, region.channels[1])).tolist()


@pytest.mark.parametrize(
    "weights, expected",
    [
        (
            [[127.0], [0.45], [0.4], [0.3], [0.1]],
            [[127], [1], [0], [0], [0]],
        ),  # 1.25 less in sum: the one that is nearest to 1 becomes that
        ([[127.0], [-0.4], [-0.45], [-0.3], [-0.1]], [[127], [0], [-1], [0], [0]]),
        ([[127.0], [0.45], [0.4], [-0.3], [-0.1]], [[127], [0], [0], [0], [0]]),  # 0.45 less
        ([[-127.0], [126.6], [126.55], [3.0], [-0.3]], [[-127], [127], [126], [3], [0]]),  # 1.15 more
    ],
)
def test_what_a_channel_loses_adds_up_to_half_a_step_at_most(weights, expected):
    assert stored(PRODUCT, weights) == expected


@pytest.mark.parametrize(
    "weights, expected",
    [
        ([[[127.0, 0.4], [0.3, 0.3]]], [[[127, 0], [1, 0]]]),  # 0.6 less in the second channel, and then nothing in both
        ([[[127.0, 0.4], [0.35, 0.1]]], [[[127, 0], [1, 0]]]),  # 0.85 less in both, most of it in the second
        ([[[127.0, 0.4], [0.1, -0.1]]], [[[127, 0], [0, 0]]]),
    ],
)
def test_each_input_channel_comes_first(weights, expected):
    assert stored(WINDOW, weights) == expected
