"""Windows and orders as ONNX: running sums, convolutions of integers, floats by their bits; on paper. ONNX Runtime gave the same."""

from __future__ import annotations

import numpy as np
import pytest
from onnx_tests import computed_as_onnx


@pytest.mark.parametrize(("padding", "expected"), [("[2, 0]", [1, 3, 6]), ("[0, 2]", [6, 5, 3])])
def test_running_sums_go_either_way(padding, expected):
    text = f"""func.func @f(%x: tensor<3xf32>) -> tensor<3xf32> {{
      %z = stablehlo.constant dense<0.0> : tensor<f32>
      %0 = "stablehlo.reduce_window"(%x, %z) ({{
      ^bb0(%a: tensor<f32>, %b: tensor<f32>):
        %1 = stablehlo.add %a, %b : tensor<f32>
        stablehlo.return %1 : tensor<f32>
      }}) {{window_dimensions = array<i64: 3>, padding = dense<[{padding}]> : tensor<1x2xi64>}} : (tensor<3xf32>, tensor<f32>) -> tensor<3xf32>
      return %0 : tensor<3xf32>
    }}"""
    assert computed_as_onnx(text, [np.array([1, 2, 3], np.float32)]).tolist() == expected


@pytest.mark.parametrize("element", ["i8", "ui64", "f64"])
def test_integers_are_convolved_by_products(element):
    """Two groups of a channel each, (1, 2) and (3, 1) as windows of every other place with a zero in front: the first 2 * 1, 1 * 2 + 2 * 3."""
    x = np.array([[[1, 2, 3], [4, 5, 6]]])
    kernel = np.array([[[1, 2]], [[3, 1]]])
    text = f"""func.func @f(%x: tensor<1x2x3x{element}>, %w: tensor<2x1x2x{element}>) -> tensor<1x2x2x{element}> {{
      %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, f, 0]x[o, i, 0]->[b, f, 0], window = {{stride = [2], pad = [[1, 0]]}}
        {{batch_group_count = 1 : i64, feature_group_count = 2 : i64}} : (tensor<1x2x3x{element}>, tensor<2x1x2x{element}>) -> tensor<1x2x2x{element}>
      return %0 : tensor<1x2x2x{element}>
    }}"""
    kind = {"i8": np.int8, "ui64": np.uint64, "f64": np.float64}[element]
    assert computed_as_onnx(text, [x.astype(kind), kernel.astype(kind)]).tolist() == [[[2, 8], [4, 21]]]


def test_integers_wrap_around_in_a_convolution():
    text = """func.func @f(%x: tensor<1x1x1xi8>, %w: tensor<1x1x1xi8>) -> tensor<1x1x1xi8> {
      %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, f, 0]x[o, i, 0]->[b, f, 0], window = {}
        {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x1x1xi8>, tensor<1x1x1xi8>) -> tensor<1x1x1xi8>
      return %0 : tensor<1x1x1xi8>
    }"""
    assert computed_as_onnx(text, [np.full((1, 1, 1), 100, np.int8), np.full((1, 1, 1), 3, np.int8)]).item() == 44


@pytest.mark.parametrize("element", ["f16", "f32", "f64"])
def test_floats_are_compared_by_their_bits(element):
    """-NaN < -inf < -1 < -0 < 0 < 1 < NaN."""
    kind = np.dtype(element.replace("f", "float"))
    order = np.array([-np.nan, -np.inf, -1, -0.0, 0.0, 1, np.nan], kind)
    order[0], order[-1] = np.copysign(order[0], kind.type(-1)), np.copysign(order[-1], kind.type(1))
    text = f"""func.func @f(%x: tensor<6x{element}>, %y: tensor<6x{element}>) -> tensor<6xi1> {{
      %0 = stablehlo.compare LT, %x, %y, TOTALORDER : (tensor<6x{element}>, tensor<6x{element}>) -> tensor<6xi1>
      return %0 : tensor<6xi1>
    }}"""
    assert computed_as_onnx(text, [order[:-1], order[1:]]).tolist() == [True] * 6
    assert computed_as_onnx(text, [order[1:], order[:-1]]).tolist() == [False] * 6
