"""The memory that a program takes on each device: as simulated, and its bounds for any order of tasks.

`worst` gives nothing back before the end; `best` holds the operands and results of one task at a time, and state.
"""

from __future__ import annotations

from tfir.cost.simulation import Buffer, Schedule


class Memory:
    """Bytes on one device. `peak` is reached at `at` seconds, when the buffers of `live` are held, the largest first."""

    __slots__ = ("device", "state", "peak", "at", "live", "worst", "best", "timeline")

    def __init__(self, device: int, state: int, timeline: list[tuple[float, int]], worst: int, best: int):
        self.device, self.state, self.timeline, self.worst, self.best = device, state, timeline, worst, best
        self.at, self.peak = max(timeline, key=lambda entry: entry[1], default=(0.0, 0))
        self.live: list[Buffer] = []


def memory_of(schedule: Schedule) -> list[Memory]:
    return [on_device(schedule, number) for number in range(len(schedule.cluster.devices))]


def peaks_of(schedule: Schedule) -> list[int]:
    """The simulated peak on each device, and nothing else of it."""
    held: list[list[Buffer]] = [[] for _ in schedule.cluster.devices]
    for buffer in schedule.buffers:
        if buffer.size:
            held[buffer.device].append(buffer)
    return [max([size for _, size in timeline_of(buffers)], default=0) for buffers in held]


def on_device(schedule: Schedule, device: int) -> Memory:
    buffers = [buffer for buffer in schedule.buffers if buffer.device == device and buffer.size]
    tasks = schedule.workload.tasks
    kept = [buffer for buffer in buffers if tasks[buffer.task].is_state and schedule.devices[buffer.task] == device]
    state = sum([buffer.size for buffer in kept])
    worst = sum([buffer.size for buffer in buffers])
    memory = Memory(device, state, timeline_of(buffers), worst, state + largest_step(schedule, device))
    memory.live = sorted([b for b in buffers if b.start <= memory.at < b.end], key=lambda b: (-b.size, b.task, b.result))
    return memory


def timeline_of(buffers: list[Buffer]) -> list[tuple[float, int]]:
    """(time, bytes held from then on). What is given back at a time is given back before more is taken."""
    changes: dict[float, list[int]] = {}
    for buffer in buffers:
        changes.setdefault(buffer.start, [0, 0])[0] += buffer.size
        if buffer.end != float("inf"):
            changes.setdefault(buffer.end, [0, 0])[1] += buffer.size
    held, timeline = 0, []
    for time in sorted(changes):
        taken, freed = changes[time]
        held += taken - freed
        timeline.append((time, held))
    return timeline


def largest_step(schedule: Schedule, device: int) -> int:
    """The most that one task reads and writes, state left out."""
    tasks, most = schedule.workload.tasks, 0
    homes = homes_of(tasks)
    for task, where in zip(tasks, schedule.devices):
        if where == device and not task.is_state:
            read = dict.fromkeys([homes[producer] or (producer, result) for producer, result in task.inputs])
            size = sum([tasks[producer].sizes[result] for producer, result in read if not tasks[producer].is_state])
            most = max(most, size + (0 if task.hands_on else sum(task.sizes)))
    return most


def homes_of(tasks) -> list[tuple[int, int] | None]:
    """For each task whose results are views of its operand, the (task, result) that owns the memory; None for the others."""
    homes: list[tuple[int, int] | None] = []
    for task in tasks:
        source = task.inputs[0] if task.hands_on and task.inputs else None
        homes.append(source and (homes[source[0]] or source))
    return homes
