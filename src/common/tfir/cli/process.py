"""A command as a process of its own: interrupts, standard streams, exit codes, and what is asked of the C library's allocator.

Exit codes: 0 done, 1 something in the input is wrong, 2 the command line is wrong, 70 a defect of the tool itself,
130 interrupted, 141 the reader of our output went away.
"""

from __future__ import annotations

import _signal  # what `signal` is made of; that takes longer to import than a line to read
import gc
import os
import sys
from _thread import get_ident

from tfir.ir.diagnostics import Error, in_colour

FAILURE, USAGE, DEFECT, INTERRUPTED, BROKEN_PIPE = 1, 2, 70, 130, 141

_interrupted = False


class UsageError(Error):
    """The command line itself is wrong. It may have a place: one in the text of a flag."""

    def text(self, tool: str) -> str:
        placed = self.diagnostics[0].place() is not None
        colour = in_colour(sys.stderr)
        return self.render(colour) if placed else f"{tool}: {self.render(colour)}"


def prepare_process() -> None:
    """Prepares a tool that is a process of its own: it ends in an exit code, not in a traceback."""
    complete_standard_streams()
    if _signal.getsignal(_signal.SIGINT) is not _signal.SIG_IGN:  # as of what a script runs in the background
        _signal.signal(_signal.SIGINT, interrupt)


def interrupt(number, frame) -> None:
    """Ends the work where it is, so that nothing half-written stays; a second time, the process ends at once."""
    global _interrupted
    _interrupted = True
    _signal.signal(_signal.SIGINT, _signal.SIG_DFL)
    sys.unraisablehook = interrupt_again
    raise KeyboardInterrupt


def interrupt_again(unraisable) -> None:
    """The `sys.unraisablehook` once interrupted: what a finalizer or a weak reference's callback raises, Python prints and forgets."""
    if unraisable.exc_type is not KeyboardInterrupt:
        sys.__unraisablehook__(unraisable)
    elif hasattr(_signal, "setitimer"):
        _signal.signal(_signal.SIGALRM, interrupt)
        _signal.setitimer(_signal.ITIMER_REAL, 0.001)  # when this hook has returned


MAIN_THREAD = get_ident()  # which imports this


class EndedByInterrupts:
    """A context manager for code that is not Python's: meanwhile Ctrl-C ends the process at once. Python would note it, and do nothing until
    that code returns. Nothing may be half-written meanwhile. In a thread other than the main one, which alone is interrupted, it does nothing."""

    def __enter__(self) -> None:
        self.is_ours = get_ident() == MAIN_THREAD and _signal.getsignal(_signal.SIGINT) is interrupt
        if self.is_ours:
            _signal.signal(_signal.SIGINT, _signal.SIG_DFL)

    def __exit__(self, *_) -> None:
        if self.is_ours:
            _signal.signal(_signal.SIGINT, interrupt)


def started(tool: str, *arguments: str) -> list[str]:
    """The words that start another of the tools, as a process of this Python: it need not be searched for."""
    return [sys.executable, "-c", f"import sys; from {tool.replace('-', '')}.main import main; sys.argv[0] = '{tool}'; main()", *arguments]


class Uncollected:
    """A context manager: no cyclic collector while what is made, such as a program, is one large live structure. Looking for garbage in it
    again and again is in vain."""

    def __enter__(self) -> None:
        self.collecting = gc.isenabled()
        gc.disable()

    def __exit__(self, *_) -> None:
        if self.collecting:
            gc.enable()


def is_interrupted() -> bool:
    return _interrupted


def complete_standard_streams() -> None:
    """Opens /dev/null for standard streams that the caller closed: the next file would get their number, and `print` takes
    standard output for a missing standard error. Reading the one and writing the other fails, as it should; messages go nowhere."""
    for number, (name, mode, flags) in enumerate((("stdin", "r", os.O_WRONLY), ("stdout", "w", os.O_RDONLY), ("stderr", "w", os.O_WRONLY))):
        if getattr(sys, name) is None:
            os.open(os.devnull, flags)  # takes the lowest number that is free
            setattr(sys, name, open(number, mode, closefd=False))


def silence_broken_pipe() -> int:
    """The reader went away: the rest of the output goes nowhere, so that closing it raises no second error."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, ValueError):
        pass  # standard output is no file of the system, as under a test
    return BROKEN_PIPE


def flush_standard_streams() -> None:
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError):
            silence_broken_pipe()


# Parameters of glibc's mallopt, from malloc.h.
TRIM_THRESHOLD, MMAP_THRESHOLD = -1, -3


def keep_freed_memory() -> None:
    """Asks the C library to keep freed memory for later allocations.

    Otherwise each large array or text is mapped anew, and clearing its pages takes a tenth of the time of a convolutional net,
    and half of that of printing large constants. Where there is no such request to make (not glibc), nothing is lost but that time.
    """
    import ctypes

    try:
        mallopt = ctypes.CDLL(None).mallopt
    except (AttributeError, OSError, TypeError):
        return
    mallopt(MMAP_THRESHOLD, 32 << 20)
    mallopt(TRIM_THRESHOLD, 1 << 30)
