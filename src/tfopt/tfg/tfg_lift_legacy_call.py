"""Lets nodes whose op is a function of the library refer to it by its symbol, so that it is not taken for unused."""

from __future__ import annotations

from tfir.dialects.tfg.functions import functions_by_name
from tfir.ir.attributes import SymbolRefAttr

CALL = "tfg.legacy_call"


def tfg_lift_legacy_call(module: "Module"):
    functions = functions_by_name(module)
    for op in module.walk():
        if op.dialect == "tfg" and op.name[4:] in functions and op.results:
            op.set_attribute(CALL, SymbolRefAttr(op.name[4:]))
