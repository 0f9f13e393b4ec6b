"""Components of elements that are variants, as TensorFlow 2.21 saves them: the TensorProto of each, of elements of `tf.ragged` and `tf.sparse`."""

import numpy as np
import pytest
from ml_dtypes import bfloat16
from tfir.dialects.tf import dataset_snapshots as s
from tfir.dialects.tf import dataset_snapshots_first as first
from tfir.dialects.tf import datasets as d
from tfir.dialects.tf import variant_protos as v
from tfir.dialects.tf.dataset_files import Records, content
from tfir.dialects.tf.ragged_variants import Composite, Ragged, RaggedTensorToVariant
from tfir.dialects.tf.sparse_boxed import as_elements
from tfir.dialects.tf_type import STRING
from tfir.execution.state import State
from tfir.ir.diagnostics import Error
from tfir.ir.types import I64, OpaqueType

VARIANT = OpaqueType("!tf_type.variant")


def strings(*words: bytes) -> np.ndarray:
    return np.array(words, object)


ROWS = [Ragged([], strings(b"a", b"")), Ragged([], strings(b"ccc"))]
NUMBERS = Ragged([np.array([0, 2], np.int32)], np.array([2, -3], np.float32))
SPARSE = as_elements([np.array([[0]]), np.array([1], np.int32), np.array([2])])
TENSOR, RAGGED = b"\n\x12tensorflow::Tensor", b"\n\x13RaggedTensorVariant"
CASES = {
    "two rows of numbers": (
        NUMBERS,
        b'\x08\x15\x12\x00"87' + RAGGED + b"\x1a\x0c\x08\x03\x12\x04\x12\x02\x08\x02:\x02\x00\x02"
        b"\x1a\x12\x08\x01\x12\x04\x12\x02\x08\x02*\x08\x00\x00\x00@\x00\x00@\xc0",
    ),
    "a batch of strings": (
        as_elements(ROWS),
        b'\x08\x15\x12\x04\x12\x02\x08\x02"J$$' + RAGGED + b"\x1a\r\x08\x07\x12\x04\x12\x02\x08\x02B\x01aB\x00"
        + RAGGED + b"\x1a\r\x08\x07\x12\x04\x12\x02\x08\x01B\x03ccc",
    ),
    "complex numbers": (
        Ragged([], np.array([1 + 2j, 3], np.complex64)),
        b'\x08\x15\x12\x00"21' + RAGGED + b"\x1a\x1a\x08\x08\x12\x04\x12\x02\x08\x02J\x10\x00\x00\x80?\x00\x00\x00@\x00\x00@@\x00\x00\x00\x00",
    ),
    "bfloat16": (
        Ragged([], np.array([1, -2], bfloat16)),
        b"\x08\x15\x12\x00\"'&" + RAGGED + b"\x1a\x0f\x08\x0e\x12\x04\x12\x02\x08\x02j\x05\x80\x7f\x80\x80\x03",
    ),
    "numbers of a byte": (
        Ragged([], np.array([1, -2], np.int8)),
        b'\x08\x15\x12\x00"-,' + RAGGED + b"\x1a\x15\x08\x06\x12\x04\x12\x02\x08\x02:\x0b\x01\xfe\xff\xff\xff\xff\xff\xff\xff\xff\x01",
    ),
    "a sparse tensor": (
        SPARSE,
        b'\x08\x15\x12\x04\x12\x02\x08\x03"j%!!' + TENSOR + b"\x1a\x0f\x08\t\x12\x08\x12\x02\x08\x01\x12\x02\x08\x01R\x01\x00"
        + TENSOR + b"\x1a\x0b\x08\x03\x12\x04\x12\x02\x08\x01:\x01\x01" + TENSOR + b"\x1a\x0b\x08\t\x12\x04\x12\x02\x08\x01R\x01\x02",
    ),
}  # fmt: skip


def plain(component):
    if isinstance(component, Ragged):
        return [*[(splits.dtype, splits.tolist()) for splits in component.splits], component.values.dtype, component.values.tolist()]
    if component.dtype == object:
        return [each if isinstance(each, bytes) else plain(each) for each in component]
    return component.dtype, component.tolist()


@pytest.mark.parametrize("name", CASES)
def test_a_record_is_that_of_tensorflow(name):
    component, record = CASES[name]
    assert v.record_of_component(component) == record
    assert plain(v.component_in(record)) == plain(component)


def test_strings_are_no_variants():
    assert [v.type_number(each) for each in (strings(b"a"), strings(), NUMBERS, SPARSE, np.int64(1))] == [7, 7, 21, 21, 9]
    assert [v.number_of_type(type) for type in (STRING, VARIANT, I64)] == [7, 21, 9]
    assert v.component_in(v.record_of_component(strings(b"a", b""))).tolist() == [b"a", b""]


def ragged_rows() -> d.Dataset:
    """[b"a", b""] and [b"ccc"], and their numbers."""
    rows = RaggedTensorToVariant.evaluate([np.array([0, 2, 3])], strings(b"a", b"", b"ccc"), True)
    return d.TensorSliceDataset.evaluate([rows[0], np.array([1, 2])])[0]


def functions(op, name):
    return lambda shards: next(iter(shards))


@pytest.mark.parametrize("compression", ["", "GZIP", "SNAPPY"])
def test_ragged_elements_are_saved_and_loaded(compression):
    state, path = State(), strings(b"x")[0:1].reshape(())
    (saved,) = s.SaveDatasetV2.evaluate(None, state, functions, ragged_rows(), path, [], compression, "", False, [VARIANT, I64])
    assert len(list(saved)) == 2
    (file,) = state.disk.matching("x/*/00000000.shard/*")
    records = [record[0].item() for record in Records(content(state, file.encode(), compression), 0)]
    assert records[2] == b'\x08\x15\x12\x00"%$' + RAGGED + b"\x1a\r\x08\x07\x12\x04\x12\x02\x08\x01B\x03ccc"
    (loaded,) = s.LoadDataset.evaluate(None, state, functions, path, [], compression, "", [VARIANT, I64])
    assert [[plain(rows), number.item()] for rows, number in loaded] == [[plain(row), at] for at, row in enumerate(ROWS, 1)]


@pytest.mark.parametrize("compression", ["", "GZIP", "SNAPPY"])
def test_ragged_elements_of_a_snapshot_in_the_form_of_before(compression):
    state = State()
    options = {"mode": "auto", "compression": compression, "reader": "", "writer": "", "expiry": 9, "files": 1, "name": "n", "seed": None}
    snapshot = first.Snapshot(state, "a", "0", (21, 9), [np.dtype(object), np.dtype(np.int64)], options)
    assert len(list(snapshot.begun(ragged_rows()))) == 2
    read = list(snapshot.begun(d.Dataset("x", lambda: iter(()))))
    assert [[plain(rows), number.item()] for rows, number in read] == [[plain(row), at] for at, row in enumerate(ROWS, 1)]


def test_what_is_no_ragged_or_sparse_tensor_is_not_written():
    for thing, name in ((ragged_rows(), "dataset"), (Composite("", []), "composite")):
        with pytest.raises(Error, match=f"a {name} is not written as a variant"):
            v.record_of_component(thing)
