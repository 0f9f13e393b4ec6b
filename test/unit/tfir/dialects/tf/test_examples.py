"""Parsing Examples. Expected values and messages are TensorFlow 2.21's."""

from types import SimpleNamespace

import numpy as np
import pytest
from tfir.dialects import dialect
from tfir.ir.diagnostics import Error
from tfir.ir.types import F32, TensorType
from tfir.ods.element_types import element_of_word

TF = dialect("tf")
# Features s = [1, 2], d = [1., 2.], r = [x, y]; s = [3], r = [z]; d = [1.]
FULL = b"\n/\n\x11\n\x01d\x12\x0c\x12\n\n\x08\x00\x00\x80?\x00\x00\x00@\n\x0b\n\x01s\x12\x06\x1a\x04\n\x02\x01\x02\n\r\n\x01r\x12\x08\n\x06\n\x01x\n\x01y"
PART = b"\n\x18\n\n\n\x01s\x12\x05\x1a\x03\n\x01\x03\n\n\n\x01r\x12\x05\n\x03\n\x01z"
SHORT = b"\n\x0f\n\r\n\x01d\x12\x08\x12\x06\n\x04\x00\x00\x80?"
I64 = element_of_word("i64")


def strings(*texts):
    return np.array([*texts, None], object)[:-1]


def parsed(records, default=(9, 8), shape=(2,)):
    elements = [I64, I64, I64, F32, I64, I64, F32]
    op = SimpleNamespace(results=[SimpleNamespace(type=TensorType(None, element)) for element in elements])
    keys = [np.array(key, object) for key in (b"s", b"q")], [np.array(b"d", object)]
    return TF.semantics["ParseExample"].evaluate(op, strings(*records), strings(), *keys, [np.array(default, np.float32)], [shape])


def test_sparse_and_dense_features():
    actual = parsed([FULL, PART])
    expected = [[[0, 0], [0, 1], [1, 0]], [], [1, 2, 3], [], [2, 2], [2, 0], [[1, 2], [9, 8]]]
    assert [each.tolist() for each in actual] == expected
    assert actual[1].shape == (0, 2) and actual[3].dtype == np.float32


def test_a_size_that_varies_is_filled_up():
    assert parsed([FULL, PART, SHORT], [7], [None])[-1].tolist() == [[1, 2], [7, 7], [1, 7]]


@pytest.mark.parametrize(
    ("records", "default", "message"),
    [
        (
            [SHORT],
            (9, 8),
            r"Name: <unknown>, Key: d, Index: 0.  Number of float values != expected.  Values size: 1 but output shape: \[2\]",
        ),
        ([PART], (), r"Name: <unknown>, Feature: d \(data type: float\) is required but could not be found."),
        (
            [FULL.replace(b"\x1a\x04\n\x02", b"\x0a\x04\n\x02")],
            (9, 8),
            "Key: s, Index: 0.  Data types don't match. Expected type: int64, Actual type: string",
        ),
        ([FULL[:-3]], (9, 8), "Index: 0.  Could not parse example input"),
    ],
)
def test_what_does_not_fit_is_refused(records, default, message):
    with pytest.raises(Error, match=message):
        parsed(records, default)
