"""Rows that different numbers name, changed on StableHLO, where as many are known as there are numbers. The expected ones are sums on paper."""

import numpy as np
import pytest
from tfir.dialects import dialect, lookup, verify
from tfir.execution.program import Program
from tfir.ir.location import Source
from tfir.text.parser import parse

from tfopt.pipeline.description import load_pipeline
from tfopt.pipeline.execution import Runner

HEAD = """
func.func @main(%table: tensor<5x2xf32>, %x: tensor<3xi32>, %g: tensor<3x2xf32>) -> tensor<5x2xf32>
    attributes {tf.entry_function = {control_outputs = "", inputs = "table,x,g", outputs = "after"}} {
  %zero = "tf.Const"() {value = dense<0> : tensor<1xi32>} : () -> tensor<1xi32>
  %one = "tf.Const"() {value = dense<1> : tensor<1xi32>} : () -> tensor<1xi32>
  %axis = "tf.Const"() {value = dense<0> : tensor<i32>} : () -> tensor<i32>
  %last = "tf.Const"() {value = dense<-1> : tensor<i32>} : () -> tensor<i32>
  %five = "tf.Const"() {value = dense<5> : tensor<i32>} : () -> tensor<i32>
  %half = "tf.Const"() {value = dense<0.5> : tensor<f32>} : () -> tensor<f32>
  %y, %idx = "tf.Unique"(%x) : (tensor<3xi32>) -> (tensor<?xi32>, tensor<3xi32>)
  %shape = "tf.Shape"(%y) : (tensor<?xi32>) -> tensor<1xi32>
  %n = "tf.StridedSlice"(%shape, %zero, %one, %one) {shrink_axis_mask = 1 : i64}
      : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<i32>
  %sums = "tf.UnsortedSegmentSum"(%g, %idx, %n) : (tensor<3x2xf32>, tensor<3xi32>, tensor<i32>) -> tensor<?x2xf32>
  %at = "tf.ExpandDims"(%y, %last) : (tensor<?xi32>, tensor<i32>) -> tensor<?x1xi32>
"""
ROWS = "tensor<?x2xf32>"
TABLE = np.arange(1, 11, dtype=np.float32).reshape(5, 2)  # row 1 is 3, 4; row 3 is 7, 8
GRADIENT = np.float32([[1, 2], [10, 20], [-101, -202]])  # of rows 3, 1 and 3: those of row 3 add up to -100, -200


def after(body: str) -> np.ndarray:
    """What is left of the table by a body that ends in `%result`."""
    module = parse(Source("case", HEAD + body + "\n  return %result : tensor<5x2xf32>\n}"), lookup, dialect)
    Runner(verify).run(load_pipeline("stablehlo"), module)
    return Program(module).run({"table": TABLE, "x": np.int32([3, 1, 3]), "g": GRADIENT})["after"]


def with_rows(first: list[float], third: list[float], table=TABLE) -> np.ndarray:
    expected = table.copy()
    expected[1], expected[3] = first, third
    return expected


@pytest.mark.parametrize(
    ("how", "first", "third"),
    [
        ("Update", [10, 20], [-100, -200]),
        ("Add", [13, 24], [-93, -192]),
        ("Sub", [-7, -16], [107, 208]),
        ("Min", [3, 4], [-100, -200]),
        ("Max", [10, 20], [7, 8]),
    ],
)
def test_sums_of_a_row_change_it_once(how, first, third):
    body = f'%result = "tf.TensorScatter{how}"(%table, %at, %sums) : (tensor<5x2xf32>, tensor<?x1xi32>, {ROWS}) -> tensor<5x2xf32>'
    np.testing.assert_array_equal(after(body), with_rows(first, third))


def test_rows_that_are_read_computed_with_and_written():
    body = f"""
  %held = "tf.GatherV2"(%table, %y, %axis) : (tensor<5x2xf32>, tensor<?xi32>, tensor<i32>) -> {ROWS}
  %scaled = "tf.Mul"(%half, %sums) : (tensor<f32>, {ROWS}) -> {ROWS}
  %rows = "tf.Mul"(%held, %scaled) : ({ROWS}, {ROWS}) -> {ROWS}
  %result = "tf.TensorScatterUpdate"(%table, %at, %rows) : (tensor<5x2xf32>, tensor<?x1xi32>, {ROWS}) -> tensor<5x2xf32>"""
    np.testing.assert_array_equal(after(body), with_rows([15, 40], [-350, -800]))


def test_sums_of_sums_by_their_numbers():
    body = f'%result = "tf.UnsortedSegmentSum"(%sums, %y, %five) : ({ROWS}, tensor<?xi32>, tensor<i32>) -> tensor<5x2xf32>'
    np.testing.assert_array_equal(after(body), with_rows([10, 20], [-100, -200], np.zeros_like(TABLE)))


def test_the_count_of_different_rows_stays_what_it_is():
    """Sums divided by 2, as there are two different rows."""
    body = f"""
  %count = "tf.Cast"(%n) : (tensor<i32>) -> tensor<f32>
  %mean = "tf.RealDiv"(%sums, %count) : ({ROWS}, tensor<f32>) -> {ROWS}
  %result = "tf.TensorScatterUpdate"(%table, %at, %mean) : (tensor<5x2xf32>, tensor<?x1xi32>, {ROWS}) -> tensor<5x2xf32>"""
    np.testing.assert_array_equal(after(body), with_rows([5, 10], [-50, -100]))
