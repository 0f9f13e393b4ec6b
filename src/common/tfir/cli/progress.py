"""Long work shows itself: a line on the terminal that says what is being done, how much of it, and for how long. In a pipe, or where it is
over soon, there is none.

    with stage("reading model.mlir"):
        ...
    for number, item in enumerate(items):
        tell(f"run {number + 1} of {len(items)}")
"""

from __future__ import annotations

import sys
from time import monotonic

TYPE_CHECKING = False
if TYPE_CHECKING:
    from threading import Event
    from types import TracebackType
    from typing import Any, TextIO

PATIENCE = 0.5  # seconds after which a line is shown
INTERVAL = 0.2
CLEAR = "\r\x1b[K"
WIDTH = 79  # at most; a line that is wrapped could not be taken back


class Line:
    """The line of a terminal. While it is shown, what is written to standard error goes above it."""

    def __init__(self, terminal: TextIO):
        self.terminal, self.texts, self.began = terminal, [""], monotonic()
        self.is_shown = False
        self.is_open = False  # whether what was written last has not ended its line
        self.ended: Event | None = None

    def start(self) -> None:
        from threading import Event, Thread

        self.ended = Event()
        sys.stderr = Above(self)
        Thread(target=self.watch, args=(self.ended,), daemon=True).start()

    def watch(self, ended: Event) -> None:
        wait = PATIENCE
        while not ended.wait(wait):
            wait = INTERVAL
            self.show()

    def show(self) -> None:
        seconds = monotonic() - self.began
        text = ": ".join(filter(None, self.texts))
        if text and seconds >= PATIENCE and not self.is_open:
            self.is_shown = True
            self.put(f"{CLEAR}{f'{text} ({seconds:.0f} s)'[: self.width()]}")

    def width(self) -> int:
        from os import get_terminal_size

        try:
            columns = get_terminal_size(self.terminal.fileno()).columns
        except (OSError, ValueError):
            return WIDTH
        return min(WIDTH, columns - 1) if columns > 1 else WIDTH

    def clear(self) -> None:
        if self.is_shown:
            self.is_shown = False
            self.put(CLEAR)

    def put(self, text: str) -> None:
        try:
            self.terminal.write(text)
            self.terminal.flush()
        except (OSError, ValueError):  # the terminal is gone, and what is left of the work may go on
            self.texts = [""]

    def end(self) -> None:
        if self.ended is not None:
            self.ended.set()
        self.clear()
        sys.stderr = self.terminal


class Above:
    """Standard error while a line may be shown: clears it first, and writes where it was."""

    def __init__(self, line: Line):
        self.line = line

    def write(self, text: str) -> int:
        self.line.is_open = not text.endswith("\n")
        self.line.clear()
        return self.line.terminal.write(text)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.line.terminal, name)


_line: Line | None = None


class Stage:
    """A context within which the line says so. Stages within it are told behind its words."""

    def __init__(self, text: str):
        self.text, self.opened = text, False

    def __enter__(self) -> None:
        global _line
        if _line is None and sys.stderr is not None and sys.stderr.isatty():
            _line = Line(sys.stderr)
            _line.start()
            self.opened = True
        if _line is not None:
            _line.texts.append(self.text)
            _line.began = monotonic() if self.opened else _line.began

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        global _line
        if _line is None:
            return
        del _line.texts[-1:]
        if self.opened:
            line, _line = _line, None
            line.end()


def stage(text: str) -> Stage:
    return Stage(text)


def tell(text: str) -> None:
    """Says how far the work of the innermost stage is."""
    if _line is not None:
        _line.texts[-1] = text
