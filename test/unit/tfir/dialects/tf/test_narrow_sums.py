"""Means of narrow numbers, whose sum and count TensorFlow rounds to the element's type. Expected values are TensorFlow 2.21's on a CPU."""

import numpy as np
import pytest
from tensorflow_values import Case
from tfir.ods.inference import evaluate


def mean(word: str, numbers: list) -> float:
    case = Case(0, {"op": "Mean", "operands": [[word, [len(numbers)], numbers], ["i32", [1], [0]]], "results": [[word, [], [0]]]})
    with np.errstate(all="ignore"):
        return float(evaluate(case.op, case.definition, case.operands)[0])


@pytest.mark.parametrize(
    ("word", "numbers", "expected"),
    [
        ("f16", [-32768] * 3, -np.inf),
        ("f16", [30000, 20000, 15000], 21664),  # a sum of 65000, which f16 has
        ("f16", [50] * 2000, np.inf),
        ("bf16", [50] * 2000, 50),  # 100000 becomes 99840, and the count 2000 becomes 2000
        ("f32", [3e38] * 3, np.inf),
        ("f16", [1e-4] * 70000, 0),  # the count is an infinity
    ],
)
def test_the_sum_has_the_type_of_its_terms(word, numbers, expected):
    assert mean(word, numbers) == expected
