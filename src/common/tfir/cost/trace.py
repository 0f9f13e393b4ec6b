"""A schedule as a trace that ui.perfetto.dev and chrome://tracing load: a track per device and link, arrows for transfers, memory.

Source: Trace Event Format (X complete events, s and f flows, C counters, M names). Times are in microseconds.
"""

from __future__ import annotations

from json import dumps

from tfir.cost.memory import memory_of
from tfir.cost.simulation import Schedule

MICRO = 1e6


def trace_of(schedule: Schedule, timing=None) -> str:
    """The JSON text. A device is a process: its ops on one track, what it receives on another, one for each sender."""
    events = [*names(schedule), *ops(schedule, timing), *transfers(schedule), *counters(schedule)]
    return '{"displayTimeUnit": "ns", "traceEvents": [\n' + ",\n".join(map(dumps, events)) + "\n]}\n"


def names(schedule: Schedule):
    for number, device in enumerate(schedule.cluster.devices):
        yield {"ph": "M", "pid": number, "name": "process_name", "args": {"name": device.name}}
        yield {"ph": "M", "pid": number, "name": "process_sort_index", "args": {"sort_index": number}}
        yield {"ph": "M", "pid": number, "tid": 0, "name": "thread_name", "args": {"name": "ops"}}
    for source, target in sorted({(transfer.source, transfer.target) for transfer in schedule.transfers if transfer.result is not None}):
        name = f"from {schedule.cluster.devices[source].name}"
        yield {"ph": "M", "pid": target, "tid": 1 + source, "name": "thread_name", "args": {"name": name}}


def ops(schedule: Schedule, timing):
    """Ops that take no time are left out, unless something is sent from them."""
    sending = {transfer.task for transfer in schedule.transfers if transfer.result is not None}
    for task in schedule.workload.tasks:
        number = task.number
        if schedule.seconds[number] == 0 and number not in sending:
            continue
        told = {"name": task.name, "flop": task.cost.operations, "bytes": task.cost.bytes, "accurate": task.cost.is_accurate}
        told["waited_us"] = round((schedule.start[number] - schedule.ready[number]) * MICRO, 3)
        if timing is not None:
            told["slack_us"] = round(timing.slack(number) * MICRO, 3)
        yield span(task.local, schedule.devices[number], 0, schedule.start[number], schedule.seconds[number], told)


def span(name: str, process: int, track: int, start: float, seconds: float, told: dict) -> dict:
    return {"ph": "X", "name": name, "pid": process, "tid": track, "ts": round(start * MICRO, 4), "dur": round(seconds * MICRO, 4), "args": told}


def transfers(schedule: Schedule):
    """A Recv for each result sent, and an arrow to it from the end of the op that made the result."""
    tasks = schedule.workload.tasks
    for number, transfer in enumerate(schedule.transfers):
        if transfer.result is None:
            continue
        track = 1 + transfer.source
        told = {"name": tasks[transfer.task].name, "bytes": transfer.size}
        yield span("Recv", transfer.target, track, transfer.start, transfer.end - transfer.start, told)
        flow = {"name": "transfer", "cat": "transfer", "id": number}
        made = schedule.start[transfer.task] * MICRO
        yield {"ph": "s", "pid": transfer.source, "tid": 0, "ts": round(made, 4), **flow}
        yield {"ph": "f", "bp": "e", "pid": transfer.target, "tid": track, "ts": round(transfer.start * MICRO, 4), **flow}


def counters(schedule: Schedule):
    for memory in memory_of(schedule):
        for time, held in memory.timeline:
            yield {"ph": "C", "name": "memory", "pid": memory.device, "ts": round(time * MICRO, 4), "args": {"bytes": held}}
