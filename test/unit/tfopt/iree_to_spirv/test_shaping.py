"""Movements of data, by places known when compiling and by places known when running."""

import numpy
import pytest


def text(shape, element="f32") -> str:
    return "x".join([*map(str, shape), element])


# name, shape of the operand, rest of the operation, NumPy's function
MOVES = [
    ("transpose", (3, 4, 8), "dims = [1, 0, 2]", lambda x: x.transpose(1, 0, 2)),
    ("transpose", (3, 4, 8), "dims = [2, 0, 1]", lambda x: x.transpose(2, 0, 1)),
    ("transpose", (5, 7), "dims = [1, 0]", lambda x: x.T),
    ("reverse", (3, 8), "dims = [0]", lambda x: x[::-1]),
    ("reverse", (3, 8), "dims = [1]", lambda x: x[:, ::-1]),
    ("reshape", (6, 8), "", lambda x: x.reshape(4, 3, 4)),
    ("reshape", (6, 8), "", lambda x: x.reshape(16, 3)),
    ("reshape", (6, 3, 2), "", lambda x: x.reshape(9, 4)),
    ("broadcast_in_dim", (3, 1), "dims = [0, 2]", lambda x: numpy.broadcast_to(x[:, None], (3, 5, 8))),
    ("broadcast_in_dim", (8,), "dims = [2]", lambda x: numpy.broadcast_to(x, (3, 5, 8))),
    ("broadcast_in_dim", (3,), "dims = [0]", lambda x: numpy.broadcast_to(x[:, None], (3, 6))),
]


@pytest.mark.parametrize("case", MOVES, ids=lambda c: f"{c[0]}-{c[1]}-{c[2]}")
def test_move(run, random, case):
    name, shape, rest, function = case
    x = random.standard_normal(shape).astype("f4")
    expected = function(x)
    body = f"%r = stablehlo.{name} %0{', ' + rest if rest else ''} : (tensor<{text(shape)}>) -> tensor<{text(expected.shape)}>"
    assert (run(body, [x], [text(expected.shape)]) == expected).all()


@pytest.mark.parametrize("case", [
    ("[0:2, 3:11]", (slice(0, 2), slice(3, 11))), ("[1:4:2, 0:12]", (slice(1, 4, 2), slice(0, 12))), ("[2:4, 1:12:3]", (slice(2, 4), slice(1, 12, 3))),
    ("[0:4, 4:8]", (slice(0, 4), slice(4, 8))),
], ids=lambda c: c[0])  # fmt: skip
def test_slice(run, random, case):
    written, places = case
    x = random.standard_normal((4, 12)).astype("f4")
    body = f"%r = stablehlo.slice %0 {written} : (tensor<4x12xf32>) -> tensor<{text(x[places].shape)}>"
    assert (run(body, [x], [text(x[places].shape)]) == x[places]).all()


@pytest.mark.parametrize("case", [
    ((1, 0), (0, 2), (0, 0)), ((0, 1), (0, 3), (0, 0)), ((0, 2), (1, 2), (1, 3)), ((-1, -2), (0, 1), (0, 0)), ((2, 0), (2, 0), (0, 0)),
], ids=str)  # fmt: skip
def test_pad(run, random, case):
    low, high, interior = case
    x = random.standard_normal((3, 8)).astype("f4")
    spread = numpy.full([(size - 1) * (gap + 1) + 1 for size, gap in zip(x.shape, interior)], 7, "f4")
    spread[:: interior[0] + 1, :: interior[1] + 1] = x
    expected = numpy.pad(spread, [(max(lo, 0), max(hi, 0)) for lo, hi in zip(low, high)], constant_values=7)
    expected = expected[tuple(slice(max(-lo, 0), expected.shape[d] - max(-hi, 0)) for d, (lo, hi) in enumerate(zip(low, high)))]
    body = (
        f"%v = stablehlo.constant dense<7.0> : tensor<f32>\n%r = stablehlo.pad %0, %v, low = {list(low)}, high = {list(high)}, "
        f"interior = {list(interior)} : (tensor<3x8xf32>, tensor<f32>) -> tensor<{text(expected.shape)}>"
    )
    assert (run(body, [x], [text(expected.shape)]) == expected).all()


@pytest.mark.parametrize(
    "shapes, axis", [(((2, 8), (2, 4)), 1), (((2, 3), (2, 5), (2, 1)), 1), (((2, 8), (3, 8)), 0), (((2, 2, 4), (2, 1, 4)), 1)], ids=str
)
def test_concatenate(run, random, shapes, axis):
    arrays = [random.standard_normal(shape).astype("f4") for shape in shapes]
    expected = numpy.concatenate(arrays, axis)
    names, types = ", ".join([f"%{i}" for i in range(len(arrays))]), ", ".join([f"tensor<{text(s)}>" for s in shapes])
    body = f"%r = stablehlo.concatenate {names}, dim = {axis} : ({types}) -> tensor<{text(expected.shape)}>"
    assert (run(body, arrays, [text(expected.shape)]) == expected).all()


def test_iota(run):
    for axis in (0, 1):
        body = f"%i = stablehlo.iota dim = {axis} : tensor<3x4xi32>\n%r = stablehlo.add %0, %i : tensor<3x4xi32>"
        assert (run(body, [numpy.zeros((3, 4), "i4")], ["3x4xi32"]) == numpy.indices((3, 4))[axis]).all()


def test_a_constant_that_is_no_splat(run):
    body = "%c = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>\n%r = stablehlo.multiply %0, %c : tensor<4xf32>"
    assert run(body, [numpy.full(4, 2, "f4")], ["4xf32"]).tolist() == [2, 4, 6, 8]


def test_a_slice_that_starts_outside_is_moved_inside(run):
    x = numpy.arange(20, dtype="f4").reshape(4, 5)
    body = "%r = stablehlo.dynamic_slice %0, %1, %2, sizes = [2, 3] : (tensor<4x5xf32>, tensor<i32>, tensor<i32>) -> tensor<2x3xf32>"
    for start, place in (((1, 1), (1, 1)), ((9, -4), (2, 0))):
        result = run(body, [x, *[numpy.array(s, "i4") for s in start]], ["2x3xf32"])
        assert (result == x[place[0] : place[0] + 2, place[1] : place[1] + 3]).all()


def test_dynamic_update_slice(run):
    x, u = numpy.zeros((4, 8), "f4"), numpy.ones((2, 3), "f4")
    body = "%r = stablehlo.dynamic_update_slice %0, %1, %2, %3 : (tensor<4x8xf32>, tensor<2x3xf32>, tensor<i32>, tensor<i32>) -> tensor<4x8xf32>"
    result = run(body, [x, u, numpy.array(1, "i4"), numpy.array(7, "i4")], ["4x8xf32"])
    x[1:3, 5:8] = 1
    assert (result == x).all()


def test_gather_of_rows(run, random):
    """As an embedding looks its words up; an index too large is that of the last row."""
    table, words = random.standard_normal((10, 8)).astype("f4"), numpy.array([[3, 0, 99], [9, -1, 5]], "i4")
    body = """%r = "stablehlo.gather"(%0, %1) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0],
      start_index_map = [0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 8>, indices_are_sorted = false}> :
      (tensor<10x8xf32>, tensor<2x3xi32>) -> tensor<2x3x8xf32>"""
    assert (run(body, [table, words], ["2x3x8xf32"]) == table[numpy.clip(words, 0, 9)]).all()
