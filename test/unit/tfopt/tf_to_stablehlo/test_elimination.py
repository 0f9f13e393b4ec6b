"""Matrices without a pivot: their determinant is 0, and not what a division by it gives."""

import numpy as np
import pytest
from tfir.dialects import dialect, lookup
from tfir.execution.program import Program
from tfir.ir.location import Source
from tfir.text.parser import parse

from tfopt.tf_to_stablehlo.tf_to_stablehlo import tf_to_stablehlo


@pytest.mark.parametrize("matrix, determinant", [
    ([[1, 2], [2, 4]], 0), ([[0, 0], [0, 0]], 0), ([[0, 2], [3, 0]], -6), ([[0, 1, 0], [0, 0, 1], [1, 0, 0]], 1),
])  # fmt: skip
def test_determinants(matrix, determinant):
    size = len(matrix)
    text = f"""
        func.func @main(%a: tensor<{size}x{size}xf64>) -> (tensor<f64>, tensor<f64>, tensor<f64>) {{
          %0 = "tf.MatrixDeterminant"(%a) : (tensor<{size}x{size}xf64>) -> tensor<f64>
          %1:2 = "tf.LogMatrixDeterminant"(%a) : (tensor<{size}x{size}xf64>) -> (tensor<f64>, tensor<f64>)
          return %0, %1#0, %1#1 : tensor<f64>, tensor<f64>, tensor<f64>
        }}"""
    module = parse(Source("test", text), lookup, dialect)
    tf_to_stablehlo(module)
    value, sign, logarithm = Program(module).run({"arg0": np.array(matrix, np.float64)}).values()
    assert value == determinant and sign == np.sign(determinant)
    assert logarithm == pytest.approx(np.log(abs(determinant)) if determinant else -np.inf)
