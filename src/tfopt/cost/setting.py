"""The inputs of a simulation besides a placement: the program as tasks, the cluster, the manager of ready tasks."""

from __future__ import annotations

from tfir.cost.chosen_cluster import chosen_cluster
from tfir.cost.simulation import Schedule, devices_asked_for, seconds_on, simulate
from tfir.cost.workload import Reading, main_graph
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation


class Setting:
    """`graph` is the op that is looked at, `workload` its tasks."""

    def __init__(
        self, module: Operation, cluster: str, fetches: tuple[str, ...] = (), manager: str = "first-ready", overlap: bool = True,
        input_shapes: dict | None = None, unknown_size: int = 1, loop_turns: int = 1,
    ):  # fmt: skip
        if unknown_size < 0 or loop_turns < 0:
            raise Error("an unknown size and the turns of a loop are not negative")
        self.cluster = chosen_cluster(module, cluster)
        self.manager, self.overlap = manager, overlap
        self.graph = main_graph(module)
        self.workload = Reading(module, input_shapes, unknown_size, loop_turns).workload(self.graph, fetches)

    def devices_asked_for(self) -> list[int]:
        return devices_asked_for(self.workload, self.cluster)

    def seconds(self, devices: list[int]) -> list[float]:
        return seconds_on(self.workload, self.cluster, devices, self.overlap)

    def simulated(self, devices: list[int]) -> Schedule:
        return simulate(self.workload, self.cluster, devices, self.seconds(devices), self.manager)
