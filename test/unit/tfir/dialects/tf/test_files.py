"""Pictures and sounds as files: what is written is read again, and what is damaged refused in TensorFlow's words. What TensorFlow reads of
files is recorded (tensorflow_image_values.jsonl)."""

import zlib

import numpy as np
import pytest
import tensorflow_values
from tensorflow_values import Case
from tfir.dialects import dialect
from tfir.ir.diagnostics import Error
from tfir.ods.element_types import element_of_word
from tfir.ods.inference import evaluate

TF = dialect("tf")
RANDOM = np.random.default_rng(14)
TYPES = {np.uint8: element_of_word("u8"), np.uint16: element_of_word("u16")}
# How a picture of a gray pixel begins.
WRITTEN = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\b\0\0\0\0"


def read(content: bytes, **attributes) -> np.ndarray:
    line = {"op": "DecodePng", "operands": [["str", [], [content.decode("latin-1")]]], "attributes": attributes, "results": []}
    case = Case(0, line)
    return evaluate(case.op, case.definition, case.operands)[0]


@pytest.mark.parametrize("shape", [(1, 1, 1), (5, 4, 3), (3, 7, 2), (40, 30, 4), (1, 9, 3), (9, 1, 1)])
@pytest.mark.parametrize("kind", [np.uint8, np.uint16])
@pytest.mark.parametrize("is_smooth", [True, False])
def test_pictures_come_back(shape, kind, is_smooth):
    image = RANDOM.integers(0, np.iinfo(kind).max, shape).astype(kind)
    image = np.cumsum(image % 5, 1).astype(kind) if is_smooth else image
    content = TF.semantics["EncodePng"].evaluate(image, -1).item()
    assert content.startswith(WRITTEN[:16])
    actual = TF.semantics["DecodePng"].evaluate(np.array(content, object), 0, TYPES[kind])
    np.testing.assert_array_equal(actual, image)


def test_the_header_names_the_smallest_window():
    """As libpng has it: 3 rows of 4 and a filter need 256 bytes, which is the least."""
    content = TF.semantics["EncodePng"].evaluate(np.zeros((3, 4, 1), np.uint8), 6).item()
    data = content[content.index(b"IDAT") + 4 :]
    assert data[0] == 0x08
    assert (data[0] * 256 + data[1]) % 31 == 0
    assert len(zlib.decompress(data[:-16])) == 15


def test_a_single_pixel_is_compressed_by_its_repetitions():
    """As TensorFlow 2.21 writes both: two pixels of as many bytes are filtered data, of which short repetitions stay as they are."""
    for shape, data in (((1, 1, 4), b"\x08\x99c`\x00\x02\x00\x00\x05\x00\x01"), ((1, 2, 2), b"\x08\x99c````\x00\x00\x00\x05\x00\x01")):
        content = TF.semantics["EncodePng"].evaluate(np.zeros(shape, np.uint8), -1).item()
        assert content[content.index(b"IDAT") + 4 : -16] == data


def test_each_picture_of_a_batch_has_a_file():
    files = TF.semantics["EncodePng"].evaluate(RANDOM.integers(0, 9, (2, 3, 4, 5, 1)).astype(np.uint8), 1)
    assert files.shape == (2, 3)


@pytest.mark.parametrize(
    ("content", "attributes", "text"),
    [
        (b"", {}, "Input is empty."),
        (b"xyz", {}, "Unknown image file format."),
        (b"\xff\xd8\xff\xe0", {}, "Invalid JPEG data or crop window, data size 4: it is damaged"),
        (b"RIFF....WEBP", {}, "Failed to decode WebP header."),
        (WRITTEN, {}, "Invalid PNG data, size 29"),
        (b"BM", {}, "Trying to decode BMP format using a wrong op."),
        (WRITTEN, {"channels": 2}, "`channels` must be 0, 1, 3 or 4 but got 2"),
        (b"GIF89a", {}, "Invalid GIF data (size 6)"),
    ],
)
def test_what_is_refused(content, attributes, text):
    with pytest.raises(Error) as refusal:
        read(content, **attributes)
    assert text in str(refusal.value)


def test_bytes_changed_on_the_way():
    content = TF.semantics["EncodePng"].evaluate(np.zeros((3, 4, 1), np.uint8), 6).item()
    at = content.index(b"IDAT") + 6
    with pytest.raises(Error, match="Invalid PNG data"):
        read(content[:at] + bytes([content[at] ^ 1]) + content[at + 1 :])


def test_gray_of_a_picture_with_a_gamma():
    header = TF.semantics["EncodePng"].evaluate(np.full((1, 1, 3), 7, np.uint8), 6).item()
    gamma = b"\0\0\0\x04gAMA\0\0\xb1\x8f" + zlib.crc32(b"gAMA\0\0\xb1\x8f").to_bytes(4, "big")
    with pytest.raises(Error, match="colours of a PNG with a gamma are not made gray here"):
        read(header[:33] + gamma + header[33:], channels=1)


def is_jpeg(case) -> bool:
    return "Jpeg" in case.name and case.has_strings and case.operands[0].ravel()[0][:2] == b"\xff\xd8"


JPEGS = {case.name: case for case in reversed(tensorflow_values.cases()) if not case.name.startswith("Encode") and is_jpeg(case)}
WHOLE = JPEGS["DecodeJpeg"].operands[0].item()


def jpeg(content=WHOLE, channels=0, ratio=1, dct_method=""):
    contents = np.array(content, object)
    return TF.semantics["DecodeJpeg"].evaluate(contents, channels, ratio, True, dct_method)


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        ({"content": WHOLE[:-30]}, "it ends too early"),
        ({"content": WHOLE.replace(b"\xff\xc0", b"\xff\xc9")}, "neither baseline nor progressive"),
        ({"content": WHOLE.replace(b"\xff\xc0\0\x11\x08", b"\xff\xc0\0\x11\x0c")}, "it has 12 bits a sample"),
        ({"content": WHOLE.replace(b"\xff\xc4", b"\xff\xe9")}, "it is damaged"),
        ({"channels": 4}, "channels must be 0, 1, or 3 for JPEG, got 4"),
        ({"ratio": 3}, "ratio must be 1, 2, 4, or 8, got 3"),
        ({"dct_method": "FAST"}, "dct_method must be one of"),
    ],
)
def test_a_jpeg_that_is_not_read(arguments, text):
    with pytest.raises(Error, match=text):
        jpeg(**arguments)


@pytest.mark.parametrize("window", [[0, 0, 6, 3], [-1, 0, 2, 2], [0, 0, 0, 1], [0, 39, 1, 2]])
def test_a_crop_lies_inside(window):
    case = JPEGS["DecodeAndCropJpeg"]  # 5 x 40
    with pytest.raises(Error, match="Invalid JPEG data or crop window"):
        TF.semantics["DecodeAndCropJpeg"].evaluate(case.operands[0], np.array(window), 0, 1, True, "")


def test_a_damaged_jpeg_is_refused_or_read():
    """Bytes that are wrong end in no other error."""
    for at in range(2, len(WHOLE), 7):
        try:
            jpeg(WHOLE[:at] + bytes([WHOLE[at] ^ 0x55]) + WHOLE[at + 1 :])
        except Error:
            pass


@pytest.mark.parametrize(
    ("shape", "settings", "text"),
    [
        ((3, 3), {}, "image must be 3-dimensional"),
        ((3, 3, 2), {}, "format '' is of 1 or 3 channels, got 2"),
        ((3, 3, 3), {"format": "grayscale"}, "format 'grayscale' is of 1 channels, got 3"),
        ((3, 3, 3), {"quality": 101}, r"quality must be in \[0,100\], got 101"),
        ((0, 3, 3), {}, "JPEG encoding failed"),
    ],
)
def test_a_jpeg_that_is_not_written(shape, settings, text):
    names = (
        "format",
        "quality",
        "progressive",
        "optimize_size",
        "chroma_downsampling",
        "density_unit",
        "x_density",
        "y_density",
        "xmp_metadata",
    )
    defaults = dict(zip(names, ("", 95, False, False, True, "in", 300, 300, "")))
    with pytest.raises(Error, match=text):
        TF.semantics["EncodeJpeg"].evaluate(np.zeros(shape, np.uint8), **defaults | settings)
