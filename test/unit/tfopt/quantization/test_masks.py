"""Ranges of what is added in front of a softmax, on paper: 12 below the largest of a row is nothing to it."""

import numpy as np
import pytest
from tfir.dialects import dialect, lookup
from tfir.ir.location import Source
from tfir.text.parser import parse

from tfopt.quantization.quantize import quantize

PROGRAM = """func.func @main(%x: tensor<1x2xf32>, %mask: tensor<1x3xf32>) -> (tensor<1x3xf32>READ) {
  %w = "tfl.pseudo_const"() {value = dense<[[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]]> : tensor<3x2xf32>} : () -> tensor<3x2xf32>
  %none = "tfl.no_value"() <{value}> : () -> none
  %0 = "tfl.fully_connected"(%x, %w, %none) <{fused_activation_function = "NONE", keep_num_dims = false, weights_format = "DEFAULT"}>
    : (tensor<1x2xf32>, tensor<3x2xf32>, none) -> tensor<1x3xf32>
  %1 = tfl.add(%0, %mask) <{fused_activation_function = "NONE"}> : (tensor<1x3xf32>, tensor<1x3xf32>) -> tensor<1x3xf32>
  %2 = "tfl.softmax"(%1) <{beta = BETA : f32}> : (tensor<1x3xf32>) -> tensor<1x3xf32>
  return %2USED
}"""
AS_IT_IS = {"READ": "", "BETA": "1.0", "USED": " : tensor<1x3xf32>"}


@pytest.mark.parametrize(
    "changed, of_mask, of_sum",
    [
        ({}, 12 / 255, 12 / 255),  # sums up to 5, from 5 - 12 on; of the mask from -7 - 5 on
        ({"BETA": "2.0"}, 6 / 255, 6 / 255),
        ({"READ": ", tensor<1x3xf32>", "USED": ", %1 : tensor<1x3xf32>, tensor<1x3xf32>"}, 10000 / 255, 10000 / 255),  # read by others
    ],
)
def test_a_mask_reaches_as_far_as_is_told_apart(tmp_path, changed, of_mask, of_sum):
    text = PROGRAM
    for word, value in (AS_IT_IS | changed).items():
        text = text.replace(word, value)
    module = parse(Source("t.mlir", text), lookup, dialect)
    np.savez(tmp_path / "data.npz", arg0=np.array([[2, 3]], np.float32), arg1=np.array([[0, -10000, 0]], np.float32))
    quantize(module, calibration=f"@{tmp_path}/*.npz", method="minmax", equalize=False)
    [add] = [op for op in module.walk() if op.name == "tfl.add"]
    assert add.result.type.element.scales == pytest.approx([of_sum], rel=1e-3)
    assert add.operands[1].type.element.scales == pytest.approx([of_mask], rel=1e-3)
