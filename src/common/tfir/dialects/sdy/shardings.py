"""Which part of a tensor each device of a mesh has. Source: Shardy (openxla/shardy), `TensorShardingAttr`.

Along each dimension a tensor is cut by some axes of the mesh, the first of which changes slowest; along all other axes each device has the
same. An axis may itself be cut: `"a":(2)4` are 4 steps of it, each of them repeated by those behind, and all of them by the 2 before.
"""

from __future__ import annotations

from math import prod

from tfir.dialects.stablehlo.meshes import Mesh, mesh_of_symbol, mesh_of_text
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation
from tfir.startup.patterns import compiled

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

SHARDINGS = compiled(r"<(@[^,]+|mesh<\[[^\]]*\](?:, device_ids=\[[^\]]*\])?>), \[([^\]]*)\]([^>]*)>").findall
DIMENSIONS = compiled(r"\{([^}]*)\}").findall
AXES = compiled(r'"([^"]*)"(?::\((\d+)\)(\d+))?').findall


class Axis:
    """An axis of a mesh, or `size` steps of it behind `before` others; of a whole one `size` is 0."""

    def __init__(self, name: str, before: str | int, size: str | int):
        self.name, self.before, self.size = name, int(before or 1), int(size or 0)

    def step(self, mesh: Mesh, place: dict[str, int]) -> tuple[int, int]:
        """At which step of the axis a device is, and how many there are."""
        whole = mesh.axes[self.name]
        size = self.size or whole
        return place[self.name] // (whole // (self.before * size)) % size, size


class Piece:
    """`size` steps of an axis behind `before` others, as many as all shardings of a value take or leave together."""

    def __init__(self, name: str, before: int, size: int):
        self.name, self.before, self.size = name, before, size

    def is_in(self, axis: Axis) -> bool:
        return self.name == axis.name and (not axis.size or axis.before <= self.before < axis.before * axis.size)


def pieces_of(mesh: Mesh, axes: Sequence[Axis]) -> list[Piece]:
    """The axes of a mesh, cut where one that is used begins or ends."""
    pieces = []
    for name, size in mesh.axes.items():
        parts = [axis for axis in axes if axis.name == name and axis.size]
        ends = sorted({1, size, *[axis.before for axis in parts], *[axis.before * axis.size for axis in parts]})
        pieces += [Piece(name, below, above // below) for below, above in zip(ends, ends[1:])]
    return pieces


class Sharding:
    """How a tensor is cut: for each dimension the axes that cut it."""

    def __init__(self, dimensions: str, manual: set[str]):
        self.dimensions = [[axis for each in AXES(text) if (axis := Axis(*each)).name in manual] for text in DIMENSIONS(dimensions)]

    def part(self, shape: Sequence[int], mesh: Mesh, place: dict[str, int]) -> tuple[slice, ...]:
        """Where in a tensor of that shape the part of a device lies."""
        slices = []
        for size, axes in zip(shape, self.dimensions):
            number, count = 0, 1
            for axis in axes:
                step, steps = axis.step(mesh, place)
                number, count = number * steps + step, count * steps
            slices.append(slice(number * size // count, (number + 1) * size // count))
        return tuple(slices)


class Division:
    """How the operands of a `sdy.manual_computation` are divided among the devices of a mesh, and how its results are put together."""

    def __init__(self, op: Operation):
        manual = {name for name, _, _ in AXES(op.attributes["manual_axes"].text)}
        told = [SHARDINGS(op.attributes[side].text) for side in ("in_shardings", "out_shardings")]
        self.op = op
        self.mesh = mesh_named(op, (told[0] + told[1])[0][0]) if told[0] + told[1] else Mesh({}, [])
        for _, _, rest in told[1]:
            if "unreduced" in rest:
                raise Error.on(op, "has results that are yet to be reduced")
        self.operands, self.results = [[Sharding(dimensions, manual) for _, dimensions, _ in side] for side in told]
        self.count = prod(self.mesh.axes.values())

    def place(self, device: int) -> dict[str, int]:
        """Where a device is along each axis."""
        number, place = self.mesh.devices.index(device), dict[str, int]()
        for name, size in reversed(self.mesh.axes.items()):
            number, place[name] = divmod(number, size)
        return place

    def parts(self, arrays: Sequence[Any], device: int) -> list[Any]:
        """The parts of the operands that a device has."""
        place = self.place(device)
        return [array[sharding.part(array.shape, self.mesh, place)] for array, sharding in zip(arrays, self.operands)]

    def joined(self, parts: Sequence[Sequence[Any]]) -> list[Any]:
        """The results, of which each device has given its parts. Where several have given the same part, that of the first is taken, as JAX does."""
        import numpy as np

        wholes = [np.empty(result.type.shape, part.dtype) for result, part in zip(self.op.results, parts[0])]
        for device, given in reversed([*enumerate(parts)]):
            place = self.place(device)
            for whole, part, sharding in zip(wholes, given, self.results):
                whole[sharding.part(whole.shape, self.mesh, place)] = part
        return wholes


def mesh_named(op: Operation, name: str) -> Mesh:
    """The mesh of a symbol, `@mesh`, or the one that is written in its place."""
    return mesh_of_symbol(op, name[1:].strip('"')) if name[0] == "@" else mesh_of_text(op, f"#sdy.{name}")
