"""Running sums and products that overflow on the way: what is added up one after the other, as TensorFlow's kernels do."""

import numpy as np
import pytest
from lowered_case import computed, computed_on
from tensorflow_values import Case
from tfir.ods.inference import evaluate

NAN, INFINITY = float("nan"), float("inf")


def forms(op, element, numbers, **attributes):
    """What an op of TensorFlow, its lowering and the lowering on processors give of the numbers along each axis."""
    count = len(numbers)
    for shape, axis in (([count], 0), ([1, count], 1), ([count, 1], 0)):
        operands = [[element, shape, numbers], ["i32", [], [axis]]]
        case = Case(0, {"op": op, "operands": operands, "attributes": attributes, "results": [[element, shape, [0] * count]]})
        yield evaluate(case.op, case.definition, case.operands)[0].ravel()
        yield computed(case)[0].ravel()
        if axis == 1:
            yield computed_on(case, "cpu")[0].ravel()


@pytest.mark.parametrize(
    ("op", "element", "numbers", "attributes", "expected"),
    [
        ("Cumsum", "f32", [3e38, 3e38, -3e38, -3e38, 1], {}, [3e38, INFINITY, INFINITY, INFINITY, INFINITY]),
        ("Cumsum", "f32", [3e38, -3e38, 3e38, -3e38], {}, [3e38, 0, 3e38, 0]),
        ("Cumsum", "f32", [3e38, 3e38, -3e38, 1], {"reverse": True}, [3e38, 0, -3e38, 1]),
        ("Cumsum", "f32", [3e38, 3e38, -INFINITY, 1], {"exclusive": True}, [0, 3e38, INFINITY, NAN]),
        ("Cumsum", "f64", [1e308, 1e308, -1e308], {}, [1e308, INFINITY, INFINITY]),
        ("Cumsum", "f16", [60000, 60000, -60000], {}, [60000, INFINITY, INFINITY]),
        ("Cumsum", "f32", [-INFINITY, 1, INFINITY, 1], {}, [-INFINITY, -INFINITY, NAN, NAN]),
        ("Cumprod", "f32", [1e30, 1e30, 1e-30, 0], {}, [1e30, INFINITY, INFINITY, NAN]),
        ("Cumprod", "f32", [0, 1e30, 1e30], {}, [0, 0, 0]),
        ("Cumprod", "f64", [1e200, -1e200, 1e-200], {"exclusive": True}, [1, 1e200, -INFINITY]),
        ("Cumprod", "f32", [1e30, 1e30, 0], {"reverse": True}, [0, 0, 0]),
    ],
)
def test_the_order_of_terms_decides_what_overflows(op, element, numbers, attributes, expected):
    for result in forms(op, element, numbers, **attributes):
        np.testing.assert_allclose(result.astype(np.float64), expected, rtol=1e-3 if element == "f16" else 1e-6)


def test_of_long_rows_too():
    numbers = [1.0] * 40 + [3e38, 3e38, -3e38] + [1.0] * 57
    for result in forms("Cumsum", "f32", numbers):
        np.testing.assert_array_equal(np.isinf(result), [False] * 41 + [True] * 59)
