"""Puts dispatches into an order with few barriers: those that do not wait for each other stand side by side.

a; a needs b's result     =     a; c, d; b         where c and d need nothing of a, b and each other
"""

from __future__ import annotations

from tfir.ir.operations import Block, Operation
from tfir.ir.symbols import SymbolTable

from tfopt.pipeline.statistics import count
from tfopt.stablehlo_to_iree.accesses import Accesses, Stretches, Touched, runs_of

AFTER = ("iree-lower-sequencer-dialect",)
WORKS_ON = ("iree_ll_seq",)
STATISTICS = {"barriers-before": "Barriers that devices needed before.", "barriers-after": "Barriers that they need now."}


def iree_order_dispatches(module: "Module"):
    """Have dispatches and copies of a block run with as few barriers as the longest chain of those that wait for each other asks for.

    Each runs as late as such an order allows, so that what it computes takes memory for as short as can be. Steps of the host, and what a branch or a size
    is read for, stay where they are. What can be ordered so must not lie in memory that others have used before: iree-plan-buffers comes after.
    """
    symbols = SymbolTable(module)
    for block in [block for func in module.body if func.name == "func.func" for block in func.regions[0].blocks]:
        for steps, others in list(runs_of(block, symbols)):
            if len(steps) > 1:
                _order(block, steps, others, symbols)


def _order(block: Block, steps: list[Operation], others: list[Operation], symbols: SymbolTable) -> None:
    accesses = {step: Accesses(step, symbols) for step in steps}
    levels = latest_levels(steps, accesses)
    ordered = sorted(steps, key=levels.__getitem__)
    before, after = [len(Stretches(each, accesses).first) for each in (steps, ordered)]
    count("barriers-before", before)
    count("barriers-after", min(before, after))
    if after < before:
        anchor = following(steps, others)
        for op in (*others, *ordered):
            block.insert_before(op.remove(), anchor)


def following(steps: list[Operation], others: list[Operation]) -> Operation | None:
    """What stands behind a run."""
    members, op = {*steps, *others}, steps[-1].next
    while op in members:
        assert op is not None
        op = op.next
    return op


def latest_levels(steps: list[Operation], accesses: dict[Operation, Accesses]) -> dict[Operation, int]:
    """In which stretch each step has to run at the latest, that there are no more than the longest chain has steps; numbers are negative."""
    levels: dict[Operation, int] = {}
    behind = Touched()
    for step in reversed(steps):
        levels[step] = min(behind.conflicts(accesses[step]), default=0) - 1
        behind.add(accesses[step], levels[step])
    return levels
