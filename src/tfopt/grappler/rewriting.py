"""Applies the rules of an optimizer's stages to an item until none fires.

A rule sees neither control edges nor names, devices, preserved nodes or frames: `item.py` has the rules for these, and this driver asks it.
A node takes the name, the control inputs and the readers of the one that it replaces; a preserved node that is replaced by a value that
exists becomes an Identity of it. Nodes without readers are erased at once.
"""

from __future__ import annotations

from itertools import zip_longest

from tfir.analysis.deadness import CONTROL_FLOW, MERGES, NONE, comes_after
from tfir.analysis.graph_effects import has_effect, is_reference, may_fail
from tfir.cli.process import UsageError
from tfir.dialects import is_pure, lookup
from tfir.dialects.tfg.nodes import DEVICE, NAME, node_name
from tfir.ir.attributes import TypeAttr
from tfir.ir.dense import ElementsAttr
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation, Value
from tfir.ir.types import ComplexType, FloatType
from tfir.ods.control import control_operands, data_operands, data_results
from tfir.ods.element_types import element_of_word

from tfopt.grappler import remarks
from tfopt.grappler.item import Item
from tfopt.rewrite import trace
from tfopt.rewrite.graph import makers, readers
from tfopt.rewrite.greedy import GreedyDriver, as_values
from tfopt.rewrite.pattern import ReplacementPattern, RewritePattern, place_of
from tfopt.rewrite.rewriter import PatternRewriter
from tfopt.rewrite.terms import Apply, Around, MatchFailure

DEEPEST = 4  # how far below a match is looked for what it read
LONGEST = 40  # and through how many nodes that go with it
REWRITES_PER_NODE = 12


class Edit(RewritePattern):
    """A rewriting that replaces more than one node: its function edits the graph around a node of one of these names, by the item.

    The function gets the node and the item. It returns the nodes that are to be looked at again, or None where it leaves
    everything as it was. What it builds as rules do (`tf.Exp(x)`) stands in front of the node.
    """

    def __init__(self, roots: tuple[str, ...], function, changes: tuple[str, ...] = ()):
        self.roots, self.function, self.changes = roots, function, changes
        self.at = place_of(function)

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter) -> bool:
        assert isinstance(rewriter, Rewriting), "only Grappler's driver edits nodes"
        name = node_name(op)
        touched = self.function(op, rewriter.item)
        if touched is None:
            return False
        remarks.current().add(rewriter.stage.kind, name, rewriter.stage.name)
        for again in drop_dead(rewriter.item, [each for each in touched if each.parent is not None]):
            rewriter.revisit(again)
        return True


class Stage:
    """Rules and edits under one of Grappler's names. Their order is their priority. A stage of kind "folded" computes contents, so
    that the shapes of what it puts in place need no proof."""

    __slots__ = ("name", "rules", "kind")

    def __init__(self, name: str, *rules, kind: str = "rewritten"):
        self.name, self.rules, self.kind = name, rules, kind


def chosen(stages: list[Stage], only: tuple[str, ...] = (), without: tuple[str, ...] = ()) -> list[Stage]:
    """The stages that an optimizer's options leave: `only` these, or all `without` those."""
    from tfir.ir.suggestion import did_you_mean

    names = {stage.name for stage in stages}
    for name in (*only, *without):
        if name not in names:
            raise UsageError(f"there is no stage '{name}'{did_you_mean(name, names)}; there are {', '.join(sorted(names))}")
    return [stage for stage in stages if (not only or stage.name in only) and stage.name not in without]


class OnNodes(ReplacementPattern):
    """A rule for many ops at once: a function of the node and the item, which answers as a `Rule`'s does. `names` are those of the
    dialect `tf`; with `reads`, some operand must be made by one of these."""

    def __init__(self, names, function, changes: tuple[str, ...] = (), reads=()):
        self.roots, self.function, self.changes = tuple([f"tfg.{name}" for name in names]), function, changes
        self.required = [frozenset(reads)] if reads else []
        self.at = place_of(function)

    def replacements(self, op: Operation, rewriter: PatternRewriter):
        answer = self.function(op, rewriter.item)
        if isinstance(answer, MatchFailure):
            trace.refused(self, op, answer.reason)
        elif answer is not None:
            yield list(answer) if isinstance(answer, (list, tuple)) else [answer] + [None] * (len(data_results(op)) - 1)


class Rewriting(GreedyDriver):
    """One run of stages over an item. `prefix` begins the names of nodes that are built, as `ArithmeticOptimizer`."""

    builds_nodes = True

    def __init__(self, item: Item, stages: list[Stage], prefix: str):
        self.stage_of = {rule: stage for stage in stages for rule in stage.rules}
        super().__init__(self.stage_of, rewrites_per_op=REWRITES_PER_NODE)
        self.item, self.prefix = item, prefix

    def run(self) -> bool:  # type: ignore[override]  # over its item, and no other operation
        """Whether anything changed."""
        self._start([op for op in self.item.block if op.name in self.patterns])
        if remarks.current().keeps_refusals:
            trace.heard.append(self._refused)
        try:
            with self:
                return self._drain()
        finally:
            if self._refused in trace.heard:
                trace.heard.remove(self._refused)

    @property
    def stage(self) -> Stage:
        """The stage of the pattern that is tried."""
        return self.stage_of[self.pattern]

    def _refused(self, rule, op: Operation, why: str) -> None:
        if op.parent is not None and rule in self.stage_of:
            remarks.current().refuse(node_name(op), self.stage_of[rule].name, why)

    # One node

    def _visit(self, op: Operation) -> bool:
        return op.name in self.patterns and self._apply(op)

    def _candidates(self, op: Operation) -> list[RewritePattern]:
        candidates = self.patterns[op.name].candidates(op)
        if not candidates or self.item.is_anchor(op) or self.item.shapes.refuses(op):
            return []
        if self.item.fp == "strict" and touches_floats(op):
            return [pattern for pattern in candidates if not pattern.changes]
        return candidates

    def replace_if_sound(self, pattern: RewritePattern, op: Operation, values: list) -> bool:
        new = as_values(op, values)
        if not self._keeps_types(op, new, depth_of(pattern)):
            self.refuse(pattern, op, "the replacement need not have the type of what it replaces")
        elif self._put_nodes(op, new, list(self.created), pattern):
            return True
        self.take_back()
        return False

    def refuse(self, pattern: RewritePattern, op: Operation, reason: str) -> None:
        trace.refused(pattern, op, reason, self.stage.name)

    def take_back(self) -> None:
        for op in self.created:
            self.item.names.pop(node_name(op), None)
        super().take_back()

    def _keeps_types(self, op: Operation, new: list[Value | None], depth: int) -> bool:
        results = data_results(op)
        if len(new) != len(results) or all([value is None or value is result for value, result in zip(new, results)]):
            return False
        if None in new and not any([value is not None and result.uses for value, result in zip(new, results)]):
            return False
        if any([value is not None and is_reference(value) for value in new]):
            return False
        matched = {op, *self.created}
        frontier = [op]
        for _ in range(depth):
            frontier = [value.op for each in frontier for value in data_operands(each) if is_plain(value)]
            matched.update(frontier)
        if self.stage.kind == "folded":  # its shape comes with the content
            return all([value is None or value.type.element is result.type.element for result, value in zip(results, new)])
        return all([value is None or self.item.shapes.proves(result, value, matched) for result, value in zip(results, new)])

    def build_node(self, name: str, operands: list[Value], attributes: dict, result_type) -> Operation:
        """How a rule's `tf.Mul(x, y)` becomes a node."""
        types = result_type if result_type is None or isinstance(result_type, list) else [result_type]
        node = self.item.build(name, operands, attributes, f"{self.prefix}/{self.stage.name}_{node_name(self.root)}", self.root, types)
        self.created.append(node)
        require_allowed_types(node, lookup(name))
        return node

    def constant(self, elements: ElementsAttr) -> Value:
        return self.build_node("tf.Const", [], {"value": elements, "dtype": elements.type.element}, elements.type).results[0]

    def _put_nodes(self, op: Operation, new: list[Value | None], created: list[Operation], rule: RewritePattern) -> bool:
        touched, producers, name = readers(op), makers(op.operands), node_name(op)
        replacement = replace(self.item, op, new, created)
        if replacement is False:
            self.refuse(rule, op, "the node is preserved, and no one node can take its place")
            return False
        trace.fired(rule, op if op.parent is not None else (replacement or producers[0] if producers else op), self.stage.name)
        into = tuple(dict.fromkeys(map(node_name, makers([value for value in new if value is not None]))))
        remarks.current().add(self.stage.kind, name, self.stage.name, into)
        for each in created:
            if each is not replacement and each.parent is not None:
                remarks.current().add("added", node_name(each), self.stage.name)
        kind = "removed" if replacement is None else "merged" if self.stage.kind == "rewritten" else self.stage.kind
        survivors = drop_dead(self.item, [*producers, *created], kind, self.stage.name, (name,) if replacement is not None else ())
        only = [value.uses[0] for each in survivors for value in each.results if len(value.uses) == 1]  # now it may go with that
        for again in (*touched, *survivors, *only, *created, *([op] if op.parent is not None else [])):
            self.revisit(again)
        return True


def depth_of(rule) -> int:
    """How many nodes above its root a rule has looked at. A function may have looked further than its pattern."""
    return nesting(rule.pattern) - 1 if rule.is_declarative else DEEPEST


def nesting(term) -> int:
    if isinstance(term, Apply):
        return 1 + max([nesting(operand) for operand in term.operands], default=0)
    return nesting(term.term) if isinstance(term, Around) else 0


def touches_floats(op: Operation) -> bool:
    """Whether the node, or one that it reads, works on floating point numbers. What a rule is marked to change are their last
    bits, their NaN, infinities and signed zeros: on integers every rule is exact."""
    values = [value for each in (op, *makers(op.operands)) for value in (*each.operands, *each.results)]
    return any([isinstance(getattr(value.type, "element", None), (FloatType, ComplexType)) for value in values])


def require_allowed_types(node: Operation, definition) -> None:
    """Raises where a node is built of types that its op does not take."""
    for name, declared in definition.signature.attributes.items():
        stored = node.attributes.get(name)
        if declared.allowed and isinstance(stored, TypeAttr) and stored.type not in [element_of_word(word) for word in declared.allowed]:
            raise Error.on(node, f"takes no {stored.type}")


def is_plain(value: Value) -> bool:
    """Whether a rule's pattern may have looked through the value's node: no constant, no control flow."""
    op = value.op
    return op is not None and "value" not in op.attributes and op.name not in CONTROL_FLOW


def replace(item: Item, op: Operation, new: list[Value | None], created: list[Operation]):
    """Puts values in the place of a node's results; None leaves a result as it is. Returns the node that took the place, None
    when there is none since readers read what existed, and False when nothing was done."""
    results, preserved = data_results(op), item.is_preserved(op)
    whole = all([value is not None or not preserved and not result.uses for result, value in zip(results, new)])
    waits = [*control_operands(op), *lost(item, op, new, created, whole)]
    replacement = replacement_of(results, new, created) if whole else None
    if replacement is None and whole and (preserved or is_worth_an_identity(op, waits)):
        if len(results) == 1 and op.name != "tfg.Identity":
            replacement = item.identity(new[0], node_name(op), op)
            new = [replacement.results[0]]
        elif preserved or len(results) == 1:
            return False
    elif not whole and preserved:
        return False
    if replacement is not None:
        item.wait_for(replacement, waits)
    for node in created:
        item.keep_in_frame(node, op)
    if whole:
        hand_over(item, op, new, replacement, waits)
    else:
        let_read(item, op, new, None, waits)
    return replacement


# A function's return keeps the control results that it has. A Merge that waits for one of its sides is dead where the other is taken.
NEVER_WAITING = MERGES | {"tfg.return"}


def replacement_of(results, new, created) -> Operation | None:
    """The one built node whose results stand, in order, for all of a node's that are read."""
    node = next((value.op for value in new if value is not None), None)
    if node not in created or None not in new and len(data_results(node)) != len(results):
        return None
    return node if all([value is None or value is result for value, result in zip_longest(new, data_results(node))]) else None


def is_worth_an_identity(op: Operation, waits) -> bool:
    """Whether an Identity that waits is fewer edges than each reader waiting, or a reader must not wait itself."""
    users = set(readers(op))
    return bool(waits) and (len(waits) * len(users) > len(waits) + 1 or any([user.name in NEVER_WAITING for user in users]))


def hand_over(item: Item, op: Operation, new, replacement: Operation | None = None, waits=None) -> None:
    """Lets values (`new`) and perhaps one node that makes them all (`replacement`) take the place of a node, which goes. What read the node
    reads them; what read it or waited for it comes after all that it came after (`waits`, which is found here unless it is said).
    A replacement gets the node's name and marks."""
    name = node_name(op)
    if waits is None:
        waits = [*control_operands(op), *lost(item, op, new, [replacement] if replacement is not None else [])]
    let_read(item, op, new, replacement, waits)
    item.wait_instead(
        op.results[-1], [replacement.results[-1]] if replacement is not None else [*[value for value in new if value is not None], *waits]
    )
    if replacement is not None:
        private = {key: value for key, value in op.attributes.items() if key.startswith("_") and key not in (NAME, DEVICE)}
        replacement.set_attributes({**private, **replacement.attributes})
        for old, result in zip(data_results(op), data_results(replacement)):
            if "value" not in replacement.attributes:  # a constant's type says more
                result.retype(old.type)
    item.erase(op)
    if replacement is not None:
        item.rename(replacement, name)


def let_read(item: Item, op: Operation, new, replacement: Operation | None, waits) -> None:
    """The data half of `hand_over`."""
    replaced = [(result, value) for result, value in zip(data_results(op), new) if value is not None and value is not result]
    users = dict.fromkeys([user for result, _ in replaced for user in result.users])
    for node in [replacement] if replacement is not None else users if waits else ():
        item.wait_for(node, waits)
    for result, value in replaced:
        result.replace_all_uses_with(value)


def lost(item: Item, op: Operation, new, created, whole: bool = True) -> list[Value]:
    """The values that the node came after through its operands, and that its replacement no longer comes after, as far as that can be told.
    A node that is not replaced as a `whole` stays, with all its operands."""
    search = Lost(item, op, new, created)
    values = [each for value in data_operands(op) for each in search.needed(value, DEEPEST, LONGEST if whole else 0)]
    return list(dict.fromkeys(values))


class Lost:
    """Finds the values that must be waited for when a node is replaced."""

    def __init__(self, item: Item, op: Operation, new, created):
        self.item, self.op, self.noticed = item, op, item.noticed
        self.kept = {value for node in created for value in node.operands} | {value for value in new if value is not None}
        self.conditions = NONE.union(*[self.noticed.conditions.get(value, NONE) for value in self.kept])
        self.owners = {value.owner for value in self.kept if comes_after(value)}

    def needed(self, value: Value, deep: int, long: int) -> list[Value]:
        """The values to wait for in the value's place. A node that goes with its reader is looked through, `long` of them; one that stays
        is waited for, or what it comes after, `deep` up, if that is one value at most."""
        if value in self.kept or not self.noticed.matters(value, self.op, self.conditions):
            return []
        maker = value.op
        if maker is None or maker.name in CONTROL_FLOW or not is_pure(maker) or deep < 0:
            return [value]
        must_run = self.noticed.is_needed_itself(maker, self.op)
        goes = long > 0 and self.item.has_single_use(value) and not (self.item.keeps_errors and may_fail(maker))
        if must_run and not goes:
            return [value]
        ordered = [each for each in control_operands(maker) if each.owner not in self.owners]
        above = [needed for each in data_operands(maker) for needed in self.needed(each, deep - (not goes), long - 1 if goes else 0)]
        needed = list(dict.fromkeys([*above, *ordered]))
        return needed if goes or len(needed) < 2 else [value]


def drop_dead(item: Item, candidates, kind: str = "removed", rule: str = "nothing reads it", into: tuple[str, ...] = ()) -> list[Operation]:
    """Erases those of the nodes, and of what they alone read, that nothing needs. Returns the others. What follows says for the
    remarks what becomes of them."""
    kept, stack = [], list(dict.fromkeys(candidates))
    while stack:
        op = stack.pop()
        if op.parent is not item.block:
            continue
        if is_needed(item, op):
            kept.append(op)
            continue
        producers = dict.fromkeys(makers(op.operands))
        remarks.current().add(kind, node_name(op), rule, into)
        item.erase(op)
        stack += producers
    return kept


def is_needed(item: Item, op: Operation) -> bool:
    return any([result.uses for result in op.results]) or item.is_preserved(op) or has_effect(op)
