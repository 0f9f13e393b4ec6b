"""Texts of lowered programs through module files, and files that were made to look right."""

from hashlib import blake2b

from tfir.bytecode.source import parse_source
from tfir.dialects import lookup, verify
from tfir.ir.diagnostics import Error
from tfir.ir.location import Source
from tfir.ir.operations import Operation
from tfir.module_file.container import DIGEST, place_of_digest
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


def signed(tables: bytearray, rest: bytes) -> bytes:
    """Tables that were changed, with a digest as if they had been written so, where there is still room for one."""
    try:
        at = place_of_digest(memoryview(tables))
    except Error:
        at = 0
    if 0 < at <= len(tables) - DIGEST:
        tables[at : at + DIGEST] = bytes(DIGEST)
        tables[at : at + DIGEST] = blake2b(tables, digest_size=DIGEST).digest()
    return bytes(tables) + rest
