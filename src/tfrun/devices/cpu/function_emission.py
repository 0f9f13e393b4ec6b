"""A function of the llvm dialect for C: an object file, its assembly, or a shared library with a header.

It is called as it stands: a buffer is its memory, where its elements begin in it, how many lie before the first, sizes and strides, as MLIR's descriptors have
them. What it calls of libraries is left to the linker.
"""

from __future__ import annotations

import os
from typing import Any

from tfir.cli.process import UsageError
from tfir.conversion.llvm_ir.module import check_lowered, llvm_ir_text
from tfir.conversion.words_of_c import is_word_of_c
from tfir.dialects.llvm.types import VOID, PointerType
from tfir.execution.entry import NOTED
from tfir.ir.attributes import ArrayAttr, DictAttr, UnitAttr
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation
from tfir.ir.types import F32, F64, IntegerType, MemRefType, TensorType, Type

from tfrun.devices.cpu.compilation import machine
from tfrun.devices.cpu.emission import c_name, linked, write, written_as
from tfrun.devices.cpu.functions import code_of, type_of

LEAST_REGISTER = 32  # bits of which C reads all

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfir.execution.entry import Entry


def emit(module: Operation, entry: Entry, kind: str, path: str) -> None:
    """Writes the function to a file; of a library a header beside it. Raises Error for what C cannot call, and where a file cannot be written."""
    beside = f"{os.path.splitext(path)[0]}.h"
    if kind == "shared-library" and beside == path:
        raise UsageError(f"--emit-to={path}: the library's header is called so; expected a name like {os.path.splitext(path)[0]}.so")
    check_lowered(module)
    name, made = c_name(path), machine()
    header = header_of(entry, name)
    extend_result(entry.func)

    def written(compiled: Any) -> bytes:
        compiled.get_function(entry.name).name = name
        return written_as(kind, compiled, made, name)

    content = code_of(llvm_ir_text(module), made, module, written)
    if kind == "shared-library":
        content = linked(content)
    if kind == "shared-library":
        write(beside, header.encode())
    write(path, content)


def extend_result(func: Operation) -> None:
    """Has a result of fewer bits than a register say what C reads of it: a truth value 0 or 1, a number its sign."""
    result = type_of(func).result
    if isinstance(result, IntegerType) and result.width < LEAST_REGISTER:
        func.set_attribute("res_attrs", ArrayAttr([DictAttr({f"llvm.{'zeroext' if result.width == 1 else 'signext'}": UnitAttr()})]))


def header_of(entry: Entry, name: str) -> str:
    guard, type = f"{name.upper()}_H", type_of(entry.func)
    result = "void" if type.result is VOID else c_type(entry.func, type.result)
    arguments = ", ".join([f"{kind}{'' if kind[-1] == '*' else ' '}{each}" for kind, each in arguments_of(entry)])
    buffers = [f"   {name}: {elements}" for name, elements in buffers_of(entry)]
    return "\n".join([
        f"/* Made by tf-run --emit=shared-library of @{entry.name}. */", f"#ifndef {guard}", f"#define {guard}", "#include <stdbool.h>",
        "#include <stdint.h>", *(["", "/* Elements of buffers:", *buffers, "*/"] if buffers else []), "#ifdef __cplusplus", 'extern "C"', "#endif", f"{result} {name}({arguments or 'void'});", "", "#endif", "",
    ])  # fmt: skip


def arguments_of(entry: Entry) -> Iterator[tuple[str, str]]:
    """Types and names in C, by what `Entry` sees of the function, else by its own type."""
    given = iter(type_of(entry.func).inputs)
    for type, name in feeds_of(entry):
        kind = c_type(entry.func, next(given))
        if not isinstance(type, (MemRefType, TensorType)):
            yield kind, name
            continue
        next(given)
        yield from ((kind, f"{name}_memory"), (kind, name))
        for part in ("offset", *[f"{each}_{axis}" for each in ("size", "stride") for axis in range(len(type.shape or ()))]):
            yield c_type(entry.func, next(given)), f"{name}_{part}"


def feeds_of(entry: Entry) -> Iterator[tuple[Type, str]]:
    noted = entry.func.attributes.get(NOTED)
    types = noted["function_type"].value.inputs if isinstance(noted, DictAttr) else type_of(entry.func).inputs
    for at, (type, port) in enumerate(zip(types, entry.feeds)):
        yield type, word_of_c(port.written or port.name, at)


def buffers_of(entry: Entry) -> Iterator[tuple[str, str]]:
    """What lies in each buffer, which C has as bytes."""
    for type, name in feeds_of(entry):
        if isinstance(type, (MemRefType, TensorType)):
            is_part = isinstance(type.element, IntegerType) and type.element.width < 8
            yield name, f"{type.element}{', each in the low bits of a byte, whose others are 0' if is_part else ''}"


def word_of_c(name: str, number: int) -> str:
    plain = "".join([letter if letter.isascii() and letter.isalnum() else "_" for letter in name])
    return plain if plain[:1].isalpha() and not is_word_of_c(plain) else f"arg{number}"


def c_type(func: Operation, type: Type) -> str:
    if isinstance(type, PointerType):
        return "void *"
    if isinstance(type, IntegerType) and (type.width in (8, 16, 32, 64) or type.width < 8):
        return "bool" if type.width == 1 else f"int{max(type.width, 8)}_t"
    if type is F32 or type is F64:
        return "float" if type is F32 else "double"
    raise Error(
        f"@{func.get('sym_name')} takes or gives {type}, which C passes in another way; a function that writes to buffers has none", func
    )
