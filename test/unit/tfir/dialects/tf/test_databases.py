"""Rows of an SQLite database. What is stored as another type is what TensorFlow 2.21 answered on this very table."""

import re
import sqlite3

import numpy as np
import pytest
from tfir.dialects import dialect
from tfir.execution.state import State
from tfir.ir.diagnostics import Error
from tfir.ods.element_types import element_of_word

SQL = dialect("tf").semantics["SqlDataset"]
ROWS = [(1, "x", 2.5), (300, b"\xff\x00q", 1e20), (None, None, None), ("12abc", " 7.5e1z", -1.75), (2**62, "-9", 0.1)]
ANSWERS = {
    "str": [
        [b"1", b"x", b"2.5"], [b"300", b"\xff\x00q", b"1.0e+20"], [b"", b"", b""], [b"12abc", b" 7.5e1z", b"-1.75"],
        [b"4611686018427387904", b"-9", b"0.1"],
    ],
    "i8": [[1, 0, 2], [44, 0, -1], [0, 0, 0], [12, 7, -1], [0, -9, 0]],
    "u16": [[1, 0, 2], [300, 0, 65535], [0, 0, 0], [12, 7, 65535], [0, 65527, 0]],
    "i64": [[1, 0, 2], [300, 0, (1 << 63) - 1], [0, 0, 0], [12, 7, -1], [2**62, -9, 0]],
    "bool": [[True, False, True], [True, False, True], [False, False, False], [True, True, True], [True, True, False]],
    "f64": [[1.0, 0.0, 2.5], [300.0, 0.0, 1e20], [0.0, 0.0, 0.0], [12.0, 75.0, -1.75], [2.0**62, -9.0, 0.1]],
}  # fmt: skip


@pytest.fixture
def state(tmp_path):
    connection = sqlite3.connect(tmp_path / "rows")
    connection.execute("create table t(a,b,c)")
    connection.executemany("insert into t values(?,?,?)", ROWS)
    connection.commit()
    connection.close()
    return State(disk=str(tmp_path))


def dataset(state, words, query="select a,b,c from t", driver="sqlite", name="rows"):
    texts = [np.array(each.encode(), object) for each in (driver, name, query)]
    return SQL.evaluate(state, *texts, [element_of_word(word) for word in words], [()] * len(words))[0]


@pytest.mark.parametrize("word", ANSWERS)
def test_each_type(state, word):
    assert [[each.item() for each in element] for element in dataset(state, [word] * 3)] == ANSWERS[word]


@pytest.mark.parametrize("query", ["select 3; select 4", " ;; select 3", "-- first\n select 3", "select 3"])
def test_the_first_statement_is_run(state, query):
    assert [[each.item() for each in element] for element in dataset(state, ["i32"], query)] == [[3]]


@pytest.mark.parametrize(
    ("given", "text"),
    [
        ({"query": "select a,b from t"}, "The number of columns in query (2) must match the number of elements in output_types (1)."),
        ({"query": ""}, "The number of columns in query (0) must match"),
        ({"query": "select nope from t"}, "Prepare() failed: no such column: nope"),
        ({"query": "insert into t values(1,2,3)"}, "Prepare() failed: not authorized"),
        ({"query": "attach 'other' as o"}, "Prepare() failed: not authorized"),
        ({"driver": "mysql"}, "The database type, mysql, is not supported by SqlDataset."),
        ({"words": ["f32"]}, "Each element of `output_types_` must be one of: DT_STRING"),
        ({"name": "../rows"}, "outside of the directory"),
    ],
)
def test_refusals(state, given, text):
    with pytest.raises(Error, match=re.escape(text)):
        list(dataset(state, **({"words": ["i32"]} | given)))


def test_the_first_bytes_of_a_file_are_a_constant(tmp_path):
    (tmp_path / "r").write_bytes(np.arange(4, dtype=np.float32).tobytes())
    constant, state = dialect("tf").semantics["ImmutableConst"], State(disk=str(tmp_path))
    assert constant.evaluate(state, element_of_word("f32"), (3,), "r").tolist() == [0.0, 1.0, 2.0]
    assert constant.evaluate(state, element_of_word("i64"), (2,), "r").tolist() == [4575657221408423936, 4629700418010611712]
    assert constant.evaluate(state, element_of_word("bool"), (2, 2), "r").tolist() == [[False, False], [False, False]]
    with pytest.raises(Error, match=r"Readonly memory region has wrong length \(16\) when allocating 20 \[InternalError\]"):
        constant.evaluate(state, element_of_word("f32"), (5,), "r")
    with pytest.raises(Error, match="Sorry, DT_STRING is not currently supported"):
        constant.evaluate(state, element_of_word("str"), (1,), "r")
