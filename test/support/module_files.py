"""Texts of lowered programs through module files."""

from tfir.bytecode.source import parse_source
from tfir.dialects import lookup, verify
from tfir.ir.location import Source
from tfir.ir.operations import Operation
from tfir.module_file.reading import ModuleFile
from tfir.module_file.writing import form_of, module_file, options_of
from tfir.text.printer import print_pieces


def parsed(text: str) -> Operation:
    module = parse_source(Source("lowered.mlir", text), keep_names=True)
    verify(module)
    return module


def file_of(text: str) -> bytes:
    """The module file that a text becomes."""
    module = parsed(text)
    return b"".join(map(bytes, module_file(module, form_of(module, text), "lowered")))


def text_of(data: bytes) -> str:
    file = ModuleFile(data, "lowered.tfm")
    return "".join(print_pieces(file.module, lookup, options_of(file.form)))


def through_file(text: str) -> str:
    return text_of(file_of(text))
