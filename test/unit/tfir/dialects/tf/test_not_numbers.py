"""What TensorFlow's kernels answer where there is no number: singular systems and boxes without corners. Expected values are TensorFlow 2.21's on a
CPU. XLA, and the lowering with it, has other numbers there."""

import numpy as np
import pytest
from tensorflow_values import Case
from tfir.ods.inference import evaluate

NAN, INFINITY = float("nan"), float("inf")


def answer(op: str, operands, results=(), **attributes) -> list:
    case = Case(0, {"op": op, "operands": operands, "attributes": attributes, "results": results})
    return evaluate(case.op, case.definition, case.operands)[0].tolist()


NEEDS_PIVOTS = [[1, 2, 0], [1, 1, 2], [0, 1, 1]]
REGULAR = [[1, 2, 0], [4, 5, 6], [0, 1, 1]]
SINGULAR = [[1, 1, 0], [1, 1, 0], [0, 1, 0]]


@pytest.mark.parametrize(
    ("matrix", "pivoting", "is_solved"),
    [(NEEDS_PIVOTS, True, True), (NEEDS_PIVOTS, False, False), (REGULAR, False, True), (SINGULAR, True, False)],
)
def test_systems_whose_pivots_are_zero(matrix, pivoting, is_solved):
    bands = [number for row in matrix for number in row]
    actual = answer("TridiagonalSolve", [["f64", [3, 3], bands], ["f64", [3, 1], [1, 2, 3]]], partial_pivoting=pivoting)
    whole = np.diag(matrix[1]) + np.diag(matrix[0][:2], 1) + np.diag(matrix[2][1:], -1)
    np.testing.assert_allclose(np.ravel(actual), np.linalg.solve(whole, [1, 2, 3]) if is_solved else [NAN] * 3)


def test_of_a_batch_only_the_singular_ones_have_no_solution():
    bands = ["f32", [2, 3, 2], [1, 1, 1, 1, 1, 1, 1, 0, 2, 4, 0, 0]]
    assert np.isnan(answer("TridiagonalSolve", [bands, ["f32", [2, 2, 1], [1, 2, 3, 4]]])).ravel().tolist() == [True, True, False, False]


@pytest.mark.parametrize(
    ("boxes", "expected"),
    [
        ([[0, 0, 1, 1], [0, NAN, 1, 1], [0, 0, 1, 0.9]], [0]),
        ([[0, 0, 1, 1], [NAN, 0, 1, 1], [0, 0, NAN, 0.9]], [0, 2]),
        ([[0, 0, 1, 1], [0, 5, 1, 6], [0, 0, 1, 0.9]], [0, 1]),
    ],
)
def test_boxes_with_corners_that_are_no_numbers(boxes, expected):
    corners = ["f32", [3, 4], [number for box in boxes for number in box]]
    limits = [["i32", [], [3]], ["f32", [], [0.5]], ["f32", [], [0]]]
    assert answer("NonMaxSuppressionV3", [corners, ["f32", [3], [0.9, 0.8, 0.7]], *limits]) == expected


@pytest.mark.parametrize("element", ["f32", "f64"])
@pytest.mark.parametrize(("op", "no_number", "of_numbers"), [("SegmentMax", -np.inf, 3), ("SegmentMin", np.inf, 2)])
def test_a_segment_forgets_nan_with_the_next_number_and_in_vectors_at_once(op, no_number, of_numbers, element):
    """Of nine columns the first eight make up vectors, the last is alone. A segment of one row is copied."""
    rows = np.array([[NAN] * 9, [1, NAN] + [1] * 6 + [NAN], [NAN] * 9, [NAN] * 9, [2] * 9, [3] * 8 + [NAN]])
    ids = ["i32", [6], [0, 0, 1, 2, 2, 2]]
    expected = [[1, no_number] + [1] * 6 + [NAN], [NAN] * 9, [of_numbers] * 8 + [NAN]]
    np.testing.assert_array_equal(answer(op, [[element, [6, 9], rows.ravel().tolist()], ids]), expected)
    np.testing.assert_array_equal(answer(op, [[element, [6], [NAN, 1, NAN, 2, NAN, 3]], ids]), [1, NAN, 3])
    np.testing.assert_array_equal(answer(op, [[element, [6], [1, NAN, NAN, 2, 3, NAN]], ids]), [NAN, NAN, NAN])


@pytest.mark.parametrize(
    ("operand", "expected"),
    [
        ([INFINITY, 0], [NAN, NAN]),
        ([INFINITY, 2], [NAN, INFINITY]),
        ([-INFINITY, 1], [-1, 0]),
        ([-INFINITY, -2], [-1, -0.0]),
        ([-INFINITY, INFINITY], [NAN, NAN]),
        ([1, INFINITY], [NAN, NAN]),
        ([1000, 2], [NAN, INFINITY]),
        ([0.25, -0.5], [0.12683831470918153, -0.6155945769770066]),
    ],
)
def test_exponentials_of_complex_infinities(operand, expected):
    actual = answer("Expm1", [["c128", [], [operand]]])
    np.testing.assert_allclose([actual.real, actual.imag], expected, rtol=1e-15)


@pytest.mark.parametrize(("operand", "expected"), [([-4, -0.0], -0.5j), ([-4, 0.0], -0.5j), ([0, -3], 0.40824829046386296 * (1 + 1j))])
def test_reciprocals_of_roots_below_zero(operand, expected):
    """Though the root of -4 - 0i is -2i, where it is one of a vector."""
    np.testing.assert_allclose(answer("Rsqrt", [["c128", [], [operand]]]), expected, rtol=1e-15)


@pytest.mark.parametrize(("element", "last", "beyond"), [("f32", 8.5e37, 8.6e37), ("f64", 4.4e307, 4.6e307)])
def test_integrals_of_what_has_no_reciprocal(element, last, beyond):
    assert answer("Expint", [[element, [1], [last]]]) == [INFINITY]
    np.testing.assert_equal(answer("Expint", [[element, [2], [beyond, INFINITY]]]), [NAN, NAN])


@pytest.mark.parametrize(
    ("matrix", "expected"),
    [([1, 2, 2, 4], [NAN] * 4), ([0, 1, 0, 0], [NAN] * 4), ([0, 0, 0, 0], [NAN] * 4), ([1, 0, 0, 1e-6], [0, 0, 0, -13.815510749816895])],
)
def test_logarithms_of_singular_matrices(matrix, expected):
    actual = np.ravel(answer("MatrixLogarithm", [["c64", [2, 2], [[number, 0] for number in matrix]]]))
    np.testing.assert_allclose(actual.real, expected, rtol=1e-6)
    np.testing.assert_allclose(actual.imag, np.array(expected) * 0, atol=1e-6)


@pytest.mark.parametrize("attributes", [{}, {"full_matrices": True}, {"compute_uv": False}])
def test_of_a_batch_only_the_finite_ones_have_singular_values(attributes):
    matrices = ["f32", [3, 2, 3], [NAN, 1, 2, 3, 4, 5, 1, 2, 3, 4, 5, 7, 1, 2, INFINITY, 4, 5, 7]]
    none, expected = [NAN] * 2, [10.181472778320312, 0.581063449382782]
    np.testing.assert_allclose(answer("Svd", [matrices], **attributes), [none, expected, none], rtol=1e-6)


def test_zeta_of_negative_numbers_in_single_precision():
    """Where ten terms do not reach the positive numbers TensorFlow's is not the sum; in double precision it is."""
    x, q = [2, 2, 3, 4, 5, 2, 3, 7], [-0.5, -7.25, -3.75, -10.5, -9.5, -30.5, -100.25, -2.25]
    expected = [
        8.934802055358887,
        19.550384521484375,
        62.039859771728516,
        145.58822631835938,
        -1.6760049015717888e16,
        -0.03225526586174965,
        4.9257141654379666e-05,
        -16376.701171875,
    ]
    np.testing.assert_allclose(answer("Zeta", [["f32", [8], x], ["f32", [8], q]]), expected, rtol=1e-6)
    np.testing.assert_allclose(answer("Zeta", [["f64", [1], [4]], ["f64", [1], [-10.3]]]), [128.16988890406648], rtol=1e-14)
    n, x, expected = [1, 1, 2, 1, 3], [-20.5, -5.25, -45.625, -9.75, -12.5], [
        -0.04761005938053131, 19.56572914123535, -0.0004699765704572201, 110632104.0, -0.0009075932903215289,
    ]  # fmt: skip
    np.testing.assert_allclose(answer("Polygamma", [["f32", [5], n], ["f32", [5], x]]), expected, rtol=1e-6)


def test_an_infinity_does_not_leave_the_band():
    """A zero on the diagonal of the second matrix is not refused; rows of a diagonal matrix know nothing of each other."""
    bands, right = ["f32", [2, 1, 3], [0.375, -0.5, 0.625, 0.5, -0.0, 0.5]], ["f32", [2, 3, 1], [1, 2, 3, 4, 5, 6]]
    actual = answer("BandedTriangularSolve", [bands, right], lower=False, adjoint=False)
    np.testing.assert_allclose(np.ravel(actual), [2.6666667, -4, 4.8, 8, -INFINITY, 12], rtol=1e-6)


def test_the_truth_of_a_complex_number_is_that_of_its_real_part():
    numbers = ["c64", [3], [[0, 1], [0, 0], [1, 0]]]
    assert answer("Cast", [numbers], results=[["bool", [3], [False, False, True]]]) == [False, False, True]


@pytest.mark.parametrize(
    ("numbers", "exclusive", "reverse", "expected"),
    [
        ([NAN, -INFINITY, 1], False, False, [-INFINITY, -INFINITY, 1]),
        ([NAN, -INFINITY, 1], False, True, [1 + np.log(2), 1, 1]),
        ([-INFINITY, NAN, INFINITY, 1], True, False, [-INFINITY, -INFINITY, -INFINITY, INFINITY]),
        ([INFINITY, INFINITY], False, False, [INFINITY, NAN]),
        ([INFINITY, -INFINITY, 1], False, False, [INFINITY] * 3),
        ([0, -INFINITY, 0], False, False, [0, 0, np.log(2)]),
    ],
)
def test_logarithms_of_sums_lose_nan_that_comes_second(numbers, exclusive, reverse, expected):
    for shape, axis in (([len(numbers)], 0), ([1, len(numbers)], 1)):
        operands = [["f64", shape, numbers], ["i32", [], [axis]]]
        actual = answer("CumulativeLogsumexp", operands, exclusive=exclusive, reverse=reverse)
        np.testing.assert_allclose(np.ravel(actual), expected, rtol=1e-15)


@pytest.mark.parametrize(
    ("element", "lowest"),
    [("f32", np.finfo(np.float32).min), ("f64", np.finfo(np.float64).min), ("f16", -65504.0), ("bf16", -3.3895313892515355e38)],
)
def test_windows_of_images_pass_over_nan(element, lowest):
    """They begin with the lowest finite number, as many channels as there are; windows of three dimensions do otherwise."""
    attributes = {"ksize": [1, 1, 3, 1], "strides": [1] * 4, "padding": "VALID"}
    rows = [[1, NAN, 2], [NAN] * 3, [NAN, -1, -2], [-INFINITY] * 3, [INFINITY, NAN, 0]]
    for channels in (1, 9):
        numbers = np.repeat(np.array(rows)[:, None, :, None], channels, 3).ravel().tolist()
        actual = answer("MaxPool", [[element, [5, 1, 3, channels], numbers]], **attributes)
        assert np.array(actual)[:, 0, 0].tolist() == [[each] * channels for each in (2, lowest, -1, lowest, INFINITY)]


@pytest.mark.parametrize(("element", "expected"), [("c64", 0), ("c128", 0), ("f32", NAN), ("i32", 0)])
def test_means_of_nothing(element, expected):
    actual = answer("Mean", [[element, [0, 2], []], ["i32", [1], [0]]])
    np.testing.assert_array_equal(actual, [expected] * 2)


@pytest.mark.parametrize(
    ("op", "column", "expected"),
    [
        ("UnsortedSegmentMax", [5, NAN, 1], 1),  # a NaN is forgotten with what was before it
        ("UnsortedSegmentMax", [NAN, 5, 1], 5),
        ("UnsortedSegmentMin", [1, NAN, 5, 2], 2),
        ("UnsortedSegmentMin", [5, 1, NAN], NAN),
        ("UnsortedSegmentMax", [NAN], NAN),
    ],
)
def test_what_nan_leaves_of_a_segment(op, column, expected):
    operands = [["f32", [len(column)], column], ["i32", [len(column)], [0] * len(column)], ["i32", [], [1]]]
    np.testing.assert_array_equal(answer(op, operands), [expected])
