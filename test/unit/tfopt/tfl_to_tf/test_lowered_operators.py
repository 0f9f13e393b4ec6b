"""Programs of one operator of TFLite, behind --pipeline=stablehlo, give what its reference kernels answered."""

import numpy as np
import pytest
from tfir.dialects import dialect, lookup, verify
from tfir.execution.entry import find_entry
from tfir.execution.program import interpreted
from tfir.ir.diagnostics import Error
from tfir.ir.location import Source
from tfir.text.parser import parse
from tflite_values import recorded_cases

from tfopt.pipeline.description import parse_pipeline
from tfopt.pipeline.execution import Runner

EACH = {case.name: case for case in recorded_cases()}  # the last of each operator, which mostly is one of integers


@pytest.mark.parametrize("name", EACH)
def test_a_lowered_operator_gives_what_tflite_answered(name):
    assert EACH[name].difference(EACH[name].lowered("stablehlo")) is None


def passed(text: str):
    module = parse(Source("program.mlir", text), lookup, dialect)
    Runner(verify).run(parse_pipeline("tfl-to-tf"), module)
    return module


def test_an_operator_of_an_application_is_named():
    text = """func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
      %0 = "tfl.custom"(%x) {custom_code = "MyOp", custom_option = #tfl<const_bytes : "0x">} : (tensor<2xf32>) -> tensor<2xf32>
      return %0 : tensor<2xf32>
    }"""
    with pytest.raises(Error, match="'MyOp'"):
        passed(text)


def test_a_program_without_operators_of_tflite_stays():
    text = "func.func @main(%x: tensor<2x!quant.uniform<i8:f32, 0.5>>) -> tensor<2x!quant.uniform<i8:f32, 0.5>> { return %x : tensor<2x!quant.uniform<i8:f32, 0.5>> }"
    assert "!quant.uniform" in str(passed(text).body.first.get("function_type"))


def averaged(shape: str, axes: str, result: str):
    return passed(f"""func.func @main(%x: tensor<{shape}x!quant.uniform<i8:f32, 0.5:1>>) -> tensor<{result}x!quant.uniform<i8:f32, 0.25:2>> {{
      %a = "tfl.pseudo_const"() {{value = dense<{axes}> : tensor<2xi32>}} : () -> tensor<2xi32>
      %0 = "tfl.mean"(%x, %a) {{keep_dims = false}}
        : (tensor<{shape}x!quant.uniform<i8:f32, 0.5:1>>, tensor<2xi32>) -> tensor<{result}x!quant.uniform<i8:f32, 0.25:2>>
      return %0 : tensor<{result}x!quant.uniform<i8:f32, 0.25:2>>
    }}""")


def test_averages_of_any_batch():
    """The mean of 1, 2, 3 and 6 is 3, which stands for 1.0 where 1 stands for 0, and is stored as 6 where 2 stands for 0."""
    module = averaged("?x2x2", "[1, 2]", "?")
    run = interpreted(module, find_entry(module))
    for batch in (1, 3):
        assert run([np.array([[[1, 2], [3, 6]]] * batch, np.int8)])[0].tolist() == [6] * batch
    with pytest.raises(Error, match="needs the sizes of"):
        averaged("?x2x2", "[0, 1]", "2")
