"""FlexBuffers, in which TensorFlow Lite keeps options of custom operators: read as Python's values, and lists of texts written.

Source: flatbuffers.dev/internals, "FlexBuffers".
"""

from __future__ import annotations

import struct

from tfir.ir.diagnostics import Error

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

INT, UINT, FLOAT, KEY, STRING, MAP, VECTOR, BLOB, BOOL = 1, 2, 3, 4, 5, 9, 10, 25, 26
INDIRECT = {6: INT, 7: UINT, 8: FLOAT}
TYPED = {11: INT, 12: UINT, 13: FLOAT, 14: KEY, 15: STRING, 36: BOOL}
FIXED = {number: ((INT, UINT, FLOAT)[(number - 16) % 3], 2 + (number - 16) // 3) for number in range(16, 25)}
SCALARS = {INT: "bhiq", UINT: "BHIQ", FLOAT: " efd", BOOL: "BHIQ"}
MOST_DEEP = 32


def read(data: bytes) -> Any:
    """The value in a buffer; texts and blobs are bytes. Raises Error."""
    try:
        if not data:
            raise Error("options of a custom operator are empty")
        return Reader(data).value(len(data) - 2 - data[-1], data[-1], data[-2], 0)
    except (IndexError, struct.error, KeyError, ValueError) as reason:
        raise Error(f"options of a custom operator are no FlexBuffer: {type(reason).__name__}") from None


class Reader:
    def __init__(self, data: bytes):
        self.data = data

    def scalar(self, kind: int, at: int, width: int) -> Any:
        if at < 0 or width not in (1, 2, 4, 8):
            raise ValueError
        (value,) = struct.unpack_from("<" + SCALARS[kind][width.bit_length() - 1], self.data, at)
        return bool(value) if kind == BOOL else value

    def unsigned(self, at: int, width: int) -> int:
        return self.scalar(UINT, at, width)

    def value(self, at: int, width: int, packed: int, depth: int) -> Any:
        """What a slot of that width holds, of a type in whose lowest bits is the width of what it leads to."""
        kind, inner = packed >> 2, 1 << (packed & 3)
        if depth > MOST_DEEP:
            raise ValueError
        if kind == 0:
            return None
        if kind in SCALARS:
            return self.scalar(kind, at, width)
        there = at - self.unsigned(at, width)
        if kind in INDIRECT:
            return self.scalar(INDIRECT[kind], there, inner)
        if kind == KEY:
            return self.data[there : self.data.index(b"\0", there)] if there >= 0 else self.scalar(UINT, there, 1)
        if kind in FIXED:
            each, count = FIXED[kind]
            return [self.scalar(each, there + number * inner, inner) for number in range(count)]
        count = self.unsigned(there - inner, inner)
        if count > len(self.data):
            raise ValueError
        if kind in (STRING, BLOB):
            return self.data[there : there + count]
        if kind in TYPED:
            return [self.value(there + number * inner, inner, TYPED[kind] << 2, depth + 1) for number in range(count)]
        types = self.data[there + count * inner : there + count * (inner + 1)]
        values = [self.value(there + number * inner, inner, types[number], depth + 1) for number in range(count)]
        if kind == VECTOR:
            return values
        if kind != MAP:
            raise ValueError
        keys = there - 3 * inner
        first, key_width = keys - self.unsigned(keys, inner), self.unsigned(keys + inner, inner)
        names = [self.value(first + number * key_width, key_width, KEY << 2, depth + 1) for number in range(count)]
        return {name.decode("utf-8", "replace"): each for name, each in zip(names, values)}


def texts(items: Sequence[bytes]) -> bytes:
    """A list of texts, as TensorFlow's converter writes the name and the definition of a node."""
    data, places, types = bytearray(), [], bytearray()
    for item in items:
        width = width_of(len(item))
        align(data, width)
        data += len(item).to_bytes(width, "little")
        places.append(len(data))
        types.append(STRING << 2 | width.bit_length() - 1)
        data += item + b"\0"
    width = next(
        each
        for each in (1, 2, 4, 8)
        if width_of(len(data) + each * (len(items) + 2)) <= each  # the farthest offset, and what aligning adds
    )
    align(data, width)
    data += len(items).to_bytes(width, "little")
    start = len(data)
    for place in places:
        data += (len(data) - place).to_bytes(width, "little")
    data += types
    root = width_of(len(data) - start)
    align(data, root)
    data += (len(data) - start).to_bytes(root, "little") + bytes([VECTOR << 2 | width.bit_length() - 1, root])
    return bytes(data)


def width_of(number: int) -> int:
    return next(width for width in (1, 2, 4, 8) if number < 1 << (8 * width))


def align(data: bytearray, width: int) -> None:
    data += bytes(-len(data) % width)
