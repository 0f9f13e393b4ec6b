"""Convolutions over tiles: the numbers of the sums of products, what is not finite as without them, and what has no tiles."""

import numpy as np
import pytest
from tfir.dialects import dialect, lookup
from tfir.dialects.stablehlo import winograd
from tfir.dialects.stablehlo.attributes import ConvolutionAttr
from tfir.dialects.stablehlo.convolution import Window, quick
from tfir.dialects.stablehlo.sliding import moving
from tfir.dialects.stablehlo.winograd import Strips, Tiles
from tfir.execution.body import PLANNED_AT
from tfir.execution.program import Program
from tfir.ir.location import Source
from tfir.text.parser import parse

NHWC = ConvolutionAttr.of("[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]")


def window(padding=(1, 1, 1, 1), strides=(1, 1), dilation=(1, 1)) -> Window:
    return Window(NHWC, list(strides), list(padding), None, list(dilation))


def exact(x, kernel, padding):
    """The sums of products in double precision."""
    around = np.pad(x.astype(np.float64), [(0, 0), tuple(padding[:2]), tuple(padding[2:]), (0, 0)])
    views = np.lib.stride_tricks.sliding_window_view(around, (3, 3), (1, 2))
    return np.einsum("nhwcij,ijco->nhwo", views, kernel.astype(np.float64))


@pytest.mark.parametrize("at_once", [1, 7, 128])
@pytest.mark.parametrize("padding", [(1, 1, 1, 1), (0, 0, 0, 0), (0, 1, 2, 0), (3, 2, 1, 4)])
@pytest.mark.parametrize("sizes", [(1, 8, 8, 4), (2, 7, 6, 3), (1, 3, 9, 1), (3, 3, 3, 2)])
def test_sums_of_products(sizes, padding, at_once, monkeypatch):
    """Of integers and halves of them, which are exact: any difference is one of places."""
    monkeypatch.setattr(winograd, "TILES_AT_ONCE", at_once)
    numbers = np.random.default_rng(1)
    x, kernel = (numbers.integers(-4, 5, shape).astype(np.float32) for shape in (sizes, (3, 3, sizes[-1], 5)))
    for known in (None, kernel):
        call = quick(window(padding), x.shape, kernel.shape, 1, x.dtype, True, known)
        assert isinstance(call, Tiles)
        for image in (x, np.asfortranarray(x)):
            np.testing.assert_array_equal(call(image, kernel), exact(x, kernel, padding))


@pytest.mark.parametrize("channels", [1, 64, 256])
def test_errors_are_those_of_the_largest_products(channels):
    """As Lavin and Gray measure them: about those of the sums of products themselves, of numbers that are of one size."""
    numbers = np.random.default_rng(channels)
    x, kernel = (numbers.standard_normal(shape, np.float32) for shape in ((1, 20, 20, channels), (3, 3, channels, 16)))
    expected, sizes = exact(x, kernel, (1, 1, 1, 1)), exact(np.abs(x), np.abs(kernel), (1, 1, 1, 1))
    errors = np.abs(quick(window(), x.shape, kernel.shape, 1, x.dtype, True, kernel)(x, kernel) - expected)
    assert (errors <= 4 * np.spacing(sizes.max().astype(np.float32))).all()


@pytest.mark.parametrize("value", [np.inf, -np.inf, np.nan, 3e38])
@pytest.mark.parametrize("place", ["image", "kernel", "edge"])
def test_what_is_not_finite_is_as_without_tiles(value, place):
    """Sums of a tile would be NaN where a window of it sees no infinity, and where one is multiplied by nothing but zeros elsewhere."""
    numbers = np.random.default_rng(3)
    x, kernel = numbers.standard_normal((1, 9, 9, 4), np.float32), numbers.standard_normal((3, 3, 4, 4), np.float32)
    kernel[1, :, :, 2] = 0
    array, at = {"image": (x, (0, 4, 5, 1)), "edge": (x, (0, 8, 8, 3)), "kernel": (kernel, (1, 2, 1, 2))}[place]
    array[at] = value
    direct = moving(window(), x.shape, kernel.shape, 1, x.dtype, kernel)
    with np.errstate(all="ignore"):
        expected, actual = direct(x, kernel), quick(window(), x.shape, kernel.shape, 1, x.dtype, True, kernel)(x, kernel)
    assert actual.tobytes() == expected.tobytes()


def test_numbers_that_overflow_on_the_way_are_computed_otherwise():
    """The sum of two columns has no number in f32; the window's own product with 1 has."""
    x, kernel = np.full((1, 4, 4, 1), 3e38, np.float32), np.zeros((3, 3, 1, 1), np.float32)
    kernel[1, 1] = 1
    with np.errstate(all="ignore"):
        assert (quick(window(), x.shape, kernel.shape, 1, x.dtype, True, kernel)(x, kernel) == np.float32(3e38)).all()


@pytest.mark.parametrize(
    ("moves", "kernel", "groups", "may_tile"),
    [
        ({}, (3, 3, 4, 4), 1, False),
        ({"strides": (2, 1)}, (3, 3, 4, 4), 1, True),
        ({"dilation": (1, 2)}, (3, 3, 4, 4), 1, True),
        ({}, (3, 3, 1, 4), 4, True),
        ({}, (3, 2, 4, 4), 1, True),
        ({}, (5, 5, 4, 4), 1, True),
        ({"padding": (-1, 1, 0, 0)}, (3, 3, 4, 4), 1, True),
    ],
)
def test_other_windows_have_no_tiles(moves, kernel, groups, may_tile):
    assert not isinstance(quick(window(**moves), (1, 8, 8, 4), kernel, groups, np.dtype(np.float32), may_tile), Tiles)


def body_of(kind: str, attributes: str):
    type = f"tensor<1x6x6x2x{kind}>"
    return Program(
        parse(
            Source(
                "test.mlir",
                f"""func.func @main(%x: {type}) -> {type} {{
  %w = stablehlo.constant dense<1.0> : tensor<3x3x2x2x{kind}>
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {{pad = [[1, 1], [1, 1]]}}
    {{batch_group_count = 1 : i64, feature_group_count = 1 : i64{attributes}}} : ({type}, tensor<3x3x2x2x{kind}>) -> {type}
  return %0 : {type}
}}""",
            ),
            lookup,
            dialect,
        )
    ).body


@pytest.mark.parametrize(
    ("kind", "attributes", "tiles"), [("f32", ", tfir.tiles = 2 : i64", 1), ("f64", ", tfir.tiles = 2 : i64", 0), ("f32", "", 0)]
)
def test_programs_say_that_there_are_tiles(kind, attributes, tiles, monkeypatch):
    """With a plan and without; nothing else of f64, and of what nothing is said."""
    body, seen = body_of(kind, attributes), []
    call = Tiles.__call__
    monkeypatch.setattr(Tiles, "__call__", lambda self, *arrays: seen.append(1) or call(self, *arrays))
    x = np.random.default_rng(1).standard_normal((1, 6, 6, 2)).astype("f4" if kind == "f32" else "f8")
    results = [body(x)[0] for _ in range(PLANNED_AT + 1)]
    assert len(seen) == tiles * len(results)
    assert {result.tobytes() for result in results} == {results[0].tobytes()}
    np.testing.assert_allclose(results[0], exact(x, np.ones((3, 3, 2, 2)), (1, 1, 1, 1)), rtol=1e-5, atol=1e-5)


def exact_by_channel(x, kernel, padding):
    """As `exact`, of each channel by itself."""
    around = np.pad(x.astype(np.float64), [(0, 0), tuple(padding[:2]), tuple(padding[2:]), (0, 0)])
    views = np.lib.stride_tricks.sliding_window_view(around, kernel.shape[:2], (1, 2))
    return np.einsum("nhwcij,ijc->nhwc", views, kernel[:, :, 0].astype(np.float64))


def by_strips(x, kernel, padding=(2, 2, 2, 2), known=None):
    return quick(window(padding), x.shape, kernel.shape, x.shape[-1], x.dtype, True, known)


@pytest.mark.parametrize("at_once", [1, 1 << 20])
@pytest.mark.parametrize("padding", [(2, 2, 2, 2), (0, 0, 0, 0), (0, 1, 2, 0), (3, 2, 1, 4)])
@pytest.mark.parametrize("sizes", [(1, 8, 8, 4), (2, 7, 6, 3), (1, 5, 9, 2), (3, 12, 5, 2)])
@pytest.mark.parametrize("extents", [(5, 5), (5, 3), (3, 2)])
def test_strips_are_sums_of_products(extents, sizes, padding, at_once, monkeypatch):
    """Of small whole numbers, of which a place that is wrong, or missing, shows."""
    monkeypatch.setattr(winograd, "STRIPS_BYTES", at_once)
    monkeypatch.setattr(winograd, "REPEATED", max(6, at_once >> 10))
    numbers = np.random.default_rng(1)
    x, kernel = (numbers.integers(-4, 5, shape).astype(np.float32) for shape in (sizes, (*extents, 1, sizes[-1])))
    for known in (None, kernel):
        call = by_strips(x, kernel, padding, known)
        assert isinstance(call, Strips)
        for image in (x, np.asfortranarray(x)):
            np.testing.assert_allclose(call(image, kernel), exact_by_channel(x, kernel, padding), rtol=0, atol=1e-3)


@pytest.mark.parametrize(("rows", "most"), [(3, 4), (5, 16)])
def test_errors_of_strips_are_those_of_the_largest_products(rows, most):
    numbers = np.random.default_rng(rows)
    x, kernel = (numbers.standard_normal(shape, np.float32) for shape in ((1, 20, 20, 64), (rows, rows, 1, 64)))
    expected, sizes = exact_by_channel(x, kernel, (2, 2, 2, 2)), exact_by_channel(np.abs(x), np.abs(kernel), (2, 2, 2, 2))
    errors = np.abs(by_strips(x, kernel, known=kernel)(x, kernel) - expected)
    assert (errors <= most * np.spacing(sizes.max().astype(np.float32))).all()


@pytest.mark.parametrize("value", [np.inf, np.nan, 3e38])
def test_what_is_not_finite_is_as_without_strips(value):
    numbers = np.random.default_rng(3)
    x, kernel = numbers.standard_normal((1, 9, 9, 4), np.float32), numbers.standard_normal((5, 5, 1, 4), np.float32)
    x[0, 4, 5, 1] = value
    direct = moving(window((2, 2, 2, 2)), x.shape, kernel.shape, 4, x.dtype)
    with np.errstate(all="ignore"):
        assert by_strips(x, kernel, known=kernel)(x, kernel).tobytes() == direct(x, kernel).tobytes()


@pytest.mark.parametrize(
    ("moves", "kernel", "groups"),
    [
        ({"strides": (2, 2)}, (5, 5, 1, 4), 4), ({"strides": (1, 2)}, (5, 5, 1, 4), 4), ({"dilation": (2, 1)}, (5, 5, 1, 4), 4),
        ({}, (1, 5, 1, 4), 4), ({}, (4, 4, 1, 4), 4), ({}, (5, 5, 1, 8), 4),
    ],
)  # fmt: skip
def test_what_has_no_strips(moves, kernel, groups):
    """Windows that step, that are dilated, of a number of rows without points, and several results of a channel."""
    call = quick(window(**moves), (1, 9, 9, 4), kernel, groups, np.dtype(np.float32), True)
    assert not isinstance(call, Strips)
