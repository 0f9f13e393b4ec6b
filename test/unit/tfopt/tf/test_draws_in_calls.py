"""Draws with seeds in lowered programs: what three calls draw, one after another, is what three runs of a session of TensorFlow 2.21 drew."""

import numpy as np
import pytest
from tfir.dialects import dialect, lookup, verify
from tfir.execution.program import Program
from tfir.ir.location import Source
from tfir.text.parser import parse

from tfopt.tf.tf_promote_generators_to_args import tf_promote_generators_to_args
from tfopt.tf_to_stablehlo.tf_to_stablehlo import tf_to_stablehlo

SEEDS = "{seed = 3 : i64, seed2 = 4 : i64}"
# The op on the constants below, what its result is, and the numbers of each run.
DRAWN = {
    f'"tf.RandomStandardNormal"(%three) {SEEDS} : (tensor<1xi32>)': ("3xf64", [
        [-0.7030205923675534, -1.1787800830679616, -1.1381825408299184], [-1.6497661081415087, 0.13804427934901886, -0.5952228484785483],
        [-1.3074433462621518, -1.2678541067728335, -2.0673327950504032],
    ]),
    f'"tf.TruncatedNormal"(%three) {SEEDS} : (tensor<1xi32>)': ("3xf64", [
        [-0.7030205923675534, -1.1787800830679616, -0.7363534042407097], [-1.6497661081415087, 0.13804427934901886, -0.6711433446556406],
        [-1.3074433462621518, -1.2678541067728335, -1.0218624660860842],
    ]),
    f'"tf.RandomUniform"(%square) {SEEDS} : (tensor<2xi32>)': ("2x2xf16", [
        [[0.2509765625, 0.56640625], [0.6416015625, 0.275390625]], [[0.5146484375, 0.8701171875], [0.923828125, 0.177734375]],
        [[0.5390625, 0.2548828125], [0.248046875, 0.4912109375]],
    ]),
    '"tf.RandomUniformInt"(%two, %low, %high) {seed = 7 : i64, seed2 = 0 : i64} : (tensor<1xi32>, tensor<i64>, tensor<i64>)': (
        "2xi64", [[49, 66], [60, 91], [-7, 30]],
    ),
    '"tf.RandomShuffle"(%six) {seed = 0 : i64, seed2 = 10 : i64} : (tensor<6xi64>)': (
        "6xi64", [[2, 4, 0, 3, 5, 1], [3, 5, 2, 1, 4, 0], [2, 4, 3, 0, 5, 1]],
    ),
    '"tf.Multinomial"(%logits, %five) {seed = 11 : i64, seed2 = 12 : i64} : (tensor<3x3xf32>, tensor<i32>)': ("3x5xi64", [
        [[2, 0, 2, 2, 2], [1, 1, 1, 1, 1], [0, 0, 1, 1, 0]], [[2, 1, 1, 2, 2], [1, 1, 1, 1, 1], [0, 0, 0, 1, 1]],
        [[2, 2, 2, 2, 2], [1, 1, 1, 1, 1], [1, 0, 0, 0, 1]],
    ]),
}  # fmt: skip
PROGRAM = """
func.func @main() -> tensor<{type}> {{
  %three = "tf.Const"() {{value = dense<3> : tensor<1xi32>}} : () -> tensor<1xi32>
  %two = "tf.Const"() {{value = dense<2> : tensor<1xi32>}} : () -> tensor<1xi32>
  %square = "tf.Const"() {{value = dense<2> : tensor<2xi32>}} : () -> tensor<2xi32>
  %five = "tf.Const"() {{value = dense<5> : tensor<i32>}} : () -> tensor<i32>
  %low = "tf.Const"() {{value = dense<-10> : tensor<i64>}} : () -> tensor<i64>
  %high = "tf.Const"() {{value = dense<99> : tensor<i64>}} : () -> tensor<i64>
  %six = "tf.Const"() {{value = dense<[0, 1, 2, 3, 4, 5]> : tensor<6xi64>}} : () -> tensor<6xi64>
  %logits = "tf.Const"() {{value = dense<[[0.0, 1.0, 2.0], [0xFF800000, 0.5, 0x7FC00000], [3.0, 3.0, 0x7F800000]]> : tensor<3x3xf32>}}
      : () -> tensor<3x3xf32>
  %0 = {op} -> tensor<{type}>
  return %0 : tensor<{type}>
}}
"""


def parsed(text: str):
    return parse(Source("case", text), lookup, dialect)


@pytest.mark.parametrize("op", DRAWN)
def test_each_call_draws_on_where_the_last_one_ended(op):
    type, runs = DRAWN[op]
    module = parsed(PROGRAM.format(op=op, type=type))
    tf_promote_generators_to_args(module)
    verify(module)
    tf_to_stablehlo(module)
    program = Program(module)
    feeds = {}
    for expected in runs:
        drawn, counter = program.run(feeds).values()
        np.testing.assert_allclose(drawn, expected, rtol=1e-12)
        feeds = {program.feeds[0].name: counter}


# The op on %sizes, the element type, and what a session drew of 3, 2, 0 and 3 numbers, one after another.
OF_OPEN_SIZES = {
    f'"tf.RandomStandardNormal"(%sizes) {SEEDS} : (tensor<1xi32>)': ("f64", [
        [-0.7030205923675534, -1.1787800830679616, -1.1381825408299184], [-1.6497661081415087, 0.13804427934901886], [],
        [0.37261677846428404, 0.25508168211582627, -0.49506149990916176],
    ]),
    f'"tf.TruncatedNormal"(%sizes) {SEEDS} : (tensor<1xi32>)': ("f64", [
        [-0.7030205923675534, -1.1787800830679616, -0.7363534042407097], [-1.6497661081415087, 0.13804427934901886], [],
        [0.37261677846428404, 0.25508168211582627, 0.6094939273577975],
    ]),
    f'"tf.RandomUniform"(%sizes) {SEEDS} : (tensor<1xi32>)': ("f64", [
        [0.38989405961787416, 0.5855880897787018, 0.3165125436318865], [0.25400731394561715, 0.7632863490234318], [],
        [0.9030702213584758, 0.1544602504283792, 0.636762778958126],
    ]),
    f'"tf.RandomUniformInt"(%sizes, %low, %high) {SEEDS} : (tensor<1xi32>, tensor<i64>, tensor<i64>)': (
        "i64", [[17, 81, 57], [14, 9], [], [45, 65, -8]],
    ),
    f'"tf.RandomGamma"(%sizes, %shape) {SEEDS} : (tensor<1xi32>, tensor<f64>)': ("f64", [
        [0.8535101164986871, 2.017546521078032, 2.0944901908517077], [2.3762806088469963, 0.6521686586306138], [],
        [2.5642432413270893, 0.7849739630195504, 1.3022170667226323],
    ]),
    f'"tf.RandomPoissonV2"(%sizes, %shape) {SEEDS} : (tensor<1xi32>, tensor<f64>)': ("i64", [[3, 2, 3], [4, 1], [], [2, 2, 8]]),
}  # fmt: skip
OPEN = """
func.func @main(%sizes: tensor<1xi32>) -> tensor<?x{type}> {{
  %low = "tf.Const"() {{value = dense<-10> : tensor<i64>}} : () -> tensor<i64>
  %high = "tf.Const"() {{value = dense<99> : tensor<i64>}} : () -> tensor<i64>
  %shape = "tf.Const"() {{value = dense<2.5> : tensor<f64>}} : () -> tensor<f64>
  %0 = {op} -> tensor<?x{type}>
  return %0 : tensor<?x{type}>
}}
"""


def drawn_of_sizes(text: str, arrays) -> list:
    """What calls draw, one after another."""
    module = parsed(text)
    tf_promote_generators_to_args(module)
    verify(module)
    tf_to_stablehlo(module)
    program, drawn, counter = Program(module), [], np.uint64(0)
    operand, place = [port.name for port in program.feeds]
    for array in arrays:
        numbers, counter = program.run({operand: array, place: counter}).values()
        drawn.append(numbers)
    return drawn


@pytest.mark.parametrize("op", OF_OPEN_SIZES)
def test_draws_of_sizes_that_are_computed_go_on_by_how_many_they_drew(op):
    type, runs = OF_OPEN_SIZES[op]
    drawn = drawn_of_sizes(OPEN.format(op=op, type=type), [np.int32([len(run)]) for run in runs])
    for numbers, expected in zip(drawn, runs, strict=True):
        np.testing.assert_allclose(numbers, expected, rtol=1e-12)


def test_shuffles_of_open_sizes_go_on_by_the_words_that_they_use():
    text = f"""func.func @main(%x: tensor<?xi64>) -> tensor<?xi64> {{
      %0 = "tf.RandomShuffle"(%x) {SEEDS} : (tensor<?xi64>) -> tensor<?xi64>
      return %0 : tensor<?xi64>
    }}"""
    runs = [[3, 1, 0, 5, 2, 4], [0], [0, 2, 4, 1, 3], [], [2, 4, 5, 0, 3, 1]]
    assert [list(each) for each in drawn_of_sizes(text, [np.arange(len(run)) for run in runs])] == runs


@pytest.mark.parametrize("type", ["tensor<*xf64>", "tensor<?xf64>"])
def test_draws_of_unknown_rank_keep_their_generator(type):
    text = OPEN.format(op=f'"tf.RandomUniform"(%sizes) {SEEDS} : (tensor<1xi32>)', type="f64").replace("tensor<?xf64>", type)
    module = parsed(text)
    tf_promote_generators_to_args(module)
    assert (len(module.body.first.body.arguments) == 1) == (type == "tensor<*xf64>")


def test_what_a_saved_model_exports_names_its_counters():
    module = parsed("""
        module attributes {tf_saved_model.semantics} {
          func.func @draw(%s: tensor<2xf32> {tf_saved_model.index_path = ["x"]}) -> (tensor<2xf32> {tf_saved_model.index_path = ["y"]})
              attributes {tf_saved_model.exported_names = ["draw"]} {
            %2 = "tf.Const"() {value = dense<2> : tensor<1xi32>} : () -> tensor<1xi32>
            %0 = "tf.RandomUniform"(%2) {seed = 1 : i64, seed2 = 2 : i64} : (tensor<1xi32>) -> tensor<2xf32>
            return %0 : tensor<2xf32>
          }
        }""")
    tf_promote_generators_to_args(module)
    verify(module)
    program = Program(module)
    first = program.run({"x": np.zeros(2, np.float32)})
    assert first["RandomUniform/counter"] == 512
    second = program.run({"x": np.zeros(2, np.float32), "RandomUniform/counter": first["RandomUniform/counter"]})
    assert first["y"][0] == np.float32(0.40639675) != second["y"][0]
