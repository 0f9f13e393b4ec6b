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
from tfir.ir.types import IntegerType

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
    """And not before its end. What is called AUTO is not compressed."""
    state = State()
    (saved,) = s.SaveDatasetV2.evaluate(None, state, functions, three(), text("x"), [], compression, "is odd", True, TYPES)
    next(iter(saved))
    with pytest.raises(Error, match=r"Could not find metadata file \[x\] \[NotFoundError\]"):
        load(state, "x", compression)
    assert plain(saved) == ELEMENTS and plain(load(state, "x", compression)) == BY_SHARDS
    assert compression == "SNAPPY" or plain(load(state, "x", "")) == BY_SHARDS


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
