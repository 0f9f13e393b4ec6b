"""Pictures in files, which the host decodes."""

from __future__ import annotations

import sys

import numpy as np
import pytest
from onnx_tests import node_model, results_of, text_of
from tfir.ir.diagnostics import Error

PIXELS = np.array([[[255, 0, 0], [0, 128, 64]]], np.uint8)
FILE = b"P6 2 1 255\n" + PIXELS.tobytes()


def decoded(content: bytes, **attributes) -> np.ndarray:
    stream = np.frombuffer(content, np.uint8)
    ((image,),) = results_of(text_of(node_model("ImageDecoder", 20, {"stream": stream}, **attributes), "m"), "interpreter", [[stream]])
    return image


def test_a_file_becomes_its_pixels_in_the_order_that_is_asked_for():
    """Of grey there is as much as BT.601 says: 0.299 * 255 = 76, and 0.587 * 128 + 0.114 * 64 = 82."""
    np.testing.assert_array_equal(decoded(FILE), PIXELS)
    np.testing.assert_array_equal(decoded(FILE, pixel_format="BGR"), PIXELS[..., ::-1])
    np.testing.assert_array_equal(decoded(FILE, pixel_format="Grayscale"), [[[76], [82]]])


def test_what_is_no_picture_has_no_pixels():
    assert decoded(b"no picture").shape == (0, 0, 3)
    assert decoded(FILE[:-3], pixel_format="Grayscale").shape == (0, 0, 1)


def test_the_extra_is_named_where_pillow_is_missing(monkeypatch):
    monkeypatch.setitem(sys.modules, "PIL", None)
    with pytest.raises(Error, match=r"pip install 'tfir\[images\]'"):
        decoded(FILE)
