"""An object file of ELF for x86-64 as an image: bytes that run wherever they are mapped, once the addresses of what they import are written
into a table at their beginning.

LLVM's own linker would do, but to load LLVM takes longer than to run most programs, and an image that was kept needs none of it. Sources:
System V ABI, "Object Files"; its AMD64 supplement, "Relocation". What stands in no section that is loaded (names, unwinding) is left out.
"""

from __future__ import annotations

import struct

PAGE = 4096
MAGIC = b"\x7fELF\x02\x01"  # of 64 bits, the lowest byte first
X86_64, RELOCATABLE = 62, 1
SYMBOLS, ADDENDS, WITHOUT_DATA = 2, 4, 8  # types of sections
LOADED = 2  # of flags of sections
RELATIVE, PROCEDURE, SLOT, WIDE_RELATIVE, LOADED_SLOT, WIDE_LOADED_SLOT = 2, 4, 9, 24, 41, 42  # R_X86_64_*
STUB = b"\xff\x25"  # jmp *offset(%rip)
ENTRY, STUB_SIZE = 8, 8


class Unlinkable(Exception):
    """An object file has something that images do not."""


class Image:
    """`code` begins with a word for the address of each of `imports`; `symbols` are the places of functions."""

    __slots__ = ("code", "symbols", "imports")

    def __init__(self, code: bytes, symbols: dict[str, int], imports: list[str]):
        self.code, self.symbols, self.imports = code, symbols, imports


class Section:
    __slots__ = ("name", "type", "flags", "offset", "size", "link", "info", "alignment", "place")

    def __init__(self, fields: tuple[int, ...]):
        self.name, self.type, self.flags, _, self.offset, self.size, self.link, self.info, self.alignment, _ = fields
        self.place: int | None = None  # in the image


class Symbol:
    __slots__ = ("name", "section", "value")

    def __init__(self, name: str, section: int, value: int):
        self.name, self.section, self.value = name, section, value


class Linker:
    def __init__(self, content: bytes):
        self.content = content
        kind, machine = struct.unpack_from("<HH", content, 16)
        if content[:6] != MAGIC or (kind, machine) != (RELOCATABLE, X86_64):
            raise Unlinkable("is no object file for x86-64")
        (start,) = struct.unpack_from("<Q", content, 40)
        size, count = struct.unpack_from("<HH", content, 58)
        self.sections = [Section(struct.unpack_from("<IIQQQQIIQQ", content, start + size * number)) for number in range(count)]
        self.symbols = self.read_symbols()
        self.image = bytearray()

    def read_symbols(self) -> list[Symbol]:
        table = next(section for section in self.sections if section.type == SYMBOLS)
        names = self.sections[table.link].offset
        symbols = []
        for at in range(table.offset, table.offset + table.size, 24):
            name, _, _, section, value, _ = struct.unpack_from("<IBBHQQ", self.content, at)
            text = self.content[names + name : self.content.index(b"\0", names + name)].decode()
            symbols.append(Symbol(text, section, value))
        return symbols

    def linked(self) -> Image:
        imported = [symbol.name for symbol in self.symbols if symbol.section == 0 and symbol.name]
        slots = {name: ENTRY * number for number, name in enumerate(imported)}
        stubs = {name: ENTRY * len(imported) + STUB_SIZE * number for number, name in enumerate(imported)}
        self.image += bytes(ENTRY * len(imported))
        for name in imported:
            self.image += STUB + struct.pack("<i", slots[name] - stubs[name] - 6) + b"\xcc\xcc"
        for section in self.sections:
            if section.flags & LOADED and section.size:
                self.lay(section)
        for section in self.sections:
            if section.type == ADDENDS and self.sections[section.info].place is not None:
                self.relocate(section, slots, stubs)
        places = {symbol.name: self.place_of(symbol) for symbol in self.symbols if symbol.name and symbol.section}
        return Image(bytes(self.image), {name: place for name, place in places.items() if place is not None}, imported)

    def lay(self, section: Section) -> None:
        """Gives a section its place, behind all before it."""
        self.image += bytes(-len(self.image) % max(1, section.alignment))
        section.place = len(self.image)
        without = section.type == WITHOUT_DATA
        self.image += bytes(section.size) if without else self.content[section.offset : section.offset + section.size]

    def place_of(self, symbol: Symbol) -> int | None:
        base = self.sections[symbol.section].place if symbol.section < len(self.sections) else None
        return None if base is None else base + symbol.value

    def relocate(self, table: Section, slots: dict[str, int], stubs: dict[str, int]) -> None:
        base = self.sections[table.info].place
        assert base is not None, "only sections that are laid are relocated"
        for at in range(table.offset, table.offset + table.size, 24):
            offset, info, addend = struct.unpack_from("<QQq", self.content, at)
            symbol, kind, where = self.symbols[info >> 32], info & 0xFFFFFFFF, base + offset
            to = self.reached(symbol, kind, slots, stubs)
            struct.pack_into("<q" if kind == WIDE_RELATIVE else "<i", self.image, where, to + addend - where)

    def reached(self, symbol: Symbol, kind: int, slots: dict[str, int], stubs: dict[str, int]) -> int:
        """The place that a relocation is about."""
        is_import = symbol.section == 0
        if is_import and kind in (SLOT, LOADED_SLOT, WIDE_LOADED_SLOT):
            return slots[symbol.name]
        place = stubs[symbol.name] if is_import and kind == PROCEDURE else None if is_import else self.place_of(symbol)
        if place is None or kind not in (RELATIVE, PROCEDURE, WIDE_RELATIVE):
            raise Unlinkable(f"has a relocation of type {kind} for '{symbol.name}'")
        return place


def linked(content: bytes) -> Image:
    """The image of an object file. Raises Unlinkable where it is of another kind, or has what images lack."""
    return Linker(content).linked()
