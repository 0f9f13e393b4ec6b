"""Sobol's sequence in many dimensions: coordinates of points as TensorFlow 2.21 has them."""

import numpy as np
import pytest
from tfir.dialects.tf.sobol import SobolSample
from tfir.ir.types import F64


@pytest.mark.parametrize(
    ("dim", "skip", "coordinates"),
    [
        (1200, 70_000, {1109: 0.31127166748046875, 1110: 0.36055755615234375, 1111: 0.09804534912109375, 1199: 0.14133453369140625}),
        (
            21_200, 1_000_000_000,  # the first and the last of each degree from 16 on
            {
                0: 0.5037523740902543, 1: 0.8029698533937335, 5714: 0.4258669251576066, 13423: 0.9297990268096328,
                13424: 0.28397771436721087, 21198: 0.012516702525317669, 21199: 0.81374975387007,
            },
        ),
    ],
)  # fmt: skip
def test_points_are_those_of_tensorflow(dim, skip, coordinates):
    (point,) = SobolSample.evaluate(np.int32(dim), np.int32(1), np.int32(skip), F64)
    assert {at: point[at] for at in coordinates} == coordinates
