"""Makes control results of what is stateful in functions that TensorFlow runs as they are, since all of it runs there, whatever needs it.

These are functions of branches and loops that are not taken apart (`_lower_using_switch_merge`), and those that run inside of such. Who runs them gets a copy.
"""

from __future__ import annotations

from tfir.conversion.whole_functions import WholeFunctions
from tfir.ir.symbols import SymbolTable


def tfg_keep_stateful_nodes(module: "Module"):
    functions = [op for op in module.body if op.regions and op.name in ("tfg.graph", "tfg.func") and op.region.blocks]
    wholes = WholeFunctions(SymbolTable(module))
    for function in functions:
        wholes.settle(function)
