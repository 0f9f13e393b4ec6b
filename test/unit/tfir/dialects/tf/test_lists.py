"""Lists and arrays of tensors: what was written is read, the rest is zeros where its shape is known."""

import numpy as np
import pytest
from tfir.dialects.tf.creation import Assert
from tfir.dialects.tf.lists import (
    TensorArrayGatherV3,
    TensorArrayReadV3,
    TensorArrayScatterV3,
    TensorArraySizeV3,
    TensorArrayV3,
    TensorArrayWriteV3,
    TensorListGetItem,
    TensorListReserve,
    TensorListSetItem,
    TensorListStack,
)  # fmt: skip
from tfir.ir.diagnostics import Error
from tfir.ir.types import F32


def test_a_list_is_a_value_that_writing_does_not_change():
    (empty,) = TensorListReserve.evaluate(np.array([2]), np.int32(2), F32)
    (filled,) = TensorListSetItem.evaluate(empty, np.int32(1), np.array([1, 2], np.float32), False)
    assert TensorListStack.evaluate(filled, np.array([-1]))[0].tolist() == [[0, 0], [1, 2]]
    assert TensorListStack.evaluate(empty, np.array([2]))[0].tolist() == [[0, 0], [0, 0]]
    with pytest.raises(Error, match="index 2 is outside of a list of 2 tensors"):
        TensorListGetItem.evaluate(filled, np.int32(2), np.array([2]))


def test_an_array_is_a_place():
    array, flow = TensorArrayV3.evaluate(np.int32(2), F32, None, False)
    with pytest.raises(Error, match="never written"):
        TensorArrayReadV3.evaluate(array, np.int32(0))
    TensorArrayWriteV3.evaluate(array, np.int32(0), np.float32([7]))
    assert TensorArrayGatherV3.evaluate(array, np.array([1, 0]), None)[0].tolist() == [[0], [7]]
    TensorArrayScatterV3.evaluate(array, np.array([1, 0]), np.float32([[5], [6]]))
    assert TensorArrayReadV3.evaluate(array, np.int32(0))[0].tolist() == [6]
    with pytest.raises(Error, match="outside"):
        TensorArrayWriteV3.evaluate(array, np.int32(2), np.float32([7]))


def test_an_array_that_may_grow_does():
    array, _ = TensorArrayV3.evaluate(np.int32(0), F32, (1,), True)
    TensorArrayWriteV3.evaluate(array, np.int32(2), np.float32([7]))
    assert TensorArraySizeV3.evaluate(array)[0] == 3


def test_an_assertion():
    assert Assert.evaluate(np.array([True, True]), []) == []
    with pytest.raises(Error, match=r"assertion failed: sizes \[1, 2\]"):
        Assert.evaluate(np.array([True, False]), [np.array(b"sizes", object), np.array([1, 2])])
