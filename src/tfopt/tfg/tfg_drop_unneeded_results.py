"""Drops from branches and loops what no result needs: results, values that only go round, and the operands for these, as TensorFlow's sessions do.

Of functions that no other refers to, and in what they run by nodes that TensorFlow may lower (`_lower_using_switch_merge`).
"""

from __future__ import annotations

from tfir.analysis.call_graph import names_in
from tfir.analysis.deadness import is_taken_apart
from tfir.conversion.needed_results import NeededResults
from tfir.ir.symbols import SymbolTable


def tfg_drop_unneeded_results(module: "Module"):
    functions = [op for op in module.body if op.name == "tfg.func" and "generic" not in op.attributes and op.region.blocks]
    if not any([is_taken_apart(op) for function in functions for op in function.body]):
        return
    named, needed = {name for op in module.body for name in names_in(op)}, NeededResults(SymbolTable(module))
    for function in functions:
        if function.get("sym_name") not in named:
            needed.narrow(function)
