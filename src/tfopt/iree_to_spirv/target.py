"""Which device a module is compiled for."""

from __future__ import annotations

from tfir.dialects.iree.target import LAVAPIPE, TargetAttr
from tfir.ir.diagnostics import Error

ATTRIBUTE = "iree.target"
KNOWN = {"portable": TargetAttr(), "lavapipe": LAVAPIPE}


def resolve_target(module, name: str) -> TargetAttr:
    """The facts to compile by: the named device's, which are then written on the module, or those written there."""
    if name:
        if name not in KNOWN:
            raise Error(f"unknown target '{name}'; there are {', '.join(KNOWN)}", module)
        module.attributes[ATTRIBUTE] = KNOWN[name]
    found = module.attributes.get(ATTRIBUTE, KNOWN["portable"])
    if not isinstance(found, TargetAttr):
        raise Error(f"expected {ATTRIBUTE} to be #iree.target<...>, found {found}", module)
    return found
