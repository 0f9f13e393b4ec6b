"""FlexBuffers: what the flatbuffers package wrote, what TensorFlow's converter wrote, and damaged ones."""

from pathlib import Path

import pytest
from tfir.ir.diagnostics import Error
from tfir.storage.flexbuffers import read, texts

from tftranslate.tflite.file_layout import module_of_file

MODELS = Path(__file__).parents[3] / "models" / "tflite"
WRITTEN = [
    (
        {"max_detections": 3, "iou": 0.5, "names": [b"a", b"bc"], "n": [1, 2, 300], "none": None, "deep": {"x": -70000, "b": True}},
        "6d61785f646574656374696f6e7300696f75006e616d6573000161000262630002070514146e00000300010002002c010505056e6f6e65006465657000780062000203060200"
        "000001000000020000000100000090eefeff6a0606234d5d394c2d000000090000000100000006000000200000000000003f03000000520000005f00000000000000260e0629"
        "28021e2601",
    ),
    ([1.5, 2.5], "020000000000c03f000020400e0e0a2a01"),
    ({"y_scale": 10.0, "num_classes": 90}, "795f7363616c65006e756d5f636c617373657300020d16000300000001000000020000005a00000000002041060e0a2601"),
]  # fmt: skip


@pytest.mark.parametrize(("value", "data"), WRITTEN, ids=["map", "numbers", "options"])
def test_what_flatbuffers_wrote_is_read(value, data):
    assert read(bytes.fromhex(data)) == value


@pytest.mark.parametrize("name", ["flex_and_custom", "ragged_rows"])
def test_options_of_the_converter_are_written_as_they_were(name):
    options = [
        op.get("custom_option").data
        for op in module_of_file((MODELS / name / "model.tflite").read_bytes()).walk()
        if op.name == "tfl.custom"
    ]
    assert options and all([texts(read(each)) == each for each in options])


@pytest.mark.parametrize("length", [0, 240, 254, 255, 256, 65534, 65535, 70000])
def test_texts_of_any_length(length):
    assert read(texts([b"name", b"x" * length])) == [b"name", b"x" * length]


def test_what_is_damaged_is_an_error():
    data = bytes.fromhex(WRITTEN[0][1])
    with pytest.raises(Error, match="are empty"):
        read(b"")
    for at in range(len(data)):
        for changed in (data[:at], data[:at] + bytes([data[at] ^ 0xFF]) + data[at + 1 :]):
            try:
                read(changed)
            except Error:
                pass
