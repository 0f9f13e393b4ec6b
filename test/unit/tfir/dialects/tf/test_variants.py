"""Ragged and sparse tensors as elements of variants. Expected values are TensorFlow 2.21's on a CPU."""

import numpy as np
import pytest
from tfir.dialects import dialect
from tfir.dialects.tf_type import VARIANT
from tfir.execution.state import State
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation
from tfir.ods.element_types import element_of_word

TF = dialect("tf").semantics
I32, I64, F32 = [element_of_word(word) for word in ("i32", "i64", "f32")]
OUTER, INNER = np.array([0, 2, 2, 3]), np.array([0, 1, 3, 6])
VALUES = np.arange(1, 13, dtype=np.int32).reshape(6, 2)


def as_variant(splits, values, batched: bool):
    return TF["RaggedTensorToVariant"].evaluate(splits, values, batched)[0]


def from_variant(encoded, rank: int, result_rank: int) -> list:
    return [each.tolist() for each in TF["RaggedTensorFromVariant"].evaluate(encoded, rank, result_rank, I32, I64)]


def test_rows_and_back():
    rows = as_variant([OUTER, INNER], VALUES, True)
    assert rows.shape == (3,)
    assert from_variant(rows, 1, 2) == [OUTER.tolist(), INNER.tolist(), VALUES.tolist()]


def test_a_matrix_of_rows():
    rows = as_variant([OUTER, INNER], VALUES, True)[[2, 0, 1, 2]].reshape(2, 2)
    outer, middle, inner, values = from_variant(rows, -1, 3)
    assert (outer, middle, inner) == ([0, 2, 4], [0, 1, 3, 3, 4], [0, 3, 4, 6, 9])
    assert values == VALUES[[3, 4, 5, 0, 1, 2, 3, 4, 5]].tolist()


def test_the_whole_as_one_element():
    assert from_variant(as_variant([OUTER], VALUES[:3], False), 1, 1) == [OUTER.tolist(), VALUES[:3].tolist()]


def test_rows_of_what_is_not_ragged():
    assert from_variant(as_variant([], VALUES[:3], True), 0, 1) == [[0, 2, 4, 6], [1, 2, 3, 4, 5, 6]]


def test_rows_in_a_list():
    """As `tf.map_fn` keeps what it reads and writes, and its gradient the gradients of both."""
    lists, at = as_variant([OUTER], VALUES[:3], True), np.int32(1)
    (held,) = TF["TensorListFromTensor"].evaluate(lists, np.int32(-1))
    (row,) = TF["TensorListGetItem"].evaluate(held, np.int32(0), np.int32(-1))
    assert from_variant(row, 0, 0) == [VALUES[:2].tolist()]
    (written,) = TF["TensorListSetItem"].evaluate(held, at, as_variant([], VALUES[3:6], False), False)
    (stacked,) = TF["TensorListStack"].evaluate(written, np.int32(-1), 3)
    assert from_variant(stacked, 0, 1) == [[0, 2, 5, 6], VALUES[[0, 1, 3, 4, 5, 2]].tolist()]
    (rest,), (pushed,) = [
        TF["TensorListScatterIntoExistingList"].evaluate(held, lists[[at]], np.array([0])),
        TF["TensorListPushBack"].evaluate(held, row),
    ]
    assert [from_variant(TF["TensorListGetItem"].evaluate(each, np.int32(which), np.int32(-1))[0], 0, 0) for each, which in ((rest, 0), (pushed, 3))] == [
        [[]], [VALUES[:2].tolist()]
    ]  # fmt: skip
    doubled = TF["AddN"].evaluate([held, TF["ZerosLike"].evaluate(held), held])
    assert from_variant(TF["TensorListGetItem"].evaluate(doubled, np.int32(2), np.int32(-1))[0], 0, 0) == [(2 * VALUES[2:3]).tolist()]


def test_rows_of_different_depth_are_not_added():
    row, whole = [
        TF["TensorListFromTensor"].evaluate(as_variant(each, VALUES, True), np.int32(-1))[0] for each in ([OUTER], [OUTER, INNER])
    ]
    with pytest.raises(Error, match="Can't add RaggedTensorVariants of different ragged rank"):
        TF["AddN"].evaluate([row, whole])


def test_gradients_go_back_to_their_rows():
    rows = as_variant([OUTER], VALUES[:3], True)
    actual = TF["RaggedTensorToVariantGradient"].evaluate(rows, OUTER, np.array([4, 2]), I32)
    assert actual.tolist() == [*VALUES[:3].tolist(), [0, 0]]


@pytest.mark.parametrize(
    ("rank", "result_rank", "text"), [(1, 1, "output_ragged_rank must be equal"), (2, 3, "ragged_rank=1.  Expected ragged_rank=2")]
)
def test_ranks_that_do_not_fit(rank, result_rank, text):
    with pytest.raises(Error, match=text):
        from_variant(as_variant([OUTER, INNER], VALUES, True), rank, result_rank)


SPARSE = np.array([[0, 1], [1, 0], [1, 2]]), np.array([1, 2, 3.5], np.float32), np.array([3, 4])


def test_sparse_tensors_in_variants():
    rows = TF["SerializeManySparse"].evaluate(*SPARSE, VARIANT)
    assert rows.shape == (3, 3)
    for actual, expected in zip(TF["DeserializeSparse"].evaluate(rows, F32), SPARSE, strict=True):
        np.testing.assert_array_equal(actual, expected)


def test_sparse_tensors_in_a_map():
    state, named = State(), ("", "map")
    op = Operation.draft("tf.AddManySparseToTensorsMap", ())
    handles = TF["AddManySparseToTensorsMap"].evaluate(op, state, *SPARSE, *named)
    one = TF["AddSparseToTensorsMap"].evaluate(op, state, np.array([[3]]), np.array([7], np.float32), np.array([5]), *named)
    assert (handles.tolist(), one.tolist()) == ([0, 1, 2], 3)
    places, values, shape = TF["TakeManySparseFromTensorsMap"].evaluate(op, state, np.array([3, 1]), F32, *named)
    assert (places.tolist(), values.tolist(), shape.tolist()) == ([[0, 3], [1, 0], [1, 2]], [7, 2, 3.5], [2, 5])
    with pytest.raises(Error, match="Unable to find SparseTensor: 3 in map"):
        TF["TakeManySparseFromTensorsMap"].evaluate(op, state, np.array([3]), F32, *named)
