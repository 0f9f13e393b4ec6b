"""Semantics: locks. A lock is held until it is consumed, or until no value is left that is it."""

from __future__ import annotations

from weakref import ref

from tfir.ods.semantics import OpSemantics, ScalarResult
from tfir.ods.waiting import Line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


class Mutex:
    __slots__ = ("holder", "waiting")

    def __init__(self) -> None:
        self.holder: Callable[[], Lock | None] = lambda: None
        self.waiting = Line()

    def lock(self) -> list[Lock]:
        def act() -> list[Lock] | None:
            lock = self.holder()
            if lock is not None and lock.is_held:
                return None
            made = Lock()
            self.holder = ref(made)
            return [made]

        return self.waiting.attempt(act, lambda: "a lock that another op holds")


class Lock:
    __slots__ = ("is_held", "__weakref__")

    def __init__(self) -> None:
        self.is_held = True


class MutexV2(ScalarResult):
    def evaluate(state, container, shared_name):
        return [state.named("mutex", container, shared_name, Mutex)]


class MutexLock(ScalarResult):
    def evaluate(mutex):
        return mutex.lock()


class ConsumeMutexLock(OpSemantics):
    def evaluate(mutex_lock):
        mutex_lock.is_held = False
        return []
