"""Regular expressions that need no compiling, because what they compile to was kept.

Compiling the few dozen that a tool needs to start, and importing the module that compiles, would take a third of the time in which
an empty module passes through `tf-opt`. So the first run keeps their code beside Python's own compiled modules, for exactly this
version of Python, and later ones hand it to the matching engine. Where nothing can be kept all goes on as without.
"""

from __future__ import annotations

import marshal
import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from array import array
    from re import Pattern
    from typing import Any, AnyStr

    Kept = dict[tuple[str | bytes, int], bytes]  # (expression, flags) -> arguments for the engine, in Python's marshal format

try:
    import _sre
except ImportError:  # a Python without the engine of this one: all is compiled as ever
    _sre = None

ASCII, DOTALL, MULTILINE, VERBOSE = 256, 16, 8, 64
MOST = 1000

_path = os.path.join(os.path.dirname(__file__), "__pycache__", f"patterns.{sys.implementation.cache_tag}-{sys.hexversion:x}.marshal")
_kept: Kept | None = None
_is_new = False


def compiled(expression: AnyStr, flags: int = 0) -> Pattern[AnyStr]:
    global _kept
    if _kept is None:
        _kept = _read() if _sre is not None else {}
    marshalled = _kept.get((expression, flags))
    if marshalled is not None:
        code, *rest = marshal.loads(marshalled)
        pattern: Pattern[AnyStr] = _sre.compile(expression, rest[0], memoryview(code).cast("I").tolist(), *rest[1:])
        return pattern
    import re

    fresh = re.compile(expression, flags)
    if len(_kept) < MOST:
        _keep(_kept, expression, flags, fresh)
    return fresh


def escaped(text: str) -> str:
    """An expression for a text itself, as `re.escape`."""
    return "".join([character if character.isalnum() or character in "_ '\"" else "\\" + character for character in text])


def _read() -> Kept:
    try:
        with open(_path, "rb") as file:
            patterns = marshal.loads(file.read())  # `load` asks the file for each number by itself
        return patterns if isinstance(patterns, dict) else {}
    except (OSError, ValueError, EOFError, TypeError):
        return {}


def _keep(kept: Kept, expression: AnyStr, flags: int, fresh: Pattern[AnyStr]) -> None:
    """Remembers the code of an expression, if the engine makes the same of it again."""
    global _is_new
    try:
        code, *rest = _compiled(expression, flags)
        if _sre.compile(expression, rest[0], code, *rest[1:]) == fresh:
            kept[expression, flags] = marshal.dumps((memoryview(_array(code)).cast("B").tobytes(), *rest))
            _is_new = True
    except (ImportError, AttributeError, TypeError, ValueError, RuntimeError):
        pass  # another Python, with another inside


def _array(code: list[int]) -> array[int]:
    from array import array

    return array("I", code)


def _compiled(expression: str | bytes, flags: int) -> tuple[Any, ...]:
    """(code, flags, number of groups, groups by name, names by group): what the engine is given for an expression."""
    import re

    inside: Any = re  # type checkers are not told of what it keeps for itself
    parsed = inside._parser.parse(expression, flags)
    state = parsed.state
    names: list[str | None] = [None] * state.groups
    for name, number in state.groupdict.items():
        names[number] = name
    return inside._compiler._code(parsed, flags), flags | state.flags, state.groups - 1, state.groupdict, tuple(names)


def keep_patterns(always: bool = False) -> None:
    """Writes the compiled patterns for later runs; tools call it at their end. Where Python writes no bytecode, nothing is written unless
    `always`."""
    if not _is_new or (sys.dont_write_bytecode and not always):
        return
    beside = f"{_path}.{os.getpid()}"
    try:
        with open(beside, "wb") as file:
            marshal.dump(_kept, file)
        os.replace(beside, _path)
    except OSError:
        pass  # installed where we may not write
