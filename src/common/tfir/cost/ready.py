"""Managers of ready nodes, by name: they choose which of the tasks that are ready on a device runs next.

fifo         the one that has waited longest
lifo         the one that came last
first-ready  the one that could begin first; ties by place in the program
priority     the one with the longest way to the end of the program
composite    lifo for ops, first-ready for transfers
"""

from __future__ import annotations

from collections import deque
from heapq import heappop, heappush


class Fifo:
    def __init__(self, priority=None):
        self.waiting: deque = deque()

    def push(self, item, ready: float) -> None:
        self.waiting.append(item)

    def pop(self):
        return self.waiting.popleft()

    def __len__(self) -> int:
        return len(self.waiting)


class Lifo(Fifo):
    def pop(self):
        return self.waiting.pop()


class FirstReady:
    def __init__(self, priority=None):
        self.heap: list = []

    def push(self, item, ready: float) -> None:
        heappush(self.heap, (ready, item))

    def pop(self):
        return heappop(self.heap)[1]

    def __len__(self) -> int:
        return len(self.heap)


class Priority(FirstReady):
    """The ready node with the largest `priority(item)` runs first."""

    def __init__(self, priority):
        super().__init__()
        self.priority = priority

    def push(self, item, ready: float) -> None:
        heappush(self.heap, (-self.priority(item), item))


# For ops, and for transfers.
MANAGERS = {
    "fifo": (Fifo, Fifo), "lifo": (Lifo, Lifo), "first-ready": (FirstReady, FirstReady), "priority": (Priority, Priority),
    "composite": (Lifo, FirstReady),
}  # fmt: skip
