"""Facts about modules: what their functions take and give, their ops, and of a module file executables, constants, and the device that it was
lowered for."""

from __future__ import annotations

from collections import Counter

from tfir.analysis.constant_sizes import constant_bytes
from tfir.analysis.host_steps import CALL
from tfir.cli.file_formats import is_module_file
from tfir.cli.files import shown_name
from tfir.dialects import has_trait, lookup
from tfir.execution.entry import Entry, Port, entry_functions, is_of_tensors
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation
from tfir.ir.types import ShapedType
from tfir.module_file.functions import listings
from tfir.module_file.reading import ModuleFile

from tftranslate.inspection.graph_facts import by_count, dtype_name
from tftranslate.recognition import Recognized

FUNCTIONS = ("func.func", "llvm.func", "spirv.func")


def facts_of_module(module: Operation) -> dict:
    """The facts about a module without graphs. `not_lowered` are ops that no dialect here has, and those of StableHLO that the host runs: what
    goes to other replicas or to the world, and calls of what the program does not have, by the name that is called."""
    functions = [op for op in module.walk() if op.name in FUNCTIONS]
    ops = [op for op in module.walk() if op is not module]
    return {
        "functions": [{"name": op.get("sym_name"), "type": str(op.attributes["function_type"].type)} for op in functions],
        "entries": [entry_facts(Entry(func)) for func in entry_functions(module) if is_called(func)],
        "ops": by_count(Counter(op.name for op in ops)),
        "constant_bytes": sum(map(constant_bytes, ops)),
        "not_lowered": by_count(Counter(shown(op) for op in ops if is_left_to_host(op))),
    }


def is_called(func: Operation) -> bool:
    """Whether a caller may give values to a function."""
    return func.get("sym_visibility") != "private" and is_of_tensors(func)


def is_left_to_host(op: Operation) -> bool:
    return lookup(op.name) is None or op.name == CALL or (op.name.startswith("stablehlo.") and has_trait(op, "effects"))


def shown(op: Operation) -> str:
    return f"{op.name} @{op.get('call_target_name')}" if op.name == CALL else op.name


def facts_of_module_file(data, name: str) -> dict:
    file = ModuleFile(data, name)
    tables = file.container.tables
    entries = [Entry(func) for func in entry_functions(file.module)]
    return {
        "bytes": len(data),
        "format_version": tables["version"],
        "target": tables["target"],
        "digest": file.container.digest.hex(),
        "entries": list(map(entry_facts, entries)),
        "executables": [fact_of_executables(each) for each in tables["executable_table"]["multi_arch_executables"]],
        "constants": [len(each) for each in file.container.constants],
    }


def bytecode_of(file: Recognized) -> dict[str, list[str]]:
    """The sequencer's bytecode of the functions in a module file, by name, an operation to a line. Raises Error for a file of another kind."""
    if not is_module_file(file.data or b""):
        raise Error(f"{shown_name(file.path)}: --listing shows the bytecode of a module file, and this is none")
    return listings(ModuleFile(file.data, shown_name(file.path)).container.tables)


def entry_facts(entry: Entry) -> dict:
    return {"name": entry.name, "inputs": ports(entry.feeds), "outputs": ports(entry.fetches)}


def ports(ports: list[Port]) -> list[dict]:
    return [
        {
            "name": port.written or port.name,
            "dtype": dtype_name(port.type),
            "shape": list(port.type.shape) if isinstance(port.type, ShapedType) else None,
        }
        for port in ports
    ]


def fact_of_executables(record) -> dict:
    formats = [
        {
            "format": each["format"].to_bytes(4, "big").decode("latin-1"),
            "program_bytes": len(each["program"]),
            "kernel_bytes": len(each["contents"]),
        }
        for each in record["executables"]
    ]
    return {"name": record["name"], "formats": formats}
