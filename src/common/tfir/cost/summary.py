"""The results of a simulation as plain data: the JSON of a report, and what its tables are printed from."""

from __future__ import annotations

from tfir.cost.measured import Measured
from tfir.cost.memory import memory_of
from tfir.cost.simulation import Schedule
from tfir.cost.timing import timing_of


def summary_of(schedule: Schedule, manager: str, measured: Measured | None = None) -> dict:
    """Times in seconds, sizes in bytes, both as they were found. Ops and nodes stand with the most expensive first."""
    tasks, cluster = schedule.workload.tasks, schedule.cluster
    timing = timing_of(schedule.workload, cluster, schedule.devices, schedule.seconds)
    summary = {
        "cluster": cluster.name, "manager": manager, "nodes": len(tasks), "total": schedule.total,
        "operations": sum([task.cost.operations for task in tasks]), "bytes": sum([task.cost.bytes for task in tasks]),
        "inaccurate": sum([not task.cost.is_accurate for task in tasks]),
        "transfers": sum([transfer.result is not None for transfer in schedule.transfers]),
        "transferred": sum([transfer.size for transfer in schedule.transfers]),
        "critical_path": {"seconds": timing.seconds, "nodes": [tasks[number].name for number in timing.path]},
        "devices": devices_of(schedule), "ops": ops_of(schedule, measured), "node_costs": nodes_of(schedule, timing, measured),
    }  # fmt: skip
    if measured is not None:
        names = {task.name for task in tasks}
        summary["measured"] = {
            "device": measured.device, "runs": measured.runs, "total": sum(measured.seconds.values()),
            "found": sum([name in names for name in measured.seconds]), "unknown": sum([name not in names for name in measured.seconds]),
        }  # fmt: skip
    return summary


def devices_of(schedule: Schedule) -> list[dict]:
    devices = []
    for number, (device, memory) in enumerate(zip(schedule.cluster.devices, memory_of(schedule))):
        live = [(buffer.size, schedule.workload.tasks[buffer.task].name) for buffer in memory.live[:8]]
        devices.append({
            "name": device.name, "nodes": sum([where == number for where in schedule.devices]), "busy": schedule.busy(number),
            "memory": {"capacity": device.memory if device.memory != float("inf") else None, "state": memory.state, "best": memory.best,
                       "peak": memory.peak, "worst": memory.worst, "at": memory.at,
                       "live": [{"name": name, "bytes": size} for size, name in live]},
        })  # fmt: skip
    return devices


def ops_of(schedule: Schedule, measured: Measured | None) -> list[dict]:
    rows: dict[str, dict] = {}
    for task in schedule.workload.tasks:
        row = rows.setdefault(task.local, {"op": task.local, "nodes": 0, "operations": 0, "bytes": 0, "seconds": 0.0, "inaccurate": 0})
        row["nodes"] += 1
        row["operations"] += task.cost.operations
        row["bytes"] += task.cost.bytes
        row["seconds"] += schedule.seconds[task.number]
        row["inaccurate"] += not task.cost.is_accurate
        if measured is not None:
            row["measured"] = row.get("measured", 0.0) + measured.seconds.get(task.name, 0.0)
    key = "seconds" if measured is None else "measured"
    return sorted(rows.values(), key=lambda row: (-row[key], -row["seconds"], row["op"]))


def nodes_of(schedule: Schedule, timing, measured: Measured | None) -> list[dict]:
    rows = []
    for task in schedule.workload.tasks:
        if task.cost.is_free and (measured is None or task.name not in measured.seconds):
            continue
        number = task.number
        row = {
            "name": task.name, "op": task.local, "device": schedule.cluster.devices[schedule.devices[number]].name,
            "operations": task.cost.operations, "bytes": task.cost.bytes, "seconds": schedule.seconds[number],
            "start": schedule.start[number], "earliest": timing.earliest[number], "required": timing.required[number],
            "accurate": task.cost.is_accurate,
        }  # fmt: skip
        if measured is not None:
            row["measured"] = measured.seconds.get(task.name)
        rows.append(row)
    key = "seconds" if measured is None else "measured"
    return sorted(rows, key=lambda row: (-(row[key] or 0.0), -row["seconds"], row["name"]))
