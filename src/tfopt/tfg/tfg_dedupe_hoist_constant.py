"""Merges equal small constants. Control dependencies of a constant move to its users."""

from __future__ import annotations

from tfir.dialects.tfg.nodes import NAME
from tfir.ir.dense import ElementsAttr
from tfir.ir.operations import Block, Operation
from tfir.ods.control import control_operands

CONST = "tfg.Const"
OPTIONS = {
    "max-size": "Constants of more elements are left alone.",
    "assume-strict-calls": "Arguments are there before anything in a function starts, so nothing waits for them.",
}


def tfg_dedupe_hoist_constant(module: "Module", *, max_size: int = 10, assume_strict_calls: bool = False):
    for top in module.body:
        if top.name in ("tfg.graph", "tfg.func"):
            for block in [block for op in top.walk() for region in op.regions for block in region.blocks]:
                merge_constants(block, max_size, assume_strict_calls)


def merge_constants(block: Block, max_size: int, strict: bool) -> None:
    first: dict[frozenset, Operation] = {}
    for op in [op for op in block if op.name == CONST and is_small(op, max_size)]:
        free(op, strict)
        original = first.setdefault(frozenset([(name, value) for name, value in op.attributes.items() if name != NAME]), op)
        if original is not op:
            op.replace_with(original.results)
            op.erase()


def is_small(op: Operation, max_size: int) -> bool:
    value = op.attributes.get("value")
    return isinstance(value, ElementsAttr) and value.type.size <= max_size


def free(op: Operation, strict: bool) -> None:
    """Moves the constant's control operands to its users; a user of its control token gets them in the token's place."""
    waited = [token for token in control_operands(op) if not (strict and token.op is None)]
    for user in dict.fromkeys([user for result in op.results for user in result.uses]):
        kept = [value for value in user.operands if value is not op.results[-1]]
        user.set_operands([*kept, *[token for token in waited if token not in kept and token.op is not user]])
    op.set_operands([])
