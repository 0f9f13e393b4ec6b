"""GIF files as frames. Source: GIF89a specification; how frames are laid over each other is TensorFlow's gif_io.cc."""

from __future__ import annotations

import struct

from tfir.ir.diagnostics import Error
from tfir.ods.numpy_on_demand import np

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

IMAGE, EXTENSION, TRAILER, GRAPHIC_CONTROL = 0x2C, 0x21, 0x3B, 0xF9


class Frame:
    """A rectangle of colours by number, [height, width], its table of colours [n, 3] if it has one, and the number that is transparent."""

    def __init__(self, left: int, top: int, places: np.ndarray, colours, clear: int | None):
        self.left, self.top, self.places, self.colours, self.clear = left, top, places, colours, clear


def frames_of(content: bytes) -> Iterator[Frame]:
    """The frames in order."""
    flags, at = content[10], 13
    shared, at = table(content, at, flags)
    clear = None
    while content[at] != TRAILER:
        kind = content[at]
        if kind == EXTENSION:
            if content[at + 1] == GRAPHIC_CONTROL and content[at + 3] & 1:
                clear = content[at + 6]
            _, at = blocks(content, at + 2)
        elif kind == IMAGE:
            left, top, width, height, flags = struct.unpack("<HHHHB", content[at + 1 : at + 10])
            own, at = table(content, at + 10, flags)
            data, end = blocks(content, at + 1)
            numbers = unpacked(data, content[at], width * height)
            places = np.array(numbers, np.uint8).reshape(height, width)
            yield Frame(left, top, in_order(places) if flags & 0x40 else places, own if own is not None else shared, clear)
            clear, at = None, end
        else:
            raise ValueError("no block begins here")


def table(content: bytes, at: int, flags: int):
    if not flags & 0x80:
        return None, at
    size = 3 * (2 << (flags & 7))
    return np.frombuffer(content[at : at + size], np.uint8).reshape(-1, 3), at + size


def blocks(content: bytes, at: int) -> tuple[bytes, int]:
    """The content of blocks, of which the last is empty, and where they end."""
    parts = []
    while size := content[at]:
        parts.append(content[at + 1 : at + 1 + size])
        at += size + 1
    return b"".join(parts), at + 1


def unpacked(data: bytes, bits: int, count: int) -> list[int]:
    """`count` numbers of so many bits. Source: Welch, Computer 17, 1984."""
    start, end = 1 << bits, (1 << bits) + 1
    fresh = [bytes([number]) for number in range(start)] + [b"", b""]
    words, width, before, result = list(fresh), bits + 1, b"", bytearray()
    held, number, at = 0, 0, 0
    while len(result) < count:
        while held < width:
            number, held, at = number | data[at] << held, held + 8, at + 1
        code, number, held = number & (1 << width) - 1, number >> width, held - width
        if code == end:
            break
        if code == start:
            words, width, before = list(fresh), bits + 1, b""
            continue
        if code > len(words) or (code == len(words) and not before):
            raise ValueError("a code has no meaning yet")
        word = words[code] if code < len(words) else before + before[:1]
        result += word
        if before and len(words) < 4096:
            words.append(before + word[:1])
        width, before = max(width, min(len(words).bit_length(), 12)), word
    if len(result) < count:
        raise ValueError("the image ends too soon")
    return list(result[:count])


def in_order(rows: np.ndarray) -> np.ndarray:
    """Rows that are stored every eighth first."""
    order = [row for first, step in ((0, 8), (4, 8), (2, 4), (1, 2)) for row in range(first, len(rows), step)]
    return rows[np.argsort(order)]


def decoded(content: bytes, all_frames: bool) -> np.ndarray:
    """The frames, or the first one, [frames, height, width, 3] in u8: what a frame leaves open shows the one before, or black."""
    try:
        frames = list(frames_of(content))
    except (IndexError, ValueError, struct.error):
        raise Error(f"Invalid GIF data (size {len(content)}), failed to slurp gif file") from None
    if not frames:
        raise Error(f"Invalid GIF data (size {len(content)}), gif file does not contain any image")
    height, width = [max([frame.places.shape[axis] for frame in frames]) for axis in (0, 1)]
    canvas, result = np.zeros((height, width, 3), np.uint8), []
    for number, frame in enumerate(frames if all_frames else frames[:1]):
        if frame.colours is None:
            raise Error(f"Invalid GIF data (size {len(content)}), missing color map for frame {number}")
        bottom, right = [
            min(start + size, whole) for start, size, whole in zip((frame.top, frame.left), frame.places.shape, (height, width))
        ]
        places = frame.places[: max(bottom - frame.top, 0), : max(right - frame.left, 0)]
        shown = np.ones(places.shape, bool) if frame.clear is None else places != frame.clear
        if (places[shown] >= len(frame.colours)).any():
            raise Error(f"Invalid GIF data (size {len(content)}), found a color index outside of color map range {len(frame.colours)}")
        canvas = canvas.copy()
        canvas[frame.top : bottom, frame.left : right][shown] = frame.colours[places[shown]]
        result.append(canvas)
    return np.stack(result)
