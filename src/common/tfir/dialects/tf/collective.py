"""Semantics: what processes do together, and what they hand to each other and to the host. Here are its shapes; it is StableHLO's to compute."""

from tfir.dialects.tf.creation import stated
from tfir.dialects.tf.errors import listed
from tfir.ir.diagnostics import Error
from tfir.ods.inference import AbstractValue
from tfir.ods.numpy_on_demand import np
from tfir.ods.semantics import OpSemantics, ShapeOfFirst
from tfir.ods.shapes import fresh


def scaled(shape, axis: int | None, by: int | None, divide: bool = False):
    """A shape of which one size is a multiple, or a part, of what it was."""
    if shape is None or axis is None:
        return None
    sizes = list(shape)
    if isinstance(sizes[axis], int) and isinstance(by, int):
        if divide and (not by or sizes[axis] % by):
            raise Error(f"dimension {axis} of size {sizes[axis]} cannot be split in {by} parts")
        sizes[axis] = sizes[axis] // by if divide else sizes[axis] * by
    else:
        sizes[axis] = fresh()
    return tuple(sizes)


def members_of(group_assignment: AbstractValue):
    return group_assignment.shape[-1] if group_assignment.shape else None


class XlaReduceScatter(OpSemantics):
    def infer(input, group_assignment, scatter_dimension):
        return scaled(input.shape, scatter_dimension.number, members_of(group_assignment), True)


class AllToAll(OpSemantics):
    def infer(input, concat_dimension, split_dimension, split_count):
        return scaled(scaled(input.shape, split_dimension, split_count, True), concat_dimension, split_count)


class CollectiveAssignGroupV2(OpSemantics):
    """The size of the group that a device is in, and its key."""

    def infer():
        return [(), ()]

    def evaluate(group_assignment, device_index, base_key):
        if group_assignment.ndim != 2:
            raise Error(f"group_assignment must be a 2-d Tensor, but received tensor of shape: {listed(group_assignment.shape)}")
        for group, members in enumerate(group_assignment.tolist()):  # one after the other, until the device is there
            key = np.array(int(base_key) + group).astype(np.int32)  # which wraps
            if key == 0:
                raise Error(f"Using the reserved group_key = 0 is not allowed: group_id = {group}, base_key = {int(base_key)}")
            for member in members:
                if member < 0:
                    raise Error("Not all items in group_assignment is within [0, number of devices)")
                if member == device_index:
                    return [np.int32(len(members)), key]
        raise Error(f"device_index {int(device_index)} is not found in group_assignment")


class CollectiveReduceScatterV2(OpSemantics):
    def infer(input, group_size):
        return scaled(input.shape, 0, group_size.number, True)


class CollectiveGatherV2(OpSemantics):
    def infer(input, group_size):
        return scaled(input.shape, 0, group_size.number)


class InfeedDequeue(OpSemantics):
    def infer(shape):
        return stated(shape)


class InfeedDequeueTuple(OpSemantics):
    def infer(shapes):
        return [stated(shape) for shape in shapes]


SEMANTICS = {
    **dict.fromkeys(
        (
            "XlaAllReduce", "CrossReplicaSum", "CollectivePermute", "CollectiveReduce", "CollectiveReduceV2", "CollectiveReduceV3",
            "CollectiveAllToAllV2", "CollectiveAllToAllV3",
        ),
        ShapeOfFirst,
    ),
    **dict.fromkeys(("XlaRecv", "XlaRecvFromHost"), InfeedDequeue),
}  # fmt: skip
