"""Programs on floats and what becomes of them, against numbers that follow from their scales."""

import json

import numpy as np
import pytest
from tfir.dialects import dialect, lookup
from tfir.execution.entry import find_entry
from tfir.execution.program import interpreted
from tfir.ir.diagnostics import Error
from tfir.ir.location import Source
from tfir.ir.quantized_types import is_quantized
from tfir.ir.verify import verify
from tfir.text.parser import parse

from tfopt.quantization.quantize import quantize
from tfopt.quantization.regions import regions_of

# Two layers with an offset of each channel and a limit between them; weights of channels that differ in size.
LAYERS = """func.func @main(%arg0: tensor<2x4xf32>) -> tensor<2x2xf32> {
  %w = stablehlo.constant dense<[[1.27, -12.7, 0.1], [0.5, 3.0, 0.2], [-0.25, 8.0, 0.3], [1.0, 1.0, -0.4]]> : tensor<4x3xf32>
  %b = stablehlo.constant dense<[0.5, -1.0, 0.25]> : tensor<3xf32>
  %0 = stablehlo.dot_general %arg0, %w, contracting_dims = [1] x [0] : (tensor<2x4xf32>, tensor<4x3xf32>) -> tensor<2x3xf32>
  %1 = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<3xf32>) -> tensor<2x3xf32>
  %2 = stablehlo.add %0, %1 : tensor<2x3xf32>
  %z = stablehlo.constant dense<ZERO> : tensor<2x3xf32>
  %3 = stablehlo.maximum %2, %z : tensor<2x3xf32>
  %v = stablehlo.constant dense<[[1.0, 2.0], [-0.5, 0.25], [3.0, -1.0]]> : tensor<3x2xf32>
  %4 = stablehlo.dot_general %3, %v, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<2x2xf32>
  return %4 : tensor<2x2xf32>
}"""
WITH_ZERO = LAYERS.replace("ZERO", "0.0")


def read(text: str):
    return parse(Source("t.mlir", text), lookup, dialect)


def run(module, *arrays):
    return interpreted(module, find_entry(module))(list(arrays))[0]


@pytest.fixture
def data(tmp_path):
    x = np.random.default_rng(5).uniform(-1, 1, (64, 4)).astype(np.float32)
    np.savez(tmp_path / "data.npz", arg0=x)
    return x


def quantized(text: str, folder, **options):
    module = read(text)
    quantize(module, calibration=f"@{folder}/*.npz" if options.pop("has_data", True) else "", **options)
    verify(module, lookup)
    return module


def names(module):
    return [op.name.partition(".")[2] for op in module.body.first.body]


def test_sums_offset_and_limit_are_one_region(data, tmp_path):
    assert [region.kinds for region in regions_of(read(WITH_ZERO))] == ["dot_general + add + maximum", "dot_general"]
    module = quantized(WITH_ZERO, tmp_path, correct_biases=False)
    assert [name for name in names(module) if name != "constant"] == [
        "uniform_quantize", "dot_general", "broadcast_in_dim", "add", "uniform_quantize", "dot_general", "uniform_dequantize", "return",
    ]  # fmt: skip


def test_a_limit_that_is_not_at_0_stays_by_itself(data, tmp_path):
    """No range that has 0 in it ends where this one does."""
    text = LAYERS.replace("ZERO", "0.5")
    assert [region.kinds for region in regions_of(read(text))] == ["dot_general + add", "maximum", "dot_general"]
    module = quantized(text, tmp_path)
    assert "maximum" in names(module)
    np.testing.assert_allclose(run(module, data[:2]), run(read(text), data[:2]), atol=0.5)


def test_scales_are_those_of_the_data_and_of_channels(data, tmp_path):
    module = quantized(WITH_ZERO, tmp_path, correct_biases=False, equalize=False, method="minmax")
    element = {op.name: op.results[0].type.element for op in module.body.first.body if op.name == "stablehlo.uniform_quantize"}
    first = next(op for op in module.body.first.body if op.name == "stablehlo.uniform_quantize").result.type.element
    low, high = float(data.min()), float(data.max())
    assert first.scales[0] == pytest.approx((high - low) / 255)
    assert first.zero_points[0] == round(-128 - low / first.scales[0])
    assert element["stablehlo.uniform_quantize"].zero_points == (-128,)  # the limit is where the range begins
    weights = next(op for op in module.body.first.body if op.name == "stablehlo.dot_general").operands[1]
    assert weights.type.element.scales == pytest.approx([0.01, 0.1, 0.4 / 127], rel=1e-6)
    assert weights.type.element.axis == 1


def test_results_are_as_near_as_steps_allow(data, tmp_path):
    module = quantized(WITH_ZERO, tmp_path, method="minmax")
    for x in data.reshape(-1, 2, 4):
        expected = run(read(WITH_ZERO), x)
        np.testing.assert_allclose(
            run(module, x), expected, atol=0.25
        )  # of numbers up to 14, two steps of 0.1 for each of 3 that are added up


@pytest.mark.parametrize("mode, error", [("weights", 0.02), ("dynamic", 0.1), ("float16", 0.02), ("bfloat16", 0.1)])
def test_other_modes(data, tmp_path, mode, error):
    module = quantized(WITH_ZERO, tmp_path, mode=mode, has_data=False, fewest_weights=0)
    assert module.body.first.get("function_type").inputs[0].element.name == "f32"
    scale = np.abs(run(read(WITH_ZERO), data[:2])).max()
    np.testing.assert_allclose(run(module, data[:2]), run(read(WITH_ZERO), data[:2]), atol=error * scale)
    constants = {str(op.result.type.element) for op in module.body.first.body if op.name == "stablehlo.constant"}
    assert {"float16": "f16", "bfloat16": "bf16"}.get(mode, "f32") in constants


@pytest.mark.parametrize("sizes", ["2x3", "?x3", "?x?"])
def test_dynamic_rows_have_ranges_and_zero_points_of_their_own(tmp_path, sizes):
    """Numbers at the 256 places of a row's range, of which 0 is one, and weights at places of theirs: nothing is lost."""
    text = """func.func @main(%arg0: tensor<2x3x4xf32>) -> tensor<2x3x2xf32> {
      %w = stablehlo.constant dense<[[1.0, 12.7], [-5.0, 3.0], [2.0, -6.0], [127.0, 0.1]]> : tensor<4x2xf32>
      %0 = stablehlo.dot_general %arg0, %w, contracting_dims = [2] x [0] : (tensor<2x3x4xf32>, tensor<4x2xf32>) -> tensor<2x3x2xf32>
      return %0 : tensor<2x3x2xf32>
    }""".replace("<2x3x", f"<{sizes}x")
    places = np.random.default_rng(3).integers(0, 256, (2, 3, 4))
    places[..., 0], places[..., 1] = 0, 255
    zero, scale = np.array([[0, 255, 100], [17, 0, 254]])[..., None], np.array([[1.0, 0.5, 2.0], [0.125, 64.0, 1.0]])[..., None]
    x = ((places - zero) * scale).astype(np.float32)
    module = quantized(text, tmp_path, mode="dynamic", has_data=False, fewest_weights=0)
    np.testing.assert_allclose(run(module, x), run(read(text), x), rtol=1e-5, atol=1e-4)


@pytest.mark.parametrize("stride, is_exact", [("1", True), ("2", False)])
def test_dynamic_windows_of_one_place_have_ranges_for_each(tmp_path, stride, is_exact):
    """As rows have, of an image's places that are all read; where only some are it has one range."""
    text = f"""func.func @main(%arg0: tensor<1x4x2x4xf32>) -> tensor<1x{4 // int(stride)}x2x2xf32> {{
      %w = stablehlo.constant dense<[[[[1.0, 12.7], [-5.0, 3.0], [2.0, -6.0], [127.0, 0.1]]]]> : tensor<1x1x4x2xf32>
      %0 = stablehlo.convolution(%arg0, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f],
        window = {{stride = [{stride}, 1]}} {{batch_group_count = 1 : i64, feature_group_count = 1 : i64}}
        : (tensor<1x4x2x4xf32>, tensor<1x1x4x2xf32>) -> tensor<1x{4 // int(stride)}x2x2xf32>
      return %0 : tensor<1x{4 // int(stride)}x2x2xf32>
    }}"""
    places = np.random.default_rng(3).integers(0, 256, (1, 4, 2, 4))
    places[..., 0], places[..., 1] = 0, 255
    x = ((places - 17) * np.array([[1.0, 0.5], [2.0, 0.125], [64.0, 1.0], [0.25, 4.0]])[..., None]).astype(np.float32)
    module = quantized(text, tmp_path, mode="dynamic", has_data=False, fewest_weights=0)
    expected = run(read(text), x)
    assert np.allclose(run(module, x), expected, rtol=1e-5, atol=1e-3) == is_exact


@pytest.mark.parametrize("batch", ["2", "?"])
@pytest.mark.parametrize("more", ["", ", lhs_dilate = [2, 1]", ", reverse = [true, false]"])
def test_dynamic_windows_over_zeros_around(tmp_path, more, batch):
    """0 is no end of the range here: what lies around counts as 0, not as the least number."""
    height = 11 if "lhs" in more else 6
    text = f"""func.func @main(%arg0: tensor<2x6x5x2xf32>) -> tensor<2x{height}x3x4xf32> {{
      %w = stablehlo.constant dense<W> : tensor<3x3x1x4xf32>
      %0 = stablehlo.convolution(%arg0, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f],
        window = {{stride = [1, 2], pad = [[1, 1], [1, 1]]{more}}} {{batch_group_count = 1 : i64, feature_group_count = 2 : i64}}
        : (tensor<2x6x5x2xf32>, tensor<3x3x1x4xf32>) -> tensor<2x{height}x3x4xf32>
      return %0 : tensor<2x{height}x3x4xf32>
    }}"""
    random = np.random.default_rng(4)
    weights = random.integers(-127, 128, (3, 3, 1, 4))
    weights[0, 0] = 127
    text = text.replace("dense<W>", f"dense<{weights.astype(float).tolist()}>").replace("tensor<2x", f"tensor<{batch}x")
    x = random.integers(-60, 196, (2, 6, 5, 2)).astype(np.float32)
    x[:, 0, 0, 0], x[:, 1, 0, 0] = -60, 195
    module = quantized(text, tmp_path, mode="dynamic", has_data=False, fewest_weights=0)
    np.testing.assert_array_equal(run(module, x), run(read(text), x))


def test_few_weights_stay_floats(data, tmp_path):
    module = quantized(WITH_ZERO, tmp_path, mode="weights", has_data=False)
    assert not any(is_quantized(value.type) for op in module.walk() for value in op.results)


def test_16_bits_are_nearer(data, tmp_path):
    few, many = (quantized(WITH_ZERO, tmp_path, activations=each) for each in ("int8", "int16"))
    expected = [run(read(WITH_ZERO), rows) for rows in data.reshape(-1, 2, 4)]
    less, more = [np.square([run(module, rows) for rows in data.reshape(-1, 2, 4)] - np.array(expected)).sum() for module in (many, few)]
    assert less < more


def test_what_loses_too_much_stays_in_float(data, tmp_path):
    path = tmp_path / "r.json"
    module = quantized(WITH_ZERO, tmp_path, max_error=1e-6, report=str(path), equalize=False)
    assert not any(is_quantized(value.type) for op in module.walk() for value in op.results)
    layers = json.loads(path.read_text())["layers"]
    assert [layer["quantized"] for layer in layers] == [False, False]
    assert "is more than 1e-06" in layers[0]["why"]
    np.testing.assert_array_equal(run(module, data[:2]), run(read(WITH_ZERO), data[:2]))


@pytest.mark.parametrize("mode", ["weights", "dynamic"])
def test_weights_that_lose_too_much_stay_floats(tmp_path, capsys, mode):
    """Of the first layer the small weights are at 0.4 of a step: all are lost. Those of the second are at whole steps."""
    text = WITH_ZERO.replace(
        "[0.5, 3.0, 0.2], [-0.25, 8.0, 0.3], [1.0, 1.0, -0.4]", "[0.004, 0.04, 0.004], [0.004, 0.04, 0.004], [0.004, 0.04, 127.0]"
    )
    text = text.replace("[[1.27, -12.7, 0.1]", "[[1.27, -12.7, 0.4]")
    text = text.replace("[[1.0, 2.0], [-0.5, 0.25], [3.0, -1.0]]", "[[127.0, 0.0], [-64.0, 254.0], [3.0, -20.0]]")  # at whole steps
    error = np.sqrt((3 * (0.004**2 + 0.04**2) + 2 * 0.004**2 + 0.4**2) / (1.27**2 + 12.7**2 + 127**2))  # of numbers at 0.4 of a step
    for most, layers in ((0.9 * error, 1), (1.1 * error, 2)):
        quantized(text, tmp_path, mode=mode, has_data=False, fewest_weights=0, max_error=most, report="-")
        text_of_report = capsys.readouterr().err
        assert f"{mode}: {layers} of 2 layers quantized" in text_of_report
        assert ("maximum, 48 bytes" in text_of_report) == (layers == 1)
        assert f"take {18 if layers == 2 else 54} bytes, not 72" in text_of_report


def test_the_report_has_errors_ranges_and_sizes(data, tmp_path, capsys):
    quantized(WITH_ZERO, tmp_path, report="-")
    text = capsys.readouterr().err
    assert "dot_general + add + maximum" in text
    assert "48 -> 12" in text
    assert "full: 2 of 2 layers quantized; weights take 18 bytes, not 72" in text


def test_numbers_that_products_are_not_near_stay_floats(data, tmp_path):
    text = """func.func @main(%arg0: tensor<2x4xf32>) -> tensor<2x4xf32> {
      %0 = stablehlo.multiply %arg0, %arg0 : tensor<2x4xf32>
      %1 = stablehlo.add %0, %arg0 : tensor<2x4xf32>
      return %1 : tensor<2x4xf32>
    }"""
    module = quantized(text, tmp_path)
    assert names(module) == ["multiply", "add", "return"]


def test_products_of_what_is_computed_have_a_right_side_without_zero_point(data, tmp_path):
    text = """func.func @main(%arg0: tensor<4x4xf32>) -> tensor<4x4xf32> {
      %0 = stablehlo.dot_general %arg0, %arg0, contracting_dims = [1] x [1] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
      return %0 : tensor<4x4xf32>
    }"""
    module = quantized(text, tmp_path)
    product = next(op for op in module.body.first.body if op.name == "stablehlo.dot_general")
    assert product.operands[1].type.element.zero_points == (0,)
    np.testing.assert_allclose(run(module, data[:4]), data[:4] @ data[:4].T, atol=0.06)


def test_data_are_asked_for():
    with pytest.raises(Error, match="needs data"):
        quantize(read(WITH_ZERO))


def test_a_program_without_anything_to_quantize_is_refused():
    with pytest.raises(Error, match="no operation with a quantized form"):
        quantize(read("func.func @main(%arg0: tensor<2xi32>) -> tensor<2xi32> { return %arg0 : tensor<2xi32> }"), calibration="@x")


SUM_OF_SUMS = """func.func @main(%arg0: tensor<2x4xf32>) -> (tensor<2x4xf32>READ) {
  %w = stablehlo.constant dense<[[1.0, 2.0, -1.0, 3.0], [0.5, 1.0, 0.25, -2.0], [3.0, -1.0, 2.0, 0.5], [0.125, 0.75, 1.5, -3.0]]> : tensor<4x4xf32>
  %s = stablehlo.dot_general %arg0, %w, contracting_dims = [1] x [0] : (tensor<2x4xf32>, tensor<4x4xf32>) -> tensor<2x4xf32>
  %0 = stablehlo.dot_general %s, %w, contracting_dims = [1] x [0] : (tensor<2x4xf32>, tensor<4x4xf32>) -> tensor<2x4xf32>
  %1 = stablehlo.add %s, %0 : tensor<2x4xf32>
  %z = stablehlo.constant dense<0.0> : tensor<2x4xf32>
  %2 = stablehlo.maximum %1, %z : tensor<2x4xf32>
  %3 = stablehlo.dot_general %2, %w, contracting_dims = [1] x [0] : (tensor<2x4xf32>, tensor<4x4xf32>) -> tensor<2x4xf32>
  return %3USED : tensor<2x4xf32>READ
}"""


@pytest.mark.parametrize(
    "read_besides, between",
    [
        (("", ""), ["dot_general", "uniform_dequantize", "uniform_dequantize", "add", "maximum", "uniform_quantize", "dot_general"]),
        ((", tensor<2x4xf32>", ", %1"), ["dot_general", "uniform_dequantize", "uniform_dequantize", "add", "uniform_quantize"]),
    ],
)
def test_sums_are_rounded_once_where_they_are_added_and_limited(data, tmp_path, read_besides, between):
    """What sums give is added as it is; a limit behind that belongs to it, unless something reads what is in front of the limit."""
    text = SUM_OF_SUMS.replace("READ", read_besides[0]).replace("USED", read_besides[1])
    module = quantized(text, tmp_path, equalize=False, correct_biases=False, method="minmax")
    told = [name for name in names(module) if name != "constant"]
    at = told.index("dot_general", told.index("dot_general") + 1)
    assert told[at : at + len(between)] == between
    np.testing.assert_allclose(run(module, data[:2]), run(read(text), data[:2]), atol=0.5)


def test_no_range_reaches_beyond_a_limit(data, tmp_path):
    """Calls on rows of four numbers reach differently far, so that other data have room, which stops at what limits numbers: 6 behind it, also once they are moved. The
    operand has no limit."""
    text = WITH_ZERO.replace("maximum", "minimum").replace("dense<0.0>", "dense<6.0>")
    limits = {}
    for limit in ("6.0", "60.0"):
        module = quantized(text.replace("dense<6.0>", f"dense<{limit}>"), tmp_path, correct_biases=False, equalize=False)
        types = [op.results[0].type.element for op in module.body.first.body if op.name == "stablehlo.uniform_quantize"]
        limits[limit] = [each.scales[0] * (127 - each.zero_points[0]) for each in types]
    assert limits["6.0"][0] > 1.2 * data.max()
    assert limits["6.0"][-1] == pytest.approx(6, rel=0.02)
    assert limits["60.0"][-1] > 8


STABLEHLO_SUM = """func.func @main(%arg0: tensor<2x4xf32>) -> tensor<2x2xf32> {
  %w = stablehlo.constant dense<[[1.27, 0.104], [0.104, 1.27], [0.104, 0.104], [0.104, 0.104]]> : tensor<4x2xf32>
  %0 = stablehlo.dot_general %arg0, %w, contracting_dims = [1] x [0] : (tensor<2x4xf32>, tensor<4x2xf32>) -> tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}"""
TFL_SUM = """func.func @main(%arg0: tensor<2x4xf32>) -> tensor<2x2xf32> {
  %w = "tfl.pseudo_const"() {value = dense<[[1.27, 0.104, 0.104, 0.104], [0.104, 1.27, 0.104, 0.104]]> : tensor<2x4xf32>} : () -> tensor<2x4xf32>
  %none = "tfl.no_value"() {value} : () -> none
  %0 = "tfl.fully_connected"(%arg0, %w, %none) {fused_activation_function = "NONE", keep_num_dims = false, weights_format = "DEFAULT"} : (tensor<2x4xf32>, tensor<2x4xf32>, none) -> tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}"""


@pytest.mark.parametrize("text", [STABLEHLO_SUM, TFL_SUM], ids=["stablehlo", "tfl"])
@pytest.mark.parametrize("corrects", [True, False])
def test_with_data_biases_lose_what_weights_add_that_are_rounded(tmp_path, text, corrects):
    """Steps are 0.01, so that 0.104 is 0.10 or 0.11, and sums of operands that are 1.5 on average are off by 1.5 times what weights lose, on average."""
    x = np.array([[0.0, 3.0, 0.0, 0.0], [3.0, 0.0, 3.0, 3.0]], np.float32)
    np.savez(tmp_path / "data.npz", arg0=x)
    module = quantized(text, tmp_path, mode="weights", fewest_weights=0, correct_biases=corrects)
    off = (run(module, x) - run(read(text), x)).mean(0)
    assert (np.abs(off) < 1e-5).all() == corrects


@pytest.mark.parametrize("number, has_scale_of_result", [(0.0, True), (0.5, False)])
def test_zeros_have_the_scale_of_what_they_are_added_to(data, tmp_path, number, has_scale_of_result):
    """TFLite's kernels take no operand whose scale is larger than the result's by far: its interpreter ended."""
    text = f"""func.func @main(%arg0: tensor<2x4xf32>) -> tensor<2x4xf32> {{
      %z = "tfl.pseudo_const"() {{value = dense<{number}> : tensor<4xf32>}} : () -> tensor<4xf32>
      %0 = tfl.add(%arg0, %z) {{fused_activation_function = "NONE"}} : (tensor<2x4xf32>, tensor<4xf32>) -> tensor<2x4xf32>
      return %0 : tensor<2x4xf32>
    }}"""
    module = quantized(text, tmp_path, activations="int16")
    (added,) = [op for op in module.walk() if op.name == "tfl.add"]
    assert (added.operands[1].type.element == added.results[0].type.element) == has_scale_of_result
