"""Lowerings that combine whole numbers along an axis, on all pairs of numbers of 8 bits, wraparound included. More than two are combined
by the same region, one after another, so that pairs tell of any number of them."""

import numpy as np
import pytest
from tfir.dialects import dialect, lookup
from tfir.execution.program import Program
from tfir.ir.location import Source
from tfir.text.parser import parse

from tfopt.tf_to_stablehlo.tf_to_stablehlo import tf_to_stablehlo

PAIRS = {
    "i8": np.stack(np.meshgrid(*[np.arange(-128, 128)] * 2), -1).reshape(-1, 2),
    "ui8": np.stack(np.meshgrid(*[np.arange(256)] * 2), -1).reshape(-1, 2),
}
DTYPES = {"i8": np.int8, "ui8": np.uint8, "i1": np.bool_}


def lowered(op: str, element: str, count: int, result: str, attributes: str):
    text = f"""
        func.func @main(%x: tensor<{count}x2x{element}>) -> tensor<{result}> {{
          %axis = "tf.Const"() {{value = dense<1> : tensor<i32>}} : () -> tensor<i32>
          %0 = "tf.{op}"(%x, %axis) {{{attributes}}} : (tensor<{count}x2x{element}>, tensor<i32>) -> tensor<{result}>
          return %0 : tensor<{result}>
        }}"""
    module = parse(Source("test", text), lookup, dialect)
    tf_to_stablehlo(module)
    return Program(module)


REDUCTIONS = {"Sum": lambda x: x.sum(1), "Prod": lambda x: x.prod(1), "Max": lambda x: x.max(1), "Min": lambda x: x.min(1)}


@pytest.mark.parametrize("element", PAIRS)
@pytest.mark.parametrize("op", REDUCTIONS)
def test_reductions(op, element):
    pairs = PAIRS[element]
    program = lowered(op, element, len(pairs), f"{len(pairs)}x{element}", "keep_dims = false")
    (actual,) = program.run({"arg0": pairs.astype(DTYPES[element])}).values()
    np.testing.assert_array_equal(actual, REDUCTIONS[op](pairs).astype(DTYPES[element]))  # computed in 64 bits, then cut to 8


@pytest.mark.parametrize("op, expected", [("All", [0, 0, 0, 1]), ("Any", [0, 1, 1, 1])])
def test_truth_values(op, expected):
    program = lowered(op, "i1", 4, "4xi1", "keep_dims = false")
    (actual,) = program.run({"arg0": np.array([[0, 0], [0, 1], [1, 0], [1, 1]], bool)}).values()
    assert actual.tolist() == [bool(each) for each in expected]


@pytest.mark.parametrize("element", PAIRS)
@pytest.mark.parametrize("op, expected", [("ArgMax", lambda x: x[:, 1] > x[:, 0]), ("ArgMin", lambda x: x[:, 1] < x[:, 0])])
def test_places_of_extremes(op, expected, element):
    """Of equal numbers the first."""
    pairs = PAIRS[element]
    (actual,) = lowered(op, element, len(pairs), f"{len(pairs)}xi64", "").run({"arg0": pairs.astype(DTYPES[element])}).values()
    np.testing.assert_array_equal(actual, expected(pairs).astype(np.int64))


@pytest.mark.parametrize("element", PAIRS)
@pytest.mark.parametrize("reverse", [False, True])
@pytest.mark.parametrize("exclusive", [False, True])
@pytest.mark.parametrize("op, combine, neutral", [("Cumsum", np.add, 0), ("Cumprod", np.multiply, 1)])
def test_running_totals(op, combine, neutral, exclusive, reverse, element):
    pairs = PAIRS[element]
    first, second = pairs[:, ::-1].T if reverse else pairs.T
    columns = [np.full_like(first, neutral), first] if exclusive else [first, combine(first, second)]
    expected = np.stack(columns[::-1] if reverse else columns, 1).astype(DTYPES[element])
    attributes = f"exclusive = {str(exclusive).lower()}, reverse = {str(reverse).lower()}"
    (actual,) = (
        lowered(op, element, len(pairs), f"{len(pairs)}x2x{element}", attributes).run({"arg0": pairs.astype(DTYPES[element])}).values()
    )
    np.testing.assert_array_equal(actual, expected)
