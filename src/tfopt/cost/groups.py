"""Tasks that must share a device: groups by colocation, by the state that they act on, and the devices that each may have."""

from __future__ import annotations

from tfir.cost.cluster import Cluster
from tfir.cost.device_names import fits
from tfir.cost.workload import Task, Workload
from tfir.dialects import trait_arguments
from tfir.dialects.tf_type import RESOURCE, STRING, element_base
from tfir.dialects.tfg.nodes import colocated_with
from tfir.ir.diagnostics import Error

REFERENCES = frozenset({"Variable", "VariableV2", "TemporaryVariable", "RefSwitch", "RefEnter", "RefIdentity"})


class Groups:
    """`of[task]` is the number of its group; `members` the tasks of each; `allowed` the devices that each may have, in order."""

    def __init__(self, workload: Workload, cluster: Cluster):
        self.parents = list(range(len(workload.tasks)))
        join_colocated(self, workload)
        join_state(self, workload)
        join_what_costs_nothing(self, workload)
        self.of, self.members = led_by([leader(self.parents, task) for task in range(len(workload.tasks))])
        self.allowed = [allowed_devices([workload.tasks[task] for task in members], cluster) for members in self.members]

    def join(self, one: int, other: int) -> None:
        """The earlier task leads."""
        one, other = leader(self.parents, one), leader(self.parents, other)
        self.parents[max(one, other)] = min(one, other)


def leader(parents: list[int], member: int) -> int:
    """The leader of a member's group (union-find with path halving)."""
    while parents[member] != member:
        parents[member] = member = parents[parents[member]]
    return member


def led_by(leaders: list[int]) -> tuple[list[int], list[list[int]]]:
    """The number of each task's group, given each task's leader; and the tasks of each group."""
    numbers = {lead: number for number, lead in enumerate(dict.fromkeys(leaders))}
    of = [numbers[lead] for lead in leaders]
    members: list[list[int]] = [[] for _ in numbers]
    for task, group in enumerate(of):
        members[group].append(task)
    return of, members


def join_colocated(groups: Groups, workload: Workload) -> None:
    numbers = {task.name: task.number for task in workload.tasks}
    first: dict[str, int] = {}
    for task in workload.tasks:
        for entry in getattr(task.op.attributes.get("_class"), "elements", ()):
            if (name := colocated_with(entry)) is not None:
                groups.join(task.number, numbers.get(name, first.setdefault(name, task.number)))


def join_state(groups: Groups, workload: Workload) -> None:
    """Joins tasks that read a handle or act on a reference with the task that made it: both mean memory of one device."""
    for task in workload.tasks:
        for producer, result in task.read:
            made = workload.tasks[producer]
            type = made.op.results[result].type
            is_handle = element_base(getattr(type, "element", type)) is RESOURCE
            if is_handle or (made.local in REFERENCES and acts_on_reference(task) and (producer, result) == task.inputs[0]):
                groups.join(task.number, producer)


def acts_on_reference(task: Task) -> bool:
    """Whether the node acts on the variable that it is given, which is a reference to it."""
    return "write variable" in (trait_arguments(task.op, "effects") or ()) or task.local in ("RefSwitch", "RefEnter")


def join_what_costs_nothing(groups: Groups, workload: Workload) -> None:
    """Joins tasks that only pass on a value with its producer, and a constant that one task reads with that task: this only saves messages.
    Tasks that ask for a device by themselves are left alone."""
    for task in workload.tasks:
        if task.hands_on and task.inputs and not task.device and len(workload.tasks[task.inputs[0][0]].sizes) == 1:
            groups.join(task.number, task.inputs[0][0])
        elif task.is_state and not task.device and len({consumer for consumer, _ in task.consumers}) == 1:
            groups.join(task.number, task.consumers[0][0])


def allowed_devices(tasks: list[Task], cluster: Cluster) -> list[int]:
    """The devices that all of the tasks may have. Strings are only on hosts."""
    allowed = list(range(len(cluster.devices)))
    requests: dict[str, Task] = {}
    for task in tasks:
        if task.device:
            requests.setdefault(task.device, task)
    for name, task in requests.items():
        left = [number for number in allowed if fits(name, cluster.devices[number].name)]
        if not left:
            raise Error(no_device(name, task, allowed, cluster, requests), task.op)
        allowed = left
    if any([touches_strings(task) for task in tasks]):
        allowed = [number for number in allowed if cluster.devices[number].kind == "CPU"] or allowed
    return allowed


def no_device(name: str, task: Task, allowed: list[int], cluster: Cluster, requests: dict[str, Task]) -> str:
    if len(allowed) == len(cluster.devices):
        names = ", ".join([device.name for device in cluster.devices])
        return f"node '{task.name}' asks for device '{name}', which the cluster does not have (it has {names})"
    other = next(iter(requests))
    return f"node '{task.name}' asks for device '{name}', but it must lie with node '{requests[other].name}', which asks for '{other}'"


def touches_strings(task: Task) -> bool:
    op = task.op
    return any([getattr(value.type, "element", None) is STRING for value in (*op.operands, *op.results)])
