"""Result types of ops that work between devices."""

from __future__ import annotations

from tfir.dialects.stablehlo.attributes import FutureType
from tfir.dialects.stablehlo.inference.checks import Refused, like
from tfir.dialects.stablehlo.inference.reduction import accumulated
from tfir.ir.dense import DenseAttr
from tfir.ir.diagnostics import Error
from tfir.ir.types import UI32, OpaqueType
from tfir.ods import shapes
from tfir.ods.inference import AbstractValue

TOKEN = OpaqueType("!stablehlo.token")


def all_reduce(operands, op):
    return [like(part, accumulated(op.region, [part])[0]) for part in data_operands(operands, op)]


def all_gather(operands, all_gather_dim, op, result_types):
    return [resized(part, all_gather_dim, type, op, shapes.multiply, GATHERED) for part, type in zip(operands, result_types)]


def reduce_scatter(operand, scatter_dimension, op, result_types):
    part = resized(operand, scatter_dimension, result_types[0], op, shapes.divide_down, SCATTERED)
    return like(part, accumulated(op.region, [operand])[0])


GATHERED, SCATTERED = "all_gather_dim must be a valid index of operand", "scatter dim should be less than operand/result rank"


def resized(operand, dimension: int, type, op, resize, refusal: str) -> AbstractValue:
    """The operand's shape, but for one dimension, whose size depends on the number of devices: it is as it is declared, or else as `resize`
    makes it of the old size and the number of processes in a group."""
    if dimension >= operand.rank:
        raise Refused(refusal)
    size, count = type.shape[dimension] if type.shape is not None and dimension < len(type.shape) else None, group_size(op)
    if size is None:
        size = resize(operand.shape[dimension], count) if count else shapes.fresh()
    return AbstractValue((*operand.shape[:dimension], size, *operand.shape[dimension + 1 :]), operand.element)


def group_size(op) -> int | None:
    """How many processes meet in an op, all groups being of one size. None where that depends on the number of partitions."""
    groups = op.attributes.get("replica_groups")
    crosses_partitions = "channel_handle" in op.attributes and not uses_global_ids(op)
    return groups.type.shape[1] if isinstance(groups, DenseAttr) and len(groups.type.shape) == 2 and not crosses_partitions else None


def data_operands(operands, op):
    """Of operands, or of abstract values of them, those that are not the number of the device that all others get theirs from."""
    return operands[:-1] if "has_dynamic_root" in op.attributes else operands


def channel(op) -> int:
    handle = op.attributes.get("channel_handle")
    return handle.handle if handle is not None else 0


def uses_global_ids(op) -> bool:
    return "use_global_device_ids" in op.attributes


def collective_broadcast(operands, op):
    return [like(part) for part in data_operands(operands, op)]


def collective_permute(operand):
    return like(operand)


def all_to_all(operands, split_dimension, concat_dimension, split_count):
    return [_exchanged(part, split_dimension, concat_dimension, split_count) for part in operands]


def _exchanged(operand, split: int, concat: int, count: int) -> AbstractValue:
    for name, dim in (("split", split), ("concat", concat)):
        if dim >= operand.rank:
            raise Refused(f"AllToAll {name}_dimension {dim} is out-of-bounds for input rank {operand.rank}")
    shape = list(operand.shape)
    if isinstance(shape[split], int) and shape[split] % count:
        raise Refused(f"split dimension has size {shape[split]}, expected to be a multiple of split_count {count}")
    shape[split] = shapes.divide_down(shape[split], count)
    shape[concat] = shapes.multiply(shape[concat], count)
    return AbstractValue(tuple(shape), operand.element)


def token():
    return TOKEN


def device_id():
    return AbstractValue((), UI32)


def async_start(op):
    return FutureType([value.type for value in op.region.blocks[0].last.operands])


def async_done(op):
    types = op.operands[0].type.types
    if len(types) != 1:
        raise Error.not_inferred(op, f"'stablehlo.async_done' op future must have exactly one type parameter, but got {len(types)}")
    return types[0]


INFER = {
    "all_gather": all_gather, "reduce_scatter": reduce_scatter, "all_reduce": all_reduce, "collective_reduce": all_reduce,
    "all_to_all": all_to_all, "collective_broadcast": collective_broadcast,
    "collective_permute": collective_permute, "send": token, "outfeed": token, "after_all": token, "create_token": token,
    "replica_id": device_id, "partition_id": device_id, "async_start": async_start,
    "async_done": async_done,
}  # fmt: skip
