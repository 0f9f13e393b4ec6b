"""Random numbers whose generator a variable holds: they are drawn, and the variable is moved on, without state. The numbers are those that
TensorFlow 2.21 drew one after another from these two variables."""

import numpy as np
from tfir.dialects import dialect, lookup, verify
from tfir.execution.program import Program
from tfir.ir.location import Source
from tfir.text.parser import parse

from tfopt.pipeline.description import load_pipeline
from tfopt.pipeline.execution import Runner

HANDLE = "tensor<!tf_type.resource<tensor<3xi64>>>"
PROGRAM = f"""
func.func @main() -> (tensor<3xi64>, tensor<*xf32>, tensor<*xf32>, tensor<*xi64>, tensor<*xui64>, tensor<*xf32>) attributes {{
    tf.entry_function = {{control_outputs = "", inputs = "", outputs = "state,normal,uniform,bounded,whole,truncated"}}}} {{
  %g = "tf.VarHandleOp"() <{{container = "", shared_name = "g"}}> : () -> {HANDLE}
  %v = "tf.VarHandleOp"() <{{container = "", shared_name = "v"}}> : () -> {HANDLE}
  %alg = "tf.Const"() <{{value = dense<1> : tensor<i64>}}> : () -> tensor<i64>
  %own = "tf.Const"() <{{value = dense<1> : tensor<i32>}}> : () -> tensor<i32>
  %six = "tf.Const"() <{{value = dense<6> : tensor<ui64>}}> : () -> tensor<ui64>
  %four = "tf.Const"() <{{value = dense<4> : tensor<i64>}}> : () -> tensor<i64>
  %3 = "tf.Const"() <{{value = dense<3> : tensor<1xi64>}}> : () -> tensor<1xi64>
  %22 = "tf.Const"() <{{value = dense<2> : tensor<2xi64>}}> : () -> tensor<2xi64>
  %4 = "tf.Const"() <{{value = dense<4> : tensor<1xi64>}}> : () -> tensor<1xi64>
  %2 = "tf.Const"() <{{value = dense<2> : tensor<1xi64>}}> : () -> tensor<1xi64>
  %low = "tf.Const"() <{{value = dense<3> : tensor<i64>}}> : () -> tensor<i64>
  %high = "tf.Const"() <{{value = dense<90> : tensor<i64>}}> : () -> tensor<i64>
  %s = "tf.RngReadAndSkip"(%g, %own, %six) : ({HANDLE}, tensor<i32>, tensor<ui64>) -> tensor<3xi64>
  %n = "tf.StatefulStandardNormalV2"(%v, %alg, %3) : ({HANDLE}, tensor<i64>, tensor<1xi64>) -> tensor<*xf32>
  %u = "tf.StatefulUniform"(%v, %alg, %22) : ({HANDLE}, tensor<i64>, tensor<2xi64>) -> tensor<*xf32>
  %i = "tf.StatefulUniformInt"(%v, %alg, %4, %low, %high)
      : ({HANDLE}, tensor<i64>, tensor<1xi64>, tensor<i64>, tensor<i64>) -> tensor<*xi64>
  %w = "tf.StatefulUniformFullInt"(%v, %alg, %2) : ({HANDLE}, tensor<i64>, tensor<1xi64>) -> tensor<*xui64>
  %t = "tf.StatefulTruncatedNormal"(%v, %alg, %3) : ({HANDLE}, tensor<i64>, tensor<1xi64>) -> tensor<*xf32>
  "tf.RngSkip"(%v, %alg, %four) : ({HANDLE}, tensor<i64>, tensor<i64>) -> ()
  return %s, %n, %u, %i, %w, %t : tensor<3xi64>, tensor<*xf32>, tensor<*xf32>, tensor<*xi64>, tensor<*xui64>, tensor<*xf32>
}}
"""


def test_draws_move_the_variable_on():
    """The first counter passes 0 as an unsigned word, the second all of its 128 bits."""
    module = parse(Source("case", PROGRAM), lookup, dialect)
    Runner(verify).run(load_pipeline("stablehlo"), module)
    actual = Program(module).run({"g": np.array([-300, 5, 12345]), "v": np.array([-2000, -1, 77])})
    np.testing.assert_array_equal(actual["state"], [-300, 5, 12345])
    np.testing.assert_allclose(actual["normal"], [0.17320959, -1.00267196, -3.24986029], rtol=1e-6)
    np.testing.assert_array_equal(
        actual["uniform"], np.float32([[0.9497754573822021, 0.3247687816619873], [0.25849831104278564, 0.42646539211273193]])
    )
    np.testing.assert_array_equal(actual["bounded"], [4, 86, 58, 25])
    np.testing.assert_array_equal(actual["whole"], np.uint64([1534838431563611195, 6785776542544304318]))
    np.testing.assert_allclose(actual["truncated"], [0.52299017, 0.76615703, 0.09066887], rtol=1e-6)
    np.testing.assert_array_equal(actual["g"], [-300 + 6 * 256, 6, 12345])
    np.testing.assert_array_equal(actual["v"], [3120, 0, 77])
