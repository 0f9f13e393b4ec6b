"""Operators that TFLite leaves to TensorFlow's kernels: read from the converter's file, and written as it writes them."""

from pathlib import Path

import numpy as np
import pytest
from tfir.dialects import dialect, lookup, verify
from tfir.dialects.tfl.attributes import BytesAttr
from tfir.execution.entry import find_entry
from tfir.ir.diagnostics import Error
from tfir.ir.location import Source
from tfir.proto import NodeDef
from tfir.storage.flexbuffers import read, texts
from tfir.text.parser import parse

from tfopt.pipeline.description import load_pipeline, parse_pipeline
from tfopt.pipeline.execution import Runner
from tfrun.devices import session
from tftranslate.tflite.export_module import export_module
from tftranslate.tflite.file_layout import module_of_file
from tftranslate.tflite.writing import written

MODEL = Path(__file__).parents[3] / "models" / "tflite" / "flex_and_custom" / "model.tflite"
PROGRAM = """func.func @main(%x: tensor<4x4xf32>) -> tensor<4x4xf32> attributes {tf.entry_function = {inputs = "x", outputs = "y"}} {
  %0 = "tf.MatrixInverse"(%x) {adjoint = true} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}"""
X = np.array([[4, 1, 0, 2], [0, 3, 1, 0], [2, 0, 5, 1], [1, 1, 0, 6]], np.float32)


def results(module, array) -> list[np.ndarray]:
    with session(module, "interpreter") as program_of:
        return program_of(find_entry(module))([array])


def custom_of(module):
    [op] = [op for op in module.walk() if op.name == "tfl.custom"]
    return op


@pytest.mark.parametrize("pipeline", ["tf", "stablehlo"])
def test_a_file_of_the_converter(pipeline):
    """It computes inv(x + 5) and the sorted rows."""
    module = module_of_file(MODEL.read_bytes())
    Runner(verify).run(load_pipeline(pipeline), module)
    arrays = sorted(results(module, X), key=lambda array: float(abs(array - np.sort(X, 1)).max()))
    assert np.array_equal(arrays[0], np.sort(X, 1))
    np.testing.assert_allclose(arrays[1], np.linalg.inv(X + 5 * np.eye(4)), rtol=1e-5, atol=1e-6)


def test_an_op_becomes_such_an_operator_and_comes_back():
    module = parse(Source("text", PROGRAM), lookup, dialect)
    Runner(verify).run(parse_pipeline("builtin.module(tf-to-tfl{select-tf-ops=true})"), module)
    again = module_of_file(bytes(written(export_module(module))))
    custom = custom_of(again)
    name, node = read(custom.get("custom_option").data)
    assert (custom.get("custom_code"), name) == ("FlexMatrixInverse", b"MatrixInverse")
    told = NodeDef.FromString(node)
    assert (told.op, list(told.input), sorted(told.attr)) == ("MatrixInverse", [""], ["T", "adjoint"])
    assert told.attr["adjoint"].b and told.attr["T"].type == 1
    Runner(verify).run(load_pipeline("tf"), again)
    np.testing.assert_allclose(results(again, X)[0], np.linalg.inv(X).T, rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (b"", "are empty"),
        (texts([b"MatrixInverse"]), "no name and node"),
        (texts([b"MatrixInverse", b"\xff\xff"]), "node is none of TensorFlow"),
        (texts([b"Nothing", NodeDef(op="Nothing").SerializeToString()]), "TensorFlow does not have"),
    ],
)
def test_options_that_are_no_node_are_an_error(options, message):
    module = module_of_file(MODEL.read_bytes())
    custom_of(module).set_attribute("custom_option", BytesAttr(options))
    with pytest.raises(Error, match=message):
        Runner(verify).run(load_pipeline("tf"), module)
