"""Groups of replicas in HLO's text: `{{0,1},{2,3}}`, and `[2,2]<=[2,2]T(1,0)` for numbers that count up in an array of the second
shape, transposed and cut into rows. Source: CollectiveDeviceListProto and IotaReplicaGroupListProto in xla_data.proto.
"""

from __future__ import annotations

from math import prod

from tfir.ir.diagnostics import Error

from tftranslate.hlo.text.attribute import braced

MOST_DEVICES = 1 << 20

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from tfir.proto import HloInstructionProto

    from tftranslate.hlo.text.cursor import Cursor


def read_groups(cursor: Cursor, instruction: HloInstructionProto) -> None:
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


def counted_devices(counted: list[int], order: list[int]) -> list[int]:
    """The numbers that count up in an array of sizes `counted`, read after it is transposed. Raises Error where there are too many to list, and
    where `order` is none of its dimensions."""
    if sorted(order) != list(range(len(counted))):
        raise Error("groups of devices are transposed by what is no order of their dimensions")
    from tfir.ods.numpy_on_demand import np

    total = prod(counted)
    if not 0 <= total <= MOST_DEVICES or min(counted, default=1) < 0:
        raise Error(f"groups of {total} devices")
    numbers: list[int] = np.arange(total).reshape(counted).transpose(order).reshape(-1).tolist()
    return numbers


def compact_groups(instruction: HloInstructionProto) -> Any:
    """The message of groups that are counted, None where each is listed."""
    if instruction.HasField("iota_collective_device_list"):
        return instruction.iota_collective_device_list
    devices = instruction.collective_device_list
    return devices.iota_replica_group_list if devices.HasField("iota_replica_group_list") else None


def groups_of(instruction: HloInstructionProto) -> list[list[int]]:
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
    compact = compact_groups(instruction)
    if compact is not None:
        sizes = [compact.num_replica_groups, compact.num_devices_per_group]
        return counted_text(sizes, list(compact.iota_reshape_dims), list(compact.iota_transpose_perm))
    return braced([braced(group) for group in groups_of(instruction)])
