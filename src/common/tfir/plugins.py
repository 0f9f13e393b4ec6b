"""Additions to the tools by other installed packages, through their entry points: docs/plugins.md says how.

Entry points are read only when a name is not one of ours, or when all names are listed: a tool that needs no plug-in does
not pay for there being any. `importlib.metadata` would answer too; its import alone takes longer than an empty module may.
"""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import ModuleType

# group -> what an entry's name stands for; its value is the module that has it
GROUPS = {
    "tfir.dialects": "dialect",  # with a `DIALECT`
    "tfir.passes": "room of passes",  # a package; each pass is a file of its own name in it
    "tfir.optimizers": "optimizer",  # a pass on an `Item`, for the `custom_optimizers` of a RewriterConfig
    "tfir.formats": "format",  # a module as those in tftranslate/formats
    "tfir.custom_calls": "answer to custom calls",  # a module with `answer(op, operands)`, the results of a call of that target
    "tfir.devices": "device",  # a module as those in tfrun/devices
}
METADATA = (".dist-info", ".egg-info")


class Entry:
    """One entry point of a package: its group, its name, its module, and the file that declares it."""

    __slots__ = ("group", "name", "module", "file")

    def __init__(self, group: str, name: str, module: str, file: str):
        self.group, self.name, self.module, self.file = group, name, module, file

    def load(self) -> ModuleType:
        """The module. Raises Error where it cannot be imported: the tool is in order, the plug-in is not."""
        try:
            __import__(self.module)
        except Exception as error:
            from tfir.ir.diagnostics import Error

            what = f"the {GROUPS[self.group]} '{self.name}' of an installed package cannot be loaded"
            raise Error(f"{what}: {type(error).__name__}: {error} ({self.file})") from error
        return sys.modules[self.module]


_entries: dict[str, dict[str, Entry]] = {}


def entries(group: str) -> dict[str, Entry]:
    """The entries that packages add to a group, by name. Where two add the same name, the one first on `sys.path` has it."""
    if not _entries:
        _entries.update({group: {} for group in GROUPS})
        for path in files_of_entry_points(sys.path):
            for entry in entries_in(path):
                _entries[entry.group].setdefault(entry.name, entry)
    return _entries[group]


def files_of_entry_points(folders: list[str]) -> list[str]:
    """The files `entry_points.txt` of all packages installed in some folders."""
    paths = []
    for folder in dict.fromkeys(folders):
        try:
            names = sorted(os.listdir(folder or "."))
        except OSError:  # an archive, or nothing
            continue
        paths += [os.path.join(folder, name, "entry_points.txt") for name in names if name.endswith(METADATA)]
    return paths


def entries_in(path: str) -> list[Entry]:
    """The entries of our groups in one file, whose lines are `[group]` and `name = module`. A package need not have the file."""
    try:
        with open(path, encoding="utf-8") as file:
            text = file.read()
    except (OSError, ValueError):
        return []
    parsed, group = [], ""
    for line in text.splitlines() if "[tfir." in text else ():
        line = line.strip()
        if line.startswith("["):
            group = line.strip("[]")
        elif group in GROUPS and "=" in line and line[0] not in "#;":
            name, _, module = line.partition("=")
            parsed.append(Entry(group, name.strip(), module.strip(), path))
    return parsed
