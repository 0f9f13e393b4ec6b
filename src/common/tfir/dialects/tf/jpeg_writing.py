"""JPEG files, baseline with the Huffman tables of ITU-T T.81 (Annex K), or progressive, byte for byte as libjpeg-turbo writes them with its accurate transform.
Source: libjpeg-turbo, jccolor.c, jcsample.c, jcprepct.c, jfdctint.c, jccoefct.c, jchuff.c, jcmarker.c."""

from __future__ import annotations

import struct

from tfir.dialects.tf.jpeg import DHT, DQT, EOI, JFIF, SOI, SOS, ZIGZAG
from tfir.dialects.tf.jpeg_samples import EXTRA, POINT, fixed, on_columns
from tfir.dialects.tf.jpeg_scans import COLOUR_SCANS, GRAY_SCANS, bits_of, written
from tfir.ods.numpy_on_demand import np

BRIGHTNESS = (
    16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55, 14, 13, 16, 24, 40, 57, 69, 56, 14, 17, 22, 29, 51, 87, 80, 62,
    18, 22, 37, 56, 68, 109, 103, 77, 24, 35, 55, 64, 81, 104, 113, 92, 49, 64, 78, 87, 103, 121, 120, 101, 72, 92, 95, 98, 112, 100, 103, 99,
)  # fmt: skip
COLOUR = (
    17, 18, 24, 47, 99, 99, 99, 99, 18, 21, 26, 66, 99, 99, 99, 99, 24, 26, 56, 99, 99, 99, 99, 99, 47, 66, 99, 99, 99, 99, 99, 99,
    *[99] * 32,
)  # fmt: skip
# Of each Huffman table how many codes there are of each length, and their symbols in order.
CONSTANTS = bytes([0, 1, 5, 1, 1, 1, 1, 1, 1, *[0] * 7]), bytes(range(12))
COLOUR_CONSTANTS = bytes([0, 3, 1, 1, 1, 1, 1, 1, 1, 1, 1, *[0] * 5]), bytes(range(12))
OTHERS = (
    bytes([0, 2, 1, 3, 3, 2, 4, 3, 5, 5, 4, 4, 0, 0, 1, 125]),
    bytes.fromhex(
        "01020300041105122131410613516107227114328191a1082342b1c11552d1f02433627282090a161718191a25262728292a3435363738393a434445464748494a"
        "535455565758595a636465666768696a737475767778797a838485868788898a92939495969798999aa2a3a4a5a6a7a8a9aab2b3b4b5b6b7b8b9bac2c3c4c5c6c7"
        "c8c9cad2d3d4d5d6d7d8d9dae1e2e3e4e5e6e7e8e9eaf1f2f3f4f5f6f7f8f9fa"
    ),
)
COLOUR_OTHERS = (
    bytes([0, 2, 1, 2, 4, 4, 3, 4, 7, 5, 4, 4, 0, 1, 2, 119]),
    bytes.fromhex(
        "000102031104052131061241510761711322328108144291a1b1c109233352f0156272d10a162434e125f11718191a262728292a35363738393a43444546474849"
        "4a535455565758595a636465666768696a737475767778797a82838485868788898a92939495969798999aa2a3a4a5a6a7a8a9aab2b3b4b5b6b7b8b9bac2c3c4c5"
        "c6c7c8c9cad2d3d4d5d6d7d8d9dae2e3e4e5e6e7e8e9eaf2f3f4f5f6f7f8f9fa"
    ),
)
TABLES = {0x00: CONSTANTS, 0x10: OTHERS, 0x01: COLOUR_CONSTANTS, 0x11: COLOUR_OTHERS}
UNITS = {"in": 1, "cm": 2}


def steps_of(quality: int, table) -> np.ndarray:
    quality = min(max(quality, 1), 100)
    scale = 5000 // quality if quality < 50 else 200 - quality * 2
    return np.clip((np.array(table) * scale + 50) // 100, 1, 255)


def one_pass(x, shift: int, first_shift: int):
    """A transform along the last axis [..., 8]; `first_shift` is below 0 where bits are put behind instead of rounded away."""
    sums = [x[..., at] + x[..., 7 - at] for at in range(4)]
    tmp7, tmp6, tmp5, tmp4 = [x[..., at] - x[..., 7 - at] for at in range(4)]
    tmp10, tmp13, tmp11, tmp12 = sums[0] + sums[3], sums[0] - sums[3], sums[1] + sums[2], sums[1] - sums[2]

    def rounded(number, bits):
        return number << -bits if bits <= 0 else (number + (1 << bits - 1)) >> bits

    z1 = (tmp12 + tmp13) * fixed(0.541196100)
    result: list = [None] * 8
    result[0], result[4] = rounded(tmp10 + tmp11, first_shift), rounded(tmp10 - tmp11, first_shift)
    result[2], result[6] = rounded(z1 + tmp13 * fixed(0.765366865), shift), rounded(z1 - tmp12 * fixed(1.847759065), shift)
    z1, z2, z3, z4 = tmp4 + tmp7, tmp5 + tmp6, tmp4 + tmp6, tmp5 + tmp7
    z5 = (z3 + z4) * fixed(1.175875602)
    z1, z2 = z1 * -fixed(0.899976223), z2 * -fixed(2.562915447)
    z3, z4 = z3 * -fixed(1.961570560) + z5, z4 * -fixed(0.390180644) + z5
    result[7], result[5] = rounded(tmp4 * fixed(0.298631336) + z1 + z3, shift), rounded(tmp5 * fixed(2.053119869) + z2 + z4, shift)
    result[3], result[1] = rounded(tmp6 * fixed(3.072711026) + z2 + z3, shift), rounded(tmp7 * fixed(1.501321110) + z1 + z4, shift)
    return np.stack(result, -1)


def blocks_of(plane, steps) -> np.ndarray:
    """[rows, columns, 64] quantized coefficients of a plane whose sizes are multiples of 8."""
    rows, columns = plane.shape[0] // 8, plane.shape[1] // 8
    blocks = (plane - 128).reshape(rows, 8, columns, 8).transpose(0, 2, 1, 3)
    numbers = on_columns(one_pass(blocks, POINT - EXTRA, -EXTRA), lambda x: one_pass(x, POINT + EXTRA, EXTRA)).reshape(rows, columns, 64)
    divisors = np.asarray(steps) << 3
    return np.sign(numbers) * ((np.abs(numbers) + (divisors >> 1)) // divisors)


def extended(plane, height: int, width: int):
    """With its last column and row again as often as it takes."""
    return np.pad(plane, ((0, height - plane.shape[0]), (0, width - plane.shape[1])), "edge")


def halved(plane):
    """Means of four, rounded up and down in turns; a last row that is alone counts twice."""
    plane = extended(plane, plane.shape[0] + plane.shape[0] % 2, plane.shape[1])
    sums = plane[::2, ::2] + plane[::2, 1::2] + plane[1::2, ::2] + plane[1::2, 1::2]
    return (sums + 1 + np.arange(sums.shape[1]) % 2) >> 2


def planes_of(image) -> list:
    """Brightness and two differences of colours in bytes."""
    red, green, blue = [image[..., at].astype(np.int64) for at in range(3)]
    half, middle = 1 << 15, (128 << 16) + (1 << 15) - 1
    y = fixed(0.29900, 16) * red + fixed(0.58700, 16) * green + fixed(0.11400, 16) * blue + half
    of_blue = -fixed(0.16874, 16) * red - fixed(0.33126, 16) * green + fixed(0.5, 16) * blue + middle
    of_red = fixed(0.5, 16) * red - fixed(0.41869, 16) * green - fixed(0.08131, 16) * blue + middle
    return [each >> 16 for each in (y, of_blue, of_red)]


def up(number: int, step: int) -> int:
    return -(-number // step)


class Symbols:
    """What is to be written of a component's blocks: symbols of its two Huffman tables, and the bits behind each."""

    def __init__(self, number: int):
        self.number, self.last = number, 0

    def block(self, numbers, out: list) -> None:
        """Adds (table, symbol, bits, how many of them)."""
        difference, self.last = numbers[0] - self.last, numbers[0]
        size = abs(difference).bit_length()
        out.append((self.number, size, bits_of(difference, size), size))
        run = 0
        for number in [numbers[at] for at in ZIGZAG[1:]]:
            if not number:
                run += 1
                continue
            while run > 15:
                out.append((self.number + 0x10, 0xF0, 0, 0))
                run -= 16
            size = abs(number).bit_length()
            out.append((self.number + 0x10, run << 4 | size, bits_of(number, size), size))
            run = 0
        if run:
            out.append((self.number + 0x10, 0, 0, 0))


def best_table(symbols: list[int]) -> tuple[bytes, bytes]:
    """The Huffman table of the shortest codes for these symbols (Annex K.2), none longer than 16 bits and none of ones alone."""
    counts = [0] * 256 + [1]
    for symbol in symbols:
        counts[symbol] += 1
    lengths, chain = [0] * 257, [-1] * 257

    def rarest(other: int) -> int:
        """Of several the last."""
        left = [at for at in range(257) if counts[at] and at != other]
        return max(left, key=lambda at: (-counts[at], at)) if left else -1

    while (second := rarest(first := rarest(-1))) >= 0:
        counts[first], counts[second] = counts[first] + counts[second], 0
        for start in (first, second):
            at = start
            while True:
                lengths[at] += 1
                if chain[at] < 0:
                    break
                at = chain[at]
            if start == first:
                chain[at] = second
    per_length = [lengths.count(length) for length in range(max(33, max(lengths) + 1))]
    per_length[0] = 0
    for length in range(len(per_length) - 1, 16, -1):
        while per_length[length] > 0:
            shorter = length - 2
            while not per_length[shorter]:
                shorter -= 1
            per_length[length] -= 2
            per_length[length - 1] += 1
            per_length[shorter + 1] += 2
            per_length[shorter] -= 1
    longest = max([length for length in range(17) if per_length[length]])
    per_length[longest] -= 1
    ordered = sorted([symbol for symbol in range(256) if lengths[symbol]], key=lambda symbol: (lengths[symbol], symbol))
    return bytes(per_length[1:17]), bytes(ordered)


def codes_of(counts: bytes, symbols: bytes) -> dict[int, tuple[int, int]]:
    codes, code, at = {}, 0, 0
    for length, count in enumerate(counts, 1):
        for symbol in symbols[at : at + count]:
            codes[symbol] = (code, length)
            code += 1
        code, at = code << 1, at + count
    return codes


def packed(parts: list) -> bytes:
    held = count = 0
    data = bytearray()
    for code, length in parts:
        held, count = held << length | code, count + length
        while count >= 8:
            count -= 8
            data.append(held >> count)
            held &= (1 << count) - 1
    if count:
        data.append(held << 8 - count | (1 << 8 - count) - 1)
    return bytes(data).replace(b"\xff", b"\xff\x00")


def segment(marker: int, content: bytes) -> bytes:
    return struct.pack(">BBH", 0xFF, marker, len(content) + 2) + content


def encoded(
    image,
    quality: int,
    downsampled: bool,
    unit: str = "in",
    density: tuple[int, int] = (300, 300),
    metadata: bytes = b"",
    is_small: bool = False,
    is_progressive: bool = False,
) -> bytes:
    """The file of an image [height, width, 1 or 3] of bytes, with Huffman tables of its own where it shall be small or progressive."""
    height, width, channels = image.shape
    factor = 2 if downsampled and channels == 3 else 1
    tables = [steps_of(quality, BRIGHTNESS), steps_of(quality, COLOUR)][: 1 if channels == 1 else 2]
    grids = grids_of(image, factor, tables)
    units = [
        (at, block)
        for down in range(up(height, 8 * factor))
        for across in range(up(width, 8 * factor))
        for at, grid in enumerate(grids)
        for block in unit_of(grid, down, across, factor if not at else 1)
    ]
    frame = struct.pack(">BHHB", 8, height, width, channels)
    frame += b"".join([bytes([at + 1, (factor << 4 | factor) if not at else 0x11, min(at, 1)]) for at in range(channels)])
    return b"".join([
        bytes([0xFF, SOI]), segment(JFIF, struct.pack(">5sBBBHHBB", b"JFIF", 1, 1, UNITS[unit], *[each & 0xFFFF for each in density], 0, 0)),
        segment(JFIF + 1, b"http://ns.adobe.com/xap/1.0/\0" + metadata) if metadata else b"",
        *[segment(DQT, bytes([at, *[int(table[place]) for place in ZIGZAG]])) for at, table in enumerate(tables)],
        segment(0xC2 if is_progressive else 0xC0, frame), *(progressive(grids, units) if is_progressive else [baseline(units, channels, is_small)]),
        bytes([0xFF, EOI]),
    ])  # fmt: skip


def grids_of(image, factor: int, tables: list) -> list[list]:
    """Of each component the blocks that it has, in rows. Those of colours have samples `factor` times as large to a side."""
    height, width, channels = image.shape
    planes = planes_of(image) if channels == 3 else [image[..., 0].astype(np.int64)]
    grids = []
    for at, plane in enumerate(planes):
        own = factor if not at else 1  # samples of a unit are 8 * own to a side
        columns, rows = up(width * own, 8 * factor), up(height * own, 8 * factor)
        if own < factor:
            plane = halved(extended(plane, plane.shape[0], 8 * columns * factor))
        grids.append(blocks_of(extended(plane, 8 * rows, 8 * columns), tables[min(at, len(tables) - 1)]).tolist())
    return grids


def baseline(units: list, channels: int, is_small: bool) -> bytes:
    """All blocks in one scan, with its tables."""
    writers = [Symbols(min(at, 1)) for at in range(channels)]
    symbols: list[tuple] = []
    for at, block in units:
        writers[at].block(block, symbols)
    huffman = {name: table for name, table in TABLES.items() if channels == 3 or not name & 1}
    return scan_of(range(channels), (0, 63, 0), symbols, best_tables(huffman, symbols) if is_small else huffman)


def progressive(grids: list, units: list) -> list[bytes]:
    """Scan after scan, each with the best tables for it."""
    scans = []
    for scan in COLOUR_SCANS if len(grids) == 3 else GRAY_SCANS:
        components, first, last, high, low = scan
        symbols = written(scan, grids, units)
        names = sorted({table for table, *_ in symbols if table is not None})
        scans.append(scan_of(components, (first, last, high << 4 | low), symbols, best_tables(names, symbols)))
    return scans


def best_tables(names, symbols) -> dict[int, tuple[bytes, bytes]]:
    return {name: best_table([symbol for table, symbol, _, _ in symbols if table == name]) for name in names}


def scan_of(components, band: tuple, symbols: list, huffman: dict) -> bytes:
    """The Huffman tables of a scan, its header, and its bits. A component names the tables of each class (0x00, 0x10) that the scan has."""
    classes = {name & 0x10 for name in huffman}
    own = [sum([min(at, 1) << (0 if kind else 4) for kind in classes]) for at in components]
    header = bytes([len(own)]) + b"".join([bytes([at + 1, tables]) for at, tables in zip(components, own)]) + bytes(band)
    codes = {name: codes_of(*table) for name, table in huffman.items()}
    parts = [
        part for table, symbol, bits, size in symbols for part in (*([codes[table][symbol]] if table is not None else []), (bits, size))
    ]
    tables = [segment(DHT, bytes([name]) + counts + ordered) for name, (counts, ordered) in huffman.items()]
    return b"".join([*tables, segment(SOS, header), packed(parts)])


def unit_of(grid: list, down: int, across: int, count: int):
    """The blocks of a component in a unit; where it has none those of nothing but the constant before."""
    last = [0] * 64
    for row in range(down * count, (down + 1) * count):
        for column in range(across * count, (across + 1) * count):
            is_there = row < len(grid) and column < len(grid[0])
            last = grid[row][column] if is_there else [last[0], *[0] * 63]
            yield last
