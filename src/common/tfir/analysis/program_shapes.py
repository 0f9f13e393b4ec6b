"""Shapes of a program whole: of functions together with what calls them, of blocks with what branches to them.

What arrives at one place from several has the size that they agree on; where they do not, a symbol of its own, which is another number each
time. So the sizes of feeds keep their names inside of loops and branches.
"""

from __future__ import annotations

from tfir.analysis.call_graph import CallSite, call_sites, sites
from tfir.analysis.shapes import ShapeAnalysis, ShapePolicy, declared_shape
from tfir.dialects import has_trait, lookup
from tfir.dialects.cf import passed
from tfir.ir.dominance import post_order
from tfir.ir.operations import Block, Operation, Value
from tfir.ods.binding import element_type
from tfir.ods.inference import AbstractValue, infer
from tfir.ods.shapes import BROADCAST, Shape, Size, Symbol, fresh

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from tfir.ods.inference import Inferred


class SteadyPolicy(ShapePolicy):
    """A size that only a type has is the same symbol whenever it is looked at."""

    def __init__(self) -> None:
        self.declarations: dict[Value, Shape] = {}

    def leaf(self, value: Value) -> Shape:
        return self.declared(value)

    def declared(self, result: Value) -> Shape:
        if result not in self.declarations:
            self.declarations[result] = declared_shape(result)
        return self.declarations[result]

    def transfer(self, analysis: ShapeAnalysis, op: Operation, operands: list[AbstractValue]) -> Sequence[Inferred] | None:
        """Slices are taken to lie inside of what they are cut from."""
        definition = lookup(op.name)
        return None if definition is None else infer(op, definition, operands, slices_fit=True)


class ProgramShapes(ShapeAnalysis):
    """The shapes of all values of functions, which are all that there are of a module, in the order in which each is first called.
    `given_states` are states of arguments that the caller knows better."""

    def __init__(self, functions: Iterable[Operation], given_states: dict[Value, AbstractValue] | None = None) -> None:
        super().__init__(SteadyPolicy())
        self.given_states = given_states or {}
        self.functions = {function.get("sym_name"): function for function in functions}
        self.sources: dict[Value, list[Value]] = {}  # what may arrive at a value
        self.callers: dict[Operation, int] = {}
        self.carried: set[Value] = set()  # what loops begin their trips with, and what they leave
        self.own: dict[tuple[Value, int], Symbol] = {}  # sizes that sources do not agree on
        self.taken_for_one: dict[tuple[Value, int], list[tuple[Size, Size]]] = {}  # sizes that these need be in a call
        self.is_repeated = False  # what comes back in loops is known after the first time
        for function in self.functions.values():
            self._connect(function)
        is_settled = False
        while not is_settled:
            count, self.seen = len(self.own), set[Operation]()
            for function in self.functions.values():
                if not self.callers.get(function):
                    self._function(function)
            for function in self.functions.values():  # those that only call each other
                self._function(function)
            is_settled = self.is_repeated and len(self.own) == count
            self.is_repeated = True

    # What arrives where

    def _connect(self, function: Operation) -> None:
        for op in function.walk():
            self._connect_call(op)
            self._connect_regions(op)
        before: set[Block] = set()
        for block in function.region.blocks:
            before.add(block)
            if block.terminator is not None and block.terminator.successors:
                for target, values in passed(block.terminator):  # type: ignore[no-untyped-call]  # of dialects, which say no types
                    self._arrive(target.arguments, values)
                    self.carried.update(target.arguments if target in before else ())  # a way back

    def _connect_call(self, op: Operation) -> None:
        for site in code_sites(op):
            called = self.functions.get(site.reference.root)
            if called is None:
                continue
            self.callers[called] = self.callers.get(called, 0) + 1
            if called.get("sym_visibility") == "private":
                self._arrive(called.body.arguments, site.operands)
            if site.results:
                returned = called.region.blocks[-1].terminator.operands
                for result, value in zip(site.results, returned):
                    self._arrive(*(([value], [result]) if is_stand_in(value) else ([result], [value])))
                if has_trait(op, "loop"):
                    self._arrive(site.results, site.operands)
                    self.carried.update(site.results)
                    for around in code_sites(op):
                        if around.reference.root in self.functions:
                            self._arrive(self.functions[around.reference.root].body.arguments, returned)
                            self.carried.update(self.functions[around.reference.root].body.arguments)

    def _connect_regions(self, op: Operation) -> None:
        """Of a loop or a branch that holds code."""
        if not holds_code(op):
            return
        returned = [region.blocks[-1].terminator.operands for region in op.regions]
        if has_trait(op, "loop"):
            returned = [op.operands, returned[-1]]
            for region in op.regions:
                for values in returned:
                    self._arrive(region.entry.arguments, values)
                self.carried.update([*region.entry.arguments, *op.results])
        for values in returned:
            self._arrive(op.results, values)

    def _arrive(self, targets: Iterable[Value], values: Iterable[Value]) -> None:
        for target, value in zip(targets, values):
            self.sources.setdefault(target, []).append(value)

    # The walk

    def _function(self, function: Operation) -> None:
        if function in self.seen:
            return
        self.seen.add(function)
        for block in post_order(function.region.entry)[::-1]:
            self._block(block)

    def _block(self, block: Block) -> None:
        for argument in block.arguments:
            self._join(argument)
        for op in block:
            called = self._called(op)
            for each in called:
                self._function(each)
            for region in op.regions if holds_code(op) else ():
                for inner in region.blocks:
                    self._block(inner)
            if called or holds_code(op):
                for result in op.results:
                    self._join(result)
            elif op.results and is_stand_in(op.results[0]):
                self._join(op.results[0])
            else:
                self.visit(op)

    def _called(self, op: Operation) -> list[Operation]:
        return [self.functions[site.reference.root] for site in code_sites(op) if site.reference.root in self.functions]

    def _join(self, target: Value) -> None:
        """Finds the state of a value from all that may arrive there."""
        if target in self.given_states:
            self.assume(target, self.given_states[target])
            return
        only = self._only_source(target)
        if only is not None and only in self and not self._is_of_many(target):
            self.assume(target, self[only])
            return
        shape: Shape = self.policy.leaf(target)
        arriving = [self[source].shape for source in self.sources.get(target, ()) if source in self]
        if arriving and all([each is not None and len(each) == len(arriving[0] or ()) for each in arriving]):
            shape = tuple([self._agreed_size(target, axis, sizes) for axis, sizes in enumerate(zip(*[each or () for each in arriving]))])
        self.assume(target, AbstractValue(shape, element_type(target.type)))

    def _agreed_size(self, target: Value, axis: int, sizes: tuple[Size, ...]) -> Size:
        is_one = all([size == sizes[0] or broadcasts(size, sizes[0]) for size in sizes]) and (
            not self._is_of_many(target) or self._is_from_outside(target, sizes[0])
        )
        is_one = is_one or (axis == 0 and self._is_of_one_loop(target) and self.batches.issuperset(sizes))
        if is_one and (target, axis) not in self.own:
            self.taken_for_one[target, axis] = [(size, sizes[0]) for size in sizes if size != sizes[0]]
            return sizes[0]
        self.taken_for_one.pop((target, axis), None)
        if (target, axis) not in self.own:
            self.own[target, axis] = fresh()
        return self.own[target, axis]

    def _is_of_one_loop(self, target: Value) -> bool:
        """Whether a loop carries a value, in code that no other runs."""
        code = target.owner.parent_op if isinstance(target.owner, Block) else None
        return target in self.carried and (code is None or self.callers.get(code, 0) < 2)

    @property
    def batches(self) -> set[Size]:
        """The first sizes of feeds of several axes: a model has one batch, so that a loop that begins with one of them and goes on with another keeps
        its size; a call where they differ is refused."""
        feeds = [value for function in self.functions.values() if not self.callers.get(function) for value in function.body.arguments]
        shapes = [self[value].shape for value in feeds if value in self]
        return {shape[0] for shape in shapes if shape is not None and len(shape) > 1 and isinstance(shape[0], Symbol)}

    def _is_of_many(self, target: Value) -> bool:
        """Whether a value is the result of a call of a function that others call too: a symbol of its is another number for each."""
        return (
            target.op is not None and not has_trait(target.op, "loop") and any([self.callers[each] > 1 for each in self._called(target.op)])
        )

    def _is_from_outside(self, target: Value, size: Size) -> bool:
        assert target.op is not None, "a result"
        given = {atom for value in target.op.operands for outer in self[value].shape or () for atom in atoms(outer)}
        return given.issuperset(atoms(size))

    def _only_source(self, target: Value) -> Value | None:
        """The value that is handed on unchanged to a place, where that is always the same."""
        sources, pending, seen = set[Value](), [target], set[Value]()
        while pending and len(sources) < 2:
            value = unchanged(pending.pop())
            if value in seen:
                continue
            seen.add(value)
            if value in self.sources and not self._is_of_many(value):
                pending += self.sources[value]
            else:
                sources.add(value)
        return sources.pop() if len(sources) == 1 and sources.isdisjoint([target]) else None


def code_sites(op: Operation) -> list[CallSite]:
    """The functions whose code an op runs: those that it calls, and what it is composed of."""
    return call_sites(op) or (sites(op, ["decomposition"], 0) if "decomposition" in op.attributes else [])


def holds_code(op: Operation) -> bool:
    """Whether an operation is a loop or a branch whose code stands in its regions."""
    return bool(op.regions) and has_trait(op, "loop", "branch") and all([region.blocks for region in op.regions])


def is_stand_in(value: Value) -> bool:
    """Whether a value stands in a branch for one that another branch computes: it has that one's sizes, and is not read."""
    return value.op is not None and value.op.name == "tf.FakeParam"


def broadcasts(size: Size, from_size: Size) -> bool:
    """Whether a size is what another one broadcasts to. A loop's value is taken to keep its size then, as all feeds of a model have one
    batch: a call where a size of 1 would grow in the first trip is refused."""
    if not isinstance(size, Symbol) or not isinstance(from_size, Symbol) or size.formula is None or size.formula[0] != BROADCAST:
        return False
    return any([part == from_size or broadcasts(part, from_size) for part in size.formula[1:]])


def unchanged(value: Value) -> Value:
    """The value that ops hand on."""
    while value.op is not None and has_trait(value.op, "passthrough"):
        value = value.op.operands[value.index if len(value.op.results) > 1 else 0]
    return value


def atoms(size: Size) -> Iterator[Symbol]:
    """The symbols that a size is computed of."""
    if isinstance(size, Symbol):
        parts = size.formula[1:] if size.formula is not None else ()
        for part in parts:
            yield from atoms(part)
        if not parts:
            yield size
