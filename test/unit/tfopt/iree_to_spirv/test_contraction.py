"""Matrix products and convolutions by schedule, on sizes that fill tiles and sizes that do not, against NumPy in float64."""

import numpy
import pytest
from accuracy import assert_sums
from device_calls import TARGETS

SAME = ((1, 1), (1, 1))
VALID = ((0, 0), (0, 0))


def convolved(x, w, strides, padding, dilations, groups):
    """What StableHLO's specification says of NHWC and HWIO, tap by tap."""
    x = numpy.pad(x.astype("f8"), ((0, 0), *padding, (0, 0)))
    kh, kw, per_group, outputs = w.shape
    height = (x.shape[1] - (kh - 1) * dilations[0] - 1) // strides[0] + 1
    width = (x.shape[2] - (kw - 1) * dilations[1] - 1) // strides[1] + 1
    result = numpy.zeros((x.shape[0], height, width, outputs))
    share = outputs // groups
    for i in range(kh):
        for j in range(kw):
            rows = slice(i * dilations[0], i * dilations[0] + (height - 1) * strides[0] + 1, strides[0])
            columns = slice(j * dilations[1], j * dilations[1] + (width - 1) * strides[1] + 1, strides[1])
            for g in range(groups):
                result[..., g * share : (g + 1) * share] += (
                    x[:, rows, columns, g * per_group : (g + 1) * per_group] @ w[i, j, :, g * share : (g + 1) * share]
                )
    return result


def convolution(x, w, shape, strides, padding, dilations, groups) -> str:
    numbers = [list(map(list, padding)), list(strides), list(dilations)]
    return (
        f"%c = stablehlo.convolution(%0, %1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], "
        f"window = {{stride = {numbers[1]}, pad = {numbers[0]}, rhs_dilate = {numbers[2]}}} "
        f"{{batch_group_count = 1 : i64, feature_group_count = {groups} : i64}} : "
        f"(tensor<{text(x.shape)}>, tensor<{text(w.shape)}>) -> tensor<{shape}>\n"
        f"%b = stablehlo.broadcast_in_dim %2, dims = [3] : (tensor<{w.shape[3]}xf32>) -> tensor<{shape}>\n"
        f"%s = stablehlo.add %c, %b : tensor<{shape}>\n"
        f"%z = stablehlo.constant dense<0.0> : tensor<{shape}>\n"
        f"%r = stablehlo.maximum %s, %z : tensor<{shape}>"
    )


def text(shape) -> str:
    return "x".join(map(str, shape)) + "xf32"


CONVOLUTIONS = [
    # input, window, outputs, strides, padding, dilations, groups, schedule
    ((1, 8, 8, 32), (1, 1), 64, (1, 1), VALID, (1, 1), 1, "contraction"),
    ((2, 7, 9, 16), (1, 1), 20, (1, 1), VALID, (1, 1), 1, "contraction"),  # rows and columns past the tiles, two images
    ((1, 7, 5, 3), (3, 3), 10, (2, 2), ((0, 1), (1, 1)), (1, 1), 1, "contraction"),  # three input features, ten outputs
    ((1, 9, 9, 8), (3, 3), 12, (1, 1), SAME, (2, 1), 1, "contraction"),  # holes in the window
    ((2, 5, 5, 6), (3, 1), 33, (1, 2), ((1, 1), (0, 0)), (1, 1), 1, "contraction"),
    ((1, 6, 6, 48), (3, 3), 64, (1, 1), SAME, (1, 1), 1, "contraction"),
    ((1, 9, 11, 16), (3, 3), 16, (1, 1), SAME, (1, 1), 16, "depthwise"),
    ((2, 9, 11, 40), (3, 3), 40, (2, 2), ((0, 1), (0, 1)), (1, 1), 40, "depthwise"),
    ((1, 12, 12, 8), (5, 3), 8, (1, 1), ((4, 4), (2, 2)), (2, 2), 8, "depthwise"),
    ((1, 6, 6, 8), (3, 3), 16, (1, 1), SAME, (1, 1), 8, "elementwise"),  # two outputs for each feature
    ((1, 6, 6, 8), (3, 3), 8, (1, 1), SAME, (1, 1), 2, "elementwise"),  # four outputs to a group
    ((2, 6, 6, 8), (3, 3), 24, (1, 1), SAME, (1, 1), 2, "contraction"),
    ((1, 6, 6, 9), (3, 3), 27, (2, 1), SAME, (1, 1), 3, "contraction"),
    ((1, 6, 6, 6), (3, 3), 6, (1, 1), SAME, (1, 1), 6, "elementwise"),  # features not in fours
]


@pytest.mark.sweep
@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("case", CONVOLUTIONS, ids=lambda c: f"{c[0]}-{c[1]}-{c[2]}-{c[6]}")
def test_convolution(run, random, case, target):
    shape, window, outputs, strides, padding, dilations, groups, schedule = case
    x = random.standard_normal(shape).astype("f4")
    w = random.standard_normal((*window, shape[3] // groups, outputs)).astype("f4")
    bias = random.standard_normal(outputs).astype("f4")
    expected = numpy.maximum(convolved(x, w, strides, padding, dilations, groups) + bias, 0)
    body = convolution(x, w, text(expected.shape), strides, padding, dilations, groups)
    actual = run(body, [x, w, bias], [text(expected.shape)], target=target, expect=schedule)
    numpy.testing.assert_allclose(actual, expected, rtol=1e-4, atol=1e-4)


ONE_BY_ONE = "elementwise, lanes = 1, invocations = 8, loads = texel"


@pytest.mark.parametrize("schedule", ["", ONE_BY_ONE], ids=["tile", "one by one"])
def test_a_convolution_by_every_attribute(run, random, schedule):
    """A dilated input, a window turned around, features in front, holes in the window."""
    x, w = random.standard_normal((1, 2, 5, 4)).astype("f4"), random.standard_normal((3, 2, 2, 3)).astype("f4")
    body = """%r = "stablehlo.convolution"(%0, %1) <{batch_group_count = 1 : i64, feature_group_count = 1 : i64,
        dimension_numbers = #stablehlo.conv<[b, f, 0, 1]x[0, 1, i, o]->[b, f, 0, 1]>, window_strides = array<i64: 2, 1>,
        padding = dense<[[1, 0], [0, 1]]> : tensor<2x2xi64>, lhs_dilation = array<i64: 2, 1>, rhs_dilation = array<i64: 1, 2>,
        window_reversal = array<i1: true, false>}> : (tensor<1x2x5x4xf32>, tensor<3x2x2x3xf32>) -> tensor<1x3x4x3xf32>"""

    def function(x, w):
        spread = numpy.zeros((1, 9, 4, 2))
        spread[:, ::2] = x.transpose(0, 2, 3, 1)
        return convolved(spread, w[::-1], (2, 1), ((1, 0), (0, 1)), (1, 2), 1).transpose(0, 3, 1, 2)

    actual = run(body, [x, w], [text((1, 3, 4, 3))], schedule=schedule, expect="elementwise" if schedule else "contraction")
    assert_sums("stablehlo.convolution", actual, function, x, w)


@pytest.mark.parametrize("schedule", ["", ONE_BY_ONE], ids=["tile", "one by one"])
@pytest.mark.parametrize("outputs", [40, 6])
def test_a_convolution_with_features_in_front(run, random, outputs, schedule):
    x, w = random.standard_normal((2, 8, 6, 5)).astype("f4"), random.standard_normal((outputs, 8, 3, 3)).astype("f4")
    result = text((2, outputs, 6, 5))
    body = (
        "%r = stablehlo.convolution(%0, %1) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {pad = [[1, 1], [1, 1]]} "
        "{batch_group_count = 1 : i64, feature_group_count = 1 : i64} : "
        f"(tensor<{text(x.shape)}>, tensor<{text(w.shape)}>) -> tensor<{result}>"
    )

    def function(x, w):
        return convolved(x.transpose(0, 2, 3, 1), w.transpose(2, 3, 1, 0), (1, 1), SAME, (1, 1), 1).transpose(0, 3, 1, 2)

    assert_sums("stablehlo.convolution", run(body, [x, w], [result], schedule=schedule), function, x, w)


@pytest.mark.parametrize("rank", [1, 3])
def test_a_convolution_over_other_than_two_dimensions(run, random, rank):
    spatial = (7, 5, 4)[:rank]
    x, w = random.standard_normal((2, *spatial, 4)).astype("f4"), random.standard_normal((*(3, 2, 2)[:rank], 4, 8)).astype("f4")
    letters = "xyz"[:rank]

    def function(x, w):
        windows = numpy.lib.stride_tricks.sliding_window_view(x, w.shape[:rank], tuple(range(1, rank + 1)))
        return numpy.einsum(f"b...i{letters},{letters}io->b...o", windows, w)

    result = text(function(x, w).shape)
    numbers = ", ".join(map(str, range(rank)))
    body = (
        f"%r = stablehlo.convolution(%0, %1) dim_numbers = [b, {numbers}, f]x[{numbers}, i, o]->[b, {numbers}, f], window = {{}} "
        "{batch_group_count = 1 : i64, feature_group_count = 1 : i64} : "
        f"(tensor<{text(x.shape)}>, tensor<{text(w.shape)}>) -> tensor<{result}>"
    )
    assert_sums("stablehlo.convolution", run(body, [x, w], [result], expect="contraction"), function, x, w)


PRODUCTS = [
    # left, right, dimensions, NumPy's einsum, schedule
    ((1, 784), (784, 10), "contracting_dims = [1] x [0]", "mk,kn->mn", "contraction"),
    ((70, 48), (48, 16), "contracting_dims = [1] x [0]", "mk,kn->mn", "contraction"),  # few columns: lanes have rows of their own
    ((100, 20), (20, 8), "contracting_dims = [1] x [0]", "mk,kn->mn", "contraction"),
    ((32, 784), (784, 128), "contracting_dims = [1] x [0]", "mk,kn->mn", "contraction"),
    ((3, 37), (37, 1001), "contracting_dims = [1] x [0]", "mk,kn->mn", "contraction"),
    ((5, 33), (7, 33), "contracting_dims = [1] x [1]", "mk,nk->mn", "contraction"),
    ((5, 64), (12, 64), "contracting_dims = [1] x [1]", "mk,nk->mn", "contraction"),
    ((2, 3, 17, 16), (2, 3, 20, 16), "batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [3]", "abmk,abnk->abmn", "contraction"),
    ((2, 3, 17, 20), (2, 3, 20, 16), "batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2]", "abmk,abkn->abmn", "contraction"),
    ((2, 5, 8), (8, 3, 4), "contracting_dims = [2] x [0]", "abk,kcd->abcd", "contraction"),
    ((6, 40), (40,), "contracting_dims = [1] x [0]", "mk,k->m", "contraction"),
    ((20, 17), (20, 16), "contracting_dims = [0] x [0]", "km,kn->mn", "contraction"),  # rows do not stand side by side
    ((1, 9, 2, 16), (1, 7, 2, 16), "batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3]", "bqhd,bkhd->bhqk", "contraction"),
    ((1, 2, 9, 7), (1, 7, 2, 16), "batching_dims = [0, 1] x [0, 2], contracting_dims = [3] x [1]", "bhqk,bkhd->bhqd", "contraction"),
    ((3, 4, 6), (4, 6, 5), "contracting_dims = [2, 1] x [1, 0]", "mab,abn->mn", "contraction"),
    ((2, 6), (6, 5), "contracting_dims = [1] x [0]", "mk,kn->mn", "contraction"),
    ((2, 2), (2, 5), "contracting_dims = [1] x [0]", "mk,kn->mn", "elementwise"),  # too small for a tile
]


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("case", PRODUCTS, ids=lambda c: c[3] + "-" + str(c[0]))
def test_product(run, random, case, target):
    left, right, dims, sum, schedule = case
    a, b = random.standard_normal(left).astype("f4"), random.standard_normal(right).astype("f4")
    result = text(numpy.einsum(sum, a, b).shape)
    body = f"%r = stablehlo.dot_general %0, %1, {dims} : (tensor<{text(left)}>, tensor<{text(right)}>) -> tensor<{result}>"
    actual = run(body, [a, b], [result], target=target, expect=schedule)
    assert_sums("stablehlo.dot_general", actual, lambda a, b: numpy.einsum(sum, a, b), a, b)


@pytest.mark.parametrize("schedule", [
    "contraction, rows = 5, columns = 12, lanes = 8, share = none, loads = storage",
    "contraction, rows = 7, columns = 4, lanes = 8, share = shuffle, loads = storage",
    "contraction, rows = 3, columns = 8, lanes = 8, share = shuffle, loads = texel",
    "contraction, rows = 3, columns = 4, lanes = 8, groups = 2, share = shuffle, loads = texel",
    "contraction, rows = 5, columns = 4, lanes = 8, groups = 8, share = shuffle, loads = storage",
    "elementwise, lanes = 1, invocations = 16, loads = texel",
])  # fmt: skip
def test_a_schedule_written_by_hand_is_obeyed(run, random, schedule):
    a, b = random.standard_normal((11, 50)).astype("f4"), random.standard_normal((50, 44)).astype("f4")
    body = "%r = stablehlo.dot_general %0, %1, contracting_dims = [1] x [0] : (tensor<11x50xf32>, tensor<50x44xf32>) -> tensor<11x44xf32>"
    result = run(body, [a, b], ["11x44xf32"], schedule=schedule, expect=schedule.split(",")[0])
    assert_sums("stablehlo.dot_general", result, numpy.matmul, a, b)


@pytest.mark.parametrize("target", TARGETS)
def test_long_sums_are_added_up_in_parts(run, target):
    """40,003 times 0.1, whose terms all err to the same side where the sum is large: one after another they are off by 4e-4 of it."""
    x, y = numpy.full((3, 40003), 0.1, "f4"), numpy.ones((40003, 8), "f4")
    body = "%r = stablehlo.dot_general %0, %1, contracting_dims = [1] x [0] : (tensor<3x40003xf32>, tensor<40003x8xf32>) -> tensor<3x8xf32>"
    result = run(body, [x, y], ["3x8xf32"], target=target)
    numpy.testing.assert_allclose(result, numpy.full((3, 8), 40003 * float(numpy.float32(0.1))), rtol=4e-5)


def test_whole_numbers_multiply_exactly(run, random):
    a, b = random.integers(-100, 100, (4, 9), "i4"), random.integers(-100, 100, (9, 5), "i4")
    body = "%r = stablehlo.dot_general %0, %1, contracting_dims = [1] x [0] : (tensor<4x9xi32>, tensor<9x5xi32>) -> tensor<4x5xi32>"
    assert (run(body, [a, b], ["4x5xi32"], expect="elementwise") == a @ b).all()


@pytest.mark.parametrize("dims, sum", [("[1] x [0]", "mk,kn->mn"), ("[1] x [1]", "mk,nk->mn"), ("[0] x [0]", "km,kn->mn")])
def test_a_product_of_a_matrix_with_itself(run, random, dims, sum):
    """One buffer, read in two ways."""
    a = random.standard_normal((12, 12)).astype("f4")
    body = f"%r = stablehlo.dot_general %0, %0, contracting_dims = {dims} : (tensor<12x12xf32>, tensor<12x12xf32>) -> tensor<12x12xf32>"
    result = run(body, [a], ["12x12xf32"], expect="contraction")
    assert_sums("stablehlo.dot_general", result, lambda a: numpy.einsum(sum, a, a), a)


def test_what_follows_a_product_reads_its_operand_again(run, random):
    a, b = random.standard_normal((9, 20)).astype("f4"), random.standard_normal((20, 20)).astype("f4")
    body = """%p = stablehlo.dot_general %0, %1, contracting_dims = [1] x [0] : (tensor<9x20xf32>, tensor<20x20xf32>) -> tensor<9x20xf32>
    %r = stablehlo.add %p, %0 : tensor<9x20xf32>"""
    result = run(body, [a, b], ["9x20xf32"], expect="contraction")
    numpy.testing.assert_allclose(result, a.astype("f8") @ b + a, rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("rows, depth, columns", [(4, 20, 8), (8, 5, 12), (3, 8, 4), (16, 6, 3)])
@pytest.mark.parametrize("left", [1, 2])
@pytest.mark.parametrize("right", [1, 2])
def test_products_of_every_layout(run, random, rows, depth, columns, left, right, target):
    """Whichever dimension is summed over, and whichever of the operands can be read in fours along it."""
    x = random.standard_normal((2, rows, depth) if left == 2 else (2, depth, rows)).astype("f4")
    y = random.standard_normal((2, columns, depth) if right == 2 else (2, depth, columns)).astype("f4")
    shape = text((2, rows, columns))
    body = (
        f"%r = stablehlo.dot_general %0, %1, batching_dims = [0] x [0], contracting_dims = [{left}] x [{right}] : "
        f"(tensor<{text(x.shape)}>, tensor<{text(y.shape)}>) -> tensor<{shape}>"
    )
    actual = run(body, [x, y], [shape], target=target)
    letters = f"{'bik' if left == 2 else 'bki'},{'bkj' if right == 1 else 'bjk'}->bij"
    assert_sums("stablehlo.dot_general", actual, lambda x, y: numpy.einsum(letters, x, y), x, y)
