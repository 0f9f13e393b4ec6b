"""Pictures in WebP and JPEG XL: what TensorFlow reads of them, where imagecodecs is installed, and what is refused without looking inside."""

import sys

import numpy as np
import pytest
from tfir.dialects import dialect
from tfir.dialects.tf.picture_files import picture
from tfir.ir.diagnostics import Error

TF = dialect("tf")
WEBP = b'RIFF"\0\0\0WEBPVP8L\x16\0\0\0/\x02\0\0\x10\x17p\n\xa8\x81:\n\xd4y\xa0\x02\xfeQ\x92\x88\xfe\x07'
COLOURS = np.arange(12).reshape(1, 3, 4) * 20  # that are in it, and transparency
ANIMATION = (
    b"RIFF\x92\0\0\0WEBPVP8X\n\0\0\0\x12\0\0\0\x02\0\0\0\0\0ANIM\x06\0\0\0\0\0\0\0\0\0ANMF.\0\0\0\0\0\0\0\0\0\x02\0\0\0\0\0\0\0\0\x02VP8L\x16\0\0\0"
    b"/\x02\0\0\x10\x17p\n\xa8\x81:\n\xd4y\xa0\x02\xfeQ\x92\x88\xfe\x07ANMF0\0\0\0\0\0\0\0\0\0\x02\0\0\0\0\0\0\0\0\x02VP8L\x17\0\0\0/\x02\0\0\x10\x17\xf0"
    b"\x0c\xa8\x17@\xbd\x05\xeaAP\x01\xff(ID\xff\x03\0"
)
JPEG_XL = b'\xff\n\0\0\x04\x80H\x08\x04\x01\0\\\0K\x18\x8b\x15\n\x1d\xc3\xc6e\x98\xe6\x0b\xc4\0\xc0\xa1C\x83"I\xaeO\x02'
NO_CODEC_READS = b"RIFF\x20\0\0\0WEBPVP8 \x14\0\0\0" + bytes(20)


def read(op: str, content: bytes, channels: int = 0, dtype=np.uint8, all_frames: bool = True):
    return picture(op, np.array(content, object), channels, np.dtype(dtype), all_frames)


def test_values():
    pytest.importorskip("imagecodecs")
    assert read("DecodeImage", WEBP).tolist() == [COLOURS.tolist()]
    assert read("DecodeImage", WEBP, 4, all_frames=False).tolist() == COLOURS.tolist()
    assert read("DecodePng", WEBP).tolist() == [COLOURS.tolist()]
    assert read("DecodeWebP", ANIMATION).tolist() == [COLOURS.tolist(), (COLOURS + 5).tolist()]
    assert read("DecodeImage", ANIMATION, all_frames=False).tolist() == COLOURS.tolist()
    assert read("DecodeJxl", JPEG_XL).tolist() == [[[0, 20, 40], [80, 100, 120], [160, 180, 200]]]
    assert TF.semantics["DecodeBmp"].evaluate(np.array(WEBP, object), 0).tolist() == [COLOURS.tolist()]


@pytest.mark.parametrize(
    ("content", "channels", "text"),
    [(WEBP, 3, "Number of channels requested"), (JPEG_XL, 1, "Number of channels requested"), (WEBP[:-6], 0, "Failed to decode WebP image."), (JPEG_XL[:-6], 0, "Failed to decode JXL image")],
)  # fmt: skip
def test_what_the_picture_refuses(content, channels, text):
    pytest.importorskip("imagecodecs")
    with pytest.raises(Error, match=text):
        read("DecodeImage", content, channels)


@pytest.mark.parametrize(
    ("content", "channels", "dtype", "text"),
    [
        (WEBP, 1, np.float32, "WebP only supports 3 or 4 channels"),
        (WEBP, 3, np.float32, "WebP only supports uint8 for dtype"),
        (JPEG_XL, 1, np.uint16, "JXL only supports uint8 for dtype"),
        (WEBP[:20], 0, np.uint8, "Failed to decode WebP header."),
        (b"RIFF\x10\0\0\0WAVEfmt ", 0, np.uint8, "Unknown image file format."),
    ],
)
def test_what_is_refused_before_it_is_read(content, channels, dtype, text):
    with pytest.raises(Error, match=text):
        read("DecodeImage", content, channels, dtype)


class Codecs:
    """In place of imagecodecs: it has the pictures of a file without transparency."""

    @staticmethod
    def webp_decode(content, index):
        return np.zeros((2, 3, 3), np.uint8)


def test_an_animation_without_transparency(monkeypatch):
    monkeypatch.setitem(sys.modules, "imagecodecs", Codecs)
    assert read("DecodeImage", NO_CODEC_READS).shape == (1, 2, 3, 3)
    with pytest.raises(Error, match="WebP Animation must be 4 channel RGBA"):
        read("DecodeImage", ANIMATION)


@pytest.mark.parametrize("content", [WEBP, JPEG_XL])
def test_without_imagecodecs(monkeypatch, content):
    monkeypatch.setitem(sys.modules, "imagecodecs", None)
    with pytest.raises(Error, match=r"pip install imagecodecs, or 'tfir\[images\]'"):
        read("DecodeImage", content)
