"""Models as modules in memory, and back into files, for callers in the same process: along the directions that the flags ask for."""

from __future__ import annotations

import os
from tempfile import TemporaryDirectory

from tfir.cli.process import FAILURE
from tfir.ir.diagnostics import Error

from tftranslate import formats
from tftranslate.formats import Direction
from tftranslate.main import FLAGS, check_flags
from tftranslate.modules import Kept
from tftranslate.recognition import TEXT_IR, recognize
from tftranslate.routes import IR, Route, route

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from tfir.cli.flags import Arguments, Flag
    from tfir.ir.operations import Operation

AS_THEY_ARE = ("module file",)


def every() -> tuple[list[Flag], list[Direction]]:
    added = formats.added()
    return [*FLAGS, *formats.flags(added)], formats.directions([*formats.own(), *added])


def loaded(path: str, arguments_of: Callable[[list[Flag]], Arguments]) -> Operation | None:
    """The module that a file or directory becomes; None for one that holds IR as it is. `arguments_of` makes arguments of flags."""
    (flags, directions), file = every(), recognize(path, asks_added=True)
    arguments: Any = arguments_of(flags)
    if file.kind == TEXT_IR or file.kind in AS_THEY_ARE or is_text(path):
        check_flags([], directions, arguments)
        return None
    way = route(file, IR, directions)
    check_flags(way, directions, arguments)
    arguments.output = kept = Kept()
    flag = way[-1].flag
    if flag.name not in [name for name, _ in arguments.order]:  # else it says in which form
        setattr(arguments, flag.attribute, flag.value(flag.text_if_bare))
    way[-1].run(path, arguments)
    return kept.module


def is_text(path: str) -> bool:
    """Whether a file's name says that it is IR: its text may begin like that of anything."""
    return path.endswith(".mlir")


def written(text: str, arguments_of: Callable[[list[Flag]], Arguments]) -> None:
    """Writes the file that arguments ask for of the text of a module. Raises Error where it cannot be lowered to what the format takes."""
    flags, directions = every()
    arguments = arguments_of(flags)
    with TemporaryDirectory(prefix="tfir-") as folder:
        source = os.path.join(folder, "module.mlir")
        with open(source, "w", encoding="utf-8", errors="surrogateescape", newline="\n") as file:
            file.write(text)
        recognized = recognize(source)
        recognized.kind = TEXT_IR
        way = route(recognized, arguments.to, directions)
        check_flags(way, directions, arguments)
        if Route(recognized, way, arguments).run() == FAILURE:
            raise Error(f"{arguments.output}: the module cannot be lowered to {arguments.to}; tf-opt has told why")
