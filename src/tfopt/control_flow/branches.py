"""Branches by Switch and Merge become `tf.If`, those by _SwitchN `tf.Case`, the innermost first.

A value's condition is the set of the decisions under which it lives: a predicate, a branch, and how many branches there are
(`analysis/deadness.py`). A Merge undoes one decision: its inputs live in all the branches of one predicate, and under the same conditions otherwise.
A ControlTrigger undoes decisions too: it waits for tokens of branches and goes on whichever is taken, as where gradients push onto stacks.

Merges of one predicate may need each other, as a gradient's needs the forward's: they become several If. What the branches of the first compute
for those of later ones is a result of it, FakeParam standing for it in the other branch, so that each op is run once.
"""

from __future__ import annotations

from tfir.analysis.deadness import decided_by, handed_on, is_contradiction, told_apart
from tfir.analysis.effects import effects_of
from tfir.dialects.tf_executor.types import CONTROL
from tfir.dialects.tf_type import ShapeAttr
from tfir.ir.attributes import ArrayAttr, StringAttr
from tfir.ir.dense import DenseAttr
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Block, Operation, Value
from tfir.ir.types import I32, TensorType, Type

from tfopt.control_flow.outlining import (
    MERGE,
    SWITCH,
    SWITCH_N,
    SWITCHES,
    TRIGGER,
    Functions,
    Part,
    described,
    function_of,
    in_island,
    inputs_of,
    is_constant,
    is_stateless,
    ordered,
    prune,
    stateless,
    symbol,
)  # fmt: skip
from tfopt.rewrite.constants import is_all

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection

NEVER = None  # the condition of what lives in no case


def functionalize_branches(function: Operation, block: Block, functions: Functions) -> None:
    if any([op.name in SWITCHES or op.name == MERGE for op in block]):
        Branches(function, block, functions).replace_all()


class Decision:
    """A Merge, with the predicate that it undoes and the branch of each input; or a ControlTrigger, which has tokens only."""

    __slots__ = ("merge", "predicate", "around", "branches")

    def __init__(self, merge: Operation, predicate: Value, around: frozenset, branches: list[int]):
        self.merge, self.predicate, self.around, self.branches = merge, predicate, around, branches

    @property
    def key(self):
        return self.predicate, self.around

    @property
    def tokens(self) -> tuple[Value, ...]:
        return self.merge.operands[len(self.branches) :]

    def inputs(self, branch: int) -> list[Value]:
        """The value that a branch gives, if any."""
        return [self.merge.operands[self.branches.index(branch)]] if self.branches else []


class Branches:
    """The switches and merges of one graph."""

    def __init__(self, function: Operation, block: Block, functions: Functions):
        self.function, self.block, self.functions = function, block, functions
        self.conditions: dict[Value, frozenset | None] = {}
        self.switches: dict[Value, list[Operation]] = {}
        self.predicates: dict[Operation, Value] = {}
        self.decisions: list[Decision] = []
        self.given: dict[tuple, dict[Value, Value]] = {}  # by decision and branch, what an earlier If gives for values inside
        self.copies: dict[Value, Value] = {}  # by result of an If that hands on what is computed inside, what this is a copy of
        self.placed: set[Operation] = set()  # what is part of an If by now and must not be of another
        for switch in [op for op in block if op.name in SWITCHES and functions.settled]:
            if (branch := functions.settled.get(decided_by(switch))) is not None:
                self.settle(switch, branch)
        ops = ordered(block, block.last)
        for switch in [op for op in ops if op.name in SWITCHES]:
            self.predicates[switch] = decided_by(switch)
            self.switches.setdefault(self.predicates[switch], []).append(switch)
        for op in ops:
            self.learn(op)
        triggers = [op for op in ops if op.name == TRIGGER]
        if any([self.gather(trigger) for trigger in triggers]):
            order = {op: number for number, op in enumerate(ordered(block, block.last))}
            self.decisions.sort(key=lambda decision: order.get(decision.merge, 0))

    def settle(self, switch: Operation, branch: int) -> Operation:
        """Passes on what a Switch hands to the branch that is always taken. Returns what does so."""
        data, _, *waits = switch.operands
        passed = in_island(self.block, "tf.Identity", [data], [data.type], {}, waits, switch.location)
        switch.results[branch].replace_all_uses_with(passed.results[0])
        switch.results[-1].replace_all_uses_with(passed.results[-1])
        return passed

    # Under which conditions values live

    def learn(self, op: Operation) -> None:
        if op.name == MERGE:
            if not any([self.condition(value) is not NEVER for value in data_of(op)]):
                self.conditions.update(dict.fromkeys(op.results, NEVER))
            elif not self.bypass(op) and not self.nest(op):
                self.decisions.append(self.decision(op))
                self.conditions.update(dict.fromkeys(op.results, self.decisions[-1].around))
            return
        if op.name == SWITCH and self.asks_what_arrived(op):
            return
        condition = self.joined(inputs_of(op)) if op.name != TRIGGER else frozenset()
        self.conditions.update(dict.fromkeys(op.results, condition))
        if op.name in SWITCHES:
            for branch, result in enumerate(op.results[:-1]):
                settled = self.functions.settled.get(self.predicates[op], branch)
                self.conditions[result] = (
                    NEVER if settled != branch else self.both(condition, frozenset([self.side(self.predicates[op], branch)]))
                )

    def asks_what_arrived(self, switch: Operation) -> bool:
        """Replaces a Switch that asks which input of a Merge arrived, as the gradient of a Merge's gradient does: by one that asks what the
        Merge was decided by, or by nothing where but one input can arrive."""
        equal = self.predicates[switch].op
        if equal is None or equal.name != "tf.Equal":
            return False
        arrived, number = [handed_on(value) for value in equal.operands]
        asked_for = next((number_of_input for number_of_input in (0, 1) if is_all(number, number_of_input)), None)
        if asked_for is None:
            return False
        if arrived.op is not None and arrived.op.name == "tf.Const":
            return self.answer(switch, int(is_all(arrived, asked_for)))
        decision = next((each for each in self.decisions if each.merge.results[1] is arrived), None)
        if decision is None or sorted(decision.branches) != [0, 1]:
            return False
        data, _, *waits = switch.operands
        types = [value.type for value in switch.results]
        asked = Operation(SWITCH, [data, self.predicate(decision), *waits], types, location=switch.location)
        new = self.block.insert_before(asked, switch)
        self.predicates[new] = decision.predicate
        self.switches[decision.predicate].append(new)
        self.learn(new)
        is_arriving = decision.branches[asked_for]
        switch.replace_with([new.results[1 - is_arriving], new.results[is_arriving], new.results[-1]])
        return True

    def answer(self, switch: Operation, branch: int) -> bool:
        """Takes a Switch for one that always hands to this branch."""
        condition = self.joined(inputs_of(switch))
        passed = self.settle(switch, branch)
        self.conditions.update(dict.fromkeys([*passed.results, *switch.results], condition))
        self.conditions[switch.results[1 - branch]] = NEVER
        return True

    def side(self, predicate: Value, branch: int) -> tuple[Value, int, int]:
        return predicate, branch, self.count(predicate)

    def condition(self, value: Value) -> frozenset | None:
        return self.conditions.get(value, frozenset())

    def joined(self, values) -> frozenset | None:
        conditions: frozenset | None = frozenset()
        for value in values:
            conditions = self.both(conditions, self.condition(value))
        return conditions

    @staticmethod
    def both(one, other):
        if one is NEVER or other is NEVER:
            return NEVER
        return NEVER if is_contradiction(one | other) else one | other

    def decision(self, merge: Operation) -> Decision:
        conditions = [self.condition(value) for value in data_of(merge)]
        if NEVER not in conditions:
            around, sides = told_apart(conditions)
            if sides is not None and len(sides) == sides[0][2]:
                return Decision(merge, sides[0][0], around, [branch for _, branch, _ in sides])
        raise Error(f"{described(merge)} does not merge all the branches of one switch", merge)

    def nest(self, merge: Operation) -> bool:
        """Splits a Merge whose inputs come from nested Switches into one Merge for each Switch."""
        data = data_of(merge)
        live = [(value, condition) for value in data if (condition := self.condition(value)) is not NEVER]
        if len(live) < 3 and len(live) == len(data) or len(live) < 2:
            return False
        predicate = self.outermost([condition for _, condition in live])
        if predicate is None:
            return False
        if merge.results[1].uses:
            self.number_inputs(merge, data)
        groups: dict[int, list[Value]] = {}
        for value, condition in live:
            groups.setdefault(branch_of(predicate, condition), []).append(value)
        inputs = [self.merged(merge, group, []) for _, group in sorted(groups.items())]
        outer = self.merged(merge, inputs, [value for value in merge.operands if value.type is CONTROL]).op
        merge.replace_with([outer.results[0], outer.results[1], outer.results[-1]])
        return True

    def outermost(self, conditions: list[frozenset]) -> Value | None:
        """The predicate of which every condition names a branch, each branch being named, one more than once."""
        around = frozenset.intersection(*conditions)
        for predicate, *_ in conditions[0] - around:
            branches = [branch_of(predicate, condition) for condition in conditions]
            if None not in branches and set(branches) == set(range(self.count(predicate))) and len(branches) > len(set(branches)):
                return predicate
        return None

    def merged(self, merge: Operation, values: list[Value], tokens: list[Value]) -> Value:
        """A Merge of several values of which exactly one is alive."""
        if len(values) == 1 and not tokens:
            return values[0]
        new = self.merge_before(merge, [*values, *tokens], merge.results[0].type)
        self.learn(new)
        return new.results[0]

    def merge_before(self, merge: Operation, operands: list[Value], type: Type) -> Operation:
        """A new Merge in front of another, whose value has this type."""
        types = [type, *[value.type for value in merge.results[1:]]]
        return self.block.insert_before(Operation(MERGE, operands, types, location=merge.location), merge)

    def number_inputs(self, merge: Operation, data: list[Value]) -> None:
        """Replaces uses of the Merge's second result, the index of the input that arrived, by a Merge of the inputs' numbers."""
        numbers = [self.numbered(merge, value, at) for at, value in enumerate(data)]
        index = self.merge_before(merge, numbers, numbers[0].type)
        merge.results[1].replace_all_uses_with(index.results[0])
        self.learn(index)

    def numbered(self, merge: Operation, value: Value, at: int) -> Value:
        """The number of an input, alive when the input is."""
        passed, index = self.passed_with_number(merge, value, at)
        self.conditions.update(dict.fromkeys([passed.results[-1], *index.results], self.condition(value)))
        return index.results[0]

    def passed_with_number(self, merge: Operation, value: Value, at: int) -> tuple[Operation, Operation]:
        """An Identity of a value, and a constant that waits for it."""
        passed = in_island(self.block, "tf.Identity", [value], [value.type], {}, [], merge.location)
        return passed, self.number(at, merge, passed.results[-1:])

    def number(self, number: int, merge: Operation, waits=()) -> Operation:
        elements = DenseAttr.of(number, TensorType((), I32))
        return in_island(self.block, "tf.Const", [], [elements.type], {"value": elements}, waits, merge.location)

    def bypass(self, merge: Operation) -> bool:
        """Whether all inputs of a Merge but one never live, as where a predicate is asked again in its own branch: it is gone then."""
        data = data_of(merge)
        live = [at for at, value in enumerate(data) if self.condition(value) is not NEVER]
        value = data[live[0]] if live else None
        if len(live) != 1 or value.op is None or len(merge.operands) > len(data):
            return False
        passed, index = self.passed_with_number(merge, value, live[0])
        self.conditions.update(dict.fromkeys([*index.results, *passed.results], self.conditions[value]))
        merge.replace_with([passed.results[0], index.results[0], passed.results[-1]])
        return True

    def count(self, predicate: Value) -> int:
        return max([len(switch.results) - 1 for switch in self.switches[predicate]])

    # Effects that no value comes of

    def gather(self, trigger: Operation) -> bool:
        """Lets a ControlTrigger wait, in place of tokens that come in one branch only, for a ControlTrigger for each decision."""
        split = False
        while conditional := [token for token in trigger.operands if self.condition(token)]:
            split = True
            deepest = max([len(self.conditions[token]) for token in conditional])
            first = next(token for token in conditional if len(self.conditions[token]) == deepest)
            predicate, around = self.innermost(first, trigger)
            group = [token for token in conditional if self.is_in(token, predicate, around)]
            types = [value.type for value in trigger.results]
            inner = self.block.insert_before(Operation(TRIGGER, group, types, location=trigger.location), trigger)
            self.conditions[inner.results[0]] = around
            self.decisions.append(Decision(inner, predicate, around, []))
            trigger.set_operands([*[token for token in trigger.operands if token not in group], inner.results[0]])
        never = [token for token in trigger.operands if self.condition(token) is NEVER]
        if never:
            trigger.set_operands([token for token in trigger.operands if token not in never])
        return split

    def is_in(self, token: Value, predicate: Value, around: frozenset) -> bool:
        """Whether a token comes under these conditions and one branch of the predicate."""
        own = self.condition(token)
        return own is not NEVER and around < own and {side[0] for side in own - around} == {predicate}

    def innermost(self, token: Value, trigger: Operation) -> tuple[Value, frozenset]:
        """The decision that was taken last of those under which a token comes: one that a Merge undoes, if there is any."""
        condition = self.conditions[token]
        askable = [(side[0], condition - {side}) for side in condition if self.known(side[0], condition - {side})]
        merged = {decision.key for decision in self.decisions}
        if not askable:
            raise Error(f"{described(trigger)} waits for what is decided by a value that is known in one of its branches only", trigger)
        order = list(self.switches)
        return max(askable, key=lambda key: (key in merged, order.index(key[0])))

    # Replacing

    def replace_all(self) -> None:
        left = sorted(self.decisions, key=lambda decision: -len(decision.around))
        while left:
            chosen: list[Decision] = []
            for decision in left:
                if decision.key == left[0].key and not self.depends(decision, chosen):
                    chosen.append(decision)
            left = [decision for decision in left if decision not in chosen]
            self.replace(chosen, [decision for decision in left if decision.key == chosen[0].key])
        prune(self.block)
        for switch in [op for op in self.block if op.name in SWITCHES and not any([result.uses for result in op.results[:-1]])]:
            release(switch, self.block)

    def depends(self, decision: Decision, chosen: list[Decision]) -> bool:
        """Whether a Merge needs one of those chosen already: it cannot be of the same If then."""
        if not chosen:
            return False
        needed = set(ordered(self.block, decision.merge))
        return any([other.merge in needed for other in chosen])

    def replace(self, chosen: list[Decision], later: list[Decision]) -> None:
        """An If takes the place of these Merges. `later` are those of the same predicate that need one of them."""
        first = chosen[0]
        predicate = self.predicate(first)
        parts = [self.part(chosen, branch) for branch in range(self.count(first.predicate))]
        self.refuse_effects_in_both(parts)
        for_later = [self.handed_on(part, later, branch) for branch, part in enumerate(parts)] if later else []
        arguments = list(dict.fromkeys([value for part in parts for value in part.taken.values()]))
        location, name = first.merge.location, symbol(described(first.merge).partition(" ")[2].strip("'") or "cond")
        bodies = [self.body(chosen, branch, part, name, arguments, for_later) for branch, part in enumerate(parts)]
        settled = {predicate: side for predicate, side, _ in first.around}
        for number, value in enumerate(arguments):
            if (side := settled.get(self.copied(value))) is not None:
                self.functions.settled |= {body.body.arguments[number]: side for body in bodies}
        references = [self.functions.add(body, self.function) for body in reversed(bodies)][::-1]
        attributes = {"is_stateless": stateless(*parts), "device": StringAttr("")}
        kind = "tf.Case" if self.is_case(first) else "tf.If"
        if kind == "tf.Case":
            attributes["branches"] = ArrayAttr(references)
        else:
            attributes["else_branch"], attributes["then_branch"] = references
        merged = [result for decision in chosen for result in given(decision)]
        tokens = [token for part in parts for token in part.tokens]
        extra = [value for values in for_later for value in values if value.type is not CONTROL]
        types = [value.type for value in (*merged, *extra)]
        new = in_island(self.block, kind, [predicate, *arguments], types, attributes, tokens, location)
        self.conditions.update(dict.fromkeys(new.results, first.around))
        results = dict(zip(extra, new.results[len(merged) :]))
        self.copies.update({handed_on(result): self.copied(value) for value, result in results.items()})
        for branch, values in enumerate(for_later):
            results_inside = self.given.setdefault((first.key, branch), {})
            results_inside.update({value: results.get(value, new.results[-1]) for value in values})
        for old, result in zip(merged, new.results):
            old.replace_all_uses_with(result)
        for decision in chosen:
            decision.merge.results[-1].replace_all_uses_with(new.results[-1])
            decision.merge.erase()

    def copied(self, value: Value) -> Value:
        """What a value is a copy of: seen also through what an If hands on to the next."""
        origin = handed_on(value)
        return self.copies.get(origin, origin)

    def is_case(self, decision: Decision) -> bool:
        return any([switch.name == SWITCH_N for switch in self.switches[decision.predicate]])

    def predicate(self, decision: Decision) -> Value:
        """The predicate as it is known where the branches meet again."""
        if (value := self.known(*decision.key)) is not None:
            return value
        raise Error(f"{described(decision.merge)} is decided by a value that is known in one of its branches only", decision.merge)

    def known(self, predicate: Value, around: frozenset) -> Value | None:
        """A predicate as a Switch has it that is known under the conditions `around`."""
        for switch in self.switches[predicate]:
            condition = self.condition(switch.operands[1])
            if switch.parent is self.block and condition is not NEVER and condition <= around:
                return switch.operands[1]
        return None

    def handed_on(self, part: Part, later: list[Decision], branch: int) -> list[Value]:
        """What a part computes that later Merges need in the same branch: values, and tokens to wait for."""
        rest = self.part(later, branch, part.done)
        return [value for value in dict.fromkeys([*rest.taken, *rest.tokens]) if value.op in part.done]

    def refuse_effects_in_both(self, parts: list[Part]) -> None:
        """Raises for an op with effects that is part of another If already, as where one predicate is asked under different others."""
        for op in [op for part in parts for op in part.ops if not is_stateless([op]) and not only_reads(op)]:
            if op in self.placed:
                named = described(next((inner for inner in op.walk() if inner.dialect == "tf"), op))
                raise Error(f"{named} has effects and is needed by branches that are decided under different conditions", op)
            self.placed.add(op)

    def part(self, chosen: list[Decision], branch: int, computed: Collection[Operation] = ()) -> Part:
        """The part of the graph that computes the results of a branch, but for what an earlier If gives and for ops that are `computed`."""
        mark = self.side(chosen[0].predicate, branch)
        handed_in = self.given.get((chosen[0].key, branch), {})

        def resolve(value):
            while value.op is not None and value.op.name in SWITCHES and value.type is not CONTROL:
                if self.predicates.get(value.op) is not mark[0]:
                    break
                value = value.op.operands[0]
            return value

        def outside(value):
            op = value.op
            if op is None or op.parent is not self.block or op in computed and not is_constant(value):
                return (value,)
            if value in handed_in:
                return (handed_in[value],)
            condition = self.conditions.get(value)
            if is_constant(value) or (condition is not NEVER and mark in condition):
                return None
            if value.type is not CONTROL:
                return (value,)
            return tuple(tokens_behind(op, self.block))

        part = Part(outside, resolve, self.block)
        for decision in chosen:
            for value in decision.inputs(branch):
                part.add(value)
            for token in decision.tokens:
                if mark in (self.conditions.get(token) or ()) or not any(at[0] is mark[0] for at in self.conditions.get(token) or ()):
                    part.add(token)
        return part

    def body(self, chosen: list[Decision], branch: int, part: Part, name: str, arguments: list[Value], handed_on: list) -> Operation:
        """A branch as a function: of each Merge the value, and the number of the input that it is; then what branches hand on."""
        results, made = [], []
        for decision in chosen:
            results += decision.inputs(branch)
            if len(given(decision)) > 1:
                island = self.number(decision.branches.index(branch), decision.merge)
                made.append(island)
                results.append(island.results[0])
        for at, values in enumerate(handed_on):
            for value in [value for value in values if value.type is not CONTROL]:
                if at != branch:
                    made.append(self.stand_in(value, chosen[0].merge))
                results.append(value if at == branch else made[-1].results[0])
        for island in made:
            part.need(island)
        for value in results:
            if (target := part.resolve(value)) is not value:
                part.aliases[value] = target
        tokens = [token for decision in chosen for token in decision.tokens]
        tokens += [value for values in handed_on[branch : branch + 1] for value in values if value.type is CONTROL]
        names = ("else", "then") if not self.is_case(chosen[0]) else [f"branch{at}" for at in range(branch + 1)]
        function = function_of(part, f"{name}_{names[branch]}", arguments, results, tokens, chosen[0].merge.location)
        for island in made:
            island.erase()
        return function

    def stand_in(self, value: Value, merge: Operation) -> Operation:
        """What a branch that does not compute a value gives in its place: it is not read."""
        return in_island(self.block, "tf.FakeParam", [], [value.type], {"shape": ShapeAttr(value.type.shape)}, [], merge.location)


def data_of(merge: Operation) -> list[Value]:
    return [value for value in merge.operands if value.type is not CONTROL]


def branch_of(predicate: Value, condition: frozenset) -> int | None:
    """Which branch of a predicate a condition names."""
    return next((branch for one, branch, _ in condition if one is predicate), None)


def only_reads(op: Operation) -> bool:
    """Whether an op, or all in an island, may be run twice: it reads, or makes what only its users know."""
    return all([effects_of(inner).is_repeatable for inner in op.walk() if inner.name.startswith("tf.")])


def given(decision: Decision) -> list[Value]:
    """The If's results for a Merge: its value, and the index of the chosen input where that is used."""
    if not decision.branches:
        return []
    value, index, _ = decision.merge.results
    return [value, index] if index.uses else [value]


def release(switch: Operation, block: Block) -> None:
    """Lets ops that waited for a Switch without other uses wait for its operands' tokens instead."""
    token, behind = switch.results[-1], tokens_behind(switch, block)
    for user in token.users:
        kept = [value for value in user.operands if value is not token]
        user.set_operands([*kept, *[value for value in dict.fromkeys(behind) if value not in kept]])


def tokens_behind(op: Operation, block: Block) -> list[Value]:
    """The tokens to wait for in place of an op: its own, or, for a Switch, which is removed, those of its producers."""
    if op.name not in SWITCHES:
        return [op.results[-1]]
    tokens = []
    for value in op.operands:
        if value.op is not None and value.op.parent is block:
            tokens += tokens_behind(value.op, block)
    return tokens
