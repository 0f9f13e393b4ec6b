"""Functions of the sequencer in a module file: as bytecode, and what bytecode does not say in attributes of a declaration."""

from __future__ import annotations

from tfir.execution.sequencer import is_sequence
from tfir.ir.attributes import ArrayAttr, LocationAttr, TypeAttr
from tfir.ir.diagnostics import Error
from tfir.ir.location import UNKNOWN, resolve
from tfir.ir.operations import Operation, Region
from tfir.ir.types import FunctionType
from tfir.vm.disassembler import disassemble
from tfir.vm.listing import listing
from tfir.vm.opcodes import sequencer
from tfir.vm.symbols import Symbols

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from tfir.module_file.records import Record

FUNCTION = "func.func"
SLOTS, LOCATIONS = "tfir.slots", "tfir.locations"  # of a declaration: the types of its slots, and where operations came from


def functions_of(module: Operation) -> list[Operation]:
    return [op for op in module.body if op.name == FUNCTION]


def function_values(func: Operation, symbols: Symbols, printed: Callable[[Operation], str]) -> dict[str, Any]:
    """A function as the file has it. Of one whose bytecode is the same function again, as it is `printed`, the program keeps the declaration;
    any other stays in the program."""
    values: dict[str, Any] = {"name": func.get("sym_name")}
    if not func.regions[0].blocks or not is_sequence(func):
        return values
    from tfir.vm.assembler import assemble

    try:
        assembled = assemble(func, sequencer(), symbols)
        located = [(offset, op.location) for offset, op in assembled.places if op.location is not UNKNOWN]
        again = disassemble(
            values["name"], assembled.contents, assembled.slot_types, func.get("function_type"), sequencer(), symbols, dict(located)
        )
    except Error:
        return values
    again.set_attributes(func.attributes)
    again.set_location(func.location)
    if printed(again) != printed(func):
        return values
    func.take_regions()
    func.add_region(Region())
    func.set_attribute(SLOTS, ArrayAttr([TypeAttr(type) for type in assembled.slot_types]))
    func.set_attribute(LOCATIONS, ArrayAttr([LocationAttr(resolve(location)) for _, location in located]))
    bytecode = {"local_count": assembled.local_count, "contents": assembled.contents, "located": [offset for offset, _ in located]}
    return values | {"bytecode": bytecode}


def functions_in(tables: Record) -> list[Record]:
    table = tables["function_table"]
    return table["functions"] if table is not None else []


def symbols_in(tables: Record) -> Symbols:
    """What the numbers in the bytecode of a file refer to."""
    executables = tables["executable_table"]
    names = [(each["name"], each["entry_points"]) for each in executables["multi_arch_executables"]] if executables is not None else []
    return Symbols([each["name"] for each in functions_in(tables)], [], names)


def listings(tables: Record) -> dict[str, list[str]]:
    """The bytecode of each function that has some, as text, an operation to a line."""
    symbols = symbols_in(tables)
    return {
        each["name"]: list(listing(each["name"], bytes(each["bytecode"]["contents"]), sequencer(), symbols))
        for each in functions_in(tables)
        if each["bytecode"] is not None
    }


def fill(module: Operation, tables: Record) -> None:
    """Gives the functions of a program that are declared the operations that their bytecode says."""
    records, symbols = functions_in(tables), symbols_in(tables)
    funcs = functions_of(module)
    if [func.get("sym_name") for func in funcs] != symbols.functions:
        raise Error("the functions in the file are not those of its program")
    for func, record in zip(funcs, records):
        if record["bytecode"] is not None:
            fill_function(func, record, symbols)


def fill_function(func: Operation, record: Record, symbols: Symbols) -> None:
    bytecode, name = record["bytecode"], record["name"]
    slots, locations = [func.attributes.get(key) for key in (SLOTS, LOCATIONS)]
    type = func.get("function_type")
    if (
        not isinstance(type, FunctionType)
        or not isinstance(slots, ArrayAttr)
        or not isinstance(locations, ArrayAttr)
        or func.regions[0].blocks
    ):
        raise Error(f"the program has no declaration of @{name}, of which the file has bytecode")
    types = [each.value for each in slots if isinstance(each, TypeAttr)]
    places = [each.location for each in locations if isinstance(each, LocationAttr)]
    if len(types) != len(slots) or len(types) != bytecode["local_count"] or not len(places) == len(locations) == len(bytecode["located"]):
        raise Error(f"the declaration of @{name} does not fit its bytecode")
    where = dict(zip(bytecode["located"], places))
    made = disassemble(name, bytes(bytecode["contents"]), types, type, sequencer(), symbols, where)
    func.take_regions()
    for region in made.take_regions():
        func.add_region(region)
    func.remove_attribute(SLOTS)
    func.remove_attribute(LOCATIONS)
