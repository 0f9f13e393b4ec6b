"""Windows much larger than the operand, which pooling is as fast with as with those that just reach over all of it, and windows far apart."""

import numpy as np
import pytest
from tfir.dialects.tf.window import Conv3D, average_pool, max_pool

X = np.arange(1.0, 13.0, dtype=np.float32).reshape(1, 3, 4, 1)


@pytest.mark.parametrize("stride", [1, 2, 5])
def test_a_window_that_reaches_over_everything(stride):
    ksize, strides = (1, 1_000_000, 1_000_000, 1), (1, stride, stride, 1)
    places = (1, -(-3 // stride), -(-4 // stride), 1)
    assert np.array_equal(max_pool(X, ksize, strides, "SAME", "NHWC"), np.full(places, 12.0))
    assert np.array_equal(average_pool(X, ksize, strides, "SAME", "NHWC"), np.full(places, 6.5))


def test_a_window_that_fits_at_some_places_only():
    """[3, 1] of a column 1 5 9, SAME: at the first place 1 5, then all, then 5 9."""
    column = X[:, :, :1]
    assert max_pool(column, (1, 3, 1, 1), (1, 1, 1, 1), "SAME", "NHWC").ravel().tolist() == [5, 9, 9]
    assert average_pool(column, (1, 3, 1, 1), (1, 1, 1, 1), "SAME", "NHWC").ravel().tolist() == [3, 5, 7]
    assert average_pool(column, (1, 6, 1, 1), (1, 1, 1, 1), "SAME", "NHWC").ravel().tolist() == [5, 5, 5]


def test_explicit_padding_counts():
    column = X[:, :, :1]
    result = max_pool(column, (1, 7, 1, 1), (1, 1, 1, 1), "EXPLICIT", "NHWC", (0, 0, 4, 1, 0, 0, 0, 0))
    assert result.ravel().tolist() == [9, 9]


@pytest.mark.parametrize(("dtype", "stride", "places"), [
    ("f8", 4, [1, 5]), ("f4", 4, [0, 4]), ("f8", 5, [0, 5]), ("f4", 5, [0, 5]), ("f8", 7, [3]), ("f4", 7, [0]),
])  # fmt: skip
def test_windows_far_apart_lie_over_the_middle_in_f64(dtype, stride, places):
    """TensorFlow 2.21 of 0 to 6 along one axis: the last window of two ends before the last number with a stride of 5, two before it with 4."""
    x, one = np.arange(7, dtype=dtype).reshape(1, 7, 1, 1, 1), np.ones((1, 1, 1, 1, 1), dtype)
    assert Conv3D.evaluate(x, one, (1, stride, 1, 1, 1), "SAME", "NDHWC", (1,) * 5).ravel().tolist() == places
