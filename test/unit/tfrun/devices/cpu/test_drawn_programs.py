"""Contractions, windows and movements of drawn sizes on this machine's processor, by the schedules of several processors, against
NumPy in double precision."""

import re

import numpy as np
import pytest
from processor_programs import TARGETS, dtype, run_by, typed
from processor_programs import run as run_program

pytestmark = pytest.mark.sweep

pytest.importorskip("llvmlite")


def run(arguments, body: str, result, target: str, expect: str) -> np.ndarray:
    """Of f32 alone."""
    return run_by(expect, arguments, ["f32"] * len(arguments), body, typed(result), target)


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("seed", range(12))
def test_matrix_products(seed, target):
    random = np.random.default_rng(seed)
    batch, rows, depth, columns = [int(random.integers(1, most)) for most in (4, 40, 70, 90)]
    columns += 16
    x, y = (random.standard_normal(shape).astype("f4") for shape in ((batch, rows, depth), (batch, depth, columns)))
    shape = (batch, rows, columns)
    body = f"""%p = stablehlo.dot_general %0, %1, batching_dims = [0] x [0], contracting_dims = [2] x [1] : ({typed(x.shape)}, {typed(y.shape)}) -> {typed(shape)}
               %r = stablehlo.tanh %p : {typed(shape)}"""
    expected = np.tanh(x.astype("f8") @ y.astype("f8"))
    np.testing.assert_allclose(run([x, y], body, shape, target, "register_tile"), expected, rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("seed", range(12))
def test_convolutions(seed, target):
    random = np.random.default_rng(seed)
    images, channels = int(random.integers(1, 3)), int(random.integers(1, 9))
    outputs = int(random.integers(16, 50))
    height, width = (int(size) for size in random.integers(6, 20, 2))
    window, strides, dilations = (tuple(map(int, random.integers(1, most, 2))) for most in (4, 3, 3))
    (a, b), (c, d) = padding = random.integers(0, 3, (2, 2)).tolist()
    x = random.standard_normal((images, height, width, channels)).astype("f4")
    w = random.standard_normal((*window, channels, outputs)).astype("f4")
    expected = convolved(np.pad(x.astype("f8"), ((0, 0), (a, b), (c, d), (0, 0))), w.astype("f8"), strides, dilations)
    body = (
        f"%r = stablehlo.convolution(%0, %1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], "
        f"window = {{stride = {list(strides)}, pad = {padding}, rhs_dilate = {list(dilations)}}} "
        f"{{batch_group_count = 1 : i64, feature_group_count = 1 : i64}} : ({typed(x.shape)}, {typed(w.shape)}) -> {typed(expected.shape)}"
    )
    np.testing.assert_allclose(run([x, w], body, expected.shape, target, "register_tile"), expected, rtol=1e-4, atol=1e-4)


def convolved(x, w, strides, dilations):
    """StableHLO's specification for NHWC and HWIO without padding, tap by tap."""
    sizes = [(x.shape[1 + i] - (w.shape[i] - 1) * dilations[i] - 1) // strides[i] + 1 for i in range(2)]
    total = np.zeros((x.shape[0], *sizes, w.shape[3]))
    for i, j in np.ndindex(w.shape[:2]):
        rows, columns = (
            slice(at * by, at * by + (size - 1) * stride + 1, stride) for at, by, size, stride in zip((i, j), dilations, sizes, strides)
        )
        total += x[:, rows, columns] @ w[i, j]
    return total


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("length", [1, 5, 16, 37, 4096, 10_001])
def test_each_element_is_written_once(target, length):
    """A result in place of an operand would be computed twice where vectors at the end of a row overlapped."""
    x = np.arange(length, dtype="f4")
    body = f"%a = stablehlo.add %0, %0 : {typed((length,))}\n%b = stablehlo.custom_call @Sharding(%a) : ({typed((length,))}) -> {typed((length,))}\n%r = stablehlo.add %b, %b : {typed((length,))}"
    np.testing.assert_array_equal(run([x], body, (length,), target, "sweep"), 4 * x)


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("rows", [1, 3, 200])
@pytest.mark.parametrize("length", [4, 19, 64, 100])
def test_rows_are_swept(target, rows, length):
    """Padding, parts side by side and what is the same for a row, for lengths that are whole vectors and others."""
    random = np.random.default_rng(rows * length)
    x, y, scale = (random.standard_normal(shape).astype("f4") for shape in ((rows, length), (rows, length + 3), (rows,)))
    wide, whole = (rows, length + 5), (rows, 2 * length + 8)
    body = f"""%z = stablehlo.constant dense<7.0> : tensor<f32>
      %p = stablehlo.pad %0, %z, low = [0, 2], high = [0, 3], interior = [0, 0] : ({typed(x.shape)}, tensor<f32>) -> {typed(wide)}
      %c = stablehlo.concatenate %p, %1, dim = 1 : ({typed(wide)}, {typed(y.shape)}) -> {typed(whole)}
      %s = stablehlo.broadcast_in_dim %2, dims = [0] : ({typed(scale.shape)}) -> {typed(whole)}
      %r = stablehlo.multiply %c, %s : {typed(whole)}"""
    expected = np.concatenate([np.pad(x, ((0, 0), (2, 3)), constant_values=7), y], 1) * scale[:, None]
    np.testing.assert_array_equal(run([x, y, scale], body, whole, target, "sweep"), expected)


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("columns", [5, 11, 16, 24, 48, 70, 130])
@pytest.mark.parametrize("window", [(1, 1), (3, 2)])
def test_packed_weights(target, columns, window):
    """Constants are laid out in panels, the last one filled up; results are those of the constant as it was."""
    random = np.random.default_rng(columns)
    x = random.integers(-4, 5, (1, 9, 7, 5)).astype("f4")
    w = random.integers(-4, 5, (*window, 5, columns)).astype("f4")
    expected = convolved(x, w, (1, 1), (1, 1))
    body = (
        f'%w = stablehlo.constant dense<"0x{w.tobytes().hex().upper()}"> : {typed(w.shape)}\n'
        f"%r = stablehlo.convolution(%0, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {{}} "
        f"{{batch_group_count = 1 : i64, feature_group_count = 1 : i64}} : ({typed(x.shape)}, {typed(w.shape)}) -> {typed(expected.shape)}"
    )
    np.testing.assert_array_equal(run([x], body, expected.shape, target, "register_tile"), expected)


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("shape", [(3, 32), (1, 77), (5, 130), (2, 3, 40), (200, 64)])
@pytest.mark.parametrize("operation", ["add", "maximum"])
def test_reductions_of_rows(target, shape, operation):
    random = np.random.default_rng(sum(shape))
    x = random.standard_normal(shape).astype("f4")
    x[..., -1] = np.nan if operation == "maximum" and len(shape) == 3 else 5.0
    kind = typed(shape[:-1])
    body = f"""%z = stablehlo.constant dense<{"-0.5" if operation == "add" else "0xFF800000"}> : tensor<f32>
      %s = stablehlo.reduce(%0 init: %z) applies stablehlo.{operation} across dimensions = [{len(shape) - 1}] : ({typed(shape)}, tensor<f32>) -> {kind}
      %r = stablehlo.negate %s : {kind}"""
    expected = -(x.astype("f8").sum(-1) - 0.5) if operation == "add" else -x.max(-1)
    np.testing.assert_allclose(run([x], body, shape[:-1], target, "vector_reduction"), expected, rtol=1e-5, atol=1e-5)


def tiled(x, w, padding) -> tuple[str, np.ndarray]:
    """A convolution of constant windows as text, and the sums of products in double precision."""
    (up, down), (left, right) = padding
    around = np.pad(x.astype("f8"), ((0, 0), *[[max(0, each) for each in sides] for sides in padding], (0, 0)))
    image = around[:, max(0, -up) : min(0, down) or None, max(0, -left) : min(0, right) or None]
    expected = convolved(image, w.astype("f8"), (1, 1), (1, 1))
    body = (
        f'%w = stablehlo.constant dense<"0x{w.tobytes().hex().upper()}"> : {typed(w.shape)}\n'
        f"%c = stablehlo.convolution(%0, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], "
        f"window = {{pad = {[list(each) for each in padding]}}} "
        f"{{batch_group_count = 1 : i64, feature_group_count = 1 : i64}} : ({typed(x.shape)}, {typed(w.shape)}) -> {typed(expected.shape)}\n"
        f"%r = stablehlo.negate %c : {typed(expected.shape)}"
    )
    return body, -expected


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("columns", [16, 35, 100])
@pytest.mark.parametrize("padding", [((1, 1), (1, 1)), ((0, 0), (0, 0)), ((2, 0), (1, 2)), ((-1, 2), (0, -1))])
def test_tiles_of_two_places(columns, padding, target):
    """Of few tiles the weights would take longer than the products. Halves and whole numbers are exact in the transformed weights, so that sums are those of products."""
    random = np.random.default_rng(columns)
    x, w = random.integers(-3, 4, (2, 7, 6, 37)).astype("f4"), random.integers(-3, 4, (3, 3, 37, columns)).astype("f4")
    body, expected = tiled(x, w, padding)
    np.testing.assert_array_equal(run([x], body, expected.shape, target, "winograd"), expected)


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("padding", [((1, 1), (1, 1)), ((0, 0), (0, 0)), ((2, 0), (1, 2)), ((3, -1), (-2, 4))])
@pytest.mark.parametrize("size", [(30, 29), (33, 18), (31, 64)])
@pytest.mark.parametrize("channels, columns", [(16, 16), (32, 35), (50, 72)])
def test_tiles_of_four_places(channels, columns, size, padding, target):
    random = np.random.default_rng(sum(size))
    x, w = random.standard_normal((2, *size, channels)).astype("f4"), random.standard_normal((3, 3, channels, columns)).astype("f4")
    body, expected = tiled(x, w, padding)
    result = run([x], body, expected.shape, target, "winograd")
    assert np.abs(result - expected).max() <= 3e-6 * np.abs(expected).max()


@pytest.mark.parametrize("precision, schedule", [("DEFAULT", "winograd"), ("HIGHEST", "register_tile")])
def test_more_precision_keeps_sums_of_products(precision, schedule):
    """An infinity is then seen by the windows alone that it is in."""
    x, w = np.ones((1, 16, 16, 16), "f4"), np.ones((3, 3, 16, 16), "f4")
    x[0, 5, 5] = np.inf
    body, expected = tiled(x, w, ((1, 1), (1, 1)))
    body = body.replace(
        "feature_group_count",
        f"precision_config = [#stablehlo<precision {precision}>, #stablehlo<precision {precision}>], feature_group_count",
    )
    result = run([x], body, expected.shape, "x86-64-v3", schedule)
    assert np.isfinite(result[0, :4, :4]).all() and not np.isfinite(result[0, 4:7, 4:7]).any()
    assert (result.tobytes() == expected.astype("f4").tobytes()) == (precision == "HIGHEST")


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("columns", [4, 5, 7, 8, 11, 15])
def test_columns_of_less_than_a_vector(columns, target):
    """Where few places are summed over, vectors have fewer lanes."""
    random = np.random.default_rng(columns)
    x, y = random.standard_normal((37, 9)).astype("f4"), random.standard_normal((9, columns)).astype("f4")
    shape = (37, columns)
    body = f"%r = stablehlo.dot_general %0, %1, contracting_dims = [1] x [0] : ({typed(x.shape)}, {typed(y.shape)}) -> {typed(shape)}"
    np.testing.assert_allclose(run([x, y], body, shape, target, "register_tile"), x.astype("f8") @ y.astype("f8"), rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("seed", range(8))
def test_matrix_products_of_few_columns(seed, target):
    """Vectors go along the contraction, whose end is no whole vector. What lies behind a row, and no lane may count, is not finite."""
    random = np.random.default_rng(seed)
    batch, rows, depth, columns = int(random.integers(1, 4)), int(random.integers(8, 40)), int(random.integers(16, 90)), seed + 1
    x, y = random.standard_normal((batch, rows, depth)).astype("f4"), random.standard_normal((batch, columns, depth)).astype("f4")
    x[0, 3, -1], y[-1, 0, 2] = np.inf, np.nan
    shape = (batch, rows, columns)
    body = f"%r = stablehlo.dot_general %0, %1, batching_dims = [0] x [0], contracting_dims = [2] x [2] : ({typed(x.shape)}, {typed(y.shape)}) -> {typed(shape)}"
    with np.errstate(invalid="ignore"):
        expected = np.einsum("brd,bcd->brc", x.astype("f8"), y.astype("f8"))
    np.testing.assert_allclose(run([x, y], body, shape, target, "inner_product"), expected, rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("is_constant", [False, True])
@pytest.mark.parametrize("window, channels, outputs", [((3, 3), 8, 3), ((1, 1), 19, 1), ((2, 5), 7, 5)])
def test_convolutions_of_few_outputs(window, channels, outputs, is_constant, target):
    random = np.random.default_rng(outputs)
    x = random.integers(-4, 5, (2, 9, 8, channels)).astype("f4")
    w = random.integers(-4, 5, (*window, channels, outputs)).astype("f4")
    expected = convolved(np.pad(x.astype("f8"), ((0, 0), (1, 0), (2, 1), (0, 0))), w.astype("f8"), (1, 2), (1, 1))
    filters = f'%w = stablehlo.constant dense<"0x{w.tobytes().hex().upper()}"> : {typed(w.shape)}\n' if is_constant else ""
    body = filters + (
        f"%r = stablehlo.convolution(%0, %{'w' if is_constant else '1'}) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], "
        f"window = {{stride = [1, 2], pad = [[1, 0], [2, 1]]}} "
        f"{{batch_group_count = 1 : i64, feature_group_count = 1 : i64}} : ({typed(x.shape)}, {typed(w.shape)}) -> {typed(expected.shape)}"
    )
    arguments = [x] if is_constant else [x, w]
    np.testing.assert_array_equal(run(arguments, body, expected.shape, target, "inner_product"), expected)


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("seed", range(8))
def test_convolutions_of_any_layout(seed, target):
    """Dimensions in any order, and windows that are reversed: as gradients of convolutions have them."""
    random = np.random.default_rng(seed)
    height, width, channels, outputs = (int(size) for size in random.integers((7, 7, 2, 17), (14, 14, 9, 40)))
    strides, dilations, window = (tuple(map(int, random.integers(1, most, 2))) for most in (3, 3, 4))
    flipped = random.integers(0, 2, 2).tolist()
    x = random.integers(-4, 5, (2, height, width, channels)).astype("f4")
    w = random.integers(-4, 5, (*window, channels, outputs)).astype("f4")
    expected = convolved(x, np.flip(w, [axis for axis, flag in enumerate(flipped) if flag]), strides, dilations)
    orders = [random.permutation(4).tolist() for _ in range(3)]
    roles = ["".join([names[axis] for axis in order]) for names, order in zip(("b01f", "01io", "b01f"), orders)]
    spelled = [f"[{', '.join(role)}]" for role in roles]
    x, w, expected = (np.ascontiguousarray(array.transpose(order)) for array, order in zip((x, w, expected), orders))
    body = (
        f"%r = stablehlo.convolution(%0, %1) dim_numbers = {spelled[0]}x{spelled[1]}->{spelled[2]}, "
        f"window = {{stride = {list(strides)}, rhs_dilate = {list(dilations)}, reverse = {flipped}}} "
        f"{{batch_group_count = 1 : i64, feature_group_count = 1 : i64}} : ({typed(x.shape)}, {typed(w.shape)}) -> {typed(expected.shape)}"
    )
    np.testing.assert_array_equal(run([x, w], body, expected.shape, target, "register_tile"), expected)


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("seed", range(16))
def test_transposes(seed, target):
    """In tiles, with rows and columns that are left; what follows reads the same place of another operand."""
    random = np.random.default_rng(seed)
    rank = int(random.integers(2, 5))
    permutation = random.permutation(rank)
    if permutation[-1] == rank - 1:
        permutation = permutation[::-1]
    shape = random.integers(1, 4, rank)
    shape[-1], shape[permutation[-1]] = random.integers(4, 50, 2)
    x = random.standard_normal(shape).astype("f4")
    expected = x.transpose(permutation)
    y = random.standard_normal(expected.shape).astype("f4")
    body = f"""%t = stablehlo.transpose %0, dims = {permutation.tolist()} : ({typed(x.shape)}) -> {typed(y.shape)}
      %r = stablehlo.subtract %t, %1 : {typed(y.shape)}"""
    np.testing.assert_array_equal(run([x, y], body, y.shape, target, "transpose"), expected - y)


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize(("shape", "permutation"), [((5, 6, 40), (1, 0, 2)), ((3, 100), (1, 0)), ((100, 3), (1, 0))])
def test_transposes_without_tiles(shape, permutation, target):
    """Neighbours stay neighbours, or there are too few of them."""
    x = np.arange(np.prod(shape), dtype="f4").reshape(shape)
    expected = x.transpose(permutation)
    body = f"%r = stablehlo.transpose %0, dims = {list(permutation)} : ({typed(x.shape)}) -> {typed(expected.shape)}"
    np.testing.assert_array_equal(run([x], body, expected.shape, target, "elementwise" if expected.shape[-1] < 4 else "sweep"), expected)


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("element", ["f32", "bf16", "i8"])
@pytest.mark.parametrize("shape, is_copied", [((1, 150, 1100, 530), True), ((2, 125, 700, 515), True), ((3, 61, 12, 515), False)])
def test_panels_that_are_copied(shape, is_copied, element, target):
    """Those of a right operand whose rows reach over more than an eighth of the second cache, with an end that is no whole panel; where bytes are multiplied
    by instructions for several of them (`dot_tile`), all."""
    batch, rows, depth, columns = shape
    random = np.random.default_rng(rows)
    x, y = (
        random.integers(-2, 3, (batch, rows, depth)).astype(dtype(element)),
        random.integers(-2, 3, (batch, depth, columns)).astype(dtype(element)),
    )
    expected = np.matmul(x.astype("f8"), y.astype("f8"))
    result = typed(expected.shape, "i32" if element == "i8" else "f32")
    body = f"%r = stablehlo.dot_general %0, %1, batching_dims = [0] x [0], contracting_dims = [2] x [1] : ({typed(x.shape, element)}, {typed(y.shape, element)}) -> {result}"
    answer, schedules = run_program([x, y], [element, element], body, result, target)
    (together,) = [int(each) for each in re.findall(r"together = (\d+)", " ".join(schedules))]
    assert (together > 1) == (is_copied or "dot_tile" in " ".join(schedules))
    np.testing.assert_array_equal(answer, expected)
