#!/usr/bin/env python3
"""Damages .tflite files, and reads, imports, prints, verifies and writes what comes of it: only errors may come of it, no crash, no hang, and no more
memory than a small multiple of the file.

    tools/fuzz_tflite.py [--count=N] [--seed=N] [--only=N] [FILE...]

Files are those of test/models/tflite. Bytes are changed, and numbers where tables have them. The seed and the number of an attempt give it
again: --only=N.
"""

import random
import sys
from pathlib import Path
from struct import pack_into

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "src" / "common"), str(ROOT / "src"), str(ROOT / "test" / "support"), str(ROOT / "tools")]

from damage import damaged  # noqa: E402
from fuzzing import attempts  # noqa: E402
from tfir.dialects import lookup, verify  # noqa: E402
from tfir.text.printer import print_operation  # noqa: E402

from tftranslate.tflite.export_module import export_module  # noqa: E402
from tftranslate.tflite.file_layout import kept_file, module_of_file  # noqa: E402
from tftranslate.tflite.writing import written  # noqa: E402

FILES = [path.read_bytes() for path in sorted((ROOT / "test/models/tflite").glob("*/model.tflite"))]
NUMBERS = [0, 1, -1, 2, 3, 7, 127, 255, 1 << 15, (1 << 31) - 1, -(1 << 31)]


def changed(data: bytes, source: random.Random) -> bytes:
    if source.randrange(3) == 0:
        return damaged(data, source)
    out = bytearray(data)
    for _ in range(source.randint(1, 3)):
        at = source.randrange(len(out) // 4 - 1) * 4
        old = int.from_bytes(out[at : at + 4], "little", signed=True)
        value = source.choice([*NUMBERS, old + 1, old - 1, old + 4, old - 4, old * 2])
        pack_into("<I", out, at, value & 0xFFFFFFFF)
    return bytes(out)


def act(data: bytes) -> None:
    module = module_of_file(data)
    verify(module)
    print_operation(module, lookup)
    kept_file(module)
    written(export_module(module))


def attempt(number: int, source: random.Random):
    return act, changed(source.choice(FILES), source)


if __name__ == "__main__":
    sys.exit(attempts(attempt))
