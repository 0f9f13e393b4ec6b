"""Module files: lowered programs, ready to be run, with their kernels and constants."""

from __future__ import annotations

import os

from tfir.cli.files import Output, read_bytes, shown_name
from tfir.cli.flags import Flag

from tftranslate.formats import DISPATCHES, Direction, Kind


def mlir_to_module(source: str, arguments) -> None:
    """Reads a lowered program and writes it as a module file."""
    from tfir.bytecode.source import source_of
    from tfir.cli.files import ir_of, is_blank, nothing_in
    from tfir.ir.diagnostics import Error
    from tfir.module_file.writing import form_of, module_file

    from tftranslate.modules import parsed

    content = ir_of(read_bytes(source), source)
    if is_blank(content):
        raise Error(nothing_in(source))
    module = parsed(source_of(shown_name(source), content), keep_names=True)
    form = form_of(module, content if isinstance(content, str) else None)
    name = os.path.splitext(os.path.basename(source))[0] if source != "-" else ""
    with Output(arguments.output, binary=True) as out:
        for piece in module_file(module, form, name):
            out.write(piece)


def module_to_mlir(source: str, arguments) -> None:
    """Reads a module file and writes the text that it was made of."""
    from tfir.dialects import lookup
    from tfir.module_file.writing import LOCATIONS, options_of
    from tfir.text.printer import print_pieces

    file = module_in(read_bytes(source), source)
    options = options_of(file.form | LOCATIONS * arguments.mlir_print_debuginfo)
    with Output(arguments.output) as out:
        for piece in print_pieces(file.module, lookup, options):
            out.write(piece)


def module_in(data, source: str):
    """The module file that data are. Raises Error where they are none."""
    from tfir.ir.diagnostics import Error
    from tfir.module_file.reading import ModuleFile

    if not begins_module(data):
        raise Error(f"{shown_name(source)}: not a module file; --mlir-to-module writes one")
    return ModuleFile(data, shown_name(source))


def begins_module(data) -> bool:
    from tfir.cli.file_formats import is_module_file

    return is_module_file(data)


def facts_of_module(file) -> dict:
    from tftranslate.inspection.module_facts import facts_of_module_file

    return facts_of_module_file(file.data, shown_name(file.path))


KINDS = [Kind("module file", "--module-to-mlir", begins_module, facts_of_module)]
DIRECTIONS = [
    Direction(
        Flag("mlir-to-module", "Write a program that is lowered to dispatches as a module file, which tf-run starts sooner."),
        mlir_to_module,
        is_binary=lambda arguments: True,
        lowering=DISPATCHES,
    ),
    Direction(
        Flag("module-to-mlir", "Read a module file, and write the text that it was made of."), module_to_mlir, ("mlir-print-debuginfo",)
    ),
]
