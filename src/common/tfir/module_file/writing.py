"""Writes a program that is lowered to dispatches as a module file. The program is taken apart for it: what was handed in is not to be used
again."""

from __future__ import annotations

from tfir.bytecode.writer import write_bytecode
from tfir.dialects import lookup
from tfir.dialects.iree.target import TARGET
from tfir.execution.sequencer import HOST, LLVM, SPIRV, UNSPECIFIED
from tfir.ir.dense import DenseAttr, ResourceAttr
from tfir.ir.operations import Block, Operation, Region
from tfir.module_file.container import LOCATIONS, NAMES, ConstantTable, assembled
from tfir.module_file.functions import function_values, functions_of
from tfir.module_file.kernels import contents_of
from tfir.module_file.reading import EXECUTABLES, in_formats, named
from tfir.text.printer import PrintOptions, print_pieces
from tfir.vm.fields import STORED
from tfir.vm.symbols import Symbols

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

    Data = bytes | memoryview

# How formats are called in the file: four characters as a number, the first in the highest byte.
CODES = {
    format: int.from_bytes(code, "big") for format, code in ((UNSPECIFIED, b"    "), (SPIRV, b"SPVE"), (LLVM, b"LLVM"), (HOST, b"HOST"))
}
OTHER_FORMAT = int.from_bytes(b"MLIR", "big")
LEAST = 64  # bytes of a constant that stands in the table


def module_file(module: Operation, form: int, name: str) -> Iterator[Data]:
    """The bytes of a file. `form` says what of names and locations a text of the program has."""
    symbols = Symbols.of(module)
    entries = dict(symbols.executables)
    executables = [
        {
            "name": each.get("sym_name"),
            "entry_point_count": len(entries[each.get("sym_name")]),
            "entry_points": entries[each.get("sym_name")],
            "executables": [executable_values(one, form) for one in in_formats(each)],
        }
        for each in module.body
        if each.name == EXECUTABLES
    ]
    target = module.attributes.get(TARGET)
    constants = ConstantTable()
    names = names_of(module)
    set_constants_apart(module, constants)
    functions = [function_values(func, symbols, lambda op: printed(op, form)) for func in functions_of(module)]
    values = {
        "name": name,
        "function_table": {"functions": functions, "exports": list(range(len(functions)))},
        "executable_table": {"multi_arch_executables": executables},
        "form": form,
        "target": "" if target is None else str(target),
        "program": joined(write_bytecode(module, lookup)),
        "names": names,
    }
    return assembled(values, constants)


def printed(op: Operation, form: int) -> str:
    return "".join(print_pieces(op, lookup, options_of(form & LOCATIONS)))


def joined(pieces: Iterable[Data]) -> bytes:
    return b"".join([bytes(piece) for piece in pieces])


def form_of(module: Operation, text: str | None) -> int:
    """What of names and locations a text of the program must have to be the one that it was read from; names where none is, which then was
    not printed by tf-opt."""
    for form in (0, NAMES, LOCATIONS, NAMES | LOCATIONS) if text is not None else ():
        if is_printed(module, text, form):
            return form
    return NAMES if text is not None else 0


def options_of(form: int) -> PrintOptions:
    return PrintOptions(debug_info=bool(form & LOCATIONS), keep_names=bool(form & NAMES))


def is_printed(module: Operation, text: str, form: int) -> bool:
    at = 0
    for piece in print_pieces(module, lookup, options_of(form)):
        if not text.startswith(piece, at):
            return False
        at += len(piece)
    return at == len(text)


# Executables


def executable_values(executable: Operation, form: int) -> dict[str, Any]:
    """An executable as the file has it; its place in the program is empty from here on."""
    format = executable.get("format")
    values = {
        "format": CODES.get(format, OTHER_FORMAT),
        "contents": contents_of(executable) if format == SPIRV else b"",
        "names": names_of(executable) if form & NAMES else [],
        "entries": entries_of(executable),
        "program": joined(write_bytecode(executable, lookup, keeps_locations=bool(form & LOCATIONS))),
    }
    executable.take_regions()
    executable.add_region(Region([Block()]))
    return values


def entries_of(executable: Operation) -> list[dict[str, Any]]:
    """The functions that say what entries compute, and the types of what these take."""
    functions = [op for op in executable.walk() if op.name == "func.func" and op.regions[0].blocks]
    return [{"name": op.get("sym_name"), "arguments": [value.type.text for value in op.body.arguments]} for op in functions]


# Constants and names


def set_constants_apart(module: Operation, constants: ConstantTable) -> None:
    """Puts numbers in the table in the place of constants, which are called `value` wherever they stand; none where a program has resources that might be taken for these."""
    held = [(op, key, value) for op in module.walk() for key, value in op.attributes.items()]
    if any([isinstance(value, ResourceAttr) and value.name.startswith(STORED) for _, _, value in held]):
        return
    for op, key, value in held:
        if key == "value" and isinstance(value, DenseAttr) and not value.is_splat and len(value.blob) >= LEAST:
            op.set_attribute(key, ResourceAttr(value.type, f"{STORED}{constants.number(value.blob)}", None))


def names_of(op: Operation) -> list[str]:
    """What values and blocks are called, in their order; nothing where none has a name."""
    names = [(each.label if isinstance(each, Block) else each.name) or "" for each in named(op)]
    return names if any(names) else []
