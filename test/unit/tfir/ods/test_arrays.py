"""Constants as arrays and back."""

import numpy as np
import pytest
from tfir.ir.dense import DenseAttr, DenseStringsAttr, ResourceAttr, SparseAttr
from tfir.ir.diagnostics import Error
from tfir.ir.types import BF16, F32, F64, I1, I8, I32, I64, UI8, ComplexType, FloatType, IntegerType, OpaqueType, TensorType
from tfir.ods.arrays import array_of, converted, dense_of, dtype_of, element_of, is_float, is_integer, tensor_type

STRING = OpaqueType("!tf_type.string")
ELEMENTS = [
    I1,
    I8,
    I32,
    I64,
    UI8,
    BF16,
    F32,
    F64,
    ComplexType(F32),
    FloatType("f8E5M2"),
    FloatType("f8E4M3FN"),
    IntegerType(4),
    IntegerType(4, "u"),
]


@pytest.mark.parametrize("element", ELEMENTS, ids=str)
def test_there_and_back(element):
    type = TensorType((2, 3), element)
    attr = DenseAttr.of([0, 1, 1, 0, 1, 0], type)
    array = array_of(attr)
    assert array.shape == (2, 3)
    assert element_of(array.dtype) is element
    assert array.astype(np.float64 if array.dtype.kind != "c" else complex).tolist() == [[0, 1, 1], [0, 1, 0]]
    assert dense_of(array) == attr


def test_numbers_are_not_copied():
    data = np.arange(6, dtype=np.float32).tobytes()
    array = array_of(DenseAttr(TensorType((2, 3), F32), data))
    assert np.shares_memory(array, np.frombuffer(data, np.float32))
    assert not array.flags.writeable


def test_an_array_is_not_copied():
    array = np.arange(6, dtype=np.float32).reshape(2, 3)
    attr = dense_of(array)
    array[0, 0] = 9
    assert array_of(attr)[0, 0] == 9


def test_a_splat_takes_one_element_of_memory():
    array = array_of(DenseAttr.of(2.5, TensorType((1000, 1000), F32)))
    assert array.shape == (1000, 1000)
    assert array.strides == (0, 0)
    assert array[3, 4] == 2.5


def test_all_elements_alike_make_a_splat():
    assert dense_of(np.full((2, 2), 7, np.int32)).is_splat
    assert not dense_of(np.array([7, 8], np.int32)).is_splat
    assert dense_of(np.array(7, np.int32)).is_splat
    assert not dense_of(np.empty((0, 2), np.int32)).is_splat


def test_zeros_of_both_signs_are_no_splat():
    assert not dense_of(np.array([0.0, -0.0], np.float32)).is_splat


def test_views_are_put_in_order():
    attr = dense_of(np.arange(6, dtype=np.int32).reshape(2, 3).T)
    assert attr.type == TensorType((3, 2), I32)
    assert array_of(attr).tolist() == [[0, 3], [1, 4], [2, 5]]


def test_strings():
    attr = DenseStringsAttr(TensorType((2,), STRING), [b"a", b"\xff"])
    assert array_of(attr).tolist() == [b"a", b"\xff"]
    assert dense_of(np.array(["a", "b"])) == DenseStringsAttr(TensorType((2,), STRING), [b"a", b"b"])
    splat = DenseStringsAttr(TensorType((2,), STRING), [b"x"], True)
    assert array_of(splat).tolist() == [b"x", b"x"]
    assert dense_of(array_of(splat)) == splat


def test_sparse():
    indices = DenseAttr.of([0, 1, 1, 2], TensorType((2, 2), I64))
    values = DenseAttr.of([5, 7], TensorType((2,), I32))
    assert array_of(SparseAttr(TensorType((2, 3), I32), indices, values)).tolist() == [[0, 5, 0], [0, 0, 7]]


def test_a_resource_without_data():
    with pytest.raises(Error, match="no data for the constant 'weights'"):
        array_of(ResourceAttr(TensorType((2,), F32), "weights", None))


def test_data_that_does_not_fit_the_type():
    with pytest.raises(Error, match="holds 3 elements, but there is data for 2"):
        array_of(DenseAttr(TensorType((3,), F32), bytes(8)))


def test_element_types_that_numpy_lacks():
    assert is_float(dtype_of(BF16)) and not is_integer(dtype_of(BF16))
    assert is_integer(dtype_of(IntegerType(4))) and not is_float(dtype_of(IntegerType(4)))
    assert not is_float(dtype_of(I32))
    assert tensor_type(np.zeros((2, 0), dtype_of(BF16))) == TensorType((2, 0), BF16)
    with pytest.raises(Error, match="element type i7"):
        dtype_of(IntegerType(7))


@pytest.mark.parametrize(
    "name", ["f8E5M2", "f8E4M3FN", "f8E4M3FNUZ", "f8E4M3B11FNUZ", "f8E5M2FNUZ", "f8E4M3", "f8E3M4", "f4E2M1FN", "f6E2M3FN", "f6E3M2FN"]
)
def test_f64_is_rounded_once(name):
    """What lies next to the middle of two numbers, by less than f32 can say, becomes the nearer one."""
    dtype = dtype_of(FloatType(name))
    every = np.arange(1 << int(name[1]), dtype=np.uint8).view(dtype).astype(np.float64)
    every = np.unique(every[np.isfinite(every)])
    middles = (every[1:] + every[:-1]) / 2
    assert converted(np.nextafter(middles, np.inf), dtype).astype(np.float64).tolist() == every[1:].tolist()
    assert converted(np.nextafter(middles, -np.inf), dtype).astype(np.float64).tolist() == every[:-1].tolist()
    even = converted(middles, dtype)
    assert (even.view(np.uint8) & 1 == 0).all()
    assert converted(np.array([np.nan, 0.0, -2.5]), np.dtype(np.float32)).tolist()[1:] == [0, -2.5]
