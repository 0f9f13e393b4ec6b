"""A schedule as a trace that ui.perfetto.dev and chrome://tracing load: a track per device and link, arrows for transfers, memory.

Source: Trace Event Format (X complete events, s and f flows, C counters, M names). Times are in microseconds.
"""

from __future__ import annotations

from collections.abc import Iterable
from json import dumps

from tfir.cost.memory import memory_of
from tfir.cost.simulation import Schedule

MICRO = 1e6


def trace_of(schedule: Schedule, timing=None) -> str:
    """The JSON text. A device is a process: its ops on one track, and one more for each other device that it sends to or
    receives from. On no track do two events overlap."""
    return as_text([*names(schedule), *ops(schedule, timing), *transfers(schedule), *counters(schedule)])


def as_text(events: Iterable[dict]) -> str:
    return '{"displayTimeUnit": "ns", "traceEvents": [\n' + ",\n".join(map(dumps, events)) + "\n]}\n"


def names(schedule: Schedule):
    for number, device in enumerate(schedule.cluster.devices):
        yield {"ph": "M", "pid": number, "name": "process_name", "args": {"name": device.name}}
        yield {"ph": "M", "pid": number, "name": "process_sort_index", "args": {"sort_index": number}}
        yield {"ph": "M", "pid": number, "tid": 0, "name": "thread_name", "args": {"name": "ops"}}
    for source, target in sorted({(transfer.source, transfer.target) for transfer in schedule.transfers if transfer.result is not None}):
        send, receive = tracks(schedule, source, target)
        sender, receiver = schedule.cluster.devices[source].name, schedule.cluster.devices[target].name
        yield {"ph": "M", "pid": source, "tid": send, "name": "thread_name", "args": {"name": f"to {receiver}"}}
        yield {"ph": "M", "pid": target, "tid": receive, "name": "thread_name", "args": {"name": f"from {sender}"}}


def tracks(schedule: Schedule, source: int, target: int) -> tuple[int, int]:
    """The number of the track on which one device sends to another, and of that on which this one receives."""
    return 1 + len(schedule.cluster.devices) + target, 1 + source


def ops(schedule: Schedule, timing):
    """Ops that take no time are left out, unless something is sent from them."""
    sending = {transfer.task for transfer in schedule.transfers if transfer.result is not None}
    for task in schedule.workload.tasks:
        number = task.number
        if schedule.seconds[number] == 0 and number not in sending:
            continue
        details = {"name": task.name, "flop": task.cost.operations, "bytes": task.cost.bytes, "accurate": task.cost.is_accurate}
        details["waited_us"] = round((schedule.start[number] - schedule.ready[number]) * MICRO, 3)
        if timing is not None:
            details["slack_us"] = round(timing.slack(number) * MICRO, 3)
        yield span(task.local, schedule.devices[number], 0, schedule.start[number], schedule.seconds[number], details)


def span(name: str, process: int, track: int, start: float, seconds: float, details: dict) -> dict:
    return {
        "ph": "X",
        "name": name,
        "pid": process,
        "tid": track,
        "ts": round(start * MICRO, 4),
        "dur": round(seconds * MICRO, 4),
        "args": details,
    }


def transfers(schedule: Schedule):
    """A Send and a Recv for each result, for as long as the link is in use, and an arrow from the op that made it to the Recv."""
    tasks = schedule.workload.tasks
    for number, transfer in enumerate(schedule.transfers):
        if transfer.result is None:
            continue
        send, receive = tracks(schedule, transfer.source, transfer.target)
        details = {"name": tasks[transfer.task].name, "bytes": transfer.size, "there_us": round(transfer.end * MICRO, 4)}
        yield span("Send", transfer.source, send, transfer.start, transfer.sent - transfer.start, details)
        yield span("Recv", transfer.target, receive, transfer.start, transfer.sent - transfer.start, details)
        flow = {"name": "transfer", "cat": "transfer", "id": number}
        made = schedule.start[transfer.task] * MICRO
        yield {"ph": "s", "pid": transfer.source, "tid": 0, "ts": round(made, 4), **flow}
        yield {"ph": "f", "bp": "e", "pid": transfer.target, "tid": receive, "ts": round(transfer.start * MICRO, 4), **flow}


def counters(schedule: Schedule):
    for memory in memory_of(schedule):
        for time, held in memory.timeline:
            yield {"ph": "C", "name": "memory", "pid": memory.device, "ts": round(time * MICRO, 4), "args": {"bytes": held}}
