"""Lowerings: what the processes of a grid do together, and what they hand to each other and to the host.

TensorFlow's collectives name a group by its size and a key; all processes run one program here, so that the group of a size is its first
members, unless the key is looked up by process. Channels, which TensorFlow names, have numbers in StableHLO: those of the names' checksums, alike in every program.
"""

from zlib import crc32

import numpy as np
from tfir.dialects.stablehlo.attributes import NumbersAttr
from tfir.dialects.stablehlo.inference.collective import TOKEN
from tfir.ir.attributes import BoolAttr, IntegerAttr
from tfir.ir.dense import DenseAttr
from tfir.ir.diagnostics import Error
from tfir.ir.types import I64, TensorType
from tfir.ods.inference import constant_of

from tfopt.arithmetic.contents import Array
from tfopt.arithmetic.tensor import Tensor, body_of, current, emit, emit_many, literal, take
from tfopt.tf_to_stablehlo.lowering import lower, lowered_by

REDUCTIONS = {"Min": "minimum", "Max": "maximum", "Mul": "multiply", "Add": "add", "Mean": "add"}
TO_HOST, FROM_HOST = 2, 3  # kinds of channels, as XLA numbers them
BETWEEN_PROCESSES = 1


def groups(assignment) -> dict:
    """Which replicas meet, a row for each group."""
    rows = assignment.reshape(-1, assignment.shape[-1]).astype(np.int64)
    return {"replica_groups": pairs_of(rows)}


def pairs_of(rows) -> DenseAttr:
    return DenseAttr.of(rows.ravel().tolist(), TensorType(rows.shape, I64))


def number(value: int) -> IntegerAttr:
    return IntegerAttr(value, I64)


def all_reduced(input: Tensor, assignment, reduce_op: str) -> Tensor:
    total = emit("all_reduce", [input], input.type, [body_of(REDUCTIONS[reduce_op], input.element)], **groups(assignment))
    return total / assignment.shape[-1] if reduce_op == "Mean" else total


def scattered(input: Tensor, assignment, axis: int, reduce_op: str, type) -> Tensor:
    body = body_of(REDUCTIONS[reduce_op], input.element)
    total = emit("reduce_scatter", [input], type, [body], scatter_dimension=number(axis), **groups(assignment))
    return total / assignment.shape[-1] if reduce_op == "Mean" else total


# XLA's


@lower
def XlaAllReduce(input, group_assignment: Array, reduce_op, mode):
    if mode != "CrossReplica":
        raise Error(f"mode {mode} is not lowered to StableHLO")
    return all_reduced(input, group_assignment, reduce_op)


@lower
def XlaReduceScatter(input, group_assignment: Array, scatter_dimension: int, reduce_op, result_types):
    return scattered(input, group_assignment, scatter_dimension, reduce_op, result_types[0])


@lower
def CrossReplicaSum(input, group_assignment: Array):
    return all_reduced(input, group_assignment, "Add")


@lower
def AllToAll(input, group_assignment: Array, concat_dimension, split_dimension, split_count, result_types):
    places = {"split_dimension": split_dimension, "concat_dimension": concat_dimension, "split_count": split_count}
    attributes = {name: number(value) for name, value in places.items()}
    return emit_many("all_to_all", [input], result_types, **attributes, **groups(group_assignment))[0]


@lower
def CollectivePermute(input, source_target_pairs: Array):
    """Zeros where a replica is sent nothing."""
    rows = source_target_pairs.reshape(-1, 2).astype(np.int64)
    return emit("collective_permute", [input], input.type, source_target_pairs=pairs_of(rows))


# TensorFlow's


@lower
def CollectiveAssignGroupV2(group_assignment: Array, device_index, base_key: int):
    rows, count = group_assignment, int(group_assignment.max(initial=-1)) + 1
    keys = np.zeros(count, np.int32)
    for group in reversed(range(len(rows))):  # the first that has a device counts
        keys[rows[group]] = base_key + group
    return [literal(np.int32(rows.shape[1])), take(literal(keys), device_index, 0)]


def members_of(size: int, key: Tensor):
    """The groups [groups, size]: where the key is looked up in a constant, as CollectiveAssignGroupV2 has it, processes of one key are a group,
    in their own order whatever that of its row; else there is one, of the first ones."""
    op = key.value.op
    keys = constant_of(op.operands[0]) if op is not None and op.name == "stablehlo.gather" else None
    if keys is None:
        return first_members(size)
    groups = [np.flatnonzero(keys == each) for each in np.unique(keys)]
    if {len(members) for members in groups} != {size}:
        raise Error(f"has groups of {', '.join(map(str, sorted({len(members) for members in groups})))} members, and says {size}")
    return np.array(groups)


def first_members(size: int):
    return np.arange(size).reshape(1, size)


def divided(x: Tensor, size: int, final_op: str) -> Tensor:
    return x / size if final_op == "Div" else x


@lower
def CollectiveReduceV2(input, group_size: int, group_key, merge_op, final_op):
    return divided(all_reduced(input, members_of(group_size, group_key), merge_op), group_size, final_op)


@lower
def CollectiveReduceV3(input, group_assignment: Array, reduction):
    return all_reduced(input, group_assignment, reduction)


def of_attributes(input, group_size, merge_op, final_op):
    """The first version, of which the size is an attribute."""
    return divided(all_reduced(input, first_members(group_size), merge_op), group_size, final_op)


lowered_by(CollectiveReduce=of_attributes)


@lower
def CollectiveReduceScatterV2(input, group_size: int, group_key, merge_op, final_op, result_types):
    return divided(scattered(input, members_of(group_size, group_key), 0, merge_op, result_types[0]), group_size, final_op)


@lower
def CollectiveGatherV2(input, group_size: int, group_key, result_types):
    return emit_many("all_gather", [input], result_types, all_gather_dim=number(0), **groups(members_of(group_size, group_key)))[0]


@lower
def CollectiveAllToAllV2(input, group_size: int, group_key, result_types):
    return AllToAll(input, members_of(group_size, group_key), 0, 0, group_size, result_types)


@lower
def CollectiveAllToAllV3(input, group_assignment: Array, result_types):
    return AllToAll(input, group_assignment, 0, 0, group_assignment.shape[-1], result_types)


# Channels


def with_token(name: str, operands, types, attributes) -> list[Tensor]:
    """The tensors that an op gives which takes a token, behind its operands, and gives one. Ops with effects stay in order without."""
    builder = current()
    start = builder.create("stablehlo.create_token", [], [TOKEN]).results[0]
    results = builder.create("stablehlo." + name, [*[x.value for x in operands], start], [*types, TOKEN], attributes).results
    return [Tensor(result) for result in results[:-1]]


def channel(name: str, kind: int) -> dict:
    handle = NumbersAttr("channel_handle", handle=crc32(name.encode()) & 0x7FFFFFFF, type=kind)
    return {"channel_handle": handle, "is_host_transfer": BoolAttr(kind != BETWEEN_PROCESSES)}


lowered_by(
    XlaSend=lambda tensor, tensor_name: with_token("send", [tensor], [], channel(tensor_name, BETWEEN_PROCESSES)),
    XlaSendToHost=lambda input, key: with_token("send", [input], [], channel(key, TO_HOST)),
    XlaRecv=lambda tensor_name, result_types: with_token("recv", [], result_types, channel(tensor_name, BETWEEN_PROCESSES)),
    XlaRecvFromHost=lambda key, result_types: with_token("recv", [], result_types, channel(key, FROM_HOST)),
    InfeedDequeue=lambda result_types: with_token("infeed", [], result_types, {}),
    InfeedDequeueTuple=lambda result_types: with_token("infeed", [], result_types, {}),
    OutfeedEnqueue=lambda input: with_token("outfeed", [input], [], {}),
    OutfeedEnqueueTuple=lambda inputs: with_token("outfeed", inputs, [], {}),
)
