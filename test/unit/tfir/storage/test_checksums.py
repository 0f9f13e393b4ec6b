"""Masked CRC-32C against the vectors of RFC 3720 (B.4), and that it does not matter how data are cut."""

import random

import pytest
from tfir.storage.checksums import PIECE, masked_crc32c


def masked(crc: int) -> int:
    return ((crc >> 15 | (crc & 0x7FFF) << 17) + 0xA282EAD8) & 0xFFFFFFFF


@pytest.mark.parametrize(
    ("data", "expected"),
    [(b"123456789", 0xE3069283), (bytes(32), 0x8A9136AA), (b"\xff" * 32, 0x62A8AB43), (bytes(range(32)), 0x46DD794E), (b"", 0)],
)
def test_known_vectors(data, expected):
    assert masked_crc32c(data) == masked_crc32c(memoryview(data)) == masked(expected)


def test_parts_and_pieces_are_one():
    data = random.Random(7).randbytes(2 * PIECE + 3)
    assert masked_crc32c(data) == masked_crc32c(memoryview(data)[:1000], data[1000 : PIECE + 5], data[PIECE + 5 :])
    assert masked_crc32c(data) != masked_crc32c(data[1000:], data[:1000])
