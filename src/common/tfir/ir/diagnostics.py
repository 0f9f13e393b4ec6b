"""Errors, warnings, notes and remarks: what was met, what was expected, and where."""

from __future__ import annotations

import os
import sys

from tfir.ir.location import UNKNOWN, FileLineCol, Source, UnknownLocation, resolve, source_place
from tfir.ir.operations import Block, Operation, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from types import TracebackType
    from typing import Self, TextIO

    from tfir.ir.location import AnyLocation
    from tfir.ir.types import Type

    Place = Operation | Value | AnyLocation | None  # what a diagnostic can be about

LONGEST_SHOWN_LINE, LONGEST_SAID_LINE = 160, 4000


class Diagnostic:
    """One message about one place. `notes` are diagnostics too: the other places involved. `severity` is "error", "warning", "note" or
    "remark"."""

    __slots__ = ("severity", "message", "location", "notes")

    def __init__(self, message: str, at: Place = None, severity: str = "error", notes: Iterable[Diagnostic] = ()):
        self.severity, self.message, self.notes = severity, message, list(notes)
        self.location = location_of(at)

    def place(self) -> FileLineCol | None:
        """File, line and column to show, or None where the location has none."""
        where = source_place(self.location)
        location = resolve(self.location if where is None else where)
        return location if isinstance(location, FileLineCol) else None

    def render(self, colour: bool = False) -> str:
        """The message as a compiler prints it: `file:line:col: error: ...`, the line, a caret; then the notes."""
        paint = painted if colour else plain
        place = self.place()
        if place is None:
            location = resolve(self.location)
            head = "" if isinstance(location, UnknownLocation) else f"loc({location}): "
        else:
            head = f"{place.file}:{place.line}:{place.column}: "
        first, *more = [line if len(line) <= LONGEST_SAID_LINE else f"{line[:LONGEST_SAID_LINE]}..." for line in self.message.split("\n")]
        said = [paint(head, "place") + paint(f"{self.severity}: ", self.severity) + paint(first, "message"), *more]
        return "\n".join([*said, *self._excerpt(paint), *[note.render(colour) for note in self.notes]])

    def _excerpt(self, paint: Callable[[str, str], str]) -> list[str]:
        """The line of the source and a caret below it, or nothing where there is no source to show."""
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


def in_colour(stream: TextIO) -> bool:
    """Whether to show colours: on a terminal that knows them, unless the user does not want any (https://no-color.org)."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def innermost(error: BaseException) -> TracebackType | None:
    place = error.__traceback__
    while place is not None and place.tb_next is not None:
        place = place.tb_next
    return place


def raised_at(error: BaseException) -> str:
    """` at FILE:LINE` of where an exception was raised."""
    place = innermost(error)
    return f" at {place.tb_frame.f_code.co_filename}:{place.tb_lineno}" if place is not None else ""


# What Python says of a program's own text, in words for who has a model and did not write the program.
OF_PYTHON: tuple[tuple[type[Exception], str], ...] = (
    (ZeroDivisionError, "a division by zero"),
    (OverflowError, "a number that is too large"),
    (RecursionError, "functions that call each other too deeply"),
    (KeyError, "a type or attribute that is not known there"),
    (LookupError, "fewer operands, dimensions or elements than there should be"),
    (StopIteration, "fewer operands, dimensions or elements than there should be"),
    (TypeError, "a value or size of a kind that is not known there"),
    (AttributeError, "a value or size of a kind that is not known there"),
)
COUNTING = ("to unpack", "zip() argument")  # ValueErrors of Python's own, which count


def in_words(error: Exception) -> str:
    """Why an op is refused for which an exception was raised: what our code, or a library's, said as it raised it; of Python's own errors what
    they mean. With TFIR_TRACEBACK=1 the calls are shown as well, since that may be a defect."""
    if os.environ.get("TFIR_TRACEBACK"):
        import traceback  # which takes 5 ms

        traceback.print_exception(error)
    counts = isinstance(error, ValueError) and any([words in str(error) for words in COUNTING])
    if str(error) and (is_said(error) or isinstance(error, ValueError) and not counts):
        return str(error)
    return next((words for kind, words in OF_PYTHON if isinstance(error, kind)), OF_PYTHON[4][1] if counts else "numbers that do not fit")


def is_said(error: BaseException) -> bool:
    """Whether a `raise` raised an exception, with a text, and no other piece of a program."""
    from opcode import opmap

    place = innermost(error)
    is_text = all([isinstance(argument, str) for argument in error.args])
    return place is not None and is_text and place.tb_frame.f_code.co_code[place.tb_lasti] == opmap["RAISE_VARARGS"]


class Bare(str):
    """The message of an error about an operation that stands without the operation's name, as upstream prints it."""

    __slots__ = ()


class Error(Exception):
    """Something that a user can put right. Carries one or more diagnostics; tools print them and exit with 1."""

    def __init__(self, message: str, at: Place = None, notes: Iterable[Diagnostic | tuple[str, Place]] = ()):
        super().__init__(message)
        told = [note if isinstance(note, Diagnostic) else Diagnostic(*note, "note") for note in notes]
        self.diagnostics = [Diagnostic(message, at, "error", told)]

    def __deepcopy__(self, _: object) -> Self:
        """What keeps an error to tell it later is copied, the error and the program that it is about are not."""
        return self

    def and_told(self, message: str) -> Self:
        """The same error with one more at its place, where upstream tells two."""
        self.diagnostics.append(Diagnostic(message, self.diagnostics[0].location))
        return self

    @staticmethod
    def on(op: Operation, message: str, notes: Iterable[Diagnostic | tuple[str, Place]] = ()) -> Error:
        """An error about an operation, worded as MLIR words them: `'dialect.op' op message`; a message that is `Bare` stands as it is."""
        return Error(message if isinstance(message, Bare) else f"'{op.name}' op {message}", op, notes)

    @classmethod
    def of(cls, diagnostics: Sequence[Diagnostic]) -> Self:
        """One error for several diagnostics, of which there is at least one."""
        error = cls(diagnostics[0].message)
        error.diagnostics = list(diagnostics)
        return error

    @staticmethod
    def not_inferred(op: Operation, reason: str) -> Error:
        """The two errors of MLIR's verifier where it infers types of results: the reason, and that they could not be inferred."""
        return Error.of([Diagnostic(reason, op), Diagnostic(f"'{op.name}' op failed to infer returned types", op)])

    @staticmethod
    def incompatible(op: Operation, inferred: Iterable[Type | str], declared: Iterable[Type]) -> Error:
        """The errors of results that have other types than inference gives them."""
        types = f"inferred type(s) {listed(inferred)} are incompatible with return type(s) of operation {listed(declared)}"
        return Error.not_inferred(op, f"'{op.name}' op {types}")

    def render(self, colour: bool = False) -> str:
        return "\n".join([diagnostic.render(colour) for diagnostic in self.diagnostics])


def listed(types: Iterable[Type | str]) -> str:
    """Types as messages have them: `'f32', 'i1'`."""
    return ", ".join([f"'{type}'" for type in types])


def location_of(at: Place) -> AnyLocation:
    """The location of an operation, of a value (a result's is its operation's; an argument has its own, or that of the operation
    around it), or the location itself."""
    if isinstance(at, Value):
        owner = at.owner
        if isinstance(owner, Block):
            location = owner.argument_locations.get(at)
            return location if location is not None else location_of(owner.parent_op)
        at = owner
    if isinstance(at, Operation):
        return at.location
    return UNKNOWN if at is None else at


# Warnings and remarks go to the last listener; the first prints them as they come.


def show(what: Diagnostic | Error) -> None:
    """Tells the user, on standard error."""
    print(what.render(in_colour(sys.stderr)), file=sys.stderr)


_listeners: list[Callable[[Diagnostic], object]] = [show]


def emit(diagnostic: Diagnostic) -> None:
    """Tells the user something that does not stop the work: a warning or a remark."""
    _listeners[-1](diagnostic)


class Listening:
    """A context that collects emitted diagnostics in `heard`: `with Listening() as heard: ...`."""

    def __init__(self) -> None:
        self.heard: list[Diagnostic] = []

    def __enter__(self) -> list[Diagnostic]:
        _listeners.append(self.heard.append)
        return self.heard

    def __exit__(self, *_: object) -> None:
        _listeners.pop()
