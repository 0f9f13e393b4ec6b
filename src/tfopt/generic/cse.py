"""Merges operations that compute the same value."""

from __future__ import annotations

from tfir.dialects import has_trait, is_pure
from tfir.ir.dominance import immediate_dominators
from tfir.ir.operations import UNREGISTERED_PROPERTIES, Block, Operation, Region

from tfopt.pipeline.statistics import count

TITLE = "CSE"
STATISTICS = {"num-cse'd": "Number of operations CSE'd"}


def cse(root: Operation):
    """An op goes when an equal one computes its results wherever it stands: before it in its block, or in a block that every
    path to it passes. Operands of commutative ops may be exchanged. Only pure ops are merged, so no effect is crossed."""
    for region in root.regions:
        merge_in_region(region, {})


def merge_in_region(region: Region, known: dict) -> None:
    """`known` is what holds around the region: (op's key) -> op. It is left as it was found."""
    if not region.blocks:
        return
    if len(region.blocks) == 1:
        return merge_in_block(region.blocks[0], dict(known))
    tree, stack = dominator_tree(region), [(region.entry, known)]
    while stack:
        block, above = stack.pop()
        here = dict(above)
        merge_in_block(block, here)
        stack += [(child, here) for child in tree.get(block, ())]


def dominator_tree(region: Region) -> dict[Block, list[Block]]:
    tree: dict[Block, list[Block]] = {region.entry: []}
    for block, above in immediate_dominators(region).items():
        if block is not region.entry:
            tree.setdefault(above, []).append(block)
    return tree


def merge_in_block(block: Block, known: dict) -> None:
    in_graph = block.parent_op is not None and block.parent_op.dialect == "tfg"
    merged = 0
    op = block.first
    while op is not None:
        following = op.next
        for region in op.regions:
            merge_in_region(region, {} if has_trait(op, "isolated") else known)
        if op.results and not in_graph and is_pure(op):
            first = known.setdefault(key_of(op), op)
            if first is not op:
                op.replace_by(first)
                merged += 1
        op = following
    count("num-cse'd", merged)


def key_of(op: Operation):
    """Equal for ops that compute the same: name, operands, attributes, result types, and what their regions do. Written out for
    the usual op, since it is made for every one."""
    if op.regions or len(op.results) != 1:
        return key_in(op, {})
    operands, attributes = op._operands, op.attributes
    if len(operands) == 2 and operands[0] is not operands[1] and has_trait(op, "commutative"):
        operands = frozenset(operands)
    if attributes:
        return op.name, operands, frozenset([hashable(item) for item in attributes.items()]), op.results[0].type
    return op.name, operands, op.results[0].type


def key_in(op: Operation, local: dict):
    operands = tuple([local.get(value, value) for value in op.operands])
    if len(operands) == 2 and has_trait(op, "commutative"):
        operands = frozenset(operands) if operands[0] is not operands[1] else operands
    attributes = frozenset([hashable(item) for item in op.attributes.items()]) if op.attributes else None
    types = tuple([result.type for result in op.results])
    return op.name, operands, attributes, types, tuple([region_key(region, local) for region in op.regions])


def region_key(region: Region, local: dict):
    """What a region does, its own values replaced by their positions."""
    local, lines = dict(local), []
    for number, block in enumerate(region.blocks):
        local[block] = ("block", number)
        for argument in block.arguments:
            local[argument] = ("argument", number, argument.index)
    for number, block in enumerate(region.blocks):
        lines.append(tuple([argument.type for argument in block.arguments]))
        for position, op in enumerate(block):
            lines.append((key_in(op, local), tuple([local.get(successor, successor) for successor in op.successors])))
            for result in op.results:
                local[result] = (number, position, result.index)
    return tuple(lines)


def hashable(item):
    name, value = item
    return (name, value.text) if name == UNREGISTERED_PROPERTIES else item
