"""Results that are written where a concatenation of them puts them, on a device that is a processor, against NumPy; and where they are concatenated after all."""

import numpy as np
import pytest
from device_calls import call, lowered

LINES = """
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x16x16x16xf32>, tensor<1x1x16xONExf32>) -> tensor<1x16x16xONExf32>
  %1 = stablehlo.convolution(%x, %v) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x16x16x16xf32>, tensor<3x3x16xOTHERxf32>) -> tensor<1x16x16xOTHERxf32>
  %2 = stablehlo.abs %x : tensor<1x16x16x16xf32>
  %3 = stablehlo.concatenate %0, %1, %2, dim = 3 : (tensor<1x16x16xONExf32>, tensor<1x16x16xOTHERxf32>, tensor<1x16x16x16xf32>) -> tensor<1x16x16xWHOLExf32>
"""
PROGRAM = f"func.func @main(%x: tensor<1x16x16x16xf32>, %w: tensor<1x1x16xONExf32>, %v: tensor<3x3x16xOTHERxf32>) -> (RESULTS) {{{LINES}  return VALUES : RESULTS\n}}"


def results_of(one: int, other: int, target: str, with_part: bool = False) -> tuple[list, list, int]:
    """What comes of it, what NumPy says, and how many dispatches concatenate."""
    random = np.random.default_rng(one)
    x, w, v = (random.integers(-3, 4, shape).astype("f4") for shape in ((1, 16, 16, 16), (1, 1, 16, one), (3, 3, 16, other)))
    whole, part = f"tensor<1x16x16x{16 + one + other}xf32>", f"tensor<1x16x16x{one}xf32>"
    text = PROGRAM.replace("RESULTS", f"{whole}, {part}" if with_part else whole).replace("VALUES", "%3, %0" if with_part else "%3")
    module = lowered(text.replace("ONE", str(one)).replace("OTHER", str(other)).replace("WHOLE", str(16 + one + other)), target)
    padded = np.pad(x, ((0, 0), (1, 1), (1, 1), (0, 0)))
    second = sum(padded[:, i : i + 16, j : j + 16] @ v[i, j] for i, j in np.ndindex(3, 3))
    first = x @ w[0, 0]
    expected = [np.concatenate([first, second, abs(x)], 3), *([first] if with_part else [])]
    return call(module, "vulkan", [[x, w, v]])[0], expected, sum(op.name == "stablehlo.concatenate" for op in module.walk())


@pytest.mark.parametrize(
    ("one", "other", "target", "with_part", "concatenations"),
    [
        (24, 12, "lavapipe", False, 0),
        (24, 10, "lavapipe", False, 1),  # the part behind it would begin in the middle of four words
        (24, 12, "lavapipe", True, 1),  # something else reads a part
        (24, 12, "portable", False, 1),  # which may be a device on which barriers cost more
    ],
)
def test_parts_are_written_in_place(one, other, target, with_part, concatenations):
    results, expected, count = results_of(one, other, target, with_part)
    assert count == concatenations
    for result, array in zip(results, expected, strict=True):
        np.testing.assert_allclose(result, array, rtol=0, atol=1e-3)  # tiles have other sums
