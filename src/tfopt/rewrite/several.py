"""Rules whose pattern is several operations that share values, and that replace all of them at once.

    together(stablehlo.sine(x), stablehlo.cosine(x)) >> [stablehlo.negate(x), stablehlo.abs(x)]

    @rewrite_together(tf.Sin(x), tf.Cos(x))
    def both(x):
        ...                     # one value for each operation, or None to decline

Each pattern shares a variable with one before it, which is how the engine finds the operations: among the users of a value.
"""

from __future__ import annotations

from tfir.ir.operations import Operation, Value

from tfopt.rewrite import building, trace
from tfopt.rewrite.constants import elements_made_by
from tfopt.rewrite.proof import same_type
from tfopt.rewrite.terms import Apply, as_term, check_names, place, variables_in


class Together:
    """Several patterns, to stand on the left of `>>`."""

    def __init__(self, patterns):
        self.patterns: list[Apply] = list(patterns)

    def __rshift__(self, replacements) -> RuleOfSeveral:
        return RuleOfSeveral(self.patterns, [as_term(each) for each in replacements], place(2))


def together(*patterns: Apply) -> Together:
    return Together(patterns)


def rewrite_together(*patterns: Apply):
    """The function below is the rule's right-hand side: a list of values, one for each operation."""
    at = place(2)
    return lambda function: RuleOfSeveral(list(patterns), function, at)


class RuleOfSeveral:
    """`patterns` and what takes the place of the operations that they match: terms, or a function of the bound names."""

    is_several = True
    required: tuple = ()
    has_more_to_fit = False

    def __init__(self, patterns: list[Apply], replacement, at: str):
        self.patterns, self.replacement, self.at = patterns, replacement, at
        names = [dict(variables_in(pattern)) for pattern in patterns]
        known: dict = {}
        for number, bound in enumerate(names):
            if number and not known.keys() & bound.keys():
                raise TypeError(f"the rule at {at}: {patterns[number]!r} shares no variable with what stands before it")
            known |= bound
        if isinstance(replacement, list):
            self.wanted = None
            if len(replacement) != len(patterns):
                raise TypeError(f"the rule at {at} replaces {len(patterns)} operations by {len(replacement)} values")
            check_names(at, {name for term in replacement for name, _ in variables_in(term)}, known)
        else:
            self.wanted = replacement.__code__.co_varnames[: replacement.__code__.co_argcount]
            check_names(at, self.wanted, known)

    @property
    def roots(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys([name for pattern in self.patterns for name in pattern.op.names]))

    def may_match(self, makers_of_operands) -> bool:
        return True

    def matches(self, op: Operation):
        """(what variables stand for, the operation of each pattern), `op` being any one of them."""
        for number, pattern in enumerate(self.patterns):
            if op.name in pattern.op.names:
                for found in pattern.matches_op(op, {}):
                    yield from self._others(found, {number: op}, op)

    def _others(self, found, chosen: dict[int, Operation], op: Operation):
        number = next((n for n, p in enumerate(self.patterns) if n not in chosen and shared_values(p, found)), None)
        if number is None:
            if len(chosen) == len(self.patterns):
                yield found, [chosen[n] for n in range(len(self.patterns))]
            return
        pattern = self.patterns[number]
        candidates = dict.fromkeys([user for value in shared_values(pattern, found) for user in value.uses])
        for user in candidates:
            if user.name in pattern.op.names and user.parent is op.parent and user not in chosen.values():
                for inner in pattern.matches_op(user, found):
                    yield from self._others(inner, {**chosen, number: user}, op)

    def build(self, found) -> list | None:
        if self.wanted is None:
            return [term.build(found) for term in self.replacement]
        return self.replacement(**{name: found[name] for name in self.wanted})

    def apply(self, op: Operation):
        """Replaces the operations of one match around `op`. Answers with (the operations, their new values), or None."""
        for found, ops in self.matches(op):
            anchor = place_for(ops, values_in(found))
            if anchor is None:
                trace.refused(self, op, "there is no place where all it needs is defined and nothing uses the results yet")
                continue
            with building.building_before(anchor) as created:
                new = self.build(found)
                if new is not None and self._is_sound(ops, new, created):
                    trace.fired(self, op)
                    return ops, new, list(created)
                if new is not None:
                    trace.refused(self, op, "a replacement need not have the type of what it replaces")
                for made in reversed(created):
                    made.erase()
                created.clear()
        return None

    def _is_sound(self, ops, new, created) -> bool:
        if len(new) != len(ops) or any(len(building.data_results(op)) != 1 for op in ops):
            return False
        matched = {*ops, *created}
        matched |= {v.op for op in ops for v in building.data_operands(op) if v.op is not None and elements_made_by(v.op) is None}
        return all(same_type(op.results[0], value, matched) for op, value in zip(ops, new))

    def __repr__(self):
        return ", ".join(map(repr, self.patterns))


def shared_values(pattern: Apply, found) -> list[Value]:
    return [found[name] for name, _ in variables_in(pattern) if isinstance(found.get(name), Value)]


def values_in(found) -> list[Value]:
    flat = [each for value in found.values() for each in (value if isinstance(value, (list, tuple)) else [value])]
    return [value for value in flat if isinstance(value, Value)]


def place_for(ops: list[Operation], needed: list[Value]) -> Operation | None:
    """The operation to build in front of: the first of them where all values are defined by then, else the last where nobody
    uses the others before it; None when neither will do."""
    block = ops[0].parent
    order = {op: number for number, op in enumerate(block)}
    first, last = min(ops, key=order.get), max(ops, key=order.get)
    makers = [value.op for value in needed if value.op is not None]
    if any(maker in ops for maker in makers):
        return None
    if all(maker.parent is not block or order[maker] < order[first] for maker in makers):
        return first
    users = [within(block, user) for op in ops if op is not last for result in op.results for user in result.uses]
    return last if all(user is None or order[user] > order[last] for user in users) else None


def within(block, op: Operation) -> Operation | None:
    """The operation of the block that `op` is or is inside of; None when it is elsewhere."""
    return next((around for around in (op, *op.ancestors()) if around.parent is block), None)
