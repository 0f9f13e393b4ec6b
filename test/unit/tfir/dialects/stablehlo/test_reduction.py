"""Many numbers to few: values from the StableHLO specification and arithmetic on paper."""

import numpy as np
import pytest
from tfir.dialects.stablehlo.inference.window import Window
from tfir.dialects.stablehlo.reduction import reduced_by, reducing
from tfir.dialects.stablehlo.window import separately


def reduction(body: str, element: str, values: str, shape: str, initial: str, dimensions: str, result: str) -> str:
    return f"""
      %x = stablehlo.constant dense<{values}> : tensor<{shape}x{element}>
      %i = stablehlo.constant dense<{initial}> : tensor<{element}>
      %y = stablehlo.reduce(%x init: %i) applies stablehlo.{body} across dimensions = {dimensions} :
        (tensor<{shape}x{element}>, tensor<{element}>) -> tensor<{result}{element}>
    """


CASES = [
    ("add", "i64", "[[0, 1, 2, 3, 4, 5]]", "1x6", "0", "[1]", "1x", [15]),
    ("add", "i8", "[100, 100]", "2", "0", "[0]", "", -56),
    ("add", "f32", "[[1.0, 2.0], [3.0, 4.0]]", "2x2", "10.0", "[0]", "2x", [14.0, 16.0]),
    ("add", "f32", "[[1.0, 2.0], [3.0, 4.0]]", "2x2", "0.0", "[0, 1]", "", 10.0),
    ("add", "f32", "[[1.0, 2.0], [3.0, 4.0]]", "2x2", "0.0", "[]", "2x2x", [[1.0, 2.0], [3.0, 4.0]]),
    ("add", "bf16", "[256.0, 1.0, 1.0]", "3", "0.0", "[0]", "", 258.0),
    ("add", "f32", "[[], []]", "2x0", "3.0", "[1]", "2x", [3.0, 3.0]),
    ("multiply", "i32", "[2, 3, 4]", "3", "1", "[0]", "", 24),
    ("maximum", "f32", "[1.0, 0x7FC00000, 3.0]", "3", "0xFF800000", "[0]", "", np.nan),
    ("maximum", "f32", "[-1.0, -2.0]", "2", "0.0", "[0]", "", 0.0),
    ("minimum", "i32", "[[3, -4], [5, 6]]", "2x2", "2147483647", "[1]", "2x", [-4, 5]),
    ("and", "i1", "[true, false]", "2", "true", "[0]", "", False),
    ("or", "i1", "[true, false]", "2", "false", "[0]", "", True),
    ("or", "i32", "[1, 6]", "2", "8", "[0]", "", 15),
]


@pytest.mark.parametrize("body, element, values, shape, initial, dimensions, result, expected", CASES)
def test_reduce(compute, same, body, element, values, shape, initial, dimensions, result, expected):
    if "[[]" in values:
        values = ""
    same(compute(reduction(body, element, values, shape, initial, dimensions, result)), expected)


def test_reduce_of_two_operands_keeps_order(compute):
    """The position of the greatest number; of equal ones the first."""
    values, positions = compute("""
      %x = stablehlo.constant dense<[[3, 7, 7], [9, 1, 9]]> : tensor<2x3xi32>
      %p = stablehlo.iota dim = 1 : tensor<2x3xi32>
      %low = stablehlo.constant dense<-2147483648> : tensor<i32>
      %zero = stablehlo.constant dense<0> : tensor<i32>
      %y:2 = stablehlo.reduce(%x init: %low), (%p init: %zero) across dimensions = [1] :
        (tensor<2x3xi32>, tensor<2x3xi32>, tensor<i32>, tensor<i32>) -> (tensor<2xi32>, tensor<2xi32>)
        reducer(%a: tensor<i32>, %b: tensor<i32>) (%pa: tensor<i32>, %pb: tensor<i32>) {
          %keep = stablehlo.compare GE, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
          %v = stablehlo.select %keep, %a, %b : tensor<i1>, tensor<i32>
          %q = stablehlo.select %keep, %pa, %pb : tensor<i1>, tensor<i32>
          stablehlo.return %v, %q : tensor<i32>, tensor<i32>
        }
    """)
    assert values.tolist() == [7, 9]
    assert positions.tolist() == [1, 0]


def test_reduce_with_a_body_that_captures(compute):
    """The body is max(a, b) of what is below a limit from outside."""
    assert compute("""
      %x = stablehlo.constant dense<[3, 7, 5]> : tensor<3xi32>
      %i = stablehlo.constant dense<0> : tensor<i32>
      %limit = stablehlo.constant dense<6> : tensor<i32>
      %y = "stablehlo.reduce"(%x, %i) <{dimensions = array<i64: 0>}> ({
      ^bb0(%a: tensor<i32>, %b: tensor<i32>):
        %m = stablehlo.maximum %a, %b : tensor<i32>
        %r = stablehlo.minimum %m, %limit : tensor<i32>
        stablehlo.return %r : tensor<i32>
      }) : (tensor<3xi32>, tensor<i32>) -> tensor<i32>
    """) == 6  # fmt: skip


def test_a_sum_over_leading_axes_is_a_sum(compute):
    """Large enough that the sum is left to a matrix product."""
    result = compute("""
      %x = stablehlo.iota dim = 1 : tensor<1x32x3x20xf32>
      %i = stablehlo.constant dense<0.0> : tensor<f32>
      %y = stablehlo.reduce(%x init: %i) applies stablehlo.add across dimensions = [1, 2] :
        (tensor<1x32x3x20xf32>, tensor<f32>) -> tensor<1x20xf32>
    """)
    assert result.tolist() == [[3.0 * 31 * 32 / 2] * 20]


def test_map(compute):
    assert compute("""
      %a = stablehlo.constant dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>
      %b = stablehlo.constant dense<[[4, 5], [6, 7]]> : tensor<2x2xi64>
      %y = "stablehlo.map"(%a, %b) ({
        ^bb0(%p: tensor<i64>, %q: tensor<i64>):
          %0 = stablehlo.multiply %p, %q : tensor<i64>
          stablehlo.return %0 : tensor<i64>
      }) {dimensions = array<i64: 0, 1>} : (tensor<2x2xi64>, tensor<2x2xi64>) -> tensor<2x2xi64>
    """).tolist() == [[0, 5], [12, 21]]  # fmt: skip


BATCH = """
  %x = stablehlo.constant dense<[[[1.0, 2.0], [3.0, 4.0]], [[3.0, 4.0], [1.0, 2.0]]]> : tensor<2x2x2xf64>
  %one = stablehlo.constant dense<1.0> : tensor<2xf64>
  %mean = stablehlo.constant dense<[2.0, 3.0]> : tensor<2xf64>
"""


def test_batch_norm_inference(compute):
    assert compute(BATCH + """
      %y = "stablehlo.batch_norm_inference"(%x, %one, %one, %mean, %one) {epsilon = 0.0 : f32, feature_index = 2 : i64} :
        (tensor<2x2x2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>) -> tensor<2x2x2xf64>
    """).tolist() == [[[0, 0], [2, 2]], [[2, 2], [0, 0]]]  # fmt: skip


def test_batch_norm_training(compute):
    output, mean, variance = compute(
        BATCH
        + """
      %y:3 = "stablehlo.batch_norm_training"(%x, %one, %one) {epsilon = 0.0 : f32, feature_index = 2 : i64} :
        (tensor<2x2x2xf64>, tensor<2xf64>, tensor<2xf64>) -> (tensor<2x2x2xf64>, tensor<2xf64>, tensor<2xf64>)
    """
    )
    assert output.tolist() == [[[0, 0], [2, 2]], [[2, 2], [0, 0]]]
    assert mean.tolist() == [2, 3]
    assert variance.tolist() == [1, 1]


def test_batch_norm_grad(compute):
    operand, scale, offset = compute(
        BATCH
        + """
      %g = stablehlo.constant dense<0.1> : tensor<2x2x2xf64>
      %y:3 = "stablehlo.batch_norm_grad"(%x, %one, %mean, %one, %g) {epsilon = 0.0 : f32, feature_index = 2 : i64} :
        (tensor<2x2x2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2x2x2xf64>)
        -> (tensor<2x2x2xf64>, tensor<2xf64>, tensor<2xf64>)
    """
    )
    np.testing.assert_allclose(operand, np.zeros((2, 2, 2)), atol=1e-15)
    np.testing.assert_allclose(scale, [0, 0], atol=1e-15)
    np.testing.assert_allclose(offset, [0.4, 0.4])


@pytest.mark.parametrize(
    ("sizes", "axes"), [((9, 40), (1,)), ((3, 4, 40), (2,)), ((9, 5, 8), (1, 2)), ((9, 5000), (1,)), ((9, 40), (0,)), ((3, 40, 9), (1,))]
)
def test_sums_along_rows(sizes, axes):
    """Whichever way is taken: each sum within what is said of sums, of numbers that cancel; infinities stay, and zeros are +0."""
    x = np.random.default_rng(1).standard_normal(sizes, np.float32)
    rest = [axis for axis in range(len(sizes)) if axis not in axes]
    x[(0,) * len(sizes)] = np.inf
    moved = x.transpose(*rest, *axes).reshape(*[sizes[axis] for axis in rest], -1)
    moved = np.array(moved)
    actual = reduced_by(np.add, x, np.zeros((), np.float32), axes)
    exact, terms = moved.sum(-1, dtype=np.float64), np.abs(moved).sum(-1, dtype=np.float64)
    finite = np.isfinite(exact)
    assert actual.shape == exact.shape
    assert np.isposinf(actual[~finite]).all() and (~finite).sum() == 1
    errors, unit = np.abs(actual[finite] - exact[finite]), np.spacing(terms[finite].astype(np.float32))
    assert (errors <= (np.sqrt(moved.shape[-1]) + 4) * unit).all()
    assert reducing(np.add, sizes, np.zeros((), np.float32), axes)(x).tobytes() == actual.tobytes()


ROWS = [[0.0, -0.0, -1.0], [-0.0, 0.0, -1.0], [-0.0, -0.0, -1.0], [0.0, -0.0, 1.0], [-0.0, 0.0, 1.0], [0.0, 0.0, 1.0], [-1.0, -2.0, -3.0]]


@pytest.mark.parametrize("ufunc, initial, expected", [
    (np.maximum, -np.inf, [0.0, 0.0, -0.0, 1.0, 1.0, 1.0, -1.0]),
    (np.maximum, -0.0, [0.0, 0.0, -0.0, 1.0, 1.0, 1.0, -0.0]),
    (np.maximum, 0.0, [0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 0.0]),
    (np.minimum, np.inf, [-1.0, -1.0, -1.0, -0.0, -0.0, 0.0, -3.0]),
    (np.minimum, 0.0, [-1.0, -1.0, -1.0, -0.0, -0.0, 0.0, -3.0]),
    (np.minimum, -0.0, [-1.0, -1.0, -1.0, -0.0, -0.0, -0.0, -3.0]),
])  # fmt: skip
@pytest.mark.parametrize("dtype", [np.float32, np.float64, np.float16])
def test_of_zeros_the_positive_one_is_the_larger(ufunc, initial, expected, dtype):
    """As of IEEE-754's maximum and minimum, which the specification names: along rows and columns, prepared or not, and of windows."""
    rows, first = np.array(ROWS, dtype), np.array(initial, dtype)
    window = Window([1, 3], [1, 1], [(0, 0), (0, 0)], [1, 1], [1, 1])
    results = [
        reduced_by(ufunc, rows, first, (1,)),
        reduced_by(ufunc, np.ascontiguousarray(rows.T), first, (0,)),
        separately(ufunc, rows, first, window, (len(rows), 1))[:, 0],
    ]
    prepared = reducing(ufunc, rows.shape, first, (1,))
    results += [] if prepared is None else [prepared(rows)]
    for result in results:
        assert result.dtype == dtype and result.tolist() == expected
        assert np.signbit(result).tolist() == np.signbit(expected).tolist()
