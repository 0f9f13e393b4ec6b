"""What processes of a grid do together and send to each other. Source: StableHLO specification, "Collective ops" and "Ops".

`state.process` is the process that an op is run by. A process is named by its `(replica, partition)`, and `groups_of` makes lists of such
names of the numbers in the attribute `replica_groups`.
"""

from __future__ import annotations

import numpy as np

from tfir.dialects.stablehlo.bodies import on_arrays
from tfir.dialects.stablehlo.inference.checks import integers
from tfir.dialects.stablehlo.inference.collective import channel, data_operands, uses_global_ids
from tfir.dialects.stablehlo.meshes import groups_along_axes
from tfir.ir.dense import DenseAttr
from tfir.ir.diagnostics import Error
from tfir.ir.quantized_types import is_quantized
from tfir.ods.arrays import converted, dtype_of
from tfir.ods.semantics import OpSemantics


def cross_replica(grid, groups):
    return [[(replica, partition) for replica in group] for group in groups for partition in range(grid.partitions)]


def cross_partition(grid, groups):
    return [[(replica, partition) for partition in group] for group in groups for replica in range(grid.replicas)]


def cross_replica_and_partition(grid, groups):
    return [[(replica, partition) for partition in range(grid.partitions) for replica in group] for group in groups]


def flattened_ids(grid, groups):
    return [[divmod(number, grid.partitions) for number in group] for group in groups]


def groups_of(op, process, with_channel):
    """The groups that an op splits the grid into. `with_channel` is the way of doing so where it has a channel."""
    grid, attribute = process.grid, op.attributes["replica_groups"]
    split = flattened_ids if uses_global_ids(op) else with_channel if channel(op) > 0 else cross_replica
    groups = rows(attribute) if isinstance(attribute, DenseAttr) else groups_along_axes(op)
    if not groups:  # as XLA has it, all of them
        groups = [list(range(grid.partitions if split is cross_partition else grid.replicas))]
    return split(grid, groups)


def rows(attribute) -> list[list[int]]:
    """The lists of numbers that an attribute `[G, N]` holds; -1 fills up those that are shorter."""
    numbers, size = integers(attribute), attribute.type.shape[1]
    return [[number for number in numbers[at : at + size] if number >= 0] for at in range(0, len(numbers), size or 1)]


def group_of(op, process, with_channel=cross_replica_and_partition):
    """The group of the process, which must be in one."""
    group = group_or_none(op, process, with_channel)
    if group is None:
        raise Error.on(op, f"has no group for process {process.id}, and runs on {len(process.grid.processes)} processes")
    return group


def group_or_none(op, process, with_channel):
    return next((group for group in groups_of(op, process, with_channel) if process.id in group), None)


def zeros(type):
    """Zero in all elements; in quantized ones, what is stored for it."""
    stored = type.element.zero_points[0] if is_quantized(type.element) else 0
    return np.full(type.shape, stored, dtype_of(type.element))


class partition_id(OpSemantics):
    def evaluate(state):
        return np.uint32(state.process.id[1])


class replica_id(OpSemantics):
    def evaluate(state):
        return np.uint32(state.process.id[0])


class all_gather(OpSemantics):
    def evaluate(operands, all_gather_dim, op, state):
        brought = state.process.meet(op, group_of(op, state.process), operands, channel(op))
        return [np.concatenate(parts, all_gather_dim) for parts in zip(*brought)]


class all_reduce(OpSemantics):
    def evaluate(operands, op, regions, state):
        brought = state.process.meet(op, group_of(op, state.process), operands, channel(op))
        return [reduced(parts, regions[0]) for parts in zip(*brought)]


def reduced(parts, body):
    """The first of some arrays of one shape, combined with one after another of the others, element by element."""
    kind, combine = dtype_of(body.block.arguments[0].type.element), on_arrays(body)
    first, *others = [converted(part, kind) for part in parts]
    for other in others:
        (first,) = combine(first, other)
    return first


class reduce_scatter(OpSemantics):
    def evaluate(operand, scatter_dimension, op, regions, state):
        group = group_of(op, state.process)
        brought = state.process.meet(op, group, [operand], channel(op))
        whole = reduced([part for (part,) in brought], regions[0])
        return np.split(whole, len(group), scatter_dimension)[group.index(state.process.id)]


class collective_reduce(OpSemantics):
    """The root alone gets what all of its group have; zeros all others."""

    def evaluate(operands, op, regions, result_types, state):
        process, data = state.process, data_operands(operands, op)
        group = group_or_none(op, process, cross_partition)
        if group is None:
            return [zeros(type) for type in result_types]
        brought = process.meet(op, group, data, channel(op))
        return [
            reduced(parts, regions[0]) if process.id == root else zeros(type)
            for parts, root, type in zip(zip(*brought), roots(op, operands, group), result_types)
        ]


class collective_broadcast(OpSemantics):
    """All of a group get what the root has; a process that is in no group gets zeros."""

    def evaluate(operands, op, result_types, state):
        process, data = state.process, data_operands(operands, op)
        group = group_or_none(op, process, cross_partition)
        if group is None:
            return [zeros(type) for type in result_types]
        brought = dict(zip(group, process.meet(op, group, data, channel(op))))
        return [brought[root][number] for number, root in enumerate(roots(op, operands, group))]


def roots(op, operands, group):
    """For each data operand the process that it comes from, or is reduced for: the first of the group, or one that the last operand says."""
    count = len(data_operands(operands, op))
    if count == len(operands):
        return [group[0]] * count
    wrong = [int(number) for number in operands[-1] if not 0 <= number < len(group)]
    if wrong:
        raise Error.on(op, f"has root {wrong[0]} in a group of {len(group)} processes")
    return [group[number] for number in operands[-1]]


class all_to_all(OpSemantics):
    def evaluate(operands, split_dimension, concat_dimension, op, state):
        process = state.process
        group = group_of(op, process, cross_partition)
        own = group.index(process.id)
        brought = process.meet(op, group, operands, channel(op))
        return [
            np.concatenate([np.split(part, len(group), split_dimension)[own] for part in parts], concat_dimension)
            for parts in zip(*brought)
        ]


class collective_permute(OpSemantics):
    """Each process gets what its source has; one that has none gets zeros."""

    def evaluate(operand, source_target_pairs, op, state):
        process, split = state.process, cross_partition if channel(op) > 0 else cross_replica
        pairs = split(process.grid, rows(source_target_pairs))
        send_along(op, process, pairs, [operand])
        received = receive_along(op, process, pairs)
        return received or [zeros(op.results[0].type)]


def send_along(op, process, pairs, values) -> None:
    """Sends values to the target that the process is the source of, if it is that of any."""
    process.grid.check(op, [id for pair in pairs for id in pair])
    for source, target in pairs:
        if source == process.id:
            process.send((op.name == "stablehlo.collective_permute", channel(op), source, target), values)


def receive_along(op, process, pairs) -> list | None:
    """The values that the source sends of which the process is the target; None for one that is the target of none."""
    process.grid.check(op, [id for pair in pairs for id in pair])
    for source, target in pairs:
        if target == process.id:
            return process.receive(op, (op.name == "stablehlo.collective_permute", channel(op), source, target), source)
    return None


def pairs_of(op, process):
    """The pairs of source and target of a send or recv, or None where it goes by its channel alone."""
    pairs = op.attributes.get("source_target_pairs")
    if op.get("is_host_transfer", False) or pairs is None or not pairs.type.size:
        return None
    return (cross_partition if process.grid.partitions > 1 else cross_replica)(process.grid, rows(pairs))


class send(OpSemantics):
    """Does not wait for the one that receives."""

    def evaluate(inputs, op, state):
        pairs = pairs_of(op, state.process)
        if pairs is None:
            state.process.send(channel(op), inputs)
        else:
            send_along(op, state.process, pairs, inputs)
        return [()]


class recv(OpSemantics):
    def evaluate(op, result_types, state):
        pairs = pairs_of(op, state.process)
        if pairs is None:
            return [*state.process.receive(op, channel(op), None), ()]
        received = receive_along(op, state.process, pairs)
        return [*([zeros(type) for type in result_types[:-1]] if received is None else received), ()]


class infeed(OpSemantics):
    """The next in the queue that all processes of a grid read from."""

    def evaluate(op, state):
        queue = state.process.grid.infeed
        if not queue:
            raise Error.on(op, "reads from the infeed, and nothing is left there")
        return [*queue.popleft()(), ()]


class outfeed(OpSemantics):
    def evaluate(inputs, state):
        state.process.grid.outfeed.append(inputs)
        return [()]


class async_start(OpSemantics):
    """Work beside that of the process, so that several such ops may meet those of other processes in any order."""

    def evaluate(operands, regions, state):
        return [state.process.start(lambda: regions[0](*operands))]


class async_done(OpSemantics):
    def evaluate(operand, op, state):
        return state.process.finish(op, operand)
