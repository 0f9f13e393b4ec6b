"""Convolutions that are computed block by block: drawn ones against the definition, and what has to be computed in another way."""

from itertools import product
from math import prod

import numpy as np
import pytest
from tfir.dialects.stablehlo import sliding
from tfir.dialects.stablehlo.attributes import ConvolutionAttr
from tfir.dialects.stablehlo.convolution import Window, convolved
from tfir.dialects.stablehlo.sliding import moving

LAYOUTS = {
    1: "[b, 0, f]x[0, i, o]->[b, 0, f]",
    2: "[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]",
    3: "[b, 0, 1, 2, f]x[0, 1, 2, i, o]->[b, 0, 1, 2, f]",
}


def by_definition(x, kernel, strides, padding, dilation, groups: int):
    """Every element of the result from the sum in the StableHLO specification, in double precision."""
    *extents, inputs, features = kernel.shape
    around = np.pad(x, [(0, 0), *padding, (0, 0)]).astype(np.float64)
    sizes = [(size - (extent - 1) * gap - 1) // step + 1 for size, extent, gap, step in zip(around.shape[1:], extents, dilation, strides)]
    result = np.zeros((x.shape[0], *[max(0, size) for size in sizes], features))
    for index in product(*map(range, result.shape)):
        first = index[-1] // (features // groups) * inputs if groups > 1 else 0
        starts = [place * step for place, step in zip(index[1:-1], strides)]
        seen = around[(index[0], *[slice(at, at + (extent - 1) * gap + 1, gap) for at, extent, gap in zip(starts, extents, dilation)])]
        result[index] = (seen[..., first : first + inputs] * kernel[..., index[-1]].astype(np.float64)).sum()
    return result


def drawn(seed: int):
    """Sizes of a convolution, and how its window moves."""
    numbers = np.random.default_rng(seed)
    rank = int(numbers.choice([1, 2, 2, 2]))

    def draw(low, high):
        return [int(each) for each in numbers.integers(low, high, rank)]

    depthwise = bool(numbers.integers(2))
    features = int(numbers.choice([1, 3, 8]))
    groups = features if depthwise else 1
    kernel = (*draw(1, 4), features // groups, features if depthwise else int(numbers.choice([1, 5])))
    padding = list(zip(draw(0, 4), draw(0, 4)))
    return (int(numbers.integers(1, 3)), *draw(1, 12), features), kernel, draw(1, 4), padding, draw(1, 3), groups, numbers


@pytest.mark.parametrize("seed", range(150))
def test_drawn_convolutions(seed, monkeypatch):
    """Of small integers, so that sums are exact in any order; blocks are as small as can be, or as they are."""
    sizes, kernel_sizes, strides, padding, dilation, groups, numbers = drawn(seed)
    dtype = np.float64 if seed % 5 == 4 else np.float32
    x, kernel = (numbers.integers(-4, 5, shape).astype(dtype) for shape in (sizes, kernel_sizes))
    if seed % 3 == 1:
        for name in ("PRODUCT_BYTES", "SUM_BYTES", "LONGEST_ROW"):
            monkeypatch.setattr(sliding, name, 1 + seed % 64)
        monkeypatch.setattr(sliding, "MANY_FEATURES", 4)
    window = Window(ConvolutionAttr.of(LAYOUTS[len(strides)]), strides, list(sum(padding, ())), None, dilation)
    expected = by_definition(x, kernel, strides, padding, dilation, groups)
    for known in (None, kernel):
        call = moving(window, x.shape, kernel.shape, groups, x.dtype, known)
        assert (call is None) == (0 in expected.shape)
        for image in (x, np.asfortranarray(x)):
            actual = convolved(image, kernel, window, groups, 1) if call is None else call(image, kernel)
            assert actual.dtype == dtype
            np.testing.assert_array_equal(actual, expected)


@pytest.mark.parametrize("extents", [(3, 1), (1, 1), (1, 3)])
@pytest.mark.parametrize("features", [2, 300])
def test_long_rows_of_depthwise_windows_with_steps(extents, features, monkeypatch):
    """A row of 50 places is several vectors."""
    monkeypatch.setattr(sliding, "LONGEST_ROW", 20)
    numbers = np.random.default_rng(1)
    x, kernel = (numbers.integers(-4, 5, shape).astype(np.float32) for shape in ((1, 5, 99, features), (*extents, 1, features)))
    window = Window(ConvolutionAttr.of(LAYOUTS[2]), [1, 2], [0, 0, extents[1] // 2, extents[1] // 2])
    actual = moving(window, x.shape, kernel.shape, features, x.dtype)(x, kernel)
    places = np.pad(x, [(0, 0), (0, 0), (extents[1] // 2,) * 2, (0, 0)])
    views = np.lib.stride_tricks.sliding_window_view(places, extents, (1, 2))[:, :, ::2]
    np.testing.assert_array_equal(actual, np.einsum("bhwcij,ijc->bhwc", views, kernel[:, :, 0]))


@pytest.mark.parametrize("groups", [1, 3])
def test_numbers_that_are_none_go_no_further_than_windows(groups):
    """Zeros times infinities are NaN, those of the padding too, and every other place has its number."""
    x = np.arange(2 * 6 * 7 * 3, dtype=np.float32).reshape(2, 6, 7, 3) % 5
    kernel = np.arange(3 * 3 * 3, dtype=np.float32).reshape(3, 3, 3 // groups, -1) % 4
    x[0, 2, 3, 1], x[1, 5, 0, 2], kernel[0, 0, 0, 0] = np.inf, np.nan, np.inf
    window = Window(ConvolutionAttr.of(LAYOUTS[2]), [1, 1], [1, 1, 1, 1])
    with np.errstate(all="ignore"):
        expected = by_definition(x, kernel, [1, 1], [(1, 1), (1, 1)], [1, 1], groups)
        actual = moving(window, x.shape, kernel.shape, groups, x.dtype)(x, kernel)
    assert 0 < np.isnan(expected).sum() < expected.size
    np.testing.assert_array_equal(actual, expected)


@pytest.mark.parametrize(
    ("sizes", "kernel", "groups", "changes"),
    [
        ((1, 4, 4, 4), (2, 2, 2, 4), 2, {}),  # two features in a group
        ((1, 4, 4, 4), (2, 2, 1, 8), 4, {}),  # two results for each feature
        ((1, 4, 4, 4), (2, 2, 4, 4), 1, {"padding": [-1, 0, 0, 0]}),
        ((1, 4, 4, 4), (2, 2, 4, 4), 1, {"lhs_dilation": [1, 2]}),
        ((1, 4, 4, 4), (2, 2, 4, 4), 1, {"reversal": [False, True]}),
        ((1, 4, 4, 4), (2, 2, 4, 4), 1, {"layout": "[b, f, 0, 1]x[0, 1, i, o]->[b, f, 0, 1]"}),
        ((1, 4, 4, 4), (5, 2, 4, 4), 1, {}),  # no place for the window
        ((0, 4, 4, 4), (2, 2, 4, 4), 1, {}),
        ((1, 4, 4, 4, 4), (2, 2, 2, 4, 4), 1, {}),
        ((1, 4), (4, 4), 1, {"layout": "[b, f]x[i, o]->[b, f]"}),
    ],
)
def test_what_is_computed_in_another_way(sizes, kernel, groups, changes):
    attribute = ConvolutionAttr.of(changes.pop("layout", LAYOUTS.get(len(sizes) - 2)))
    assert moving(Window(attribute, **changes), sizes, kernel, groups, np.dtype(np.float32)) is None


def test_a_kernel_in_another_order():
    x, kernel = np.arange(24, dtype=np.float32).reshape(1, 4, 3, 2), np.arange(24, dtype=np.float32).reshape(3, 2, 2, 2)
    window = Window(ConvolutionAttr.of("[b, 0, 1, f]x[o, i, 0, 1]->[b, 0, 1, f]"))
    expected = by_definition(x, kernel.transpose(2, 3, 1, 0), [1, 1], [(0, 0), (0, 0)], [1, 1], 1)
    for known in (None, kernel):
        np.testing.assert_array_equal(moving(window, x.shape, kernel.shape, 1, x.dtype, known)(x, kernel), expected)


def test_no_more_is_held_than_blocks_need():
    """A wide image is not gathered whole: 4096 rows of 64 columns and 9 * 16 numbers would be 151 MB."""
    import tracemalloc

    x, kernel = np.ones((1, 4096, 64, 16), np.float32), np.ones((3, 3, 16, 16), np.float32)
    window = Window(ConvolutionAttr.of(LAYOUTS[2]), [1, 1], [1, 1, 1, 1])
    call = moving(window, x.shape, kernel.shape, 1, x.dtype, kernel)
    tracemalloc.start()
    result = call(x, kernel)
    _, most = tracemalloc.get_traced_memory()
    held, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert prod(result.shape) * 4 <= held < prod(result.shape) * 4 + 100_000
    assert most < held + 2 * sliding.PRODUCT_BYTES
