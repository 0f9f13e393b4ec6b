"""The graphs and functions that passes over whole modules look at."""

from __future__ import annotations

from tfir.ir.operations import Operation


def concrete_tops(module: Operation) -> list[Operation]:
    """The graphs and functions of a module, without the functions that stand for several."""
    return [op for op in module.body if op.name in ("tfg.graph", "tfg.func") and "generic" not in op.attributes]
