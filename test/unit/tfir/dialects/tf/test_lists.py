"""Lists and arrays of tensors: what was written is read, the rest is zeros where its shape is known."""

import numpy as np
import pytest
from tfir.dialects.tf.creation import Assert, ZerosLike
from tfir.dialects.tf.elementwise import AddN
from tfir.dialects.tf.lists import (
    TensorArrayCloseV3,
    TensorArrayConcatV3,
    TensorArrayGatherV3,
    TensorArrayGradV3,
    TensorArrayReadV3,
    TensorArrayScatterV3,
    TensorArraySizeV3,
    TensorArraySplitV3,
    TensorArrayV3,
    TensorArrayWriteV3,
    TensorList,
    TensorListConcatV2,
    TensorListElementShape,
    TensorListGetItem,
    TensorListReserve,
    TensorListResize,
    TensorListScatterV2,
    TensorListSetItem,
    TensorListSplit,
    TensorListStack,
)  # fmt: skip
from tfir.dialects.tf.stacks import StackPopV2, StackPushV2, StackV2
from tfir.ir.diagnostics import Error
from tfir.ir.types import F32, I32


def test_a_list_is_a_value_that_writing_does_not_change():
    (empty,) = TensorListReserve.evaluate(np.array([2]), np.int32(2), F32)
    (filled,) = TensorListSetItem.evaluate(empty, np.int32(1), np.array([1, 2], np.float32), False)
    assert TensorListStack.evaluate(filled, np.array([-1]), -1)[0].tolist() == [[0, 0], [1, 2]]
    assert TensorListStack.evaluate(empty, np.array([2]), -1)[0].tolist() == [[0, 0], [0, 0]]
    with pytest.raises(Error, match="index 2 is outside of a list of 2 tensors"):
        TensorListGetItem.evaluate(filled, np.int32(2), np.array([2]))


def test_an_array_is_a_place():
    array, flow = TensorArrayV3.evaluate(np.int32(2), F32, None, False, False, False)
    with pytest.raises(Error, match="not known"):
        TensorArrayReadV3.evaluate(array, np.int32(0))
    TensorArrayScatterV3.evaluate(array, np.array([1, 0]), np.float32([[5], [6]]))
    assert TensorArrayGatherV3.evaluate(array, np.array([1, 0, 0]), None)[0].tolist() == [[5], [6], [6]]
    with pytest.raises(Error, match="outside"):
        TensorArrayWriteV3.evaluate(array, np.int32(2), np.float32([7]))


def test_an_element_is_written_once_and_not_after_it_was_read():
    array, _ = TensorArrayV3.evaluate(np.int32(2), F32, (1,), False, False, False)
    TensorArrayWriteV3.evaluate(array, np.int32(0), np.float32([7]))
    with pytest.raises(Error, match="written twice"):
        TensorArrayWriteV3.evaluate(array, np.int32(0), np.float32([7]))
    assert TensorArrayReadV3.evaluate(array, np.int32(1))[0].tolist() == [0]
    with pytest.raises(Error, match="after it was read"):
        TensorArrayWriteV3.evaluate(array, np.int32(1), np.float32([7]))


def test_an_array_that_clears_is_read_once():
    array, _ = TensorArrayV3.evaluate(np.int32(1), F32, (1,), False, True, False)
    TensorArrayWriteV3.evaluate(array, np.int32(0), np.float32([7]))
    TensorArrayReadV3.evaluate(array, np.int32(0))
    with pytest.raises(Error, match="read twice"):
        TensorArrayReadV3.evaluate(array, np.int32(0))


@pytest.mark.parametrize("item", [np.float32(7), np.float32([7, 8]), np.array([7], np.int32)])
def test_an_element_that_does_not_fit_is_refused(item):
    array, _ = TensorArrayV3.evaluate(np.int32(1), F32, (1,), False, True, False)
    with pytest.raises(Error):
        TensorArrayWriteV3.evaluate(array, np.int32(0), item)


def test_elements_that_are_alike_have_the_shape_of_the_first():
    alike, _ = TensorArrayV3.evaluate(np.int32(2), F32, None, False, True, True)
    TensorArrayWriteV3.evaluate(alike, np.int32(0), np.float32([7]))
    with pytest.raises(Error, match="differ"):
        TensorArrayWriteV3.evaluate(alike, np.int32(1), np.float32([7, 8]))
    assert TensorArrayReadV3.evaluate(alike, np.int32(1))[0].tolist() == [0]


def test_a_closed_array_is_no_place():
    array, _ = TensorArrayV3.evaluate(np.int32(1), F32, (1,), False, True, False)
    TensorArrayCloseV3.evaluate(array)
    with pytest.raises(Error, match="closed"):
        TensorArraySizeV3.evaluate(array)


def test_rows_without_elements_of_their_own_are_as_many_as_is_said():
    """As TensorFlow 2.21 answers: of leading sizes as far as there are any, then as many as a written element has."""
    given = TensorList([np.array([[6, -3], [-1, 5]]), None, None], None, np.int64)
    rows, lengths = TensorListConcatV2.evaluate(given, np.array(-1), np.array([1, 0]))
    assert rows.tolist() == [[6, -3], [-1, 5], [0, 0], [0, 0]]
    assert lengths.tolist() == [2, 0, 2]
    with pytest.raises(Error, match="without rows"):
        TensorListConcatV2.evaluate(TensorList([np.int64(1)], (), np.int64), np.array([]), np.array([]))


def test_an_array_that_may_grow_does():
    array, _ = TensorArrayV3.evaluate(np.int32(0), F32, (1,), True, True, False)
    TensorArrayWriteV3.evaluate(array, np.int32(2), np.float32([7]))
    assert TensorArraySizeV3.evaluate(array)[0] == 3


def test_an_assertion():
    assert Assert.evaluate(np.array([True, True]), []) == []
    with pytest.raises(Error, match=r"assertion failed: sizes \[1, 2\]"):
        Assert.evaluate(np.array([True, False]), [np.array(b"sizes", object), np.array([1, 2])])


def test_gradients_of_an_array_add_up_and_are_zero_where_nothing_came():
    array, _ = TensorArrayV3.evaluate(np.int32(2), F32, None, False, False, False)
    TensorArrayScatterV3.evaluate(array, np.array([0, 1]), np.float32([[5, 5], [6, 6]]))
    gradient, _ = TensorArrayGradV3.evaluate(array, "gradients")
    for value in ([1, 2], [10, 20]):
        TensorArrayWriteV3.evaluate(gradient, np.int32(1), np.float32(value))
    again, _ = TensorArrayGradV3.evaluate(array, "gradients")
    assert TensorArrayGatherV3.evaluate(again, np.array([0, 1]), None)[0].tolist() == [[0, 0], [11, 22]]
    other, _ = TensorArrayGradV3.evaluate(array, "others")
    assert TensorArrayReadV3.evaluate(other, np.int32(1))[0].tolist() == [0, 0]


def test_rows_go_into_an_array_in_pieces_and_come_out_whole():
    array, _ = TensorArrayV3.evaluate(np.int32(2), F32, None, False, False, False)
    TensorArraySplitV3.evaluate(array, np.float32([1, 2, 3]), np.array([1, 2]))
    assert TensorArrayReadV3.evaluate(array, np.int32(1))[0].tolist() == [2, 3]
    rows, lengths = TensorArrayConcatV3.evaluate(array, ())
    assert (rows.tolist(), lengths.tolist()) == ([1, 2, 3], [1, 2])
    with pytest.raises(Error, match="do not make up 3"):
        TensorArraySplitV3.evaluate(array, np.float32([1, 2, 3]), np.array([1, 1]))


def test_a_list_of_pieces():
    (pieces,) = TensorListSplit.evaluate(np.float32([1, 2, 3]), np.array([-1]), np.array([2, 1]))
    (longer,) = TensorListResize.evaluate(pieces, np.int32(3))
    rows, lengths = TensorListConcatV2.evaluate(longer, np.array([-1]), np.array([0, 0, 2]))
    assert (rows.tolist(), lengths.tolist()) == ([1, 2, 3, 0, 0], [2, 1, 2])
    (shorter,) = TensorListResize.evaluate(pieces, np.int32(1))
    assert TensorListConcatV2.evaluate(shorter, np.array([-1]), np.array([]))[0].tolist() == [1, 2]


def test_what_was_pushed_last_is_popped_first():
    (stack,) = StackV2.evaluate(np.int32(2), F32)
    assert [StackPushV2.evaluate(stack, np.float32(value))[0] for value in (1, 2)] == [1, 2]
    with pytest.raises(Error, match="at most 2 elements is full"):
        StackPushV2.evaluate(stack, np.float32(3))
    assert [StackPopV2.evaluate(stack)[0] for _ in range(2)] == [2, 1]
    with pytest.raises(Error, match="empty stack"):
        StackPopV2.evaluate(stack)


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
