"""File metadata, last in a file: `{-# dialect_resources: { builtin: { name: "0x..." } } #-}`. Resources of others are dropped."""

from __future__ import annotations

from tfir.ir.blobs import HexBlob
from tfir.startup.patterns import compiled
from tfir.text.lexer import STRING, WORD

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from tfir.text.attribute_parser import AttributeParser

# The data of a resource, which may be long: found at one stroke, without making a token of it.
DATA = compiled(r':\s*"0x([0-9A-Fa-f]*)"').match
ALIGNMENT = 8  # digits in front of the data, which say how it wants to lie in memory


def read_file_metadata(p: AttributeParser) -> None:
    """Reads one such section, whose opening is the next token, and gives the data to the constants that wait for it."""
    p.advance()
    _entries(p, "#-}", lambda: _section(p))


def _entries(p: AttributeParser, closing: str, read: Callable[[], None]) -> None:
    """Entries with commas between them, up to what closes them."""
    while not p.accept(closing):
        read()
        if not p.accept(",") and not p.at(closing):
            raise p.expected(f"',' or '{closing}'")


def _key(p: AttributeParser, what: str) -> str:
    if p.kind != WORD:
        raise p.error(f"expected identifier key {what}, found {p.found()}")
    return p.advance()


def _section(p: AttributeParser) -> None:
    start, name = p.start, _key(p, "in file metadata dictionary")
    p.expect(":")
    if name not in ("dialect_resources", "external_resources"):
        raise p.error(f"unknown key '{name}' in file metadata dictionary", start)
    p.expect("{")
    _entries(p, "}", lambda: _group(p, name))


def _group(p: AttributeParser, section: str) -> None:
    start, name = p.start, _key(p, "for 'resource' entry")
    p.expect(":")
    p.expect("{")
    if section == "dialect_resources" and p.lookup_dialect(name) is None:
        raise p.error(f"dialect '{name}' is unknown", start)
    _entries(p, "}", lambda: _resource(p) if section == "dialect_resources" and name == "builtin" else _dropped(p))


def _name(p: AttributeParser, section: str) -> str:
    return p.string() if p.kind == STRING else _key(p, f"for '{section}' entry")


def _dropped(p: AttributeParser) -> None:
    _name(p, "external_resources")
    data = DATA(p.text, p.start)
    if data is not None:
        p.seek(data.end())
    else:
        p.expect(":")
        p.advance()


def _resource(p: AttributeParser) -> None:
    name = _name(p, "resource")
    data = DATA(p.text, p.start)
    if data is None or (data.end(1) - data.start(1)) % 2:
        p.expect(":")
        raise p.error(f"expected hex string blob for key '{name}'")
    digits = data[1][:ALIGNMENT] if data.end(1) - data.start(1) < 64 else p.text[data.start(1) : data.start(1) + ALIGNMENT]
    if len(digits) < ALIGNMENT:
        raise p.error(f"expected hex string blob for key '{name}' to encode alignment in first 4 bytes", data.start(1) - 3)
    alignment = int.from_bytes(bytes.fromhex(digits), "little")
    if alignment & (alignment - 1):
        wrong = f"to encode alignment in first 4 bytes, but got non-power-of-2 value: {alignment}"
        raise p.error(f"expected hex string blob for key '{name}' {wrong}", data.start(1) - 3)
    blob = HexBlob(p.text, data.start(1) + ALIGNMENT, data.end(1))
    p.seek(data.end())
    for attribute in p.pending_resources.pop(name, ()):
        attribute.blob, attribute.alignment = blob, alignment
