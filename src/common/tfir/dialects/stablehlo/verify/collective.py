"""Constraints of ops that work between devices."""

from __future__ import annotations

import re

from tfir.dialects.stablehlo.inference.checks import Refused, integers, numbers, same_element, size_fits
from tfir.dialects.stablehlo.inference.collective import TOKEN, channel, data_operands, uses_global_ids
from tfir.dialects.stablehlo.verify.checks import checked, in_order, inferred, inferred_types, refusing, scalar
from tfir.dialects.stablehlo.verify.reduction import reducer
from tfir.ir.dense import DenseAttr
from tfir.ir.diagnostics import Error
from tfir.ir.symbols import nearest_symbol
from tfir.ir.types import I32, TensorType, shapes_fit


def groups(op, same_size: bool, global_ids: bool = False, size: int | None = None) -> None:
    """Replica groups `[G, N]`: each replica is in one of them, -1 fills up where groups need not have the same size."""
    attribute = op.attributes.get("replica_groups")
    if not isinstance(attribute, DenseAttr):
        return
    shape = attribute.type.shape
    if len(shape) != 2:
        raise Refused("replica groups should be a rank 2 tensor")
    if global_ids and not attribute.type.size:
        raise Refused("if `use_global_device_ids` is set, the replica groups cannot be empty")
    seen: set[int] = set()
    for replica in integers(attribute):
        if replica == -1:
            if not same_size:
                continue
            raise Refused("Invalid replica id -1")
        if replica in seen:
            raise Refused(f"replica id #{replica} seen more than once")
        seen.add(replica)
    for replica in range(len(seen)):
        if replica not in seen:
            raise Refused(f"replica id #{replica} not seen in replica groups")
    if size is not None and (shape[0] == 0 or shape[1] != size):
        raise Refused(f"group size of replica_groups must be {size}")


def positive_channel(op) -> None:
    if uses_global_ids(op) and channel(op) <= 0:
        raise Refused(f"channel_id must be positive when useGlobalDeviceIds is set but got: {channel(op)}")


def all_gather(op):
    dimension = op.get("all_gather_dim")
    groups(op, True, uses_global_ids(op))
    if uses_global_ids(op) and channel(op) < 0:
        raise Refused("channel_id cannot be negative when useGlobalDeviceIds is set")
    for expected, operand, result in zip(inferred_types(op), [v.type for v in op.operands], [r.type for r in op.results]):
        size, gathered = operand.shape[dimension], expected.shape[dimension]
        if size == 0:
            raise Refused("dimension size of operand at 'all_gather_dim' cannot be zero")
        if result.rank != operand.rank:
            raise Refused("operand and result must have the same rank")
        if not shapes_fit(expected.shape, result.shape):
            raise Refused("operand and result should have the same shape except for the dimension size at 'all_gather_dim'")
        if None not in (size, gathered) and gathered % size:
            raise Refused(f"result gather dimension has size {gathered}, expected to be a multiple of operand gather dimension size {size}")


def reducers(op, operands) -> None:
    for operand in operands:
        reducer(op.region.blocks[0], [operand.type], [scalar(operand.type.element)], ())


def all_reduce(op):
    groups(op, False, uses_global_ids(op))
    positive_channel(op)
    reducers(op, op.operands)


def rooted(op) -> None:
    name = op.name.partition(".")[2]
    if "has_dynamic_root" not in op.attributes:
        if not op.operands:
            raise Refused(f"{name} requires at least one data operand")
        return
    if len(op.operands) < 2:
        raise Refused(f"{name} with has_dynamic_root=true requires at least two operands (data + root)")
    root = op.operands[-1].type
    head = f"last operand of {name} with has_dynamic_root=true must"
    if not isinstance(root, TensorType) or root.element is not I32 or root.rank != 1:
        raise Refused(f"{head} be a rank-1 i32 tensor, but got '{root}'")
    if root.shape[0] != len(op.operands) - 1:
        raise Refused(f"{head} have the same number of elements as data operands ({len(op.operands) - 1}), but got {root.shape[0]}")


def collective_reduce(op):
    groups(op, False, uses_global_ids(op))
    positive_channel(op)
    rooted(op)
    reducers(op, data_operands(op.operands, op))


def collective_broadcast(op):
    attribute = op.attributes.get("replica_groups")
    if isinstance(attribute, DenseAttr):
        if len(attribute.type.shape) != 2:
            raise Refused(f"replica groups should be a rank 2 tensor,but instead it is of rank {len(attribute.type.shape)}")
        seen: set[int] = set()
        for replica in integers(attribute):
            if replica < 0:
                raise Refused(f"replica_groups values must be positive, but was given {replica}")
            if replica in seen:
                raise Refused(f"replica id #{replica} seen more than once")
            seen.add(replica)
    rooted(op)


def collective_permute(op):
    shape = op.attributes["source_target_pairs"].type.shape
    if len(shape) != 2:
        raise Refused(f"expect source_target_pairs attribute to be of rank 2, but got rank {len(shape)}")
    if shape[1] != 2:
        raise Refused(f"expect source_target_pairs attribute of shape (N, 2), but got ({numbers(shape)})")
    flat, seen = integers(op.attributes["source_target_pairs"]), (set(), set())
    for at, replica in enumerate(flat):
        if replica < 0:
            raise Refused("replica ids in source_target_pairs must be >= 0.")
        if replica in seen[at % 2]:
            raise Refused(f"duplicate {('sources', 'targets')[at % 2]} not allowed.")
        seen[at % 2].add(replica)


def all_to_all(op):
    if len(op.operands) != len(op.results):
        raise Error.on(op, "requires the same number of operands and results")
    for number, (operand, result) in enumerate(zip(op.operands, op.results)):
        if not same_element(operand.type, result.type):
            raise Error.on(op, f"requires the same element type for operand and result at index {number}")
    groups(op, True, size=op.get("split_count"))


def reduce_scatter(op):
    groups(op, True, uses_global_ids(op))
    operand, result = op.operands[0].type, op.result.type
    reducers(op, op.operands)
    if operand.rank != result.rank:
        raise Refused("operand and result should have same rank")
    (expected,), dimension = inferred_types(op), op.get("scatter_dimension")
    positive_channel(op)
    before, after = operand.shape[dimension], expected.shape[dimension]
    if None in (before, after):
        return
    for name, size in (("result", after), ("operand", before)):
        if size == 0:
            raise Refused(f"{name} dimension size at scatter_dimension cannot be zero")
    if before % after:
        raise Refused(f"operand scatter dimension has size {before}, expected to be a multiple of result scatter dimension size {after}")
    for one, other in zip(expected.shape, result.shape):
        if not size_fits(one, other):
            raise Refused(f"non scatter dimensions should be same for operand ({one}) and result ({other})")
    if result.element is not expected.element:
        raise Refused(f"result element-type is expected to be '{expected.element}', but got '{result.element}'")


def sent(op):
    _channel_type(op, "DEVICE_TO_HOST", 2)


def _channel_type(op, host: str, number: int) -> None:
    """Types of channels: 1 is device to device, 2 device to host, 3 host to device."""
    handle, to_host = op.attributes.get("channel_handle"), op.get("is_host_transfer", False)
    type = getattr(handle, "type", 0)
    if not to_host and type != 1:
        raise Refused("channel_type should be DEVICE_TO_DEVICE when is_host_transfer is false")
    if to_host and type != number:
        raise Refused(f"channel_type should be {host} when is_host_transfer is true")


def received(op):
    _channel_type(op, "HOST_TO_DEVICE", 3)
    _tensors_and_token(op, "everything but the last element of result types is expected to be of tensor type")


def _tensors_and_token(op, tensors: str) -> None:
    types = [r.type for r in op.results]
    if not types:
        raise Refused("result is expected to be at least of size 1, but got 0")
    for type in types[:-1]:
        if not isinstance(type, TensorType):
            raise Refused(f"{tensors}, but got '{type}'")
    if types[-1] is not TOKEN:
        raise Refused(f"last element of result types is expected to be of token type, but got '{types[-1]}'")


def infeed(op):
    _tensors_and_token(op, "all elements of result types, except the last element, are expected to be of tensor type")
    layout, count = op.attributes.get("layout"), len(op.results) - 1
    if layout is None:
        return
    if len(layout) != count:
        raise Refused(
            f"layout-attribute size must be {count} (which is the number of op-results - 1 (for token result)), but got {len(layout)}"
        )
    for one in layout:
        if not hasattr(one, "elements"):
            raise Refused(f"layout-attribute expected to have elements of type array, but got {one}")
        for number in one:
            if not hasattr(number, "value") or not isinstance(number.value, int):
                raise Refused(f"layout-attribute's leaf elements are expected to be of type integer, but got {number}")


ASYNCHRONOUS = tuple(f"stablehlo.{name}" for name in (
    "all_gather", "all_reduce", "all_to_all", "collective_broadcast", "collective_permute", "collective_reduce", "reduce_scatter", "slice",
    "dynamic_slice", "dynamic_update_slice",
))  # fmt: skip


def async_start(op):
    wrong = _started_wrongly(op)
    if wrong is not None:
        raise Refused(f"'{op.name}' op {wrong}")


def _started_wrongly(op) -> str | None:
    block = op.region.blocks[0] if op.region.blocks else None
    if block is None or block.first is None or block.first.next is not block.last:
        return "region must contain exactly one operation and a return"
    if block.first.name not in ASYNCHRONOUS:
        return "region must contain a collective or slice operation"
    if len(op.operands) != len(block.arguments):
        return f"number of operands ({len(op.operands)}) must match number of region arguments ({len(block.arguments)})"
    for number, (operand, argument) in enumerate(zip(op.operands, block.arguments)):
        if operand.type is not argument.type:
            return f"operand type '{operand.type}' at index {number} must match region argument type '{argument.type}'"
    return None


def mesh_exists(op):
    """Replica groups may be axes of a mesh, which is a symbol of the program."""
    mesh = MESH(getattr(op.attributes.get("replica_groups"), "text", ""))
    if mesh and nearest_symbol(op, mesh[1], lambda around: around.name == "builtin.module") is None:
        raise Refused(f"replica_groups: mesh symbol '{mesh[1]}' not found")


MESH = re.compile(r"#stablehlo\.replica_group_mesh_axes<mesh = @([\w$.-]+)").match
VERIFY_IN_CONTEXT = dict.fromkeys(
    ("all_gather", "all_reduce", "all_to_all", "collective_broadcast", "collective_reduce", "reduce_scatter"), checked(mesh_exists)
)
VERIFY = {
    "all_gather": checked(all_gather), "all_reduce": in_order(checked(all_reduce), inferred),
    "all_to_all": in_order(refusing(all_to_all), inferred), "reduce_scatter": checked(reduce_scatter),
    "collective_broadcast": in_order(inferred, checked(collective_broadcast)),
    "collective_reduce": in_order(checked(collective_reduce), inferred),
    "collective_permute": in_order(inferred, checked(collective_permute)),
    "send": in_order(refusing(sent), inferred), "recv": checked(received), "infeed": checked(infeed),
    "async_start": in_order(refusing(async_start), inferred), "async_done": inferred,
}  # fmt: skip
