"""Constants between TensorProto and the IR, element by element, from bytes worked out by hand."""

import pytest
from google.protobuf import text_format
from tfir.ir.dense import DenseAttr
from tfir.ir.types import F32, I32, TensorType
from tfir.proto import TensorProto
from tfir.storage.tensors import constant_of, write_tensor


def read(text: str):
    return constant_of(text_format.Parse(text, TensorProto()))


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("dtype: DT_FLOAT tensor_shape {} float_val: 1.5", [1.5]),
        ("dtype: DT_DOUBLE tensor_shape { dim { size: 2 } } double_val: 0.1 double_val: -2", [0.1, -2.0]),
        ("dtype: DT_HALF tensor_shape { dim { size: 2 } } half_val: 15872 half_val: 48128", [1.5, -1.0]),  # 0x3E00, 0xBC00
        ("dtype: DT_BFLOAT16 tensor_shape {} half_val: 16320", [1.5]),  # 0x3FC0
        ("dtype: DT_UINT8 tensor_shape { dim { size: 2 } } int_val: 255 int_val: 0", [255, 0]),
        ('dtype: DT_INT16 tensor_shape { dim { size: 2 } } tensor_content: "\\377\\377\\000\\001"', [-1, 256]),
        ("dtype: DT_INT4 tensor_shape { dim { size: 3 } } int_val: 7 int_val: -4 int_val: 12", [7, -4, -4]),  # four bits count
        ('dtype: DT_INT4 tensor_shape { dim { size: 2 } } tensor_content: "\\014\\374"', [-4, -4]),  # as kernels and as NumPy have it
        ("dtype: DT_UINT4 tensor_shape { dim { size: 2 } } int_val: 15 int_val: 5", [15, 5]),
        ("dtype: DT_INT2 tensor_shape { dim { size: 2 } } int_val: -2 int_val: 1", [-2, 1]),
        ("dtype: DT_UINT2 tensor_shape {} int_val: 3", [3]),
        ("dtype: DT_UINT16 tensor_shape { dim { size: 2 } } int_val: 65535 int_val: 1", [65535, 1]),
        ("dtype: DT_BOOL tensor_shape { dim { size: 2 } } bool_val: true bool_val: false", [True, False]),
        ("dtype: DT_COMPLEX128 tensor_shape {} dcomplex_val: 1 dcomplex_val: -2", [1 - 2j]),
        ("dtype: DT_INT32 tensor_shape { dim { size: 4 } } int_val: 1 int_val: 2", [1, 2, 2, 2]),
        ("dtype: DT_INT32 tensor_shape { dim { size: 3 } }", [0, 0, 0]),
        ("dtype: DT_INT32 tensor_shape { dim { size: 0 } }", []),
        ("dtype: DT_INT8 tensor_shape {} int_val: 300", [44]),  # 300 - 256, as TensorFlow's cast has it
        ('dtype: DT_STRING tensor_shape { dim { size: 3 } } string_val: "a" string_val: "b"', [b"a", b"b", b"b"]),
        ('dtype: DT_STRING tensor_shape { dim { size: 3 } } tensor_content: "\\001\\000\\002abc"', [b"a", b"", b"bc"]),  # lengths first
    ],
)
def test_elements(text, values):
    constant, _ = read(text)
    assert constant.values() == values


def content(*numbers: int) -> str:
    return "".join(f"\\{byte:03o}" for number in numbers for byte in number.to_bytes(4, "little"))


def test_equal_elements_are_kept_once():
    constant, encoding = read(f'dtype: DT_INT32 tensor_shape {{ dim {{ size: 3 }} }} tensor_content: "{content(1, 1, 1)}"')
    assert constant.is_splat and len(constant.data) == 4 and encoding is None


def test_elements_that_differ_in_the_last_place_are_not():
    constant, _ = read(f'dtype: DT_INT32 tensor_shape {{ dim {{ size: 3 }} }} tensor_content: "{content(1, 1, 0x01000001)}"')
    assert not constant.is_splat and constant.values() == [1, 1, 0x01000001]


@pytest.mark.parametrize("size", [31, 32])
def test_few_equal_elements_are_written_out_and_many_are_not(size):
    tensor = TensorProto()
    write_tensor(tensor, DenseAttr.of(7, TensorType((size,), I32)), None)
    assert (len(tensor.tensor_content), len(tensor.int_val)) == ((31 * 4, 0) if size == 31 else (0, 1))


@pytest.mark.parametrize("encoding", ["list:2", "list:9", "list:", "nonsense", ""])
def test_an_encoding_that_does_not_fit_gives_way(encoding):
    tensor = TensorProto()
    write_tensor(tensor, DenseAttr.of([1.0, 2.0, 3.0], TensorType((3,), F32)), encoding)
    assert tensor.tensor_content == b"\x00\x00\x80\x3f\x00\x00\x00\x40\x00\x00\x40\x40" and not tensor.float_val


def test_an_encoding_that_fits_is_followed():
    tensor = TensorProto()
    write_tensor(tensor, DenseAttr.of([1.0, 2.0, 2.0], TensorType((3,), F32)), "list:2")
    assert list(tensor.float_val) == [1.0, 2.0] and not tensor.tensor_content
