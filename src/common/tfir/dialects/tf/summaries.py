"""Semantics: summaries, as the bytes of their messages. What the fields of a message are is said where it is written; fields without a number of
their own to tell (a zero, an empty text) are left out, as protobuf does."""

from __future__ import annotations

import struct
from functools import cache

from tfir.cli.file_formats import varint_bytes
from tfir.dialects.tf import png
from tfir.dialects.tf.audio import EncodeWav
from tfir.dialects.tf.errors import internal, listed
from tfir.dialects.tf.examples import fields
from tfir.dialects.tf.records import serialized
from tfir.dialects.tfg.nodes import node_name
from tfir.ir.diagnostics import Error
from tfir.ods.arrays import array_of
from tfir.ods.numpy_on_demand import np
from tfir.ods.semantics import OpSemantics, ScalarResult

TYPE_CHECKING = False
if TYPE_CHECKING:
    from google.protobuf.message import Message

LARGEST = float.fromhex("0x1.fffffffffffffp+1023")


def part(field: int, content: bytes) -> bytes:
    """A text or a message in a field."""
    return varint_bytes(field << 3 | 2) + varint_bytes(len(content)) + content


def text(field: int, content: bytes) -> bytes:
    return part(field, content) if content else b""


def whole(field: int, number: int) -> bytes:
    return varint_bytes(field << 3) + varint_bytes(number % (1 << 64)) if number else b""


def single(field: int, number) -> bytes:
    return varint_bytes(field << 3 | 5) + struct.pack("<f", number)


def double(field: int, number: float) -> bytes:
    content = struct.pack("<d", number)
    return varint_bytes(field << 3 | 1) + content if any(content) else b""


def summary_of(values) -> np.ndarray:
    """Summary: values in field 1. Of a value the tag is field 1, a number 2, an image 4, a histogram 5, audio 6, a node's name 7, a tensor 8, and what
    is said of it 9."""
    return np.array(b"".join([part(1, value) for value in values]), object)


class ScalarSummary(ScalarResult):
    def evaluate(tags, values):
        if tags.shape != values.shape:
            tag = f" (tag '{tags.reshape(-1)[0].decode('utf-8', 'replace')}')" if tags.size == 1 else ""
            raise Error(f"tags and values are not the same shape: {listed(tags.shape)} != {listed(values.shape)}{tag}")
        numbers = values.astype(np.float32).ravel()
        return summary_of([text(1, tag) + single(2, number) for tag, number in zip(tags.ravel().tolist(), numbers)])


def message_in(kind: str, content: bytes) -> Message | None:
    """The message of that kind (`tfir.proto`) that bytes are; None where they are none, all the way down: fields that are cut off, text that is not UTF-8."""
    from google.protobuf.message import DecodeError

    from tfir import proto

    try:
        message: Message = getattr(proto, kind).FromString(content)
    except DecodeError:
        return None
    return message


def is_message(content: bytes) -> bool:
    """Whether bytes are fields; what these hold is not looked at."""
    try:
        return bool(list(fields(content)))
    except (IndexError, ValueError, Error):
        return False


class TensorSummaryV2(ScalarResult):
    def evaluate(tag, tensor, serialized_summary_metadata):
        for name, value in (("tag", tag), ("serialized_summary_metadata", serialized_summary_metadata)):
            if value.ndim:
                raise Error(f"{name} must be scalar")
        said = part(9, serialized_summary_metadata.item() if is_message(serialized_summary_metadata.item()) else b"")
        return summary_of([text(1, tag.item()) + part(8, serialized(tensor).item()) + said])


class TensorSummary(ScalarResult):
    def evaluate(op, tensor):
        return summary_of([text(7, node_name(op).encode()) + part(8, serialized(tensor).item())])


class MergeSummary(ScalarResult):
    def evaluate(inputs):
        values, tags = [], set()
        for summary in [each for array in inputs for each in array.ravel().tolist()]:
            try:
                held = [value for field, value in fields(summary) if field == 1 and isinstance(value, bytes)]
                told = [next((each for field, each in fields(value) if field == 1), b"") for value in held]
            except (IndexError, ValueError, Error):
                raise Error("Could not parse one of the summary inputs") from None
            for tag in filter(None, told):
                if tag in tags:
                    raise Error(f"Duplicate tag {tag.decode('utf-8', 'replace')} found in summary inputs")
                tags.add(tag)
            values += held
        return summary_of(values)


# Histograms


@cache
def limits() -> list[float]:
    """Where buckets end: widths grow by a tenth, from 1e-12 on to either side."""
    bounds, limit = [], 1.0e-12
    while limit < 1.0e20:
        bounds.append(limit)
        limit *= 1.1
    bounds.append(LARGEST)
    return [*[-each for each in reversed(bounds)], 0.0, *bounds]


class HistogramSummary(ScalarResult):
    """Of HistogramProto minimum, maximum, count, sum and sum of squares are the fields 1 to 5; 6 and 7 are where buckets end, and what is in them."""

    def evaluate(op, tag, values):
        if tag.ndim:
            raise Error("tags must be scalar")
        numbers = values.astype(np.float64).ravel()
        for kind, odd in (("Nan", np.isnan(numbers)), ("Infinity", np.isinf(numbers))):
            others = np.isinf(numbers) if kind == "Nan" else np.isnan(numbers)
            if odd.any() and not others[: int(np.argmax(odd))].any():
                raise Error(f"{kind} in Histogram for: {node_name(op)}")
        ends = limits()
        counts = np.bincount(np.searchsorted(ends, numbers, side="right"), minlength=len(ends)).tolist()
        kept = [(end, count) for end, count, after in zip(ends, counts, [*counts[1:], 1]) if count or after]
        total, squares = (float(np.add.accumulate([0.0, *each])[-1]) for each in (numbers, numbers * numbers))
        content = double(1, min(numbers.tolist(), default=LARGEST)) + double(2, max(numbers.tolist(), default=-LARGEST))
        content += double(3, float(numbers.size)) + double(4, total) + double(5, squares)
        for field, column in zip((6, 7), zip(*kept)):
            content += part(field, struct.pack(f"<{len(column)}d", *column))
        return summary_of([text(1, tag.item()) + part(5, content)])


# Pictures and sounds


class ImageSummary(ScalarResult):
    """Of an image the height, the width and the channels are the fields 1 to 3, a PNG file 4."""

    def evaluate(tag, tensor, max_images, bad_color):
        bad_color = bad_color if isinstance(bad_color, np.ndarray) else array_of(bad_color)  # an operand of WriteImageSummary
        if tag.size != 1:
            raise Error("Tags must be a scalar")
        if tensor.ndim != 4 or tensor.shape[3] not in (1, 3, 4):
            raise Error(f"Tensor must be 4-D with last dim 1, 3, or 4, not {listed(tensor.shape)}")
        depth = tensor.shape[3]
        if tensor.dtype != np.uint8 and bad_color.size < depth:
            raise Error(f"expected depth <= bad_color.size, got depth = {depth}, bad_color.size = {bad_color.size}")
        values = []
        for at, image in enumerate(tensor[:max_images]):
            if not image.size:
                raise internal("PNG encoding failed")
            pixels = image if image.dtype == np.uint8 else in_bytes(image, bad_color[:depth])
            content = whole(1, image.shape[0]) + whole(2, image.shape[1]) + whole(3, depth) + part(4, png.encoded(pixels, -1))
            values.append(text(1, numbered(tag.reshape(-1)[0], b"image", at, max_images)) + part(4, content))
        return summary_of(values)


def numbered(tag: bytes, kind: bytes, at: int, most: int) -> bytes:
    return b"%s/%s/%d" % (tag, kind, at) if most > 1 else b"%s/%s" % (tag, kind)


def in_bytes(image: np.ndarray, bad_colour: np.ndarray) -> np.ndarray:
    """Numbers as bytes: the largest is 255, or, where some are negative, the largest modulus is 127 away from 128. A pixel with a number that
    is not finite has the bad colour."""
    is_finite = np.isfinite(image).all(-1)
    there = image[is_finite].astype(np.float32)
    least, most = (there.min(), there.max()) if there.size else (np.float32(np.inf), np.float32(-np.inf))
    reach = max(abs(least), abs(most)) if least < 0 else most
    span, middle = (np.float32(127), 128) if least < 0 else (np.float32(255), 0)
    kind = image.dtype.type
    scale = kind(0 if reach < np.float32(1e-6) else span / reach)
    with np.errstate(all="ignore"):
        pixels = (image * scale + kind(middle)).astype(np.uint8)
    pixels[~is_finite] = bad_colour
    return pixels


class AudioSummaryV2(ScalarResult):
    """Of audio the rate, the channels and the frames are the fields 1 to 3, a WAV file 4, and its type 5."""

    def evaluate(tag, tensor, sample_rate, max_outputs):
        if tag.ndim:
            raise Error("Tag must be a scalar")
        if not 2 <= tensor.ndim <= 3:
            raise Error(f"Tensor must be 3-D or 2-D, got: {listed(tensor.shape)}")
        rate = np.float32(sample_rate)
        if not rate > 0:
            raise Error("sample_rate must be > 0")
        values = []
        for at, sound in enumerate(tensor.reshape(*tensor.shape[:2], -1 if tensor.size else (*tensor.shape, 1)[2])[:max_outputs]):
            frames, channels = sound.shape
            wav = EncodeWav.evaluate(sound, max(int(np.rint(rate)), 1)).item()
            content = single(1, rate) + whole(2, channels) + whole(3, frames) + part(4, wav) + part(5, b"audio/wav")
            values.append(text(1, numbered(tag.item(), b"audio", at, max_outputs)) + part(6, content))
        return summary_of(values)


class AudioSummary(OpSemantics):
    infer = AudioSummaryV2.infer

    def evaluate(tag, tensor, sample_rate, max_outputs):
        return AudioSummaryV2.evaluate(tag, tensor, sample_rate, max_outputs)
