"""The functions that some ops of a module can come to call."""

from __future__ import annotations

from tfir.analysis.call_graph import reached_functions
from tfir.ir.operations import Operation


def drop_unreached(module: Operation, *entries: Operation) -> None:
    """Leaves only the entries and the functions that they can come to call."""
    reached = functions_reached_by(module, [inner for entry in entries if entry.regions for inner in entry.body])
    for op in list(module.body):
        if op not in entries and op not in reached:
            op.erase()


def functions_reached_by(module: Operation, ops: list[Operation]) -> set[Operation]:
    """The functions of a module that ops can come to call."""
    return reached_functions(ops, {op.get("sym_name"): op for op in module.body if op.name == "tfg.func"})
