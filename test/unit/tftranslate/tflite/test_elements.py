"""Elements of tensors in files: packed, strings, sparse. Examples are done on paper after the schema's comments."""

import pytest
from tfir.ir.diagnostics import Error
from tfir.ir.quantized_types import QuantizedType

from tftranslate.tflite.elements import constant_of, data_of, sparsity_of, sparsity_record, type_of


def tensor(type, shape, **rest):
    return {"type": type, "shape": list(shape), "name": "t", "has_rank": True, **rest}


def test_int4_lies_two_to_a_byte_the_first_in_the_low_bits():
    constant = constant_of(tensor("INT4", [3]), b"\xe1\x07")  # 1, -2 | 7
    assert constant.values() == [1, -2, 7]
    assert data_of(constant) == b"\xe1\x07"


def test_int2_lies_four_to_a_byte():
    constant = constant_of(tensor("INT2", [5]), b"\x39\x01")  # 0b00111001: 1, -2, -1, 0 | 1
    assert constant.values() == [1, -2, -1, 0, 1]
    assert data_of(constant) == b"\x39\x01"


def test_strings_are_counted_and_placed():
    data = b"\2\0\0\0" + b"\x10\0\0\0" + b"\x12\0\0\0" + b"\x13\0\0\0" + b"abc"
    constant = constant_of(tensor("STRING", [2]), data)
    assert constant.values() == [b"ab", b"c"]
    assert data_of(constant) == data


def test_strings_outside_of_their_data_are_refused():
    data = b"\1\0\0\0" + b"\x0c\0\0\0" + b"\x40\0\0\0" + b"abc"
    with pytest.raises(Error, match="'t' has strings outside of its data"):
        constant_of(tensor("STRING", [1]), data)


def test_data_of_another_length_are_refused():
    with pytest.raises(Error, match="'t' has 8 bytes of data"):
        constant_of(tensor("FLOAT32", [3]), bytes(8))


CSR = [
    {"format": "DENSE", "dense_size": 3},
    {
        "format": "SPARSE_CSR",
        "array_segments": ("Int32Vector", {"values": [0, 1, 1, 3]}),
        "array_indices": ("Uint8Vector", {"values": b"\2\0\3"}),
    },
]


def test_sparse_rows_have_segments_of_indices():
    sparsity = {"traversal_order": [0, 1], "dim_metadata": CSR}
    constant = constant_of(tensor("INT8", [3, 4], sparsity=sparsity), b"\7\5\6")
    assert constant.values() == [0, 0, 7, 0, 0, 0, 0, 0, 5, 0, 0, 6]


def test_indices_are_written_in_the_narrowest_vector():
    sparsity = {"traversal_order": [0, 1], "dim_metadata": CSR}
    written = sparsity_record(sparsity_of(sparsity))["dim_metadata"][1]
    assert written["array_segments"] == ("Uint8Vector", {"values": b"\0\1\1\3"})
    wide = {"format": "SPARSE_CSR", "array_indices": ("Int32Vector", {"values": [256]})}
    record = sparsity_record(sparsity_of({"traversal_order": [0], "dim_metadata": [wide]}))
    assert record["dim_metadata"][0]["array_indices"] == ("Uint16Vector", {"values": [256]})


def test_sparse_blocks_are_walked_last():
    # Rows of 4 in blocks of 2: of the first row the second block, of the second row the first one.
    dimensions = [
        {"format": "DENSE", "dense_size": 2},
        {
            "format": "SPARSE_CSR",
            "array_segments": ("Int32Vector", {"values": [0, 1, 2]}),
            "array_indices": ("Int32Vector", {"values": [1, 0]}),
        },
        {"format": "DENSE", "dense_size": 2},
    ]
    sparsity = {"traversal_order": [0, 1, 2], "block_map": [1], "dim_metadata": dimensions}
    constant = constant_of(tensor("INT8", [2, 4], sparsity=sparsity), b"\1\2\3\4")
    assert constant.values() == [0, 0, 1, 2, 3, 4, 0, 0]


def test_sparse_indices_outside_of_the_shape_are_refused():
    sparsity = {"traversal_order": [0, 1], "dim_metadata": CSR}
    with pytest.raises(Error, match="sparse data that do not fit"):
        constant_of(tensor("INT8", [3, 2], sparsity=sparsity), b"\7\5\6")


def test_scales_along_an_axis_are_in_the_type():
    told = {"scale": [0.5, 0.25], "zero_point": [0, 0], "quantized_dimension": 1}
    element = type_of(tensor("INT8", [3, 2], quantization=told), True).element
    assert isinstance(element, QuantizedType)
    assert (element.axis, element.scales, element.zero_points) == (1, (0.5, 0.25), (0, 0))


def test_scales_that_do_not_fit_the_axis_are_refused():
    with pytest.raises(Error, match="'t' has 2 scales"):
        type_of(tensor("INT8", [3, 3], quantization={"scale": [0.5, 0.25], "zero_point": [0, 0]}), True)


def test_a_scale_without_a_zero_point_has_the_point_zero():
    assert type_of(tensor("INT8", [3], quantization={"scale": [0.5]}), True).element.zero_points == (0,)


def test_a_tensor_without_sizes_has_a_rank_where_it_says_so():
    assert type_of({"type": "FLOAT32", "has_rank": True}, False).shape == ()
    assert type_of({"type": "FLOAT32"}, False).shape is None
    assert type_of({"type": "FLOAT32"}, True).shape == ()
