"""Groups of replicas in HLO's text: `{{0,1},{2,3}}`, `[2,2]<=[2,2]T(1,0)` for numbers that count up in an array of the second
shape, transposed and cut into rows, and `mesh['x'=2,'y'=2] {'y'}` for devices that differ along some axes of a mesh.
Source: CollectiveDeviceListProto, IotaReplicaGroupListProto and MeshAxesReplicaGroupListProto in xla_data.proto.
"""

from __future__ import annotations

from math import prod

from tfir.dialects.sdy.shardings import Axis, pieces_of
from tfir.dialects.stablehlo.meshes import Mesh
from tfir.ir.diagnostics import Error

from tftranslate.hlo.text.attribute import braced
from tftranslate.hlo.text.named_shardings import axes_text, counted_devices, mesh_text, read_axis, read_mesh

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from tfir.proto import HloInstructionProto, MeshAxesReplicaGroupListProto

    from tftranslate.hlo.text.cursor import Cursor


def read_groups(cursor: Cursor, instruction: HloInstructionProto) -> None:
    if cursor.at("mesh"):
        along = instruction.mesh_axes_replica_group_list
        read_mesh(cursor, along.mesh)
        along.axes.extend(cursor.items(lambda: read_axis(cursor, along.mesh)))
        return
    if not cursor.at("["):
        for ids in cursor.items(cursor.integers):
            instruction.replica_groups.add(replica_ids=ids)
        return
    start = cursor.place
    sizes, counted, order = read_counted(cursor)
    if len(sizes) != 2:
        raise cursor.error("expected [groups,devices]", start)
    groups = instruction.collective_device_list.iota_replica_group_list
    groups.num_replica_groups, groups.num_devices_per_group = sizes
    groups.iota_reshape_dims[:], groups.iota_transpose_perm[:] = counted, order


def read_counted(cursor: Cursor) -> tuple[list[int], list[int], list[int]]:
    """`[2,2]<=[4]T(1,0)`: the sizes that come out, those that are counted, and how the latter are transposed."""
    start = cursor.place
    sizes = cursor.items(cursor.integer, "[", "]")
    cursor.expect("<=")
    counted = cursor.items(cursor.integer, "[", "]")
    order = cursor.items(cursor.integer, "(", ")") if cursor.accept("T") else list(range(len(counted)))
    if sorted(order) != list(range(len(counted))):
        raise cursor.error("a transposition names each dimension once", start)
    return sizes, counted, order


def counted_text(sizes: list[int], counted: list[int], order: list[int]) -> str:
    turned = f"T({','.join(map(str, order))})" if list(order) != list(range(len(counted))) else ""
    return f"[{','.join(map(str, sizes))}]<=[{','.join(map(str, counted))}]{turned}"


def compact_groups(instruction: HloInstructionProto) -> Any:
    """The message of groups that are counted, None where each is listed."""
    if instruction.HasField("iota_collective_device_list"):
        return instruction.iota_collective_device_list
    devices = instruction.collective_device_list
    return devices.iota_replica_group_list if devices.HasField("iota_replica_group_list") else None


def groups_along(along: MeshAxesReplicaGroupListProto) -> list[list[int]]:
    """Devices that differ along some axes of a mesh, or parts of them, the last of which changes fastest. Raises Error for axes it does not have."""
    from tfir.ods.numpy_on_demand import np

    sizes = {str(at): axis.size for at, axis in enumerate(along.mesh.axes)}
    devices = list(along.mesh.device_ids) or counted_devices(list(sizes.values()), list(range(len(sizes))))
    axes = [Axis(str(each.mesh_axis_index), each.sub_axis_info.pre_size, each.sub_axis_info.size) for each in along.axes]
    pieces = pieces_of(Mesh(sizes, devices), axes)
    used = [piece for axis in axes for piece in pieces if piece.is_in(axis)]
    order = [*[at for at, piece in enumerate(pieces) if piece not in used], *[pieces.index(piece) for piece in used]]
    shape = [piece.size for piece in pieces]
    if prod(shape) != len(devices) or sorted(order) != list(range(len(pieces))) or any([axis.name not in sizes for axis in axes]):
        raise Error("groups of devices along axes that their mesh does not have")
    groups: list[list[int]] = np.array(devices).reshape(shape).transpose(order).reshape(-1, prod([piece.size for piece in used])).tolist()
    return groups


def groups_of(instruction: HloInstructionProto) -> list[list[int]]:
    if instruction.HasField("mesh_axes_replica_group_list"):
        return groups_along(instruction.mesh_axes_replica_group_list)
    compact = compact_groups(instruction)
    if compact is None:
        listed = instruction.replica_groups or instruction.collective_device_list.replica_groups
        return [list(group.replica_ids) for group in listed]
    devices = counted_devices(list(compact.iota_reshape_dims), list(compact.iota_transpose_perm))
    step = compact.num_devices_per_group
    if step < 1 or step * compact.num_replica_groups != len(devices):
        raise Error(f"{len(devices)} devices are not {compact.num_replica_groups} groups of {step}")
    return [devices[at : at + step] for at in range(0, len(devices), step)]


def groups_text(instruction: HloInstructionProto) -> str | None:
    if instruction.HasField("mesh_axes_replica_group_list"):
        along = instruction.mesh_axes_replica_group_list
        return f"{mesh_text(along.mesh)} {{{','.join(axes_text(along.axes, along.mesh))}}}"
    compact = compact_groups(instruction)
    if compact is not None:
        sizes = [compact.num_replica_groups, compact.num_devices_per_group]
        return counted_text(sizes, list(compact.iota_reshape_dims), list(compact.iota_transpose_perm))
    return braced([braced(group) for group in groups_of(instruction)])
