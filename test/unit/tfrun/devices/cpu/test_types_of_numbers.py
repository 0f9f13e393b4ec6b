"""Products, windows of each channel, sums and extremes of numbers of all types, on this machine's processor, against whole numbers and doubles."""

import numpy as np
import pytest
from processor_programs import TARGETS, dtype, run_by, typed

pytest.importorskip("llvmlite")

FLOATS, WHOLE = ("f16", "bf16", "f8E4M3FN"), ("i8", "ui8", "i16", "i32", "i64", "i4")


def tiles(element: str, target: str) -> str:
    """The schedule of products: bytes are added up in pairs (VPMADDWD) where vectors have 256 bits."""
    return "dot_tile" if element in ("i8", "ui8") and target == "x86-64-v3" else "register_tile"


def product(x, y, element: str, result: str, target: str, expect: str = ""):
    types = typed(x.shape, element), typed(y.shape, element), typed((x.shape[0], y.shape[1]), result)
    body = f"%r = stablehlo.dot_general %0, %1, contracting_dims = [1] x [0] : ({types[0]}, {types[1]}) -> {types[2]}"
    return run_by(expect or tiles(element, target), [x, y], [element, element], body, types[2], target)


def drawn(random, shape, element: str) -> np.ndarray:
    """Numbers that are exact in every type, and whose products and sums of few are exact in those of eight bits too."""
    least = 0 if element.startswith("ui") else -2
    return random.integers(least, 3, shape).astype(dtype(element))


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("element", [*FLOATS, *WHOLE])
def test_products_are_exact_where_their_sums_are(element, target):
    random = np.random.default_rng(len(element))
    x, y = drawn(random, (13, 3), element), drawn(random, (3, 37), element)
    expected = x.astype("i8") @ y.astype("i8")
    if element == "i4":
        expected = (expected + 8) % 16 - 8
    np.testing.assert_array_equal(product(x, y, element, element, target).astype("i8"), expected)


@pytest.mark.parametrize("target", TARGETS)
def test_products_of_bytes_wrap_around_only_in_bytes(target):
    x, y = np.full((9, 300), -128, "i1"), np.full((300, 40), 127, "i1")
    np.testing.assert_array_equal(product(x, y, "i8", "i32", target), np.full((9, 40), 300 * -128 * 127))
    np.testing.assert_array_equal(product(x, y, "i8", "i8", target), np.full((9, 40), (300 * -128 * 127 + 128) % 256 - 128))


@pytest.mark.parametrize("target", TARGETS)
def test_unsigned_bytes_have_no_sign(target):
    x, y = np.full((9, 20), 255, "u1"), np.full((20, 40), 254, "u1")
    np.testing.assert_array_equal(product(x, y, "ui8", "ui32", target), np.full((9, 40), 20 * 255 * 254))


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("element", ["f16", "bf16"])
def test_sums_of_floats_are_rounded_once(element, target):
    """2048 ones after a 2048, which f16 and bf16 would stay at if each sum were rounded."""
    x = np.ones((8, 2049), dtype(element))
    y = np.ones((2049, 32), dtype(element))
    y[0] = 2048
    np.testing.assert_array_equal(product(x, y, element, element, target).astype("f4"), np.full((8, 32), 4096))


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("element", ["f16", "bf16"])
def test_what_is_no_number_stays_so(element, target):
    x, y = np.ones((4, 5), dtype(element)), np.ones((5, 32), dtype(element))
    x[0, 1], x[1, 2], y[3, 0] = np.nan, np.inf, -np.inf
    with np.errstate(invalid="ignore"):
        expected = x.astype("f8") @ y.astype("f8")
    np.testing.assert_array_equal(product(x, y, element, element, target).astype("f8"), expected)


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize(
    "element, result", [("f16", "f16"), ("bf16", "f32"), ("i8", "i32"), ("ui8", "ui32"), ("f64", "f64"), ("i64", "i64")]
)
def test_products_of_few_columns(element, result, target):
    random = np.random.default_rng(5)
    x, y = drawn(random, (11, 37), element), drawn(random, (3, 37), element)
    types = typed(x.shape, element), typed(y.shape, element), typed((11, 3), result)
    body = f"%r = stablehlo.dot_general %0, %1, contracting_dims = [1] x [1] : ({types[0]}, {types[1]}) -> {types[2]}"
    got = run_by("inner_product", [x, y], [element, element], body, types[2], target)
    np.testing.assert_array_equal(got.astype("i8"), x.astype("i8") @ y.astype("i8").T)


def test_truth_values_are_multiplied_one_by_one():
    """A product of them is `and`, a sum `or`, which have no tiles."""
    random = np.random.default_rng(0)
    x, y = random.integers(0, 2, (5, 3)).astype(bool), random.integers(0, 2, (3, 32)).astype(bool)
    np.testing.assert_array_equal(product(x, y, "i1", "i1", "x86-64-v3", "elementwise"), x @ y)


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("element, result", [("f16", "f16"), ("bf16", "f32"), ("i8", "i32"), ("f64", "f64")])
def test_windows_of_each_channel(element, result, target):
    random = np.random.default_rng(7)
    x, w = drawn(random, (2, 9, 11, 48), element), drawn(random, (3, 3, 1, 48), element)
    padded = np.pad(x.astype("i8"), ((0, 0), (1, 1), (1, 1), (0, 0)))
    expected = sum(padded[:, i : i + 9, j : j + 11] * w[i, j, 0].astype("i8") for i, j in np.ndindex(3, 3))
    body = (
        "%r = stablehlo.convolution(%0, %1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} "
        f"{{batch_group_count = 1 : i64, feature_group_count = 48 : i64}} : ({typed(x.shape, element)}, {typed(w.shape, element)}) -> {typed(x.shape, result)}"
    )
    got = run_by("depthwise", [x, w], [element, element], body, typed(x.shape, result), target)
    np.testing.assert_array_equal(got.astype("i8"), expected)


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("element, result", [("bf16", "f32"), ("i8", "i32")])
def test_windows_with_padding(element, result, target):
    random = np.random.default_rng(8)
    x, w = drawn(random, (1, 9, 11, 5), element), drawn(random, (3, 3, 5, 33), element)
    padded = np.pad(x.astype("i8"), ((0, 0), (1, 1), (1, 1), (0, 0)))
    expected = sum(padded[:, i : i + 9, j : j + 11] @ w[i, j].astype("i8") for i, j in np.ndindex(3, 3))
    body = (
        "%r = stablehlo.convolution(%0, %1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} "
        f"{{batch_group_count = 1 : i64, feature_group_count = 1 : i64}} : ({typed(x.shape, element)}, {typed(w.shape, element)}) -> {typed(expected.shape, result)}"
    )
    got = run_by(tiles(element, target), [x, w], [element, element], body, typed(expected.shape, result), target)
    np.testing.assert_array_equal(got.astype("i8"), expected)


def reduction(x, element: str, operation: str, start: str, target: str, expect: str):
    body = f"""%z = stablehlo.constant dense<{start}> : tensor<{element}>
      %r = stablehlo.reduce(%0 init: %z) applies stablehlo.{operation} across dimensions = [1] : ({typed(x.shape, element)}, tensor<{element}>) -> {typed(x.shape[:1], element)}"""
    return run_by(expect, [x], [element], body, typed(x.shape[:1], element), target)


@pytest.mark.parametrize("target", TARGETS)
def test_rows_of_bytes(target):
    x = np.random.default_rng(9).integers(-128, 128, (5, 1000)).astype("i1")
    added = (x.astype("i8").sum(1) + 1 + 128) % 256 - 128
    np.testing.assert_array_equal(reduction(x, "i8", "add", "1", target, "vector_reduction"), added)
    np.testing.assert_array_equal(reduction(x, "i8", "minimum", "127", target, "vector_reduction"), x.min(1))
    unsigned = x.view("u1")
    np.testing.assert_array_equal(reduction(unsigned, "ui8", "maximum", "3", target, "vector_reduction"), unsigned.max(1))
    np.testing.assert_array_equal(reduction(x, "i8", "and", "-1", target, "vector_reduction"), np.bitwise_and.reduce(x, 1))


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("element", ["f16", "bf16"])
def test_rows_of_floats(element, target):
    x = np.ones((3, 4099), dtype(element))
    x[:, 0] = 1024
    x[1, 4098], x[2, 5] = np.nan, np.inf
    sums = np.array([1024 + 4098, np.nan, np.inf]).astype(dtype(element)).astype("f4")
    np.testing.assert_array_equal(reduction(x, element, "add", "0.0", target, "vector_reduction").astype("f4"), sums)
    expected = np.array([1024, np.nan, np.inf])
    got = reduction(x, element, "maximum", f"0x{'FC00' if element == 'f16' else 'FF80'}", target, "vector_reduction")
    np.testing.assert_array_equal(got.astype("f4"), expected)


def test_products_of_halves_are_not_taken_by_vectors():
    """A product rounded at each step is not one that is rounded once."""
    x = np.full((2, 40), 1.5, "f2")
    got = reduction(x, "f16", "multiply", "1.0", "x86-64-v3", "elementwise")
    np.testing.assert_array_equal(np.isinf(got), [True, True])


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("element", ["f16", "bf16", "f32", "f64"])
@pytest.mark.parametrize("operation", ["maximum", "minimum"])
def test_the_larger_of_all_pairs(operation, element, target):
    """IEEE 754-2019, maximum and minimum: a NaN on either side is the answer, and +0 is larger than -0."""
    values = np.array([np.nan, np.inf, 1.5, 1e-3, 0.0, -0.0, -1e-3, -2.0, -np.inf, -np.nan], dtype(element))
    x, y = (each.reshape(-1) for each in np.meshgrid(values, values))
    kind = typed(x.shape, element)
    got = run_by("sweep", [x, y], [element, element], f"%r = stablehlo.{operation} %0, %1 : {kind}", kind, target).astype("f8")
    a, b = x.astype("f8"), y.astype("f8")
    expected = np.maximum(a, b) if operation == "maximum" else np.minimum(a, b)
    zeros = (a == 0) & (b == 0)
    both, either = np.signbit(a) & np.signbit(b), np.signbit(a) | np.signbit(b)
    expected[zeros] = np.where(both if operation == "maximum" else either, -0.0, 0.0)[zeros]
    np.testing.assert_array_equal(got, expected)
    is_number = ~np.isnan(expected)
    np.testing.assert_array_equal(np.signbit(got)[is_number], np.signbit(expected)[is_number])


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("element", [*FLOATS, *WHOLE, "f64", "ui64"])
def test_transposes_in_tiles(element, target):
    x = drawn(np.random.default_rng(5), (3, 21, 37), element)
    types = typed(x.shape, element), typed((37, 3, 21), element)
    body = f"%r = stablehlo.transpose %0, dims = [2, 0, 1] : ({types[0]}) -> {types[1]}"
    values = run_by("transpose", [x], [element], body, types[1], target)
    np.testing.assert_array_equal(values.astype("f8"), x.transpose(2, 0, 1).astype("f8"))
