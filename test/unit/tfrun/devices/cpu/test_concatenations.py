"""Results that are written where a concatenation of them puts them, on this machine's processor, against NumPy."""

import numpy as np
import pytest
from device_calls import call, lowered
from processor_programs import TARGETS, dtype, run, typed

pytest.importorskip("llvmlite")


def drawn(random, shape, element: str) -> np.ndarray:
    return random.integers(-9, 10, shape).astype(dtype(element))


def concatenated(shapes, axis: int, element: str, target: str) -> None:
    """Sums of each part with itself, side by side; no dispatch but those of the parts is left."""
    parts = [drawn(np.random.default_rng(sum(shape)), shape, element) for shape in shapes]
    whole = list(shapes[0])
    whole[axis] = sum(shape[axis] for shape in shapes)
    lines = [f"%s{n} = stablehlo.add %{n}, %{n} : {typed(shape, element)}" for n, shape in enumerate(shapes)]
    values, types = (", ".join(items) for items in zip(*[(f"%s{n}", typed(shape, element)) for n, shape in enumerate(shapes)]))
    lines.append(f"%r = stablehlo.concatenate {values}, dim = {axis} : ({types}) -> {typed(whole, element)}")
    answer, schedules = run(parts, [element] * len(parts), "\n".join(lines), typed(whole, element), target)
    assert len(schedules) == len(shapes), schedules
    np.testing.assert_array_equal(answer, np.concatenate([part + part for part in parts], axis))


SHAPES = [
    ([(5,), (7,)], 0),
    ([(3, 8), (3, 24), (3, 1)], 1),
    ([(3, 9), (4, 9)], 0),
    ([(2, 3, 17), (2, 5, 17)], 1),
    ([(1, 4, 5, 33), (1, 4, 5, 16)], 3),
    ([(1, 4, 5, 3), (1, 9, 5, 3)], 1),
    ([(1000, 3), (1000, 2)], 1),
    ([(1, 1, 5000), (1, 1, 64)], 2),
]


@pytest.mark.sweep
@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("element", ["f32", "f64", "bf16", "i8"])
@pytest.mark.parametrize(("shapes", "axis"), SHAPES)
def test_parts_of_all_shapes(shapes, axis, element, target):
    concatenated(shapes, axis, element, target)


CONVOLUTIONS = """
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x9x7x8xf32>, tensor<1x1x8x40xf32>) -> tensor<1x9x7x40xf32>
  %1 = stablehlo.convolution(%x, %v) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x9x7x8xf32>, tensor<3x3x8x21xf32>) -> tensor<1x9x7x21xf32>
"""
FIRE = f"""func.func @main(%x: tensor<1x9x7x8xf32>, %w: tensor<1x1x8x40xf32>, %v: tensor<3x3x8x21xf32>) -> (RESULTS) {{{CONVOLUTIONS}
  %2 = stablehlo.concatenate %0, %x, %1, dim = 3 : (tensor<1x9x7x40xf32>, tensor<1x9x7x8xf32>, tensor<1x9x7x21xf32>) -> tensor<1x9x7x69xf32>
  return VALUES : RESULTS
}}"""


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("with_part", [False, True])
def test_convolutions_beside_what_was_there(target, with_part):
    """An argument is copied, and so is a result that something else reads."""
    random = np.random.default_rng(7)
    x, w, v = (random.integers(-3, 4, shape).astype("f4") for shape in ((1, 9, 7, 8), (1, 1, 8, 40), (3, 3, 8, 21)))
    results, values = "tensor<1x9x7x69xf32>", "%2"
    if with_part:
        results, values = f"tensor<1x9x7x40xf32>, {results}", "%0, %2"
    module = lowered(FIRE.replace("RESULTS", results).replace("VALUES", values), target, "cpu")
    ((*parts, answer),) = call(module, "cpu", [[x, w, v]])
    first, padded = x @ w[0, 0], np.pad(x, ((0, 0), (1, 1), (1, 1), (0, 0)))
    second = sum(padded[:, i : i + 9, j : j + 7] @ v[i, j] for i, j in np.ndindex(3, 3))
    np.testing.assert_array_equal(answer, np.concatenate([first, x, second], 3))
    for part in parts:
        np.testing.assert_array_equal(part, first)


def test_one_part_twice_and_complex_parts():
    x, y = (np.random.default_rng(n).integers(-9, 9, (3, n)).astype("f4") for n in (5, 4))
    body = """%a = stablehlo.negate %0 : tensor<3x5xf32>
      %b = stablehlo.negate %1 : tensor<3x4xf32>
      %c = stablehlo.concatenate %a, %b, %a, dim = 1 : (tensor<3x5xf32>, tensor<3x4xf32>, tensor<3x5xf32>) -> tensor<3x14xf32>
      %d = stablehlo.complex %c, %c : tensor<3x14xcomplex<f32>>
      %e = stablehlo.complex %0, %0 : tensor<3x5xcomplex<f32>>
      %r = stablehlo.concatenate %d, %e, dim = 1 : (tensor<3x14xcomplex<f32>>, tensor<3x5xcomplex<f32>>) -> tensor<3x19xcomplex<f32>>"""
    answer, _ = run([x, y], ["f32"] * 2, body, "tensor<3x19xcomplex<f32>>", TARGETS[0])
    np.testing.assert_array_equal(answer, np.concatenate([-x, -y, -x, x], 1) * (1 + 1j))
