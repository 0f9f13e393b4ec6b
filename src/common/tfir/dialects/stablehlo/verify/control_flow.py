"""Constraints of control flow and structure: branches, loops, tuples."""

from __future__ import annotations

from tfir.dialects.stablehlo.verify.checks import compatible, fits, inferred, listed, scalar, terminated
from tfir.dialects.stablehlo.verify.refusal import Refused, checked, in_order
from tfir.ir.diagnostics import Error
from tfir.ir.types import I1, TensorType, TupleType


def branches(op):
    rank = op.operands[0].type.rank
    if rank != 0:
        raise Refused(f"operand should be rank 0 tensor but got rank {rank}")
    if not op.regions:
        raise Refused("expect at least one branch")
    returned = [terminated(region) for region in op.regions]
    if None in returned:
        raise Refused("expect non-empty region")
    types = [[v.type for v in values] for values in returned]
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


def looped(op):
    return [v.type for v in op.operands]


def while_(op):
    operands = [v.type for v in op.operands]
    if not all([region.blocks and region.blocks[0].last is not None for region in op.regions]):
        raise Refused("expect non-empty region")
    condition, body = [region.blocks[0] for region in op.regions]
    for name, values in (
        ("condition block arguments", condition.arguments), ("body block arguments", body.arguments),
        ("body block return types", body.last.operands),
    ):  # fmt: skip
        types = [v.type for v in values]
        if not all_compatible(operands, types):
            raise Refused(f"expect operands to be compatible with {name} but got {listed(operands)} vs {listed(types)}")
    answer = condition.last.operands
    if len(answer) != 1:
        raise Refused(f"expect condition body returns a single value but got {len(answer)}")
    if answer[0].type is not scalar(I1):
        raise Refused(f"expect condition block return a zero-ranked tensor of i1 but got '{answer[0].type}'")


def tuple_(op):
    return [TupleType([v.type for v in op.operands])]


def get_tuple_element(op):
    type, index = op.operands[0].type, op.get("index")
    if index < 0:
        raise Error.on(op, "attribute 'index' failed to satisfy constraint: 32-bit signless integer attribute whose value is non-negative")
    if not isinstance(type, TupleType):
        raise Refused(f"operand must be a tuple, but got '{type}'")
    if index >= len(type.elements):
        raise Refused(f"index {index} is out of bounds of operand with size {len(type.elements)}")
    return [type.elements[index]]


def barrier(op):
    types = [v.type for v in op.operands]
    if len(types) != len(op.results):
        raise Error.on(op, "requires the same number of operands and results")
    for one, result in zip(types, op.results):
        if isinstance(one, TensorType) and not fits(one.shape, getattr(result.type, "shape", None)):
            raise Error.on(op, "requires the same type for operand and result")
    return types


VERIFY = {
    "if": inferred(branches), "case": inferred(branches), "while": in_order(inferred(looped), checked(while_)), "tuple": inferred(tuple_),
    "get_tuple_element": inferred(get_tuple_element), "optimization_barrier": inferred(barrier),
}  # fmt: skip
