"""Channels that are scaled between sums of products: the function is the same, and channels reach equally far."""

import numpy as np
import pytest
from tfir.dialects import dialect, lookup
from tfir.execution.entry import find_entry
from tfir.execution.program import interpreted
from tfir.ir.location import Source
from tfir.ir.verify import verify
from tfir.text.parser import parse

from tfopt.quantization.equalization import equalize, links_of
from tfopt.quantization.regions import regions_of

WINDOW = "dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]}"


def read(text: str):
    return parse(Source("t.mlir", text), lookup, dialect)


def run(module, *arrays):
    return interpreted(module, find_entry(module))(list(arrays))[0]


def listed(array) -> str:
    return f"dense<{np.round(array, 4).tolist()}>"


def windows(between: str, limits: str, second: str) -> str:
    """A convolution of 2 channels to 4 with offsets and limits, what lies between, and a second convolution of 4 channels to 4."""
    random = np.random.default_rng(1)
    reach = np.array([1, 0.125, 4, 0.5])
    groups = 4 if second == "by itself" else 1
    return f"""func.func @main(%x: tensor<1x5x5x2xf32>) -> tensor<1x5x5x4xf32> {{
      %w = stablehlo.constant {listed(random.normal(size=(3, 3, 2, 4)) * reach)} : tensor<3x3x2x4xf32>
      %b = stablehlo.constant {listed(reach)} : tensor<4xf32>
      %z = stablehlo.constant dense<0.0> : tensor<f32>
      %u = stablehlo.constant dense<6.0> : tensor<f32>
      %m = stablehlo.constant dense<-1.0> : tensor<f32>
      %0 = stablehlo.convolution(%x, %w) {WINDOW} {{batch_group_count = 1 : i64, feature_group_count = 1 : i64}}
        : (tensor<1x5x5x2xf32>, tensor<3x3x2x4xf32>) -> tensor<1x5x5x4xf32>
      %1 = stablehlo.broadcast_in_dim %b, dims = [3] : (tensor<4xf32>) -> tensor<1x5x5x4xf32>
      %2 = stablehlo.add %1, %0 : tensor<1x5x5x4xf32>
      {limits}
      {between}
      %v = stablehlo.constant {listed(random.normal(size=(3, 3, 4 // groups, 4)))} : tensor<3x3x{4 // groups}x4xf32>
      %5 = stablehlo.convolution(%4, %v) {WINDOW} {{batch_group_count = 1 : i64, feature_group_count = {groups} : i64}}
        : (tensor<1x5x5x4xf32>, tensor<3x3x{4 // groups}x4xf32>) -> tensor<1x5x5x4xf32>
      return %5 : tensor<1x5x5x4xf32>
    }}"""


FULL = "tensor<1x5x5x4xf32>"
RELU6 = f"%3 = stablehlo.clamp %z, %2, %u : (tensor<f32>, {FULL}, tensor<f32>) -> {FULL}"
RELU = f"%zs = stablehlo.constant dense<0.0> : {FULL}\n %3 = stablehlo.maximum %2, %zs : {FULL}"
SLICES = f"""%p = stablehlo.pad %3, %z, low = [0, 1, 0, 0], high = [0, 0, 0, 0], interior = [0, 0, 0, 0]
   : ({FULL}, tensor<f32>) -> tensor<1x6x5x4xf32>
 %4 = stablehlo.slice %p [0:1, 0:5, 0:5, 0:4] : (tensor<1x6x5x4xf32>) -> {FULL}"""
POOL = f"""%4 = "stablehlo.reduce_window"(%3, %z) <{{window_dimensions = array<i64: 1, 2, 1, 1>, padding = dense<[[0, 0], [1, 0], [0, 0], [0, 0]]> : tensor<4x2xi64>}}> ({{
   ^bb0(%one: tensor<f32>, %other: tensor<f32>):
     %larger = stablehlo.maximum %one, %other : tensor<f32>
     stablehlo.return %larger : tensor<f32>
 }}) : ({FULL}, tensor<f32>) -> {FULL}"""
NONE = f"%4 = stablehlo.reshape %3 : ({FULL}) -> {FULL}"


def run_first(module, x):
    """What the first sum of products gives."""
    module.body.first.body.last.set_operand(0, regions_of(module)[0].result)
    return run(module, x)


def equalized(text: str, x):
    """The module before and after, and its links."""
    before, after = read(text), read(text)
    regions = regions_of(after)
    links = links_of(regions)
    for link in links:  # what it reaches: by a program that gives that value
        cut = read(text)
        region = regions_of(cut)[regions.index(link.region)]
        cut.body.first.body.last.set_operand(0, region.result)
        link.reach.add(run(cut, x))
    equalize(links)
    verify(after, lookup)
    return before, after, links


@pytest.mark.parametrize("between", [NONE, SLICES, POOL])
def test_the_function_stays_and_channels_reach_equally_far(between):
    x = (0.1 * np.random.default_rng(2).normal(size=(1, 5, 5, 2))).astype(np.float32)
    before, after, links = equalized(windows(between, RELU, "by itself"), x)
    (link,) = links
    np.testing.assert_allclose(run(after, x), run(before, x), rtol=1e-4, atol=1e-5)
    reach = run_first(after, x).reshape(-1, 4).max(0)
    expected = np.maximum(link.reach.most, link.reach.most.max() / 2)  # half of what there is room for
    np.testing.assert_allclose(reach, expected, rtol=1e-4)


def test_below_an_upper_limit_channels_have_twice_the_room_that_they_need():
    """What reaches 6 stays; the others reach 3, or half of the farthest where that is less. Twice the data is not cut off."""
    random = np.random.default_rng(2)
    small, large = (size * random.normal(size=(1, 5, 5, 2)).astype(np.float32) for size in (0.1, 3.0))
    for x in (small, large):
        before, after, (link,) = equalized(windows(NONE, RELU6, "by itself"), x)
        np.testing.assert_allclose(run(after, x), run(before, x), rtol=1e-4, atol=1e-5)
        reach, most = run_first(after, x).reshape(-1, 4).max(0), link.reach.most
        np.testing.assert_allclose(reach, np.maximum(most, min(3, most.max() / 2)), rtol=1e-4)
    assert most.max() == 6
    before, after, _ = equalized(windows(NONE, RELU6, "by itself"), small)
    np.testing.assert_allclose(run(after, 2 * small), run(before, 2 * small), rtol=1e-4, atol=1e-5)


def test_channels_that_are_summed_are_scaled_by_less():
    """Weights behind have one scale for what is summed."""
    x = (0.1 * np.random.default_rng(2).normal(size=(1, 5, 5, 2))).astype(np.float32)
    before, after, (link,) = equalized(windows(NONE, RELU, "together"), x)
    np.testing.assert_allclose(run(after, x), run(before, x), rtol=1e-4, atol=1e-5)
    ratio = regions_of(after)[0].offset / regions_of(before)[0].offset
    assert (ratio >= 1).all()
    assert (ratio <= 1 + np.sqrt(link.reach.most.max() / (2 * link.reach.most))).all()
    assert ratio.max() > 1.5


@pytest.mark.parametrize(
    "between, limits",
    [
        (NONE, RELU6.replace("clamp %z", "clamp %m")),  # -1 is not at 0
        (NONE, RELU.replace("%3 = stablehlo.maximum %2, %zs", "%3 = stablehlo.tanh %2")),
        (f"%s = stablehlo.tanh %3 : {FULL}\n %4 = stablehlo.add %3, %s : {FULL}", RELU),  # the channels are read by others too
        (f"%4 = stablehlo.reverse %3, dims = [3] : {FULL}", RELU),  # they are others behind it
    ],
)
def test_others_stay(between, limits):
    assert links_of(regions_of(read(windows(between, limits, "by itself")))) == []


def test_operators_of_tensorflow_lite_have_their_limits_and_biases():
    random = np.random.default_rng(3)
    text = f"""func.func @main(%x: tensor<2x3xf32>) -> tensor<2x2xf32> {{
      %w = "tfl.pseudo_const"() {{value = {listed(random.normal(size=(4, 3)) * [[1], [4], [0.25], [2]])} : tensor<4x3xf32>}} : () -> tensor<4x3xf32>
      %b = "tfl.pseudo_const"() {{value = dense<[0.5, 1.0, 0.25, 2.0]> : tensor<4xf32>}} : () -> tensor<4xf32>
      %v = "tfl.pseudo_const"() {{value = {listed(random.normal(size=(2, 4)))} : tensor<2x4xf32>}} : () -> tensor<2x4xf32>
      %n = "tfl.no_value"() {{value}} : () -> none
      %0 = "tfl.fully_connected"(%x, %w, %b) {{fused_activation_function = "RELU", keep_num_dims = false, weights_format = "DEFAULT"}}
        : (tensor<2x3xf32>, tensor<4x3xf32>, tensor<4xf32>) -> tensor<2x4xf32>
      %1 = "tfl.fully_connected"(%0, %v, %n) {{fused_activation_function = "NONE", keep_num_dims = false, weights_format = "DEFAULT"}}
        : (tensor<2x4xf32>, tensor<2x4xf32>, none) -> tensor<2x2xf32>
      return %1 : tensor<2x2xf32>
    }}"""
    x = random.uniform(0, 1, (2, 3)).astype(np.float32)
    before, after, links = equalized(text, x)
    assert len(links) == 1
    np.testing.assert_allclose(run(after, x), run(before, x), rtol=1e-4, atol=1e-5)
    assert not np.allclose(run_first(after, x), run_first(before, x))
    assert links_of(regions_of(read(text.replace('"RELU"', '"TANH"')))) == []


def test_a_product_of_dimensions_that_become_one_has_other_channels():
    text = """func.func @main(%x: tensor<1x2x2x1xf32>) -> tensor<1x3xf32> {
      %w = "tfl.pseudo_const"() {value = dense<[[[[1.0]]], [[[2.0]]]]> : tensor<2x1x1x1xf32>} : () -> tensor<2x1x1x1xf32>
      %b = "tfl.pseudo_const"() {value = dense<0.0> : tensor<2xf32>} : () -> tensor<2xf32>
      %v = "tfl.pseudo_const"() {value = dense<1.0> : tensor<3x8xf32>} : () -> tensor<3x8xf32>
      %n = "tfl.no_value"() {value} : () -> none
      %0 = "tfl.conv_2d"(%x, %w, %b) {dilation_h_factor = 1 : i32, dilation_w_factor = 1 : i32, fused_activation_function = "RELU", padding = "SAME", stride_h = 1 : i32, stride_w = 1 : i32}
        : (tensor<1x2x2x1xf32>, tensor<2x1x1x1xf32>, tensor<2xf32>) -> tensor<1x2x2x2xf32>
      %1 = "tfl.fully_connected"(%0, %v, %n) {fused_activation_function = "NONE", keep_num_dims = false, weights_format = "DEFAULT"}
        : (tensor<1x2x2x2xf32>, tensor<3x8xf32>, none) -> tensor<1x3xf32>
      return %1 : tensor<1x3xf32>
    }"""
    assert links_of(regions_of(read(text))) == []
    assert len(links_of(regions_of(read(text.replace("3x8", "3x2").replace("1x3xf32", "1x2x2x3xf32").replace("= false", "= true"))))) == 1
