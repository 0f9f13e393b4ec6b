"""Masked CRC-32C (Castagnoli), as tables and checkpoints have it: the mask keeps a checksum of data that hold checksums strong.

Source: LevelDB, util/crc32c.h.
"""

from __future__ import annotations

from google_crc32c import extend

MASK_DELTA = 0xA282EAD8
PIECE = 1 << 20  # bytes; `extend` takes no view of a mapped file, so that it is read a piece at a time


def masked_crc32c(*parts: bytes | memoryview) -> int:
    """The masked checksum of the parts as if they were one, below 2^32."""
    crc = 0
    for part in parts:
        for start in range(0, len(part), PIECE):
            crc = extend(crc, bytes(part[start : start + PIECE]))
    return ((crc >> 15 | crc << 17) + MASK_DELTA) & 0xFFFFFFFF
