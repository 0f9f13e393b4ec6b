"""Spreads the nodes of a graph over the devices of a cluster so that the simulation ends as early as it can be made to.

Nodes keep the devices that they ask for, whole or in part, and lie together where `_class` or the state that they act on says so; no
device is given more than it holds while another way is found. Time is counted until the `fetches` are there; nodes that they do not need are
placed beside those they belong to. `simulations` bounds the search; 0, the default, tries 80 placements, and fewer of a graph with more
than 7,000 nodes, so that time grows with the graph alone. With `report`, what was tried is told on standard error.
"""

from __future__ import annotations

import sys

from tfir.cost.device_names import parts_of
from tfir.cost.workload import Reading
from tfir.dialects.tfg.nodes import DEVICE
from tfir.ir.attributes import StringAttr
from tfir.ir.diagnostics import Error

from tfopt.cost.setting import Setting

EXACT = True
SIMULATED_TASKS, FEWEST_SIMULATIONS, MOST_SIMULATIONS = 560_000, 24, 80
OPTIONS = {
    "simulations": "How many placements are tried; 0 is 80, and fewer for more than 7,000 nodes.",
    "report": "Tell on standard error what was tried.",
}


def place_on_cluster(
    module: "Module", *, cluster: str = "", fetches: tuple[str, ...] = (), overlap: bool = True, unknown_size: int = 1, loop_turns: int = 1,
    manager: "fifo|lifo|first-ready|priority|composite" = "first-ready",  # type: ignore[valid-type]  # noqa: F821 - the choices, no type
    simulations: int = 0, report: bool = False, input_shapes: dict | None = None,
):  # fmt: skip
    from tfopt.cost.groups import Groups
    from tfopt.cost.search import Search

    setting = Setting(module, cluster, fetches, manager, overlap, input_shapes, unknown_size, loop_turns)
    if setting.graph.name not in ("tfg.graph", "tfg.func"):
        raise Error("only the nodes of a graph have devices; this module has no tfg.graph and no tfg.func to run", setting.graph)
    search = Search(setting, Groups(setting.workload, setting.cluster), simulations or usual_simulations(len(setting.workload.tasks)))
    devices = search.run() if setting.workload.tasks else []
    names = [device.name for device in setting.cluster.devices]
    for task, number in zip(setting.workload.tasks, devices):
        task.op.set_attribute(DEVICE, StringAttr(completed(task.device, names[number])))
    place_the_rest(module, setting, devices)
    if report:
        print_report(search)


def usual_simulations(tasks: int) -> int:
    """How many placements are simulated: on graphs of 15,000 nodes later ones gained less than 0.5 % of the time."""
    return max(FEWEST_SIMULATIONS, min(MOST_SIMULATIONS, SIMULATED_TASKS // max(1, tasks)))


def completed(requested: str, device: str) -> str:
    """The device's name, with what was asked for and the name leaves open."""
    parts = {**(parts_of(requested) or {}), **(parts_of(device) or {})}
    before = "".join([f"/{field}:{parts[field]}" for field in ("job", "replica", "task") if field in parts])
    return f"{before}/device:{parts['kind']}:{parts.get('index', '0')}"


def place_the_rest(module, setting: Setting, devices: list[int]) -> None:
    """Places nodes that the fetches do not need with their group, if that has a place; others are left as they are."""
    from tfopt.cost.groups import Groups

    placed = {task.op: number for task, number in zip(setting.workload.tasks, devices)}
    if all([op in placed or op.name == "tfg.return" for op in setting.graph.body]):
        return
    whole = Reading(module).workload(setting.graph, whole=True)
    groups = Groups(whole, setting.cluster)
    for group, members in enumerate(groups.members):
        device = next((placed[whole.tasks[task].op] for task in members if whole.tasks[task].op in placed), None)
        for task in members if device in groups.allowed[group] else ():
            if whole.tasks[task].op not in placed:
                name = setting.cluster.devices[device].name
                whole.tasks[task].op.set_attribute(DEVICE, StringAttr(completed(whole.tasks[task].device, name)))


def print_report(search) -> None:
    from tfir.cost.report import amount, duration, table

    first, best = search.tried[0][1], min([entry[1:] for entry in search.tried], key=lambda entry: (entry[1], entry[0]))
    shown: dict[str, tuple[float, float]] = {}
    for name, seconds, over in search.tried:
        shown[name] = min(shown.get(name, (seconds, over)), (seconds, over), key=lambda entry: (entry[1], entry[0]))
    rows = [
        [name, duration(seconds), f"{first / seconds:.2f}" if seconds else "-", amount(over, "B") if over else "",
         "chosen" if (seconds, over) == best else ""]
        for name, (seconds, over) in shown.items()
    ]  # fmt: skip
    lines = table(["placement", "time", "speed-up", "too much memory", "<"], rows)
    print("\n".join([f"placement on {search.setting.cluster.name}: {len(search.tried)} simulations", *lines]), file=sys.stderr)
