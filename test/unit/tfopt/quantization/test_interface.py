"""Entries of integers, against those of floats of the same program."""

import numpy as np
import pytest
from tfir.dialects import dialect, lookup
from tfir.execution.entry import find_entry
from tfir.execution.program import interpreted
from tfir.ir.location import Source
from tfir.ir.verify import verify
from tfir.ods.quantization import dequantized, quantized
from tfir.text.parser import parse

from tfopt.quantization.quantize import quantize

STABLEHLO = """func.func @main(%x: tensor<2x3xf32>, %n: tensor<2x2xi32>) -> (tensor<2x2xf32>, tensor<2x2xi32>) {
  %w = stablehlo.constant dense<[[1.0, -2.0], [0.5, 3.0], [-0.25, 8.0]]> : tensor<3x2xf32>
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<2x2xf32>
  %1 = stablehlo.add %n, %n : tensor<2x2xi32>
  return %0, %1 : tensor<2x2xf32>, tensor<2x2xi32>
}"""
TFL = """func.func @main(%x: tensor<2x3xf32>, %n: tensor<2x2xi32>) -> (tensor<2x2xf32>, tensor<2x2xi32>) {
  %w = "tfl.pseudo_const"() {value = dense<[[1.0, 0.5, -0.25], [-2.0, 3.0, 8.0]]> : tensor<2x3xf32>} : () -> tensor<2x3xf32>
  %b = "tfl.pseudo_const"() {value = dense<[0.5, 1.0]> : tensor<2xf32>} : () -> tensor<2xf32>
  %0 = "tfl.fully_connected"(%x, %w, %b) {fused_activation_function = "NONE", keep_num_dims = false, weights_format = "DEFAULT"}
    : (tensor<2x3xf32>, tensor<2x3xf32>, tensor<2xf32>) -> tensor<2x2xf32>
  %1 = "tfl.add"(%n, %n) {fused_activation_function = "NONE"} : (tensor<2x2xi32>, tensor<2x2xi32>) -> tensor<2x2xi32>
  return %0, %1 : tensor<2x2xf32>, tensor<2x2xi32>
}"""


def made(text: str, folder, **options):
    module = parse(Source("t.mlir", text), lookup, dialect)
    quantize(module, calibration=f"@{folder}/*.npz", **options)
    verify(module, lookup)
    return module


@pytest.mark.parametrize("text", [STABLEHLO, TFL], ids=["stablehlo", "tfl"])
@pytest.mark.parametrize("activations", ["int8", "int16"])
def test_integers_are_those_that_floats_are_quantized_to(tmp_path, text, activations):
    x = np.random.default_rng(5).uniform(-1, 1, (16, 3)).astype(np.float32)
    numbers = np.arange(4, dtype=np.int32).reshape(2, 2)
    np.savez(tmp_path / "a.npz", x=x, n=np.concatenate([numbers] * 8), arg0=x, arg1=np.concatenate([numbers] * 8))
    floats, integers = [made(text, tmp_path, activations=activations, interface=each) for each in ("floats", "integers")]
    type = integers.body.first.get("function_type")
    taken, given = type.inputs[0].element, type.results[0].element
    assert [each.storage.width for each in (taken, given)] == [int(activations[3:])] * 2
    assert [str(each.element) for each in (type.inputs[1], type.results[1])] == ["i32", "i32"]  # what were integers before
    [result, more] = interpreted(integers, find_entry(integers))([quantized(x[:2], taken), numbers])
    [expected, _] = interpreted(floats, find_entry(floats))([x[:2], numbers])
    np.testing.assert_allclose(dequantized(result, given), expected, atol=0.51 * given.scales[0])
    np.testing.assert_array_equal(more, 2 * numbers)


def test_what_floats_are_needed_of_stays_float(tmp_path):
    """The argument is added to the result as a float as well."""
    text = STABLEHLO.replace("%1 = stablehlo", "%y = stablehlo.sine %x : tensor<2x3xf32>\n %1 = stablehlo")
    text = text.replace("tensor<2x2xi32>) {", "tensor<2x2xi32>, tensor<2x3xf32>) {").replace(
        "return %0, %1 : tensor<2x2xf32>, tensor<2x2xi32>", "return %0, %1, %y : tensor<2x2xf32>, tensor<2x2xi32>, tensor<2x3xf32>"
    )
    x = np.random.default_rng(5).uniform(-1, 1, (2, 3)).astype(np.float32)
    np.savez(tmp_path / "a.npz", arg0=x, arg1=np.zeros((2, 2), np.int32), x=x, n=np.zeros((2, 2), np.int32))
    type = made(text, tmp_path, interface="integers").body.first.get("function_type")
    assert [str(each.element) for each in (type.inputs[0], type.results[2])] == ["f32", "f32"]


def test_a_function_that_the_module_calls_stays_as_it_is(tmp_path):
    text = (
        STABLEHLO.replace("@main", "@inner")
        + """
func.func @main(%x: tensor<2x3xf32>, %n: tensor<2x2xi32>) -> tensor<2x2xf32> {
  %0:2 = func.call @inner(%x, %n) : (tensor<2x3xf32>, tensor<2x2xi32>) -> (tensor<2x2xf32>, tensor<2x2xi32>)
  return %0#0 : tensor<2x2xf32>
}"""
    )
    x = np.random.default_rng(5).uniform(-1, 1, (2, 3)).astype(np.float32)
    np.savez(tmp_path / "a.npz", arg0=x, arg1=np.zeros((2, 2), np.int32), x=x, n=np.zeros((2, 2), np.int32))
    inner = made(text, tmp_path, interface="integers", entry="main").body.first
    assert [str(each.element) for each in inner.get("function_type").inputs] == ["f32", "i32"]
