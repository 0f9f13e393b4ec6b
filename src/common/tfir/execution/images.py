"""Files of images as inputs: read and made as large as their feed by Pillow, and scaled as the model takes its pixels."""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from tfir.execution.entry import Port
from tfir.ir.diagnostics import Error
from tfir.ir.types import TensorType
from tfir.ods.arrays import converted, dtype_of, is_float

TYPE_CHECKING = False
if TYPE_CHECKING:
    from fractions import Fraction

SUFFIXES = (".png", ".jpg", ".jpeg", ".bmp", ".gif", ".webp", ".tif", ".tiff", ".ppm", ".pgm")
SIZE = re.compile(r"([1-9]\d*)x([1-9]\d*)")
MODES = {1: "L", 3: "RGB", 4: "RGBA"}  # Pillow's, by the number of channels
LAYOUTS, ORDERS = ("nhwc", "nchw"), ("rgb", "bgr")
FORM = "expected HEIGHTxWIDTH, scale=1/127.5, shift=-1, layout=nhwc|nchw, order=rgb|bgr, with commas between them"


class ImageSettings:
    """How an image becomes an array: pixel * `scale` + `shift`, which are a number, or one for each channel; `size` is height and width, `layout` and
    `order` say where its channels stand. What is None is told by the feed."""

    def __init__(self, text: str = ""):
        self.size: tuple[int, int] | None = None
        self.scale: list[float] = [1.0]
        self.shift: list[float] = [0.0]
        self.layout: str | None = None
        self.order = "rgb"
        for part in filter(None, text.split(",")):
            self.take(part)

    def take(self, part: str) -> None:
        name, equals, value = part.partition("=")
        size = SIZE.fullmatch(part)
        if size is not None:
            self.size = int(size[1]), int(size[2])
        elif name in ("scale", "shift") and equals:
            setattr(self, name, numbers(value))
        elif (name == "layout" and value in LAYOUTS) or (name == "order" and value in ORDERS):
            setattr(self, name, value)
        else:
            raise ValueError(f"'{part}': {FORM}")

    def scales(self) -> bool:
        return (self.scale, self.shift) != ([1.0], [0.0])


def numbers(text: str) -> list[float]:
    """`1/127.5` as a number, `1:2:3` as one for each channel."""
    try:
        return [float(over(each)) for each in text.split(":")]
    except (ValueError, ZeroDivisionError):
        raise ValueError(f"'{text}' is neither a number nor numbers as in 1/58.4:1/57.1:1/57.4") from None


def over(text: str) -> Fraction:
    from fractions import Fraction

    above, slash, below = text.partition("/")
    return Fraction(above) / Fraction(below) if slash else Fraction(above)


def is_image(path: str) -> bool:
    return path.lower().endswith(SUFFIXES)


def image_array(path: str, port: Port, settings: ImageSettings) -> np.ndarray:
    """The image in a file as a value of a feed. Raises Error where it cannot be read, Pillow is missing, or the feed is none for images."""
    if not isinstance(port.type, TensorType) or port.type.shape is None or len(port.type.shape) not in (2, 3, 4):
        raise Error(f"'{path}' is an image, and input '{port.written or port.name}' is {port.type}, which has not two to four dimensions")
    shape = port.type.shape
    inner = shape[1:] if len(shape) == 4 else shape
    is_first = len(inner) == 3 and channels_first(inner, settings)
    channels = 1 if len(inner) == 2 else inner[0] if is_first else inner[2]
    height, width = (inner[1:] if is_first else inner)[:2]
    if channels is not None and channels not in MODES:
        raise Error(f"'{path}' is an image, and input '{port.written or port.name}' has {channels} channels; images have 1, 3 or 4")
    size = settings.size or ((height, width) if height is not None and width is not None else None)
    pixels = read_pixels(path, MODES[3 if channels is None else channels], size)
    pixels = pixels[..., ::-1] if settings.order == "bgr" and pixels.shape[-1] == 3 else pixels
    array = values(pixels, dtype_of(port.type.element), settings, path)
    array = array[..., 0] if len(inner) == 2 else array.transpose(2, 0, 1) if is_first else array
    return np.ascontiguousarray(array[np.newaxis] if len(shape) == 4 else array)


def channels_first(shape: tuple[int | None, ...], settings: ImageSettings) -> bool:
    """Whether channels stand in front of rows, as the settings say, else as sizes do: images of 1 or 3 channels are more frequent than those of 4."""
    if settings.layout is not None:
        return settings.layout == "nchw"
    return next((place for counts in ((1, 3), (4,)) for place in (2, 0) if shape[place] in counts), 2) == 0


def values(pixels: np.ndarray, dtype: np.dtype, settings: ImageSettings, path: str) -> np.ndarray:
    """Pixels as numbers of a type: rounded once, after they have been scaled."""
    for name in ("scale", "shift"):
        if len(getattr(settings, name)) not in (1, pixels.shape[-1]):
            raise Error(f"--image: {name} has {len(getattr(settings, name))} numbers, and '{path}' has {pixels.shape[-1]} channels")
    if dtype.kind not in "iu" and not is_float(dtype):
        raise Error(f"'{path}' is an image, whose pixels are no values of type {dtype}")
    numbers = pixels.astype(np.float64) * settings.scale + settings.shift
    if is_float(dtype):
        return converted(numbers, dtype)
    limits, whole = np.iinfo(dtype), np.rint(numbers)
    if whole.min() < limits.min or whole.max() > limits.max:
        raise Error(
            f"'{path}': pixels of {whole.min():g} to {whole.max():g} do not fit into {dtype}; --image=scale=..,shift=.. says how they do"
        )
    return whole.astype(dtype)


def read_pixels(path: str, mode: str, size: tuple[int, int] | None) -> np.ndarray:
    """Rows, columns and channels, upright as the camera was held; between pixels and over them by Pillow's bilinear filter."""
    try:
        from PIL import Image, ImageOps
    except ImportError:
        raise Error(f"'{path}' is an image, which Pillow reads; it is installed by: pip install 'tfir[images]'") from None
    try:
        with Image.open(path) as file:
            image: Any = ImageOps.exif_transpose(file).convert(mode)
    except OSError as error:  # what is no image, among others
        why = error.strerror if error.strerror else "it is no image, or a damaged one"
        raise Error(f"cannot read '{path}': {why}") from None
    except (ValueError, SyntaxError, Image.DecompressionBombError) as error:
        raise Error(f"cannot read '{path}': {error}") from None
    if size is not None and image.size != size[::-1]:
        image = image.resize(size[::-1], Image.Resampling.BILINEAR)
    array = np.asarray(image)
    return array[..., np.newaxis] if array.ndim == 2 else array
