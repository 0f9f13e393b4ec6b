"""Programs by way of their bytecode: functions keep what callers know of them, and what the host alone knows the rank of passes through."""

import numpy as np
from device_calls import lowered, read, with_host_ops
from tfir.dialects import verify
from tfir.execution.entry import find_entry

from tfopt.pipeline.execution import Runner
from tfrun.devices import session

NAMED = """
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> attributes {tf.entry_function = {inputs = "image", outputs = "scores"}} {
  %0 = stablehlo.add %x, %x : tensor<2xf32>
  return %0 : tensor<2xf32>
}
"""


def test_ports_keep_their_names():
    module = lowered(NAMED, "lavapipe", "vm")
    with session(module, "vm") as program_of:
        assert program_of(find_entry(module))([np.array([1, 2], "f4")])[0].tolist() == [2, 4]
    entry = find_entry(module)
    assert [port.name for port in (*entry.feeds, *entry.fetches)] == ["image", "scores"]


OF_ANY_RANK = """
func.func @main(%x: tensor<6xf32>, %shape: tensor<?xi32>) -> tensor<6xf32> attributes {tf.entry_function = {inputs = "x,shape", outputs = "y"}} {
  %any = "tf.Reshape"(%x, %shape) : (tensor<6xf32>, tensor<?xi32>) -> tensor<*xf32>
  %size = "tf.Size"(%any) : (tensor<*xf32>) -> tensor<i32>
  %six = "tf.Cast"(%size) : (tensor<i32>) -> tensor<f32>
  %row = "tf.Const"() {value = dense<[[0.0, 1.0, 2.0, 3.0, 4.0, 5.0]]> : tensor<1x6xf32>} : () -> tensor<1x6xf32>
  %sixfold = "tf.Mul"(%row, %six) : (tensor<1x6xf32>, tensor<f32>) -> tensor<1x6xf32>
  %matrix = "tf.Const"() {value = dense<1.0> : tensor<6x6xf32>} : () -> tensor<6x6xf32>
  %sums = "tf.MatMul"(%sixfold, %matrix) : (tensor<1x6xf32>, tensor<6x6xf32>) -> tensor<1x6xf32>
  %also = "tf.Reshape"(%sums, %shape) : (tensor<1x6xf32>, tensor<?xi32>) -> tensor<*xf32>
  %product = "tf.Mul"(%any, %also) : (tensor<*xf32>, tensor<*xf32>) -> tensor<*xf32>
  %flat = "tf.Const"() {value = dense<6> : tensor<1xi32>} : () -> tensor<1xi32>
  %y = "tf.Reshape"(%product, %flat) : (tensor<*xf32>, tensor<1xi32>) -> tensor<6xf32>
  return %y : tensor<6xf32>
}
"""


def test_values_of_unknown_rank_between_steps_of_the_host():
    """6 * (0 + 1 + 2 + 3 + 4 + 5) = 90 of each element; a step of the host makes `any`, another one reads it behind the matrix product."""
    module = read(OF_ANY_RANK)
    Runner(verify).run(with_host_ops("vm"), module)
    assert "memref<*xf32>" in {str(value.type) for op in module.walk() for value in op.results}
    with session(module, "vm") as program_of:
        program = program_of(find_entry(module))
        for shape in ([6], [2, 3], [1, 3, 2, 1]):
            assert program([np.arange(6, dtype="f4"), np.array(shape, "i4")])[0].tolist() == [0, 90, 180, 270, 360, 450]
