"""Lists of tensors: what was written is read, the rest is zeros where its shape is known."""

import re

import numpy as np
import pytest
from tfir.dialects.tf.creation import Assert, ZerosLike
from tfir.dialects.tf.elementwise import AddN
from tfir.dialects.tf.iterators import Optional
from tfir.dialects.tf.lists import (
    EmptyTensorList,
    TensorList,
    TensorListConcatLists,
    TensorListConcatV2,
    TensorListElementShape,
    TensorListFromTensor,
    TensorListGather,
    TensorListGetItem,
    TensorListPopBack,
    TensorListPushBack,
    TensorListReserve,
    TensorListResize,
    TensorListScatterV2,
    TensorListSetItem,
    TensorListSplit,
    TensorListStack,
)  # fmt: skip
from tfir.ir.diagnostics import Error
from tfir.ir.types import F32, I32, OpaqueType

VARIANT = OpaqueType("!tf_type.variant")


def test_a_list_is_a_value_that_writing_does_not_change():
    (empty,) = TensorListReserve.evaluate(np.array([2]), np.int32(2), F32)
    (filled,) = TensorListSetItem.evaluate(empty, np.int32(1), np.array([1, 2], np.float32), False)
    assert TensorListStack.evaluate(filled, np.array([-1]), -1)[0].tolist() == [[0, 0], [1, 2]]
    assert TensorListStack.evaluate(empty, np.array([2]), -1)[0].tolist() == [[0, 0], [0, 0]]
    with pytest.raises(Error, match="Trying to access element 2 in a list with 2 elements."):
        TensorListGetItem.evaluate(filled, np.int32(2), np.array([2]))


def test_lists_and_what_is_optional_are_elements_of_lists():
    """As gradients of loops in loops, and of branches in loops, keep them: what is popped is the list itself."""
    (inner,), (outer,) = [EmptyTensorList.evaluate(np.array([], np.int32), dtype) for dtype in (F32, VARIANT)]
    (inner,) = TensorListPushBack.evaluate(inner, np.float32(3))
    (held,) = TensorListPushBack.evaluate(outer, inner)
    assert [item.item().items for item in (ZerosLike.evaluate(held).items[0], AddN.evaluate([held, held]).items[0])] == [[0], [6]]
    rest, popped = TensorListPopBack.evaluate(held, np.array([], np.int32))
    assert not rest.items
    assert TensorListPopBack.evaluate(popped, np.array([], np.int32))[1] == 3
    assert TensorListGetItem.evaluate(held, np.int32(0), np.array([], np.int32))[0] is popped
    (some,) = TensorListPushBack.evaluate(outer, Optional([np.float32(5)]))
    (none,) = TensorListPushBack.evaluate(outer, Optional(None))
    assert AddN.evaluate([some, ZerosLike.evaluate(some), some]).items[0].item().element == [10]
    assert AddN.evaluate([none, ZerosLike.evaluate(none)]).items[0].item().element is None
    with pytest.raises(Error, match="Cannot add optionals because one has a value and the other doesn't"):
        AddN.evaluate([some, none])


def test_rows_that_are_one_text_are_arrays():
    """As those that `tf.map_fn` goes over when a model is served files as text."""
    texts, scalar = np.array([b"cat", b""], object), np.array([], np.int32)
    for made in (TensorListFromTensor.evaluate(texts, scalar), TensorListScatterV2.evaluate(texts, np.array([0, 1]), scalar)):
        (row,) = TensorListGetItem.evaluate(made[0], np.int32(0), scalar)
        assert isinstance(row, np.ndarray)
        assert (row.shape, row.item()) == ((), b"cat")
        assert TensorListStack.evaluate(made[0], scalar, -1)[0].tolist() == [b"cat", b""]


def test_a_text_that_was_never_written_is_empty():
    (texts,) = TensorListReserve.evaluate(np.array([2]), np.int32(1), OpaqueType("!tf_type.string"))
    assert TensorListGetItem.evaluate(texts, np.int32(0), np.array([2]))[0].tolist() == [b"", b""]


def test_texts_without_axes_are_elements():
    texts = np.array([b"one", b"", b"three"], object)
    (held,) = TensorListFromTensor.evaluate(texts, np.int32(-1))
    assert TensorListGetItem.evaluate(held, np.int32(2), np.array([], np.int32))[0] == b"three"
    (written,) = TensorListSetItem.evaluate(held, np.int32(1), b"two", False)
    assert TensorListStack.evaluate(written, np.int32(-1), 3)[0].tolist() == [b"one", b"two", b"three"]
    (scattered,) = TensorListScatterV2.evaluate(texts, np.array([1, 0, 2]), np.int32(-1))
    assert TensorListStack.evaluate(scattered, np.int32(-1), 3)[0].tolist() == [b"", b"one", b"three"]


def test_rows_without_elements_of_their_own_are_as_many_as_is_said():
    """As TensorFlow 2.21 answers: of leading sizes as far as there are any, then as many as a written element has."""
    given = TensorList([np.array([[6, -3], [-1, 5]]), None, None], None, np.int64)
    rows, lengths = TensorListConcatV2.evaluate(given, np.array(-1), np.array([1, 0]))
    assert rows.tolist() == [[6, -3], [-1, 5], [0, 0], [0, 0]]
    assert lengths.tolist() == [2, 0, 2]
    with pytest.raises(Error, match="without rows"):
        TensorListConcatV2.evaluate(TensorList([np.int64(1)], (), np.int64), np.array([]), np.array([]))


def test_an_assertion():
    assert Assert.evaluate(np.array([True, True]), []) == []
    with pytest.raises(Error, match=r"assertion failed: sizes \[1, 2\]"):
        Assert.evaluate(np.array([True, False]), [np.array(b"sizes", object), np.array([1, 2])])


def test_a_list_of_pieces():
    (pieces,) = TensorListSplit.evaluate(np.float32([1, 2, 3]), np.array([-1]), np.array([2, 1]))
    (longer,) = TensorListResize.evaluate(pieces, np.int32(3))
    rows, lengths = TensorListConcatV2.evaluate(longer, np.array([-1]), np.array([0, 0, 2]))
    assert (rows.tolist(), lengths.tolist()) == ([1, 2, 3, 0, 0], [2, 1, 2])
    (shorter,) = TensorListResize.evaluate(pieces, np.int32(1))
    assert TensorListConcatV2.evaluate(shorter, np.array([-1]), np.array([]))[0].tolist() == [1, 2]


def test_a_list_tells_the_shape_of_its_elements():
    (some,) = TensorListReserve.evaluate(np.array([-1, 3]), np.int32(2), F32)
    (any_,) = TensorListReserve.evaluate(np.array(-1), np.int32(2), F32)
    assert TensorListElementShape.evaluate(some, I32)[0].tolist() == [-1, 3]
    assert TensorListElementShape.evaluate(any_, I32)[0].tolist() == -1


def test_scattering_makes_as_long_a_list_as_is_asked_for():
    rows, places = np.array([[1], [2]], np.float32), np.array([2, 0])
    (result,) = TensorListScatterV2.evaluate(rows, places, np.array([1]), np.int32(-1))
    assert TensorListStack.evaluate(result, np.array([1]), 3)[0].tolist() == [[2], [0], [1]]
    (longer,) = TensorListScatterV2.evaluate(rows, places, np.array([1]), np.int32(4))
    assert len(longer.items) == 4


def test_lists_are_added_element_by_element():
    one = TensorList([np.float32([1]), None, None], (1,), np.float32)
    other = TensorList([np.float32([2]), np.float32([3]), None], (1,), np.float32)
    assert [item if item is None else item.tolist() for item in AddN.evaluate([one, other]).items] == [[3], [3], None]
    assert [item if item is None else item.tolist() for item in ZerosLike.evaluate(other).items] == [[0], [0], None]
    with pytest.raises(Error, match="lists of 3 and 0 tensors are added"):
        AddN.evaluate([one, TensorList([], (1,), np.float32)])


def list_of(count: int, shape=(2,)) -> TensorList:
    return TensorList([np.array([at, at], np.float32) for at in range(count)], shape, np.float32)


ROW, PAIR = np.array([[1, 2]], np.float32), np.array([2])
THREE = np.array([1, 2, 3], np.float32)


@pytest.mark.parametrize(
    ("refused", "text"),
    [
        (lambda: TensorListGetItem.evaluate(list_of(3), -1, PAIR), "Trying to access element -1 in a list with 3 elements."),
        (lambda: TensorListSetItem.evaluate(list_of(3), 3, ROW[0], False), "Trying to modify element 3 in a list with 3 elements."),
        (lambda: TensorListPopBack.evaluate(list_of(0), PAIR), "Trying to pop from an empty list."),
        (lambda: TensorListGather.evaluate(list_of(3), [0, 5], PAIR), "Index 5 out o range; list only has 3 elements."),
        (lambda: TensorListStack.evaluate(list_of(3), PAIR, 4), "Operation expected a list with 4 elements but got a list with 3 elements."),
        (lambda: TensorListResize.evaluate(list_of(3), -1), "TensorListSlice expects size to be non-negative. Got: -1"),
        (lambda: TensorListReserve.evaluate(PAIR, -2, F32), "The num_elements to reserve must be a non negative number, but got -2"),
        (lambda: TensorListSplit.evaluate(THREE, PAIR, [1, 1]), "Unused values in tensor. Length of tensor: 3 Values used: 2"),
        (lambda: TensorListSplit.evaluate(THREE, PAIR, [1, 3]), "Attempting to slice [1, 4] from tensor with length 3"),
        (lambda: TensorListSplit.evaluate(THREE, PAIR, [1, -1, 3]), "Invalid value in lengths: -1"),
        (lambda: TensorListScatterV2.evaluate(ROW, [-1], PAIR, -1), "Indices in TensorListScatter must all be non-negative."),
        (lambda: TensorListScatterV2.evaluate(ROW, [4], PAIR, 2), "TensorListScatter: Trying to scatter at index 4 in list with size 2"),
        (lambda: TensorListScatterV2.evaluate(ROW, [0], PAIR, -2), "TensorListScatter expects num_elements >= -1, found: -2"),
        (lambda: TensorListScatterV2.evaluate(ROW, [0, 1], PAIR, 3), "Invalid number of rows in input tensor. Expected: 2 Actual: 1"),
        (
            lambda: TensorListConcatLists.evaluate(list_of(1), list_of(1, (None,))),
            "input_a and input_b TensorList element shapes are not identical at index 0.  Saw [2] vs. [?]",
        ),
    ],
)  # fmt: skip
def test_what_is_refused_has_the_words_of_tensorflow(refused, text):
    with pytest.raises(Error, match=f"^{re.escape(text)}"):
        refused()


def test_lists_of_one_shape_are_joined_and_as_many_as_are_asked_for_are_scattered():
    (joined,) = TensorListConcatLists.evaluate(list_of(1), list_of(2))
    assert [item.tolist() for item in joined.items] == [[0, 0], [0, 0], [1, 1]]
    assert len(TensorListScatterV2.evaluate(ROW, [0], PAIR, 3)[0].items) == 3
