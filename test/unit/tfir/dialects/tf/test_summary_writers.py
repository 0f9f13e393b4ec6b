"""Files of events: the bytes behind the time are those that TensorFlow 2.21 wrote."""

import numpy as np
import pytest
from tfir.dialects import dialect
from tfir.dialects.tf.readers import TFRecords
from tfir.dialects.tf.summary_writers import Writer
from tfir.execution.state import State
from tfir.ir.diagnostics import Error

TF = dialect("tf").semantics
TIME = 9  # bytes of an event's time, which it begins with
HEAD = b'\x1a\rbrain.Event:2R$\n"tensorflow.core.util.events_writer'
STEP = np.int64(3)
GRAPH = b"\n\t\n\x01a\x12\x04NoOp"


def text(value: bytes):
    return np.array(value, object)


TAG = text(b"t")
CASES = {
    "WriteScalarSummary": ((STEP, TAG, np.array(2.5, np.float32)), b"\x10\x03*\n\n\x08\n\x01t\x15\x00\x00 @"),
    "a negative step": ((np.int64(-1), text(b""), np.float64(0)), b"\x10\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01*\x07\n\x05\x15\x00\x00\x00\x00"),
    "WriteSummary": (
        (STEP, np.array([1.0, 2.0]), text(b"x"), text(b"")),
        b'\x10\x03*!\n\x1f\n\x01xB\x1a\x08\x02\x12\x04\x12\x02\x08\x02"\x10\x00\x00\x00\x00\x00\x00\xf0?\x00\x00\x00\x00\x00\x00\x00@',
    ),
    "text with metadata": (
        (STEP, np.array([b"a"], object), text(b"x"), text(b"\n\x03\n\x01p")),
        b"\x10\x03*\x19\n\x17\n\x01xB\x0b\x08\x07\x12\x04\x12\x02\x08\x01B\x01aJ\x05\n\x03\n\x01p",
    ),
    "WriteRawProtoSummary": ((STEP, np.array([b"\n\x05\n\x03abc"], object)), b"\x10\x03*\x07\n\x05\n\x03abc"),
    "WriteGraphSummary": ((STEP, text(GRAPH)), b'\x10\x03"\x0b' + GRAPH),
    "WriteAudioSummary": (
        (STEP, text(b"a"), np.zeros((1, 2, 1), np.float32), np.float32(8000), 3),
        b'\x10\x03*U\nS\n\ta/audio/02F\r\x00\x00\xfaE\x10\x01\x18\x02"0RIFF(\x00\x00\x00WAVEfmt \x10\x00\x00\x00\x01\x00\x01\x00@\x1f\x00\x00\x80>'
        b"\x00\x00\x02\x00\x10\x00data\x04\x00\x00\x00\x00\x00\x00\x00*\taudio/wav",
    ),
}  # fmt: skip
NAMED = {"a negative step": "WriteScalarSummary", "text with metadata": "WriteSummary"}


@pytest.fixture
def state(tmp_path):
    return State(disk=str(tmp_path))


def opened(state) -> Writer:
    writer = Writer("w")
    TF["CreateSummaryFileWriter"].evaluate(state, writer, text(b"logs/a"), text(b".v2"))
    return writer


def events(state, tmp_path) -> list[bytes]:
    """Of the only file, behind the times."""
    (path,) = tmp_path.glob("logs/a/events.out.tfevents.*.v2")
    reader = TFRecords(state, "", "")
    reader.work = str(path.relative_to(tmp_path)).encode()
    reader.begin()
    return [record for _, record in iter(reader.following, None)]


@pytest.mark.parametrize("name", CASES)
def test_what_is_written(state, tmp_path, name):
    operands, expected = CASES[name]
    writer = opened(state)
    assert TF[NAMED.get(name, name)].evaluate(state, writer, *operands) == []
    first, second = events(state, tmp_path)
    assert first[:1] == second[:1] == b"\x09" and first[TIME:] == HEAD
    assert second[TIME:] == expected


def test_an_event_is_written_as_it_is(state, tmp_path):
    writer, event = opened(state), b"\t\x00\x00\x00\x00\x00\x00\xf8?\x10\t\x1a\x01z"
    TF["ImportEvent"].evaluate(state, writer, text(event))
    assert events(state, tmp_path)[1] == event
    for name, operands in (
        ("ImportEvent", [text(b"\x07")]),
        ("ImportEvent", [text(b"*\x04\x0a\x02\x0a\x05")]),  # a value whose tag is cut off
        ("ImportEvent", [text(b"\x1a\x02\xff\xfe")]),  # a version of the file that is no text
        ("WriteRawProtoSummary", [STEP, text(b"\x0a\x03\x0a\x01\xff")]),
        ("WriteGraphSummary", [STEP, text(b"\x07")]),
        ("WriteRawProtoSummary", [STEP, text(b"zz")]),
    ):
        with pytest.raises(Error, match=r"Bad tf\..* \[DataLossError\]"):
            TF[name].evaluate(state, writer, *operands)


@pytest.mark.parametrize("event", [b"", b"\x08\x05", b"\x2a\x02\x10\x05", b"\x22\x03\x0a\x05a"])
def test_an_event_with_fields_of_another_kind_is_one(state, tmp_path, event):
    """Nothing, a time that is a whole number, a summary of fields that none has, a graph that is damaged: what TensorFlow takes."""
    TF["ImportEvent"].evaluate(state, writer := opened(state), text(event))
    TF["WriteRawProtoSummary"].evaluate(state, writer, STEP, text(b""))
    assert events(state, tmp_path)[1] == event


def test_a_writer_that_is_not_open_is_none(state):
    writer = opened(state)
    TF["CloseSummaryWriter"].evaluate(writer)
    for one in (writer, Writer("other")):
        with pytest.raises(Error, match=r"Could not find resource: .* \[NotFoundError\]"):
            TF["WriteScalarSummary"].evaluate(state, one, *CASES["WriteScalarSummary"][0])
