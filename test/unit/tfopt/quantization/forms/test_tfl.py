"""What becomes of operators of TensorFlow Lite, with scales on paper."""

import numpy as np
import pytest
from tfir.dialects import dialect, lookup
from tfir.ir.diagnostics import Error
from tfir.ir.location import Source
from tfir.ir.types import F32, I8, I16, I64
from tfir.ir.verify import verify
from tfir.ods.arrays import array_of
from tfir.text.parser import parse

from tfopt.generic.dce import dce
from tfopt.quantization.corrections import correction_of
from tfopt.quantization.emission import Emission
from tfopt.quantization.plan import Plan
from tfopt.quantization.quantize import quantize
from tfopt.quantization.regions import constant_array, regions_of
from tfopt.quantization.scales import of_weights

PROGRAM = """func.func @main(%arg0: tensor<1x2xf32>) -> tensor<1x3xf32> {
  %w = "tfl.pseudo_const"() {value = dense<[[1.27, 0.64], [-12.7, 1.0], [0.254, 0.1]]> : tensor<3x2xf32>} : () -> tensor<3x2xf32>
  %b = "tfl.pseudo_const"() {value = dense<[1.0, -2.0, 0.5]> : tensor<3xf32>} : () -> tensor<3xf32>
  %0 = "tfl.fully_connected"(%arg0, %w, %b) <{fused_activation_function = "RELU", keep_num_dims = false, weights_format = "DEFAULT"}>
    : (tensor<1x2xf32>, tensor<3x2xf32>, tensor<3xf32>) -> tensor<1x3xf32>
  %1 = "tfl.softmax"(%0) <{beta = 1.0 : f32}> : (tensor<1x3xf32>) -> tensor<1x3xf32>
  return %1 : tensor<1x3xf32>
}"""


def read():
    return parse(Source("t.mlir", PROGRAM), lookup, dialect)


def planned(module, storage=I8):
    """The program quantized, with ranges that are told."""
    regions = regions_of(module)
    spans = [(-1.0, 1.55), (0.0, 5.1), (0.0, 1.0)]
    values = [module.body.first.body.arguments[0], *[region.result for region in regions]]
    Emission(Plan(regions, dict(zip(values, spans)), storage)).write()
    dce(module)
    verify(module, lookup)
    return [op for op in module.body.first.body if op.name != "func.return"]


def test_weights_have_scales_by_row_and_biases_those_of_sums():
    ops = planned(read())
    assert [op.name for op in ops if "const" not in op.name] == ["tfl.quantize", "tfl.fully_connected", "tfl.softmax", "tfl.dequantize"]
    product = next(op for op in ops if op.name == "tfl.fully_connected")
    given, weights, bias = [value.type.element for value in product.operands]
    assert given.scales == pytest.approx([0.01]) and given.zero_points == (-28,)
    assert (weights.axis, bias.axis, bias.storage.width) == (0, 0, 32)
    assert weights.scales == pytest.approx([0.01, 0.1, 0.002], rel=1e-6)
    assert bias.scales == pytest.approx([1e-4, 1e-3, 2e-5], rel=1e-6)
    assert array_of(product.operands[1].op.get("value")).tolist() == [[127, 64], [-127, 10], [127, 50]]
    np.testing.assert_allclose(array_of(product.operands[2].op.get("value")), [10000, -2000, 25000], atol=1)
    assert product.get("fused_activation_function") == "RELU"
    assert product.result.type.element.scales == pytest.approx([0.02])


def test_what_an_op_sets_itself_is_its_scale():
    softmax = next(op for op in planned(read()) if op.name == "tfl.softmax")
    assert (softmax.result.type.element.scales, softmax.result.type.element.zero_points) == ((1 / 256,), (-128,))


def test_of_16_bits_too():
    softmax = next(op for op in planned(read(), I16) if op.name == "tfl.softmax")
    assert (softmax.result.type.element.scales, softmax.result.type.element.zero_points) == ((1 / 32768,), (0,))


def test_a_constant_says_its_type():
    constant = next(op for op in planned(read()) if op.name == "tfl.pseudo_qconst")
    assert constant.attributes["qtype"].type is constant.result.type


@pytest.mark.parametrize("fewest, name", [(0, "tfl.pseudo_qconst"), (1024, "tfl.pseudo_const")])
def test_kernels_quantize_what_weights_of_integers_are_multiplied_by(fewest, name):
    module = read()
    quantize(module, mode="dynamic", fewest_weights=fewest)
    verify(module, lookup)
    product = next(op for op in module.walk() if op.name == "tfl.fully_connected")
    assert product.operands[1].op.name == name
    assert product.operands[0].type.element.name == "f32"
    assert bool(product.get("asymmetric_quantize_inputs", False)) == (name == "tfl.pseudo_qconst")  # as TensorFlow's converter has it


def test_biases_beside_16_bits_have_64_and_no_quantized_type():
    product = next(op for op in planned(read(), I16) if op.name == "tfl.fully_connected")
    bias = product.operands[2]
    assert (bias.op.name, bias.type.element) == ("tfl.pseudo_const", I64)
    # 1.55 / 32767 is a unit of what is multiplied, and weights have units of 0.01, 0.1 and 0.002
    np.testing.assert_allclose(array_of(bias.op.get("value")), [2113999.98, -422800.0, 5284999.9], rtol=1e-6)


def test_of_floats_of_16_bits_weights_and_biases_are_stored():
    module = read()
    quantize(module, mode="float16")
    verify(module, lookup)
    product = next(op for op in module.walk() if op.name == "tfl.fully_connected")
    given, weights, bias = product.operands
    assert [value.type.element.name for value in (given, product.result)] == ["f32", "f32"]
    assert [value.op.name for value in (weights, bias)] == ["tfl.dequantize"] * 2
    stored = weights.op.operands[0].op
    assert stored.name == "tfl.pseudo_const"
    np.testing.assert_array_equal(array_of(stored.get("value")), np.float16([[1.27, 0.64], [-12.7, 1.0], [0.254, 0.1]]))


EMBEDDING = """func.func @main(%arg0: tensor<4xi32>) -> tensor<4x2xf32> {
  %t = "tfl.pseudo_const"() {value = dense<[[1.27, -0.5], [0.01, 0.024]]> : tensor<2x2xf32>} : () -> tensor<2x2xf32>
  %0 = "tfl.gather"(%t, %arg0) <{axis = 0 : i32, batch_dims = 0 : i32}> : (tensor<2x2xf32>, tensor<4xi32>) -> tensor<4x2xf32>
  return %0 : tensor<4x2xf32>
}"""


def embedding(**words):
    module = parse(Source("t.mlir", EMBEDDING), lookup, dialect)
    quantize(module, **words)
    verify(module, lookup)
    return next(op for op in module.walk() if op.name == "tfl.gather")


def test_rows_are_taken_out_of_a_table_of_integers():
    rows = embedding(mode="dynamic", fewest_weights=4)
    assert rows.operands[0].type.element.scales == pytest.approx([0.01])
    assert array_of(rows.operands[0].op.get("value")).tolist() == [[127, -50], [1, 2]]
    assert [user.name for user in rows.result.users] == ["tfl.dequantize"]


def test_a_table_that_is_small_or_loses_too_much_stays_in_floats():
    assert embedding(mode="dynamic", fewest_weights=4, max_error=0.1).operands[0].op.name == "tfl.pseudo_qconst"
    with pytest.raises(Error, match="has no operation with a quantized form"):
        embedding(mode="dynamic", fewest_weights=4, max_error=1e-9)
    with pytest.raises(Error, match="has no operation with a quantized form"):
        embedding(mode="dynamic")


def test_rows_of_a_table_are_read_with_its_scale(tmp_path):
    """Not with one for what the data met of it, 0.024 at most, by which they would be rounded twice."""
    last = "  return %0 : tensor<4x2xf32>"
    product = '  %1 = "tfl.mul"(%0, %0) {fused_activation_function = "NONE"} : (tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>\n'
    module = parse(Source("t.mlir", EMBEDDING.replace(last, product + last.replace("%0", "%1"))), lookup, dialect)
    np.savez(tmp_path / "a.npz", arg0=np.int32([1, 1, 1, 1]))
    quantize(module, calibration=f"@{tmp_path}/*.npz")
    product = next(op for op in module.walk() if op.name == "tfl.mul")
    assert [value.op.name for value in product.operands] == ["tfl.gather"] * 2
    assert product.operands[0].type.element.scales == pytest.approx([0.01])


@pytest.mark.parametrize("name, activations, is_quantized", [
    ("tfl.gelu", "int8", True), ("tfl.gelu", "int16", False), ("tfl.log_softmax", "int8", True), ("tfl.log_softmax", "int16", False),
    ("tfl.rsqrt", "int8", True), ("tfl.rsqrt", "int16", True), ("tfl.relu6", "int16", True), ("tfl.exp", "int8", False),
])  # fmt: skip
def test_an_op_without_a_kernel_for_integers_stays_in_floats(name, activations, is_quantized, tmp_path):
    program = PROGRAM.replace('"tfl.softmax"', f'"{name}"').replace("<{beta = 1.0 : f32}> ", "")
    module = parse(Source("t.mlir", program), lookup, dialect)
    np.savez(tmp_path / "a.npz", arg0=np.float32([[1, 2]]))
    quantize(module, calibration=f"@{tmp_path}/*.npz", activations=activations)
    op = next(op for op in module.walk() if op.name == name)
    assert (op.result.type.element is not F32) == is_quantized


@pytest.mark.parametrize("size, maker", [(64, "tfl.dequantize"), (63, "tfl.pseudo_const")])
def test_other_constants_have_halves_where_these_take_less_room(size, maker):
    program = f"""func.func @main(%arg0: tensor<{size}xf32>) -> tensor<{size}xf32> {{
      %c = "tfl.pseudo_const"() {{value = dense<0.3> : tensor<{size}xf32>}} : () -> tensor<{size}xf32>
      %0 = tfl.add %arg0, %c {{fused_activation_function = "NONE"}} : tensor<{size}xf32>
      return %0 : tensor<{size}xf32>
    }}"""
    module = parse(Source("t.mlir", program), lookup, dialect)
    quantize(module, mode="float16")
    assert next(op for op in module.walk() if op.name == "tfl.add").operands[1].op.name == maker


def test_a_branch_that_no_call_takes_stays_in_floats(tmp_path):
    program = """func.func @main(%p: tensor<i1>, %x: tensor<2xf32>) -> tensor<2xf32> {
      %0 = "tfl.if"(%p) ({
        %1 = "tfl.mul"(%x, %x) {fused_activation_function = "NONE"} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
        "tfl.yield"(%1) : (tensor<2xf32>) -> ()
      }, {
        %2 = "tfl.sub"(%x, %x) {fused_activation_function = "NONE"} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
        "tfl.yield"(%2) : (tensor<2xf32>) -> ()
      }) : (tensor<i1>) -> tensor<2xf32>
      return %0 : tensor<2xf32>
    }"""
    np.savez(tmp_path / "a.npz", arg0=np.array(True), arg1=np.float32([1, 2]))
    module = parse(Source("t.mlir", program), lookup, dialect)
    quantize(module, calibration=f"@{tmp_path}/*.npz")
    elements = {op.name: op.results[0].type.element for op in module.walk() if op.name in ("tfl.mul", "tfl.sub")}
    assert elements["tfl.sub"] is F32 and elements["tfl.mul"].storage is I8


def test_tflite_has_no_bfloat16():
    with pytest.raises(Error, match="has no numbers of bfloat16"):
        quantize(read(), mode="bfloat16")


def test_biases_are_corrected_by_sums_before_the_activation():
    program = PROGRAM.replace("0.64]", "0.646]").replace("0.1]", "0.1008]")  # stored as 0.65 and 0.1
    region = regions_of(parse(Source("t.mlir", program), lookup, dialect))[0]
    element = of_weights(constant_array(region.weights), 0)
    np.testing.assert_allclose(correction_of(region, np.float32([[5.0, 1.0]]), element), [-0.004, 0, 0.0008], atol=1e-6)
    without = program.replace("(%arg0, %w, %b)", "(%arg0, %w, %n)").replace(
        "tensor<3xf32>) -> tensor<1x3xf32>", "none) -> tensor<1x3xf32>", 1
    )
    without = without.replace("  %0 =", '  %n = "tfl.no_value"() {value} : () -> none\n  %0 =')
    region = regions_of(parse(Source("t.mlir", without), lookup, dialect))[0]
    np.testing.assert_allclose(correction_of(region, np.float32([[5.0, 1.0]]), element), [-0.004, 0, 0.0008], atol=1e-6)


def test_squares_of_integers_are_products(tmp_path):
    """Of floats they stay what they are."""
    text = """func.func @main(%arg0: tensor<2x4xf32>, %arg1: tensor<2x1xf32>) -> tensor<2x4xf32> {
      %0 = tfl.squared_difference(%arg0, %arg1) : (tensor<2x4xf32>, tensor<2x1xf32>) -> tensor<2x4xf32>
      return %0 : tensor<2x4xf32>
    }"""
    np.savez(tmp_path / "data.npz", arg0=np.arange(8, dtype=np.float32).reshape(2, 4), arg1=np.ones((2, 1), np.float32))
    for mode, expected in (("full", ["quantize", "quantize", "sub", "mul", "dequantize"]), ("float16", ["squared_difference"])):
        module = parse(Source("t.mlir", text), lookup, dialect)
        quantize(module, mode=mode, calibration=f"@{tmp_path}/*.npz")
        assert [op.name.removeprefix("tfl.") for op in module.walk() if op.dialect == "tfl"] == expected


@pytest.mark.parametrize("rows, scales", [([[1.27, 0.64]], 1), ([[1.27, 0.64], [-12.7, 1.0]], 0)])
def test_a_bias_of_64_bits_says_its_scale_where_that_is_one(rows, scales, tmp_path):
    """Kernels hold one scale against that of the sums, 127 weights' steps of 0.01 times the operand's, and look at none where there are several."""
    count = len(rows)
    program = f"""func.func @main(%arg0: tensor<1x2xf32>) -> tensor<1x{count}xf32> {{
      %w = "tfl.pseudo_const"() {{value = dense<{rows}> : tensor<{count}x2xf32>}} : () -> tensor<{count}x2xf32>
      %b = "tfl.pseudo_const"() {{value = dense<1.0> : tensor<{count}xf32>}} : () -> tensor<{count}xf32>
      %0 = "tfl.fully_connected"(%arg0, %w, %b) <{{fused_activation_function = "NONE", keep_num_dims = false, weights_format = "DEFAULT"}}>
        : (tensor<1x2xf32>, tensor<{count}x2xf32>, tensor<{count}xf32>) -> tensor<1x{count}xf32>
      return %0 : tensor<1x{count}xf32>
    }}"""
    module = parse(Source("t.mlir", program), lookup, dialect)
    np.savez(tmp_path / "a.npz", arg0=np.float32([[1, 2]]))
    quantize(module, calibration=f"@{tmp_path}/*.npz", activations="int16")
    product = next(op for op in module.walk() if op.name == "tfl.fully_connected")
    bias = product.operands[2]
    assert bias.type.element is I64
    told = bias.op.attributes.get("tfl.quantization")
    assert (told is None) == (scales == 0)
    if told is not None:
        (scale,) = told.elements[0].entries["scale"].elements
        assert scale.value == pytest.approx(0.01 * product.operands[0].type.element.scales[0])
