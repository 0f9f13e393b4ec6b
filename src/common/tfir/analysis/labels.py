"""The name of an op in reports: the one that it has in its model, else its own name and line."""

from __future__ import annotations

from tfir.ir.location import FileLineCol, FusedLocation, NameLocation, resolve
from tfir.ir.operations import Operation


def label(op: Operation) -> str:
    """`layer1/MatMul` for a node or an op whose location has a name; `add@12` for one that stands on line 12."""
    names = model_names(op)
    if names:
        return names[0]
    local, location = op.name.partition(".")[2], resolve(op.location)
    return f"{local}@{location.line}" if isinstance(location, FileLineCol) else local


def model_names(op: Operation) -> list[str]:
    """The nodes of the model that an op is or was made of: of one that was made of several, all that its location names."""
    name = op.get("_mlir_name")
    if name:
        return [str(name)]
    location = resolve(op.location)
    places = [resolve(place) for place in location.locations] if isinstance(location, FusedLocation) else [location]
    return [place.name.partition("@")[0] or place.name for place in places if isinstance(place, NameLocation)]
