"""Rounding to steps, by the op and by its lowering, gives TensorFlow 2.21's numbers to the bit: halves of steps, integers that are no f32, ranges without a width."""

import numpy as np
import pytest
from lowered_case import computed
from tensorflow_values import Case
from tfir.ir.diagnostics import Error
from tfir.ods.inference import evaluate

HALVES = ["f32", [5], [0.5, -0.5, 0, 2, -2]]
ZERO, ONE = ["f32", [], [0]], ["f32", [], [1]]
ONES = [["f32", [1], [-1]], ["f32", [1], [1]]]
NARROW = {"num_bits": 4, "narrow_range": True}
WHOLE = {"num_bits": 8, "narrow_range": False}


def of(word: str, *numbers):
    return [word, [len(numbers)], list(numbers)]


def number(value):
    return ["f32", [], [value]]


def quantized(mode: str, word: str, numbers, low: float, high: float, *results, round_mode="HALF_AWAY_FROM_ZERO", narrow_range=False):
    ends = results[1:] or (low, high)
    attributes = {"mode": mode, "round_mode": round_mode, "narrow_range": narrow_range, "axis": -1, "ensure_minimum_range": 0.01}
    operands = [of("f32", *numbers), number(low), number(high)]
    return "QuantizeV2", operands, [of(word, *results[0]), *map(number, ends)], attributes


SEVEN = -2, -1, -0.25, 0, 0.1, 0.9, 2
BETWEEN = -10194903, 8388609, 0.49999997, 0.5, -1.5, 2.5
WIDE = -(2.0**31), 2.0**31
CASES = [
    ("FakeQuantWithMinMaxArgs", [HALVES], [of("f32", 0.5714286, -0.42857146, 0, 1, -1)], {"min": -1.0, "max": 1.0, **NARROW}),
    ("FakeQuantWithMinMaxVars", [HALVES, number(-1), ONE], [of("f32", 0.5714286, -0.5714286, 0, 1, -1)], NARROW),
    (
        "FakeQuantWithMinMaxVarsPerChannel",
        [["f32", [5, 1], HALVES[2]], *ONES],
        [["f32", [5, 1], [0.5714286, -0.42857146, 0, 1, -1]]],
        NARROW,
    ),
    ("FakeQuantWithMinMaxVars", [HALVES, ZERO, ZERO], [of("f32", 0, 0, 0, 0, 0)], WHOLE),
    ("FakeQuantWithMinMaxVarsGradient", [HALVES, HALVES, ZERO, ZERO], [HALVES, ZERO, ZERO], WHOLE),
    ("FakeQuantWithMinMaxVarsGradient", [HALVES, HALVES, ZERO, ONE], [of("f32", 0.5, 0, 0, 0, 0), number(-2.5), number(2)], WHOLE),
    (
        "FakeQuantWithMinMaxVarsPerChannelGradient",
        [["f32", [2, 2], [1, 2, 3, 4]], ["f32", [2, 2], [0.5, 9, -7, 0.5]], of("f32", 0, 0), of("f32", 0, 1)],
        [["f32", [2, 2], [1, 0, 3, 4]], of("f32", 0, 0), of("f32", 0, 2)],
        WHOLE,
    ),
    quantized("SCALED", "qi32", BETWEEN, *WIDE, (-10194903, 8388609, 0, 1, -2, 3)),
    quantized("SCALED", "qi32", BETWEEN, *WIDE, (-10194903, 8388609, 0, 0, -2, 2), round_mode="HALF_TO_EVEN"),
    quantized("MIN_COMBINED", "qi32", [1e9], -3.603857, 11.1, [2147483392]),
    quantized("MIN_COMBINED", "qi32", [1e9], 0, 11.1, [-2147483648]),
    quantized("MIN_COMBINED", "qi8", SEVEN, -0.7, 1, (-128, -128, -61, -23, -8, 112, 127)),
    quantized("MIN_COMBINED", "qu8", SEVEN, -0.7, 1, (0, 0, 68, 105, 120, 240, 255)),
    quantized("MIN_FIRST", "qu8", SEVEN, -0.7, 1, (0, 0, 67, 105, 120, 240, 255)),
    quantized("MIN_FIRST", "qi16", SEVEN, -0.7, 1, (-32768, -32768, -15421, -5783, -1928, 28912, 32767)),
    quantized("SCALED", "qi8", SEVEN, -0.7, 1, (-127, -127, -32, 0, 13, 114, 127), -1, 1, narrow_range=True),
    quantized("SCALED", "qu16", SEVEN, -0.7, 1, (1, 1, 1, 1, 6554, 58982, 65535), 1.5259021893143654e-05, 1, narrow_range=True),
    (
        "Dequantize",
        [of("qi16", -32768, -1, 32767, 9830), number(-0.01166417), number(1.0684545)],
        [of("f32", -0.011668920516967773, 0.5283821225166321, 1.0684497356414795, 0.6904122829437256)],
        {"mode": "MIN_FIRST", "narrow_range": False, "axis": -1},
    ),
]  # fmt: skip


def case_of(op, operands, results, attributes) -> Case:
    return Case(0, {"op": op, "operands": operands, "results": results, "attributes": attributes})


def by_meaning(case: Case) -> list:
    with np.errstate(all="ignore"):
        return evaluate(case.op, case.definition, case.operands)


@pytest.mark.parametrize("compute", [by_meaning, computed])
@pytest.mark.parametrize("line", CASES, ids=lambda line: f"{line[0]}-{line[3].get('mode', '')}")
def test_numbers_are_tensorflows(line, compute):
    case = case_of(*line)
    for ours, theirs in zip(compute(case), case.results, strict=True):
        np.testing.assert_array_equal(ours, theirs, strict=True)


@pytest.mark.parametrize("compute", [by_meaning, computed])
def test_halves_go_to_even_numbers_where_steps_are_scaled_alone(compute):
    with pytest.raises(Error, match="Round mode 'HALF_TO_EVEN' only supported for mode 'SCALED', but mode is 'MIN_FIRST'."):
        compute(case_of(*quantized("MIN_FIRST", "qi8", [0], -1, 1, [0], round_mode="HALF_TO_EVEN")))


@pytest.mark.parametrize("compute", [by_meaning, computed])
def test_a_bit_alone_is_too_few(compute):
    with pytest.raises(Error, match="num_bits must be between 2 and 16, inclusive"):
        compute(case_of("FakeQuantWithMinMaxVars", [HALVES, ZERO, ONE], [HALVES], {"num_bits": 1, "narrow_range": False}))
