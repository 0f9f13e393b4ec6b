"""Constant tensors: `dense<...>` and `dense_resource<...>`.

Numbers are kept as little-endian bytes by reference (`Blob`) and decoded only when they are computed with. A splat keeps
one element. Booleans take a byte each.
"""

from __future__ import annotations

from tfir.ir.attributes import Attribute, is_bare_identifier
from tfir.ir.blobs import Blob, ByteBlob
from tfir.ir.location import quoted
from tfir.ir.numbers import number_text, pack, unpack
from tfir.ir.types import ComplexType, FloatType, IndexType, IntegerType, ShapedType, Type, storage_bits

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Sequence
    from typing import Any

    from tfir.ir.blobs import Data
    from tfir.ir.numbers import Number
    from tfir.ir.types import Type

HEX_IF_LARGER = 100


class ElementsAttr(Attribute):
    """A constant with a shaped type."""

    __slots__ = ("type",)
    type: ShapedType

    @property
    def has_elements(self) -> bool:
        return True

    def body(self, hex_if_larger: int = HEX_IF_LARGER) -> str:
        """The text between `dense<` and `>`."""
        raise NotImplementedError

    def decoded(self) -> Any:
        """The elements as an array where a dialect encodes them in its own way; None where it does not say."""
        return None

    def _spell(self) -> str:
        return f"dense<{self.body()}> : {self.type.text}"


def repeated(data: bytes, count: int) -> bytes | None:
    """The one element that is all of some data, or None: MLIR keeps such a constant as a splat, however it was written."""
    size = len(data) // count
    one = data[:size]
    if data[-size:] != one or data[size : 2 * size] != one:
        return None
    return one if data == one * count else None


class DenseAttr(ElementsAttr):
    """Numbers. `blob` holds every element in row-major order, or exactly one when `is_splat`."""

    __slots__ = ("blob", "is_splat")

    def __init__(self, type: ShapedType, blob: Blob | bytes | memoryview, is_splat: bool = False):
        self.type, self.is_splat, self._text = type, is_splat, None
        self.blob = blob if isinstance(blob, Blob) else ByteBlob(blob)

    @staticmethod
    def of(values: Number | Iterable[Number], type: Type) -> DenseAttr:
        """From a flat list of numbers, or a single one; one number for a bigger type is a splat, as are numbers that are all the same; for an
        empty type it is left out."""
        assert isinstance(type, ShapedType), f"{type} holds no elements"
        numbers = list(values) if isinstance(values, (list, tuple)) else [values]
        numbers = numbers if type.size != 0 else []
        data = pack(numbers, type.element)
        one = repeated(data, len(numbers)) if len(numbers) > 1 else None
        return DenseAttr(type, data if one is None else one, one is not None or len(numbers) == 1)

    @property
    def data(self) -> Data:
        """The raw bytes: all elements, or the one of a splat."""
        return self.blob.bytes()

    def values(self) -> list[Number]:
        """The elements as Python numbers, a splat's one element repeated. For small constants."""
        numbers = unpack(self.data, self.type.element)
        return numbers * self.type.size if self.is_splat else numbers

    def value_at(self, at: int) -> Number:
        """One element by its number."""
        size = len(self.data) // (1 if self.is_splat else self.type.size)
        start = 0 if self.is_splat else at * size
        return unpack(self.data[start : start + size], self.type.element)[0]

    def key(self) -> Hashable:
        return self.type, self.is_splat, self.blob

    def __hash__(self) -> int:
        return hash((self.type, self.blob))

    def with_type(self, type: ShapedType) -> DenseAttr:
        """The same elements under another shape."""
        return DenseAttr(type, self.blob, self.is_splat)

    def body(self, hex_if_larger: int = HEX_IF_LARGER) -> str:
        element = self.type.element
        if self.is_splat:
            return _elements_text(self.data, element)[0]
        if self.type.size == 0:
            return ""
        if self.is_printed_as_hex(hex_if_larger):
            return f'"0x{self.hex()}"'
        return nested(_elements_text(self.data, element), self.type.sizes)

    def is_printed_as_hex(self, if_larger: int = HEX_IF_LARGER) -> bool:
        return not self.is_splat and self.type.size > if_larger >= 0

    def hex(self) -> str:
        """The data in hexadecimal, upper-case, without a prefix."""
        return self.blob.hex()


class DenseStringsAttr(ElementsAttr):
    """Strings. `strings` are bytes objects in row-major order, or exactly one when `is_splat`."""

    __slots__ = ("strings", "is_splat")

    def __init__(self, type: ShapedType, strings: Iterable[bytes], is_splat: bool = False):
        self.type, self.strings, self.is_splat, self._text = type, tuple(strings), is_splat, None

    def values(self) -> list[bytes]:
        return list(self.strings) * self.type.size if self.is_splat else list(self.strings)

    def key(self) -> Hashable:
        return self.type, self.strings, self.is_splat

    def with_type(self, type: ShapedType) -> DenseStringsAttr:
        return DenseStringsAttr(type, self.strings, self.is_splat)

    def body(self, hex_if_larger: int = HEX_IF_LARGER) -> str:
        texts = [quoted(s.decode("utf-8", "surrogateescape")) for s in self.strings]
        return texts[0] if self.is_splat else nested(texts, self.type.sizes) if texts else ""


class ResourceAttr(ElementsAttr):
    """`dense_resource<name>`: the bytes stand at the end of the file, and with them the alignment that they want, in bytes. `blob` is None
    when the file did not have them; asking for the data raises `ValueError` then."""

    __slots__ = ("name", "blob", "alignment")

    def __init__(self, type: ShapedType, name: str, blob: Blob | None, alignment: int = 1):
        self.type, self.name, self.blob, self.alignment, self._text = type, name, blob, alignment, None

    @property
    def data(self) -> Data:
        return self._content().bytes()

    def _content(self) -> Blob:
        if self.blob is None:
            raise ValueError(f"the file does not have the resource '{self.name}'")
        return self.blob

    is_splat = False

    def values(self) -> list[Number]:
        return unpack(self.data, self.type.element)

    def hex(self) -> str:
        """The data in hexadecimal, upper-case, without a prefix."""
        return self._content().hex()

    def key(self) -> Hashable:
        return self.type, self.name

    def _spell(self) -> str:
        return f"dense_resource<{key_text(self.name)}> : {self.type.text}"


def key_text(name: str) -> str:
    """A resource's name as it is written: in quotes where it is no word."""
    return name if is_bare_identifier(name) else quoted(name)


class SparseAttr(ElementsAttr):
    """`sparse<indices, values>`; elements that are not listed are zero."""

    __slots__ = ("indices", "elements")

    def __init__(self, type: ShapedType, indices: DenseAttr, elements: DenseAttr | DenseStringsAttr):
        self.type, self.indices, self.elements, self._text = type, indices, elements, None

    def key(self) -> Hashable:
        return self.type, self.indices, self.elements

    def _spell(self) -> str:
        listed = f"{self.indices.body()}, {self.elements.body()}" if self.indices.type.size else ""
        return f"sparse<{listed}> : {self.type.text}"


def nested(texts: list[str], shape: Sequence[int]) -> str:
    """A flat list of element texts as nested brackets of the given shape."""
    for extent in reversed(shape):
        texts = [f"[{', '.join(texts[i : i + extent])}]" for i in range(0, len(texts), extent)]
    return texts[0]


def _elements_text(data: Data, element: Type) -> list[str]:
    """Each element's text. Floats go by their bits, so that a NaN keeps its payload."""
    if isinstance(element, FloatType):
        from tfir.ir.numbers import float_text

        size = storage_bits(element) // 8
        raw = bytes(data)
        return [float_text(int.from_bytes(raw[i : i + size], "little"), element) for i in range(0, len(raw), size)]
    if isinstance(element, ComplexType):
        parts = _elements_text(data, element.element)
        return [f"({re},{im})" for re, im in zip(parts[::2], parts[1::2])]
    if isinstance(element, (IntegerType, IndexType)):
        return [number_text(v, element) for v in unpack(data, element)]
    raise TypeError(f"no text for elements of type {element}")


def unpack_bits(data: Data, count: int) -> bytes:
    """Booleans, a byte each, from how MLIR's hexadecimal form had them until 2025: eight to a byte, the first in the lowest bit."""
    return bytes((data[index >> 3] >> (index & 7)) & 1 for index in range(count))
