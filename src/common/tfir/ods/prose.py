"""What ops do, in sentences: `prose.txt` in a dialect's folder has a line for each, or for several of which all of it is true: `Add, AddV2: ...`."""

from __future__ import annotations

import os
from functools import cache

DIALECTS = os.path.join(os.path.dirname(os.path.dirname(__file__)), "dialects")


@cache
def sentences(dialect: str) -> dict[str, str]:
    """The texts of a dialect by the names of its ops."""
    path = os.path.join(DIALECTS, dialect, "prose.txt")
    if not os.path.exists(path):
        return {}
    with open(path, encoding="utf-8") as file:
        lines = [line.rstrip("\n").partition(": ") for line in file if not line.startswith("#") and line.strip()]
    return {name: text for names, _, text in lines for name in names.split(", ")}


def prose_of(dialect: str, local: str) -> str:
    """What an op does; empty where nothing is written of it. Nodes of a graph are ops of TensorFlow."""
    return sentences(dialect).get(local) or (sentences("tf").get(local, "") if dialect == "tfg" else "")
