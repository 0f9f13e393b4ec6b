"""List scheduling: tasks in the order of their way to the end, each on the device where it would end first.

What is sent counts as in the simulation: once to each device, one message at a time on a link. The first member of a group to be
scheduled chooses for all. A device takes no more than it can hold, where that can be helped; how much of what is ever held is held at
one time is not known before, so that a `share` of it is counted. Source: Topcuoglu, Hariri, Wu, "Performance-effective and
low-complexity task scheduling for heterogeneous computing", 2002 (the algorithm HEFT, here without insertion).
"""

from __future__ import annotations

from tfir.cost.cluster import Cluster
from tfir.cost.workload import Workload

from tfopt.cost.groups import Groups


class Costs:
    """Seconds of each task on each device, and by how much a message of so many bytes is late on average."""

    def __init__(self, workload: Workload, cluster: Cluster, overlap: bool):
        self.seconds = [[task.cost.seconds(device, overlap) for device in cluster.devices] for task in workload.tasks]
        links = [cluster.between(a, b) for a in range(len(cluster.devices)) for b in range(len(cluster.devices)) if a != b]
        self.latency = sum([link.latency for link in links]) / max(1, len(links))
        self.per_byte = sum([1 / link.bandwidth for link in links]) / max(1, len(links))


def ranks(workload: Workload, groups: Groups, costs: Costs, weight: float) -> list[float]:
    """The longest way to the end from each task: at its best on any device it may have, with messages counted at `weight`."""
    longest = [0.0] * len(workload.tasks)
    for task in reversed(workload.tasks):
        after = 0.0
        for consumer, result in task.targets:
            is_sent = result is not None and groups.of[consumer] != groups.of[task.number]
            late = weight * (costs.latency + costs.per_byte * task.sizes[result]) if is_sent else 0.0
            after = max(after, longest[consumer] + late)
        longest[task.number] = after + min([costs.seconds[task.number][device] for device in groups.allowed[groups.of[task.number]]])
    return longest


def sizes_of(workload: Workload, groups: Groups, share: float) -> list[float]:
    """The bytes that each group is likely to hold at one time: its state, and a share of all else that it makes."""
    held = [0.0 if task.hands_on else sum(task.sizes) * (1.0 if task.is_state else share) for task in workload.tasks]
    return [sum([held[task] for task in members]) for members in groups.members]


def scheduled(workload: Workload, cluster: Cluster, groups: Groups, costs: Costs, weight: float = 1.0, share: float = 1.0) -> list[int]:
    """The device of each task."""
    rank = ranks(workload, groups, costs, weight)
    order = sorted(range(len(rank)), key=lambda number: (-rank[number], number))
    return List(workload, cluster, groups, costs, share).placed(order)


class List:
    """A schedule while it is made."""

    def __init__(self, workload: Workload, cluster: Cluster, groups: Groups, costs: Costs, share: float):
        self.workload, self.cluster, self.groups, self.costs = workload, cluster, groups, costs
        count = len(cluster.devices)
        self.free, self.held = [0.0] * count, [0.0] * count
        self.chosen: list[int | None] = [None] * len(groups.members)
        self.ends = [0.0] * len(workload.tasks)
        self.devices = [0] * len(workload.tasks)
        self.links: dict[tuple[int, int], float] = {}
        self.arrived: dict[tuple[int, int, int], float] = {}  # (task, result, device)
        self.sizes = sizes_of(workload, groups, share)

    def placed(self, order: list[int]) -> list[int]:
        for number in order:
            group = self.groups.of[number]
            device = self.chosen[group]
            if device is None:
                device = self.chosen[group] = self.best(number, group)
                self.held[device] += self.sizes[group]
            self.commit(number, device)
        return self.devices

    def best(self, number: int, group: int) -> int:
        allowed = self.groups.allowed[group]
        if len(allowed) == 1:
            return allowed[0]
        room = [device for device in allowed if self.held[device] + self.sizes[group] <= self.cluster.devices[device].memory]
        seconds = self.costs.seconds[number]
        fewest = min(allowed, key=lambda device: self.held[device] / self.cluster.devices[device].memory)
        return min(room or [fewest], key=lambda device: (self.begin(number, device) + seconds[device], device))

    def begin(self, number: int, device: int) -> float:
        """The earliest time at which the task could begin on the device, in the present state of the schedule."""
        task, start = self.workload.tasks[number], self.free[device]
        for producer, result in task.inputs:
            start = max(start, self.arrival(producer, result, device))
        for producer in task.waits:
            start = max(start, self.token_arrival(producer, device))
        return start

    def arrival(self, producer: int, result: int, device: int) -> float:
        source = self.devices[producer]
        if source == device:
            return self.ends[producer]
        arrived = self.arrived.get((producer, result, device))
        if arrived is not None:
            return arrived
        link = self.cluster.between(source, device)
        begin = max(self.ends[producer], self.links.get((source, device), 0.0))
        return begin + link.seconds(self.workload.tasks[producer].sizes[result]) + link.latency

    def token_arrival(self, producer: int, device: int) -> float:
        source = self.devices[producer]
        return self.ends[producer] + (0.0 if source == device else self.cluster.between(source, device).latency)

    def commit(self, number: int, device: int) -> None:
        start = self.begin(number, device)
        for producer, result in self.workload.tasks[number].inputs:
            source = self.devices[producer]
            if source != device and (producer, result, device) not in self.arrived:
                at = self.arrival(producer, result, device)
                self.arrived[producer, result, device] = at
                self.links[source, device] = at - self.cluster.between(source, device).latency
                start = max(start, at)
        self.devices[number] = device
        self.ends[number] = start + self.costs.seconds[number][device]
        self.free[device] = max(self.free[device], self.ends[number])
