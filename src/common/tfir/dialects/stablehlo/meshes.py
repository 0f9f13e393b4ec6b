"""Meshes of devices: groups of processes that differ in their places along some axes. Source: StableHLO, replica_group_mesh_axes."""

from __future__ import annotations

from math import prod

from tfir.ir.attributes import ArrayAttr, DictAttr
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation
from tfir.ir.symbols import nearest_symbol
from tfir.startup.patterns import compiled

GROUPS = compiled(r"#stablehlo\.replica_group_mesh_axes<mesh = (?:@([\w$.-]+)|(.*)), axes = \[([^\]]*)\]>").fullmatch
MESH = compiled(r"#stablehlo\.mesh<axes=\[([^\]]*)\](?:, device_ids = dense<(.*)> : .*)?>").fullmatch
SHARDY_MESH = compiled(r"#sdy\.mesh<\[([^\]]*)\](?:, device_ids=\[([^\]]*)\])?>").fullmatch
SHARDY_AXIS = compiled(r'"([^"]*)"=(\d+)').findall
AXIS = compiled(r'name = "([^"]*)", size = (\d+)').findall
NAME = compiled(r'name = "([^"]*)"').findall
NUMBER = compiled(r"-?\d+").findall


class Mesh:
    """The sizes of named axes, and the numbers of the devices, in row-major order."""

    def __init__(self, axes: dict[str, int], devices: list[int]):
        self.axes, self.devices = axes, devices or list(range(prod(axes.values())))

    def groups(self, names: list[str]) -> list[list[int]]:
        """The devices that differ along these axes alone, `[G, N]`; the last name changes fastest."""
        import numpy as np

        places = np.array(self.devices).reshape(tuple(self.axes.values()))
        order = [name for name in self.axes if name not in names] + names
        size = prod([self.axes[name] for name in names])
        return places.transpose([list(self.axes).index(name) for name in order]).reshape(-1, size).tolist()


def groups_along_axes(op: Operation) -> list[list[int]]:
    """The groups of a collective whose attribute says them by the axes of a mesh. Raises Error where the mesh is nowhere."""
    match = GROUPS(op.attributes["replica_groups"].text)
    assert match is not None, "groups along axes have a mesh and axes"
    symbol, text, axes = match.groups()
    if "sub_axis_info" in axes:
        raise Error("Subaxes are not supported in flattenReplicaGroupMeshAxes", op)
    return (mesh_of_symbol(op, symbol) if symbol else mesh_of_text(op, text)).groups(NAME(axes))


def mesh_of_text(op: Operation, text: str) -> Mesh:
    match, axes = MESH(text), AXIS
    if match is None:
        match, axes = SHARDY_MESH(text), SHARDY_AXIS
    if match is None:
        raise Error.on(op, "Failed to find mesh attribute on symbol")
    return Mesh({name: int(size) for name, size in axes(match[1])}, [int(number) for number in NUMBER(match[2] or "")])


def mesh_of_symbol(op: Operation, symbol: str) -> Mesh:
    """The mesh that an operation of that name holds, as an attribute of its own or a dictionary."""
    holder = nearest_symbol(op, symbol, lambda around: around.name == "builtin.module")
    if holder is None:
        raise Error.on(op, "Failed to find mesh symbol")
    mesh = holder.attributes.get("mesh") or holder.attributes.get("stablehlo.mesh")
    if not isinstance(mesh, DictAttr):
        return mesh_of_text(op, "" if mesh is None else mesh.text)
    axes, devices = mesh.get("axes", ArrayAttr([])), mesh.get("device_ids")
    sizes = {entry["name"].value: entry["size"].value for entry in axes.elements}
    return Mesh(sizes, [] if devices is None else devices.values())
