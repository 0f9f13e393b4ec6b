"""What a simulation needs besides a placement: the program as tasks, the cluster, the manager of what is ready."""

from __future__ import annotations

from tfir.cost.cluster import Cluster, cluster_of_target, read_cluster
from tfir.cost.ready import MANAGERS
from tfir.cost.simulation import Schedule, seconds_on, simulate
from tfir.cost.workload import Reading, main_graph
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation
from tfir.ir.suggestion import did_you_mean


class Setting:
    """`graph` is the op that is looked at, `workload` its tasks."""

    def __init__(self, module: Operation, cluster: str, fetches=(), manager="first-ready", overlap=True, given=None, unknown_size=1, loop_turns=1):
        if manager not in MANAGERS:
            raise Error(f"there is no manager '{manager}' (there are {', '.join(MANAGERS)}){did_you_mean(manager, MANAGERS)}")
        if unknown_size < 0 or loop_turns < 0:
            raise Error("an unknown size and the turns of a loop are not negative")
        self.cluster = chosen_cluster(module, cluster)
        self.manager, self.overlap = manager, overlap
        self.graph = main_graph(module)
        self.workload = Reading(module, given, unknown_size, loop_turns).workload(self.graph, fetches)

    @property
    def usual_device(self) -> int:
        """Where TensorFlow puts what asks for no device: on the first that is no CPU."""
        return next((number for number, device in enumerate(self.cluster.devices) if device.kind != "CPU"), 0)

    def devices_asked_for(self) -> list[int]:
        known: dict[str, int] = {"": self.usual_device}
        for task in self.workload.tasks:
            if task.device not in known:
                found = self.cluster.number(task.device)
                known[task.device] = self.usual_device if found is None else found
        return [known[task.device] for task in self.workload.tasks]

    def seconds(self, devices: list[int]) -> list[float]:
        return seconds_on(self.workload, self.cluster, devices, self.overlap)

    def simulated(self, devices: list[int]) -> Schedule:
        return simulate(self.workload, self.cluster, devices, self.seconds(devices), self.manager)


def chosen_cluster(module: Operation, text: str) -> Cluster:
    """The cluster named; else the device that the module is compiled for; else a processor."""
    target = module.attributes.get("iree.target")
    if not text and target is not None and hasattr(target, "facts"):
        return cluster_of_target(target)
    return read_cluster(text or "cpu")
