"""CRC-32C (Castagnoli), as tables and checkpoints have it: masked, so that a checksum of data with checksums in it is no weaker.

Long data are cut into lanes that go through the tables side by side; the lanes' checksums are then joined, which works
because the checksum of zeros behind a lane is a linear map of the lane's own.
"""

from __future__ import annotations

POLYNOMIAL = 0x82F63B78
MASK_DELTA = 0xA282EAD8
LANES = 4096
WORTH_LANES = 1 << 16  # bytes; below, the plain loop is faster than what NumPy needs to start


def table() -> list[int]:
    entries = []
    for value in range(256):
        for _ in range(8):
            value = value >> 1 ^ POLYNOMIAL * (value & 1)
        entries.append(value)
    return entries


TABLE = table()


def masked_crc32c(*parts) -> int:
    """The masked checksum of the parts as if they were one."""
    crc = 0xFFFFFFFF
    for part in parts:
        crc = update(crc, part)
    crc ^= 0xFFFFFFFF
    return ((crc >> 15 | crc << 17) + MASK_DELTA) & 0xFFFFFFFF


def update(crc: int, data) -> int:
    """The state after more data; 0xFFFFFFFF is the state before any."""
    if len(data) >= WORTH_LANES:
        width = len(data) // LANES // 4 * 4
        crc = in_lanes(crc, memoryview(data)[: width * LANES], width)
        data = memoryview(data)[width * LANES :]
    for byte in bytes(data):
        crc = crc >> 8 ^ TABLE[(crc ^ byte) & 0xFF]
    return crc


def in_lanes(crc: int, data, width: int) -> int:
    """The state after LANES * width bytes. The state before counts as part of the first word."""
    import numpy

    words = numpy.frombuffer(data, "<u4").reshape(LANES, width // 4)
    low, high = word_tables(numpy)
    states = numpy.zeros(LANES, numpy.uint32)
    states[0] = crc
    for column in range(width // 4):
        states ^= words[:, column]
        states = low[states & 0xFFFF] ^ high[states >> 16]
    shift = zeros(width)
    while len(states) > 1:
        states = apply(shift, states[::2], numpy) ^ states[1::2]
        shift = [multiply(shift, column) for column in shift]
    return int(states[0])


def word_tables(numpy):
    """What the lower and the upper half of a word come to after its four bytes."""
    values = numpy.arange(1 << 16, dtype=numpy.uint32)
    entries = numpy.array(TABLE, numpy.uint32)
    tables = []
    for start in (values, values << 16):
        state = start.astype(numpy.uint32)
        for _ in range(4):
            state = state >> 8 ^ entries[state & 0xFF]
        tables.append(state)
    return tables


def zeros(count: int) -> list[int]:
    """The map from a state to the state `count` zero bytes later, as what it makes of each of the 32 bits."""
    power = [TABLE[1 << bit] if bit < 8 else 1 << bit - 8 for bit in range(32)]
    found = [1 << bit for bit in range(32)]
    while count:
        if count & 1:
            found = [multiply(power, column) for column in found]
        power = [multiply(power, column) for column in power]
        count >>= 1
    return found


def multiply(matrix: list[int], vector: int) -> int:
    total = 0
    for bit in range(32):
        if vector >> bit & 1:
            total ^= matrix[bit]
    return total


def apply(matrix: list[int], states, numpy):
    total = numpy.zeros_like(states)
    for bit in range(32):
        total ^= numpy.where(states >> bit & 1, numpy.uint32(matrix[bit]), numpy.uint32(0))
    return total
