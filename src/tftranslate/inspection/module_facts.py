"""Facts about a module file: what its functions take and give, executables, constants, and the device that it was lowered for."""

from __future__ import annotations

from tfir.cli.file_formats import is_module_file
from tfir.cli.files import shown_name
from tfir.execution.entry import Entry, Port, entry_functions
from tfir.ir.diagnostics import Error
from tfir.ir.types import ShapedType
from tfir.module_file.functions import listings
from tfir.module_file.reading import ModuleFile

from tftranslate.inspection.graph_facts import dtype_name
from tftranslate.recognition import Recognized


def facts_of_module_file(data, name: str) -> dict:
    file = ModuleFile(data, name)
    tables = file.container.tables
    entries = [Entry(func) for func in entry_functions(file.module)]
    return {
        "bytes": len(data),
        "format_version": tables["version"],
        "target": tables["target"],
        "digest": file.container.digest.hex(),
        "entries": [{"name": entry.name, "inputs": ports(entry.feeds), "outputs": ports(entry.fetches)} for entry in entries],
        "executables": [fact_of_executables(each) for each in tables["executable_table"]["multi_arch_executables"]],
        "constants": [len(each) for each in file.container.constants],
    }


def bytecode_of(file: Recognized) -> dict[str, list[str]]:
    """The sequencer's bytecode of the functions in a module file, by name, an operation to a line. Raises Error for a file of another kind."""
    if not is_module_file(file.data or b""):
        raise Error(f"{shown_name(file.path)}: --listing shows the bytecode of a module file, and this is none")
    return listings(ModuleFile(file.data, shown_name(file.path)).container.tables)


def ports(ports: list[Port]) -> list[dict]:
    return [
        {"name": port.name, "dtype": dtype_name(port.type), "shape": list(port.type.shape) if isinstance(port.type, ShapedType) else None}
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
