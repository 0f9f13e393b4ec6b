"""What keeps NaN out of the largest of a window, in front of quantization, and what looks like it."""

import numpy as np
import pytest
from tfir.dialects import dialect, lookup
from tfir.execution.entry import find_entry
from tfir.execution.program import interpreted
from tfir.ir.location import Source
from tfir.ir.verify import verify
from tfir.text.parser import parse

from tfopt.quantization.guards import drop_guards

LOWEST, INFINITE = "-3.40282347E+38", "0xFF800000"
GUARDED = """func.func @main(%x: tensor<2x6xf32>) -> tensor<2x3xf32> {
  %least = stablehlo.constant dense<LEAST> : tensor<2x6xf32>
  %counts = stablehlo.compare DIRECTION, %x, OTHER, FLOAT : (tensor<2x6xf32>, tensor<2x6xf32>) -> tensor<2x6xi1>
  %chosen = stablehlo.select %counts, %x, %least : tensor<2x6xi1>, tensor<2x6xf32>
  %start = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %r = "stablehlo.reduce_window"(%chosen, %start) <{window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %m = stablehlo.COMBINED %a, %b : tensor<f32>
    stablehlo.return %m : tensor<f32>
  }) : (tensor<2x6xf32>, tensor<f32>) -> tensor<2x3xf32>
  return %r : tensor<2x3xf32>
}"""
PADDED = """func.func @main(%x: tensor<2x5xf32>) -> tensor<2x3xf32> {
  %least = stablehlo.constant dense<0xFF800000> : tensor<2x5xf32>
  %counts = stablehlo.compare EQ, %x, %x, FLOAT : (tensor<2x5xf32>, tensor<2x5xf32>) -> tensor<2x5xi1>
  %chosen = stablehlo.select %counts, %x, %least : tensor<2x5xi1>, tensor<2x5xf32>
  %around = stablehlo.constant dense<AROUND> : tensor<f32>
  %wide = stablehlo.pad %chosen, %around, low = [0, 1], high = [0, 0], interior = [0, 0] : (tensor<2x5xf32>, tensor<f32>) -> tensor<2x6xf32>
  %start = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %r = "stablehlo.reduce_window"(%wide, %start) <{window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %m = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %m : tensor<f32>
  }) : (tensor<2x6xf32>, tensor<f32>) -> tensor<2x3xf32>
  return %r : tensor<2x3xf32>
}"""


def names_and_result(text: str, x) -> tuple[set[str], np.ndarray]:
    module = parse(Source("t.mlir", text), lookup, dialect)
    drop_guards(module)
    verify(module, lookup)
    names = {op.name.partition(".")[2] for op in module.body.first.body}
    return names, interpreted(module, find_entry(module))([np.array(x, np.float32)])[0]


@pytest.mark.parametrize(
    ("least", "direction", "other", "combined", "is_dropped"),
    [
        (LOWEST, "GT", "%least", "maximum", True),
        (INFINITE, "EQ", "%x", "maximum", True),
        (LOWEST, "LT", "%least", "maximum", False),
        ("0.0", "GT", "%least", "maximum", False),  # limits numbers
        (LOWEST, "GT", "%least", "minimum", False),
        (LOWEST, "EQ", "%least", "maximum", False),
    ],
)
def test_choices_in_front_of_windows(least, direction, other, combined, is_dropped):
    text = GUARDED.replace("LEAST", least).replace("DIRECTION", direction).replace("OTHER", other).replace("COMBINED", combined)
    names, result = names_and_result(text, [[1, 2, -3, -4, 0, 5], [-1, -2, 7, 7, -8, 6]])
    assert ("select" not in names) == is_dropped
    if is_dropped:
        np.testing.assert_array_equal(result, [[2, -3, 5], [-1, 7, 6]])


@pytest.mark.parametrize(("around", "is_dropped"), [(LOWEST, True), (INFINITE, True), ("0.0", False)])
def test_padding_between_becomes_that_of_the_window(around, is_dropped):
    names, result = names_and_result(PADDED.replace("AROUND", around), [[-1, 2, -3, -4, 0], [-1, -2, 7, 7, -8]])
    assert ("pad" not in names) == ("select" not in names) == is_dropped
    np.testing.assert_array_equal(result, [[-1, 2, 0], [-1, 7, 7]] if is_dropped else [[0, 2, 0], [0, 7, 7]])
