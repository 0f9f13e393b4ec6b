"""Attributes of TFL: words, options of custom operators, layouts of sparse constants.

#tfl<mirror_pad_attr REFLECT>
#tfl<const_bytes : "0xDEADBEEF">
#tfl.sparsity_parameter<traversal_order = [0, 1], block_map = [],
    dim_metadata = <format =  DENSE, dense_size = 4, segments = [], indices = []>, <format =  SPARSE_CSR, ...>>
#tfl.external_buffer<group_name = "weights.bin", offset = 0, length = 64, packing = "">

Source: tensorflow/compiler/mlir/lite/ir/tfl_op_enums.td.
"""

from __future__ import annotations

from tfir.ir.attributes import Attribute, EnumAttr
from tfir.ir.location import quoted
from tfir.text.lexer import HASH, WORD

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

DIMENSIONS = ("DENSE", "SPARSE_CSR")
ENUMERATIONS = {
    "mirror_pad_attr": ("REFLECT", "SYMMETRIC"),
    "lstm_kernel_type_attr": ("FULL", "BASIC"),
    "dimension_type_attr": DIMENSIONS,
}


class BytesAttr(Attribute):
    """`#tfl<const_bytes : "0x00FF">`: the options of a custom operator, as the file has them."""

    __slots__ = ("data",)

    def __init__(self, data: bytes):
        self.data, self._text = data, None

    def _spell(self) -> str:
        return f'#tfl<const_bytes : "0x{self.data.hex().upper()}">'


class DimensionAttr(Attribute):
    """How one dimension of a sparse constant is stored: dense, or as segments of indices."""

    __slots__ = ("format", "dense_size", "segments", "indices")

    def __init__(self, format: str, dense_size: int, segments: Sequence[int], indices: Sequence[int]):
        self.format, self.dense_size, self.segments, self.indices, self._text = format, dense_size, tuple(segments), tuple(indices), None

    @property
    def struct(self) -> str:
        """The fields as they print inside of a sparsity, too; upstream's second blank among them."""
        numbers = f"segments = {list(self.segments)}, indices = {list(self.indices)}"
        return f"<format =  {self.format}, dense_size = {self.dense_size}, {numbers}>"

    def _spell(self) -> str:
        return f"#tfl.dimension_metadata{self.struct}"


class SparsityAttr(Attribute):
    """How a sparse constant is stored: the order in which its dimensions are walked, blocks, and each dimension."""

    __slots__ = ("traversal_order", "block_map", "dim_metadata")

    def __init__(self, traversal_order: Sequence[int], block_map: Sequence[int], dim_metadata: Sequence[DimensionAttr]):
        self.traversal_order, self.block_map, self._text = tuple(traversal_order), tuple(block_map), None
        self.dim_metadata = tuple(dim_metadata)

    def _spell(self) -> str:
        order = f"traversal_order = {list(self.traversal_order)}, block_map = {list(self.block_map)}"
        return f"#tfl.sparsity_parameter<{order}, dim_metadata = {', '.join([each.struct for each in self.dim_metadata])}>"


class ExternalBufferAttr(Attribute):
    """Where the bytes of a constant lie in another file."""

    __slots__ = ("group_name", "offset", "length", "packing")

    def __init__(self, group_name: str, offset: int, length: int, packing: str):
        self.group_name, self.offset, self.length, self.packing, self._text = group_name, offset, length, packing, None

    def _spell(self) -> str:
        place = f"offset = {self.offset}, length = {self.length}"
        return f"#tfl.external_buffer<group_name = {quoted(self.group_name)}, {place}, packing = {quoted(self.packing)}>"


# Reading


def fields(p, **readers) -> dict[str, Any]:
    """`<name = value, ...>`, each field once, in any order."""
    values: dict[str, Any] = {}

    def field():
        start, name = p.start, p.keyword()
        if name not in readers or name in values:
            raise p.error(f"expected one of {', '.join([each for each in readers if each not in values])}; found '{name}'", start)
        p.expect("=")
        values[name] = readers[name](p)

    start = p.start
    p.comma_list(field, "<", ">")
    missing = [name for name in readers if name not in values]
    if missing:
        raise p.error(f"struct is missing required parameter: {missing[0]}", start)
    return values


def numbers(p) -> list[int]:
    return p.comma_list(p.integer, "[", "]")


def whole(p) -> int:
    return p.integer()


def text(p) -> str:
    return p.attribute().value


def word(p) -> str:
    """`DENSE`, `<DENSE>`, or the attribute in full."""
    if p.kind == HASH:
        return p.attribute().value
    is_bracketed = p.accept("<")
    start, value = p.start, p.keyword()
    if value not in DIMENSIONS:
        raise p.error(f"expected one of {', '.join(DIMENSIONS)}; found '{value}'", start)
    if is_bracketed:
        p.expect(">")
    return value


def read_dimension(p) -> DimensionAttr:
    return DimensionAttr(**fields(p, format=word, dense_size=whole, segments=numbers, indices=numbers))


def dimensions(p) -> list[Attribute]:
    """Dimensions behind each other, the last field, in brackets or not."""

    def read() -> Attribute:
        return read_dimension(p) if p.at("<") else p.attribute()

    return p.comma_list(read, "[", "]") if p.at("[") else p.comma_list(read)


def read_sparsity(p) -> SparsityAttr:
    return SparsityAttr(**fields(p, traversal_order=numbers, block_map=numbers, dim_metadata=dimensions))


def read_external_buffer(p) -> ExternalBufferAttr:
    return ExternalBufferAttr(**fields(p, group_name=text, offset=whole, length=whole, packing=text))


def read_word_or_bytes(p) -> Attribute:
    """`<mirror_pad_attr REFLECT>` or `<const_bytes : "0x00">`."""
    start = p.start
    p.expect("<")
    kind = p.keyword()
    if kind == "const_bytes":
        p.expect(":")
        attribute: Attribute = read_hexadecimal(p)
    elif kind in ENUMERATIONS:
        start, value = p.start, p.take(WORD, "a word")
        if value not in ENUMERATIONS[kind]:
            raise p.error(f"expected one of {', '.join(ENUMERATIONS[kind])}; found '{value}'", start)
        attribute = EnumAttr(f"tfl.{kind}", value)
    else:
        raise p.error(f"unknown tfl attribute '{kind}'", start)
    p.expect(">")
    return attribute


def read_hexadecimal(p) -> BytesAttr:
    start, value = p.start, text(p)
    try:
        if value[:2] == "0x":
            return BytesAttr(bytes.fromhex(value[2:]))
    except ValueError:
        pass
    raise p.error("expected bytes in hexadecimal digits behind '0x'", start)


ATTRIBUTES = {
    "": read_word_or_bytes,
    "dimension_metadata": read_dimension,
    "sparsity_parameter": read_sparsity,
    "external_buffer": read_external_buffer,
}
