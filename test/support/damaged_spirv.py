"""Words of SPIR-V with a few of them changed, which are read as a module or refused."""

import random
import struct

from tfir.dialects import verify
from tfir.dialects.spirv.words import encode
from tfir.ir.diagnostics import Error

from tftranslate.spirv_reading import module_of


def read_damaged(data: bytes, seeds: int) -> None:
    """Reads, verifies and writes `data` with one word or three changed, once for each seed. Only Error may be raised."""
    for seed in range(seeds):
        draw, damaged = random.Random(seed), bytearray(data)
        for _ in range(draw.choice([1, 1, 3])):
            at = draw.randrange(5, len(damaged) // 4) * 4
            word = draw.choice([draw.randrange(200), draw.randrange(1 << 32), data[at] ^ 1 << draw.randrange(8)])
            damaged[at : at + 4] = struct.pack("<I", word)
        try:
            module = module_of(bytes(damaged), "x")
            verify(module)
            encode(module.body.first)
        except Error:
            pass
