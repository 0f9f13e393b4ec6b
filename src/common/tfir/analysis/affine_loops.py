"""Loops of the affine dialect: their bounds, how often they run, how they are nested. Source: MLIR's affine dialect."""

from __future__ import annotations

from math import gcd

from tfir.analysis.affine_values import difference, map_of
from tfir.ir.attributes import DenseArrayAttr
from tfir.ir.types import I32
from tfir.ods.affine_algebra import affine_map, like, sub_map
from tfir.text.affine import constant_map, constant_of_map
from tfir.text.affine_expression import divide, known_divisor

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from tfir.analysis.affine_values import Applied
    from tfir.ir.operations import Operation, Value


def segments(loop: Operation) -> tuple[int, int, int]:
    """How many operands are of the lower bound, of the upper bound, and initial values."""
    lower, upper = [map_of(loop, name) for name in ("lowerBoundMap", "upperBoundMap")]
    low, high = lower.dimensions + lower.symbols, upper.dimensions + upper.symbols
    return low, high, len(loop.operands) - low - high


def lower_bound(loop: Operation) -> Applied:
    return map_of(loop, "lowerBoundMap"), loop.operands[: segments(loop)[0]]


def upper_bound(loop: Operation) -> Applied:
    low, high, _ = segments(loop)
    return map_of(loop, "upperBoundMap"), loop.operands[low : low + high]


def initial_values(loop: Operation) -> tuple[Value, ...]:
    low, high, _ = segments(loop)
    return loop.operands[low + high :]


def step_of(loop: Operation) -> int:
    step: int = loop.get("step")
    return step


def constant_lower(loop: Operation) -> int | None:
    return constant_of_map(loop.attributes["lowerBoundMap"])


def constant_upper(loop: Operation) -> int | None:
    return constant_of_map(loop.attributes["upperBoundMap"])


def set_bounds(loop: Operation, lower: Applied | None = None, upper: Applied | None = None) -> None:
    """Gives a loop other bounds."""
    low, high = lower or lower_bound(loop), upper or upper_bound(loop)
    inits = initial_values(loop)
    sizes = DenseArrayAttr([len(low[1]), len(high[1]), len(inits)], I32)
    loop.set_operands([*low[1], *high[1], *inits])
    loop.update_attributes({"lowerBoundMap": low[0], "upperBoundMap": high[0], "operandSegmentSizes": sizes})


def induction_variable(loop: Operation) -> Value:
    return loop.body.arguments[0]


def loop_of(value: Value) -> Operation | None:
    """The `affine.for` whose induction variable this is."""
    around = None if value.op is not None or value.block is None else value.block.parent_op
    return around if around is not None and around.name == "affine.for" and value.index == 0 else None


def parallel_bounds(loop: Operation) -> list[tuple[Applied, Applied]]:
    """The lower and the upper bounds of each variable of an `affine.parallel`."""
    low, high = map_of(loop, "lowerBoundsMap"), map_of(loop, "upperBoundsMap")
    split = low.dimensions + low.symbols
    sizes = [[int(size) for size in loop.attributes[name].values()] for name in ("lowerBoundsGroups", "upperBoundsGroups")]
    done, bounds = [0, 0], []
    for lower, upper in zip(*sizes):
        lows, highs = sub_map(low, done[0], lower), sub_map(high, done[1], upper)
        bounds.append(((lows, loop.operands[:split]), (highs, loop.operands[split:])))
        done = [done[0] + lower, done[1] + upper]
    return bounds


def trip_counts(loop: Operation) -> Applied | None:
    """How often a loop runs, as a map: the least of its results. None where the lower bound is the greatest of several numbers. A result
    may be below 0 where the loop does not run."""
    step, low, high = step_of(loop), constant_lower(loop), constant_upper(loop)
    if low is not None and high is not None:
        return constant_map(max(0, -((low - high) // step))), ()
    (lower, lows), (upper, highs) = lower_bound(loop), upper_bound(loop)
    if len(lower.results) != 1:
        return None
    map, operands = difference((upper, highs), (affine_map(lower.dimensions, lower.symbols, lower.results * len(upper.results)), lows))
    return like(map, [divide("ceildiv", e, step) for e in map.results]), operands


def trip_count(loop: Operation) -> int | None:
    """How often a loop runs where that is known, else None."""
    counts = trip_counts(loop)
    if counts is None:
        return None
    numbers = [e for e in counts[0].results if isinstance(e, int)]
    return max(0, min(numbers)) if len(numbers) == len(counts[0].results) else None


def divisor_of_trip_count(loop: Operation) -> int:
    """The greatest number that is known to divide how often a loop runs; 0 where it does not run: every number divides that."""
    counts = trip_counts(loop)
    if counts is None:
        return 1
    return gcd(*[max(0, e) if isinstance(e, int) else known_divisor(e) for e in counts[0].results])


def divides(factor: int, loop: Operation) -> bool:
    """Whether a number is known to divide how often a loop runs."""
    return divisor_of_trip_count(loop) % factor == 0


def perfect_nest(loop: Operation) -> list[Operation]:
    """A loop, and those inside of it as long as each has nothing but the next one."""
    nest = [loop]
    while True:
        first = nest[-1].body.first
        if first is None or first.name != loop.name or first.next is not nest[-1].body.last:
            return nest
        nest.append(first)


def loops_around(op: Operation) -> list[Operation]:
    """The `affine.for` around an operation, outermost first, up to where another scope of symbols begins."""
    return [each for each in affine_ops_around(op) if each.name == "affine.for"]


def affine_ops_around(op: Operation) -> list[Operation]:
    from tfir.dialects import has_trait

    around = []
    for each in op.ancestors():
        if has_trait(each, "isolated"):
            break
        if each.name in ("affine.for", "affine.if", "affine.parallel"):
            around.append(each)
    return around[::-1]


def is_outside(values: Sequence[Value], op: Operation) -> bool:
    """Whether all of these values are made outside of an operation."""
    return not any([is_made_in(value, op) for value in values])


def is_made_in(value: Value, op: Operation) -> bool:
    block = value.block
    while block is not None:
        around = block.parent_op
        if around is op:
            return True
        block = None if around is None else around.parent
    return False
