"""Properties: the attributes that belong to an op itself, which versions from 5 on keep apart from its other attributes. They stand in the
order of their names; how many operands belong together stands among them in version 5, and behind them from 6 on."""

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
# Attributes that ops got in some version of their dialects, the newest first; programs of before do not say them.
ADDED = {
    "func.call": (("arg_attrs", "res_attrs"), ("no_inline",)),
    "stablehlo.custom_call": (("result_tilings",),),
    "stablehlo.collective_broadcast": (("has_dynamic_root",),),
}

# Attributes that are not known here, and that no program may say that is read.
ROUNDED = ("roundingmode",)
ABSENT = {"arith.addf": ROUNDED, "arith.subf": ROUNDED, "arith.mulf": ROUNDED, "arith.divf": ROUNDED}


class Layout:
    """Which attributes the properties of an op hold: `(name, whether it must be there)` in their order."""

    __slots__ = ("name", "attributes", "segments", "older")

    def __init__(self, definition: Any):
        self.name = definition.name
        declared = definition.signature.attributes if definition.signature is not None else {}
        own = sorted([*[name for name in definition.inherent if name not in SEGMENTS], *ABSENT.get(definition.name, ())])
        self.attributes = [(name, name in declared and declared[name].required) for name in own]
        sides = (definition.signature.operands, definition.signature.results) if declared else ((), ())
        self.segments = [(name, len(side)) for name, side in zip(SEGMENTS, sides) if name in definition.inherent]
        self.older: list[list[tuple[str, bool]]] = []  # the same for older versions of the dialect
        for added in ADDED.get(definition.name, ()):
            last = self.older[-1] if self.older else self.attributes
            self.older.append([each for each in last if each[0] not in added])

    def __bool__(self) -> bool:
        return bool(self.attributes or self.segments)

    def read(self, c: Any, version: int) -> dict[str, Attribute]:
        """The attributes that the properties of an op say."""
        attributes: dict[str, Attribute] = {}
        for name, is_required in self._in_version(self._said(c), version):
            value = c.attribute() if is_required else c.optional_attribute()
            if value is not None and name in ABSENT.get(self.name, ()):
                raise c.error(f"the property '{name}' of '{self.name}' is not known here")
            if value is not None:
                attributes[name] = value
        for name, count in self.segments if version >= SEGMENTS_APART else ():
            sizes = read_sparse(c)
            attributes[name] = DenseArrayAttr([*sizes, *[0] * (count - len(sizes))], I32)
        return attributes

    def missing(self, attributes: Mapping[str, Attribute]) -> str | None:
        """The name of an attribute that has to be there and is not, or None."""
        needed = [*[name for name, is_required in self.attributes if is_required], *[name for name, _ in self.segments]]
        return next((name for name in needed if name not in attributes), None)

    def _in_version(self, attributes: list[tuple[str, bool]], version: int) -> list[tuple[str, bool]]:
        if version >= SEGMENTS_APART or not self.segments:
            return attributes
        return sorted([*attributes, *[(name, True) for name, _ in self.segments]])

    def _said(self, c: Any) -> list[tuple[str, bool]]:
        """The attributes that are said: of an op that got some later as many as there are numbers."""
        if not self.older:
            return self.attributes
        place, count = c.part(c.at, c.end), 0
        while place.left:
            place.varint()
            count += 1
        return next((each for each in self.older if len(each) == count), self.attributes)

    def write(self, w: EntryWriter, attributes: Mapping[str, Attribute], version: int) -> None:
        for name, is_required in self._in_version(self.attributes, version):
            if is_required:
                w.attribute(attributes[name])
            else:
                w.optional_attribute(attributes.get(name))
        for name, _ in self.segments if version >= SEGMENTS_APART else ():
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
