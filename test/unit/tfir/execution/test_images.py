"""Images as inputs: which pixel stands where, how it is scaled, and what is told where a file or a feed is none for images."""

import sys
from pathlib import Path

import numpy as np
import pytest
from tfir.execution.entry import Port
from tfir.execution.images import ImageSettings, image_array
from tfir.ir.diagnostics import Error
from tfir.ir.types import F32, I1, IntegerType, TensorType

U8 = IntegerType(8, "u")
PIXELS = np.arange(24, dtype=np.uint8).reshape(2, 4, 3)  # of height 2 and width 4


@pytest.fixture
def image(tmp_path, monkeypatch):
    """Makes an array of image.png, for a feed of a shape."""
    pillow = pytest.importorskip("PIL.Image")
    monkeypatch.chdir(tmp_path)
    pillow.fromarray(PIXELS).save("image.png")

    def made(shape, settings="", element=F32, path="image.png"):
        return image_array(path, Port("x", TensorType(shape, element), True), ImageSettings(settings))

    return made


@pytest.mark.parametrize("shape, settings, result", [
    ((1, 2, 4, 3), "", PIXELS[None]),
    ((None, None, None, 3), "", PIXELS[None]),
    ((None, None, None, None), "", PIXELS[None]),
    ((2, 4, 3), "", PIXELS),
    ((1, 3, 2, 4), "", PIXELS.transpose(2, 0, 1)[None]),
    ((1, 3, 2, 3), "2x4,layout=nchw", PIXELS.transpose(2, 0, 1)[None]),  # the feed's sizes are held against the array's later
    ((1, 2, 4, 3), "order=bgr", PIXELS[None, ..., ::-1]),
    ((1, 2, 4, 3), "scale=1/4,shift=-1", PIXELS[None] / 4 - 1),
    ((1, 2, 4, 3), "scale=1/2:1/4:2,shift=0:1:-1", PIXELS[None] * [0.5, 0.25, 2] + [0, 1, -1]),
])  # fmt: skip
def test_pixels_stand_where_the_feed_has_them(image, shape, settings, result):
    array = image(shape, settings)
    assert array.dtype == np.float32 and np.array_equal(array, result.astype(np.float32))


def test_bytes_stay_bytes(image):
    assert np.array_equal(image((1, 2, 4, 3), element=U8), PIXELS[None])
    with pytest.raises(Error, match="pixels of -1 to 22 do not fit into uint8"):
        image((1, 2, 4, 3), "shift=-1", U8)


def test_an_image_becomes_as_large_as_the_feed(image):
    """One of one colour stays so, whatever its size."""
    from PIL import Image

    Image.new("RGB", (7, 5), (10, 20, 30)).save("flat.png")
    array = image((1, 3, 2, 3), path="flat.png")
    assert array.shape == (1, 3, 2, 3) and array.reshape(-1, 3).tolist() == [[10, 20, 30]] * 6
    assert image((None, None, None, 3), "4x6", path="flat.png").shape == (1, 4, 6, 3)


def test_grey_is_one_channel(image):
    from PIL import Image

    Image.new("L", (2, 2), 9).save("grey.png")
    assert image((1, 2, 2, 1), path="grey.png").tolist() == [[[[9]] * 2] * 2]
    assert image((2, 2), path="grey.png").tolist() == [[9, 9]] * 2
    assert image((1, 2, 2, 3), path="grey.png").tolist() == [[[[9] * 3] * 2] * 2]


@pytest.mark.parametrize("shape, settings, said", [
    ((4,), "", "not two to four dimensions"),
    ((1, 2, 4, 5), "", "has 5 channels; images have 1, 3 or 4"),
    ((1, 2, 4, 3), "scale=1:2", "scale has 2 numbers, and 'image.png' has 3 channels"),
])  # fmt: skip
def test_a_feed_for_no_image(image, shape, settings, said):
    with pytest.raises(Error, match=said):
        image(shape, settings)


def test_a_file_that_is_no_image(image):
    Path("no.png").write_text("no")
    Path("cut.png").write_bytes(Path("image.png").read_bytes()[:50])
    for path, said in (
        ("no.png", "it is no image, or a damaged one"),
        ("cut.png", "cannot read 'cut.png'"),
        ("nowhere.png", "No such file"),
    ):
        with pytest.raises(Error, match=said):
            image((1, 2, 4, 3), path=path)
    with pytest.raises(Error, match="are no values of type bool"):
        image((1, 2, 4, 3), element=I1)


def test_without_pillow(monkeypatch):
    monkeypatch.setitem(sys.modules, "PIL", None)
    with pytest.raises(Error, match=r"Pillow reads; it is installed by: pip install 'tfir\[images\]'"):
        image_array("x.png", Port("x", TensorType((1, 2, 4, 3), F32), True), ImageSettings())


@pytest.mark.parametrize("text", ["4", "0x3", "scale", "scale=a", "scale=1/0", "layout=chw", "size=3x3"])
def test_settings_that_say_nothing(text):
    with pytest.raises(ValueError):
        ImageSettings(text)
