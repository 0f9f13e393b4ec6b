"""SPIR-V modules in text to the binary form that drivers and SPIR-V's own tools take, one file each."""

from __future__ import annotations

import os

from tfir.cli.files import Output, shown_name
from tfir.cli.process import UsageError
from tfir.dialects.spirv.words import encode
from tfir.execution.sequencer import TARGET_NAME
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation

from tftranslate.modules import read_module

MODULE, ENTRY = "spirv.module", "spirv.EntryPoint"


def serialize(source: str, output: str) -> None:
    """Write the only `spirv.module` of a text to a file, or each of them to a directory as NAME.spv, those for fallback targets as
    NAME.TARGET.spv. To a file goes that for the module's own target."""
    modules = [op for op in read_module(source).walk() if op.name == MODULE]
    if not modules:
        raise Error(f"{shown_name(source)}: there is no {MODULE}; tf-opt --pipeline=vulkan makes them")
    if output.endswith(os.sep) or os.path.isdir(output):
        write_all(modules, output)
        return
    own = [op for op in modules if target_of(op) is None] or modules
    if len(own) > 1:
        raise UsageError(f"{shown_name(source)} has {len(own)} modules; expected -o to be a directory ('-o kernels/')")
    write(own[0], output)


def write_all(modules: list[Operation], directory: str) -> None:
    named: dict[str, Operation] = {}
    for number, module in enumerate(modules):
        name = name_of(module) or f"module_{number}"
        if name in named:
            raise Error.on(
                module, f"is the second that is called '{name}', so it would be written to the same file", [("the first", named[name])]
            )
        named[name] = module
    os.makedirs(directory, exist_ok=True)
    for name, module in named.items():
        write(module, os.path.join(directory, f"{name}.spv"))


def name_of(module: Operation) -> str | None:
    """The module's own name, or that of its first entry point, and of its fallback target; in letters that every file system has."""
    entries = [op.get("fn") for block in module.region.blocks for op in block if op.name == ENTRY]
    name, target = module.get("sym_name") or (entries[0] if entries else None), target_of(module)
    parts = [] if name is None else [name] if target is None else [name, target]
    return ".".join(["".join([c if c.isalnum() or c in "-_" else "_" for c in part]) for part in parts]) or None


def target_of(module: Operation) -> str | None:
    """The name of the fallback target that a module is for."""
    return module.parent_op.get(TARGET_NAME) if module.parent_op is not None else None


def write(module: Operation, path: str) -> None:
    words = encode(module)
    with Output(path, binary=True) as out:
        out.write(words)
