"""Semantics: pictures as files. An op reads any of the kinds that TensorFlow's has it read, told by the first bytes."""

from __future__ import annotations

import struct

from tfir.dialects.tf import coded_pictures, gif, jpeg, jpeg_samples, jpeg_writing, png
from tfir.dialects.tf.errors import listed
from tfir.ir.diagnostics import Error
from tfir.ods.arrays import dtype_of
from tfir.ods.numpy_on_demand import np
from tfir.ods.semantics import OpSemantics
from tfir.ods.shapes import fresh

KINDS = {
    b"\xff\xd8\xff": "JPEG", png.SIGNATURE: "PNG", b"GIF8": "GIF", b"BM": "BMP", b"\xff\x0a": "JPEG XL", b"\0\0\0\x0cJXL \r\n\x87\n": "JPEG XL",
}  # fmt: skip


def kind_of(contents) -> str:
    if contents.ndim:
        raise Error(f"`contents` must be scalar but got shape{listed(contents.shape)}")
    if not contents.item():
        raise Error("Input is empty.")
    content = contents.item()
    is_webp = content.startswith(b"RIFF") and content[8:12] == b"WEBP"
    kind = "WebP" if is_webp else next((kind for start, kind in KINDS.items() if content.startswith(start)), None)
    if kind is None:
        raise Error("Unknown image file format. One of JPEG, JPEG XL, PNG, GIF, BMP, WebP required.")
    return kind


def read_bmp(content: bytes, channels: int) -> np.ndarray:
    """[height, width, channels] in u8."""
    if channels == 1:
        raise Error("`channels` must be 0, 3 or 4 for BMP, but got 1")
    if len(content) < 32:
        raise Error(
            f"Incomplete bmp content, requires at least 32 bytes to find the header size, width, height, and bpp, got {len(content)} bytes"
        )
    start, width, height, bits = *struct.unpack_from("<i", content, 10), *struct.unpack_from("<ii", content, 18), content[28]
    own = bits // 8
    if own not in (1, 3, 4):
        raise Error(f"Number of channels inherent in the image must be 1, 3 or 4, was {own}")
    if width <= 0 or height == 0 or start < 0:
        what = "Width must be positive" if width <= 0 else "header size must be nonnegative" if height else "Height must be nonzero"
        raise Error(what)
    size = (own * width + 3) // 4 * 4
    if len(content) != start + size * abs(height):
        raise Error(
            f"Input size should match (header_size + row_size * abs_height) but they differ by {len(content) - start - size * abs(height)}"
        )
    rows = np.frombuffer(content, np.uint8, offset=start).reshape(abs(height), size)[:, : own * width].reshape(abs(height), width, own)
    rows = rows if height < 0 else rows[::-1]
    count = channels or own
    if own == 1:
        colours = np.repeat(rows, 3, 2) if count > 1 else rows
    else:
        colours = rows[..., 2::-1]
    if count == 4:
        alpha = rows[..., 3:] if own == 4 else np.full((*rows.shape[:2], 1), 255, np.uint8)
        return np.concatenate([colours, alpha], 2)
    return colours.copy()


def scaled(image, dtype) -> np.ndarray:
    """An image of bytes in another type, as TensorFlow has them of GIF and BMP."""
    if dtype == np.uint16:
        return image.astype(np.uint16) * np.uint16(256)
    return image.astype(np.float32) * np.float32(1 / 255) if dtype == np.float32 else image


def read_png(content: bytes, channels: int, dtype) -> np.ndarray:
    image = png.decoded(content, channels, 8 if dtype == np.uint8 else 16)
    return image.astype(np.float32) * np.float32(1 / 65535) if dtype == np.float32 else image


def check_channels(channels: int) -> None:
    if channels not in (0, 1, 3, 4):
        raise Error(f"`channels` must be 0, 1, 3 or 4 but got {channels}")


def read_jpeg(contents, channels: int, **how) -> np.ndarray:
    if channels == 4:
        raise Error("channels must be 0, 1, or 3 for JPEG, got 4")
    return jpeg_samples.decoded(contents.item(), channels, **how)


def picture(op: str, contents, channels: int, dtype, all_frames: bool = True, **how) -> np.ndarray:
    """What an op that decodes any of the kinds answers: [height, width, channels], of GIF [frames, height, width, 3]."""
    check_channels(channels)
    kind, content = kind_of(contents), contents.item()
    if kind == "JPEG":
        return scaled(read_jpeg(contents, channels, **how), dtype)
    if kind == "PNG":
        return read_png(content, channels, dtype)
    if kind == "BMP":
        if op != "DecodeImage":
            hint = "Use `decode_bmp` or `decode_image` instead."
            raise Error(f"Trying to decode BMP format using a wrong op. {hint} Op used: {op}")
        return scaled(read_bmp(content, channels), dtype)
    if kind == "WebP":
        pictures = coded_pictures.read_webp(content, channels, dtype)
        return pictures if all_frames else pictures[0]
    if kind == "JPEG XL":
        return coded_pictures.read_jpeg_xl(content, channels, dtype)
    if channels not in (0, 3):
        raise Error(f"channels must be 0 or 3 for GIF, got {channels}")
    frames = scaled(gif.decoded(content, all_frames), dtype)
    if op in ("DecodePng", "DecodeJpeg"):
        if len(frames) > 1:
            raise Error(f"Got {len(frames)} frames, but animated gifs can only be decoded by tf.io.decode_gif or tf.io.decode_image")
        return frames[0]
    return frames if all_frames else frames[0]


class Decoded(OpSemantics, family=True):
    def infer(channels):
        return (fresh(), fresh(), channels or fresh())


class DecodeJxl(Decoded):
    def evaluate(contents, channels):
        return picture("DecodeJxl", contents, channels, np.dtype(np.uint8))


class DecodeWebP(OpSemantics):
    """[frames, height, width, channels]"""

    def infer(channels):
        return (fresh(), fresh(), fresh(), channels or fresh())

    def evaluate(contents, channels):
        return picture("DecodeWebP", contents, channels, np.dtype(np.uint8))


class DecodePng(Decoded):
    def evaluate(contents, channels, dtype):
        return picture("DecodePng", contents, channels, dtype_of(dtype))


def how_to_decode(ratio: int, fancy_upscaling: bool, dct_method: str) -> dict:
    if ratio not in (1, 2, 4, 8):
        raise Error(f"ratio must be 1, 2, 4, or 8, got {ratio}")
    if dct_method not in ("", "INTEGER_FAST", "INTEGER_ACCURATE"):
        raise Error("dct_method must be one of {'', 'INTEGER_FAST', 'INTEGER_ACCURATE'}")
    return {"is_smooth": fancy_upscaling, "is_fast": dct_method != "INTEGER_ACCURATE", "ratio": ratio}


class DecodeJpeg(Decoded):
    def evaluate(contents, channels, ratio, fancy_upscaling, dct_method):
        how = how_to_decode(ratio, fancy_upscaling, str(dct_method))
        return picture("DecodeJpeg", contents, channels, np.dtype(np.uint8), **how)


class DecodeAndCropJpeg(OpSemantics):
    """A window [y, x, height, width] of a picture, decoded by itself: smoothing knows no colours beside it."""

    def infer(crop_window, channels):
        sizes = crop_window.numbers or [None] * 4
        height, width = [fresh() if size is None else size for size in sizes[2:]]
        return (height, width, channels or fresh())

    def evaluate(contents, crop_window, channels, ratio, fancy_upscaling, dct_method):
        check_channels(channels)
        if kind_of(contents) != "JPEG":
            raise Error(f"Trying to decode {kind_of(contents)} format using DecodeAndCropJpeg op.")
        if crop_window.shape != (4,):
            raise Error(f"crop_window must have four elements {listed(crop_window.shape)}")
        how = how_to_decode(ratio, fancy_upscaling, str(dct_method))
        return read_jpeg(contents, channels, crop=tuple(map(int, crop_window)), **how)


class ExtractJpegShape(OpSemantics):
    """[height, width, channels]"""

    def infer():
        return (3,)

    def evaluate(contents, output_type):
        if contents.ndim:
            raise Error(f"contents must be scalar, got shape {listed(contents.shape)}")
        frame = jpeg.read(contents.item(), header_only=True).frame
        return np.array([frame.height, frame.width, len(frame.components)], dtype_of(output_type))


class DecodeBmp(Decoded):
    def evaluate(contents, channels):
        check_channels(channels)
        kind = kind_of(contents)
        if kind in ("WebP", "JPEG XL"):
            return picture("DecodeBmp", contents, channels, np.dtype(np.uint8))
        if kind != "BMP":
            raise Error(f"Trying to decode {kind} format using DecodeBmp op. Use `decode_{kind.lower()}` or `decode_image` instead.")
        return read_bmp(contents.item(), channels)


class DecodeGif(OpSemantics):
    def infer():
        return (fresh(), fresh(), fresh(), 3)

    def evaluate(contents):
        image = picture("DecodeGif", contents, 3, np.dtype(np.uint8))
        return image if image.ndim == 4 else image[None]


class DecodeImage(OpSemantics):
    """Of a rank that the file says; without `expand_animations` [height, width, channels]."""

    def infer(channels, expand_animations):
        return None if expand_animations else (fresh(), fresh(), channels or fresh())

    def evaluate(contents, channels, dtype, expand_animations):
        return picture("DecodeImage", contents, channels, dtype_of(dtype), expand_animations)


class _DecodePicture(OpSemantics):
    """What ONNX's ImageDecoder is, by Pillow as in its reference: nothing of a file that is no picture."""

    def infer(pixel_format):
        return fresh(), fresh(), 1 if pixel_format == "Grayscale" else 3

    def evaluate(contents, pixel_format):
        image = coded_pictures.read_any(contents.tobytes(), "L" if pixel_format == "Grayscale" else "RGB")
        return np.ascontiguousarray(image[..., ::-1]) if pixel_format == "BGR" else image


class EncodePng(OpSemantics):
    """A file for each image [height, width, channels]."""

    def infer(image):
        return None if image.shape is None else image.shape[:-3]

    def evaluate(image, compression):
        if not -1 <= compression <= 9:
            raise Error(f"compression should be in [-1,9], got {compression}")
        if image.ndim < 3:
            raise Error(f"images must be at least rank 3{listed(image.shape)}")
        if not 1 <= image.shape[-1] <= 4:
            raise Error(f"image must have 1, 2, 3, or 4 channels, got {image.shape[-1]}")
        images = image.reshape(-1, *image.shape[-3:]) if image.size else []
        if not image.size and np.prod(image.shape[:-3]):
            raise Error("PNG encoding failed at the following flattened batch indices: 0")
        files = np.empty(len(images), object)
        files[:] = [png.encoded(each, compression) for each in images]
        return files.reshape(image.shape[:-3])


# JPEG files of bytes


CHANNELS = {"": (1, 3), "grayscale": (1,), "rgb": (3,)}


class EncodeJpeg(OpSemantics):
    """Of an image [height, width, channels]."""

    def infer():
        return ()

    def evaluate(
        image, format, quality, progressive, optimize_size, chroma_downsampling, density_unit, x_density, y_density, xmp_metadata
    ):  # fmt: skip
        if image.ndim != 3:
            raise Error(f"image must be 3-dimensional{listed(image.shape)}")
        if image.shape[-1] not in CHANNELS[str(format)]:
            raise Error(f"format '{format}' is of {' or '.join(map(str, CHANNELS[str(format)]))} channels, got {image.shape[-1]}")
        if not 0 <= quality <= 100:
            raise Error(f"quality must be in [0,100], got {quality}")
        metadata = xmp_metadata if isinstance(xmp_metadata, bytes) else str(xmp_metadata).encode()
        density = int(x_density), int(y_density)
        return jpeg_file(image, quality, chroma_downsampling, str(density_unit), density, metadata, optimize_size, progressive)


def jpeg_file(image, quality, *how) -> np.ndarray:
    if not image.size:
        raise Error("JPEG encoding failed")
    return np.array(jpeg_writing.encoded(image, int(quality), *how), object)


class EncodeJpegVariableQuality(OpSemantics):
    def infer():
        return ()

    def evaluate(images, quality):
        if images.ndim != 3 or images.shape[-1] not in (1, 3):
            raise Error(f"image must be 3-dimensional, of 1 or 3 channels{listed(images.shape)}")
        if not 0 <= quality <= 100:
            raise Error(f"quality must be in [0,100], got {quality}")
        return jpeg_file(images, quality, True)
