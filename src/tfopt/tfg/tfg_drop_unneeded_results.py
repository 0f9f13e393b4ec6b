"""Drops from branches and loops what no result needs: results, values that only go round, and the operands for these, as TensorFlow's sessions do.

Of functions that no other refers to, and in what they run by nodes that TensorFlow may lower (`_lower_using_switch_merge`). Of all functions
what is only waited for, and pushes on stacks that are not popped from.
"""

from __future__ import annotations

from tfir.analysis.call_graph import names_in
from tfir.analysis.deadness import is_taken_apart
from tfir.conversion.needed_results import NeededResults
from tfir.conversion.unread_nodes import leave_out_unread
from tfir.ir.operations import Operation
from tfir.ir.symbols import SymbolTable


def tfg_drop_unneeded_results(module: "Module"):
    if any([is_taken_apart(op) for function in functions_of(module) for op in function.body]):
        named, needed = {name for op in module.body for name in names_in(op)}, NeededResults(SymbolTable(module))
        for function in functions_of(module):
            if function.get("sym_name") not in named:
                needed.narrow(function)
    for function in functions_of(module):
        leave_out_unread(function)


def functions_of(module: Operation) -> list[Operation]:
    """Those that are no patterns for others, with a body."""
    return [op for op in module.body if op.name == "tfg.func" and "generic" not in op.attributes and op.region.blocks]
