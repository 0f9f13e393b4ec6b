"""Moves what is the same in each iteration in front of a loop."""

from __future__ import annotations

from tfir.analysis.effects import NO_EFFECTS, effects_of
from tfir.dialects import has_trait, lookup
from tfir.ir.dominance import is_defined_in
from tfir.ir.operations import Operation

from tfopt.generic.canonicalization.constants import number, signed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tfir.ir.operations import Region, Value

TITLE = "Hoist loop invariant instructions outside of the loop"
LOOPS = ("affine", "scf")  # dialects whose operations on loops have bodies that run as often as they say
DIVISIONS = ("div", "rem", "ceildiv", "floordiv")  # how their names begin; those of floats end with f, unsigned ones with u or ui


def loop_invariant_code_motion(root: Operation):
    """Inner loops first. What moves has no effects, cannot go wrong, and uses nothing that the loop makes and keeps."""
    for loop in [op for op in root.walk(post_order=True) if op.dialect in LOOPS and has_trait(op, "loop")]:
        for region in loop.regions:
            hoist_from(loop, region)


def hoist_from(loop: Operation, region: Region) -> None:
    waiting = [op for block in region.blocks for op in block]
    for op in waiting:  # which grows by what uses what has moved
        if op.parent is not None and op.parent.parent is region and is_invariant(op, loop):
            users = [user for result in op.results for user in result.users]
            op.remove()
            loop.block.insert_before(op, loop)
            waiting += [user for user in users if user.parent is not None and user.parent.parent is region]


def is_invariant(op: Operation, loop: Operation) -> bool:
    if has_trait(op, "terminator") or not may_run_anyway(op):
        return False
    return not any([is_defined_in(value, loop) and not is_defined_in(value, op) for inner in op.walk() for value in inner.operands])


def may_run_anyway(op: Operation) -> bool:
    """Whether an operation, with what is inside of it, has no effects, ends, and goes wrong for no operands."""
    if lookup(op.name) is None:
        return False
    if op.regions:
        inside = [each for region in op.regions for block in region.blocks for each in block if not has_trait(each, "terminator")]
        return op.dialect in LOOPS and (has_trait(op, "branch") or surely_ends(op)) and all(map(may_run_anyway, inside))
    effects = effects_of(op)
    if effects is not NO_EFFECTS and (effects.reads or effects.writes or effects.allocates or effects.is_pinned):
        return False
    return is_defined_for_all(op)


def surely_ends(loop: Operation) -> bool:
    """Whether a loop comes to an end wherever it begins, as upstream tells it: where it goes on by one, or all iterations are known."""
    if loop.name == "affine.for":
        return loop.attributes["step"].value == 1
    if loop.name == "scf.for":
        return number(loop.operands[2]) == 1
    if loop.name == "scf.parallel":
        count = loop.attributes["operandSegmentSizes"].values[0]
        return all([number(step) == 1 for step in loop.operands[2 * count : 3 * count]])
    return loop.name == "affine.parallel"


def is_defined_for_all(op: Operation) -> bool:
    """Whether an operation without effects gives a value for all operands: not divisions by what may be 0, or -1, and sizes of dimensions
    that may not be there."""
    local = op.name.partition(".")[2]
    if op.dialect in ("arith", "index") and local.startswith(DIVISIONS) and not local.endswith("f"):
        divisor = constant_of(op.operands[1])
        return divisor is not None and divisor != 0 and (local.endswith(("u", "ui")) or divisor != -1)
    if local == "dim" and op.dialect in ("memref", "tensor"):
        at, shape = number(op.operands[1]), getattr(op.operands[0].type, "shape", None)
        return at is not None and shape is not None and at < len(shape)
    return True


def constant_of(value: Value) -> int | None:
    """The number that a value is, of integers of any width; None where that is not told."""
    held = number(value)
    width = getattr(getattr(value.type, "element", value.type), "width", 64)
    return None if held is None else signed(held, width)
