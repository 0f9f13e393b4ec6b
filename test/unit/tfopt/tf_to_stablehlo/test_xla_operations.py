"""Ops that stand for XLA's: their functions become regions. Expected values are those of tf.function(jit_compile=True), where no other
reason is given."""

import numpy as np
import pytest
from tfir.dialects import dialect, lookup, verify
from tfir.execution.entry import find_entry
from tfir.execution.grid_program import GridEntry, GridSession
from tfir.execution.program import Program
from tfir.execution.state import State
from tfir.ir.diagnostics import Error
from tfir.ir.location import Source
from tfir.text.parser import parse

from tfopt.generic.symbol_dce import symbol_dce
from tfopt.tf.infer_shapes import infer_shapes
from tfopt.tf_to_stablehlo.tf_to_stablehlo import tf_to_stablehlo

# As TensorFlow writes them where nothing says their shapes.
FUNCTIONS = """
func.func private @add(%a: tensor<*xf32>, %b: tensor<*xf32>) -> tensor<*xf32> {
  %r = "tf.AddV2"(%a, %b) : (tensor<*xf32>, tensor<*xf32>) -> tensor<*xf32>
  return %r : tensor<*xf32>
}
func.func private @multiply_add(%a: tensor<*xf32>, %b: tensor<*xf32>) -> tensor<*xf32> {
  %p = "tf.Mul"(%a, %b) : (tensor<*xf32>, tensor<*xf32>) -> tensor<*xf32>
  %one = "tf.Const"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>
  %r = "tf.AddV2"(%p, %one) : (tensor<*xf32>, tensor<f32>) -> tensor<*xf32>
  return %r : tensor<*xf32>
}
func.func private @at_least(%a: tensor<*xf32>, %b: tensor<*xf32>) -> tensor<*xi1> {
  %r = "tf.GreaterEqual"(%a, %b) : (tensor<*xf32>, tensor<*xf32>) -> tensor<*xi1>
  return %r : tensor<*xi1>
}
func.func private @larger(%a: tensor<*xf32>, %i: tensor<*xi32>, %b: tensor<*xf32>, %j: tensor<*xi32>) -> (tensor<*xf32>, tensor<*xi32>) {
  %p = "tf.GreaterEqual"(%a, %b) : (tensor<*xf32>, tensor<*xf32>) -> tensor<*xi1>
  %r = "tf.SelectV2"(%p, %a, %b) : (tensor<*xi1>, tensor<*xf32>, tensor<*xf32>) -> tensor<*xf32>
  %s = "tf.SelectV2"(%p, %i, %j) : (tensor<*xi1>, tensor<*xi32>, tensor<*xi32>) -> tensor<*xi32>
  return %r, %s : tensor<*xf32>, tensor<*xi32>
}
func.func private @before(%a: tensor<*xf32>, %b: tensor<*xf32>, %i: tensor<*xi32>, %j: tensor<*xi32>) -> tensor<*xi1> {
  %r = "tf.Less"(%a, %b) : (tensor<*xf32>, tensor<*xf32>) -> tensor<*xi1>
  return %r : tensor<*xi1>
}
"""
X = np.float32([[6.1, -7.7, 1.3, -1.7], [-1.4, -0.6, -6.1, -0.7], [-2.6, 10, 0.7, -1.1]])
K, U = np.int32([[2], [0], [2]]), np.arange(12, dtype=np.float32).reshape(3, 4)
PROGRAM = (
    FUNCTIONS
    + r"""
func.func @main(%x: tensor<3x4xf32>, %k: tensor<3x1xi32>, %u: tensor<3x4xf32>) -> RESULTS {
  %zero = "tf.Const"() <{value = dense<0.0> : tensor<f32>}> : () -> tensor<f32>
  %one = "tf.Const"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>
  %low = "tf.Const"() <{value = dense<0xFF800000> : tensor<f32>}> : () -> tensor<f32>
  %none = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %last = "tf.Const"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %index = "tf.Const"() <{value = dense<[[0, 1, 2, 3], [0, 1, 2, 3], [0, 1, 2, 3]]> : tensor<3x4xi32>}> : () -> tensor<3x4xi32>
  %11 = "tf.Const"() <{value = dense<1> : tensor<2xi32>}> : () -> tensor<2xi32>
  %12 = "tf.Const"() <{value = dense<[1, 2]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %22 = "tf.Const"() <{value = dense<2> : tensor<2xi32>}> : () -> tensor<2xi32>
  %32 = "tf.Const"() <{value = dense<[3, 2]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %edges = "tf.Const"() <{value = dense<[[0, 0], [1, 1]]> : tensor<2x2xi32>}> : () -> tensor<2x2xi32>
  %no_edges = "tf.Const"() <{value = dense<0> : tensor<2x2xi32>}> : () -> tensor<2x2xi32>
  %source = "tf.Const"() <{value = dense<[[1.0, 2.0]]> : tensor<1x2xf32>}> : () -> tensor<1x2xf32>
  %sum = "tf.XlaReduce"(%x, %one) <{dimensions_to_reduce = [1], reducer = @add}> : (tensor<3x4xf32>, tensor<f32>) -> tensor<*xf32>
  %max:2 = "tf.XlaVariadicReduceV2"(%x, %index, %low, %none) <{dimensions_to_reduce = [1], reducer = @larger,
      operandSegmentSizes = array<i32: 2, 2>}>
      : (tensor<3x4xf32>, tensor<3x4xi32>, tensor<f32>, tensor<i32>) -> (tensor<*xf32>, tensor<*xi32>)
  %windows = "tf.XlaReduceWindow"(%x, %zero, %22, %12, %11, %11, %edges) <{computation = @add}> : (tensor<3x4xf32>, tensor<f32>,
      tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2x2xi32>) -> tensor<*xf32>
  %scattered = "tf.XlaScatter"(%x, %k, %u) <{update_computation = @multiply_add, indices_are_sorted = false,
      dimension_numbers = "\0A\01\01\12\01\00\1A\01\00 \01"}> : (tensor<3x4xf32>, tensor<3x1xi32>, tensor<3x4xf32>) -> tensor<*xf32>
  %chosen = "tf.XlaSelectAndScatter"(%x, %32, %12, %no_edges, %source, %zero) <{select = @at_least, scatter = @add}> : (tensor<3x4xf32>,
      tensor<2xi32>, tensor<2xi32>, tensor<2x2xi32>, tensor<1x2xf32>, tensor<f32>) -> tensor<*xf32>
  %sorted:2 = "tf.XlaVariadicSort"(%x, %index, %last) <{comparator = @before, is_stable = true}>
      : (tensor<3x4xf32>, tensor<3x4xi32>, tensor<i32>) -> (tensor<*xf32>, tensor<*xi32>)
  return RETURNED
}
"""
)
EXPECTED = {
    "%sum": ("f32", [-1.0, -7.8, 8.0]),
    "%max#0": ("f32", [6.1, -0.6, 10.0]),
    "%max#1": ("i32", [0, 1, 1]),
    "%windows": ("f32", [[4.7, -13.1, -2.4], [-4.0, 4.0, -1.8]]),
    "%scattered": ("f32", [[25.4, -37.5, 8.8, -10.9], [-1.4, -0.6, -6.1, -0.7], [9.0, 100.0, 25.0, -24.3]]),
    "%chosen": ("f32", [[0, 0, 2, 0], [0, 0, 0, 0], [0, 1, 0, 0]]),
    "%sorted#0": ("f32", [[-7.7, -1.7, 1.3, 6.1], [-6.1, -1.4, -0.7, -0.6], [-2.6, -1.1, 0.7, 10]]),
    "%sorted#1": ("i32", [[1, 3, 2, 0], [2, 0, 3, 1], [0, 3, 2, 1]]),
}


def lowered(text: str):
    """The function @main of a program of tf, as StableHLO."""
    module = parse(Source("case", text), lookup, dialect)
    verify(module)
    infer_shapes(module)
    symbol_dce(module)
    tf_to_stablehlo(module)
    verify(module)
    return module


def results(text: str, *inputs, read=lowered) -> list:
    """What the function computes once it is lowered, or read by another function, in order."""
    return list(Program(read(text)).run({f"arg{at}": each for at, each in enumerate(inputs)}).values())


def as_it_is(text: str):
    return parse(Source("case", text), lookup, dialect)


@pytest.mark.parametrize("read", [lowered, as_it_is])
def test_functions_become_regions(read):
    types = ", ".join([f"tensor<*x{word}>" for word, _ in EXPECTED.values()])
    text = PROGRAM.replace("RESULTS", f"({types})").replace("RETURNED", f"{', '.join(EXPECTED)} : {types}")
    for actual, (name, (_, expected)) in zip(results(text, X, K, U, read=read), EXPECTED.items(), strict=True):
        np.testing.assert_allclose(actual, expected, rtol=1e-5, err_msg=name)


def test_functions_that_the_module_lacks_are_an_error():
    text = (
        PROGRAM.replace("RESULTS", "tensor<*xf32>").replace("RETURNED", "%sum : tensor<*xf32>").replace("reducer = @add", "reducer = @gone")
    )
    with pytest.raises(Error, match="calls @?gone, which this module does not define"):
        results(text, X, K, U, read=as_it_is)


def program(op: str, type="tensor<2xf32>") -> str:
    return f"func.func @main(%x: tensor<2xf32>) -> {type} {{\n%g = {GROUPS}\n%r = {op}\nreturn %r : {type}\n}}"


GROUPS = '"tf.Const"() <{value = dense<[[0]]> : tensor<1x1xi32>}> : () -> tensor<1x1xi32>'


@pytest.mark.parametrize("reduce_op", ["Add", "Mean", "Max"])
def test_a_process_that_is_alone_reduces_what_it_has(reduce_op):
    op = f'"tf.XlaAllReduce"(%x, %g) <{{reduce_op = "{reduce_op}", mode = "MODE"}}> : (tensor<2xf32>, tensor<1x1xi32>) -> tensor<2xf32>'
    np.testing.assert_array_equal(results(program(op.replace("MODE", "CrossReplica")), np.float32([1, 2])), [[1, 2]])
    with pytest.raises(Error, match="mode CrossReplicaAndPartition is not lowered to StableHLO"):
        lowered(program(op.replace("MODE", "CrossReplicaAndPartition")))


@pytest.mark.parametrize("op, groups, expected", [
    ("CrossReplicaSum", "[[0, 2], [1, 3]]", [[4, 6], [8, 10], [4, 6], [8, 10]]),
    ("CollectivePermute", "[[0, 1], [1, 3], [3, 0]]", [[6, 7], [0, 1], [0, 0], [2, 3]]),
])  # fmt: skip
def test_replicas_meet(op, groups, expected):
    """On paper: replica r has [2r, 2r + 1]."""
    shape = f"{groups.count('], [') + 1}x2"
    constant = f'"tf.Const"() <{{value = dense<{groups}> : tensor<{shape}xi32>}}> : () -> tensor<{shape}xi32>'
    text = program(f'"tf.{op}"(%x, %g) : (tensor<2xf32>, tensor<{shape}xi32>) -> tensor<*xf32>').replace(GROUPS, constant)
    module = lowered(
        text.replace("return %r : tensor<2xf32>", "return %r : tensor<*xf32>").replace("-> tensor<2xf32> {", "-> tensor<*xf32> {")
    )
    session = GridSession(module, 4, 1, State())
    inputs = [np.arange(2 * at, 2 * at + 2, dtype=np.float32) for at in range(4)]
    np.testing.assert_array_equal(session.program(GridEntry(find_entry(module), 4, 1))(inputs), expected)


def test_a_custom_call_keeps_its_words():
    op = '"tf.XlaCustomCallV2"(%x) <{call_target_name = "t", backend_config = "b", has_side_effect = true, result_shapes = [#tf_type.shape<3>]}>'
    module = lowered(program(f"{op} : (tensor<2xf32>) -> tensor<3xf32>", "tensor<3xf32>"))
    call = next(op for op in module.walk() if op.name == "stablehlo.custom_call")
    assert (call.get("call_target_name"), call.get("backend_config"), call.get("has_side_effect")) == ("t", "b", True)


def test_an_attribute_that_is_no_message_is_refused():
    op = '"tf.XlaDot"(%x, %x) <{dimension_numbers = "\\FF", precision_config = ""}> : (tensor<2xf32>, tensor<2xf32>) -> tensor<f32>'
    with pytest.raises(Error, match="an attribute is no DotDimensionNumbers"):
        lowered(program(op, "tensor<f32>"))


def test_where_it_runs_and_how_large_it_may_be():
    """A program that is alone is replica 0; a bound changes nothing (documentation of both)."""
    op = '"tf.XlaSetBound"(%i, %i) : (tensor<i32>, tensor<i32>) -> tensor<i32>'
    text = program(op, "tensor<i32>").replace("%r =", '%i = "tf.XlaReplicaId"() : () -> tensor<i32>\n%r =')
    assert results(text, np.float32([1, 2])) == [0]


def test_what_says_where_a_program_is():
    """TensorFlow's compiler takes a program to be on a CPU; what no branch reads is zero."""
    words = '"tf.DeviceIndex"() <{device_names = ["GPU", "CPU"]}> : () -> tensor<i32>'
    assert results(program(words, "tensor<i32>"), np.float32([1, 2])) == [1]
    assert results(program(words.replace("CPU", "TPU"), "tensor<i32>"), np.float32([1, 2])) == [2]
    fake = '"tf.FakeParam"() <{shape = #tf_type.shape<2>}> : () -> tensor<2xf32>\n"tf.ControlTrigger"() : () -> ()'
    np.testing.assert_array_equal(results(program(fake), np.float32([1, 2])), [[0, 0]])


@pytest.mark.parametrize("op, expected", [("Angle", 0.9272952), ("ComplexAbs", 5), ("Imag", 4), ("Real", 3)])
def test_a_part_may_be_of_another_precision(op, expected):
    """On paper, of 3 + 4i. TensorFlow's kernels refuse it, and XLA takes it."""
    text = program(f'"tf.{op}"(%x) : (tensor<2xcomplex<f64>>) -> tensor<2xf32>').replace(
        "(%x: tensor<2xf32>)", "(%x: tensor<2xcomplex<f64>>)"
    )
    np.testing.assert_array_equal(results(text, np.full(2, 3 + 4j)), [np.full(2, expected, np.float32)])
