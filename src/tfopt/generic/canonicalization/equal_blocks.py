"""Blocks that are alike become one. Values from outside by which they differ become arguments, which the branches pass."""

from __future__ import annotations

from tfir.analysis.equivalence import Equivalence
from tfir.dialects.cf import BRANCHES, pass_otherwise, passed
from tfir.ir.dominance import branches_to
from tfir.ir.operations import Block, Operation, Region, Value

# What a block does, whatever it takes from outside.
BY_TYPE = Equivalence(outside=lambda value: value.type, commutes=False)


def merge_alike(region: Region) -> bool:
    """Whether blocks were merged."""
    groups: dict[tuple, list[Block]] = {}
    for block in region.blocks[1:]:
        if not any([op.regions for op in block]):
            groups.setdefault(BY_TYPE.block(block), []).append(block)
    changed = False
    for first, *others in groups.values():
        group = [first, *[block for block in others if can_merge(first, block)]]
        if len(group) > 1:
            merge_group(region, group)
            changed = True
    return changed


def can_merge(first: Block, block: Block) -> bool:
    """Branches to both must be known where they are to pass something; nothing branches to a block from itself."""
    ways = [*branches_to(first), *branches_to(block)]
    if any([way.parent in (first, block) for way in ways]):
        return False
    return all([way.name in BRANCHES for way in ways]) or not (first.arguments or differing_operands([first, block]))


def outside_operands(block: Block) -> list[tuple[Operation, int, Value]]:
    return [(op, at, value) for op in block for at, value in enumerate(op.operands) if value.block is not block]


def differing_operands(group: list[Block]) -> list[tuple]:
    columns = zip(*map(outside_operands, group))
    return [column for column in columns if len({value for _, _, value in column}) > 1]


def merge_group(region: Region, group: list[Block]) -> None:
    first, differing = group[0], differing_operands(group)
    extra = {block: [column[at][2] for column in differing] for at, block in enumerate(group)}
    for way in dict.fromkeys([way for block in group for way in branches_to(block)]):
        if way.name in BRANCHES:
            targets = [(first if block in extra else block, [*operands, *extra.get(block, ())]) for block, operands in passed(way)]
            pass_otherwise(way, targets)
        else:
            way.set_successors([first if block in extra else block for block in way.successors])
    for (op, at, value), *_ in differing:
        op.set_operand(at, first.add_argument(value.type))
    for block in group[1:]:
        for op in block:
            op.drop_uses()
        region.remove_blocks([block])
