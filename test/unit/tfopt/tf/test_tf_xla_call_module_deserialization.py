"""Programs of StableHLO inside of graphs become functions that are called."""

import numpy as np
import pytest
from tfir.conversion.vhlo.artifact import serialize
from tfir.dialects import dialect, lookup, verify
from tfir.execution.program import Program
from tfir.ir.attributes import StringAttr
from tfir.ir.diagnostics import Error
from tfir.ir.location import Source
from tfir.text.parser import parse

from tfopt.pipeline.description import load_pipeline
from tfopt.pipeline.execution import Runner
from tfopt.tf.tf_xla_call_module_deserialization import tf_xla_call_module_deserialization

# Twice a number plus the number of the platform; the function that doubles has the name of one that is there already.
INNER = """
module @doubled {
  func.func public @main(%p: tensor<i32>, %x: tensor<?xi32>) -> tensor<?xi32> {
    %0 = func.call @f(%x) : (tensor<?xi32>) -> tensor<?xi32>
    %1 = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xi32>) -> tensor<i32>
    %2 = stablehlo.reshape %1 : (tensor<i32>) -> tensor<1xi32>
    %3 = stablehlo.dynamic_broadcast_in_dim %p, %2, dims = [] : (tensor<i32>, tensor<1xi32>) -> tensor<?xi32>
    %4 = stablehlo.add %0, %3 : tensor<?xi32>
    return %4 : tensor<?xi32>
  }
  func.func private @f(%x: tensor<?xi32>) -> tensor<?xi32> {
    %0 = stablehlo.add %x, %x : tensor<?xi32>
    return %0 : tensor<?xi32>
  }
}
"""
OUTER = """
func.func @main(%x: tensor<3xi32>) -> tensor<*xi32> {
  %0 = "tf.XlaCallModule"(%x) <{version = 9 : i64, module = "", platforms = ["TPU", "CPU"], SAYS Sout = [#tf_type.shape<3>]}>
      : (tensor<3xi32>) -> tensor<*xi32>
  %1 = "tf.XlaCallModule"(%0) <{version = 9 : i64, module = "", platforms = ["CUDA", "TPU"], SAYS Sout = [#tf_type.shape<3>]}>
      : (tensor<*xi32>) -> tensor<*xi32>
  %2 = call @f(%1) : (tensor<*xi32>) -> tensor<*xi32>
  return %2 : tensor<*xi32>
}
func.func private @f(%x: tensor<*xi32>) -> tensor<*xi32> {
  %0 = "tf.Neg"(%x) : (tensor<*xi32>) -> tensor<*xi32>
  return %0 : tensor<*xi32>
}
"""


def parsed(text: str):
    return parse(Source("case", text), lookup, dialect)


def program(inner: bytes, says: str = ""):
    module = parsed(OUTER.replace("SAYS", says))
    for op in module.walk():
        if op.name == "tf.XlaCallModule":
            op.set_attribute("module", StringAttr(inner))
    verify(module)
    return module


def bytecode() -> bytes:
    return b"".join(map(bytes, serialize(parsed(INNER), "1.0.0")))


@pytest.mark.parametrize("inner", [INNER.encode(), bytecode()], ids=["text", "bytecode"])
def test_a_program_is_called(inner):
    """The first has the platform 1; of the second, which knows no CPU, the first is taken."""
    module = program(inner)
    Runner().run(load_pipeline("stablehlo"), module)
    verify(module)
    assert list(Program(module).run({"arg0": np.int32([1, -2, 5])}).values())[0].tolist() == [-6, 6, -22]


def test_one_that_occurs_twice_is_there_once():
    module = program(INNER.encode())
    tf_xla_call_module_deserialization(module)
    verify(module)
    assert sorted(op.get("sym_name") for op in module.body) == ["_stablehlo_f", "_stablehlo_main", "f", "main"]


@pytest.mark.parametrize(
    "inner, says, message",
    [
        (INNER, 'dim_args_spec = ["0.0"],', "sizes among its operands, which are not known here"),
        (INNER, "function_list = [@f],", "functions of TensorFlow that it calls, which are not known here"),
        (INNER, "has_token_input_output = true,", "tokens, which are not known here"),
        (INNER.replace("@main", "@other"), "", "has no function @main"),
        (INNER.replace("%p: tensor<i32>, ", "").replace("%p", "%1"), "", "has 2 operands and 1 results for a function of type"),
        ("ML\udcefR?", "", "the module of tf.XlaCallModule"),
    ],
)
def test_what_is_not_known_is_refused(inner, says, message):
    with pytest.raises(Error) as raised:
        tf_xla_call_module_deserialization(program(inner.encode("utf-8", "surrogateescape"), says))
    assert message in str(raised.value)
