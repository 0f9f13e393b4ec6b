"""When tasks could run if devices had room for all of them at once: earliest and latest times, slack, the critical path."""

from __future__ import annotations

from tfir.cost.cluster import Cluster
from tfir.cost.workload import Workload


class Timing:
    """Per task: `earliest` start, and `required`, the latest start that does not make the whole longer. `path` are the tasks of one
    longest way through the program, in order; `seconds` is how long that takes."""

    __slots__ = ("earliest", "required", "path", "seconds")

    def __init__(self, earliest: list[float], required: list[float], path: list[int], seconds: float):
        self.earliest, self.required, self.path, self.seconds = earliest, required, path, seconds

    def slack(self, task: int) -> float:
        return self.required[task] - self.earliest[task]


def edge_seconds(workload: Workload, cluster: Cluster, devices: list[int], producer: int, result: int | None, consumer: int) -> float:
    """The seconds that a result, or the signal that a task has ended (`result` None), takes from the producer's device to the consumer's."""
    source, target = devices[producer], devices[consumer]
    if source == target:
        return 0.0
    link = cluster.between(source, target)
    return link.latency + (link.seconds(workload.tasks[producer].sizes[result]) if result is not None else 0.0)


def timing_of(workload: Workload, cluster: Cluster, devices: list[int], seconds: list[float]) -> Timing:
    """`devices` and `seconds` say for each task where it runs and for how long."""
    tasks, earliest, cause = workload.tasks, list[float](), list[int]()
    for task in tasks:
        best, first = 0.0, -1
        for producer, result in task.sources:
            at = earliest[producer] + seconds[producer] + edge_seconds(workload, cluster, devices, producer, result, task.number)
            if at > best or first < 0:
                best, first = at, producer
        earliest.append(best)
        cause.append(first)
    ends = [start + taken for start, taken in zip(earliest, seconds)]
    total = max(ends, default=0.0)
    path = way_to(max(range(len(tasks)), key=lambda number: (ends[number], -number)), cause) if tasks else []
    return Timing(earliest, required_times(workload, cluster, devices, seconds, total), path, total)


def way_to(last: int, cause: list[int]) -> list[int]:
    path = [last]
    while cause[path[-1]] >= 0:
        path.append(cause[path[-1]])
    return path[::-1]


def required_times(workload: Workload, cluster: Cluster, devices, seconds, total: float) -> list[float]:
    required = [0.0] * len(workload.tasks)
    for task in reversed(workload.tasks):
        end = total
        for consumer, result in task.targets:
            end = min(end, required[consumer] - edge_seconds(workload, cluster, devices, task.number, result, consumer))
        required[task.number] = end - seconds[task.number]
    return required


def ways_to_the_end(workload: Workload, seconds: list[float]) -> list[float]:
    """For each task the longest time in seconds from its start to the end of the program, without transfers."""
    longest = [0.0] * len(seconds)
    for task in reversed(workload.tasks):
        longest[task.number] = max([longest[number] for number, _ in task.targets], default=0.0) + seconds[task.number]
    return longest
