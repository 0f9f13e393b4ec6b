"""When nodes would run on a cluster, and what lies in the memory of its devices meanwhile."""

from __future__ import annotations

from tfir.cost.cluster import Cluster
from tfir.cost.memory import Memory, on_device, peaks_of
from tfir.cost.simulation import devices_asked_for, seconds_on, simulate
from tfir.cost.workload import Reading, Task
from tfir.dialects.tfg.nodes import node_name
from tfir.ir.operations import Operation, Value
from tfir.ods.control import CONTROL

from tfopt.grappler.item import Item

ACCELERATORS = frozenset({"GPU", "TPU"})


class Machine:
    """A cluster, and how much of its devices' memory may be used: all that they have, or on accelerators `limit` bytes."""

    def __init__(self, cluster: Cluster, limit: int = 0):
        self.cluster, self.limit = cluster, limit

    def is_accelerator(self, device: int) -> bool:
        return self.cluster.devices[device].kind in ACCELERATORS

    def capacity(self, device: int) -> float:
        return self.limit if self.limit and self.is_accelerator(device) else self.cluster.devices[device].memory

    def seconds_to_copy(self, size: int, device: int) -> float:
        """The seconds to copy so many bytes to the host, or back."""
        link = self.cluster.between(device, self.cluster.host_of(device))
        return link.latency + link.seconds(size)


class Estimate:
    """One simulated run of what an item's roots need."""

    def __init__(self, item: Item, machine: Machine):
        self.item, self.machine = item, machine
        named = () if item.is_function else tuple([node_name(op) for op in item.roots()])
        with item.whole():
            self.workload = Reading(item.target.parent_op or item.target).workload(item.target, named, whole=item.is_function)
        cluster, tasks = machine.cluster, self.workload.tasks
        self.devices = devices_asked_for(self.workload, cluster, item.assume_device)
        self.schedule = simulate(self.workload, cluster, self.devices, seconds_on(self.workload, cluster, self.devices))
        self.task_of: dict[Operation, Task] = {task.op: task for task in tasks}

    def memory(self, device: int) -> Memory:
        return on_device(self.schedule, device)

    def excess(self) -> float:
        """Bytes that are more at the peaks of accelerators than there is room for."""
        numbers = [number for number in range(len(self.machine.cluster.devices)) if self.machine.is_accelerator(number)]
        peaks = peaks_of(self.schedule)
        return sum([max(0.0, peaks[number] - self.machine.capacity(number)) for number in numbers])

    def size(self, value: Value) -> int:
        """The size of a value in bytes; 0 for one that is not computed."""
        task = self.task_of.get(value.op)
        return task.sizes[value.index] if task is not None and value.type is not CONTROL else 0

    def start(self, op: Operation) -> float:
        return self.schedule.start[self.task_of[op].number]

    def end(self, op: Operation) -> float:
        return self.schedule.end[self.task_of[op].number]

    def device(self, op: Operation) -> int:
        return self.devices[self.task_of[op].number]

    def is_on_accelerator(self, op: Operation) -> bool:
        """Whether the node runs on an accelerator: by the device that it asks for, whether the cluster has such a device or not."""
        kind = self.item.device_kind(op)
        return kind in ACCELERATORS if kind else op in self.task_of and self.machine.is_accelerator(self.device(op))

    def times(self) -> dict[Operation, tuple]:
        """By node, a key that sorts nodes in the order in which they run; those outside of the simulation come last."""
        places = {task.op: (self.schedule.start[task.number], task.number) for task in self.workload.tasks}
        return {op: places.get(op, (float("inf"), 0)) for op in self.item.block}

    def running_at(self, time: float, device: int) -> Operation | None:
        """The last node of the device that starts then."""
        begun = [task for task in self.workload.tasks if self.schedule.start[task.number] == time]
        return next((task.op for task in reversed(begun) if self.devices[task.number] == device), None)
