"""Copies to the host what an accelerator has no room for, and back before it is read again.

value -> swap_out (the node at which memory is short waits for it)
a node shortly before the value is read -> swap_in -> what reads the value from then on
"""

from __future__ import annotations

from bisect import bisect_right

from tfir.analysis.deadness import CONTROL_FLOW
from tfir.analysis.graph_effects import is_reference
from tfir.cost.simulation import Buffer
from tfir.cost.traffic import SWAPS
from tfir.dialects.tfg.nodes import COLOCATION, node_name
from tfir.ir.attributes import ArrayAttr, IntegerAttr, StringAttr
from tfir.ir.operations import Operation, Value
from tfir.ods.control import CONTROL, data_operands

from tfopt.grappler import remarks
from tfopt.grappler.item import Item
from tfopt.grappler.memory.estimate import Estimate
from tfopt.grappler.memory.order import order_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection

MARK = "_swap_to_host"
SMALLEST = 1024  # bytes; less is not worth a copy


class Candidate:
    """A value and its readers after the peak of memory use. `gap` is the time in seconds between its last use before the peak and
    the first one after; `size` is in bytes."""

    __slots__ = ("value", "size", "readers", "gap", "is_hidden")

    def __init__(self, value: Value, size: int, readers: list[Operation], gap: float, is_hidden: bool):
        self.value, self.size, self.readers, self.gap, self.is_hidden = value, size, readers, gap, is_hidden


class Swapping:
    """One look at an item as it would run. What was swapped `in_vain` before is left where it is."""

    def __init__(self, item: Item, estimate: Estimate, in_vain: Collection[Value] = ()):
        self.item, self.estimate, self.in_vain = item, estimate, in_vain
        self.tasks = estimate.workload.tasks
        self.places = order_of(item, estimate.times())
        self.ended: dict[int, tuple[list[float], list[Operation]]] = {}  # by device: when nodes end, and which, in that order
        self.done: list[tuple[Candidate, Operation, Value, Value]] = []  # what was swapped, the node that waits for it, the copies

    # What does not fit

    def make_room(self) -> bool:
        """Swaps out, on each accelerator whose memory is too small, values while they are not needed. Whether there were any."""
        devices = [number for number in range(len(self.estimate.machine.cluster.devices)) if self.estimate.machine.is_accelerator(number)]
        return self.places is not None and sum([self.make_room_on(device) for device in devices]) > 0

    def make_room_on(self, device: int) -> int:
        memory = self.estimate.memory(device)
        excess = memory.peak - self.estimate.machine.capacity(device)
        peak = self.estimate.running_at(memory.at, device) if excess > 0 else None
        if peak is None or not self.may_wait(peak):
            return 0
        candidates = [each for each in [self.candidate(buffer, peak, device) for buffer in memory.live] if each is not None]
        swapped = 0
        # What hides behind computation first; of that, what is large and long unused.
        for each in sorted(candidates, key=lambda each: (not each.is_hidden, -each.size * each.gap, self.places[each.value.op])):
            if excess <= 0:
                break
            if self.swap(each, peak, device):
                excess -= each.size
                swapped += 1
        return swapped

    def candidate(self, buffer: Buffer, peak: Operation, device: int) -> Candidate | None:
        """The candidate for swapping out a buffer that is held at the peak; None where it has to stay."""
        task, machine = self.tasks[buffer.task], self.estimate.machine
        if task.is_state or buffer.size < SMALLEST or buffer.end == float("inf") or self.estimate.devices[task.number] != device:
            return None
        value = task.op.results[buffer.result]
        if value in self.in_vain or task.local in SWAPS or task.hands_on or is_reference(value) or not self.may_wait(task.op):
            return None
        readers = sorted([user for user in dict.fromkeys(value.uses) if user in self.estimate.task_of], key=self.places.get)
        here = [user for user in readers if self.estimate.device(user) == device and self.estimate.task_of[user].local not in SWAPS]
        at = self.estimate.start(peak)
        late = [user for user in here if self.estimate.start(user) > at]
        early = [user for user in here if self.estimate.start(user) <= at]
        if peak in readers or not late or not all(map(self.may_wait, late)) or any([self.lends(user, value) for user in early]):
            return None
        free = max([self.estimate.end(op) for op in (task.op, *early)])
        needed_at, seconds = min(map(self.estimate.start, late)), machine.seconds_to_copy(buffer.size, device)
        is_hidden = free + seconds <= at and self.estimate.end(peak) + seconds <= needed_at
        return Candidate(value, buffer.size, late, needed_at - free, is_hidden)

    def lends(self, op: Operation, value: Value) -> bool:
        """Whether the node's results lie in the value's memory, so that this is needed as long as they are."""
        return self.estimate.task_of[op].hands_on and bool(op.operands) and op.operands[0] is value

    def may_wait(self, op: Operation) -> bool:
        """Edges of control lead into no frame and past no branch."""
        return op.name not in CONTROL_FLOW and not self.item.is_framed(op) and op.results[-1].type is CONTROL

    def swap(self, candidate: Candidate, peak: Operation, device: int) -> bool:
        """The node at the peak waits for the copy to the host. Copying back begins as late as it may, but not before the peak."""
        value, first = candidate.value, candidate.readers[0]
        seconds = self.estimate.machine.seconds_to_copy(candidate.size, device)
        trigger = self.last_before(min(map(self.estimate.start, candidate.readers)) - seconds, device, peak, first) or peak
        if not self.places[value.op] < self.places[peak] <= self.places[trigger] < self.places[first]:
            return False
        copies = self.copies(value, first, first.operands.index(value))
        if copies is None:
            return False
        self.item.wait_for(peak, [copies[0]])
        self.item.wait_for(copies[1].op, [trigger.results[-1]])
        for reader in candidate.readers:
            reader.set_operands([copies[1] if operand is value else operand for operand in reader.operands])
        self.done.append((candidate, peak, *copies))
        return True

    def take_back(self) -> set[Value]:
        """Undoes the swaps, which made no room. Returns the values that were swapped."""
        for candidate, peak, there, back in reversed(self.done):
            back.replace_all_uses_with(candidate.value)
            self.item.stop_waiting(peak, {there.op.results[-1]})
            for copy in (back.op, there.op):
                self.item.record("removed", copy, "it made no room")
                self.item.erase(copy)
        return {candidate.value for candidate, *_ in self.done}

    def last_before(self, time: float, device: int, after: Operation, before: Operation) -> Operation | None:
        """The last node of the device that has ended by then, of those between two others."""
        if device not in self.ended:
            tasks = [task.op for task in self.tasks if self.estimate.devices[task.number] == device and self.may_wait(task.op)]
            ended = sorted([(self.estimate.end(op), self.places[op], op) for op in tasks], key=lambda entry: entry[:2])
            self.ended[device] = ([entry[0] for entry in ended], [entry[2] for entry in ended])
        times, ops = self.ended[device]
        for op in reversed(ops[: bisect_right(times, time)]):
            if self.places[after] <= self.places[op] < self.places[before]:
                return op
            if self.places[op] < self.places[after] and self.estimate.end(op) < self.estimate.start(after):
                break
        return None

    # What is marked

    def swap_marked(self) -> None:
        """Swaps the operands that nodes are marked with, by number, where something happens between their making and their reading."""
        for op in [op for op in self.item.block if MARK in op.attributes] if self.places is not None else ():
            for number in numbers_of(op):
                self.swap_operand(op, number)

    def swap_operand(self, op: Operation, number: int) -> None:
        why = self.refusal(op, number)
        trigger = None
        if not why:
            value = op.operands[number]
            others = [user for user in value.users if user is not op and self.places[user] < self.places[op] and self.may_wait(user)]
            other = min(others, key=self.places.get, default=None)
            trigger = self.trigger_of(op, value, other or value.op)
            why = "nothing runs between its making and its reading" if trigger is None else ""
        copies = self.copies(value, op, number) if not why else None
        if copies is None:
            remarks.current().refuse(node_name(op), f"swapping operand {number}", why or "it is swapped already")
            return
        if other is not None:
            self.item.wait_for(other, [copies[0]])
        self.item.wait_for(copies[1].op, [trigger.results[-1]])
        op.set_operand(number, copies[1])

    def refusal(self, op: Operation, number: int) -> str:
        values, tasks = data_operands(op), self.estimate.task_of
        maker = values[number].op if 0 <= number < len(values) else None
        if maker not in self.places or maker not in tasks or op not in tasks:
            return "it is not computed here"
        if is_reference(values[number]) or tasks[maker].is_state:
            return "it stays in memory anyway"
        if maker.name[4:] in SWAPS:
            return "it is swapped already"
        if not self.estimate.is_on_accelerator(op) or not self.estimate.is_on_accelerator(maker):
            return "it is not on an accelerator"
        return "" if self.may_wait(op) and self.may_wait(maker) else "it is in a loop or a branch"

    def trigger_of(self, op: Operation, value: Value, after: Operation) -> Operation | None:
        """A node that has ended when it is time to copy a value back; else the last one between."""
        device = self.estimate.device(op)
        time = self.estimate.start(op) - self.estimate.machine.seconds_to_copy(self.estimate.size(value), device)
        trigger = self.last_before(time, device, after, op) or self.last_before(self.estimate.start(op), device, after, op)
        return trigger if trigger is not value.op else None

    # Copies

    def copies(self, value: Value, reader: Operation, number: int) -> tuple[Value, Value] | None:
        """The copy of a value on the host, and the copy of that back on the device. None where the reader's operand has copies already."""
        names = [f"{word}_{node_name(reader)}_{number}" for word in ("swap_out", "swap_in")]
        if any([name in self.item.names for name in names]):
            return None
        there = self.copy("_CopyFromGpuToHost", value, names[0], reader)
        back = self.copy("_CopyFromHostToGpu", there, names[1], reader)
        self.item.record("rewritten", reader, "reads what was on the host meanwhile", [there.op, back.op])
        return there, back

    def copy(self, op: str, value: Value, name: str, like: Operation) -> Value:
        attributes = {"T": value.type.element, "_class": ArrayAttr([StringAttr(COLOCATION + node_name(like))])}
        return self.item.build(f"tf.{op}", [value], attributes, name, like, [value.type]).results[0]


def numbers_of(op: Operation) -> list[int]:
    """The operands that a mark names: one number, or a list."""
    mark = op.attributes[MARK]
    entries = mark.elements if isinstance(mark, ArrayAttr) else [mark]
    return [entry.value for entry in entries if isinstance(entry, IntegerAttr)]
