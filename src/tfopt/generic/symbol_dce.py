"""Drops private symbols that nobody refers to."""

from __future__ import annotations

from tfir.dialects import has_trait
from tfir.ir.operations import Operation
from tfir.ir.symbols import NAME, references_in, symbol_name

TITLE = "SymbolDCE"


def symbol_dce(module: "Module"):
    """Goes on until nothing is left to drop: a function that only a dropped one called goes as well."""
    changed = True
    while changed:
        changed = drop_unreferenced(module)


def drop_unreferenced(module: Operation, kinds=None) -> bool:
    """A reference from inside a symbol to itself does not keep it. `kinds` are the ops that may be dropped, where not all may."""
    users: dict[str, set] = {}
    for op, reference in references_in(module):
        for name in reference.path:
            users.setdefault(name, set()).add(op)
    dead = [op for op in module.walk() if is_private(op) and not any(not user.is_inside(op) for user in users.get(symbol_name(op), ()))]
    for op in dead:
        if (kinds is None or op.name in kinds) and op.parent is not None:
            op.erase()
    return any([kinds is None or op.name in kinds for op in dead])


def is_private(op: Operation) -> bool:
    return NAME in op.attributes and op.get("sym_visibility") == "private" and has_trait(op, "symbol") and op.parent is not None
