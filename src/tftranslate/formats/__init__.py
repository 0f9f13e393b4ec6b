"""The formats of files. A format is a module of this folder, or one that another package adds by the entry points `tfir.formats`. It has

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


class Kind:
    """What a file may be. `title` is what messages call it, `read_by` the flag that they advise. `begins(data)` says whether the bytes of a
    file are of this kind; None is for the one kind that is taken to be meant where no other is. `facts(recognized)` are what `--inspect`
    tells of a file, beside its name and kind, where that is not known there."""

    __slots__ = ("title", "read_by", "begins", "facts")

    def __init__(self, title: str, read_by: str, begins=None, facts=None):
        self.title, self.read_by, self.begins, self.facts = title, read_by, begins, facts


class Direction:
    """A way through the tool. `run(source, arguments)` goes it, `source` being a path or `-`; `takes` names the flags that are about it and
    not about every direction; `is_binary(arguments)` says whether what it writes is no text, `as_text` which flag makes it text."""

    __slots__ = ("flag", "run", "takes", "is_binary", "as_text")

    def __init__(self, flag: Flag, run, takes: tuple[str, ...] = (), is_binary=lambda arguments: False, as_text: str = ""):
        self.flag, self.run, self.takes, self.is_binary, self.as_text = flag, run, takes, is_binary, as_text


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


def kinds() -> list[Kind]:
    return [kind for module in own() for kind in module.KINDS]


def added_kinds() -> list[Kind]:
    return [kind for module in added() for kind in module.KINDS]


def directions(modules) -> list[Direction]:
    return [direction for module in modules for direction in module.DIRECTIONS]


def flags(modules) -> list[Flag]:
    """The flags of some formats, of each those of its directions first."""
    return [flag for module in modules for flag in (*[direction.flag for direction in module.DIRECTIONS], *module.FLAGS)]
