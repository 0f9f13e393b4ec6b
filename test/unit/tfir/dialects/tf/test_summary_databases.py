"""Databases of summaries: the rows are those of TensorFlow 2.21, but for numbers drawn by chance, times, and rows that it keeps for tensors to come."""

import sqlite3
import struct

import numpy as np
import pytest
from tfir.dialects import dialect
from tfir.dialects.tf.summary_databases import now
from tfir.dialects.tf.summary_writers import Writer
from tfir.execution.state import State
from tfir.ir.diagnostics import Error
from tfir.proto import GraphDef, NodeDef

TF = dialect("tf").semantics
STEP = np.int64(2)
METADATA = b"\n\x08\n\x02pn\x12\x02cc\x12\x02dn\x1a\x05descr"  # what plugin, and what it is told, the name that is shown, and a description


def text(value: bytes) -> np.ndarray:
    return np.array(value, object)


@pytest.fixture
def state(tmp_path) -> State:
    return State(disk=str(tmp_path))


def opened(state, experiment=b"exp", run=b"run", user=b"user", path=b"a.sqlite") -> Writer:
    writer = Writer("w")
    TF["CreateSummaryDbWriter"].evaluate(state, writer, *map(text, (path, experiment, run, user)))
    return writer


def rows(state, query: str) -> list[tuple]:
    database = sqlite3.connect(state.disk.place("a.sqlite"))
    try:
        return database.execute(query).fetchall()
    finally:
        database.close()


TENSORS = "SELECT tag_name, plugin_name, step, dtype, shape, hex(data) FROM Tensors JOIN Tags ON series = tag_id ORDER BY Tensors.rowid"


def scalar(state, writer, tag: bytes, value, step=STEP) -> None:
    TF["WriteScalarSummary"].evaluate(state, writer, step, text(tag), value)


def test_scalars_keep_their_type(state):
    writer = opened(state)
    scalar(state, writer, b"s", np.float32(1.5))
    scalar(state, writer, b"si", np.int32(7))
    scalar(state, writer, b"s", np.array([2.5, 3], np.float32), np.int64(7))
    assert rows(state, TENSORS) == [
        ("s", "scalars", 2, 1, "", "0000C03F"), ("si", "scalars", 2, 3, "", "07000000"), ("s", "scalars", 7, 1, "", "00002040"),
    ]  # fmt: skip


def test_a_step_is_written_once(state):
    writer = opened(state)
    for number in (1.5, 9.5):
        scalar(state, writer, b"s", np.float32(number))
    assert [row[-1] for row in rows(state, TENSORS)] == ["00001841"]


def test_tensors_and_texts(state):
    writer = opened(state)
    for tag, value, metadata in (
        (b"t", np.array([[1, 2]], np.float32), b""), (b"txt", text(b"abc"), METADATA), (b"strs", np.array([[b"abc", b""]], object), b""),
    ):  # fmt: skip
        TF["WriteSummary"].evaluate(state, writer, STEP, value, text(tag), text(metadata))
    assert rows(state, TENSORS) == [
        ("t", "", 2, 1, "1,2", "0000803F00000040"), ("txt", "pn", 2, 7, "", "616263"), ("strs", "", 2, 7, "1,2", ""),
    ]  # fmt: skip
    assert rows(state, "SELECT idx, data FROM TensorStrings") == [(0, b"abc"), (1, b"")]
    told = "SELECT display_name, plugin_data, description FROM Tags JOIN Descriptions ON tag_id = id ORDER BY rowid"
    assert rows(state, told) == [("", b"", ""), ("dn", b"cc", "descr"), ("", b"", "")]


def test_pictures_sounds_and_histograms(state):
    writer = opened(state)
    TF["WriteImageSummary"].evaluate(
        state, writer, STEP, text(b"im"), np.zeros((1, 3, 4, 3), np.uint8), np.array([255, 0, 0, 255], np.uint8), 1
    )
    TF["WriteAudioSummary"].evaluate(state, writer, STEP, text(b"au"), np.zeros((1, 5, 1), np.float32), np.float32(10), 3)
    TF["WriteHistogramSummary"].evaluate(None, state, writer, STEP, text(b"h"), np.array([1, 2, 3], np.float32))
    assert [row[:5] for row in rows(state, TENSORS)] == [
        ("im/image", "images", 2, 7, "3"), ("au/audio/0", "audio", 2, 7, "1,2"), ("h", "histograms", 2, 2, "7,3"),
    ]  # fmt: skip
    strings = [data for (data,) in rows(state, "SELECT data FROM TensorStrings")]
    assert strings[:2] == [b"4", b"3"] and strings[2][:4] == b"\x89PNG" and strings[3][:4] == b"RIFF" and strings[4] == b""
    buckets = bytes.fromhex(rows(state, TENSORS)[-1][-1])
    assert buckets[:24].hex() == "000000000000100008996919155aed3f0000000000000000" and struct.unpack_from("<d", buckets, 40) == (1,)


def test_a_graph(state):
    writer = opened(state)
    nodes = [
        NodeDef(name="a", op="Const", device="/cpu:0"),
        NodeDef(name="c", op="Unique", input=["a", "^a"]),
        NodeDef(name="d", op="Identity", input=["c:1"]),
    ]
    nodes[0].attr["dtype"].type = 3
    graph = GraphDef(node=nodes)
    graph.versions.producer = 2474
    TF["WriteGraphSummary"].evaluate(state, writer, STEP, text(graph.SerializeToString()))
    assert rows(state, "SELECT node_id, idx, input_node_id, input_node_idx, is_control FROM NodeInputs") == [
        (1, 0, 0, 0, 0),
        (1, 1, 0, 0, 1),
        (2, 0, 1, 1, 0),
    ]
    assert rows(state, "SELECT node_id, node_name, op, device, node_def FROM Nodes") == [
        (0, "a", "Const", "/cpu:0", b"*\x0b\n\x05dtype\x12\x020\x03"), (1, "c", "Unique", "", b""), (2, "d", "Identity", "", b""),
    ]  # fmt: skip
    assert rows(state, "SELECT graph_def FROM Graphs") == [(b'"\x03\x08\xaa\x13',)]
    nodes[1].input[0] = "zz"
    with pytest.raises(Error, match=r"Could not find node: zz\s+SaveNodeInputs"):
        TF["WriteGraphSummary"].evaluate(state, writer, STEP, text(GraphDef(node=nodes).SerializeToString()))


def test_events(state):
    writer = opened(state)
    event = b"\x09" + struct.pack("<d", 100.5) + b"\x10\x04" + b"*\x0b\n\x09\n\x02es\x15\x00\x00\x60\x40"  # 3.5
    for each in (event, b"\x09" + struct.pack("<d", 1) + b"\x1a\rbrain.Event:2"):
        TF["ImportEvent"].evaluate(state, writer, text(each))
    TF["WriteRawProtoSummary"].evaluate(state, writer, np.int64(3), text(b"\n\x09\n\x02rs\x15\x00\x00\x20\x40"))
    assert rows(state, TENSORS) == [("es", "scalars", 4, 1, "", "00006040"), ("rs", "scalars", 3, 1, "", "00002040")]
    assert rows(state, "SELECT computed_time FROM Tensors")[0] == (100.5,) and rows(state, "SELECT started_time FROM Runs") == [(100.5,)]


def test_damaged_events(state):
    """As TensorFlow does: fields of another kind are passed over, a graph or a tensor that is none is told, and what is cut off is no event."""
    writer = opened(state)
    for event in (b"\x08\x05", b"*\x07\x0a\x05\x0a\x01t\x10\x05"):
        TF["ImportEvent"].evaluate(state, writer, text(event))
    assert rows(state, "SELECT * FROM Tensors") == []
    for event in (b"\x22\x03\x0a\x05a", b"*\x07\x0a\x05\x0a\x01tB\x00"):
        with pytest.raises(Error, match="bad proto"):
            TF["ImportEvent"].evaluate(state, writer, text(event))
    with pytest.raises(Error, match="Bad serialized_metadata"):
        TF["WriteSummary"].evaluate(state, writer, STEP, np.array([1.0], np.float32), text(b"t"), text(b"\x12\x01\xff"))


def test_users_experiments_and_runs(state):
    before = now()
    first, second, nameless = opened(state), opened(state, run=b"run2"), opened(state, b"", b"", b"")
    opened(state, run=b"run3")  # which writes nothing
    for writer in (first, second, nameless):
        scalar(state, writer, b"s", np.float32(1))
    TF["CloseSummaryWriter"].evaluate(first)
    assert rows(state, "SELECT user_name, email FROM Users") == [("user", None)]
    assert rows(state, "SELECT experiment_name, is_watching FROM Experiments") == [("exp", 0)]
    (one, other) = rows(state, "SELECT run_name, inserted_time, started_time, finished_time FROM Runs")
    assert (one[0], other[0], other[3]) == ("run", "run2", None) and before <= one[2] <= one[1] <= one[3] <= now()
    runs = rows(state, "SELECT run_name FROM Tags LEFT JOIN Runs ON Tags.run_id = Runs.run_id ORDER BY Tags.rowid")
    assert runs == [("run",), ("run2",), (None,)]
    assert len(rows(state, "SELECT id FROM Ids WHERE id BETWEEN 1 AND 8388607")) == 7  # a user, an experiment, two runs and three tags


def test_opened_twice_it_stays_what_it_is(state):
    writer = opened(state)
    TF["CreateSummaryDbWriter"].evaluate(state, writer, *map(text, (b"other.sqlite", b"e", b"r", b"u")))
    scalar(state, writer, b"s", np.float32(1))
    assert rows(state, "SELECT run_name FROM Runs") == [("run",)] and state.disk.matching("*") == ["a.sqlite"]
    TF["CloseSummaryWriter"].evaluate(writer)
    with pytest.raises(Error, match="Could not find resource: w"):
        scalar(state, writer, b"s", np.float32(1))


def test_what_is_refused(state, tmp_path):
    writer = opened(state)
    with pytest.raises(Error, match=r"bool tensors unsupported on platform \[UnimplementedError\]"):
        TF["WriteSummary"].evaluate(state, writer, STEP, np.array([True]), text(b"b"), text(b""))
    with pytest.raises(Error, match="Bad serialized_metadata"):
        TF["WriteSummary"].evaluate(state, writer, STEP, text(b"a"), text(b"b"), text(b"\xff"))
    with pytest.raises(Error, match=r"Sqlite::Open\(no/x.sqlite\) failed: unable to open database file"):
        opened(state, path=b"no/x.sqlite")
    (tmp_path / "junk").write_bytes(b"hello world" * 200)
    with pytest.raises(Error, match="file is not a database"):
        opened(state, path=b"junk")
    with pytest.raises(Error, match="outside"):
        opened(state, path=b"../x.sqlite")
    assert rows(state, "SELECT * FROM Tensors") == []
