"""Records as a .tflite file, laid out as TensorFlow's converter does: by FlatBuffers' builder, from the back to the front, of each table first what
its fields lead to, in their order, then the table. Layouts that are alike are written once, and vectors of numbers too, such as shapes, and the
zero points of weights by channel, which are 8 bytes for each.
"""

from __future__ import annotations

from struct import pack

from tftranslate.tflite.reading import CODES
from tftranslate.tflite.schema import IDENTIFIER, MODEL, SIZES, schema

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from tftranslate.tflite.reading import Data, Record
    from tftranslate.tflite.schema import Field


def written(model: Record) -> bytearray:
    writer = Writer()
    root = writer.table(MODEL, model)
    writer.align(writer.widest, 4 + len(IDENTIFIER))
    writer.put(IDENTIFIER)
    writer.put(pack("<I", writer.size + 4 - root))
    out = bytearray(writer.size)
    at = writer.size
    for piece in writer.pieces:
        at -= len(piece)
        out[at : at + len(piece)] = piece
    return out


class Writer:
    """`pieces` stand from the last to the first. A place is how many bytes there are from it to the end of the file."""

    def __init__(self) -> None:
        self.pieces: list[Data] = []
        self.size, self.widest = 0, 1
        self.layouts: dict[bytes, int] = {}
        self.vectors: dict[tuple[int, bytes], int] = {}

    def put(self, data: Data) -> int:
        self.pieces.append(data)
        self.size += len(data)
        return self.size

    def align(self, width: int, behind: int = 0) -> None:
        """Zeros, so that what stands in front of `behind` more bytes begins at a multiple of `width`."""
        self.widest = max(self.widest, width)
        padding = -(self.size + behind) % width
        if padding:
            self.put(bytes(padding))

    def text(self, text: str) -> int:
        data = text.encode("utf-8", "surrogateescape")
        self.align(4, len(data) + 1)
        self.put(data + b"\0")
        return self.put(pack("<I", len(data)))

    def vector(self, field: Field, values: Any) -> int:
        number = schema().number_kind(field.kind)
        if number is None:
            places = [self.text(each) if field.kind == "string" else self.table(field.kind, each) for each in values]
            self.align(4)
            for place in reversed(places):
                self.put(pack("<I", self.size + 4 - place))
            return self.put(pack("<I", len(values)))
        if number == "ubyte":
            return self.numbers(values, 1, len(values))
        width, data = SIZES[number], pack(f"<{len(values)}{CODES[number]}", *[self.number(field, each) for each in values])
        if (width, data) not in self.vectors:
            self.vectors[width, data] = self.numbers(data, width, len(values))
        return self.vectors[width, data]

    def numbers(self, data: Data, width: int, count: int) -> int:
        self.align(4, len(data))
        self.align(width, len(data))
        self.put(data)
        return self.put(pack("<I", count))

    def number(self, field: Field, value: Any) -> Any:
        return schema().enums[field.kind][1].index(value) if field.kind in schema().enums else value

    def table(self, kind: str, record: Record) -> int:
        """What a table leads to, then its fields, then its layout if there is none alike yet."""
        contents: list[tuple[int, str, Any]] = []  # (number of the field, kind of number, value), or an offset, whose kind is empty
        for name, field in schema().tables[kind].items():
            if name not in record:
                continue
            value = record[name]
            if field.kind in schema().unions:
                chosen, fields = value
                contents.append((field.number - 1, "ubyte", schema().unions[field.kind].index(chosen) + 1))
                contents.append((field.number, "", self.table(chosen, fields)))
            elif field.is_vector:
                contents.append((field.number, "", self.vector(field, value)))
            elif (number := schema().number_kind(field.kind)) is not None:
                if self.number(field, value) != field.default:
                    contents.append((field.number, number, self.number(field, value)))
            else:
                contents.append((field.number, "", self.text(value) if field.kind == "string" else self.table(field.kind, value)))
        end = self.size
        places: dict[int, int] = {}
        for field_number, stored, value in contents:
            width = SIZES[stored] if stored else 4
            self.align(width)
            self.put(pack(f"<{CODES[stored]}", value) if stored else pack("<I", self.size + 4 - value))
            places[field_number] = self.size
        self.align(4)
        table = self.size + 4
        offsets = [table - places[number] if number in places else 0 for number in range(max(places, default=-1) + 1)]
        layout = pack(f"<{len(offsets) + 2}H", 4 + 2 * len(offsets), table - end, *offsets)
        alike = self.layouts.get(layout)
        if alike is not None:
            return self.put(pack("<i", alike - table))
        self.put(pack("<i", len(layout)))
        self.layouts[layout] = self.put(layout)
        return table
