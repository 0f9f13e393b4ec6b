"""Slices written over parts of tensors, in place where nothing needs what was there, on devices against NumPy."""

import numpy as np
import pytest
from device_calls import call, device_of, lowered

TARGETS = ("x86-64-v3", "x86-64-v4", "lavapipe", "portable")


def answers(text: str, calls, target: str):
    return call(lowered(text, target), device_of(target), calls)


def clamped(first, size: int, extent: int) -> int:
    return int(min(max(first, 0), extent - size))


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("seed", range(10))
def test_slices_of_drawn_sizes(seed, target):
    """Starts are moved inside; what is called again finds its arguments as they were."""
    random = np.random.default_rng(seed)
    shape = random.integers(1, 40, int(random.integers(1, 4))).tolist()
    sizes = [int(random.integers(1, extent + 1)) for extent in shape]
    x, u = random.standard_normal(shape).astype("f4"), random.standard_normal(sizes).astype("f4")
    starts = random.integers(-5, 45, len(shape)).astype("i4")
    kind, part = (f"tensor<{'x'.join(map(str, each))}xf32>" for each in (shape, sizes))
    names = [f"%s{axis}" for axis in range(len(shape))]
    text = f"""func.func @main(%x: {kind}, %u: {part}, {", ".join([f"{name}: tensor<i32>" for name in names])}) -> {kind} {{
      %y = stablehlo.negate %x : {kind}
      %v = stablehlo.add %u, %u : {part}
      %r = stablehlo.dynamic_update_slice %y, %v, {", ".join(names)} : ({kind}, {part}, {", ".join(["tensor<i32>"] * len(shape))}) -> {kind}
      return %r : {kind}
    }}"""
    expected = -x
    firsts = [clamped(first, size, extent) for first, size, extent in zip(starts, sizes, shape)]
    expected[tuple([slice(first, first + size) for first, size in zip(firsts, sizes)])] = u + u
    arguments = [x, u, *[np.array(first) for first in starts]]
    for (answer,) in answers(text, [arguments, arguments], target):
        np.testing.assert_array_equal(answer, expected)


FILLED = """func.func @main(%x: tensor<5x9xf32>) -> (tensor<5x9xf32>, tensor<5x9xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:3 = stablehlo.while(%i = %zero, %a = %x, %b = %x) : tensor<i32>, tensor<5x9xf32>, tensor<5x9xf32>
    cond {
      %bound = stablehlo.constant dense<5> : tensor<i32>
      %less = stablehlo.compare LT, %i, %bound : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %less : tensor<i1>
    } do {
      %one = stablehlo.constant dense<1> : tensor<i32>
      %before = stablehlo.subtract %i, %one : tensor<i32>
      %zero_0 = stablehlo.constant dense<0> : tensor<i32>
      %row = stablehlo.dynamic_slice %a, %before, %zero_0, sizes = [1, 9] : (tensor<5x9xf32>, tensor<i32>, tensor<i32>) -> tensor<1x9xf32>
      %ones = stablehlo.constant dense<1.0> : tensor<1x9xf32>
      %more = stablehlo.add %row, %ones : tensor<1x9xf32>
      %new = stablehlo.dynamic_update_slice %a, %more, %i, %zero_0 : (tensor<5x9xf32>, tensor<1x9xf32>, tensor<i32>, tensor<i32>) -> tensor<5x9xf32>
      %next = stablehlo.add %i, %one : tensor<i32>
      stablehlo.return %next, %new, RESULT : tensor<i32>, tensor<5x9xf32>, tensor<5x9xf32>
    }
  return %r#1, %r#2 : tensor<5x9xf32>, tensor<5x9xf32>
}"""


@pytest.mark.parametrize("target", TARGETS[1:])
@pytest.mark.parametrize("result", ["%b", "%a", "%new"])
def test_loops_that_fill_a_tensor(result, target):
    """Row by row from the one before, the first from itself; what the loop hands on beside it is what was there at first, the trip before, or now."""
    x = np.random.default_rng(1).standard_normal((5, 9)).astype("f4")
    a = b = x
    for i in range(5):
        new = a.copy()
        new[i] = a[max(i - 1, 0)] + np.float32(1)
        a, b = new, {"%b": b, "%a": a, "%new": new}[result]
    ((one, other),) = answers(FILLED.replace("RESULT", result), [[x]], target)
    np.testing.assert_array_equal(one, a)
    np.testing.assert_array_equal(other, b)


@pytest.mark.parametrize("target", TARGETS[1:])
def test_an_update_that_comes_of_what_it_is_written_over(target):
    text = """func.func @main(%x: tensor<6x8xf32>, %s: tensor<i32>) -> tensor<6x8xf32> {
      %z = stablehlo.constant dense<0> : tensor<i32>
      %y = stablehlo.add %x, %x : tensor<6x8xf32>
      %part = stablehlo.slice %y [0:3, 0:8] : (tensor<6x8xf32>) -> tensor<3x8xf32>
      %flipped = stablehlo.reverse %part, dims = [0] : tensor<3x8xf32>
      %r = stablehlo.dynamic_update_slice %y, %flipped, %s, %z : (tensor<6x8xf32>, tensor<3x8xf32>, tensor<i32>, tensor<i32>) -> tensor<6x8xf32>
      return %r : tensor<6x8xf32>
    }"""
    x = np.arange(48, dtype="f4").reshape(6, 8)
    for first in (0, 1, 3):
        expected = 2 * x
        expected[first : first + 3] = 2 * x[2::-1]
        ((answer,),) = answers(text, [[x, np.array(first, "i4")]], target)
        np.testing.assert_array_equal(answer, expected)


@pytest.mark.parametrize("target", TARGETS)
def test_loops_that_scatter(target):
    """Into what they hand on, and into what a trip still needs: the sum of it before."""
    text = """func.func @main(%x: tensor<12x16xf32>) -> (tensor<12x16xf32>, tensor<f32>) {
      %zero = stablehlo.constant dense<0> : tensor<i32>
      %nothing = stablehlo.constant dense<0.0> : tensor<f32>
      %r:3 = stablehlo.while(%i = %zero, %a = %x, %s = %nothing) : tensor<i32>, tensor<12x16xf32>, tensor<f32>
        cond {
          %bound = stablehlo.constant dense<10> : tensor<i32>
          %less = stablehlo.compare LT, %i, %bound : (tensor<i32>, tensor<i32>) -> tensor<i1>
          stablehlo.return %less : tensor<i1>
        } do {
          %one = stablehlo.constant dense<1> : tensor<i32>
          %next = stablehlo.add %i, %one : tensor<i32>
          %both = stablehlo.constant dense<[[0], [3]]> : tensor<2x1xi32>
          %places = stablehlo.broadcast_in_dim %i, dims = [] : (tensor<i32>) -> tensor<2x1xi32>
          %at = stablehlo.add %both, %places : tensor<2x1xi32>
          %ones = stablehlo.constant dense<1.0> : tensor<2x16xf32>
          %new = "stablehlo.scatter"(%a, %at, %ones) ({
          ^bb0(%p: tensor<f32>, %q: tensor<f32>):
            %sum = stablehlo.add %p, %q : tensor<f32>
            stablehlo.return %sum : tensor<f32>
          }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<12x16xf32>, tensor<2x1xi32>, tensor<2x16xf32>) -> tensor<12x16xf32>
          %zero_0 = stablehlo.constant dense<0.0> : tensor<f32>
          %before = stablehlo.reduce(%a init: %zero_0) applies stablehlo.add across dimensions = [0, 1] : (tensor<12x16xf32>, tensor<f32>) -> tensor<f32>
          %t = stablehlo.add %s, %before : tensor<f32>
          stablehlo.return %next, %new, %t : tensor<i32>, tensor<12x16xf32>, tensor<f32>
        }
      return %r#1, %r#2 : tensor<12x16xf32>, tensor<f32>
    }"""
    x = np.random.default_rng(2).integers(-4, 5, (12, 16)).astype("f4")
    a, total = x.copy(), 0.0
    for i in range(10):
        total += a.sum()
        for row in (i, i + 3):
            if row < 12:
                a[row] += 1
    for answer, other in answers(text, [[x], [x]], target):
        np.testing.assert_array_equal(answer, a)
        assert other == total


WINDOW = """func.func @main(%x: tensor<4x5x8xf32>, %u: tensor<{update}xf32>, %at: tensor<{count}x{kind}>) -> tensor<4x5x8xf32> {{
  %y = stablehlo.negate %x : tensor<4x5x8xf32>
  %r = "stablehlo.scatter"(%y, %at, %u) ({{
  ^bb0(%old: tensor<f32>, %new: tensor<f32>):
    {region}
  }}) {{scatter_dimension_numbers = #stablehlo.scatter<{numbers}, index_vector_dim = 0>}} : (tensor<4x5x8xf32>, tensor<{count}x{kind}>, tensor<{update}xf32>) -> tensor<4x5x8xf32>
  return %r : tensor<4x5x8xf32>
}}"""
ROWS = "update_window_dims = [0, 1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]"
CORNERS = "update_window_dims = [0, 1, 2], scatter_dims_to_operand_dims = [1, 2]"
LAST, GREATEST = np.iinfo("i4").max, np.iinfo("u4").max
WINDOWS = [  # the window's shape, its numbers, whether its first dimension has no place in it, the type of indices, and indices
    ((5, 8), ROWS, True, "i4", [(0,), (3,), (4,), (-1,), (LAST,)]),
    ((5, 8), ROWS, True, "u4", [(2,), (GREATEST,)]),
    ((2, 3, 4), CORNERS, False, "i4", [(0, 0), (2, 4), (3, 6), (-1, -3), (LAST, 0), (0, LAST)]),
    ((2, 3, 4), CORNERS, False, "u4", [(1, 4), (GREATEST, 0), (4, GREATEST - 1)]),
]


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("case", WINDOWS)
def test_one_window_of_a_scatter(case, target):
    """Elements outside are dropped, also where a place would wrap around."""
    shape, numbers, is_row, kind, indices = case
    words = {"update": "x".join(map(str, shape)), "count": len(indices[0]), "kind": {"i4": "i32", "u4": "ui32"}[kind], "numbers": numbers}
    module = lowered(WINDOW.format(region="stablehlo.return %new : tensor<f32>", **words), target)
    if target in ("lavapipe", "portable"):
        assert "update_slice" in [
            op.attributes["iree.schedule"].text.split("<")[1].split(",")[0] for op in module.walk() if "iree.schedule" in op.attributes
        ]
    draw = np.random.default_rng(len(indices)).standard_normal
    x, update = draw((4, 5, 8)).astype("f4"), draw(shape).astype("f4")
    calls = [[x, update, np.array(index, kind)] for index in indices]
    for index, (answer,) in zip(indices, call(module, device_of(target), calls)):
        expected = -x
        for place in np.ndindex(shape):
            there = (index[0], *place) if is_row else (place[0], index[0] + place[1], index[1] + place[2])
            if all([0 <= at < size for at, size in zip(there, x.shape)]):
                expected[there] = update[place]
        np.testing.assert_array_equal(answer, expected)


def test_windows_that_are_added_are_no_updates():
    """What was there is needed: each element of the result is computed."""
    words = {"update": "5x8", "count": 1, "kind": "i32", "numbers": ROWS}
    added = "%sum = stablehlo.add %old, %new : tensor<f32>\n    stablehlo.return %sum : tensor<f32>"
    module = lowered(WINDOW.format(region=added, **words), "lavapipe")
    assert not [op for op in module.walk() if "iree.schedule" in op.attributes and "update_slice" in op.attributes["iree.schedule"].text]
    x, update = np.ones((4, 5, 8), "f4"), np.full((5, 8), 2, "f4")
    (answer,) = call(module, "vulkan", [[x, update, np.array([1], "i4")]])[0]
    np.testing.assert_array_equal(answer, np.where(np.arange(4)[:, None, None] == 1, 1, -1) * x)
