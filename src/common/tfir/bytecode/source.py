"""Programs in files, as text or as bytecode, told apart by what they are."""

from __future__ import annotations

from tfir.ir.location import Source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tfir.ir.operations import Operation


class BytecodeSource(Source):
    """A source without text, whose program stands in `data` as bytecode; `is_exported` where JAX has wrapped it."""

    __slots__ = ("data", "is_exported")

    def __init__(self, name: str, content: bytes):
        from tfir.cli.file_formats import exported_module

        super().__init__(name, "")
        inner: bytes | memoryview | None = exported_module(content)
        self.is_exported = inner is not None
        self.data: bytes | memoryview = content if inner is None else inner


def source_of(name: str, content: str | bytes) -> Source:
    """The source for the content of a file."""
    return Source(name, content) if isinstance(content, str) else BytecodeSource(name, content)


def parse_source(source: Source, allow_unregistered: bool | None = None, keep_names: bool = False) -> Operation:
    """The module in a source. Raises Error where its text or its bytes are wrong."""
    from tfir.dialects import dialect, lookup

    if isinstance(source, BytecodeSource):
        from tfir.bytecode.reader import read_bytecode

        return read_bytecode(source.data, source.name, lookup, dialect, bool(allow_unregistered))
    from tfir.text.parser import parse

    return parse(source, lookup, dialect, allow_unregistered=allow_unregistered, keep_names=keep_names)
