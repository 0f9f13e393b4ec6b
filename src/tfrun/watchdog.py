"""`--timeout`: an end for calls that take too long, whatever they wait for."""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager

from tfir.cli.process import FAILURE


@contextmanager
def watched(function: str, seconds: float | None):
    """A context manager within which a call of `function` may take so long; if it does not end, the process does, with an error."""
    if seconds is None:
        yield
        return
    from threading import Timer  # which few runs need

    timer = Timer(seconds, end, [f"@{function} has not ended within {seconds:g} s (--timeout)"])
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def end(message: str) -> None:
    """Ends the process from beside the thread that waits: a device that hangs is not taken apart, which would wait for it."""
    print(f"tf-run: error: {message}", file=sys.stderr, flush=True)
    os._exit(FAILURE)
