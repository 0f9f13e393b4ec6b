"""What a model takes over from another one, whose words are others. Expected values are TensorFlow 2.21's on a CPU."""

import pytest
from tensorflow_values import Case
from tfir.execution.state import State
from tfir.ir.diagnostics import Error
from tfir.ods.inference import evaluate


def answer(state: State, op: str, operands, attributes) -> list:
    case = Case(0, {"op": op, "operands": operands, "attributes": attributes, "results": []})
    return [each.tolist() for each in evaluate(case.op, case.definition, case.operands, state=state)]


def remapping(new: bytes, old: bytes, offset: int = 0, count: int = 2, old_size: int = -1) -> list:
    state = State()
    state.disk.write("/new", new)
    state.disk.write("/old", old)
    attributes = {"new_vocab_offset": offset, "num_new_vocab": count, "old_vocab_size": old_size}
    return answer(state, "GenerateVocabRemapping", [["str", [], ["/new"]], ["str", [], ["/old"]]], attributes)


def test_new_words_stand_where_they_stood():
    assert remapping(b"a\nb\nc\n", b"c\nx\na", count=3) == [[2, -1, 0], 2]
    assert remapping(b"a\nb\nc\n", b"c\nx\na", offset=2, count=1) == [[0], 1]
    assert remapping(b"a\nb\nc\n", b"c\nx\na", count=3, old_size=1) == [[-1, -1, 0], 1]
    assert remapping(b"a\nb\n", b"a\n", count=0) == [[], 0]


@pytest.mark.parametrize(
    ("new", "old", "text"),
    [
        (b"a\n", b"a\n", "lookup table size must be larger than last new vocab entry's line"),
        (b"a\nb\n", b"a\na\n", "Key a has 0 and trying to add value 1"),
        (b"a\n\nb\n", b"a\n", "empty line found at position 3"),
    ],
)
def test_vocabularies_that_are_refused(new, old, text):
    with pytest.raises(Error) as refusal:
        remapping(new, old)
    assert text in str(refusal.value)


def loaded(rows, columns, missing, sizes) -> list:
    """Of a matrix [4, 3] of the numbers from 0 on."""
    state, saved = State(), ["f32", [4, 3], list(range(12))]
    answer(state, "SaveV2", [["str", [], ["/model"]], ["str", [1], ["m"]], ["str", [1], [""]], saved], {})
    operands = [
        ["str", [], ["/model"]], ["str", [], ["m"]], ["i64", [len(rows)], rows], ["i64", [len(columns)], columns],
        ["f32", [len(missing)], missing],
    ]  # fmt: skip
    return answer(state, "LoadAndRemapMatrix", operands, {"num_rows": sizes[0], "num_cols": sizes[1]})[0]


def test_rows_and_columns_come_to_other_places():
    assert loaded([2, -1, 0], [], [7, 8, 9], (3, 3)) == [[6, 7, 8], [7, 8, 9], [0, 1, 2]]
    assert loaded([3, -1], [-1, 2, 0, -1], [20, 21, 22, 23, 24, 25], (2, 4)) == [[20, 11, 9, 21], [22, 23, 24, 25]]
    assert loaded([], [], [], (0, 3)) == []


@pytest.mark.parametrize(
    ("rows", "columns", "missing", "sizes", "text"),
    [
        ([0], [], [], (2, 3), "Size of row_remapping is 1 instead of being equal to num_rows=2"),
        ([1, 0, 1], [], [], (3, 3), "Old ID 1 is mapped to both new ID 0 and 2, which is not supported. [UnimplementedError]"),
        ([0], [0], [], (1, 2), "Provided col_remapping, but its size is 1 instead of being equal to num_cols=2"),
        ([0], [], [], (1, 2), "has shape [4,3], where the size of its 2nd dimension is 3 instead of being equal to num_cols=2"),
        ([2, 4], [], [], (2, 3), "Extent in dimension 0 out of bounds: shape = [4,3], slice = 2,3:- [InternalError]"),
        ([-1], [], [1, 2], (1, 3), "initializing_values contained 2 elements, but more missing values remain."),
        ([0], [], [1], (1, 3), "contained 1 elements, but only 0 elements were used to fill in missing values."),
    ],
)
def test_matrices_that_are_refused(rows, columns, missing, sizes, text):
    with pytest.raises(Error) as refusal:
        loaded(rows, columns, missing, sizes)
    assert text in str(refusal.value)
