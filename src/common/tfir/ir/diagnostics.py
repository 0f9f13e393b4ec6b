"""Errors, warnings, notes and remarks: what was found, what was expected, and where."""

from __future__ import annotations

import os
import sys

from tfir.ir.location import UNKNOWN, FileLineCol, Source, UnknownLocation, resolve, source_place

LONGEST_SHOWN_LINE, LONGEST_SAID_LINE = 160, 4000


class Diagnostic:
    """One message about one place. `notes` are diagnostics too: the other places involved."""

    __slots__ = ("severity", "message", "location", "notes")

    def __init__(self, message: str, at=None, severity: str = "error", notes=()):
        self.severity, self.message, self.notes = severity, message, list(notes)
        self.location = location_of(at)

    def place(self) -> FileLineCol | None:
        """File, line and column to show, or None when nobody knows."""
        where = source_place(self.location)
        found = resolve(self.location if where is None else where)
        return found if isinstance(found, FileLineCol) else None

    def render(self, colour: bool = False) -> str:
        """The message as a compiler prints it: `file:line:col: error: ...`, the line, a caret; then the notes."""
        paint = painted if colour else plain
        place = self.place()
        if place is None:
            known = resolve(self.location)
            head = "" if isinstance(known, UnknownLocation) else f"loc({known}): "
        else:
            head = f"{place.file}:{place.line}:{place.column}: "
        first, *more = [line if len(line) <= LONGEST_SAID_LINE else f"{line[:LONGEST_SAID_LINE]}..." for line in self.message.split("\n")]
        said = [paint(head, "place") + paint(f"{self.severity}: ", self.severity) + paint(first, "message"), *more]
        return "\n".join([*said, *self._excerpt(paint), *[note.render(colour) for note in self.notes]])

    def _excerpt(self, paint) -> list[str]:
        where = source_place(self.location)
        if where is None:
            return []
        source = Source.containing(where)
        line = source.line_at(where - source.base)
        column = source.line_and_column(where - source.base)[1]
        start = max(0, column - 1 - LONGEST_SHOWN_LINE // 2) if len(line) > LONGEST_SHOWN_LINE else 0
        shown = line[start : start + LONGEST_SHOWN_LINE]
        left, right = "..." if start else "", "..." if start + len(shown) < len(line) else ""
        padding = "".join(["\t" if c == "\t" else " " for c in left + shown[: column - 1 - start]])
        return [left + shown + right, padding + paint("^" + "~" * (length_at(shown, column - 1 - start) - 1), "caret")]


def length_at(line: str, at: int) -> int:
    """How long the word is that begins at a place of a line; 1 where none does."""
    if line.startswith('"', at):
        return max(1, line.find('"', at + 1) + 1 - at)
    end = at
    while end < len(line) and (line[end].isalnum() or line[end] in "_.$-" or (end == at and line[end] in "%@#!^")):
        end += 1
    return max(1, len(line[at:end].rstrip(".-")))


COLOURS = {
    "error": "1;31", "warning": "1;35", "remark": "1;34", "note": "1;36", "place": "1", "message": "1", "caret": "1;32",
}  # fmt: skip


def painted(text: str, kind: str) -> str:
    return f"\x1b[{COLOURS[kind]}m{text}\x1b[0m" if text else ""


def plain(text: str, kind: str) -> str:
    return text


def in_colour(stream) -> bool:
    """Whether to show colours: on a terminal that knows them, unless the user does not want any (https://no-color.org)."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


class Error(Exception):
    """Something that a user can put right. Carries one or more diagnostics; tools print them and exit with 1."""

    def __init__(self, message: str, at=None, notes=()):
        super().__init__(message)
        self.diagnostics = [Diagnostic(message, at, "error", [n if isinstance(n, Diagnostic) else Diagnostic(*n, "note") for n in notes])]

    @staticmethod
    def on(op, message: str, notes=()) -> Error:
        """An error about an operation, worded as MLIR words them: `'dialect.op' op message`."""
        return Error(f"'{op.name}' op {message}", op, notes)

    @staticmethod
    def of(diagnostics) -> Error:
        """One error for several diagnostics."""
        error = Error(diagnostics[0].message)
        error.diagnostics = list(diagnostics)
        return error

    def render(self, colour: bool = False) -> str:
        return "\n".join([diagnostic.render(colour) for diagnostic in self.diagnostics])


def location_of(thing):
    """The location of an operation, a value or a location."""
    if thing is None:
        return UNKNOWN
    owner = getattr(thing, "owner", None)
    if owner is not None and hasattr(owner, "argument_locations"):
        found = (owner.argument_locations or {}).get(thing)
        return found if found is not None else location_of(owner.parent_op)
    if owner is not None:
        thing = owner
    return getattr(thing, "location", thing if not hasattr(thing, "operations") else UNKNOWN)


# Warnings and remarks go to whoever listens last; by default they are printed as they come.


def show(what: Diagnostic | Error) -> None:
    """Tells the user, on standard error."""
    print(what.render(in_colour(sys.stderr)), file=sys.stderr)


_listeners = [show]


def emit(diagnostic: Diagnostic) -> None:
    """Tells the user something that does not stop the work: a warning or a remark."""
    _listeners[-1](diagnostic)


class Listening:
    """While it lasts, what is emitted is collected in `heard`: `with Listening() as heard: ...`."""

    def __init__(self):
        self.heard: list[Diagnostic] = []

    def __enter__(self) -> list[Diagnostic]:
        _listeners.append(self.heard.append)
        return self.heard

    def __exit__(self, *_):
        _listeners.pop()
