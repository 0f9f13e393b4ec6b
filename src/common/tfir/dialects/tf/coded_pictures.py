"""Pictures in WebP and JPEG XL. imagecodecs reads them, with the libraries that TensorFlow has; who reads none of them need not install it. Pictures of any kind, which Pillow
reads."""

from __future__ import annotations

from io import BytesIO

from tfir.ir.diagnostics import Error
from tfir.ods.numpy_on_demand import np

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

OTHER_CHANNELS = "Number of channels requested does not match input"


def codecs() -> Any:
    """Raises Error where imagecodecs is not installed."""
    try:
        import imagecodecs
    except ImportError:
        raise Error("reads WebP or JPEG XL, for which imagecodecs is needed: pip install imagecodecs, or 'tfir[images]'") from None
    return imagecodecs


def read_any(content: bytes, mode: str) -> np.ndarray:
    """[height, width, channels] of a picture of any kind that Pillow reads; no rows and columns where it reads none."""
    try:
        from PIL import Image
    except ImportError:
        raise Error("reads images, for which Pillow is needed: pip install 'tfir[images]'") from None
    channels = 1 if mode == "L" else 3
    try:
        with Image.open(BytesIO(content)) as file:
            pixels = np.array(file.convert(mode), np.uint8)
    except (OSError, ValueError, SyntaxError, EOFError, Image.DecompressionBombError):
        return np.zeros((0, 0, channels), np.uint8)
    return pixels.reshape(*pixels.shape[:2], channels)


def checked(image: np.ndarray, channels: int) -> np.ndarray:
    image = image if image.ndim == 3 else image[..., None]
    if channels not in (0, image.shape[-1]):
        raise Error(OTHER_CHANNELS)
    return image


def read_webp(content: bytes, channels: int, dtype) -> np.ndarray:
    """[frames, height, width, 3 or 4]. Of an animation without transparency TensorFlow's kernel writes four channels where it has room for three."""
    if channels not in (0, 3, 4):
        raise Error("WebP only supports 3 or 4 channels")
    if dtype != np.uint8:
        raise Error("WebP only supports uint8 for dtype")
    form, is_animation = content[12:16], content[12:16] == b"VP8X" and len(content) > 20 and bool(content[20] & 2)
    if form not in (b"VP8 ", b"VP8L", b"VP8X") or len(content) < (25 if form == b"VP8L" else 30):
        raise Error("Failed to decode WebP header.")
    decode, frames = codecs().webp_decode, []
    try:
        frames = [checked(decode(content, index=0), channels)]
        if is_animation and frames[0].shape[-1] != 4:
            raise Error("WebP Animation must be 4 channel RGBA")
        while is_animation:
            frames.append(decode(content, index=len(frames)))
    except IndexError:
        return np.stack(frames)
    except RuntimeError:
        raise Error("Failed to decode WebP image.") from None
    return np.stack(frames)


def read_jpeg_xl(content: bytes, channels: int, dtype) -> np.ndarray:
    """[height, width, 1 to 4], of an animation the first picture."""
    if dtype != np.uint8:
        raise Error("JXL only supports uint8 for dtype")
    try:
        image = codecs().jpegxl_decode(content, index=0)
    except RuntimeError:
        raise Error("Failed to decode JXL image") from None
    if image.dtype != np.uint8:
        raise Error(
            f"decodes JPEG XL with samples of {image.dtype}, of which bytes are made in ways of the decoder's own; those of bytes are decoded"
        )
    return checked(image, channels)
