"""Dispatches of devices with several results, which are computed of each other by elements, against NumPy."""

import numpy as np
import pytest
from device_calls import call, lowered

COLUMNS = (3, 4, 130)


def cell(columns: int) -> str:
    """The state, the output and what is kept of it where a mask says so, of gates side by side."""
    row, both, mask = f"tensor<5x{columns}xf32>", f"tensor<5x{2 * columns}xf32>", f"tensor<5x{columns}xi1>"
    return f"""func.func @main(%gates: {both}, %state: {row}, %mask: {mask}) -> ({row}, {row}, {row}) {{
  %0 = stablehlo.slice %gates [0:5, 0:{columns}] : ({both}) -> {row}
  %1 = stablehlo.slice %gates [0:5, {columns}:{2 * columns}] : ({both}) -> {row}
  %2 = stablehlo.multiply %0, %state : {row}
  %3 = stablehlo.negate %2 : {row}
  %4 = stablehlo.multiply %3, %1 : {row}
  %5 = stablehlo.select %mask, %4, %state : {mask}, {row}
  return %2, %4, %5 : {row}, {row}, {row}
}}"""


@pytest.mark.parametrize("target", ["lavapipe", "portable"])
@pytest.mark.parametrize("columns", COLUMNS)
def test_a_cell_is_one_dispatch(columns, target):
    random = np.random.default_rng(columns)
    gates, state = random.standard_normal((5, 2 * columns)).astype("f4"), random.standard_normal((5, columns)).astype("f4")
    mask = random.random((5, columns)) < 0.5
    module = lowered(cell(columns), target, "vulkan")
    assert len([op for op in module.walk() if op.name == "iree_ll_seq.static_dispatch"]) == 1
    (answers,) = call(module, "vulkan", [[gates, state, mask]])
    new = gates[:, :columns] * state
    output = -new * gates[:, columns:]
    for answer, expected in zip(answers, (new, output, np.where(mask, output, state)), strict=True):
        np.testing.assert_array_equal(answer, expected)
