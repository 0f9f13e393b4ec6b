"""Whole programs as Relay: random StableHLO gives what it gave before, and models what TensorFlow has recorded."""

from pathlib import Path

import numpy as np
import pytest
from random_stablehlo_legs import ON_DEVICES, executed, first_difference, in_relay, interpreted, module_of
from random_stablehlo_ops import AnyOp
from tfir.dialects import verify
from tfir.execution.program import Program
from tfir.ir.diagnostics import Error
from tfir.storage.graphdef.import_graphdef import import_graphdef

from tfopt.pipeline.description import load_pipeline, parse_pipeline
from tfopt.pipeline.execution import Runner
from tftranslate.graphdef_file import read_graphdef

MODELS = Path(__file__).parents[3] / "models"
FETCHES = {
    "small_cnn": "",
    "mlp_mnist": "",
    "attention": "",
    "nested_control_flow": "y",
    "gradient_of_loop": "slope,slope_of_squares,count",
}


@pytest.mark.parametrize("first", range(0, 100, 25))
def test_random_programs_give_the_same(first):
    for seed in range(first, first + 25):
        program = AnyOp(f"relay {seed}").program(6)
        assert first_difference(program, in_relay(program), interpreted(program), ON_DEVICES) is None, program.text


def open_program(arguments: str, result: str, *ops: str) -> str:
    lines = "\n".join(ops)
    return f"func.func @main({arguments}) -> {result} {{\n{lines}\nreturn %r : {result}\n}}"


REGION = (
    "({{\n^bb0(%p: tensor<f32>, %q: tensor<f32>):\n%o = stablehlo.{} %p, %q : tensor<f32>\nstablehlo.return %o : tensor<f32>\n}})".format
)
NUMBERS = np.random.default_rng(5).integers(-9, 9, 600).astype(np.float32)
INDEX = np.array([[0, 1], [7, -2], [2, 2], [1, 5], [0, 1]], np.int32)
OPEN = {  # programs, and arrays of two different sizes each
    "windows that are gathered": (open_program(
        "%x: tensor<?x?x3xf32>, %n: tensor<?x2xi32>", "tensor<?x2x3xf32>",
        """%r = "stablehlo.gather"(%x, %n) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 2], collapsed_slice_dims = [0], start_index_map = [0, 1], index_vector_dim = 1>,
          slice_sizes = array<i64: 1, 2, 3>, indices_are_sorted = false}> : (tensor<?x?x3xf32>, tensor<?x2xi32>) -> tensor<?x2x3xf32>"""),
        [[NUMBERS[:60].reshape(4, 5, 3), INDEX], [NUMBERS[:24].reshape(4, 2, 3), INDEX[:1]]]),
    "elements that are put in": (open_program(
        "%x: tensor<?x?xf32>, %n: tensor<?x2xi32>, %u: tensor<?xf32>", "tensor<?x?xf32>",
        """%r = "stablehlo.scatter"(%x, %n, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1],
          index_vector_dim = 1>, indices_are_sorted = false, unique_indices = false}> """ + REGION("add") + " : (tensor<?x?xf32>, tensor<?x2xi32>, tensor<?xf32>) -> tensor<?x?xf32>"),
        [[NUMBERS[:12].reshape(3, 4), INDEX, NUMBERS[:5]], [NUMBERS[:6].reshape(2, 3), INDEX[:2], NUMBERS[:2]]]),
    "rows in order": (open_program(
        "%x: tensor<?x?xf32>", "tensor<?x?xf32>",
        '%r = "stablehlo.sort"(%x) <{dimension = 1 : i64, is_stable = true}> ({\n^bb0(%p: tensor<f32>, %q: tensor<f32>):\n'
        "%o = stablehlo.compare LT, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1>\nstablehlo.return %o : tensor<i1>\n}) : (tensor<?x?xf32>) -> tensor<?x?xf32>"),
        [[NUMBERS[:21].reshape(3, 7)], [NUMBERS[:1].reshape(1, 1)]]),
    "windows of a batch": (open_program(
        "%x: tensor<?x?x5x2xf32>", "tensor<?x?x3x2xf32>", "%least = stablehlo.constant dense<0xFF800000> : tensor<f32>",
        '%r = "stablehlo.reduce_window"(%x, %least) <{window_dimensions = array<i64: 1, 2, 3, 1>, window_strides = array<i64: 1, 2, 2, 1>, '
        "padding = dense<[[0, 0], [0, 0], [1, 1], [0, 0]]> : tensor<4x2xi64>}> " + REGION("maximum") + " : (tensor<?x?x5x2xf32>, tensor<f32>) -> tensor<?x?x3x2xf32>"),
        [[NUMBERS[:120].reshape(2, 6, 5, 2)], [NUMBERS[:20].reshape(1, 2, 5, 2)]]),
    "products of which batch, rows and columns are open": (open_program(
        "%x: tensor<?x?x2x3xf32>, %y: tensor<3x?x?xf32>", "tensor<?x?x2x?xf32>",
        "%r = stablehlo.dot_general %x, %y, batching_dims = [0] x [1], contracting_dims = [3] x [0] : (tensor<?x?x2x3xf32>, tensor<3x?x?xf32>) -> tensor<?x?x2x?xf32>"),
        [[NUMBERS[:48].reshape(2, 4, 2, 3), NUMBERS[:30].reshape(3, 2, 5)], [NUMBERS[:6].reshape(1, 1, 2, 3), NUMBERS[:3].reshape(3, 1, 1)]]),
    "a size that is set": (open_program(
        "%x: tensor<4x3xf32>, %n: tensor<i32>", "tensor<?x3xf32>",
        "%r = stablehlo.set_dimension_size %x, %n, dim = 0 : (tensor<4x3xf32>, tensor<i32>) -> tensor<?x3xf32>"),
        [[NUMBERS[:12].reshape(4, 3), np.int32(2)], [NUMBERS[:12].reshape(4, 3), np.int32(4)]]),
    "a dimension between two that are open": (open_program(
        "%x: tensor<?x?xf32>, %n: tensor<3xi32>", "tensor<?x2x?xf32>",
        "%r = stablehlo.dynamic_broadcast_in_dim %x, %n, dims = [0, 2] : (tensor<?x?xf32>, tensor<3xi32>) -> tensor<?x2x?xf32>"),
        [[NUMBERS[:12].reshape(4, 3), np.int32([4, 2, 3])], [NUMBERS[:2].reshape(2, 1), np.int32([2, 2, 1])]]),
    "windows of any body": (open_program(
        "%x: tensor<?x5xf32>", "tensor<?x3xf32>", "%one = stablehlo.constant dense<2.0> : tensor<f32>",
        '%r = "stablehlo.reduce_window"(%x, %one) <{window_dimensions = array<i64: 3, 2>, window_strides = array<i64: 2, 2>, base_dilations = array<i64: 2, 1>, window_dilations = array<i64: 2, 1>, '
        "padding = dense<[[1, 2], [1, 0]]> : tensor<2x2xi64>}> " + REGION("subtract") + " : (tensor<?x5xf32>, tensor<f32>) -> tensor<?x3xf32>"),
        [[NUMBERS[:35].reshape(7, 5)], [NUMBERS[:10].reshape(2, 5)], [NUMBERS[:5].reshape(1, 5)]]),
    "pairs in order": (open_program(
        "%x: tensor<?x?xi32>, %y: tensor<?x?xf32>", "tensor<?x?xf32>",
        '%o:2 = "stablehlo.sort"(%x, %y) <{dimension = 0 : i64, is_stable = true}> ({\n^bb0(%p: tensor<i32>, %q: tensor<i32>, %s: tensor<f32>, %t: tensor<f32>):\n'
        "%a = stablehlo.compare LT, %p, %q : (tensor<i32>, tensor<i32>) -> tensor<i1>\n%b = stablehlo.compare EQ, %p, %q : (tensor<i32>, tensor<i32>) -> tensor<i1>\n"
        "%c = stablehlo.compare GT, %s, %t : (tensor<f32>, tensor<f32>) -> tensor<i1>\n%d = stablehlo.and %b, %c : tensor<i1>\n%e = stablehlo.or %a, %d : tensor<i1>\n"
        "stablehlo.return %e : tensor<i1>\n}) : (tensor<?x?xi32>, tensor<?x?xf32>) -> (tensor<?x?xi32>, tensor<?x?xf32>)", "%r = stablehlo.optimization_barrier %o#1 : tensor<?x?xf32>"),
        [[NUMBERS[:21].reshape(7, 3).astype(np.int32) // 5, NUMBERS[30:51].reshape(7, 3)], [np.zeros((0, 2), np.int32), np.zeros((0, 2), np.float32)]]),
    "edges that are taken away": (open_program(
        "%x: tensor<?x?xi32>, %v: tensor<i32>", "tensor<?x?xi32>",
        "%r = stablehlo.pad %x, %v, low = [-1, 2], high = [1, -2], interior = [2, 1] : (tensor<?x?xi32>, tensor<i32>) -> tensor<?x?xi32>"),
        [[NUMBERS[:12].reshape(3, 4).astype(np.int32), np.int32(7)], [NUMBERS[:2].reshape(1, 2).astype(np.int32), np.int32(-7)]]),
    "truth values at an edge": (open_program(
        "%x: tensor<?xi1>, %v: tensor<i1>", "tensor<?xi1>", "%r = stablehlo.pad %x, %v, low = [1], high = [-1], interior = [0] : (tensor<?xi1>, tensor<i1>) -> tensor<?xi1>"),
        [[np.array([True, False, True]), np.True_], [np.array([False]), np.True_]]),
}  # fmt: skip


@pytest.mark.parametrize("name", OPEN)
def test_programs_of_open_sizes(name):
    """What the program computes as StableHLO, at two sizes, by one module of Relay."""
    text, calls = OPEN[name]
    relay = module_of(text)
    Runner(verify).run(load_pipeline("relay"), relay)
    assert {op.dialect for op in relay.walk()} == {"builtin", "func", "relay"}
    for arrays in calls:
        (wanted,), (got,) = executed(module_of(text), arrays), executed(relay, arrays)
        assert got.shape == wanted.shape
        np.testing.assert_array_equal(got, wanted)


RNG = """func.func @main() -> {1} {{
  %a = stablehlo.constant dense<{2}> : tensor<{0}>
  %b = stablehlo.constant dense<{3}> : tensor<{0}>
  %shape = stablehlo.constant dense<[2, 3000]> : tensor<2xi64>
  %0 = stablehlo.rng %a, %b, %shape, distribution = {4} : (tensor<{0}>, tensor<{0}>, tensor<2xi64>) -> {1}
  %1 = stablehlo.rng %a, %b, %shape, distribution = {4} : (tensor<{0}>, tensor<{0}>, tensor<2xi64>) -> {1}
  return %{5} : {1}
}}"""


@pytest.mark.parametrize("epsilon, operator", [(0.1, "relay.sqrt"), (0.125, "relay.nn.batch_norm")])
def test_a_normalization_of_doubles_adds_the_number_that_is_an_f32(epsilon, operator):
    """0.1 as f32 is 0.10000000149011612: what the operator's attribute says in text, 0.1, is another number of 64 bits; 0.125 is the same."""
    module = module_of(f"""func.func @main(%x: tensor<1x2xf64>, %s: tensor<2xf64>) -> tensor<1x2xf64> {{
      %r = "stablehlo.batch_norm_inference"(%x, %s, %s, %s, %s) <{{epsilon = {epsilon} : f32, feature_index = 1 : i64}}> : (tensor<1x2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>) -> tensor<1x2xf64>
      return %r : tensor<1x2xf64>
    }}""")
    Runner(verify).run(load_pipeline("relay"), module)
    assert operator in [op.name for op in module.walk()]
    x, s = np.array([[3.0, -1.0]]), np.array([0.5, 2.0])
    np.testing.assert_allclose(executed(module, [x, s])[0], (x - s) / np.sqrt(s + float(np.float32(epsilon))) * s + s, rtol=1e-15)


@pytest.mark.parametrize("element, low, high, distribution", [
    ("f32", "-2.0", "3.0", "UNIFORM"), ("f64", "1.0e3", "1.001e3", "UNIFORM"), ("bf16", "0.0", "1.0", "UNIFORM"), ("i32", "-5", "6", "UNIFORM"), ("ui8", "3", "255", "UNIFORM"),
    ("f32", "10.0", "2.0", "NORMAL"), ("f64", "-1.0", "0.5", "NORMAL"),
])  # fmt: skip
def test_numbers_that_are_drawn_are_distributed_as_they_should(element, low, high, distribution):
    """6000 numbers: of a uniform distribution mean (a + b) / 2 and variance (b - a)^2 / 12, of integers that of b - a values, and all inside;
    two operations draw different ones."""
    type = f"tensor<2x3000x{element}>"
    values = []
    for which in range(2):
        relay = module_of(RNG.format(element, type, low, high, distribution, which))
        Runner(verify).run(load_pipeline("relay"), relay)
        values.append(executed(relay, [])[0].astype(np.float64).ravel())
    a, b, drawn = float(low), float(high), values[0]
    is_whole = element[0] in "iu"
    mean, deviation = (a, b) if distribution == "NORMAL" else ((a + b - is_whole) / 2, (((b - a) ** 2 - is_whole) / 12) ** 0.5)
    assert abs(drawn.mean() - mean) < 5 * deviation / 6000**0.5
    assert abs(drawn.std() / deviation - 1) < 0.05
    assert distribution == "NORMAL" or (drawn.min() >= a and drawn.max() < b)
    assert abs(np.corrcoef(values)[0, 1]) < 0.06


def test_numbers_that_a_loop_draws_are_refused():
    """They would be the same at each turn."""
    text = """func.func @main(%x: tensor<f32>) -> tensor<f32> {
      %r = stablehlo.while(%c = %x) : tensor<f32>
      cond {
        %p = stablehlo.compare LT, %c, %x : (tensor<f32>, tensor<f32>) -> tensor<i1>
        stablehlo.return %p : tensor<i1>
      } do {
        %shape = stablehlo.constant dense<> : tensor<0xi64>
        %d = stablehlo.rng %c, %x, %shape, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<0xi64>) -> tensor<f32>
        stablehlo.return %d : tensor<f32>
      }
      return %r : tensor<f32>
    }"""
    with pytest.raises(Error, match="stablehlo.rng"):
        Runner(verify).run(load_pipeline("relay"), module_of(text))


@pytest.mark.parametrize("model", FETCHES)
def test_models_give_what_tensorflow_did(model):
    folder = MODELS / model
    module = import_graphdef(read_graphdef((folder / "model.pb").read_bytes(), model))
    if FETCHES[model]:
        Runner(verify).run(parse_pipeline(f"tfg-lift-graph-to-func{{fetches={FETCHES[model]}}}"), module)
    Runner(verify).run(load_pipeline("relay"), module)
    assert {op.dialect for op in module.walk()} == {"builtin", "func", "relay"}
    actual = Program(module).run(dict(np.load(folder / "inputs.npz")))
    assert actual
    recorded = np.load(folder / "outputs.npz")
    for name, result in actual.items():
        np.testing.assert_allclose(result, recorded[name], rtol=1e-4, atol=1e-5)
