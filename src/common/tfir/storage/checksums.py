"""CRC-32C, the checksum of TensorFlow's files and of module files, which processors compute at the speed of memory."""

from __future__ import annotations

# The mask keeps a checksum of data that hold checksums strong.
MASK_DELTA = 0xA282EAD8
PIECE = 1 << 16  # bytes: `extend` takes no view of a mapped file, so that it is read a piece at a time, and one that stays in the cache


def crc32c(*parts: bytes | memoryview) -> int:
    """The CRC-32C (Castagnoli) of the parts as if they were one."""
    from google_crc32c import extend

    crc: int = 0
    for part in parts:
        for start in range(0, len(part), PIECE):
            crc = extend(crc, bytes(part[start : start + PIECE]))
    return crc


def masked_crc32c(*parts: bytes | memoryview) -> int:
    """That of the parts, masked, below 2^32. Source: LevelDB, util/crc32c.h."""
    crc = crc32c(*parts)
    return ((crc >> 15 | crc << 17) + MASK_DELTA) & 0xFFFFFFFF
