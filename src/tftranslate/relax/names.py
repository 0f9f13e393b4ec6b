"""Names that Python takes, each given once."""

from __future__ import annotations

import keyword
import re

UNFIT = re.compile(r"\W+", re.ASCII)
# What a module of Relax says itself
TAKEN = ("R", "T", "I", "Module", "cls", "float", "range", "main")


class Names:
    """The names of a scope: a module's functions, or what one function binds."""

    def __init__(self, taken: tuple[str, ...] = TAKEN):
        self.last = dict.fromkeys(taken, 0)

    def new(self, wish: str) -> str:
        """The wish as Python takes it, with a number behind it where it was given before."""
        base = fitting(wish)
        if base not in self.last:
            self.last[base] = 0
            return base
        while True:
            self.last[base] += 1
            name = f"{base}_{self.last[base]}"
            if name not in self.last:
                self.last[name] = 0
                return name


def fitting(name: str) -> str:
    name = UNFIT.sub("_", name).strip("_") or "v"
    return f"v{name}" if name[0].isdigit() else f"{name}_" if keyword.iskeyword(name) else name
