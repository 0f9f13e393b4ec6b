"""Errors, warnings, notes and remarks: what was found, what was expected, and where."""

from __future__ import annotations

import sys

from tfir.ir.location import UNKNOWN, FileLineCol, Source, UnknownLocation, resolve, source_place

LONGEST_SHOWN_LINE = 160


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

    def render(self) -> str:
        """The message as a compiler prints it: `file:line:col: error: ...`, the line, a caret; then the notes."""
        place = self.place()
        if place is None:
            known = resolve(self.location)
            head = "" if isinstance(known, UnknownLocation) else f"loc({known}): "
        else:
            head = f"{place.file}:{place.line}:{place.column}: "
        lines = [f"{head}{self.severity}: {self.message}", *self._excerpt()]
        return "\n".join(lines + [note.render() for note in self.notes])

    def _excerpt(self) -> list[str]:
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
        return [left + shown + right, padding + "^"]


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

    def render(self) -> str:
        return "\n".join([diagnostic.render() for diagnostic in self.diagnostics])


def location_of(thing):
    """The location of an operation, a value or a location."""
    if thing is None:
        return UNKNOWN
    owner = getattr(thing, "owner", None)
    if owner is not None:
        thing = owner
    return getattr(thing, "location", thing if not hasattr(thing, "operations") else UNKNOWN)


# Warnings and remarks go to whoever listens last; by default they are printed as they come.


def _print(diagnostic: Diagnostic) -> None:
    print(diagnostic.render(), file=sys.stderr)


_listeners = [_print]


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
