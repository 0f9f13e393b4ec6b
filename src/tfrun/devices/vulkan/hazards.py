"""The memory that commands have read and written since the last barrier: whether the next one has to wait."""

from tfir.hal.barriers import WRITE_OF

from tfrun.devices.vulkan.events import Signal, Wait
from tfrun.devices.vulkan.memory import Slice


class Hazards:
    """Steps are numbered, so that a wait for an event knows those in front of its signal. Entries are (number, stage, memory)."""

    def __init__(self):
        self.count = 0
        self.read, self.written = [], []
        self.signals: dict[Signal, int] = {}

    def conflict(self, step) -> bool:
        """Whether a step reads or overwrites memory that an earlier one writes, or overwrites memory that one reads."""
        writes = step.writes()
        after_write = any(_any_overlap(part, self.written) for part in (*step.reads(), *writes))
        return after_write or any(_any_overlap(part, self.read) for part in writes)

    def add(self, step):
        self.count += 1
        self.read += [(self.count, step.stage, part) for part in step.reads()]
        self.written += [(self.count, step.stage, part) for part in step.writes()]
        if type(step) is Signal:
            self.signals[step] = self.count
        elif isinstance(step, Wait) and step.orders_all:
            for signal in step.signals:
                self._pass(self.signals[signal], signal, step.seen)

    def _pass(self, number: int, signal: Signal, seen: int):
        """What stands in front of a signal has been waited for: all that it reads, and of what it writes that which is seen."""
        self.read = [each for each in self.read if each[0] > number or not each[1] & signal.stages]
        self.written = [each for each in self.written if each[0] > number or not each[1] & signal.stages or not WRITE_OF[each[1]] & seen]

    def clear(self):
        self.read, self.written = [], []


def _any_overlap(part: Slice, entries) -> bool:
    return any(part.overlaps(other) for _, _, other in entries)
