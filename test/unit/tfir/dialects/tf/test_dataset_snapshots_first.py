"""Snapshots in the form of before, as TensorFlow 2.21 wrote them: the elements 0 .. 6, each beside its digit as a string."""

import base64
import zlib

import numpy as np
import pytest
from tfir.dialects.tf import dataset_snapshots_first as s
from tfir.dialects.tf import datasets as d
from tfir.dialects.tf.dataset_files import compressed
from tfir.dialects.tf.dataset_snapshots import METADATA
from tfir.dialects.tf_type import STRING
from tfir.execution.state import State
from tfir.ir.diagnostics import Error
from tfir.ir.types import IntegerType
from tfir.proto import GraphDef, NodeDef

WRITTEN = {
    "": "eNqTYoAALj4OTiEGJQ4GGJ+Dgx3IZ2I0kEJTwYiuwhBdBRO6CiN0FczoKozRVbCgqzBBV8GKrsIUXQUbugozAE7SB1w=",
    "GZIP": "eNqT7+ZgAAPmyUkNDHp2fH6KbKp8bBLzm5tlT6QnmUxwCj7Yse6QQCyr8C4u5RLRMy+0ei6Gbliw2sAx/GDXukMisazSu7iMGbour9/8DmgMAKJoGwg=",
    "SNAPPY": "eNrjYYAALhYhBgkOCCkEFROwgTIYONiFGJSYGA148KpmRFVtiF81E6pqI/yqmVFVG+NXzYKq2gS/alZU1ab4VbOhqjYDAPuZCcs=",
}
# The metadata of the first.
SAID = b"\n\x10399f13f0531c1a00\x12\x10dbc8f76da586bb4f\x18\xb0\xf1\x92\x96\xa0\xab\x98\x03 \x01*\x02\t\x07\xc0>\x01"
# The hash of a snapshot of Dataset.range(5) at this path, and the fingerprint of that dataset's graph.
PATH, HASH, RANGE = "snapshots/range", 0x647E836E99EE8DC8, 0x0E064D7F1E2FA71F
TYPES = [IntegerType(64), STRING]
ELEMENTS = [[number, b"%d" % number] for number in range(7)]


class Graphs(State):
    """A state in which each dataset is the same graph."""

    def graph_of(self, dataset):
        return GraphDef(node=[NodeDef(name="dataset", op="_Retval")])

    def fingerprint_of(self, graph):
        return RANGE


def file(compression: str) -> bytes:
    return zlib.decompress(base64.b64decode(WRITTEN[compression]))


def text(string) -> np.ndarray:
    return np.array(string.encode(), object)


def source(elements=ELEMENTS) -> d.Dataset:
    return d.Dataset(
        "x", lambda: iter([[np.array(number), np.array(word, object)] for number, word in elements]), cardinality=len(elements)
    )


def snapshot(state, path="a", dataset=None, **options) -> d.Dataset:
    said = {
        "compression": "", "reader_path_prefix": "", "writer_path_prefix": "", "shard_size_bytes": 10 << 30, "num_writer_threads": 1,
        "pending_snapshot_expiry_seconds": 86400, "shuffle_on_read": False, "seed": 0, "seed2": 0, "mode": "auto", "snapshot_name": "n",
    }  # fmt: skip
    return s.SnapshotDataset.evaluate(state, dataset or source(), text(path), TYPES, **{**said, **options})[0]


def plain(dataset) -> list:
    return [[number.item(), word.item()] for number, word in dataset]


@pytest.mark.parametrize("compression", WRITTEN)
def test_elements_have_tensorflows_bytes(compression):
    records = [s.record_of([np.array(number), np.array(word, object)], compression) for number, word in ELEMENTS]
    if compression == "GZIP":
        assert b"".join(records) == file("") and zlib.decompress(file("GZIP"), 31) == file("")
    else:
        assert b"".join(records) == file(compression)


@pytest.mark.parametrize("compression", WRITTEN)
def test_what_tensorflow_wrote_is_read(compression, tmp_path):
    state = Graphs(disk=str(tmp_path))
    state.disk.write("a/custom-n/custom/00000000.snapshot", file(compression))
    state.disk.write(f"a/custom-n/{METADATA}", SAID)
    assert plain(snapshot(state, dataset=source([]), compression=compression)) == ELEMENTS
    assert plain(snapshot(state, dataset=source(ELEMENTS[:1]), compression=compression, mode="passthrough")) == ELEMENTS[:1]


@pytest.mark.parametrize("compression", WRITTEN)
def test_what_is_written_is_read(compression, tmp_path):
    state = Graphs(disk=str(tmp_path))
    assert plain(snapshot(state, compression=compression)) == ELEMENTS
    packed = compressed(file(""), "GZIP") if compression == "GZIP" else file(compression)
    assert (tmp_path / "a/custom-n/custom/00000000.snapshot").read_bytes() == packed
    assert plain(snapshot(state, dataset=source([]), compression=compression, mode="read")) == ELEMENTS


def test_metadata(tmp_path, monkeypatch):
    """All bytes but those of the input's fingerprint and of the time are TensorFlow's, when the run's name is drawn as it was there."""
    monkeypatch.setattr(s, "randbits", lambda bits: int(SAID[20:36], 16))
    state = Graphs(disk=str(tmp_path))
    list(snapshot(state, snapshot_name="", path="x"))
    said = next(tmp_path.glob(f"*/*/{METADATA}")).read_bytes()
    begins, ends = SAID.index(b"\x18"), SAID.index(b" \x01")
    assert len(said) == len(SAID) and begins == 36
    assert said[:2] + said[18:begins] + said[ends:] == SAID[:2] + SAID[18:begins] + SAID[ends:]


def test_the_directory_has_tensorflows_name():
    state = Graphs()
    list(snapshot(state, snapshot_name="", path=PATH))
    assert state.disk.matching(f"{PATH}/*") == [f"{PATH}/{HASH:016x}", f"{PATH}/{HASH:016x}-graph.pbtxt"]
    list(snapshot(state, snapshot_name="", path=PATH, compression="GZIP"))  # which is in another place
    assert len(state.disk.matching(f"{PATH}/*")) == 4


def test_several_files_are_filled_by_turns(tmp_path):
    state = Graphs(disk=str(tmp_path))
    list(snapshot(state, num_writer_threads=2))
    assert plain(snapshot(state)) == [*ELEMENTS[::2], *ELEMENTS[1::2]]
    shuffled = [plain(snapshot(state, shuffle_on_read=True, seed=seed)) for seed in range(1, 9)]
    assert {str(each) for each in shuffled} == {str([*ELEMENTS[::2], *ELEMENTS[1::2]]), str([*ELEMENTS[1::2], *ELEMENTS[::2]])}


def test_one_that_is_being_written_is_not_read(tmp_path):
    state = Graphs(disk=str(tmp_path))
    begun = iter(snapshot(state))
    next(begun)
    assert plain(snapshot(state, dataset=source(ELEMENTS[:2]))) == ELEMENTS[:2]
    assert not list(tmp_path.glob("a/*/custom/*"))
    assert len(list(begun)) == 6 and plain(snapshot(state, dataset=source([]))) == ELEMENTS


def test_writing_again_appends(tmp_path):
    state = Graphs(disk=str(tmp_path))
    for _ in range(2):
        list(snapshot(state, mode="write"))
    assert plain(snapshot(state, mode="read")) == [*ELEMENTS, *ELEMENTS]


def test_prefixes(tmp_path):
    state = Graphs(disk=str(tmp_path))
    list(snapshot(state, writer_path_prefix="w", snapshot_name="q"))
    assert (tmp_path / "w/a/custom-q/custom/00000000.snapshot").exists()
    list(snapshot(state))
    (tmp_path / "a").rename(tmp_path / "b")
    (tmp_path / "b" / "custom-n").mkdir(exist_ok=True)
    assert plain(snapshot(state, path="b", dataset=source([]))) == ELEMENTS


@pytest.mark.parametrize(
    "options, error",
    [
        ({"compression": "ZLIB"}, "compression must be either '', 'GZIP' or 'SNAPPY'."),
        ({"mode": "append"}, "mode must be either 'auto', 'read', 'write', or 'passthrough'."),
        ({"pending_snapshot_expiry_seconds": 0}, "pending_snapshot_expiry_seconds must be at least 1 second."),
        ({"mode": "read"}, "Metadata file does not exist."),
    ],
)
def test_what_is_refused(options, error, tmp_path):
    with pytest.raises(Error, match=error.replace("'", ".")):
        list(snapshot(Graphs(disk=str(tmp_path)), **options))


def test_other_types_and_damage(tmp_path):
    state = Graphs(disk=str(tmp_path))
    list(snapshot(state))
    path = tmp_path / "a/custom-n/custom/00000000.snapshot"
    path.write_bytes(path.read_bytes()[:-1])
    with pytest.raises(Error, match="Unable to parse tensor from proto"):
        list(snapshot(state))
    path.unlink()
    with pytest.raises(Error, match="Could not find any files in dir"):
        list(snapshot(state))
    metadata = tmp_path / f"a/custom-n/{METADATA}"
    metadata.write_bytes(SAID.replace(b"\t\x07", b"\t\x03"))
    with pytest.raises(Error, match="Type: 1 doesn't match. Snapshot: 3; dataset: 7"):
        list(snapshot(state))
