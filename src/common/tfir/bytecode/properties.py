"""Properties: the attributes that belong to an op itself, which versions from 5 on keep apart from its other attributes. They stand in the
order of their names; how many operands belong together stands last, or in version 5 first."""

from __future__ import annotations

from tfir.bytecode.format import SEGMENTS_APART
from tfir.ir.attributes import DenseArrayAttr
from tfir.ir.types import I32

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from tfir.bytecode.entries import EntryWriter
    from tfir.ir.attributes import Attribute
    from tfir.text.interfaces import Definition

SEGMENTS = ("operandSegmentSizes", "resultSegmentSizes")
SPARSE_BELOW = 257  # the largest index that is packed with its value


class Layout:
    """Which attributes the properties of an op hold: `(name, whether it must be there)` in their order."""

    __slots__ = ("attributes", "segments")

    def __init__(self, definition: Any):
        declared = definition.signature.attributes if definition.signature is not None else {}
        own = sorted([name for name in definition.inherent if name not in SEGMENTS])
        self.attributes = [(name, declared[name].required) for name in own]
        self.segments = [name for name in SEGMENTS if name in definition.inherent]

    def __bool__(self) -> bool:
        return bool(self.attributes or self.segments)

    def read(self, c: Any, version: int) -> dict[str, Attribute]:
        """The attributes that the properties of an op say."""
        first = self.segments if version < SEGMENTS_APART else []
        attributes = {name: c.attribute() for name in first}
        for name, is_required in self.attributes:
            value = c.attribute() if is_required else c.optional_attribute()
            if value is not None:
                attributes[name] = value
        for name in self.segments if version >= SEGMENTS_APART else ():
            attributes[name] = DenseArrayAttr(read_sparse(c), I32)
        return attributes

    def write(self, w: EntryWriter, attributes: Mapping[str, Attribute], version: int) -> None:
        for name in self.segments if version < SEGMENTS_APART else ():
            w.attribute(attributes[name])
        for name, is_required in self.attributes:
            if is_required:
                w.attribute(attributes[name])
            else:
                w.optional_attribute(attributes.get(name))
        for name in self.segments if version >= SEGMENTS_APART else ():
            write_sparse(w, attributes[name].values)


def layout_of(definition: Definition | None) -> Layout | None:
    return None if definition is None else Layout(definition)


def read_sparse(c: Any) -> list[int]:
    """A short list of numbers. Of a list that is mostly zeros each other is packed with its index; how long it was is not said."""
    at, head = c.at, c.varint()
    count = head >> 1
    if not head & 1:
        if count > c.left:
            raise c.error(f"{count} numbers do not fit into {c.left} bytes", at)
        return [c.varint() for _ in range(count)]
    numbers: list[int] = []
    bits = c.varint() if count else 0
    if bits > 8:
        raise c.error(f"reading sparse array with indexing above 8 bits: {bits}", at)
    for _ in range(count):
        pair = c.varint()
        index = pair & ((1 << bits) - 1)
        numbers += [0] * (index + 1 - len(numbers))
        numbers[index] = pair >> bits
    return numbers


def write_sparse(w: EntryWriter, numbers: tuple[int, ...]) -> None:
    nonzero = [(index, number) for index, number in enumerate(numbers) if number]
    last = nonzero[-1][0] if nonzero else 0
    if last >= SPARSE_BELOW or len(nonzero) > len(numbers) // 2:
        w.varint(len(numbers) << 1)
        for number in numbers:
            w.varint(number)
        return
    w.varint(len(nonzero) << 1 | 1)
    bits = last.bit_length()  # of the largest index
    if nonzero:
        w.varint(bits)
    for index, number in nonzero:
        w.varint(number << bits | index)
