"""Computes all branches of a conditional and selects among their results, where computing too much does no harm.

Deciding on the way costs a device more than computing a little too much. Branches with effects are left as they are, and so are those
with loops, which may only end where the branch is taken, those that are long, those whose results may have different sizes, and those that
have tensors of unknown sizes, which may only fit where the branch is taken.
"""

from __future__ import annotations

from itertools import takewhile

from tfir.dialects import has_trait, is_pure, with_trait
from tfir.ir.attributes import EnumAttr
from tfir.ir.builder import Builder
from tfir.ir.dense import DenseAttr
from tfir.ir.operations import Operation, Value
from tfir.ir.types import I1, TensorType

CONDITIONALS = with_trait("stablehlo", "branch")
LOOP = "stablehlo.while"
OPTIONS = {
    "max-operations": "Conditionals with more operations in their branches are left alone, unless they stand where nothing can branch."
}


def stablehlo_select_branches(root: Operation, *, max_operations: int = 256):
    """Conditionals with more than `max_operations` operations in their branches are left as they are where blocks can be made of them."""
    for op in list(root.walk(post_order=True)):
        if op.name in CONDITIONALS and gives_known_sizes(op) and is_harmless(op):
            if sum(1 for _ in op.walk()) - 1 <= max_operations or not can_branch(op):
                replace(op)


def gives_known_sizes(op: Operation) -> bool:
    """Whether each of an operation's results is a tensor of a size that its type says: of two that differ none can be selected by element."""
    return all(isinstance(result.type, TensorType) and result.type.is_static for result in op.results)


def can_branch(op: Operation) -> bool:
    """Whether only functions, loops and conditionals stand around an operation, of which blocks can be made."""
    around = takewhile(lambda outer: outer.dialect == "stablehlo", op.ancestors())
    return all(outer.name in CONDITIONALS or outer.name == LOOP for outer in around)


def is_harmless(op: Operation) -> bool:
    """Whether nothing happens when regions are computed that are not taken: no effects, no loops that then might not end, and no
    sizes that only the branch that is taken can rely on."""
    inside = [inner for region in op.regions for block in region.blocks for inner in block]
    return all(
        has_trait(inner, "terminator") or (inner.name != LOOP and is_pure(inner) and not relies_on_sizes(inner) and is_harmless(inner))
        for inner in inside
    )


def relies_on_sizes(op: Operation) -> bool:
    """Whether an operation has a tensor of unknown size, which may not fit where the branch is not taken: sizes are what it is decided by."""
    types = [value.type for value in (*op.operands, *op.results)]
    return not all([type.is_static for type in types if isinstance(type, TensorType)])


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
