"""Functions that call functions, to any depth: Python's stack has room for some 160 of them, so deep calls go on on a fresh one."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextvars import copy_context
from threading import Thread

from tfir.ir.diagnostics import Error

FRAMES = 400  # of Python that a stack may hold before a call begins another; Python itself allows 1000
DEEPEST = 20_000  # open calls: a program that gets there is taken for one that never ends


class Depth:
    def __init__(self):
        self.open = 0

    def guarded(self, function: Callable) -> Callable:
        """The function, to be called at any depth."""

        def call(*arguments):
            if self.open >= DEEPEST:
                raise Error(f"{DEEPEST} calls are open within each other: this recursion does not seem to end")
            self.open += 1
            try:
                return on_fresh_stack(function, arguments) if is_deep() else function(*arguments)
            finally:
                self.open -= 1

        return call


def is_deep() -> bool:
    try:
        sys._getframe(FRAMES)
    except ValueError:
        return False
    return True


def on_fresh_stack(function: Callable, arguments):
    """Calls the function in a thread of its own, with the context of this one (NumPy's settings), and returns or raises what it does."""
    outcome: list = []

    def work():
        try:
            outcome.append((function(*arguments), None))
        except BaseException as error:
            outcome.append((None, error))

    thread = Thread(target=copy_context().run, args=(work,), daemon=True)
    try:
        thread.start()
    except RuntimeError:
        raise Error("the system has no room for calls nested so deeply") from None
    thread.join()
    answer, error = outcome[0]
    if error is not None:
        raise error
    return answer
