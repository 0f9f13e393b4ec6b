"""Computes all branches of a conditional and selects among their results, where computing too much does no harm.

Devices that are told in advance what to run cannot decide on the way. Branches with effects are left as they are, and so are those
with loops, which may only end where the branch is taken.
"""

from __future__ import annotations

from tfir.dialects import has_trait, is_pure, with_trait
from tfir.ir.attributes import EnumAttr
from tfir.ir.builder import Builder
from tfir.ir.dense import DenseAttr
from tfir.ir.operations import Operation, Value
from tfir.ir.types import I1, TensorType

CONDITIONALS = with_trait("stablehlo", "branch")
LOOP = "stablehlo.while"


def stablehlo_select_branches(root: Operation):
    for op in list(root.walk(post_order=True)):
        if op.name in CONDITIONALS and all(isinstance(result.type, TensorType) for result in op.results) and is_harmless(op):
            replace(op)


def is_harmless(op: Operation) -> bool:
    """Whether nothing happens when regions are computed that are not taken: no effects, and no loops that then might not end."""
    inside = [inner for region in op.regions for block in region.blocks for inner in block]
    return all(has_trait(inner, "terminator") or (inner.name != LOOP and is_pure(inner) and is_harmless(inner)) for inner in inside)


def replace(op: Operation) -> None:
    branches = [copied(op, region.entry) for region in op.regions]
    build = Builder.before(op)
    chosen = branches[-1]  # an index that means no branch means the last
    for number in reversed(range(len(branches) - 1)):
        condition = holds(build, op, number)
        chosen = [build.value("stablehlo.select", [condition, yes, no], yes.type) for yes, no in zip(branches[number], chosen)]
    op.replace_with(chosen)


def holds(build: Builder, op: Operation, number: int) -> Value:
    """Whether branch `number` is the one to take, as a tensor<i1>."""
    (index,) = op.operands
    if op.name == "stablehlo.if":
        return index
    branch = build.value("stablehlo.constant", [], index.type, {"value": DenseAttr.of(number, index.type)})
    how = {"comparison_direction": EnumAttr("stablehlo.comparison_direction", "EQ")}
    return build.value("stablehlo.compare", [index, branch], TensorType((), I1), how)


def copied(op: Operation, block) -> list[Value]:
    """Copies a branch in front of the conditional: what it gives."""
    mapping: dict = {}
    for inner in block:
        if inner is not block.terminator:
            op.parent.insert_before(inner.clone(mapping), op)
    return [mapping.get(value, value) for value in block.terminator.operands]
