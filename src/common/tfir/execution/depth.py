"""Functions that call functions, to any depth: Python's stack has room for some 160 of them, so deep calls go on on a fresh one."""

from __future__ import annotations

import sys
from collections.abc import Callable

from tfir.ir.diagnostics import Error
from tfir.ir.large_stack import CALLS, on_fresh_stack
from tfir.ir.nesting import is_second_time

MOST = 400  # calls of Python that a stack may hold before a call begins another; Python itself allows 1000
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
        sys._getframe(CALLS // 4 if is_second_time() else MOST)
    except ValueError:
        return False
    return True
