"""Dispatch regions that differ in numbers alone, as the steps of an unrolled loop do: made one, to which the numbers are given.

A number that is written into a kernel makes it faster, so this is worth it only where it saves many kernels.
"""

from __future__ import annotations

from tfir.analysis.equivalence import Equivalence
from tfir.ir.attributes import DenseArrayAttr
from tfir.ir.builder import Builder
from tfir.ir.dense import DenseAttr
from tfir.ir.operations import Operation, Value
from tfir.ir.types import I32, I64, TensorType

MOST = 4  # regions that are alike and yet stay apart
MAX_OPERANDS = 15
CONSTANT, SLICE = "stablehlo.constant", "stablehlo.slice"
NUMBERS = {CONSTANT: ("value",), SLICE: ("start_indices", "limit_indices")}


def give_numbers_to_alike(func: Operation) -> None:
    """Hands constants of one number and the starts of slices from outside to regions that would be the same but for them."""
    groups: dict = {}
    for op in [op for block in func.region.blocks for op in block]:
        if op.name == "iree.dispatch_region":
            groups.setdefault(BUT_FOR_NUMBERS.operation(op), []).append(op)
    for group in groups.values():
        if len(group) > MOST:
            share(group)


def numbers_of(op: Operation) -> tuple[str, ...]:
    """The attributes of an operation that could be given to it as operands."""
    if op.name == CONSTANT and not (op.results[0].type.size == 1 or op.get("value").is_splat):
        return ()
    if op.name == SLICE and any(step != 1 for step in op.get("strides")):
        return ()
    return NUMBERS.get(op.name, ())


BUT_FOR_NUMBERS = Equivalence(outside=lambda value: None, ignored=numbers_of, commutes=False)


def share(group: list[Operation]) -> None:
    places = [[op for op in region.body if numbers_of(op)] for region in group]
    differing = [at for at, alike in enumerate(zip(*places)) if len({number_key(op) for op in alike}) > 1]
    kinds = {tuple([number_key(ops[at]) for at in differing]) for ops in places}
    operands = [at for at in differing for _ in range(count_of(places[0][at]))]
    if len(kinds) > MOST and len(group[0].operands) - 1 + len(operands) <= MAX_OPERANDS:
        for region, ops in zip(group, places):
            for at in differing:
                REPLACE[ops[at].name](region, ops[at])


def number_key(op: Operation):
    return tuple([op.attributes[name] for name in NUMBERS[op.name]])


def count_of(op: Operation) -> int:
    return 1 if op.name == CONSTANT else len(op.results[0].type.shape)


def replace_constant(region: Operation, op: Operation) -> None:
    elements = op.get("value")
    if elements.type.size == 1:
        op.replace_with([handed_in(region, elements)])
        return
    number = handed_in(region, elements.with_type(elements.type.with_shape(())))
    no_dimensions = {"broadcast_dimensions": DenseArrayAttr((), I64)}
    op.replace_with(Builder.before(op).create("stablehlo.broadcast_in_dim", [number], [elements.type], no_dimensions))


def replace_slice(region: Operation, op: Operation) -> None:
    scalar = TensorType((), I32)
    starts = [handed_in(region, DenseAttr.of(int(start), scalar)) for start in op.get("start_indices")]
    sizes = {"slice_sizes": DenseArrayAttr(op.results[0].type.shape, I64)}
    op.replace_with(Builder.before(op).create("stablehlo.dynamic_slice", [*op.operands, *starts], [op.results[0].type], sizes))


REPLACE = {CONSTANT: replace_constant, SLICE: replace_slice}


def handed_in(region: Operation, elements: DenseAttr) -> Value:
    """A constant outside of a region as the argument that stands for it inside."""
    outside = Builder.before(region).value(CONSTANT, [], elements.type, {"value": elements})
    region.set_operands([*region.operands, outside])
    return region.body.add_argument(elements.type)
