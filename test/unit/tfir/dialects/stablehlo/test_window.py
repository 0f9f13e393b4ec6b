"""Windows and convolutions: the StableHLO specification's examples, and its definition written out with loops."""

from itertools import product

import numpy as np
import pytest
from tfir.dialects.stablehlo.attributes import ConvolutionAttr
from tfir.dialects.stablehlo.convolution import Window, convolved
from tfir.dialects.stablehlo.sliding import moving

BODY = """({
  ^bb0(%a: tensor<ELEMENT>, %b: tensor<ELEMENT>):
    %0 = stablehlo.OP %a, %b : tensor<ELEMENT>
    stablehlo.return %0 : tensor<ELEMENT>
})"""


def body(op: str, element: str) -> str:
    return BODY.replace("OP", op).replace("ELEMENT", element)


def test_reduce_window_with_all_attributes(compute):
    assert compute(f"""
      %x = stablehlo.constant dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi64>
      %i = stablehlo.constant dense<0> : tensor<i64>
      %y = "stablehlo.reduce_window"(%x, %i) {body("add", "i64")} {{
        window_dimensions = array<i64: 2, 1>, window_strides = array<i64: 4, 1>, base_dilations = array<i64: 2, 1>,
        window_dilations = array<i64: 3, 1>, padding = dense<[[2, 1], [0, 0]]> : tensor<2x2xi64>
      }} : (tensor<3x2xi64>, tensor<i64>) -> tensor<2x2xi64>
    """).tolist() == [[0, 0], [3, 4]]  # fmt: skip


def test_pooling(compute):
    """Maxima of 2x2 windows with steps of 2 over a 1x4x4x1 image; averages need their initial value."""
    text = """
      %x = stablehlo.constant dense<[[[[1.0], [5.0], [2.0], [0.0]], [[3.0], [4.0], [1.0], [1.0]],
                                      [[-1.0], [-2.0], [9.0], [8.0]], [[-3.0], [-4.0], [7.0], [6.0]]]]> : tensor<1x4x4x1xf32>
      %i = stablehlo.constant dense<INITIAL> : tensor<f32>
      %y = "stablehlo.reduce_window"(%x, %i) REGION {
        window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>
      } : (tensor<1x4x4x1xf32>, tensor<f32>) -> tensor<1x2x2x1xf32>
    """
    maxima = compute(text.replace("REGION", body("maximum", "f32")).replace("INITIAL", "0xFF800000"))
    assert maxima.reshape(-1).tolist() == [5, 2, -1, 9]
    sums = compute(text.replace("REGION", body("add", "f32")).replace("INITIAL", "100.0"))
    assert sums.reshape(-1).tolist() == [113, 104, 90, 130]


@pytest.mark.parametrize(("element", "sums"), [("bf16", [256, 256, 256]), ("f32", [256, 257, 258])])
def test_each_sum_of_a_window_is_of_the_element_type(compute, element, sums):
    """256 + 1 is 256 in bf16, which has 8 bits: so is 256 + 1 + 1, as XLA and the reference interpreter have it, while f32 has 258."""
    assert compute(f"""
      %x = stablehlo.constant dense<[256.0, 1.0, 1.0]> : tensor<3x{element}>
      %i = stablehlo.constant dense<0.0> : tensor<{element}>
      %y = "stablehlo.reduce_window"(%x, %i) {body("add", element)} {{
        window_dimensions = array<i64: 3>, padding = dense<[[2, 0]]> : tensor<1x2xi64>
      }} : (tensor<3x{element}>, tensor<{element}>) -> tensor<3x{element}>
    """).astype("f4").tolist() == sums  # fmt: skip


@pytest.mark.parametrize(
    ("element", "initial", "numbers", "padding", "expected"),
    [
        ("f32", "0.0", "[1.0e8, 1.0, -1.0e8, 1.0]", [3, 0], [1e8, 1e8, 0, 1]),  # in order: 1e8 + 1 is 1e8
        ("f32", "0.0", "[1.0e8, 1.0, -1.0e8, 1.0]", [0, 3], [1, -1e8, -1e8, 1]),  # up to the end, which begins at each place
        ("i8", "0", "[100, 100, 1, -2]", [3, 0], [100, -56, -55, -57]),
        ("f32", "10.0", "[1.0, 2.0, 3.0, 4.0]", [3, 0], [41, 33, 26, 20]),  # which padding has, too
        ("f32", "0.0", "[1.0, 2.0, 3.0, 4.0]", [2, 1], [3, 6, 10, 9]),  # windows that also look ahead
    ],
)
def test_running_sums(compute, element, initial, numbers, padding, expected):
    assert compute(f"""
      %x = stablehlo.constant dense<{numbers}> : tensor<4x{element}>
      %i = stablehlo.constant dense<{initial}> : tensor<{element}>
      %y = "stablehlo.reduce_window"(%x, %i) {body("add", element)} {{
        window_dimensions = array<i64: 4>, padding = dense<[{padding}]> : tensor<1x2xi64>
      }} : (tensor<4x{element}>, tensor<{element}>) -> tensor<4x{element}>
    """).tolist() == expected  # fmt: skip


@pytest.mark.parametrize(("element", "last"), [("f32", 5000), ("f16", 2048), ("bf16", 256)])
def test_running_sums_of_many_elements(compute, element, last):
    """A pass over them, each sum of the element's type: of f16 2048 + 1 is 2048, of bf16 256 + 1 is 256."""
    result = compute(f"""
      %one = stablehlo.constant dense<1.0> : tensor<{element}>
      %x = stablehlo.broadcast_in_dim %one, dims = [] : (tensor<{element}>) -> tensor<2x5000x{element}>
      %i = stablehlo.constant dense<0.0> : tensor<{element}>
      %y = "stablehlo.reduce_window"(%x, %i) {body("add", element)} {{
        window_dimensions = array<i64: 1, 5000>, padding = dense<[[0, 0], [4999, 0]]> : tensor<2x2xi64>
      }} : (tensor<2x5000x{element}>, tensor<{element}>) -> tensor<2x5000x{element}>
    """)  # fmt: skip
    assert result[:, [0, 99, 4999]].astype("f4").tolist() == [[1, 100, last]] * 2


@pytest.mark.parametrize(
    ("name", "initial", "expected"),
    [
        ("add", 0, [[6, 5, 3], [21, 16, 9]]),
        ("add", 10, [[46, 55, 63], [31, 46, 59]]),  # the padding is in each window as often as it is there
        ("maximum", 4, [[4, 4, 4], [6, 6, 6]]),
    ],
)
def test_running_totals_along_two_axes(compute, name, initial, expected):
    """Down from the first row and from each column to the last one."""
    assert compute(f"""
      %x = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
      %i = stablehlo.constant dense<{initial}> : tensor<i32>
      %y = "stablehlo.reduce_window"(%x, %i) {body(name, "i32")} {{
        window_dimensions = array<i64: 2, 3>, padding = dense<[[1, 0], [0, 2]]> : tensor<2x2xi64>
      }} : (tensor<2x3xi32>, tensor<i32>) -> tensor<2x3xi32>
    """).tolist() == expected  # fmt: skip


def test_reduce_window_with_a_body_of_its_own(compute):
    """max(a, b) written as a selection, which NumPy has no name for."""
    assert compute("""
      %x = stablehlo.constant dense<[3, 1, 4, 1, 5]> : tensor<5xi32>
      %i = stablehlo.constant dense<0> : tensor<i32>
      %y = "stablehlo.reduce_window"(%x, %i) ({
        ^bb0(%a: tensor<i32>, %b: tensor<i32>):
          %p = stablehlo.compare GT, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
          %r = stablehlo.select %p, %a, %b : tensor<i1>, tensor<i32>
          stablehlo.return %r : tensor<i32>
      }) {window_dimensions = array<i64: 3>} : (tensor<5xi32>, tensor<i32>) -> tensor<3xi32>
    """).tolist() == [4, 4, 5]  # fmt: skip


def test_select_and_scatter(compute):
    assert compute(f"""
      %x = stablehlo.constant dense<[[1, 5], [2, 5], [3, 6], [4, 4]]> : tensor<4x2xi64>
      %s = stablehlo.constant dense<[[5, 6], [7, 8]]> : tensor<2x2xi64>
      %i = stablehlo.constant dense<0> : tensor<i64>
      %y = "stablehlo.select_and_scatter"(%x, %s, %i) ({{
        ^bb0(%a: tensor<i64>, %b: tensor<i64>):
          %0 = stablehlo.compare GE, %a, %b : (tensor<i64>, tensor<i64>) -> tensor<i1>
          stablehlo.return %0 : tensor<i1>
      }}, {body("add", "i64")[1:-1]}) {{
        window_dimensions = array<i64: 3, 1>, window_strides = array<i64: 2, 1>, padding = dense<[[0, 1], [0, 0]]> : tensor<2x2xi64>
      }} : (tensor<4x2xi64>, tensor<2x2xi64>, tensor<i64>) -> tensor<4x2xi64>
    """).tolist() == [[0, 0], [0, 0], [5, 14], [7, 0]]  # fmt: skip


def test_convolution_of_the_specification(compute):
    assert compute("""
      %x = stablehlo.constant dense<[[[[1], [2], [5], [6]], [[3], [4], [7], [8]],
                                      [[10], [11], [14], [15]], [[12], [13], [16], [17]]]]> : tensor<1x4x4x1xi64>
      %k = stablehlo.constant dense<1> : tensor<3x3x1x1xi64>
      %y = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f],
        window = {stride = [4, 4], lhs_dilate = [2, 2]}
        {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x4x1xi64>, tensor<3x3x1x1xi64>) -> tensor<1x2x2x1xi64>
    """).reshape(2, 2).tolist() == [[10, 26], [46, 62]]  # fmt: skip


def test_dynamic_conv(compute):
    assert compute("""
      %x = stablehlo.constant dense<[[[1.0], [2.0], [3.0]]]> : tensor<1x3x1xf32>
      %k = stablehlo.constant dense<[[[1.0]], [[10.0]]]> : tensor<2x1x1xf32>
      %p = stablehlo.constant dense<[[1, 0]]> : tensor<1x2xi64>
      %y = "stablehlo.dynamic_conv"(%x, %k, %p) {dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>,
        batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x3x1xf32>, tensor<2x1x1xf32>, tensor<1x2xi64>) -> tensor<1x3x1xf32>
    """).reshape(-1).tolist() == [10, 21, 32]  # fmt: skip


def by_definition(x, kernel, window, feature_groups, batch_groups):
    """x is batch, space, feature; kernel is space, input, output: the sums of the specification, one after the other."""
    spread = np.zeros((x.shape[0], *[(n - 1) * d + 1 for n, d in zip(x.shape[1:-1], window.base_dilation)], x.shape[-1]))
    spread[(slice(None), *[slice(None, None, d) for d in window.base_dilation])] = x
    x = np.pad(spread, [(0, 0), *[(max(0, low), max(0, high)) for low, high in window.padding], (0, 0)])
    x = x[(slice(None), *[slice(max(0, -low), n - max(0, -high)) for n, (low, high) in zip(x.shape[1:-1], window.padding)])]
    extents, (inputs, features) = kernel.shape[:-2], kernel.shape[-2:]
    places = [(n - (k - 1) * d - 1) // s + 1 for n, k, d, s in zip(x.shape[1:-1], extents, window.dilation, window.strides)]
    batch = x.shape[0] // batch_groups
    result = np.zeros((batch, *places, features))
    for index in product(*map(range, result.shape)):
        n, place, f = index[0], index[1:-1], index[-1]
        image = n + (f // (features // batch_groups)) * batch
        first = (f // (features // feature_groups)) * inputs if feature_groups > 1 else 0
        for offset in product(*map(range, extents)):
            at = [p * s + o * d for p, s, o, d in zip(place, window.strides, offset, window.dilation)]
            taken = tuple([k - 1 - o if axis in window.reversal else o for axis, (k, o) in enumerate(zip(extents, offset))])
            result[index] += np.dot(x[(image, *at, slice(first, first + inputs))], kernel[taken][:, f])
    return result


CONVOLUTIONS = [
    dict(),
    dict(kernel=(1, 1, 4, 5)),
    dict(kernel=(1, 1, 4, 5), strides=[2, 2]),
    dict(padding=[1, 2, 0, 1]),
    dict(padding=[-1, 1, 2, -1]),
    dict(strides=[2, 1], padding=[1, 1, 1, 1]),
    dict(rhs_dilation=[2, 1]),
    dict(lhs_dilation=[1, 3], padding=[0, 0, 2, 1]),
    dict(reversal=[True, False]),
    dict(feature_groups=2, kernel=(3, 2, 2, 6)),
    dict(feature_groups=4, kernel=(3, 3, 1, 4), padding=[1, 1, 1, 1]),
    dict(feature_groups=4, kernel=(3, 3, 1, 4), strides=[2, 1], rhs_dilation=[1, 2], padding=[1, 1, 2, 2]),
    dict(feature_groups=4, kernel=(3, 3, 1, 4), strides=[1, 2]),
    dict(feature_groups=4, kernel=(2, 3, 1, 8)),
    dict(batch_groups=2, kernel=(2, 2, 4, 6)),
    dict(layout="[b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1]"),
    dict(layout="[b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1]", kernel=(1, 1, 4, 5)),
    dict(layout="[b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1]", feature_groups=4, kernel=(3, 3, 1, 4), padding=[1, 1, 1, 1]),
    dict(layout="[0, f, b, 1]x[i, 1, o, 0]->[f, 1, b, 0]", strides=[1, 2], padding=[0, 1, 1, 0]),
    dict(image=(2, 1, 7, 4), kernel=(3, 3, 4, 5)),
]


@pytest.mark.parametrize("case", CONVOLUTIONS, ids=lambda case: " ".join(case) or "plain")
def test_convolution_by_its_definition(case):
    random = np.random.default_rng(1)
    x = random.integers(-4, 5, case.get("image", (2, 7, 6, 4))).astype(np.float32)
    kernel = random.integers(-4, 5, case.get("kernel", (3, 2, 4, 5))).astype(np.float32)
    layout = case.get("layout", "[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]")
    numbers = ConvolutionAttr.of(layout)
    window = Window(
        numbers, case.get("strides"), case.get("padding"), case.get("lhs_dilation"), case.get("rhs_dilation"), case.get("reversal")
    )
    groups = case.get("feature_groups", 1), case.get("batch_groups", 1)
    ends = [end.strip("[]").replace(" ", "").split(",") for end in layout.replace("->", "x").split("x")]
    arranged = [["b01f".index(letter) for letter in ends[0]], ["01io".index(letter) for letter in ends[1]]]
    left, right = np.ascontiguousarray(x.transpose(arranged[0])), np.ascontiguousarray(kernel.transpose(arranged[1]))
    if x.shape[1] < kernel.shape[0]:
        assert convolved(left, right, window, *groups).shape == (2, 0, 5, 5)
        return
    actual = convolved(left, right, window, *groups)
    expected = by_definition(x, kernel, window, *groups).transpose(["b01f".index(letter) for letter in ends[2]])
    assert actual.shape == expected.shape
    np.testing.assert_array_equal(actual, expected)
    bound = moving(window, left.shape, right.shape, groups[0], left.dtype) if groups[1] == 1 else None
    rarer = {"layout", "lhs_dilation", "reversal", "batch_groups"} & case.keys() or min(case.get("padding", [0])) < 0
    assert (bound is None) == bool(rarer or groups[0] not in (1, kernel.shape[-1]))
    for array in () if bound is None else (left, np.asfortranarray(left)):
        np.testing.assert_array_equal(bound(array, right), expected)


POOLS = [  # sizes, window, strides, padding, dilations
    ((1, 7, 7, 5), (1, 7, 7, 1), (1, 1, 1, 1), None, None),  # all places of an image
    ((2, 7, 7, 5), (1, 7, 7, 1), (1, 1, 1, 1), None, None),
    ((2, 7, 7, 1), (1, 7, 7, 1), (1, 1, 1, 1), None, None),  # one feature, whose sums NumPy would take in another order
    ((2, 7, 8, 5), (1, 7, 7, 1), (1, 1, 1, 1), None, None),
    ((2, 7, 7, 5), (2, 3, 3, 1), (1, 2, 1, 1), None, None),
    ((1, 9, 9, 3), (1, 3, 3, 1), (1, 1, 1, 1), ((0, 0), (1, 1), (1, 1), (0, 0)), None),
    ((1, 9, 9, 3), (1, 3, 2, 1), (1, 2, 3, 1), None, (1, 2, 1, 1)),
    ((3, 5), (1, 5), (1, 1), None, None),
    ((6,), (6,), (1,), None, None),
]


@pytest.mark.parametrize("initial", ["0.0", "-0.0", "0.1"])
@pytest.mark.parametrize("pool", POOLS, ids=str)
def test_sums_of_windows_are_taken_in_order(pool, initial, compute, monkeypatch):
    """Numbers of very different sizes, so that another order has other bits; blocks of one row."""
    sizes, extents, strides, padding, dilations = pool
    x = np.random.default_rng(1).standard_normal(sizes).astype(np.float32) ** 7
    x[..., 0] = -0.0
    around = np.pad(x, padding or [(0, 0)] * len(sizes), constant_values=np.float32(initial))
    gaps = dilations or (1,) * len(sizes)
    places = [(size - (extent - 1) * gap - 1) // step + 1 for size, extent, gap, step in zip(around.shape, extents, gaps, strides)]
    expected = np.empty(places, np.float32)
    for index in product(*map(range, places)):
        expected[index] = np.float32(initial)
        for offset in product(*map(range, extents)):
            expected[index] += around[tuple([at * step + each * gap for at, step, each, gap in zip(index, strides, offset, gaps)])]
    monkeypatch.setattr("tfir.dialects.stablehlo.window.BLOCK_BYTES", 1)
    text = "x".join(map(str, sizes))
    rows = ", ".join([f"[{low}, {high}]" for low, high in padding or [(0, 0)] * len(sizes)])
    actual = compute(f"""
      %x = stablehlo.constant dense<"0x{x.tobytes().hex()}"> : tensor<{text}xf32>
      %i = stablehlo.constant dense<{initial}> : tensor<f32>
      %y = "stablehlo.reduce_window"(%x, %i) {body("add", "f32")} {{
        window_dimensions = array<i64: {", ".join(map(str, extents))}>, window_strides = array<i64: {", ".join(map(str, strides))}>,
        window_dilations = array<i64: {", ".join(map(str, gaps))}>, padding = dense<[{rows}]> : tensor<{len(sizes)}x2xi64>
      }} : (tensor<{text}xf32>, tensor<f32>) -> tensor<{"x".join(map(str, places))}xf32>
    """)
    assert actual.tobytes() == expected.tobytes()
