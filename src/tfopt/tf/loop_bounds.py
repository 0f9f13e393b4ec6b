"""How often a loop of tf runs, as far as its condition says so, and how numbers of its body go on from trip to trip."""

from __future__ import annotations

from typing import NamedTuple

from tfir.analysis.call_graph import call_sites
from tfir.dialects import has_trait
from tfir.ir.operations import Operation, Value
from tfir.ir.symbols import SymbolTable
from tfir.ir.types import I1, I32, TensorType
from tfir.ods.inference import constant_of

# (first, step) of a number that is `first + step * trip`
Progression = tuple[int, int]
# What a comparison of `left` with `right` asks of `sign * (left - right)` plus this: to be less than 0.
COMPARISONS = {"tf.Less": (1, 0), "tf.LessEqual": (1, -1), "tf.Greater": (-1, 0), "tf.GreaterEqual": (-1, -1)}
SUMS = {"tf.Add": 1, "tf.AddV2": 1, "tf.Sub": -1}


def loop_of(op: Operation, symbols: SymbolTable) -> Loop | None:
    """A `tf.While` with its functions, or None where the module lacks one of them."""
    condition, body = [symbols.get(site.reference) for site in call_sites(op)]
    if not all([function is not None and function.region.blocks for function in (condition, body)]):
        return None
    return Loop(op, condition, body, symbols)


class Count(NamedTuple):
    """Which of a loop's values is a counter, and which one it has to be less than."""

    loop: Operation
    counter: int
    bound: int

    @property
    def start(self) -> Value:
        """What the counter is in the first trip, as a value in front of the loop."""
        return self.loop.operands[self.counter]

    @property
    def limit(self) -> Value:
        return self.loop.operands[self.bound]


class Loop:
    """A loop with its condition and its body."""

    def __init__(self, op: Operation, condition: Operation, body: Operation, symbols: SymbolTable):
        self.op, self.condition, self.body, self.symbols = op, condition, body, symbols

    def trips(self) -> tuple[int, int | None]:
        """The least and the most that there can be: each part of the condition that is known bounds them, and all of them tell how many
        there are."""
        bounds, is_exact = [], True
        for part in self.conjuncts(self.condition.body.terminator.operands[0]):
            if (bound := self.trips_while(part)) is None:
                is_exact = False
            else:
                bounds.append(bound)
        most = min(bounds, default=None)
        return (most if is_exact and most is not None else 0), most

    def count(self) -> Count | None:
        """What bounds the trips where that is known when the loop begins: it counts by 1 up to a number that stays the same."""
        for part in self.conjuncts(self.condition.body.terminator.operands[0]):
            sides = [source(operand) for operand in part.op.operands] if part.op is not None and part.op.name == "tf.Less" else []
            if [side.op for side in sides] == [None, None] and sides[0].type == TensorType((), I32):
                at, limit = sides[0].index, sides[1].index
                if self.step(at) == 1 and self.returned(limit) is self.body.body.arguments[limit]:
                    return Count(self.op, at, limit)
        return None

    def conjuncts(self, value: Value) -> list[Value]:
        """The values that must all be true for one to be; those that are known to be true are left out."""
        value = source(value)
        if value.op is not None and value.op.name == "tf.LogicalAnd":
            return [term for operand in value.op.operands for term in self.conjuncts(operand)]
        if value.op is not None and has_trait(value.op, "branch") and self.is_false_otherwise(value):
            return [*self.conjuncts(value.op.operands[0]), value]
        truth = constant_of(value)
        return [] if truth is not None and truth.all() else [value]

    def is_false_otherwise(self, value: Value) -> bool:
        """Whether a result of a branch on a truth value is false where that is false: Python's `and`."""
        predicate, *operands = value.op.operands
        site = call_sites(value.op)[-1]
        function = self.symbols.get(site.reference)
        if predicate.type is not TensorType((), I1) or function is None or not function.region.blocks:
            return False
        returned = source(function.body.terminator.operands[value.index])
        if returned.op is None:
            return source(operands[returned.index]) is source(predicate)
        truth = constant_of(returned)
        return truth is not None and not truth.any()

    def trips_while(self, value: Value) -> int | None:
        """The trips after which a comparison of whole numbers does not hold any more."""
        comparison = value.op
        if comparison is None or comparison.name not in COMPARISONS:
            return None
        sides = [self.progression(operand) for operand in comparison.operands]
        if None in sides:
            return None
        sign, slack = COMPARISONS[comparison.name]
        first, step = [sign * (one - other) for one, other in zip(*sides)]
        first += slack
        if first >= 0:
            return 0
        return -(first // step) if step > 0 else None

    def progression(self, value: Value) -> Progression | None:
        """How a whole number of the condition or the body goes on from trip to trip."""
        value = source(value)
        constant = whole(value)
        if constant is not None:
            return constant, 0
        if value.op is None:
            start, step = self.start(value.index), self.step(value.index)
            return None if start is None or step is None else (start, step)
        if value.op.name not in SUMS:
            return None
        sides = [self.progression(operand) for operand in value.op.operands]
        if None in sides:
            return None
        sign = SUMS[value.op.name]
        first, step = [one + sign * other for one, other in zip(*sides)]
        return first, step

    def start(self, index: int) -> int | None:
        """The whole number that a value is before the first trip: a constant, or what another loop ends with."""
        value = source(self.op.operands[index])
        if value.op is None or value.op.name not in ("tf.While", "tf.StatelessWhile"):
            return whole(value)
        loop = loop_of(value.op, self.symbols)
        return None if loop is None else loop.end(value.index)

    def end(self, index: int) -> int | None:
        """The whole number that a value is after the last trip."""
        start, step, (least, most) = self.start(index), self.step(index), self.trips()
        return None if start is None or step is None or least != most else start + step * least

    def step(self, index: int) -> int | None:
        """What a trip adds to one of the values that the loop passes on."""
        argument, after = self.body.body.arguments[index], self.returned(index)
        if after is argument:
            return 0
        if after.op is None or after.op.name not in SUMS:
            return None
        one, other = after.op.operands
        if source(one) is argument:
            step = self.invariant(other)
            return None if step is None else SUMS[after.op.name] * step
        return self.invariant(one) if source(other) is argument and SUMS[after.op.name] > 0 else None

    def invariant(self, value: Value) -> int | None:
        """A whole number that is the same in all trips."""
        value = source(value)
        if value.op is None and self.returned(value.index) is self.body.body.arguments[value.index]:
            return self.start(value.index)
        return whole(value)

    def returned(self, index: int) -> Value:
        return source(self.body.body.terminator.operands[index])


def whole(value: Value) -> int | None:
    """The number that a value is, where that is one whole number and known."""
    number = constant_of(value)
    return int(number.item()) if number is not None and number.size == 1 and number.dtype.kind in "iu" else None


def source(value: Value) -> Value:
    """The value that ops hand on unchanged."""
    while value.op is not None and has_trait(value.op, "passthrough"):
        value = value.op.operands[value.index]
    return value
