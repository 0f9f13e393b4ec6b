"""Pooling of windows that have NaN and infinities: TensorFlow 2.21's answers on a CPU, of volumes those for eight channels, which are a vector."""

from math import prod

import numpy as np
import pytest
from lowered_case import computed, computed_on
from tensorflow_values import Case
from tfir.ods.inference import evaluate

NAN, INFINITY = float("nan"), float("inf")
ROWS = [
    [NAN] * 4, [-INFINITY] * 4, [NAN, -INFINITY] * 2, [NAN, 1, 2, 3], [1, 2, 3, NAN], [-INFINITY, -5, NAN, -INFINITY], [INFINITY, NAN, 1, 1],
    [NAN, -1, -2, -3],
]  # fmt: skip
LOWEST = {"f32": np.finfo(np.float32).min, "f64": np.finfo(np.float64).min, "f16": -65504.0, "bf16": -3.3895313892515355e38}


def forms(case):
    """What an op of TensorFlow, its lowering and the lowering on processors give."""
    yield evaluate(case.op, case.definition, case.operands)[0]
    yield computed(case)[0]
    yield computed_on(case, "cpu")[0]


def case_of(op, element, operands, shape, **attributes):
    """An op whose operands and one result have an element type: (shape, numbers) each, and the shape of the result."""
    result = [element, shape, [0] * prod(shape)]
    operands = [[element, each, np.ravel(numbers).tolist()] for each, numbers in operands]
    return Case(0, {"op": op, "operands": operands, "attributes": attributes, "results": [result]})


@pytest.mark.parametrize("element", LOWEST)
@pytest.mark.parametrize(
    ("size", "padding", "expected"),
    [
        (4, "VALID", [["-"], ["-"], ["-"], [3], [3], [-5], [INFINITY], [-1]]),
        (2, "SAME", [
            ["-"] * 4, ["-"] * 4, ["-"] * 4, [1, 2, 3, 3], [2, 3, 3, "-"], [-5, -5, "-", "-"], [INFINITY, 1, 1, 1], [-1, -1, -2, -3],
        ]),
    ],
)  # fmt: skip
def test_images(element, size, padding, expected):
    how = {"ksize": [1, 1, size, 1], "strides": [1] * 4, "padding": padding}
    case = case_of("MaxPool", element, [([1, 8, 4, 1], ROWS)], [1, 8, len(expected[0]), 1], **how)
    wanted = [[LOWEST[element] if number == "-" else number for number in row] for row in expected]
    for result in forms(case):
        np.testing.assert_array_equal(result[0, :, :, 0].astype(np.float64), wanted)


@pytest.mark.parametrize("element", ["f32", "bf16"])
@pytest.mark.parametrize(
    ("size", "padding", "expected"),
    [
        (4, "VALID", [[-INFINITY]] * 3 + [[3], [3], [-5], [INFINITY], [-1]]),
        (3, "SAME", [["-", -INFINITY, -INFINITY, "-"]] * 3 + [
            [1, 2, 3, 3], [2, 3, 3, 3], [-5, -5, -5, "-"], [INFINITY, INFINITY, 1, 1], [-1, -1, -1, -2],
        ]),
    ],
)  # fmt: skip
def test_volumes(element, size, padding, expected):
    """Their kernel begins with -infinity, and pads with the lowest finite number."""
    how = {"ksize": [1, 1, 1, size, 1], "strides": [1] * 5, "padding": padding, "data_format": "NDHWC"}
    case = case_of("MaxPool3D", element, [([1, 1, 8, 4, 8], np.repeat(ROWS, 8))], [1, 1, 8, len(expected[0]), 8], **how)
    wanted = [[LOWEST[element] if number == "-" else number for number in row] for row in expected]
    for result in forms(case):
        np.testing.assert_array_equal(result[0, 0, :, :, 5].astype(np.float64), wanted)


@pytest.mark.parametrize("element", LOWEST)
def test_gradients(element):
    """A NaN that comes first keeps its place, and no other ever has one."""
    how = {"ksize": [1, 1, 4, 1], "strides": [1] * 4, "padding": "VALID"}
    gradient = [1, 8, 1, 1], range(1, 9)
    case = case_of("MaxPoolGrad", element, [([1, 8, 4, 1], ROWS), gradient, gradient], [1, 8, 4, 1], **how)
    places = [0, 0, 0, 0, 2, 1, 0, 0]
    for result in forms(case):
        np.testing.assert_array_equal(result[0, :, :, 0].astype(np.float64), np.eye(4)[places] * np.arange(1, 9)[:, None])
