"""Threads meet where one reads what others wrote, and only there: a loop over dispatches that one of them runs alone, and such as all share."""

import numpy as np
import pytest
from device_calls import lowered
from tfir.execution.entry import find_entry

from tfrun.devices import session

pytest.importorskip("llvmlite")

LOOP = """func.func @main(%x: tensor<20000xf32>, %s: tensor<f32>) -> (tensor<20000xf32>, tensor<f32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:3 = stablehlo.while(%i = %zero, %y = %x, %t = %s) : tensor<i32>, tensor<20000xf32>, tensor<f32>
    cond {
      %bound = stablehlo.constant dense<1.0e6> : tensor<f32>
      %less = stablehlo.compare LT, %t, %bound : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %less : tensor<i1>
    } do {
      %one = stablehlo.constant dense<1> : tensor<i32>
      %next = stablehlo.add %i, %one : tensor<i32>
      %two = stablehlo.constant dense<2.0> : tensor<f32>
      %u = stablehlo.multiply %t, %two : tensor<f32>
      %first = stablehlo.slice %y [19999:20000] : (tensor<20000xf32>) -> tensor<1xf32>
      %scalar = stablehlo.reshape %first : (tensor<1xf32>) -> tensor<f32>
      %v = stablehlo.add %u, %scalar : tensor<f32>
      %w = stablehlo.broadcast_in_dim %v, dims = [] : (tensor<f32>) -> tensor<20000xf32>
      %z = stablehlo.subtract %w, %y : tensor<20000xf32>
      stablehlo.return %next, %z, %v : tensor<i32>, tensor<20000xf32>, tensor<f32>
    }
  return %r#1, %r#2 : tensor<20000xf32>, tensor<f32>
}"""


def looped(x, t):
    while t < 1e6:
        t = np.float32(2) * t + x[-1]
        x = t - x
    return x, t


@pytest.mark.parametrize("threads", [1, 2, 3, 5])
def test_what_one_thread_writes_all_read(threads):
    x = np.random.default_rng(3).integers(1, 5, 20000).astype("f4")
    expected = looped(x, np.float32(1))
    module = lowered(LOOP, "x86-64-v3", "cpu")
    with session(module, "cpu", threads=threads) as program_of:
        program = program_of(find_entry(module))
        for _ in range(20):
            for answer, right in zip(program([x, np.float32(1)]), expected, strict=True):
                np.testing.assert_array_equal(answer, right)
