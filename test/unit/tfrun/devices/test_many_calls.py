"""Calls of other sizes each time leave nothing behind."""

import gc

import numpy as np
import pytest
from device_calls import DEVICES, call, lowered

PROGRAM = """
func.func @main(%x: tensor<?x16xf32>) -> tensor<?x16xf32> {
  %0 = stablehlo.add %x, %x : tensor<?x16xf32>
  return %0 : tensor<?x16xf32>
}"""


@pytest.mark.parametrize("device", DEVICES)
def test_nothing_is_left_of_a_call(device):
    """An object for each call would be 60 more."""
    counts = []

    class Calls:
        def __iter__(self):
            for number in range(100):
                if number in (40, 99):
                    gc.collect()
                    counts.append(len(gc.get_objects()) - number)  # results are kept
                yield [np.full((1 + number % 7, 16), number, np.float32)]

    results = call(lowered(PROGRAM, DEVICES[device]), device, Calls())
    assert [int(result[0, 0]) for (result,) in results] == [2 * number for number in range(100)]
    before, after = counts
    assert after - before < 30
