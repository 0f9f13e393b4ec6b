"""Calls a function in a process of its own: LLVM ends the process where it has no instructions for what a module asks for."""

from __future__ import annotations

import os
import sys
import tempfile
import threading

from tfir.ir.diagnostics import Error

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

MOST_SAID = 300  # characters of what LLVM says


class EndedProcess(Error):
    """The process ended before the function did."""


def in_own_process(function: Callable[[], bytes]) -> bytes:
    """What a function gives, computed by a copy of this process where the system makes one. Raises EndedProcess with what it said where it ended before."""
    if sys.platform != "linux" or threading.active_count() > 1:  # a copy has no other threads, and the locks that they held
        return function()
    read, write = os.pipe()
    with tempfile.TemporaryFile() as said:
        process = os.fork()
        if not process:
            compute(function, write, said.fileno())
        os.close(write)
        with os.fdopen(read, "rb") as pipe:
            content = pipe.read()
        if os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]):
            said.seek(0)
            lines = said.read().decode(errors="replace").splitlines() or ["it says nothing"]
            raise EndedProcess(lines[0][:MOST_SAID])
    return content


def compute(function: Callable[[], bytes], write: int, said: int) -> None:
    """Writes what the function gives, and ends the process."""
    import faulthandler
    import resource

    status = 1
    try:
        faulthandler.disable()
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        os.dup2(said, 2)
        with os.fdopen(write, "wb") as pipe:
            pipe.write(function())
        status = 0
    finally:
        os._exit(status)
