"""Files that calibration and dumps write: the bytes are those that TensorFlow 2.21 wrote."""

import zlib

import numpy as np
import pytest
from tfir.dialects import dialect
from tfir.dialects.tf.calibration import Histogram
from tfir.dialects.tf.examples import messages
from tfir.execution.state import State
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation

TF = dialect("tf").semantics
f = np.float32


def counts(*numbers: int):
    return np.array(numbers, np.int64)


@pytest.fixture
def state(tmp_path):
    return State(disk=str(tmp_path))


def saved(state, ids, methods, *calls) -> bytes:
    op = Operation("tf.CalibrationStatisticsSaver", [], [])
    for args in calls:
        TF["CalibrationStatisticsSaver"].evaluate(op, state, args, ids, methods, "c.pb")
    return state.disk.content("c.pb")


@pytest.mark.parametrize(
    ("method", "times", "expected"),
    [
        (1, 2, b"\n\x11\n\x01a\x12\x0c\n\n\r\0\0\x80\xbf\x15\0\0\0@"),
        (0, 1, b"\n\x11\n\x01a\x12\x0c\n\n\r\0\0\x80\xbf\x15\0\0\0@"),
        (2, 2, b"\n\x13\n\x01a\x12\x0e\x12\x0c\r\0\0\0\xc0\x15\0\0\x80@\x18\x02"),
        (3, 1, b"\n#\n\x01a\x12\x1e\x1a\x1c\r\0\0\x80?\x15\0\0\x80\xbf\x1a\x10\0\0\x80?\0\0\0\0\0\0@@\0\0\x80@"),
        (6, 2, b"\n#\n\x01a\x12\x1e\x1a\x1c\r\0\0\x80?\x15\0\0\x80\xbf\x1a\x10\0\0\0@\0\0\0\0\0\0\xc0@\0\0\0A"),
    ],
)
def test_statistics(state, method, times, expected):
    assert saved(state, ["a"], [method], *[[f(-1), f(2), counts(1, 0, 3, 4)]] * times) == expected


def test_several_ids(state):
    args = [f(-1), f(2), counts(), f(0), f(5), counts(2, 2, 2)]
    assert saved(state, ["a", "b"], [1, 3], args) == (
        b"\n\x11\n\x01a\x12\x0c\n\n\r\0\0\x80\xbf\x15\0\0\0@\n\x1a\n\x01b\x12\x15\x1a\x13\r\0\0\0@\x1a\x0c\0\0\0@\0\0\0@\0\0\0@"
    )


@pytest.mark.parametrize(
    ("calls", "width", "lower", "expected"),
    [
        ([(-1, 2, counts(1, 0, 3, 4)), (-1, 6, counts(1, 2, 3, 4))], 1, -2, [0.5, 1.5, 1, 4, 5.5, 1.5, 2, 2]),
        ([(-1, 6, counts(1, 2, 3, 4)), (-1, 2, counts(1, 0, 3, 4))], 2, -2, [2, 5, 7, 4]),
        ([(-1, 2, counts(1, 0, 3, 4)), (5, 9, counts(1, 2, 3, 4))], 1, -1, [1, 0, 3, 4, 0, 0, 1, 2, 3, 4]),
        ([(0, 4, counts(0, 1, 0, 0)), (-6, -5, counts(0, 1, 0, 0))], 1, -6, [1, 0, 0, 0, 0, 0, 0, 1]),
        ([(-11.190125, -0.028456535, counts(1, 0, 2, 5, 1, 0, 1, 2))], 2, -12, [1, 0, 2, 5, 1, 0, 1]),
    ],
)
def test_histograms_of_several_calls(calls, width, lower, expected):
    histogram = Histogram()
    for least, most, numbers in calls:
        histogram.add(f(least), f(most), numbers)
    assert (histogram.width, histogram.lower) == (width, lower)
    (told,) = messages(messages(histogram.told(), 3)[0], 3)
    assert np.frombuffer(told, "<f4").tolist() == expected


@pytest.mark.parametrize(
    ("methods", "args", "text"),
    [
        ([1], [f(1), f(2)], "The number of inputs must be  three times the size"),
        ([1, 2], [f(1), f(2), counts()], "must have the same size"),
        ([1], [f(1), np.int64(2), counts()], "The input `max` must have float type."),
        ([1], [f(1), f(2), f([])], "The input `histogram` must have int64 type."),
        ([3], [f(1), f(1), counts(1)], "its bins have no width"),
    ],
)
def test_what_is_refused(state, methods, args, text):
    with pytest.raises(Error, match=text):
        saved(state, ["a"], methods, args)


@pytest.mark.parametrize("enabled", [True, False])
def test_tensors_are_dumped(state, enabled):
    op = Operation("tf.DumpTensor", [], [])
    for _ in range(2):
        TF["DumpTensor"].evaluate(op, state, f([[1, 2]]), "d", "t", enabled, "fn", "nd")
    record = b'\x16\0\0\0\0\0\0\0Oa\xbe(\x08\x01\x12\x08\x12\x02\x08\x01\x12\x02\x08\x02"\x08\0\0\x80?\0\0\0@\x83\x05\xa1\xed'
    assert zlib.decompress(state.disk.content("d/t")) == 2 * enabled * record
    assert state.disk.content("d/quant_unit.pb") == b"\x12\x02nd\x1a\x02fn"
