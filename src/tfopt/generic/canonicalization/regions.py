"""Blocks of regions: unreachable ones go, arguments without uses go, and blocks that are alike may become one."""

from __future__ import annotations

from tfir.analysis.effects import effects_of
from tfir.dialects import has_trait
from tfir.dialects.cf import BRANCHES, decided_by, pass_otherwise, passed
from tfir.ir.dominance import branches_to
from tfir.ir.operations import Block, Operation, Region

from tfopt.generic.canonicalization.equal_blocks import merge_alike
from tfopt.generic.dce import drop_unreached_blocks


def simplify_regions(root: Operation, merges: bool = False) -> bool:
    """Whether anything changed in the regions inside an operation."""
    changed = False
    for op in [op for op in root.walk() if op.regions]:
        for region in op.regions:
            if len(region.blocks) > 1 and not has_trait(op, "graph_region"):
                before = len(region.blocks)
                drop_unreached_blocks(region)
                changed |= len(region.blocks) < before
                changed |= drop_dead(region)
                changed |= drop_settled_arguments(region, 1 if merges else 2)
                if merges and len(region.blocks) > 1:
                    changed |= merge_alike(region)
    return changed


def simplified_whole(root: Operation) -> bool:
    """The same with blocks that are alike as one, which upstream's greedy driver does unless it is told otherwise."""
    return simplify_regions(root, merges=True)


def drop_dead(region: Region) -> bool:
    """Drops values that only keep each other alive around a loop, and block arguments without uses."""
    live = live_values(region)
    dead = {argument for block in region.blocks[1:] for argument in block.arguments if argument not in live}
    changed = bool(dead) and drop_arguments(region, dead)
    for block in region.blocks:
        for op in reversed(list(block)):
            if is_only_for_users(op) and not any([result in live for result in op.results]):
                for result in op.results:
                    for user in result.users:  # all of them dead themselves, and about to go
                        user.drop_uses()
                op.erase()
                changed = True
    return changed


def is_only_for_users(op: Operation) -> bool:
    effects = effects_of(op)
    return bool(op.results) and effects.changes_nothing and not effects.allocates


def live_values(region: Region) -> set:
    """The values in a region's blocks that something with an effect, or a way out, depends on."""
    live, work = set(), []

    def use(values) -> None:
        for value in values:
            if value not in live:
                live.add(value)
                work.append(value)

    for block in region.blocks:
        for op in block:
            if has_trait(op, "terminator") or not is_only_for_users(op):
                use(_kept(op))
                use(_inner_uses(op))
    for block in region.blocks:
        if any([way.name not in BRANCHES for way in branches_to(block)]):
            use(block.arguments)
    while work:
        value = work.pop()
        if value.op is not None:
            use(value.op.operands)
            use(_inner_uses(value.op))
        elif value.owner.parent is region:
            use(_incoming(value.owner, value.index))
    return live


def _kept(op: Operation):
    """The operands that an operation itself needs: of a branch, what it decides by."""
    return decided_by(op) if op.name in BRANCHES else op.operands


def _inner_uses(op: Operation):
    return [value for region in op.regions for inner in region.walk() for value in inner.operands] if op.regions else ()


def _incoming(block: Block, index: int):
    """The values that branches pass for an argument of a block."""
    for way in branches_to(block):
        yield from [operands[index] for target, operands in passed(way) if target is block] if way.name in BRANCHES else ()


def drop_arguments(region: Region, dead: set) -> bool:
    """Removes arguments of blocks with the operands that branches pass for them, and drops the operands of their other users."""
    for block in region.blocks:
        way = block.last
        if way is not None and way.name in BRANCHES:
            pass_otherwise(way, [
                (target, [value for value, argument in zip(operands, target.arguments) if argument not in dead])
                for target, operands in passed(way)
            ])  # fmt: skip
    for argument in dead:
        for user in argument.users:
            user.drop_uses()
    for block in region.blocks:
        for argument in reversed([each for each in block.arguments if each in dead]):
            block.remove_argument(argument.index)
    return True


def drop_settled_arguments(region: Region, least: int) -> bool:
    """Drops arguments for which every branch passes the same value, of blocks with at least so many ways in."""
    changed = False
    for block in region.blocks[1:]:
        ways = branches_to(block)
        if len(ways) < least or any([way.name not in BRANCHES for way in ways]):
            continue
        columns = list(zip(*[operands for way in ways for target, operands in passed(way) if target is block]))
        for at in reversed(range(len(block.arguments))):
            if len(set(columns[at])) == 1 and columns[at][0] is not block.arguments[at]:
                block.arguments[at].replace_all_uses_with(columns[at][0])
                changed = drop_arguments(region, {block.arguments[at]})
    return changed
