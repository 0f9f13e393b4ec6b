"""What TensorFlow's quantized types hold travels as the integers that are stored of it: arguments, constants, what passes between ops."""

import numpy as np
import pytest
from tfir.dialects import dialect, lookup, verify
from tfir.execution.computation import Computation
from tfir.ir.diagnostics import Error
from tfir.ir.location import Source
from tfir.text.parser import parse

from tfopt.tf_to_stablehlo.tf_to_stablehlo import tf_to_stablehlo


def constant(text: str, type: str) -> str:
    return f'"tf.Const"() <{{value = #tf_type<tensor_proto : "0x{("tftensor$" + text).encode().hex()}"> : {type}}}> : () -> {type}'


WEIGHTS = "dtype: DT_QINT8 tensor_shape { dim { size: 4 } } int_val: 3 int_val: -2"  # the last one stands for the rest
PROGRAM = """
func.func @main(%x: tensor<4x!tf_type.qint8>, %low: tensor<f32>, %high: tensor<f32>, %scale: tensor<f32>, %zero: tensor<i32>)
    -> (tensor<4xf32>, tensor<4xf32>, tensor<4x!tf_type.quint8>) {
  %w = CONSTANT
  %a = "tf.UniformDequantize"(%w, %scale, %zero) <{quantization_axis = -1 : i64, quantization_min_val = -128 : i64,
      quantization_max_val = 127 : i64}> : (tensor<4x!tf_type.qint8>, tensor<f32>, tensor<i32>) -> tensor<4xf32>
  %b = "tf.Dequantize"(%x, %low, %high) <{mode = "SCALED", narrow_range = true, axis = -1 : i64}>
      : (tensor<4x!tf_type.qint8>, tensor<f32>, tensor<f32>) -> tensor<4xf32>
  %c = "tf.Bitcast"(%x) : (tensor<4x!tf_type.qint8>) -> tensor<4x!tf_type.quint8>
  return %a, %b, %c : tensor<4xf32>, tensor<4xf32>, tensor<4x!tf_type.quint8>
}
"""


def program(constant: str):
    return parse(Source("case", PROGRAM.replace("CONSTANT", constant)), lookup, dialect)


def test_quantized_numbers_become_integers():
    module = program(constant(WEIGHTS, "tensor<4x!tf_type.qint8>"))
    tf_to_stablehlo(module)
    verify(module)
    function = module.body.first
    assert str(function.attributes["function_type"]).count("4xi8") == 1
    x = np.array([-127, 0, 1, 127], np.int8)
    scalars = [np.float32(-2), np.float32(1), np.float32(0.5), np.int32(1)]
    a, b, c = Computation(function.body)(x, *map(np.asarray, scalars))
    np.testing.assert_array_equal(a, np.float32([1, -1.5, -1.5, -1.5]))
    np.testing.assert_allclose(b, np.float32([-2, 0, 2 / 127, 2]), rtol=1e-6)
    np.testing.assert_array_equal(c, np.uint8([129, 0, 1, 127]))


@pytest.mark.parametrize("text", [WEIGHTS.replace("4", "5"), WEIGHTS.replace("int_val:", "int_val"), WEIGHTS.replace("DT_", "")])
def test_a_constant_that_says_something_else_is_refused(text):
    with pytest.raises(Error, match="the elements of a constant are not known"):
        tf_to_stablehlo(program(constant(text, "tensor<4x!tf_type.qint8>")))
