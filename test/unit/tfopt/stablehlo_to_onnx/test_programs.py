"""Whole programs as ONNX: random StableHLO gives what it gave before, and models what TensorFlow has recorded. What is written is read again; that
ONNX Runtime takes it is for `tools/check_written_onnx.py` to say."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from onnx_tests import results_of, tensor_of, text_of
from random_stablehlo_legs import ON_DEVICES, as_pairs, first_difference, interpreted, module_of, of_pairs, passed
from random_stablehlo_ops import AnyOp
from tfir.dialects import dialect, lookup, verify
from tfir.ir.diagnostics import Error
from tfir.ir.location import Source
from tfir.proto import OnnxModel
from tfir.storage.graphdef.import_graphdef import import_graphdef
from tfir.text.parser import parse

from tfopt.pipeline.description import load_pipeline, parse_pipeline
from tfopt.pipeline.execution import Runner
from tftranslate.graphdef_file import read_graphdef
from tftranslate.onnx.export_model import export_model

MODELS = Path(__file__).parents[3] / "models"
FETCHES = {"small_cnn": "", "mlp_mnist": "", "attention": "", "nested_control_flow": "y"}
NOT_IN_ONNX = (
    "has no type for", "which ONNX does not have", "for which ONNX has no operator", "of another width", "in total order", "numbers of ui64",
    "must be a tensor of",  # operators that leave out narrow types
)  # fmt: skip


def as_onnx(module) -> OnnxModel:
    Runner(verify).run(load_pipeline("onnx"), module)
    return export_model(module)


def computed(model: OnnxModel, arrays) -> list:
    return results_of(text_of(model.SerializeToString(), "written"), "interpreter", [list(arrays)])[0]


@pytest.mark.parametrize("first", range(0, 20, 10))
def test_random_programs_give_the_same(first):
    compared = 0
    for seed in range(first, first + 10):
        program = AnyOp(f"onnx {seed}").program(6)
        try:
            model = export_model(passed(program, load_pipeline("onnx")))
        except Error as error:
            assert any([reason in str(error) for reason in NOT_IN_ONNX]), f"{error}\n{program.text}"
            continue
        results = of_pairs(program, computed(model, as_pairs(program.arrays)))
        assert first_difference(program, results, interpreted(program), ON_DEVICES) is None, program.text
        compared += 1
    assert compared >= 3


@pytest.mark.parametrize("name", FETCHES)
def test_models_give_what_tensorflow_did(name):
    folder = MODELS / name
    module = import_graphdef(read_graphdef((folder / "model.pb").read_bytes(), name))
    if FETCHES[name]:
        Runner(verify).run(parse_pipeline(f"tfg-lift-graph-to-func{{fetches={FETCHES[name]}}}"), module)
    model = as_onnx(module)
    inputs, recorded = np.load(folder / "inputs.npz"), np.load(folder / "outputs.npz")
    results = computed(model, [inputs[port.name] for port in model.graph.input])
    assert len(results) == len(model.graph.output)
    for port, result in zip(model.graph.output, results):
        np.testing.assert_allclose(result, recorded[port.name], rtol=1e-4, atol=1e-5)


def nodes_of(text: str) -> list[str]:
    return [node.op_type for node in as_onnx(module_of(text)).graph.node if node.op_type != "Constant"]


def test_what_onnx_has_an_operator_for_is_one():
    """A product of matrices is MatMul, a sum of a row is spread by Add itself, a convolution in ONNX's order has nothing around it."""
    assert nodes_of("""func.func @main(%x: tensor<2x3xf32>, %w: tensor<3x4xf32>, %b: tensor<4xf32>) -> tensor<2x4xf32> {
      %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
      %1 = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<4xf32>) -> tensor<2x4xf32>
      %2 = stablehlo.add %0, %1 : tensor<2x4xf32>
      return %2 : tensor<2x4xf32>
    }""") == ["MatMul", "Add"]
    assert nodes_of("""func.func @main(%x: tensor<1x3x8x8xf32>, %w: tensor<4x3x3x3xf32>) -> tensor<1x4x6x6xf32> {
      %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {}
        {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x3x8x8xf32>, tensor<4x3x3x3xf32>) -> tensor<1x4x6x6xf32>
      return %0 : tensor<1x4x6x6xf32>
    }""") == ["Conv"]


def test_no_two_values_have_one_name():
    """A variable comes in and goes out by its name."""
    module = module_of("""func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> attributes {tf.entry_function = {inputs = "v", outputs = "v"}} {
      %0 = stablehlo.add %x, %x : tensor<2xf32>
      return %0 : tensor<2xf32>
    }""")
    graph = as_onnx(module).graph
    assert ([port.name for port in graph.input], [port.name for port in graph.output]) == (["v"], ["v_out"])


def test_a_subgraph_gives_values_of_its_own_nodes_each_once():
    """Identity names what stands around it, and what it gives twice."""
    graph = as_onnx(
        module_of("""func.func @main(%p: tensor<i1>, %x: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
      %0:2 = "stablehlo.if"(%p) ({
        stablehlo.return %x, %x : tensor<2xf32>, tensor<2xf32>
      }, {
        %1 = stablehlo.add %x, %x : tensor<2xf32>
        stablehlo.return %1, %1 : tensor<2xf32>, tensor<2xf32>
      }) : (tensor<i1>) -> (tensor<2xf32>, tensor<2xf32>)
      return %0#0, %0#1 : tensor<2xf32>, tensor<2xf32>
    }""")
    ).graph
    (branches,) = [{each.name: each.g for each in node.attribute} for node in graph.node if node.op_type == "If"]
    assert [node.op_type for node in branches["then_branch"].node] == ["Identity", "Identity"]
    assert [node.op_type for node in branches["else_branch"].node] == ["Add", "Identity"]
    for branch in branches.values():
        outputs = [port.name for port in branch.output]
        assert len({*outputs}) == 2
        assert {*outputs} == {name for node in branch.node for name in node.output}


def test_what_is_too_large_for_an_integer_becomes_the_largest():
    """As the interpreter has it: of ONNX's Cast nothing is said."""
    text = """func.func @main(%x: tensor<5xf32>) -> (tensor<5xui8>, tensor<5xi16>) {
      %0 = stablehlo.convert %x : (tensor<5xf32>) -> tensor<5xui8>
      %1 = stablehlo.convert %x : (tensor<5xf32>) -> tensor<5xi16>
      return %0, %1 : tensor<5xui8>, tensor<5xi16>
    }"""
    x = np.array([-1.5, 0.75, 254.5, 300.0, 1e9], np.float32)
    small, wide = computed(as_onnx(module_of(text)), [x])
    assert small.tolist() == [0, 0, 254, 255, 255]
    assert wide.tolist() == [-1, 0, 254, 300, 32767]


@pytest.mark.parametrize(("element", "version"), [("f32", 18), ("i4", 21), ("f8E4M3FN", 19)])
def test_the_operator_set_is_one_that_has_the_types(element, version):
    text = f"""func.func @main(%x: tensor<2x{element}>) -> tensor<2x{element}> {{
      %0 = stablehlo.add %x, %x : tensor<2x{element}>
      return %0 : tensor<2x{element}>
    }}"""
    assert as_onnx(module_of(text)).opset_import[0].version == version


def test_a_variable_is_an_input_with_a_default_and_an_output():
    """Beside an output that is called as it is: 3 + 4 is written, and given twice."""
    text = """module attributes {tf_saved_model.semantics} {
      "tf_saved_model.global_tensor"() <{is_mutable, sym_name = "held", type = tensor<i32>, value = dense<3> : tensor<i32>}> : () -> ()
      "tf_saved_model.session_initializer"() <{initializers = [@init]}> : () -> ()
      func.func @count(%by: tensor<i32> {tf_saved_model.index_path = ["by"]},
          %n: tensor<i32> {tf.aliasing_output = 1 : i64, tf.resource_name = "n", tf_saved_model.index_path = ["n"], tfir.initial_value = @held})
          -> (tensor<i32> {tf_saved_model.index_path = ["n"]}, tensor<i32> {tf_saved_model.index_path = ["n"]})
          attributes {tf.entry_function = {control_outputs = "", inputs = "by,n", outputs = "n,n"}, tf_saved_model.exported_names = ["count"]} {
        %0 = stablehlo.add %n, %by : tensor<i32>
        return %0, %0 : tensor<i32>, tensor<i32>
      }
      func.func @init() attributes {tf_saved_model.exported_names = ["init"], tf_saved_model.initializer_type = "init_op"} {
        return
      }
    }"""
    module = parse(Source("t.mlir", text), lookup, dialect)
    Runner(verify).run(parse_pipeline("stablehlo-to-onnx"), module)
    model = export_model(module)
    assert [each.name for each in model.graph.input] == ["by", "n"]
    assert [each.name for each in model.graph.output] == ["n_out", "n_out_out"]
    [initial] = model.graph.initializer
    assert (initial.name, tensor_of(initial.SerializeToString()).item()) == ("n", 3)
    assert [value.item() for value in computed(model, [np.array(4, np.int32), np.array(3, np.int32)])] == [7, 7]
