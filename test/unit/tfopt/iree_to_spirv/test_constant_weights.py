"""Weights that are known: convolutions over tiles in three dispatches, and right operands in panels of columns, on devices against NumPy in double precision."""

import numpy as np
import pytest
from device_calls import TARGETS, call, device_of, lowered, read
from tfir.dialects import lookup
from tfir.ir.verify import verify
from tfir.text.printer import print_operation

from tfopt.iree_to_spirv.target import named_targets, set_targets
from tfopt.pipeline.description import load_pipeline
from tfopt.pipeline.execution import Runner


def convolution(sizes, columns, padding, step, weights) -> str:
    """Windows of 3 by 3 over tiles, and an elementwise operation behind."""
    count, height, width, channels = sizes
    around = f"[[{padding[0]}, {padding[1]}], [{padding[2]}, {padding[3]}]]"
    image, window = f"tensor<{count}x{height}x{width}x{channels}xf32>", f"tensor<3x3x{channels}x{columns}xf32>"
    result = f"tensor<{count}x{height + sum(padding[:2]) - 2}x{width + sum(padding[2:]) - 2}x{columns}xf32>"
    return f"""func.func @main(%x: {image}) -> {result} {{
      %w = stablehlo.constant dense<{weights.tolist()}> : {window}
      %y = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {{pad = {around}}} {{
        batch_group_count = 1 : i64, feature_group_count = 1 : i64, tfir.tiles = {step} : i64}} : ({image}, {window}) -> {result}
      %r = stablehlo.negate %y : {result}
      return %r : {result}
    }}"""


def windows(x, kernel, padding):
    around = np.pad(x.astype(np.float64), [(0, 0), tuple(padding[:2]), tuple(padding[2:]), (0, 0)])
    views = np.lib.stride_tricks.sliding_window_view(around, (3, 3), (1, 2))
    return np.einsum("nhwcij,ijco->nhwo", views, kernel.astype(np.float64))


def schedules(module) -> list[str]:
    chosen = [op.attributes["iree.schedule"].text for op in module.walk() if "iree.schedule" in op.attributes]
    return [text.removeprefix("#iree.schedule<").split(",")[0] for text in chosen]


@pytest.mark.parametrize("target", ["lavapipe", "portable"])
@pytest.mark.parametrize("step", [2, 4])
@pytest.mark.parametrize(
    ("sizes", "columns", "padding"),
    [
        ((1, 8, 8, 8), 12, (1, 1, 1, 1)),  # whole tiles, four channels at once
        ((1, 7, 5, 4), 3, (1, 1, 1, 1)),  # tiles past the end; results one at a time
        ((2, 6, 9, 3), 4, (0, 0, 0, 0)),  # images one after the other, without a border; channels one at a time
        ((1, 3, 4, 5), 40, (0, 2, 3, 1)),  # borders of other widths, more columns than a panel has
    ],
)
def test_tiles(sizes, columns, padding, step, target):
    """Of small integers, which tiles of 2 by 2 places compute exactly; those of 4 by 4 to some units in the last place of the largest sum of sizes."""
    numbers = np.random.default_rng(1)
    x, kernel = (numbers.integers(-4, 5, shape).astype(np.float32) for shape in (sizes, (3, 3, sizes[-1], columns)))
    module = lowered(convolution(sizes, columns, padding, step, kernel), target)
    assert schedules(module)[::2] == ["winograd_tiles"] * 2
    ((answer,),) = call(module, device_of(target), [[x]])
    largest = np.spacing(windows(np.abs(x), np.abs(kernel), padding).max().astype(np.float32))
    assert np.abs(answer + windows(x, kernel, padding)).max() <= (0 if step == 2 else 16 * largest)


def test_modules_for_devices_and_processors():
    """Of one module that is made for both, each has kernels for all three steps."""
    numbers = np.random.default_rng(4)
    x, kernel = (numbers.integers(-4, 5, shape).astype(np.float32) for shape in ((1, 7, 6, 6), (3, 3, 6, 33)))
    targets = "lavapipe,x86-64-v4,x86-64-v3"
    pipeline = load_pipeline("vulkan")
    module = read(convolution(x.shape, 33, (1, 1, 1, 1), 2, kernel))
    set_targets(module, named_targets(targets))
    Runner(lambda op: verify(op, lookup)).run(pipeline, module)
    module = read(print_operation(module, lookup))
    for device in ("vulkan", "cpu"):
        ((answer,),) = call(module, device, [[x]])
        np.testing.assert_array_equal(answer, -windows(x, kernel, (1, 1, 1, 1)))


@pytest.mark.parametrize("target", ["lavapipe", "portable", "gpu"])
@pytest.mark.parametrize(("channels", "columns"), [(8, 8), (3, 5)])
def test_kernels_are_valid(channels, columns, target, valid):
    kernel = np.ones((3, 3, channels, columns), np.float32)
    module = lowered(convolution((1, 6, 6, channels), columns, (1, 1, 1, 1), 4, kernel), target)
    kernels = [op for op in module.walk() if op.name == "spirv.module"]
    assert len(kernels) == 3
    for each in kernels:
        valid(each)


def test_what_is_too_small_or_unknown_has_no_tiles():
    """Sums of few channels take longer than they save, and weights that are computed are not transformed in advance."""
    text = convolution((1, 16, 16, 8), 32, (1, 1, 1, 1), 2, np.ones((3, 3, 8, 32), np.float32)).replace(", tfir.tiles = 2 : i64", "")
    assert schedules(lowered(text, "lavapipe")) == ["contraction"]
    many = convolution((1, 16, 16, 16), 32, (1, 1, 1, 1), 2, np.ones((3, 3, 16, 32), np.float32)).replace(", tfir.tiles = 2 : i64", "")
    assert schedules(lowered(many, "lavapipe")) == ["winograd_tiles", "contraction", "winograd_tiles"]
    start, _, end = many.partition("%w = ")
    given = start.replace("(%x: ", "(%w: tensor<3x3x16x32xf32>, %x: ") + end.partition("\n")[2]
    assert schedules(lowered(given, "lavapipe")) == ["contraction"]


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize(
    ("left", "right", "dims", "equation"),
    [
        ((5, 24), (24, 64), "contracting_dims = [1] x [0]", "mk,kn->mn"),  # two panels
        ((5, 24), (24, 37), "contracting_dims = [1] x [0]", "mk,kn->mn"),  # the last one is filled up, and columns are no multiple of four
        ((5, 24), (24, 36), "contracting_dims = [1] x [0]", "mk,kn->mn"),
        ((5, 24), (64, 24), "contracting_dims = [1] x [1]", "mk,nk->mn"),  # columns stand far apart
        ((5, 24), (37, 24), "contracting_dims = [1] x [1]", "mk,nk->mn"),
        ((5, 6, 4), (6, 4, 8, 16), "contracting_dims = [1, 2] x [0, 1]", "mkl,klno->mno"),  # columns of two dimensions
        ((3, 5, 24), (3, 24, 40), "batching_dims = [0] x [0], contracting_dims = [2] x [1]", "bmk,bkn->bmn"),
        ((3, 5, 24), (24, 3, 64), "batching_dims = [0] x [1], contracting_dims = [2] x [0]", "bmk,kbn->bmn"),
        ((1, 64), (64, 9), "contracting_dims = [1] x [0]", "mk,kn->mn"),  # lanes are shared out among rows, so panels are narrow
    ],
)
def test_products_with_constants(left, right, dims, equation, target):
    """Of small integers, so that every sum is exact."""
    numbers = np.random.default_rng(2)
    x, w = (numbers.integers(-4, 5, shape).astype(np.float32) for shape in (left, right))
    expected = np.einsum(equation, x, w)
    types = [f"tensor<{'x'.join(map(str, shape))}xf32>" for shape in (left, right, expected.shape)]
    text = f"""func.func @main(%x: {types[0]}) -> {types[2]} {{
      %w = stablehlo.constant dense<{w.tolist()}> : {types[1]}
      %r = stablehlo.dot_general %x, %w, {dims} : ({types[0]}, {types[1]}) -> {types[2]}
      return %r : {types[2]}
    }}"""
    ((answer,),) = call(lowered(text, target), device_of(target), [[x]])
    np.testing.assert_array_equal(answer, expected)


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize(
    ("columns", "groups", "order"), [(33, 1, "0, 1, i, o"), (64, 1, "i, 0, o, 1"), (33, 1, "o, 0, 1, i"), (64, 2, "0, 1, i, o")]
)
def test_windows_with_constants(columns, groups, order, target):
    """Kernels whose dimensions stand in any order; those of several groups are left as they are."""
    numbers = np.random.default_rng(3)
    x, w = (numbers.integers(-4, 5, shape).astype(np.float32) for shape in ((1, 5, 6, 8), (2, 3, 8 // groups, columns)))
    parts = zip(np.split(x.astype(np.float64), groups, 3), np.split(w.astype(np.float64), groups, 3))
    views = [(np.lib.stride_tricks.sliding_window_view(image, (2, 3), (1, 2)), kernel) for image, kernel in parts]
    expected = np.concatenate([np.einsum("nhwcij,ijco->nhwo", view, kernel) for view, kernel in views], 3)
    kernel = w.transpose(["01io".index(dim) for dim in order.split(", ")])
    types = [f"tensor<{'x'.join(map(str, each.shape))}xf32>" for each in (x, kernel, expected)]
    text = f"""func.func @main(%x: {types[0]}) -> {types[2]} {{
      %w = stablehlo.constant dense<{kernel.tolist()}> : {types[1]}
      %r = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[{order}]->[b, 0, 1, f], window = {{}} {{
        batch_group_count = 1 : i64, feature_group_count = {groups} : i64}} : ({types[0]}, {types[1]}) -> {types[2]}
      return %r : {types[2]}
    }}"""
    ((answer,),) = call(lowered(text, target), device_of(target), [[x]])
    np.testing.assert_array_equal(answer, expected)
