"""Calls in threads of their own: on a fresh stack, or on one that holds a hundred times what Python's own does."""

from __future__ import annotations

import sys
from _thread import allocate_lock, stack_size, start_new_thread
from contextvars import copy_context

from tfir.ir.diagnostics import Error

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

SIZE = 512 << 20  # bytes, of which the system gives those that are used: 100,000 calls by way of C's functions take up to 260 MB
PATIENCE = 0.1  # seconds
CALLS = 100_000  # of Python that may be open: up to 25 for each of 2,000 regions, and as many again


def on_large_stack(work: Callable[[], Any]) -> Any:
    """`work()` with a large stack, as other threads have that begin meanwhile."""
    with LargeStacks():
        return on_fresh_stack(work, ())


class LargeStacks:
    """A context manager: meanwhile new threads have large stacks, and as many calls as fit there may be open."""

    lock, users, before = allocate_lock(), 0, (0, 0)

    def __enter__(self) -> None:
        kind = LargeStacks
        with kind.lock:
            if not kind.users:
                kind.before = (stack_size(SIZE), sys.getrecursionlimit())
                sys.setrecursionlimit(max(CALLS, kind.before[1]))
            kind.users += 1

    def __exit__(self, *_: object) -> None:
        kind = LargeStacks
        with kind.lock:
            kind.users -= 1
            if not kind.users:
                stack_size(kind.before[0])
                sys.setrecursionlimit(kind.before[1])


def on_fresh_stack(function: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
    """Calls the function in a thread of its own, with the context of this one (NumPy's settings), and returns or raises what it does. An
    interrupt, which Python gives to its first thread, goes to the one that works."""
    outcome: list[tuple[Any, BaseException | None]] = []
    working = allocate_lock()
    working.acquire()

    def work() -> None:
        try:
            outcome.append((function(*arguments), None))
        except BaseException as error:
            outcome.append((None, error))
        finally:
            working.release()

    try:
        thread = start_new_thread(copy_context().run, (work,))
    except RuntimeError:
        raise Error("the system has no room for calls nested so deeply") from None
    is_done = False
    while not is_done:  # an interrupt that comes just before the lock is waited for is seen when that is over
        try:
            is_done = working.acquire(timeout=PATIENCE)
        except KeyboardInterrupt:
            if outcome:
                raise
            interrupt(thread)
    answer, error = outcome[0]
    if error is not None:
        raise error
    return answer


def interrupt(thread: int) -> None:
    """Raises KeyboardInterrupt in a thread, once that runs a line of Python."""
    from ctypes import c_ulong, py_object, pythonapi

    pythonapi.PyThreadState_SetAsyncExc(c_ulong(thread), py_object(KeyboardInterrupt))
