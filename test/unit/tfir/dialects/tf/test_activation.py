"""Quantization of floats at places between two steps, where TensorFlow 2.21's kernels count steps each in its own way."""

import numpy as np
import pytest
from tfir.dialects.tf import activation as a

HALVES = np.array([0.5, -0.5, 0, 2, -2], np.float32)
KERNELS = [
    (a.fake_quantized, [0.5714286, -0.42857146, 0, 1, -1]),
    (a.fake_quantized_by_scalars, [0.5714286, -0.5714286, 0, 1, -1]),
    (a.fake_quantized_by_vectors, [0.5714286, -0.42857146, 0, 1, -1]),
]


@pytest.mark.parametrize(("kernel", "expected"), KERNELS)
def test_halves_of_steps(kernel, expected):
    assert kernel(HALVES, np.float32(-1), np.float32(1), 4, True).tolist() == np.array(expected, np.float32).tolist()


@pytest.mark.parametrize("kernel", [a.fake_quantized_by_scalars, a.fake_quantized_by_vectors])
def test_an_empty_range_has_zeros_at_0_alone(kernel):
    """Of a range that is one other number TensorFlow has what the arithmetic gives."""
    with np.errstate(all="ignore"):
        assert kernel(HALVES, np.float32(0), np.float32(0), 8, False).tolist() == [0] * 5
        assert np.isnan(kernel(HALVES, np.float32(1), np.float32(1), 8, False)).all()
