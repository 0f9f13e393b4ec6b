"""Result types of control flow and structure: branches, loops, tuples."""

from __future__ import annotations

from tfir.dialects.stablehlo.inference.checks import Refused, compatible, like, terminated
from tfir.ir.diagnostics import listed
from tfir.ir.types import TensorType, TupleType


def branches(op):
    """The result types that all branches can return: a size in which they differ is unknown."""
    rank = op.operands[0].type.rank
    if rank != 0:
        raise Refused(f"operand should be rank 0 tensor but got rank {rank}")
    if not op.regions:
        raise Refused("expect at least one branch")
    returned = [terminated(region) for region in op.regions]
    if None in returned:
        raise Refused("expect non-empty region")
    types = [[value.type for value in values] for values in returned]
    for number, region in enumerate(op.regions):
        if region.blocks[0].arguments:
            raise Refused(f"branch {number} must have 0 arguments, but found {len(region.blocks[0].arguments)}")
        if not all_compatible(types[0], types[number]):
            raise Refused(f"branch 0 and branch {number} have mismatched return types: {listed(types[0])} vs {listed(types[number])}")
    return [_least_specific(column) for column in zip(*types)]


def _least_specific(types):
    first = types[0]
    if not isinstance(first, TensorType) or any([type.shape is None for type in types]):
        return first
    return TensorType([sizes[0] if len(set(sizes)) == 1 else None for sizes in zip(*[t.shape for t in types])], first.element)


def all_compatible(one, other) -> bool:
    return len(one) == len(other) and all(map(compatible, one, other))


def while_(op):
    """The types of the operands; a size that the loop carries as unknown is so behind it, since trips may change it."""
    types = [value.type for value in op.operands]
    blocks = op.regions[-1].blocks if op.regions else []
    carried = [value.type for value in blocks[0].arguments] if blocks else []
    return [_least_specific(pair) for pair in zip(types, carried)] if all_compatible(types, carried) else types


def optimization_barrier(operand, op):
    return [like(part) if part.shape is not None else value.type for part, value in zip(operand, op.operands)]


def tuple_(op):
    return TupleType([value.type for value in op.operands])


def get_tuple_element(op, index):
    type = op.operands[0].type
    if not isinstance(type, TupleType):
        raise Refused(f"operand must be a tuple, but got '{type}'")
    if index >= len(type.elements):
        raise Refused(f"index {index} is out of bounds of operand with size {len(type.elements)}")
    return type.elements[index]


INFER = {
    "if": branches, "case": branches, "while": while_, "optimization_barrier": optimization_barrier, "tuple": tuple_,
    "get_tuple_element": get_tuple_element,
}  # fmt: skip
