"""Puts constants in the place of what is the same number whatever runs.

Branches that are never taken are not gone through; loops, conditionals and calls of private functions are.

    before:  cf.cond_br %true, ^yes(%x : i32), ^no(%one : i32); ^yes(%y: i32): ...
    after:   what is reached from ^no alone stays as it is; where it joins with ^yes only what ^yes gives counts

Source: Wegman and Zadeck, "Constant propagation with conditional branches" (1991); MLIR's pass of the name.
"""

from __future__ import annotations

from tfir.analysis.affine_loops import initial_values, trip_count
from tfir.analysis.effects import is_dead
from tfir.dialects import has_trait
from tfir.dialects.cf import case_values, passed
from tfir.ir.attributes import Attribute, BoolAttr, IntegerAttr
from tfir.ir.operations import Block, Operation, Region, Value
from tfir.ir.symbols import SymbolTable, references_in
from tfir.ir.types import Type

from tfopt.generic.canonicalization.folders import folders_about
from tfopt.generic.inline import RETURN_OF, callee_of, is_call
from tfopt.rewrite.fold_once import FoldOnce

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import TypeAlias

    Constant: TypeAlias = "tuple[str, Attribute, Type]"  # the operation that makes it, its value and type

TITLE = "Sparse Conditional Constant Propagation"
VARYING = None  # what a value is that differs from run to run; one of which nothing is known yet is in no table


def sccp(root: Operation):
    """Constants are made anew at the beginning of a function, one of a kind."""
    propagation = Propagation(root)
    propagation.run()
    Rewriting(propagation.values).run(root)


class Propagation:
    """What values are, by going over all that can be reached until nothing changes."""

    def __init__(self, root: Operation):
        self.root = root
        self.values: dict[Value, Constant | None] = {}
        self.reached: set[Block] = set()
        self.has_changed = False
        self.folded: dict[object, list[Constant | Value | None]] = {}
        self.folders: dict[str, list] = {}
        tables = [op for op in root.walk() if op.name == "builtin.module"] or ([root.parent_op] if root.parent_op is not None else [])
        self.table = SymbolTable(tables[0]) if tables and tables[0].name == "builtin.module" else None
        self.callers = self.known_callers()

    def known_callers(self) -> dict[Operation, list[Operation]]:
        """The calls of each private function that nothing but calls refers to."""
        if self.table is None:
            return {}
        hidden = ("private",) if self.root.parent is not None else ("private", "nested")  # what is around may call what is nested
        calls: dict[Operation, list[Operation]] = {
            op: [] for op in self.table.symbols.values() if op.name in RETURN_OF and op.get("sym_visibility") in hidden
        }
        for user, reference in references_in(self.table.op):
            callee = self.table.get(reference)
            if callee in calls:
                if is_call(user) and callee_of(user, self.table) is callee:
                    calls[callee].append(user)
                else:
                    del calls[callee]
        return calls

    def run(self) -> None:
        for region in self.root.regions:
            self.enter(region, self.root)
        self.has_changed = True
        while self.has_changed:
            self.has_changed = False
            for block in self.blocks_in(self.root):
                if block in self.reached:
                    for op in block:
                        self.visit(op)

    def blocks_in(self, op: Operation) -> list[Block]:
        return [block for inner in op.walk() for region in inner.regions for block in region.blocks]

    # The lattice

    def reach(self, block: Block) -> None:
        if block not in self.reached:
            self.reached.add(block)
            self.has_changed = True

    def join(self, value: Value, other: Constant | None) -> None:
        if value not in self.values:
            self.values[value] = other
            self.has_changed = True
        elif self.values[value] is not VARYING and not same(self.values[value], other):
            self.values[value] = VARYING
            self.has_changed = True

    def join_value(self, value: Value, source: Value) -> None:
        if source in self.values:
            self.join(value, self.values[source])

    def join_all(self, values: Iterable[Value], sources: Iterable[Value]) -> None:
        for value, source in zip(values, sources):
            self.join_value(value, source)

    def vary(self, values: Iterable[Value]) -> None:
        for value in values:
            self.join(value, VARYING)

    def enter(self, region: Region, op: Operation) -> None:
        """A region that may run with any arguments."""
        if region.blocks:
            self.reach(region.entry)
            self.vary(region.entry.arguments)

    def number(self, value: Value) -> int | None:
        """The whole number that a value is."""
        held = self.values.get(value)
        content = held[1] if held is not None else None
        return int(content.value) if isinstance(content, (IntegerAttr, BoolAttr)) else None

    # Operations

    def visit(self, op: Operation) -> None:
        handler = REGIONS.get(op.name)
        if op.name in RETURN_OF:
            self.function(op)
        elif handler is not None:
            handler(self, op)
        elif op.regions:
            for region in op.regions:
                self.enter(region, op)
            self.vary(op.results)
        elif is_call(op):
            self.call(op)
        elif op.successors:
            self.branch(op)
        elif op.results:
            self.compute(op)

    def function(self, op: Operation) -> None:
        if not op.regions[0].blocks:
            return
        if op not in self.callers:
            self.enter(op.regions[0], op)
            return
        for call in self.callers[op]:
            if call.block in self.reached:
                self.reach(op.regions[0].entry)
                self.join_all(op.regions[0].entry.arguments, call.operands)

    def call(self, op: Operation) -> None:
        callee = None if self.table is None else callee_of(op, self.table)
        if callee is None or callee.name not in RETURN_OF or not callee.regions[0].blocks:
            self.vary(op.results)
            return
        for block in callee.regions[0].blocks:
            last = block.last
            if block in self.reached and last is not None and last.name == RETURN_OF[callee.name]:
                self.join_all(op.results, last.operands)

    def branch(self, op: Operation) -> None:
        if op.name not in BRANCHES:
            for block in op.successors:
                self.reach(block)
                self.vary(block.arguments)
            return
        every = [(op.successors[0], op.operands)] if op.name.endswith(".br") else list(passed(op))
        taken = self.taken(op, every)
        for block, operands in taken:
            self.reach(block)
            self.join_all(block.arguments, operands)

    def taken(self, op: Operation, every: list) -> list:
        """The successors that may be branched to."""
        if len(every) == 1:
            return every
        if op.operands[0] not in self.values:
            return []
        number = self.number(op.operands[0])
        if number is None:
            return every
        if op.name.endswith("cond_br"):
            return [every[0] if number else every[1]]
        cases = [int(each) for each in case_values(op)]
        return [every[1 + cases.index(number)] if number in cases else every[0]]

    def compute(self, op: Operation) -> None:
        if has_trait(op, "constant_like") and "value" in op.attributes:
            self.join(op.result, (op.name, op.attributes["value"], op.result.type))
            return
        if any([value not in self.values for value in op.operands]):
            return
        for result, answer in zip(op.results, self.fold(op)):
            if isinstance(answer, Value):
                self.join_value(result, answer)
            else:
                self.join(result, answer)

    def fold(self, op: Operation) -> list[Constant | Value | None]:
        """What an operation's folders make of it where its operands are what they are known to be."""
        constants = [self.values[value] for value in op.operands]
        key = (op, *[None if each is None else (each[0], str(each[1]), each[2]) for each in constants])
        if key not in self.folded:
            self.folded[key] = self.folding(op, constants)
        return self.folded[key]

    def folding(self, op: Operation, constants: Sequence[Constant | None]) -> list[Constant | Value | None]:
        if op.name not in self.folders:
            self.folders[op.name] = [each for each in folders_about([op.name]) if op.name in each.roots]
        if not self.folders[op.name] or any([each is not None and getattr(each[1], "type", each[2]) is not each[2] for each in constants]):
            return [VARYING] * len(op.results)
        scratch = Block()
        stands_for: dict[Value, Value] = {}
        mapping: dict = {}
        for value, constant in zip(op.operands, constants):
            if constant is not None and value not in mapping:
                made = scratch.append(Operation(constant[0], (), (constant[2],), {"value": constant[1]})).result
                mapping[value] = made
                stands_for[made] = value
        copy = scratch.append(op.clone(mapping))
        folder = FoldOnce(self.folders[op.name], lambda made: True)
        with folder:
            has_folded = folder.fold(copy)
        answers: list[Constant | Value | None] = [VARYING] * len(op.results)
        if has_folded and copy in folder.folded:
            answers = [self.answer(value, stands_for) for value in folder.folded[copy]]
        for each in reversed(list(scratch)):
            each.set_operands(())
        return answers

    def answer(self, value: Value, stands_for: dict[Value, Value]) -> Constant | Value | None:
        maker = value.op
        if maker is not None and has_trait(maker, "constant_like") and "value" in maker.attributes:
            return maker.name, maker.attributes["value"], value.type
        return stands_for.get(value, value)

    # Regions

    def conditional(self, op: Operation) -> None:
        if op.operands[0] not in self.values:
            return
        number = self.number(op.operands[0])
        yes, no = op.regions
        for region, is_taken in ((yes, number is None or number), (no, number is None or not number)):
            if is_taken:
                self.run_region(op, region)

    def switched(self, op: Operation) -> None:
        if op.operands[0] not in self.values:
            return
        number, cases = self.number(op.operands[0]), [int(each) for each in op.attributes["cases"].values]
        at = None if number is None else 1 + cases.index(number) if number in cases else 0
        for place, region in enumerate(op.regions):
            if at is None or place == at:
                self.run_region(op, region)

    def run_region(self, op: Operation, region: Region) -> None:
        """A region without arguments, whose yields are the results."""
        if region.blocks:
            self.reach(region.entry)
            for block in region.blocks:
                if block in self.reached and block.last is not None and block.last.name == "scf.yield":
                    self.join_all(op.results, block.last.operands)

    def executed(self, op: Operation) -> None:
        self.run_region(op, op.regions[0])

    def counted(self, op: Operation) -> None:
        first, *carried = op.regions[0].entry.arguments
        self.reach(op.regions[0].entry)
        self.vary([first])
        inits, last = op.operands[3:], op.regions[0].entry.last
        for source in (inits, last.operands if last is not None else ()):
            self.join_all(carried, source)
            self.join_all(op.results, source)

    def counted_affine(self, op: Operation) -> None:
        """A loop of affine, which may say how often it runs."""
        trips, inits = trip_count(op), initial_values(op)
        first, *carried = op.regions[0].entry.arguments
        last = op.regions[0].entry.last
        yielded = last.operands if last is not None else ()
        if trips != 0:
            self.reach(op.regions[0].entry)
            self.vary([first])
            self.join_all(carried, inits)
            self.join_all(op.results, yielded)
            if trips != 1:
                self.join_all(carried, yielded)
        if not trips:
            self.join_all(op.results, inits)

    def repeated(self, op: Operation) -> None:
        before, after = [region.entry for region in op.regions]
        self.reach(before)
        self.join_all(before.arguments, op.operands)
        condition, end = before.last, after.last
        if condition is None or condition.operands[0] not in self.values:
            return
        number = self.number(condition.operands[0])
        if number is None or number:
            self.reach(after)
            self.join_all(after.arguments, condition.operands[1:])
            if end is not None:
                self.join_all(before.arguments, end.operands)
        if not number:
            self.join_all(op.results, condition.operands[1:])


REGIONS = {
    "scf.if": Propagation.conditional, "scf.index_switch": Propagation.switched, "scf.execute_region": Propagation.executed,
    "scf.for": Propagation.counted, "scf.while": Propagation.repeated,
    "affine.for": Propagation.counted_affine,
}  # fmt: skip
BRANCHES = ("cf.br", "cf.cond_br", "cf.switch", "llvm.br", "llvm.cond_br", "llvm.switch")


def same(one: Constant | None, other: Constant | None) -> bool:
    return one is other or (
        one is not None and other is not None and one[2] is other[2] and (one[1] is other[1] or str(one[1]) == str(other[1]))
    )


class Rewriting:
    """Puts constants in the place of values, and drops what made these."""

    def __init__(self, values: dict[Value, Constant | None]):
        self.values = values
        self.made: dict[tuple[Region, str, str, Type], Value] = {}

    def run(self, root: Operation) -> None:
        work = self.blocks(root.regions)
        while work:
            block = work.pop()
            for op in list(block):
                replaced = [self.replace(result, block) for result in op.results]
                if replaced and all(replaced) and is_dead(op):
                    op.erase()
                else:
                    work += self.blocks(op.regions)
            for argument in block.arguments:
                self.replace(argument, block)

    def blocks(self, regions: Iterable[Region]) -> list[Block]:
        return [block for region in regions for block in reversed(region.blocks)]

    def replace(self, value: Value, block: Block) -> bool:
        constant = self.values.get(value)
        if constant is None:
            return False
        region = home_of(block)
        key = (region, constant[0], str(constant[1]), constant[2])
        if key not in self.made:
            op = Operation(constant[0], (), (constant[2],), {"value": constant[1]})
            self.made[key] = region.entry.insert_before(op, region.entry.first).result
        if value is not self.made[key]:
            value.replace_all_uses_with(self.made[key])
        return True


def home_of(block: Block) -> Region:
    """The region that nothing from outside is used in: where constants of a function stand."""
    region = block.parent
    while region is not None and region.parent is not None:
        around = region.parent
        if has_trait(around, "isolated") or around.parent is None:
            return region
        region = around.block.parent
    assert region is not None, "blocks stand in regions"
    return region
