"""PNG files as arrays and back, as libpng reads and writes them for TensorFlow. Source: PNG specification, third edition."""

from __future__ import annotations

import struct
import zlib

from tfir.ir.diagnostics import Error
from tfir.ods.numpy_on_demand import np

SIGNATURE = b"\x89PNG\r\n\x1a\n"
GRAY, RGB, PALETTE, GRAY_ALPHA, RGB_ALPHA = 0, 2, 3, 4, 6
CHANNELS = {GRAY: 1, RGB: 3, PALETTE: 1, GRAY_ALPHA: 2, RGB_ALPHA: 4}
DEPTHS = {GRAY: (1, 2, 4, 8, 16), PALETTE: (1, 2, 4, 8), RGB: (8, 16), GRAY_ALPHA: (8, 16), RGB_ALPHA: (8, 16)}
# First row and column, and steps, of each pass of an interlaced image.
PASSES = ((0, 0, 8, 8), (0, 4, 8, 8), (4, 0, 8, 4), (0, 2, 4, 4), (2, 0, 4, 2), (0, 1, 2, 2), (1, 0, 2, 1))
LUMINANCE = 9797, 19234, 3737  # of red, green and blue, by 2^15
MOST_BYTES = 1 << 28


class Damaged(Exception):
    """What is read is no PNG."""


class Header:
    def __init__(self, content: bytes):
        if len(content) != 13:
            raise Damaged
        self.width, self.height, self.depth, self.colour, method, filters, interlace = struct.unpack(">IIBBBBB", content)
        if self.depth not in DEPTHS.get(self.colour, ()) or method or filters or interlace > 1 or not self.width or not self.height:
            raise Damaged
        self.is_interlaced, self.channels = bool(interlace), CHANNELS[self.colour]


def chunks_of(content: bytes) -> tuple[Header, dict[bytes, bytes]]:
    """The header, and the content of chunks by their names; that of several of one name together. Raises Damaged."""
    if not content.startswith(SIGNATURE):
        raise Damaged
    at, chunks = len(SIGNATURE), dict[bytes, bytes]()
    while b"IEND" not in chunks:
        size, name = struct.unpack(">I4s", content[at : at + 8]) if at + 8 <= len(content) else (0, b"")
        part, check = content[at + 8 : at + 8 + size], content[at + 8 + size : at + 12 + size]
        if len(check) != 4 or (name[:1].isupper() and zlib.crc32(name + part) != int.from_bytes(check, "big")):
            raise Damaged
        chunks[name] = chunks.get(name, b"") + part
        at += size + 12
    if b"IHDR" not in chunks or b"IDAT" not in chunks:
        raise Damaged
    return Header(chunks[b"IHDR"]), chunks


def samples_of(header: Header, data: bytes) -> np.ndarray:
    """The numbers of an image as they are stored, [height, width, channels]."""
    kind = np.uint16 if header.depth == 16 else np.uint8
    whole = np.zeros((header.height, header.width, header.channels), kind)
    if whole.nbytes > MOST_BYTES:
        raise Error(f"an image of {header.width} by {header.height} is larger than is read here")
    try:
        rows = memoryview(zlib.decompressobj().decompress(data, 2 * whole.nbytes + 16 * (header.height + 8)))
    except zlib.error:
        raise Damaged from None
    for top, left, down, right in PASSES if header.is_interlaced else ((0, 0, 1, 1),):
        part = whole[top::down, left::right]
        if part.size:
            part[...], rows = one_pass(rows, part.shape, header.depth)
    return whole


def one_pass(rows: memoryview, shape, depth: int):
    """The samples [height, width, channels] at the front of filtered rows, and the rest of these."""
    height, width, channels = shape
    size, step = -(-width * channels * depth // 8), max(channels * depth // 8, 1)
    if len(rows) < height * (size + 1):
        raise Damaged
    filtered = np.frombuffer(rows[: height * (size + 1)], np.uint8).reshape(height, size + 1)
    result, above = np.empty((height, size), np.uint8), np.zeros(size, np.uint8)
    for number, row in enumerate(filtered):
        if row[0] > 4:
            raise Damaged
        above = result[number] = UNFILTER[row[0]](row[1:], above, step)
    return unpacked(result, width * channels, depth).reshape(shape), rows[height * (size + 1) :]


def unpacked(rows: np.ndarray, count: int, depth: int) -> np.ndarray:
    if depth == 16:
        return rows.view(">u2").astype(np.uint16)
    if depth == 8:
        return rows
    bits = np.unpackbits(rows, axis=1).reshape(len(rows), -1, depth)[:, :count]
    return (bits << np.arange(depth - 1, -1, -1, dtype=np.uint8)).sum(-1, dtype=np.uint8)


def by_left(row, above, step: int):
    padded = np.zeros(-(-len(row) // step) * step, np.uint8)
    padded[: len(row)] = row
    return padded.reshape(-1, step).cumsum(0, dtype=np.uint8).reshape(-1)[: len(row)]


def one_by_one(predict):
    """Of predictions from the byte to the left, the one above, and the one above that to the left."""

    def unfilter(row, above, step: int):
        result, upper = [0] * step + row.tolist(), [0] * step + above.tolist()
        for at in range(step, len(result)):
            result[at] = result[at] + predict(result[at - step], upper[at], upper[at - step]) & 255
        return np.array(result[step:], np.uint8)

    return unfilter


def paeth(left: int, up: int, corner: int) -> int:
    """The nearest of the three to left + up - corner."""
    by_left, by_up, by_corner = abs(up - corner), abs(left - corner), abs(left + up - 2 * corner)
    return left if by_left <= by_up and by_left <= by_corner else up if by_up <= by_corner else corner


UNFILTER = (
    lambda row, above, step: row, by_left, lambda row, above, step: row + above, one_by_one(lambda left, up, corner: (left + up) // 2),
    one_by_one(paeth),
)  # fmt: skip


# Colours


def decoded(content: bytes, channels: int, bits: int) -> np.ndarray:
    """An image [height, width, channels] in u8, or with 16 `bits` in u16. 0 `channels` are those of the file, the palette's colours unfolded."""
    try:
        header, chunks = chunks_of(content)
        image = samples_of(header, chunks[b"IDAT"])
    except Damaged:
        raise Error(f"Invalid PNG data, size {len(content)}") from None
    clear, is_palette = chunks.get(b"tRNS"), header.colour == PALETTE
    channels = channels or (header.channels if not is_palette else 3 if clear is None else 4)
    image, alpha = with_palette(image, chunks, clear) if is_palette else split(image, header, clear)
    if channels < 3 and image.shape[2] == 3:
        image = luminance(image, chunks)
    elif channels >= 3 and image.shape[2] == 1:
        image = np.repeat(image, 3, 2)
    if header.depth == 16 and bits == 8:
        image, alpha = (image >> 8).astype(np.uint8), None if alpha is None else alpha >> 8
    if channels % 2 == 0:
        opaque = (1 << header.depth) - 1 & np.iinfo(image.dtype).max  # also where fewer bits have become 8
        alpha = np.full(image.shape[:2], opaque) if alpha is None else alpha
        image = np.concatenate([image, alpha[..., None].astype(image.dtype)], 2)
    return image if bits == 8 or image.dtype == np.uint16 else image.astype(np.uint16) * np.uint16(257)


def with_palette(image, chunks, clear):
    """Colours [height, width, 3], and how opaque they are, where a chunk says so."""
    colours = np.frombuffer(chunks.get(b"PLTE", b""), np.uint8).reshape(-1, 3)
    places = image[..., 0]
    table = np.zeros((256, 3), np.uint8)
    table[: len(colours)] = colours
    if clear is None:
        return table[places], None
    opaque = np.full(256, 255, np.uint8)
    opaque[: len(clear)] = np.frombuffer(clear, np.uint8)
    return table[places], opaque[places]


def split(image, header: Header, clear):
    """Gray or colours, and how opaque they are: a channel of its own, or all but one colour."""
    alpha, most = None, (1 << header.depth) - 1
    if header.colour in (GRAY_ALPHA, RGB_ALPHA):
        image, alpha = image[..., :-1], image[..., -1]
    elif clear is not None:
        colour = np.frombuffer(clear, ">u2")[: image.shape[2]] & most
        alpha = np.where((image == colour).all(-1), 0, max(most, 255)).astype(image.dtype)
    return (image if header.depth >= 8 else image * np.uint8(255 // most)), alpha


def luminance(image, chunks) -> np.ndarray:
    """In whole numbers, and rounded only with 16 bits."""
    if b"gAMA" in chunks:
        raise Error("colours of a PNG with a gamma are not made gray here")
    sums = image.astype(np.int64) @ np.array(LUMINANCE) + (1 << 14 if image.dtype == np.uint16 else 0)
    is_gray = (image == image[..., :1]).all(-1)
    return np.where(is_gray, image[..., 0], sums >> 15).astype(image.dtype)[..., None]


# Writing

COLOURS = {1: GRAY, 2: GRAY_ALPHA, 3: RGB, 4: RGB_ALPHA}
PART = 8192  # bytes of compressed data in a chunk


def encoded(image: np.ndarray, level: int) -> bytes:
    """The file of an image [height, width, channels] in u8 or u16."""
    height, width, channels = image.shape
    depth = 8 * image.dtype.itemsize
    rows = image.reshape(height, -1).astype(image.dtype.newbyteorder(">")).view(np.uint8).reshape(height, -1)
    data = compressed(filtered(rows, channels * image.dtype.itemsize, width > 1), level, width > 1 or height > 1)
    header = struct.pack(">IIBBBBB", width, height, depth, COLOURS[channels], 0, 0, 0)
    parts = [(b"IDAT", data[at : at + PART]) for at in range(0, len(data), PART)]
    return SIGNATURE + b"".join([chunk(*part) for part in ((b"IHDR", header), *parts, (b"IEND", b""))])


def chunk(name: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))


def filtered(rows: np.ndarray, step: int, has_left: bool) -> bytes:
    """Each row by the filter of which the bytes, as signed ones, have the least sum; of filters that look to the left or up only where
    there is something."""
    allowed = [0, *([1] if has_left else []), *([2] if len(rows) > 1 else []), *([3, 4] if has_left and len(rows) > 1 else [])]
    result, above = [], np.zeros(rows.shape[1], np.uint8)
    for row in rows:
        left, corner = [np.concatenate([np.zeros(step, np.uint8), each])[: len(row)] for each in (row, above)]
        wide = [each.astype(np.int16) for each in (left, above, corner)]
        mean = ((wide[0] + wide[1]) // 2).astype(np.uint8)
        candidates = [row, row - left, row - above, row - mean, row - nearest_of(*wide)]
        sums = [int(np.minimum(each, 256 - each.astype(np.int16)).sum()) for each in candidates]
        best = min(allowed, key=lambda number: sums[number])
        result.append(bytes([best]) + candidates[best].tobytes())
        above = row
    return b"".join(result)


def nearest_of(left, up, corner) -> np.ndarray:
    by_left, by_up, by_corner = abs(up - corner), abs(left - corner), abs(left + up - 2 * corner)
    nearest = np.where((by_left <= by_up) & (by_left <= by_corner), left, np.where(by_up <= by_corner, up, corner))
    return nearest.astype(np.uint8)


def compressed(data: bytes, level: int, has_filters: bool) -> bytes:
    """As zlib does with the settings that libpng has, which are others where a single pixel leaves no filter to choose. Of few data the window is small, and the header names the smallest that holds them."""
    bits = 15
    while bits > 9 and len(data) <= 16384 and len(data) + 262 <= 1 << bits - 1:
        bits -= 1
    deflate = zlib.compressobj(level, zlib.DEFLATED, bits, 9, zlib.Z_FILTERED if has_filters else zlib.Z_DEFAULT_STRATEGY)
    result = bytearray(deflate.compress(data) + deflate.flush())
    while bits > 8 and len(data) <= 16384 and len(data) <= 1 << bits - 1:
        bits -= 1
    first, flags = zlib.DEFLATED | bits - 8 << 4, result[1] & 0xE0
    result[:2] = first, flags + 31 - (first * 256 + flags) % 31
    return bytes(result)
