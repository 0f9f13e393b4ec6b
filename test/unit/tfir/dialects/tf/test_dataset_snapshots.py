"""Datasets in files, as TensorFlow 2.21 wrote them: three elements (1, "a"), (2, ""), (3, "ccc"), in shards of the even and the odd ones."""

import base64
import pathlib

import numpy as np
import pytest
from tfir.dialects.tf import dataset_functions as f
from tfir.dialects.tf import dataset_snapshots as s
from tfir.dialects.tf import datasets as d
from tfir.dialects.tf_type import STRING
from tfir.execution.state import State
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation
from tfir.ir.types import I64, IntegerType

WRITTEN = {
    "": {
        "10963768178762748885/00000000.shard/00000000.snapshot": "CAAAAAAAAAD/hiQPCAUSACICAgAJGz3XBwAAAAAAAAC7158RCAcSACIBAH9Ob2s=",
        "10963768178762748885/00000001.shard/00000000.snapshot": "CAAAAAAAAAD/hiQPCAUSACICAQDWRAsICAAAAAAAAAD/hiQPCAcSACICAWGAye2YCAAAAAAAAAD/hiQPCAUSACICAwBMAtemCgAAAAAAAACuo786CAcSACIEA2NjYwEwboY=",
        "snapshot.metadata": "EhQxMDk2Mzc2ODE3ODc2Mjc0ODg4NRiz9tHS6p6YAyACKgIFBzADwD4B",
    },
    "GZIP": {
        "10570081959741498094/00000000.shard/00000000.snapshot": "H4sIAAAAAAAAA+JggID/bSr8HKxCDEpMTAyc0rbX2aHiu6/PF+RgB4ozMtT75WcDBBgAAeUnWi8AAAA=",
        "10570081959741498094/00000001.shard/00000000.snapshot": "H4sIAAAAAAAAA+JggID/bSr8HKxCDEpMjAzXXLg5OJDF2cHiiQ0n387gwFDPzODDdH0ZF1R83eL9VmD1LMzJycmMBnltAAEGAECawUZiAAAA",
        "snapshot.metadata": "EhQxMDU3MDA4MTk1OTc0MTQ5ODA5NBjt3dPS6p6YAyACKgIFBzADwD4B",
    },
    "SNAPPY": {
        "13324931093266519675/00000000.shard/00000000.snapshot": "AAAAKy8ECAAJAUD/hiQPCAUSACICAgAJGz3XBwkXPAC7158RCAcSACIBAH9Ob2s=",
        "13324931093266519675/00000001.shard/00000000.snapshot": "AAAASmIECAAJATz/hiQPCAUSACICAQDWRAsIMhgAAAcFGBBhgMntmDIYACwFEgAiAgMATALXpgoJR0gArqO/OggHEgAiBANjY2MBMG6G",
        "snapshot.metadata": "EhQxMzMyNDkzMTA5MzI2NjUxOTY3NRjX5NbS6p6YAyACKgIFBzADwD4B",
    },
}  # fmt: skip
TYPES = [IntegerType(16), STRING]
ELEMENTS = [[1, b"a"], [2, b""], [3, b"ccc"]]
BY_SHARDS = [ELEMENTS[1], ELEMENTS[0], ELEMENTS[2]]


def functions(op, name):
    return {
        "all": lambda shards: f.FlatMapDataset.evaluate(None, lambda op, name: lambda shard: [shard], shards, [], ""),
        "is odd": lambda number, *rest: [np.asarray(number % 2, np.int64)],
        "nothing": lambda *element: [np.zeros(2, np.int64)],
    }[name]


def text(word: str):
    return np.array(word.encode(), object)


def three() -> d.Dataset:
    (dataset,) = d.TensorSliceDataset.evaluate([np.array([1, 2, 3], np.int16), np.array([b"a", b"", b"ccc"], object)])
    return dataset


def plain(dataset) -> list:
    return [[component.item() for component in element] for element in dataset]


def load(state: State, path: str, compression: str):
    (dataset,) = s.LoadDataset.evaluate(None, state, functions, text(path), [], compression, "all", TYPES)
    return dataset


def put(folder: pathlib.Path, compression: str) -> None:
    for name, content in WRITTEN[compression].items():
        path = folder / "x" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(base64.b64decode(content))


@pytest.mark.parametrize("compression", WRITTEN)
def test_what_tensorflow_saved_is_loaded(compression, tmp_path):
    put(tmp_path, compression)
    dataset = load(State(disk=str(tmp_path)), "x", compression)
    assert dataset.cardinality == 3 and plain(dataset) == BY_SHARDS


@pytest.mark.parametrize("compression", WRITTEN)
def test_what_is_saved_has_the_bytes_of_tensorflow(compression, tmp_path):
    state = State(disk=str(tmp_path))
    s.SaveDataset.evaluate(None, state, functions, three(), text("x"), [], compression, "is odd", True)
    shards = sorted((tmp_path / "x").rglob("*.snapshot"))
    theirs = [base64.b64decode(content) for name, content in sorted(WRITTEN[compression].items()) if name.endswith("snapshot")]
    if not compression:  # there are several ways to compress
        assert [path.read_bytes() for path in shards] == theirs
    assert [path.relative_to(tmp_path / "x").parts[1:] for path in shards] == [(f"0000000{at}.shard", "00000000.snapshot") for at in (0, 1)]
    assert plain(load(state, "x", compression)) == BY_SHARDS


@pytest.mark.parametrize("compression", ["", "AUTO", "SNAPPY"])
def test_a_dataset_is_saved_while_it_is_gone_through(compression):
    """Before its end it is said to have no elements. What is called AUTO is not compressed."""
    state = State()
    (saved,) = s.SaveDatasetV2.evaluate(None, state, functions, three(), text("x"), [], compression, "is odd", True, TYPES)
    next(iter(saved))
    assert load(state, "x", compression).cardinality == 0
    assert plain(saved) == ELEMENTS and plain(load(state, "x", compression)) == BY_SHARDS
    assert compression == "SNAPPY" or plain(load(state, "x", "")) == BY_SHARDS


def test_an_unknown_number_of_elements_is_said_to_be_unknown():
    """As the wire has -2: 64 bits, of which seven stand in each byte."""
    state, (some,) = State(), d.UniqueDataset.evaluate(d.RangeDataset.evaluate(*map(np.int64, (0, 3, 1)), [I64])[0])
    (saved,) = s.SaveDatasetV2.evaluate(None, state, functions, some, text("x"), [], "", "is odd", False, [I64])
    assert len(list(saved)) == 3
    assert b"\x30\xfe\xff\xff\xff\xff\xff\xff\xff\xff\x01" in state.disk.content("x/snapshot.metadata")
    assert s.metadata_at(state, "x").elements == -2


def test_a_dataset_without_elements():
    state, (empty,) = State(), d.TakeDataset.evaluate(three(), np.asarray(0))
    s.SaveDataset.evaluate(None, state, functions, empty, text("x"), [], "", "is odd", True)
    assert plain(load(state, "x", "")) == []


def snapshot(state: State, dataset, has_hash: bool = True):
    op = Operation("tf.SnapshotDatasetV2")
    return s.SnapshotDatasetV2.evaluate(
        op, state, functions, dataset, text("x"), [], [], TYPES, "AUTO", has_hash, -77, "all", "is odd"
    )[0]  # fmt: skip


def test_a_snapshot_is_written_once_and_then_read_by_its_shards(tmp_path):
    state = State(disk=str(tmp_path))
    dataset = snapshot(state, three())
    next(iter(dataset))
    assert plain(dataset) == ELEMENTS and plain(dataset) == BY_SHARDS
    assert (tmp_path / "x" / "18446744073709551539" / "snapshot.metadata").exists()
    (one,) = d.TakeDataset.evaluate(three(), np.asarray(1))
    assert plain(snapshot(State(disk=str(tmp_path)), one)) == BY_SHARDS  # by the fingerprint that the node states


def test_a_snapshot_without_a_fingerprint_is_no_other_runs(tmp_path):
    assert plain(snapshot(State(disk=str(tmp_path)), three(), False)) == ELEMENTS
    assert plain(snapshot(State(disk=str(tmp_path)), three(), False)) == ELEMENTS


def test_what_is_damaged(tmp_path):
    state = State(disk=str(tmp_path))
    put(tmp_path, "SNAPPY")
    path = next((tmp_path / "x").rglob("*.snapshot"))
    path.write_bytes(path.read_bytes()[:-3])
    with pytest.raises(Error, match="DataLossError"):
        plain(load(state, "x", "SNAPPY"))
    (tmp_path / "x" / "snapshot.metadata").write_bytes(b"\xff")
    with pytest.raises(Error, match="DataLossError"):
        load(state, "x", "SNAPPY")


def test_the_number_of_a_shard_is_one():
    with pytest.raises(Error, match="`shard_func` must return a scalar int64"):
        s.SaveDataset.evaluate(None, State(), functions, three(), text("x"), [], "", "nothing", True)


# Shards and chunks one by one. What they hold and what is refused TensorFlow 2.21 says.

ODD = f"{next(iter(WRITTEN[''])).split('/')[0]}/00000001.shard"


def shard(state: State, start: int, folder: str = f"x/{ODD}", version: int = 2) -> d.Dataset:
    return s.SnapshotDatasetReader.evaluate(state, text(folder), np.int64(start), TYPES, "", version)[0]


@pytest.mark.parametrize(("start", "elements"), [(0, BY_SHARDS[1:]), (1, BY_SHARDS[2:]), (2, []), (-1, BY_SHARDS[1:])])
def test_a_shard_is_read_from_an_element_on(start, elements, tmp_path):
    put(tmp_path, "")
    dataset = shard(State(disk=str(tmp_path)), start)
    assert plain(dataset) == elements and plain(dataset) == elements


def test_shards_that_cannot_be_read(tmp_path):
    put(tmp_path, "")
    state = State(disk=str(tmp_path))
    for message, arguments in {
        r"x/none/00000000.snapshot; No such file or directory \[NotFoundError\]": (0, "x/none"),
        r"Read less bytes than requested \[InternalError\]": (3,),
        "Snapshot reader version: 3 is not supported.": (0, f"x/{ODD}", 3),
        "version 1 of TensorFlow's files, of which 2 is read": (0, f"x/{ODD}", 1),
    }.items():
        with pytest.raises(Error, match=message):
            plain(shard(state, *arguments))


def test_datasets_of_shards_are_elements(tmp_path):
    put(tmp_path, "")
    state = State(disk=str(tmp_path))
    (dataset,) = s.SnapshotNestedDatasetReader.evaluate([shard(state, 1), shard(state, 0)])
    assert [plain(inner) for (inner,) in dataset] == [BY_SHARDS[2:], BY_SHARDS[1:]]


CHUNKS = {
    "chunk_0_0_4": "AAAAQngEDgAJASTF5Wk/CAkSACIICRAUAACIK5XqRh4AAAINHwwZTxJfRh4AAAQNHgxj7UrvRh4ALAYAAAAAAAAAUhHYWg==",
    "chunk_0_1_3": "AAAAOFoEDgAJASjF5Wk/CAkSACIIAQkREACgvd9URh4AAAMNHhAR4UTpDg0MGTwsBQAAAAAAAADLewlZ",
}


def chunks(folder: pathlib.Path, *names: str, done: bool = True) -> State:
    (folder / "x" / "chunks").mkdir(parents=True)
    for name in names:
        (folder / "x" / "chunks" / name).write_bytes(base64.b64decode(CHUNKS.get(name, "")))
    if done:
        (folder / "x" / "DONE").touch()
    return State(disk=str(folder))


def test_chunks_of_a_distributed_snapshot(tmp_path):
    state = chunks(tmp_path, *CHUNKS)
    (listed,) = s.ListSnapshotChunksDataset.evaluate(text("x"), state)
    files = [path for (path,) in listed]
    assert [path.item().decode() for path in files] == [f"x/chunks/{name}" for name in CHUNKS]
    read = [s.SnapshotChunkDataset.evaluate(state, path, [IntegerType(64)], "SNAPPY")[0] for path in files]
    assert [plain(dataset) for dataset in read] == [[[0], [2], [4], [6]], [[1], [3], [5]]]
    with pytest.raises(Error, match="corrupted record at 0|truncated record at 0"):
        plain(s.SnapshotChunkDataset.evaluate(state, files[0], [IntegerType(64)], "")[0])


def test_chunks_that_were_begun_first_come_first(tmp_path):
    order = ["0_0_1", "1_0_1", "10_0_2", "0_1_1", "2_1_1", "0_2_1", "0_10_1"]
    (listed,) = s.ListSnapshotChunksDataset.evaluate(text("x"), chunks(tmp_path, *[f"chunk_{name}" for name in order]))
    assert [path.item().decode() for (path,) in listed] == [f"x/chunks/chunk_{name}" for name in order]


def test_chunks_of_snapshots_that_are_not_done(tmp_path):
    (listed,) = s.ListSnapshotChunksDataset.evaluate(text("x"), chunks(tmp_path, done=False))
    with pytest.raises(Error, match="the snapshot x is not done"):
        plain(listed)
    (tmp_path / "x" / "ERROR").write_text('code: 9 message: "bad"')
    with pytest.raises(Error, match=r"^bad \[FailedPreconditionError\]$"):
        plain(listed)
