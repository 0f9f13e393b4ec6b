"""The formats of files. A format is a module of this folder, or one that another package adds by the entry points `tfir.formats`. It has any of

    KINDS        what a file of it may be: each a `Kind`
    DIRECTIONS   what the tool makes of it, and it of IR: each a `Direction` with the flag that asks for it
    FLAGS        other flags that these directions take

Our own are imported with the tool, so that a module imports what its work needs only when it works.
"""

from __future__ import annotations

import os
from functools import cache
from importlib import import_module

from tfir.cli.flags import Flag


class Lowering:
    """What makes the code that a file is written of: the `flags` of tf-opt. Such code has ops whose names begin with `code`; where that is None
    it is always made."""

    __slots__ = ("flags", "code")

    def __init__(self, code: str | None, *flags: str):
        self.code, self.flags = code, flags


STABLEHLO = Lowering("stablehlo.", "--pipeline=stablehlo")
DISPATCHES = Lowering("iree", "--pipeline=vulkan")


class Kind:
    """A kind of file. `title` is its name in messages, `read_by` the flag that messages recommend.

    `begins(data)` says whether a file's bytes are of this kind; None for the one kind that is assumed where no other matches.
    `facts(recognized)` returns what `--inspect` tells of a file beyond name and kind, where `inspection/facts.py` has no facts of the
    kind; without it, `module(data, name)` is the module that such a file becomes, of which the facts are.
    """

    __slots__ = ("title", "read_by", "begins", "facts", "module")

    def __init__(self, title: str, read_by: str, begins=None, facts=None, module=None):
        self.title, self.read_by, self.begins, self.facts, self.module = title, read_by, begins, facts, module


class Direction:
    """A conversion between files and IR. `run(source, arguments)` does it; `source` is a path or `-`.

    `takes` names the flags that concern this direction only; `is_binary(arguments)` says whether the output is binary, and `as_text`
    names the flag that makes it text. `between` are the formats that it leads from and to, where the flag is not `--FORMAT-to-FORMAT`.
    `lowering` makes the code that it takes, where that is of one stage.
    """

    __slots__ = ("flag", "run", "takes", "is_binary", "as_text", "source", "target", "lowering")

    def __init__(self, flag: Flag, run, takes: tuple[str, ...] = (), is_binary=lambda arguments: False, as_text: str = "",
                 between: tuple[str, str] | None = None, lowering: Lowering | None = None):  # fmt: skip
        self.flag, self.run, self.takes, self.is_binary, self.as_text, self.lowering = flag, run, takes, is_binary, as_text, lowering
        source, to, target = flag.name.partition("-to-")
        self.source, self.target = between or ((source, target) if to else ("", ""))


@cache
def own() -> list:
    """The modules of this folder."""
    with os.scandir(os.path.dirname(__file__)) as entries:
        names = sorted([entry.name[:-3] for entry in entries if entry.name.endswith(".py") and entry.name != "__init__.py"])
    return [import_module(f"{__name__}.{name}") for name in names]


@cache
def added() -> list:
    """The formats of other packages."""
    from tfir.plugins import entries

    return [entry.load() for entry in entries("tfir.formats").values()]


def listed(module, name: str) -> list:
    return getattr(module, name, [])


def kinds(modules) -> list[Kind]:
    return [kind for module in modules for kind in listed(module, "KINDS")]


def directions(modules) -> list[Direction]:
    return [direction for module in modules for direction in listed(module, "DIRECTIONS")]


def targets(directions: list[Direction]) -> list[str]:
    """The formats that directions lead to."""
    return sorted({direction.target for direction in directions if direction.target})


def flags(modules) -> list[Flag]:
    """The flags of some formats, of each those of its directions first."""
    return [flag for module in modules for flag in (*[direction.flag for direction in directions([module])], *listed(module, "FLAGS"))]
