"""The driver: folds, rewrites and drops operations until nothing changes, and simplifies the blocks of regions in between.

Constants of one kind are one operation for all that stands in a function, at the front of its first block, as upstream has it.
"""

from __future__ import annotations

from importlib import import_module

from tfir.dialects import has_trait, lookup
from tfir.ir.operations import Operation, Region, Value

from tfopt.generic.effects import is_dead
from tfopt.generic.standard.constants import attribute_of, constant_attribute
from tfopt.generic.standard.regions import simplify_regions
from tfopt.pipeline.statistics import count

# By dialect, or by op where a dialect has just one that simplifies.
SUBJECTS = {
    "arith": ("integers", "bits", "floats", "casts", "choices"), "cf": ("branches",), "scf": ("structured",),
    "func.call_indirect": ("calls",), "math": ("functions",), **dict.fromkeys(("affine", "memref", "tensor"), ("shapes",)),
}  # fmt: skip


def tables_for(names) -> dict:
    """The simplifications for ops of these names, and of others of their dialects."""
    found: dict = {}
    for about in sorted(names | {name.partition(".")[0] for name in names}):
        for subject in SUBJECTS.get(about, ()):
            found |= import_module(f"tfopt.generic.standard.{subject}").SIMPLIFICATIONS
    return found


class Simplifier:
    """Runs over an operation and all inside it, in at most so many `iterations` (-1: in any number). `merges` says whether blocks that
    are alike become one, `top_down` which end of the program comes first."""

    def __init__(self, root: Operation, iterations: int = 10, regions: bool = True, merges: bool = False, top_down: bool = True):
        self.root, self.left, self.regions, self.merges, self.top_down = root, iterations, regions, merges, top_down
        self.table = tables_for({op.name for op in root.inside()})
        self.work: list[Operation] = []
        self.waiting: set[Operation] = set()
        self.scopes: dict[Region, dict] = {}
        self.owned: set[Operation] = set()
        self.gone: set[Operation] = set()  # what was inside of operations that are erased

    def run(self) -> bool:
        """Whether anything changed. Of the rounds that are `left` each takes one that changes something."""
        before = self.left
        while self.left != 0:
            changed = self._round()
            if self.regions and simplify_regions(self.root, self.merges):
                changed = True
            if not changed:
                break
            self.left -= 1
        return self.left != before

    def _round(self) -> bool:
        self.scopes, self.owned, self.gone = {}, set(), set()
        ops = [op for op in self.root.walk() if op is not self.root]
        before = len(ops)
        ops = [op for op in ops if op.name != "arith.constant" or self._adopt(op)]
        changed = len(ops) < before
        self.work, self.waiting = ops[::-1] if self.top_down else ops, set(ops)
        while self.work:
            op = self.work.pop()
            self.waiting.discard(op)
            if op.parent is not None and op not in self.gone and self._visit(op):
                changed = True
        return changed

    def _visit(self, op: Operation) -> bool:
        if is_dead(op):
            self.erase(op)
            count("ops-dropped")
            return True
        for simplify in self.table.get(op.name, ()):
            if simplify(op, self):
                count("rules-fired")
                return True
        return False

    # What simplifications may do.

    def constant(self, numbers, type, before: Operation) -> Value:
        """A constant: one number, or a list with one for each element. The next round brings it to the others of its kind."""
        return self.value("arith.constant", (), type, before, value=constant_attribute(numbers, type))

    def create(self, name: str, operands, types, attributes, before: Operation, successors=()) -> Operation:
        declared = lookup(name).defaults
        op = Operation(name, operands, types, {**declared, **attributes}, successors=successors, location=before.location)
        before.parent.insert_before(op, before)
        self.again(op)
        return op

    def value(self, name: str, operands, type, before: Operation, **attributes) -> Value:
        return self.create(name, operands, [type], attributes, before).results[0]

    def replace(self, op: Operation, values) -> bool:
        """Values in the place of all results; the operation goes. A function may end with it."""
        for result in op.results:
            self.users_again(result)
        makers = op.operands
        self._leave(op)
        op.replace_by(list(values))
        for value in (*values, *makers):
            self.again(value.op)
        return True

    def become(self, op: Operation, name: str, operands, **attributes) -> bool:
        """Another operation of the same result type in the operation's place."""
        return self.replace(op, [self.value(name, operands, op.results[0].type, op, **attributes)])

    def changed(self, op: Operation) -> bool:
        """The operation itself was changed."""
        self.again(op)
        for result in op.results:
            self.users_again(result)
        return True

    def erase(self, op: Operation) -> None:
        makers = [value.op for each in op.walk() for value in each.operands]
        self._forget(op)
        self._leave(op)
        op.erase()
        for maker in makers:
            self.again(maker)

    def _leave(self, op: Operation) -> None:
        """What stands inside is not looked at again."""
        if op.regions:
            self.gone.update(op.inside())

    def again(self, op: Operation | None) -> None:
        if op is not None and op not in self.waiting and op.parent is not None:
            self.work.append(op)
            self.waiting.add(op)

    def users_again(self, value: Value) -> None:
        for user in value.users:
            self.again(user)

    # Constants.

    def _adopt(self, op: Operation) -> bool:
        """Makes the constant the one of its kind, at the front; whether it stays."""
        attribute, scope = attribute_of(op), self._scope(op)
        if attribute is None or op.attributes.keys() != {"value"}:
            return True
        known = self.scopes.setdefault(scope, {})
        first = known.setdefault(attribute.text, op)
        if first is not op:
            op.replace_by([first.results[0]])
            return False
        block = scope.blocks[0]
        if op.parent is not block or (block.first is not op and op.previous not in self.owned):
            op.remove()
            block.insert_before(op, block.first)
        self.owned.add(op)
        return True

    def _forget(self, op: Operation) -> None:
        if op in self.owned:
            self.owned.discard(op)
            known = self.scopes[self._scope(op)]
            text = attribute_of(op).text
            if known.get(text) is op:
                del known[text]

    def _scope(self, op: Operation) -> Region:
        """The region in whose first block constants for an operation stand."""
        region = op.parent.parent
        while region.parent is not None:
            around = region.parent
            if around.parent is None or around is self.root or lookup(around.name) is None or has_trait(around, "isolated"):
                break
            region = around.parent.parent
        return region
