"""Applies rules, folds constants and drops what is dead, until nothing changes or the bound is reached."""

from __future__ import annotations

from tfir.dialects import is_pure
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation, Value

from tfopt.pipeline.statistics import count
from tfopt.rewrite import building, graph, trace
from tfopt.rewrite.constants import elements_made_by
from tfopt.rewrite.folding import fold
from tfopt.rewrite.proof import same_type

REWRITES_PER_OP = 10


class RulesOfOp:
    """The rules for one op's name, in order: all of them, and those that may match whatever makes the operands.

    `makers` are the ops that the others look for among the makers of operands. Most ops have none of them there.
    """

    __slots__ = ("all", "unconditional", "makers", "_known")

    def __init__(self):
        self.all, self.unconditional, self.makers, self._known = [], [], set(), {}

    def add(self, rule) -> None:
        self.all.append(rule)
        if rule.required:
            self.makers.update(rule.required[0])
        else:
            self.unconditional.append(rule)

    def candidates(self, op: Operation) -> list:
        makers = self.makers
        for value in op._operands:
            if value.owner.__class__ is Operation and value.owner.name in makers:
                known = self._of_makers(op)
                break
        else:
            known = self.unconditional
        return [rule for rule in known if not rule.has_more_to_fit or rule.may_fit(op)] if known else known

    def _of_makers(self, op: Operation) -> list:
        found = frozenset([value.owner.name for value in op._operands if value.owner.__class__ is Operation])
        known = self._known.get(found)
        if known is None:
            known = self._known[found] = [rule for rule in self.all if rule.may_match(found)]
        return known


class Tally(dict):
    """How often each thing was met."""

    def __missing__(self, key) -> int:
        return 0


class Greedy:
    """One run over an operation and all inside it.

    `rules` apply in their order. `folds` says whether constants are evaluated, `drops` whether pure ops without uses go (never
    in graph regions: a node without readers is a fetch). Nodes named in `preserved` keep their name and place. `fired` counts
    rules by where they are written.
    """

    def __init__(self, rules, folds: bool = True, drops: bool = True, preserved=frozenset(), rewrites_per_op: int = REWRITES_PER_OP,
                 max_rewrites: int | None = None):  # fmt: skip
        self.rules: dict[str, RulesOfOp] = {}
        for rule in rules:
            for name in rule.roots:
                self.rules.setdefault(name, RulesOfOp()).add(rule)
        self.rewrites_per_op = rewrites_per_op
        self.folds, self.drops, self.preserved = folds, drops, preserved
        self.left = max_rewrites
        self.fired = Tally()
        self.work: list[Operation] = []
        self.waiting: set[Operation] = set()

    def run(self, root: Operation) -> bool:
        """Whether anything changed."""
        ops = root.inside()
        if self.left is None:
            self.left = self.rewrites_per_op * len(ops) + 100
        self.work, self.waiting = work, waiting = ops[::-1], set(ops)
        before, visit = self.left, self._visit
        while work and self.left > 0:
            op = work.pop()
            waiting.discard(op)
            if op.parent is not None and visit(op):
                self.left -= 1
        return self.left < before

    def _visit(self, op: Operation) -> bool:
        results, operands = op.results, op._operands
        if self.drops and results and not results[0].uses and self._is_dead(op):
            self._erase(op)
            count("ops-dropped")
            return True
        if self.folds and operands and operands[0].owner.__class__ is Operation and may_fold(op) and self._fold(op):
            count("ops-folded")
            return True
        return op.name in self.rules and self._apply(op)

    def _is_dead(self, op: Operation) -> bool:
        return not any([result.uses for result in op.results]) and not graph.is_graph(op) and is_pure(op)

    def _erase(self, op: Operation) -> None:
        before = op.operands
        op.erase()
        for value in before:
            self._again(value.op)

    def _fold(self, op: Operation) -> bool:
        found = fold(op)
        if found is None:
            return False
        with building.building_before(op):
            new = [building.constant(elements) for elements in found]
        self._replace(op, new, [])
        return True

    def _apply(self, op: Operation) -> bool:
        candidates = self.rules[op.name].candidates(op)
        if candidates and not (graph.is_graph(op) and graph.node_name(op) in self.preserved):
            with building.building_before(op) as created:
                for rule in candidates:
                    if self._apply_to_several(rule, op) if rule.is_several else self._apply_rule(rule, op, created):
                        self.fired[rule.at] += 1
                        count("rules-fired")
                        return True
        return False

    def _apply_rule(self, rule, op: Operation, created: list[Operation]) -> bool:
        try:
            for new in rule.replacements(op):
                new = as_values(op, new)
                if self._is_sound(op, new, created):
                    trace.fired(rule, op)
                    self._replace(op, new, list(created))
                    return True
                trace.refused(rule, op, "the replacement need not have the type of what it replaces")
                take_back(created)
        except Error as error:  # the meaning of an op that was to be built refuses its operands: no match
            trace.refused(rule, op, str(error))
        take_back(created)
        return False

    def _apply_to_several(self, rule, op: Operation) -> bool:
        try:
            found = rule.apply(op)
        except Error as error:
            trace.refused(rule, op, str(error))
            return False
        for each, value in zip(found[0], found[1]) if found is not None else ():
            self._replace(each, [value], found[2])
        return found is not None

    def _is_sound(self, op: Operation, new, created) -> bool:
        results = building.data_results(op)
        if len(new) != len(results) or all(value is None or value is result for value, result in zip(new, results)):
            return False
        matched = {op, *created}
        matched |= {value.op for value in building.data_operands(op) if value.op is not None and elements_made_by(value.op) is None}
        return all(value is None or same_type(result, value, matched) for result, value in zip(results, new))

    def _replace(self, op: Operation, new: list[Value | None], created: list[Operation]) -> None:
        touched = [user for result in op.results for user in result.users]
        before = [value.op for value in op.operands]
        if graph.is_graph(op):
            graph.replace(op, new, created)
        else:
            replace_results(op, new)
        for value in new:
            if value is not None and value.name is None and op.results and op.results[0].name:
                value.name = op.results[0].name
        for again in (*touched, *before, *created, *([op] if op.parent is not None else [])):
            self._again(again)

    def _again(self, op: Operation | None) -> None:
        if op is not None and op not in self.waiting and op.parent is not None:
            self.work.append(op)
            self.waiting.add(op)


def may_fold(op: Operation) -> bool:
    """A cheap look before folding is tried: the op that makes the first operand carries a value. Graphs fold in passes of their
    own, since a node's name and control edges stay."""
    return "value" in op._operands[0].owner._attributes and not graph.is_graph(op)


def as_values(op: Operation, new) -> list[Value | None]:
    """A rule's answer with numbers and arrays made constants."""
    like = [result for result in building.data_results(op)]
    return [value if value is None or isinstance(value, Value) else building.as_value(value, like, op.name) for value in new]


def replace_results(op: Operation, new: list[Value | None]) -> None:
    for result, value in zip(op.results, new):
        if value is not None:
            result.replace_by(value)
    if not any([result.uses for result in op.results]) and (is_pure(op) or None not in new):
        op.erase()


def take_back(created: list[Operation]) -> None:
    """Removes what a rule built before it was declined."""
    for op in reversed(created):
        op.erase()
    created.clear()
