"""Tables: what is inserted, imported and removed is what is found and exported."""

import re

import numpy as np
import pytest
from tfir.dialects.tf import tables
from tfir.dialects.tf.dense_tables import DenseTable
from tfir.dialects.tf.tables import Table
from tfir.ir.diagnostics import Error
from tfir.ir.types import F32, I64, OpaqueType

STRING = OpaqueType("!tf_type.string")


def words(*texts) -> np.ndarray:
    found = np.empty(len(texts), object)
    found[:] = texts
    return found


def test_entries_are_found_and_others_have_the_default():
    table = Table(STRING, I64)
    table.insert(words(b"a", b"b"), np.array([1, 2]))
    assert table.find(words(b"b", b"c").reshape(1, 2), np.int64(-1)).tolist() == [[2, -1]]
    assert table.find(words(b"b", b"c"), np.array([7, 8])).tolist() == [2, 8]
    table.remove(words(b"b"))
    assert [each.tolist() for each in table.exported()] == [[b"a"], [1]]


def test_values_may_be_vectors():
    table = Table(I64, F32, (2,))
    table.insert(np.array([5]), np.array([[1, 2]], np.float32))
    assert table.find(np.array([5, 6]), np.array([0, -1], np.float32)).tolist() == [[1, 2], [0, -1]]
    assert table.find(np.int64(5), np.zeros(2, np.float32)).tolist() == [1, 2]


def test_keys_may_be_vectors():
    table = Table(I64, I64, key_shape=(2,))
    table.insert(np.array([[1, 2], [3, 4]]), np.array([10, 20]))
    assert table.find(np.array([[3, 4], [4, 3]]), np.int64(0)).tolist() == [20, 0]
    assert table.exported()[0].tolist() == [[1, 2], [3, 4]]


def test_a_dense_table_of_vectors_has_the_buckets_of_tensorflow():
    table = DenseTable(I64, I64, (2,), np.array([0, 0]), np.array([1, -1]), buckets=8)
    table.insert(np.array([[3, 4], [5, 6], [-7, 8]]), np.array([[5, 9], [8, 1], [2, 3]]))
    keys, values = table.exported()  # TensorFlow 2.21's answer, as all of it here
    assert keys.tolist() == [[0, 0], [0, 0], [0, 0], [5, 6], [0, 0], [0, 0], [-7, 8], [3, 4]]
    assert values.tolist() == [[0, 0], [0, 0], [0, 0], [8, 1], [0, 0], [0, 0], [2, 3], [5, 9]]


def test_what_is_removed_leaves_a_bucket_that_the_next_key_takes_until_there_are_more_buckets():
    table = DenseTable(I64, I64, (), np.int64(-1), np.int64(-2))
    table.insert(np.array([5, 9, 1]), np.array([50, 90, 10]))
    table.remove(np.array([9]))
    assert [column.ravel().tolist() for column in table.exported()] == [[1, 5, -2, -1], [10, 50, 90, 0]]
    table.insert(np.array([1]), np.array([70]))  # which stands behind, too
    assert [column.ravel().tolist() for column in table.exported()] == [[1, 5, 1, -1], [10, 50, 70, 0]]
    assert table.size == 3
    table.insert(np.array([13]), np.array([71]))
    assert table.exported()[0].ravel().tolist() == [-1, 1, -1, -1, -1, 5, 13, -1]
    assert (table.size, table.find(np.array([1, 9]), np.int64(0)).tolist()) == (3, [70, 0])


@pytest.mark.parametrize(
    "facts, text",
    [
        ({"buckets": 6}, "Number of buckets must be at least 4 and a power of 2, got: 6"),
        ({"buckets": 2}, "Number of buckets must be at least 4 and a power of 2, got: 2"),
        ({"fullest": 1.0}, "max_load_factor must be between 0 and 1, got: 1"),
        ({"shape": (2, 3)}, "Empty value must be a scalar or a vector, got shape [2,3]"),
        ({"deleted": np.int64(-1)}, "Empty and deleted keys cannot be equal"),
        ({"deleted": np.array([-1])}, "Empty and deleted keys must have same shape, got shapes: [] and [1]"),
        ({"empty": np.zeros((2, 2), int)}, "Empty key must be a scalar or a vector, got shape [2,2]"),
    ],
)
def test_what_no_dense_table_is_made_of(facts, text):
    with pytest.raises(Error, match=re.escape(text)):
        DenseTable(I64, I64, **{"shape": (), "empty": np.int64(-1), "deleted": np.int64(-2), **facts})


def test_buckets_are_loaded_as_they_are_and_no_full_table_is_searched_without_end():
    table = DenseTable(I64, I64, (), np.int64(0), np.int64(-9))
    table.load(np.array([[0], [5], [0], [-9]]), np.array([[0], [50], [0], [1]]))
    assert (table.size, table.find(np.array([5, 9]), np.int64(7)).tolist()) == (1, [50, 7])
    with pytest.raises(Error, match="Using the empty_key as a table key is not allowed"):
        table.insert(np.array([0]), np.array([1]))
    table.load(np.array([[1], [2], [3], [4]]), np.array([[10], [20], [30], [40]]))
    with pytest.raises(Error, match="Internal error in MutableDenseHashTable lookup"):
        table.find(np.array([8]), np.int64(0))


def test_a_constant_table_is_filled_before_it_is_used_and_only_once():
    table = Table(STRING, I64, is_constant=True)
    with pytest.raises(Error, match="Table not initialized"):
        table.find(words(b"a"), np.int64(0))
    table.fill(words(b"a"), np.array([1]))
    table.fill(words(b"a"), np.array([2]))  # TensorFlow compares how many there are, and keeps what it has
    assert table.find(words(b"a"), np.int64(0)).tolist() == [1]
    with pytest.raises(Error, match="Table was already initialized with different data"):
        table.fill(words(b"a", b"b"), np.array([1, 2]))


def test_values_that_are_not_as_many_as_keys_are_refused():
    table = Table(STRING, I64, shape=(2,))
    with pytest.raises(Error, match="for value, got"):
        table.insert(words(b"a", b"b"), np.array([[1, 2], [3, 4], [5, 6]]))
    with pytest.raises(Error, match="default"):
        table.find(words(b"a"), np.int64(0))


@pytest.mark.parametrize("which, wanted", [(tables.WHOLE_LINE, [b"a b", b"c d"]), (tables.LINE_NUMBER, [3, 4]), (1, [b"b", b"d"])])
def test_columns_of_a_file(which, wanted):
    lines = tables.lines_of(b"a b\r\nc d\n", -1, "f")
    dtype = np.dtype(np.int64 if which == tables.LINE_NUMBER else object)
    assert tables.column(lines, which, b" ", 3, dtype, "f").tolist() == wanted


def test_the_first_lines_of_a_file():
    assert tables.lines_of(b"a\nb\nc", 2, "f") == [b"a", b"b"]
    with pytest.raises(Error, match="'f' has 3 lines; 4 were expected"):
        tables.lines_of(b"a\nb\nc", 4, "f")
    assert tables.lines_of(b"a\n\nc", 1, "f") == [b"a"]


@pytest.mark.parametrize(
    ("content", "count", "text"),
    [
        (b"", -1, "has no lines"),
        (b"a\nb", 0, "Finished reading 0 of lines from f"),
        (b"a\n\nb", -1, "Invalid content in f: empty line found at position 3."),
        (b"a\r\n\r\nb", 2, "Invalid content in f: empty line found at position 5."),
    ],
)
def test_files_without_lines_and_empty_lines_are_refused(content, count, text):
    """As TensorFlow 2.21 refuses them."""
    with pytest.raises(Error) as refusal:
        tables.lines_of(content, count, "f")
    assert text in str(refusal.value)
