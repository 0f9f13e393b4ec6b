"""Programs as tf-run reads them: text, bytecode, portable artifacts and module files."""

from __future__ import annotations

from tfir.cli.files import is_blank, nothing_in, read_ir, read_module_file, shown_name
from tfir.ir.diagnostics import Error

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tfir.ir.operations import Operation
    from tfir.module_file.container import Container


def parse_module(path: str, constants: str | None = None) -> tuple[Operation, str | bytes | Container | None]:
    """The verified module of a file of IR, text or bytecode, and the file's content; of a portable artifact the StableHLO that it stands for.
    Of a module file it is its container. Names of values are kept: inputs may go by those of arguments. `constants` is the file that has
    those of which the program has the names; the content does not say all of it then, and is None."""
    file = read_module_file(path)
    if file is not None:
        return module_in(file, shown_name(path))
    content = read_ir(path)
    if is_blank(content):
        raise Error(nothing_in(path))
    if constants is None:
        return module_in(content, shown_name(path))
    return module_in(content, shown_name(path), constants)[0], None


def module_in(content: str | bytes | memoryview, name: str, constants: str | None = None) -> tuple[Operation, str | bytes | Container]:
    """The module in the content of a file of this name, as `parse_module` gives it; a view is that of a module file."""
    if isinstance(content, memoryview):
        from tfir.module_file.reading import ModuleFile

        read = ModuleFile(content, name)
        return read.module, read.container
    from tfir.bytecode.source import parse_source, source_of
    from tfir.dialects import verify

    module = parse_source(source_of(name, content), keep_names=True)
    if constants is not None:
        from tfir.storage.constants_file import put_back

        put_back(module, constants)
    verify(module)
    if isinstance(content, bytes):
        from tfir.conversion.vhlo.artifact import deserialize

        if deserialize(module):
            verify(module)
    return module, content
