"""Results whose sizes are numbers that the program computes, or is given: StableHLO asks the numbers. Expected values are NumPy's."""

import numpy as np
import pytest
from tfir.dialects import dialect, lookup
from tfir.execution.program import Program
from tfir.ir.location import Source
from tfir.ir.verify import verify
from tfir.text.parser import parse

from tfopt.tf_to_stablehlo.tf_to_stablehlo import tf_to_stablehlo

CONSTANTS = """
  %zero = "tf.Const"() {value = dense<0> : tensor<i32>} : () -> tensor<i32>
  %two = "tf.Const"() {value = dense<2> : tensor<i32>} : () -> tensor<i32>
  %ids = "tf.Const"() {value = dense<[0, 1, 0, 2, 1]> : tensor<5xi32>} : () -> tensor<5xi32>
  %half = "tf.Const"() {value = dense<0.5> : tensor<f32>} : () -> tensor<f32>
"""
FILL = """
  %p = "tf.Pack"(%k, %two) {axis = 0 : i64} : (tensor<i32>, tensor<i32>) -> tensor<2xi32>
  %y = "tf.Fill"(%p, %half) : (tensor<2xi32>, tensor<f32>) -> tensor<?x2xf32>"""
CHANNELS = """
  %one = "tf.Const"() {value = dense<1> : tensor<i32>} : () -> tensor<i32>
  %column = "tf.Const"() {value = dense<[1, 5, 1, 1]> : tensor<4xi32>} : () -> tensor<4xi32>
  %taps = "tf.Const"() {value = dense<[[[[1.0]]], [[[2.0]]]]> : tensor<2x1x1x1xf32>} : () -> tensor<2x1x1x1xf32>
  %image = "tf.Reshape"(%x, %column) : (tensor<5xf32>, tensor<4xi32>) -> tensor<1x5x1x1xf32>
  %last = "tf.Pack"(%one, %one, %one, %k) {axis = 0 : i64} : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4xi32>
  %third = "tf.Pack"(%one, %one, %k, %one) {axis = 0 : i64} : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4xi32>
  %images = "tf.Tile"(%image, %last) : (tensor<1x5x1x1xf32>, tensor<4xi32>) -> tensor<1x5x1x?xf32>
  %filter = "tf.Tile"(%taps, %third) : (tensor<2x1x1x1xf32>, tensor<4xi32>) -> tensor<2x1x?x1xf32>
  %y = "tf.DepthwiseConv2dNative"(%images, %filter) {strides = [1, 1, 1, 1], padding = "VALID"} :
    (tensor<1x5x1x?xf32>, tensor<2x1x?x1xf32>) -> tensor<1x4x1x?xf32>"""
TURNED = """
  %column = "tf.Const"() {value = dense<[1, 5, 1]> : tensor<3xi32>} : () -> tensor<3xi32>
  %three = "tf.Const"() {value = dense<[1, 1, 2]> : tensor<3xi32>} : () -> tensor<3xi32>
  %flat = "tf.Reshape"(%x, %column) : (tensor<5xf32>, tensor<3xi32>) -> tensor<1x5x1xf32>
  %pairs = "tf.Tile"(%flat, %three) : (tensor<1x5x1xf32>, tensor<3xi32>) -> tensor<1x5x2xf32>
  %rest = "tf.Sub"(%two, %k) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  %one = "tf.Const"() {value = dense<-2> : tensor<i32>} : () -> tensor<i32>
  %order = "tf.Pack"(%k, %one, %rest) {axis = 0 : i64} : (tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3xi32>
  %y = "tf.Transpose"(%pairs, %order) : (tensor<1x5x2xf32>, tensor<3xi32>) -> tensor<?x?x?xf32>"""
PROGRAMS = {
    "axes in a computed order": (
        TURNED, "?x?x?xf32", (0, 2), lambda x, k: np.repeat(x, 2).reshape(1, 5, 2).transpose(k, 1, 2 - k),
    ),
    "channels of their own": (
        CHANNELS, "1x4x1x?xf32", (1, 3), lambda x, k: np.repeat(x[:-1] + 2 * x[1:], k).reshape(1, 4, 1, k),
    ),
    "the largest": (
        '%y, %i = "tf.TopKV2"(%x, %k) : (tensor<5xf32>, tensor<i32>) -> (tensor<?xf32>, tensor<?xi32>)', "?xf32", (1, 5),
        lambda x, k: -np.sort(-x)[:k],
    ),
    "numbers up to one": (
        '%y = "tf.Range"(%zero, %k, %two) : (tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<?xi32>', "?xi32", (4, 5, 0, -3),
        lambda x, k: np.arange(0, k, 2, np.int32),
    ),
    "numbers down from one": (
        '%d = "tf.Neg"(%two) : (tensor<i32>) -> tensor<i32>\n'
        '%y = "tf.Range"(%k, %zero, %d) : (tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<?xi32>', "?xi32", (4, 5, 0, -3),
        lambda x, k: np.arange(k, 0, -2, np.int32),
    ),
    "filled": (FILL, "?x2xf32", (3, 0), lambda x, k: np.full((k, 2), 0.5, np.float32)),
    "segments": (
        '%y = "tf.UnsortedSegmentSum"(%x, %ids, %k) : (tensor<5xf32>, tensor<5xi32>, tensor<i32>) -> tensor<?xf32>', "?xf32", (3, 4),
        lambda x, k: np.bincount([0, 1, 0, 2, 1], x, k).astype(np.float32),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_size_may_be_computed(name):
    body, result, numbers, expected = PROGRAMS[name]
    text = f"func.func @main(%x: tensor<5xf32>, %k: tensor<i32>) -> tensor<{result}> {{{CONSTANTS}{body}\n  return %y : tensor<{result}> }}"
    module = parse(Source("test", text), lookup, dialect)
    tf_to_stablehlo(module)
    verify(module, lookup)
    assert not [op.name for op in module.walk() if op.dialect == "tf"]
    program = Program(module)
    x = np.array([3, 1, 4, 1.5, 9], np.float32)
    for number in numbers:
        answer = program.run({"arg0": x, "arg1": np.array(number, np.int32)})["result0"]
        np.testing.assert_array_equal(answer, expected(x, number))
