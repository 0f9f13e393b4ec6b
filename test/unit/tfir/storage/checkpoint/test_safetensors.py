"""What a .safetensors file may be: the rules of the format's description, and where that leaves something open, what its library (0.8.0) takes."""

import json

import pytest
from tfir.ir.dense import DenseAttr
from tfir.ir.diagnostics import Error
from tfir.ir.types import FloatType, TensorType
from tfir.storage.checkpoint import safetensors
from tfir.storage.checkpoint.safetensors import tensors_of

F4 = FloatType("f4E2M1FN")
PAIR = {"dtype": "F32", "shape": [2], "data_offsets": [0, 8]}
TWO = bytes.fromhex("0000803f 000080bf")


def file_of(header, content: bytes) -> bytes:
    text = header if isinstance(header, bytes) else json.dumps(header).encode()
    return len(text).to_bytes(8, "little") + text + content


def test_two_numbers_of_four_bits_share_a_byte():
    """0, 0.5, 1 and -1 are 0, 1, 2 and 10, the first of each pair in the lower bits."""
    given = [("a", DenseAttr(TensorType((2, 2), F4), bytes([0, 1, 2, 10])))]
    data = b"".join(bytes(piece) for piece in safetensors.pieces(given))
    assert data[-2:] == bytes([0x10, 0xA2])
    assert tensors_of(data, "f") == given


def test_an_odd_number_of_them_has_no_place():
    """Here they have a byte each, and the metadata says what they are."""
    given = [("a", DenseAttr(TensorType((3,), F4), bytes([1, 2, 10])))]
    data = b"".join(bytes(piece) for piece in safetensors.pieces(given))
    assert b'"dtype":"U8"' in data and data[-3:] == bytes([1, 2, 10])
    assert tensors_of(data, "f") == given
    with pytest.raises(Error, match="f: a damaged .safetensors file: tensor 'a' has 3 numbers of four bits"):
        tensors_of(file_of({"a": {"dtype": "F4", "shape": [3], "data_offsets": [0, 2]}}, b"ab"), "f")


@pytest.mark.parametrize(
    "header, content",
    [
        ({"a": PAIR}, TWO),
        ({"__metadata__": {"format": "pt"}, "a": PAIR}, TWO),
        ({"__metadata__": None, "a": PAIR}, TWO),
        ({"a": {**PAIR, "more": [1.5]}}, TWO),
        (json.dumps({"a": PAIR}).encode() + b"  \n", TWO),
        ({"z": {"dtype": "U8", "shape": [0], "data_offsets": [8, 8]}, "a": PAIR}, TWO),
        (
            {"b": {"dtype": "F32", "shape": [], "data_offsets": [1, 5]}, "a": {"dtype": "U8", "shape": [1], "data_offsets": [0, 1]}},
            b"12345",
        ),
        ({}, b""),
    ],
)
def test_whole_files(header, content):
    """Tensors without elements, ones that are not aligned, spaces behind the header."""
    described = json.loads(header) if isinstance(header, bytes) else header
    assert [name for name, _ in tensors_of(file_of(header, content), "f")] == [name for name in described if name != "__metadata__"]


TEXT = json.dumps({"a": PAIR})


@pytest.mark.parametrize(
    "header, message",
    [
        ({"a": 3}, "tensor 'a' is not described"),
        ({"a": {"shape": [2], "data_offsets": [0, 8]}}, "tensor 'a' has no 'dtype'"),
        ({"a": {"dtype": "F32", "shape": [2]}}, "tensor 'a' has no 'data_offsets'"),
        ({"a": {**PAIR, "dtype": "f32"}}, "tensor 'a' is of type f32, which the format does not have"),
        ({"a": {**PAIR, "dtype": 1}}, "tensor 'a' has a damaged type"),
        ({"a": {**PAIR, "shape": [True, 2]}}, "tensor 'a' has a damaged shape"),
        ({"a": {**PAIR, "shape": [2.0]}}, "tensor 'a' has a damaged shape"),
        ({"a": {**PAIR, "shape": [1 << 62, 0]}}, "tensor 'a' has a damaged shape"),
        ({"a": {**PAIR, "data_offsets": [0, 8, 8]}}, "tensor 'a' has damaged offsets"),
        ({"a": {**PAIR, "data_offsets": [8, 0]}}, "tensor 'a' has damaged offsets"),
        ({"a": {**PAIR, "data_offsets": [False, 8]}}, "tensor 'a' has damaged offsets"),
        (TEXT.replace("[0, 8]", "[-0, 8]").encode(), "tensor 'a' has damaged offsets"),
        ({"a": PAIR, "b": PAIR}, "tensors overlap at byte 0"),
        ({"a": PAIR, "z": {"dtype": "U8", "shape": [0], "data_offsets": [4, 4]}}, "tensors overlap at byte 4"),
        ({"a": PAIR, "z": {"dtype": "U8", "shape": [0], "data_offsets": [9, 9]}}, "bytes 8 to 9 belong to no tensor"),
        ({"__metadata__": {"k": 1}, "a": PAIR}, "its '__metadata__' has more than texts"),
        ({"__metadata__": {"tensorflow_strings": "[3]"}, "a": PAIR}, "'tensorflow_strings' in its '__metadata__' is damaged"),
        (f'{{"a": 1, {TEXT[1:]}'.encode(), "'a' stands twice in its header"),
        (b" " + TEXT.encode(), "its header is no JSON object"),
        (b"[]", "its header is no JSON object"),
        (TEXT.encode() + b"\0", "its header is no JSON: Extra data"),
        (TEXT.encode().replace(b'"a"', b'"\xff"'), "byte 10 of its header is not UTF-8"),
        (TEXT.encode().replace(b'"a"', b'"\\ud800"'), "in its header is no text"),
    ],
)
def test_damaged_files(header, message):
    with pytest.raises(Error, match=f"^f: a damaged .safetensors file: .*{message}"):
        tensors_of(file_of(header, TWO), "f")


@pytest.mark.parametrize("word", ["F6_E2M3", "F6_E3M2", "F8_E8M0"])
def test_a_type_that_tensorflow_lacks_is_no_damage(word):
    with pytest.raises(Error, match=f"^f: tensor 'a' is of type {word}, which TensorFlow does not have"):
        tensors_of(file_of({"a": {"dtype": word, "shape": [4], "data_offsets": [0, 4]}}, b"abcd"), "f")


def test_lengths_that_no_header_has():
    with pytest.raises(Error, match="7 bytes are too few for the length of its header"):
        tensors_of(bytes(7), "f")
    with pytest.raises(Error, match="a header of 100000001 bytes in a file of 14"):
        tensors_of((100_000_001).to_bytes(8, "little") + b'{"a":1', "f")


def test_what_no_other_reader_takes_is_not_written(monkeypatch):
    one = DenseAttr.of([1.0], TensorType((1,), FloatType("f32")))
    with pytest.raises(Error, match="has a name that is not UTF-8"):
        list(safetensors.pieces([("a\udcff", one)]))
    monkeypatch.setattr(safetensors, "LARGEST_HEADER", 40)
    with pytest.raises(Error, match=r"a text of \d+ bytes in the header of a .safetensors file, which holds 40; .npz files hold it"):
        list(safetensors.pieces([("a", one)]))
