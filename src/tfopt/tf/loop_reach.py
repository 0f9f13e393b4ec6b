"""Which elements of a list a loop asks for whose trips are counted by numbers that the program computes: asserted once, in front of the loop.

An index that goes on steadily reaches furthest in the first trip and in the last. What is told is the first that is outside, as TensorFlow tells it.
"""

from __future__ import annotations

from functools import reduce
from typing import NamedTuple

from tfir.analysis.program_shapes import ProgramShapes
from tfir.ir.operations import Value
from tfir.ir.types import I32, TensorType
from tfir.ods.inference import constant_of
from tfir.ods.shapes import Size, add, is_natural, multiply, subtract

from tfopt.tf.growing_lists import Ops
from tfopt.tf.loop_bounds import SUMS, Loop, source, whole

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

NUMBER = TensorType((), I32)
Term = tuple[int, "Value | int"]


class Steady(NamedTuple):
    """A whole number of a loop's body: a sum of multiples of values in front of the loop, and what each trip adds."""

    terms: tuple[Term, ...]
    step: int

    def computed(self, ops: Ops) -> Value:
        total = ops.constant(0)
        for factor, value in self.terms:
            total = ops.AddV2(total, value if factor == 1 else ops.Mul(value, factor))
        return total

    def size(self, shapes: ProgramShapes) -> Size:
        total: Size = 0
        for factor, value in self.terms:
            total = add(total, multiply(factor, shapes[value].size if isinstance(value, Value) else value))
        return total


def steady(loop: Loop, value: Value) -> Steady | None:
    value = source(value)
    number = whole(value)
    if number is not None:
        return Steady(((1, number),), 0)
    if value.op is None:
        step = loop.step(value.index)
        return None if step is None or value.type is not NUMBER else Steady(((1, loop.op.operands[value.index]),), step)
    if value.op.name == "tf.Mul":
        one, other = value.op.operands
        return scaled(loop, one, whole(source(other))) or scaled(loop, other, whole(source(one)))
    if value.op.name not in SUMS:
        return None
    sides, sign = [steady(loop, operand) for operand in value.op.operands], SUMS[value.op.name]
    first, second = sides
    if first is None or second is None:
        return None
    return Steady((*first.terms, *[(sign * factor, term) for factor, term in second.terms]), first.step + sign * second.step)


def steady_ends(loop: Loop, indices: Value) -> list[Steady]:
    """The number that an index of a loop's body is, or of several the ones that are all, or the least and the largest; none where one does not go on
    steadily."""
    indices = source(indices)
    if indices.type is NUMBER:
        numbers = [steady(loop, indices)]
    elif indices.op is not None and indices.op.name == "tf.Pack":
        numbers = [steady(loop, each) if each.type is NUMBER else None for each in indices.op.operands]
    elif indices.op is not None and indices.op.name in SUMS:
        one, other = indices.op.operands
        numbers = shifted(loop, one, other, SUMS[indices.op.name])
    else:
        return []
    told = [number for number in numbers if number is not None]
    return told if len(told) == len(numbers) else []


def shifted(loop: Loop, one: Value, other: Value, sign: int) -> list[Steady | None]:
    """The least and the largest of a sum of constants and a number."""
    constants, number, of_number = (one, other, sign) if constant_of(source(one)) is not None else (other, one, 1)
    content, moved = constant_of(source(constants)), steady(loop, number)
    if content is None or not content.size or moved is None:
        return [None]
    of_content = 1 if constants is one else sign
    terms = tuple([(of_number * factor, term) for factor, term in moved.terms])
    return [Steady((*terms, (of_content, int(end))), of_number * moved.step) for end in (content.min(), content.max())]


def scaled(loop: Loop, value: Value, factor: int | None) -> Steady | None:
    number = None if factor is None else steady(loop, value)
    return None if number is None else Steady(tuple([(factor * each, term) for each, term in number.terms]), factor * number.step)


def trips_of(loop: Loop) -> Steady | None:
    """How many trips there are, where they are as many as a counter has steps of 1 below a number; less than 0 are none."""
    parts = loop.conjuncts(loop.condition.body.terminator.operands[0])
    if len(parts) != 1 or parts[0].op is None or parts[0].op.name != "tf.Less":
        return None
    counter, limit = [steady(loop, operand) for operand in parts[0].op.operands]
    if counter is None or limit is None or (counter.step, limit.step) != (1, 0):
        return None
    return Steady((*limit.terms, *[(-factor, term) for factor, term in counter.terms]), 0)


def is_proved(index: Steady, trips: Steady, length: Size, shapes: ProgramShapes) -> bool:
    """Whether sizes tell that a list of so many elements has all that are asked for, if there are trips."""
    first = index.size(shapes)
    for most_trips in (trips, *bounds_of(trips)):
        last = add(first, multiply(index.step, subtract(most_trips.size(shapes), 1)))
        least, most = (first, last) if index.step >= 0 else (last, first)
        if is_natural(least) and is_natural(subtract(subtract(length, 1), most)):
            return True
    return False


def bounds_of(number: Steady) -> list[Steady]:
    """What a sum is at most, in which one number is the lesser of two."""
    bounds = []
    for at, (factor, value) in enumerate(number.terms):
        lesser = source(value).op if isinstance(value, Value) else None
        if factor == 1 and lesser is not None and lesser.name == "tf.Minimum":
            bounds += [Steady((*number.terms[:at], (1, each), *number.terms[at + 1 :]), number.step) for each in lesser.operands]
    return bounds


def lifted(loop: Loop, number: Steady) -> Steady | None:
    """What a sum of values of a loop's body is in front of that loop, and what each of its trips adds."""
    terms: list[Term] = []
    step = 0
    for factor, value in number.terms:
        outside = Steady(((1, value),), 0) if isinstance(value, int) else steady(loop, value)
        if outside is None:
            return None
        terms += [(factor * each, term) for each, term in outside.terms]
        step += factor * outside.step
    return Steady(tuple(terms), step)


class Nest(NamedTuple):
    """What loops inside of each other ask for, the outermost first: `first` is the number in the first trip of all, `steps` what one trip of each adds.
    Each run of an inner one has as many trips as another."""

    first: Steady
    steps: tuple[int, ...]
    trips: tuple[Steady, ...]

    def is_proved(self, length: Size, shapes: ProgramShapes) -> bool:
        """Whether sizes tell that a list of so many elements has all that are asked for, if there are trips."""
        least = most = self.first.size(shapes)
        for step, trips in zip(self.steps, self.trips):
            way = multiply(step, subtract(trips.size(shapes), 1))
            least, most = (least, add(most, way)) if step >= 0 else (add(least, way), most)
        return is_natural(least) and is_natural(subtract(subtract(length, 1), most))

    def check(self, ops: Ops, length: Value, message: str) -> None:
        """Asserts in front of the outermost loop that the list has all of them; the message tells the first that it has not."""
        counts = [trips.computed(ops) for trips in self.trips]
        ways = [ops.Mul(ops.Sub(count, 1), step) for count, step in zip(counts, self.steps)]
        first = outside = self.first.computed(ops)
        for at, step in enumerate(self.steps):
            low, high = self.reach(ops, outside, ways, at + 1)
            room = low if step < 0 else ops.Sub(ops.Sub(length, 1), high)
            trip = ops.SelectV2(is_inside(ops, low, high, length), ops.AddV2(ops.FloorDiv(room, max(abs(step), 1)), 1), 0)
            outside = ops.AddV2(outside, ops.Mul(trip, step))
        is_run = reduce(ops.LogicalAnd, [ops.Greater(count, 0) for count in counts])
        holds = is_inside(ops, *self.reach(ops, first, ways, 0), length)
        ops.check_when_run(ops.LogicalOr(ops.LogicalNot(is_run), holds), message, outside, length)

    def reach(self, ops: Ops, first: Value, ways: list[Value], begin: int) -> tuple[Value, Value]:
        """The least and the largest number that the loops from one on come to, which begin with a number."""
        low = high = first
        for step, way in zip(self.steps[begin:], ways[begin:]):
            low, high = (low, ops.AddV2(high, way)) if step >= 0 else (ops.AddV2(low, way), high)
        return low, high


def nest_of(loops: Sequence[Loop], reached: Steady) -> Nest | None:
    """What a number of the body of the last of these loops is, of which each is in the body of the one before, where it goes on steadily in all."""
    *around, inner = loops
    own = trips_of(inner)
    if own is None:
        return None
    first, steps, trips = Steady(reached.terms, 0), [reached.step], [own]
    for outer in reversed(around):
        number, own, inside = lifted(outer, first), trips_of(outer), [lifted(outer, each) for each in trips]
        if number is None or own is None or not all([each is not None and not each.step for each in inside]):
            return None
        first, steps, trips = Steady(number.terms, 0), [number.step, *steps], [own, *[each for each in inside if each is not None]]
    return Nest(first, tuple(steps), tuple(trips))


def assert_reach(ops: Ops, index: Steady, trips: Steady, length: Value, message: str) -> None:
    first, count = index.computed(ops), trips.computed(ops)
    last = ops.AddV2(first, ops.Mul(ops.Sub(count, 1), index.step))
    begins, ends = [is_inside(ops, each, each, length) for each in (first, last)]
    outside = first_outside(ops, first, index.step, length)
    ops.check_when_run(ops.LogicalOr(ops.LessEqual(count, 0), ops.LogicalAnd(begins, ends)), message, outside, length)


def is_inside(ops: Ops, least: Value, most: Value, length: Value) -> Value:
    return ops.LogicalAnd(ops.GreaterEqual(least, 0), ops.Less(most, length))


def first_outside(ops: Ops, first: Value, step: int, length: Value) -> Value:
    """Of numbers in steps the first that is outside. Where that is not the first of all, it is so many steps behind."""
    room = first if step < 0 else ops.Sub(ops.Sub(length, 1), first)
    steps = ops.AddV2(ops.FloorDiv(room, max(abs(step), 1)), 1)
    return ops.SelectV2(is_inside(ops, first, first, length), ops.AddV2(first, ops.Mul(steps, step)), first)
