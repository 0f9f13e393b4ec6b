"""The versions of operators that programs need, against those that TensorFlow's converter wrote, and its table."""

from pathlib import Path

import pytest
from tfir.dialects import dialect, lookup
from tfir.ir.diagnostics import Error
from tfir.ir.location import Source
from tfir.text.parser import parse

from tftranslate.tflite.file_layout import module_of_file
from tftranslate.tflite.operators import codes, options_of
from tftranslate.tflite.versions import rules, version_of

EXPECTED = {
    "cnn_int16x8": {
        ("tfl.add", 2, 3),
        ("tfl.conv_2d", 3, 4),
        ("tfl.depthwise_conv_2d", 3, 5),
        ("tfl.dequantize", 2, 3),
        ("tfl.fully_connected", 4, 7),
        ("tfl.max_pool_2d", 2, 3),
        ("tfl.mean", 2, 3),
        ("tfl.quantize", 1, 2),
        ("tfl.softmax", 2, 3),
    },
    "ragged_rows": {("tfl.range", 2, 1), ("tfl.sub", 4, 1)},
}
MODELS = sorted((Path(__file__).parents[3] / "models" / "tflite").glob("*/model.tflite"))


@pytest.mark.parametrize("path", MODELS, ids=[path.parent.name for path in MODELS])
def test_versions_are_those_that_the_converter_wrote(path):
    """The converter gives operators of one kind one version, and those of 16 bits the versions of 8."""
    operations = [op for op in module_of_file(path.read_bytes()).walk() if op.dialect == "tfl" and "tfl.version" in op.attributes]
    differing = {(op.name, op.get("tfl.version"), version_of(op)) for op in operations}
    assert differing == EXPECTED.get(path.parent.name, set())


def test_lines_are_of_operators():
    assert set(rules()) <= set(codes())


@pytest.mark.parametrize(
    ("line", "version"),
    [
        ('"tfl.relu"(%a) : (tensor<2xf32>) -> tensor<2xf32>', 1),
        ('"tfl.relu"(%i) : (tensor<2x!quant.uniform<i8:f32, 0.5>>) -> tensor<2x!quant.uniform<i8:f32, 0.5>>', 2),
        ('"tfl.sign"(%n) : (tensor<2xi32>) -> tensor<2xi32>', 2),
        ('"tfl.where"(%t) : (tensor<2xi1>) -> tensor<?x1xi64>', 1),
        ('"tfl.where"(%n) : (tensor<2xi32>) -> tensor<?x1xi64>', 2),
        ('"tfl.mul"(%i, %i) {fused_activation_function = "NONE"} : (tensor<2x!quant.uniform<i8:f32, 0.5>>, tensor<2x!quant.uniform<i8:f32, 0.5>>) -> tensor<2x!quant.uniform<i8:f32, 0.5>>', 2),
        ('"tfl.mul"(%i, %i) {fused_activation_function = "NONE"} : (tensor<2x!quant.uniform<i8:f32, 0.5>>, tensor<2x!quant.uniform<i8:f32, 0.5>>) -> tensor<2x!quant.uniform<i8:f32, 0.25>>', 3),
        ('"tfl.maximum"(%w, %a) : (tensor<1x1x1x1x2xf32>, tensor<2xf32>) -> tensor<1x1x1x1x2xf32>', 3),
        ('"tfl.maximum"(%w, %w) : (tensor<1x1x1x1x2xf32>, tensor<1x1x1x1x2xf32>) -> tensor<1x1x1x1x2xf32>', 1),
        ('"tfl.cast"(%a) : (tensor<2xf32>) -> tensor<2xf16>', 5),
        ('"tfl.leaky_relu"(%a) {alpha = 0.5 : f32} : (tensor<2xf32>) -> tensor<2xf32>', 1),
        ('"tfl.resize_bilinear"(%m, %n) {align_corners = false, half_pixel_centers = true} : (tensor<1x2x2x1xf32>, tensor<2xi32>) -> tensor<1x4x4x1xf32>', 3),
        ('"tfl.resize_bilinear"(%m, %n) {align_corners = true, half_pixel_centers = false} : (tensor<1x2x2x1xf32>, tensor<2xi32>) -> tensor<1x4x4x1xf32>', 1),
    ],
)  # fmt: skip
def test_a_version_is_told_by_kinds_of_operands_and_attributes(line, version):
    arguments = "%a: tensor<2xf32>, %i: tensor<2x!quant.uniform<i8:f32, 0.5>>, %n: tensor<2xi32>, %t: tensor<2xi1>"
    text = f"func.func @f({arguments}, %w: tensor<1x1x1x1x2xf32>, %m: tensor<1x2x2x1xf32>) {{\n  %r = {line}\n  return\n}}"
    module = parse(Source("text", text), lookup, dialect)
    [op] = [op for op in module.walk() if op.dialect == "tfl"]
    assert version_of(op) == version


def test_of_an_operator_without_results_a_version_is_told_as_well():
    """A damaged file may have one; that it is none the verifier says."""
    text = """func.func @f(%i: tensor<2x!quant.uniform<i8:f32, 0.5>>) {
      "tfl.mul"(%i, %i) {fused_activation_function = "NONE"} : (tensor<2x!quant.uniform<i8:f32, 0.5>>, tensor<2x!quant.uniform<i8:f32, 0.5>>) -> ()
      return
    }"""
    [op] = [op for op in parse(Source("text", text), lookup, dialect).walk() if op.dialect == "tfl"]
    assert version_of(op) == 2


@pytest.mark.parametrize("name", ["div", "conv_2d"])
def test_of_an_operator_whose_operand_is_left_out_a_version_is_told_as_well(name):
    """A damaged file may leave out one that the operator needs, which the verifier says. Both versions depend on the shapes of two operands."""
    text = f"""func.func @f(%x: tensor<1x2x2x2xf32>) {{
      %none = "tfl.no_value"() {{value}} : () -> none
      %y = "tfl.{name}"(%x, %none) {{fused_activation_function = "NONE"}} : (tensor<1x2x2x2xf32>, none) -> tensor<1x2x2x2xf32>
      return
    }}"""
    [op] = [op for op in parse(Source("text", text), lookup, dialect).walk() if op.name == f"tfl.{name}"]
    assert version_of(op) == 1


@pytest.mark.parametrize("name", ["shape", "unique", "cast"])
def test_of_an_operator_without_results_the_options_are_an_error(name):
    """Each has a field that says the elements of a result, which a damaged file leaves out."""
    text = f'func.func @f(%x: tensor<2xf32>) {{\n  "tfl.{name}"(%x) : (tensor<2xf32>) -> ()\n  return\n}}'
    [op] = [op for op in parse(Source("text", text), lookup, dialect).walk() if op.name == f"tfl.{name}"]
    with pytest.raises(Error, match=f"'tfl.{name}' has 0 tensors where it needs"):
        options_of(op)
