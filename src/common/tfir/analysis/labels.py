"""The name of an op in reports: the one that it has in its model, else its own name and line."""

from __future__ import annotations

from tfir.ir.location import FileLineCol, FusedLocation, NameLocation, resolve
from tfir.ir.operations import Operation


def label(op: Operation) -> str:
    """`layer1/MatMul` for a node or an op whose location has a name; `add@12` for one that stands on line 12."""
    name = op.get("_mlir_name")
    if name:
        return str(name)
    location = resolve(op.location)
    if isinstance(location, FusedLocation):
        location = next((place for place in map(resolve, location.locations) if isinstance(place, NameLocation)), location)
    if isinstance(location, NameLocation):
        return location.name.partition("@")[0] or location.name
    local = op.name.partition(".")[2]
    return f"{local}@{location.line}" if isinstance(location, FileLineCol) else local
