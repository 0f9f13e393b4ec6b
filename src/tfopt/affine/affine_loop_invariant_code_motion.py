"""Moves what is the same in each iteration in front of an affine loop."""

from __future__ import annotations

from tfir.analysis.affine_dependence import Access
from tfir.analysis.affine_loops import trip_count
from tfir.analysis.affine_memory import ACCESSES, effects_inside, may_alias, touched
from tfir.analysis.affine_values import composed, map_of
from tfir.analysis.effects import effects_of
from tfir.dialects import has_trait
from tfir.ir.dominance import is_defined_in
from tfir.ir.operations import Operation

from tfopt.affine.loops import loops_in, may_trap
from tfopt.generic.canonicalization.affine import bounds_of

TITLE = "Hoist loop invariant instructions outside of affine loops"


def affine_loop_invariant_code_motion(func: Func):
    """Inner loops first. Stores and divisions move only where the loop surely runs, and so do loads that may lie outside of their buffer,
    which upstream does not ask. Loads stay where the loop may write what they read, stores where it may access
    what they write; different arguments of a function share no memory."""
    for loop in loops_in(func):
        hoist_from(loop)


def hoist_from(loop: Operation) -> None:
    count = trip_count(loop)
    surely_runs = count is not None and count > 0
    hoisted: set[Operation] = set()
    for op in list(loop.body)[:-1]:
        if is_invariant(op, loop, hoisted, surely_runs):
            hoisted.add(op)
    for op in list(loop.body):
        if op in hoisted:
            op.remove()
            loop.block.insert_before(op, loop)


def is_invariant(op: Operation, loop: Operation, hoisted: set[Operation], surely_runs: bool) -> bool:
    if any([depends(value, op, loop, hoisted) for inner in op.walk() for value in inner.operands]):
        return False
    if op.regions and not has_trait(op, "branch", "loop", "composed"):
        return False
    if not surely_runs and (op.regions or not is_harmless(op)):
        return False
    inside = set(op.walk())
    effects = [effects_of(inner) for inner in inside if not inner.regions and not has_trait(inner, "terminator")]
    if any([each.allocates or each.is_pinned for each in effects]):
        return False
    return all([inner.name in ACCESSES and is_alone(inner, inside, loop) for inner, _ in effects_inside(op)])


def depends(value, op: Operation, loop: Operation, hoisted: set[Operation]) -> bool:
    """Whether a value that an operation uses is made in the loop and stays there."""
    return is_defined_in(value, loop) and not is_defined_in(value, op) and value.op not in hoisted


def is_harmless(op: Operation) -> bool:
    """Whether an operation does nothing wrong where it would not have run: a division may be one by 0."""
    effects = effects_of(op)
    return effects.changes_nothing and not effects.allocates and not may_trap(op) and (not effects.reads or is_within_bounds(op))


def is_within_bounds(op: Operation) -> bool:
    """Whether a load surely lies in its buffer."""
    if op.name != "affine.load":
        return False
    map, operands = composed(map_of(op), op.operands[1:])
    for e, size in zip(map.results, op.operands[0].type.shape):
        low, high = bounds_of(e, map, operands)
        if low is None or high is None or size is None or low < 0 or high >= size:
            return False
    return True


def is_alone(access: Operation, moving: set[Operation], loop: Operation) -> bool:
    """Whether nothing else in the loop accesses what this one does, but for loads beside a load."""
    buffer = Access(access).memref
    stores = bool(effects_of(access).writes)
    for other, effects in effects_inside(loop):
        if other is access or not (effects.writes or stores):
            continue
        buffers = touched(other)
        if buffers is None or any([may_alias(buffer, each, arguments_apart=True) for each in buffers]):
            return False
    return True
