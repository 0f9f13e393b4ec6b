"""Ops that keep a generator: what they are lowered to draws the numbers of TensorFlow's first run (TensorFlow 2.21 on a CPU)."""

import numpy as np
import pytest
from tfir.dialects import dialect, lookup
from tfir.execution.program import Program
from tfir.ir.location import Source
from tfir.text.parser import parse

from tfopt.tf.tf_promote_generators_to_args import tf_promote_generators_to_args
from tfopt.tf_to_stablehlo.tf_to_stablehlo import tf_to_stablehlo

SEEDS = "seed = 7 : i64, seed2 = 3 : i64"
DRAWN = {
    "RandomUniform 3 f32": [0.40108788, 0.37683892, 0.3092928],
    "RandomUniform 3 f64": [0.20870316, 0.47434292, 0.96845861],
    "RandomUniform 3 f16": [0.712, 0.06445, 0.7266],
    "RandomStandardNormal 3 f32": [1.182071, -0.04507386, -1.146797],
    "TruncatedNormal 2x5 f32": [
        0.9447038, -0.9667907, 0.80517167, 1.303316, -0.21878037, -0.8048995, -0.16161458, -0.52960706, 1.1952473, -0.84470826,
    ],
    "TruncatedNormal 3 f64": [0.28413979, -1.74726908, -0.83245167],
}  # fmt: skip


def lowered(text: str, inputs=None) -> np.ndarray:
    module = parse(Source("test", text), lookup, dialect)
    tf_promote_generators_to_args(module)
    tf_to_stablehlo(module)
    program = Program(module)
    counters = {port.name: np.uint64(0) for port in program.feeds if port.variable is not None}
    result, *_ = program.run({**(inputs or {}), **counters}).values()
    return result


def draw(op: str, sizes: str, element: str, seeds: str = SEEDS) -> np.ndarray:
    shape = sizes.replace("x", ", ")
    return lowered(f"""
        func.func @main() -> tensor<{sizes}x{element}> {{
          %s = "tf.Const"() {{value = dense<[{shape}]> : tensor<{shape.count(",") + 1}xi32>}} : () -> tensor<{shape.count(",") + 1}xi32>
          %0 = "tf.{op}"(%s) {{{seeds}}} : (tensor<{shape.count(",") + 1}xi32>) -> tensor<{sizes}x{element}>
          return %0 : tensor<{sizes}x{element}>
        }}""")


@pytest.mark.parametrize("case", DRAWN)
def test_with_seeds_the_numbers_are_those_of_the_first_run(case):
    op, sizes, element = case.split()
    seeds = SEEDS.replace("3", "-3") if op == "RandomStandardNormal" else SEEDS
    np.testing.assert_allclose(draw(op, sizes, element, seeds).ravel(), DRAWN[case], rtol=1e-3 if element == "f16" else 1e-6, atol=1e-6)


@pytest.mark.parametrize("element, low, high, expected", [
    ("i32", -4, 9, [-2, 4, 1, 3, 3]), ("i64", -4, 1 << 40, [286004647397, 69378075084, 930204915198]),
])  # fmt: skip
def test_integers(element, low, high, expected):
    count = len(expected)
    drawn = lowered(f"""
        func.func @main(%low: tensor<{element}>, %high: tensor<{element}>) -> tensor<{count}x{element}> {{
          %s = "tf.Const"() {{value = dense<{count}> : tensor<1xi32>}} : () -> tensor<1xi32>
          %0 = "tf.RandomUniformInt"(%s, %low, %high) {{{SEEDS}}} : (tensor<1xi32>, tensor<{element}>, tensor<{element}>) -> tensor<{count}x{element}>
          return %0 : tensor<{count}x{element}>
        }}""", {"arg0": np.array(low, "int" + element[1:]), "arg1": np.array(high, "int" + element[1:])})  # fmt: skip
    assert drawn.tolist() == expected


def test_a_shuffle():
    text = f"""
        func.func @main(%x: tensor<9xi64>) -> tensor<9xi64> {{
          %0 = "tf.RandomShuffle"(%x) {{{SEEDS}}} : (tensor<9xi64>) -> tensor<9xi64>
          return %0 : tensor<9xi64>
        }}"""
    assert lowered(text, {"arg0": np.arange(9)}).tolist() == [3, 0, 5, 1, 6, 2, 4, 7, 8]


@pytest.mark.parametrize("op, least, most, spread", [
    ("RandomUniform", 0, 1, (1 / 12) ** 0.5), ("RandomStandardNormal", -8, 8, 1), ("TruncatedNormal", -2, 2, 0.8796),
])  # fmt: skip
def test_without_a_seed_the_numbers_differ_each_time(op, least, most, spread):
    one, other = (draw(op, "4000", "f32", "seed = 0 : i64, seed2 = 0 : i64") for _ in range(2))
    assert not np.array_equal(one, other)
    assert least <= one.min() and one.max() <= most
    assert abs(one.mean() - (least + most) / 2) < 5 * spread / 4000**0.5 and abs(one.std() - spread) < 0.1 * spread


def test_the_upper_half_of_a_counter_of_one_number_is_zero():
    text = """
        func.func @main(%key: tensor<1xui64>, %counter: tensor<1xui64>) -> tensor<2xf32> {
          %s = "tf.Const"() {value = dense<2> : tensor<1xi32>} : () -> tensor<1xi32>
          %a = "tf.Const"() {value = dense<1> : tensor<i32>} : () -> tensor<i32>
          %0 = "tf.StatelessRandomUniformV2"(%s, %key, %counter, %a) : (tensor<1xi32>, tensor<1xui64>, tensor<1xui64>, tensor<i32>) -> tensor<2xf32>
          return %0 : tensor<2xf32>
        }"""
    drawn = lowered(text, {"arg0": np.array([2], np.uint64), "arg1": np.array([8], np.uint64)})
    np.testing.assert_array_equal(drawn, np.float32([0.20446718, 0.11378586]))  # TensorFlow's of the counter [8, 0]


def test_bounds_that_hold_no_number_end_the_loop():
    """TensorFlow refuses them; a program that was lowered has no errors, and must not go on without end."""
    text = """
        func.func @main(%low: tensor<f32>, %high: tensor<f32>) -> tensor<2x3xf32> {
          %s = "tf.Const"() {value = dense<[2, 3]> : tensor<2xi32>} : () -> tensor<2xi32>
          %seed = "tf.Const"() {value = dense<[7, 8]> : tensor<2xi32>} : () -> tensor<2xi32>
          %one = "tf.Const"() {value = dense<1.0> : tensor<f32>} : () -> tensor<f32>
          %0 = "tf.StatelessParameterizedTruncatedNormal"(%s, %seed, %one, %one, %low, %high) : (tensor<2xi32>, tensor<2xi32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>) -> tensor<2x3xf32>
          return %0 : tensor<2x3xf32>
        }"""  # fmt: skip
    assert not lowered(text, {"arg0": np.float32(np.nan), "arg1": np.float32(3)}).any()
    drawn = lowered(text, {"arg0": np.float32(2.5), "arg1": np.float32(3)})
    assert (drawn >= 2.5).all() and (drawn <= 3).all()
