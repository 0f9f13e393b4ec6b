"""Lets affine loops begin at 0 and count by 1; what they count is computed from that."""

from __future__ import annotations

from tfir.analysis.affine_loops import constant_lower, induction_variable, lower_bound, set_bounds, step_of, upper_bound
from tfir.analysis.affine_values import composed, difference, map_of
from tfir.ir.attributes import ArrayAttr, IntegerAttr
from tfir.ir.builder import Builder
from tfir.ir.operations import Operation
from tfir.ir.types import I64, INDEX
from tfir.ods.affine_algebra import affine_map, like
from tfir.text.affine import constant_map
from tfir.text.affine_expression import add, divide, times

from tfopt.affine.loops import apply, promoted

TITLE = "Apply normalization transformations to affine loop-like ops"
OPTIONS = {"promote-single-iter": "Put the bodies of loops that run once in their places."}


def affine_loop_normalize(func: Func, *, promote_single_iter: bool = False):
    """A loop that begins at the greatest of several numbers is left, as is `affine.parallel` with such a bound."""
    for op in list(func.walk(post_order=True)):
        if op.name == "affine.for":
            normalize_loop(op, promote_single_iter)
        elif op.name == "affine.parallel":
            normalize_parallel(op)


def normalize_loop(loop: Operation, promote: bool) -> None:
    (low, lows), (high, highs), step = lower_bound(loop), upper_bound(loop), step_of(loop)
    if (promote and promoted(loop)) or (constant_lower(loop) == 0 and step == 1) or len(low.results) != 1:
        return
    map, operands = composed(*difference((high, highs), (affine_map(low.dimensions, low.symbols, low.results * len(high.results)), lows)))
    turns = like(map, [divide("ceildiv", e, step) for e in map.results])
    variable = induction_variable(loop)
    set_bounds(loop, (constant_map(0), ()), (turns, operands))
    loop.set_attribute("step", IntegerAttr(1, INDEX))
    count = affine_map(1, 0, [times(times(("d", 0), -1), step)]), (variable,)
    replace_variable(Builder(loop.body, loop.body.first, loop.location), variable, composed(*difference((low, lows), count)))


def replace_variable(build: Builder, variable, applied) -> None:
    """Uses of an induction variable become uses of what is computed from it."""
    users = variable.users
    value = apply(build, applied)
    for user in users:
        user.set_operands([value if operand is variable else operand for operand in user.operands])


def normalize_parallel(op: Operation) -> None:
    low, high = map_of(op, "lowerBoundsMap"), map_of(op, "upperBoundsMap")
    steps = [each.value for each in op.attributes["steps"].elements]
    if len(low.results) != len(steps) or len(high.results) != len(steps) or (set(steps) <= {1} and set(low.results) <= {0}):
        return
    split = low.dimensions + low.symbols
    lows = op.operands[:split]
    map, operands = difference((high, op.operands[split:]), (low, lows))
    build = Builder(op.body, op.body.first, op.location)
    for e, step, variable in zip(low.results, steps, op.body.arguments):
        one = affine_map(low.dimensions + 1, low.symbols, [add(e, times(("d", low.dimensions), step))])
        replace_variable(build, variable, (one, (*lows[: low.dimensions], variable, *lows[low.dimensions :])))
    op.set_operands(operands)
    op.update_attributes({
        "lowerBoundsMap": affine_map(0, 0, [0] * len(steps)),
        "upperBoundsMap": like(map, [divide("ceildiv", e, step) for e, step in zip(map.results, steps)]),
        "steps": ArrayAttr([IntegerAttr(1, I64) for _ in steps]),
    })  # fmt: skip
