"""What XLA has instructions for and StableHLO only calls. Source: XLA's "Operation semantics", HloEvaluator and StochasticConvertDecomposer;
the state of generators is that of XLA's code for processors.

A call is answered by `(op, operands, state) -> list of results`, where the state is that of a run, or None.
"""

from __future__ import annotations

import numpy as np

from tfir.dialects.stablehlo.attributes import NumbersAttr
from tfir.dialects.stablehlo.collective import cross_partition, group_of
from tfir.dialects.stablehlo.inference.checks import integers
from tfir.ir.attributes import DictAttr, IntegerAttr
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation
from tfir.ods.arrays import dtype_of, is_integer

STOCHASTIC_CONVERT, NEXT_STATE = "mhlo.stochastic_convert", "mhlo.xla.rng_get_and_update_state"
RAGGED, IN_PLACE = "ragged_all_to_all", "mhlo.collective_permute"
FIRST_STATE = 0x7012395
PINS = ("Pin", "Unpin")  # what puts an array into a buffer, and takes it from there


def stochastic_convert(op, operands, state):
    """Numbers as integers, away from zero where the fraction, as a binary one of the width of the random number, is larger than that."""
    x, random = operands
    element = op.results[0].type.element
    dtype = dtype_of(element)
    if not is_integer(dtype):
        raise Error.on(op, f"converts to {element}, where XLA knows integers alone")
    wide, limits = np.asarray(x, np.float64), np.iinfo(dtype)
    magnitude = np.where(np.isfinite(wide), abs(wide), 0)
    whole = np.floor(magnitude)
    fraction = np.ldexp(magnitude - whole, 8 * random.dtype.itemsize).astype(np.uint64)
    rounded = np.copysign(whole + (random < fraction), wide)
    inside = (wide > limits.min) & (wide < limits.max)
    result = np.where(inside, rounded, 0).astype(dtype)
    return [np.select([np.isnan(wide), wide >= limits.max, wide <= limits.min], [0, limits.max, limits.min], result).astype(dtype)]


def next_state(op, operands, state):
    """The number that the generator of the program has come to, its lower 64 bits first; it moves on by `delta`."""
    held = of_run(op, state).find((NEXT_STATE,), lambda: [FIRST_STATE])
    number = held[0]
    held[0] = (number + delta_of(op)) % 2**128
    return [np.array([number % 2**64, number >> 64], np.uint64)]


def of_run(op, state):
    if state is None:
        raise Error.on(op, "depends on the run that it is part of")
    return state


def delta_of(op) -> int:
    delta = attributes_of(op).get("delta")
    if not isinstance(delta, IntegerAttr):
        raise Error.on(op, "says no `delta`, by how much the state moves on")
    return delta.value


def ragged_all_to_all(op, operands, state):
    """Rows of the first operand go to each process of a group, to where these have rows of the second: of each update where it begins, how
    many rows there are, and where they begin there."""
    data, output, starts, sizes, places, _ = operands
    group = group_of(collective_of(op), of_run(op, state).process, cross_partition)
    brought, own = state.process.meet(op, group, [data, starts, sizes, places], channel_of(op)), group.index(state.process.id)
    result = output.copy()
    if len(starts) % len(group):
        raise Error.on(op, f"has {len(starts)} updates for a group of {len(group)} processes")
    count = len(starts) // len(group)
    for rows, *updates in brought:
        for start, size, place in zip(*[each[own * count : (own + 1) * count].tolist() for each in updates]):
            if min(start, size, place) < 0 or start + size > len(rows) or place + size > len(result):
                raise Error.on(op, f"sends {size} rows from {start} on to {place}, of {len(rows)} rows to {len(result)}")
            result[place : place + size] = rows[start : start + size]
    return [result]


def collective_of(op) -> Operation:
    """The groups of a call, as a collective has them."""
    told = {name: each for name, each in attributes_of(op).items() if name == "replica_groups"}
    if channel_of(op):
        told["channel_handle"] = NumbersAttr("channel_handle", handle=channel_of(op), type=1)
    return Operation.draft("stablehlo.all_to_all", op.operands[:1], [op.results[0].type], told)


def channel_of(op) -> int:
    return getattr(attributes_of(op).get("channel_id"), "value", 0)


def is_alone(op) -> bool:
    """Whether the groups of a call have no process but the first."""
    groups = attributes_of(op).get("replica_groups")
    return groups is not None and not any(integers(groups))


def attributes_of(op) -> dict:
    """What a call says in a dictionary: its configuration, or the attributes of the op that it stands for."""
    for name in ("mhlo.attributes", "backend_config"):
        told = op.attributes.get(name)
        if isinstance(told, DictAttr):
            return dict(told.entries)
    return {}


def permuted_in_place(op, operands, state):
    """Which process's numbers say where slices go is told by none of XLA's documents, and no open backend has it."""
    raise Error.on(op, "is a permutation in place, which is read and written, and not computed")


ANSWERS = {STOCHASTIC_CONVERT: stochastic_convert, NEXT_STATE: next_state, RAGGED: ragged_all_to_all, IN_PLACE: permuted_in_place}
