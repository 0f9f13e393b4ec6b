"""CRC-32C against the vectors of RFC 3720 (B.4), and that cutting data into lanes makes no difference."""

import random

import pytest

from tftranslate.checkpoint.checksum import LANES, WORTH_LANES, masked_crc32c, update


def crc32c(data: bytes) -> int:
    return update(0xFFFFFFFF, data) ^ 0xFFFFFFFF


@pytest.mark.parametrize(
    ("data", "expected"),
    [(b"123456789", 0xE3069283), (bytes(32), 0x8A9136AA), (b"\xff" * 32, 0x62A8AB43), (bytes(range(32)), 0x46DD794E), (b"", 0)],
)
def test_known_vectors(data, expected):
    assert crc32c(data) == expected


@pytest.mark.parametrize("size", [WORTH_LANES - 1, WORTH_LANES, WORTH_LANES + 1, 4 * LANES * 7 + 3, 300_001])
def test_lanes_agree_with_bytes(size):
    data = random.Random(size).randbytes(size)
    state = 0xFFFFFFFF
    for start in range(0, size, 1000):
        state = update(state, data[start : start + 1000])
    assert crc32c(data) == state ^ 0xFFFFFFFF


def test_parts_are_one():
    assert masked_crc32c(b"1234", b"56789") == masked_crc32c(b"123456789")


def test_the_mask_is_a_rotation_and_a_sum():
    assert masked_crc32c(b"123456789") == ((0xE3069283 >> 15 | (0xE3069283 & 0x7FFF) << 17) + 0xA282EAD8) & 0xFFFFFFFF
