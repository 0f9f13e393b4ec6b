"""How long lists of tensors are, at each place where there is one: the least and the most elements that they can have.

What a loop does to a list is told by its body: that it pushes or pops so many in each trip, or writes, growing, at an index that goes
on steadily.
"""

from __future__ import annotations

from typing import NamedTuple

from tfir.analysis.call_graph import CallSite, call_sites
from tfir.dialects import has_trait
from tfir.dialects.tf_type import element_base
from tfir.ir.operations import Block, Operation, Value
from tfir.ir.symbols import SymbolTable
from tfir.ir.types import OpaqueType, TensorType
from tfir.ods.inference import constant_of

from tfopt.tf.loop_bounds import Loop, loop_of, whole

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

VARIANT = OpaqueType("!tf_type.variant")
PUSH, POP, SET = "tf.TensorListPushBack", "tf.TensorListPopBack", "tf.TensorListSetItem"
SCATTER = "tf.TensorListScatterIntoExistingList"
GATHER, SPLIT, RESIZE = "tf.TensorListGather", "tf.TensorListSplit", "tf.TensorListResize"
JOIN = "tf.TensorListConcatLists"
VALUE, NO_VALUE, VALUE_OF = "tf.OptionalFromValue", "tf.OptionalNone", "tf.OptionalGetValue"
MOVES = {PUSH: 1, POP: -1}
NEVER = -(1 << 62)  # more than any list has
# Ops whose results are lists of the operands' kind, element by element
ALIKE = ("tf.Identity", "tf.IdentityN", "tf.StopGradient", "tf.AddN", "tf.ZerosLike")


def rows_of(tensor: Value) -> int | None:
    return tensor.type.shape[0] if tensor.type.shape else None


def scattered_length(op: Operation) -> int | None:
    """As many as are asked for, or where that is not said, as the indices need."""
    asked = whole(op.operands[3]) if len(op.operands) > 3 else -1
    indices = constant_of(op.operands[1])
    if asked is None or asked < 0 and indices is None:
        return None
    return max(asked, 0 if indices is None else int(indices.max(initial=-1)) + 1)


# The list of an op, a value that tells the shape of its elements, and behind how many axes
ELEMENTS = {
    SET: lambda op: (op.results[0], op.operands[2], 0),
    SCATTER: lambda op: (op.results[0], op.operands[1], 1),
    "tf.TensorListScatterV2": lambda op: (op.results[0], op.operands[0], 1),
    "tf.TensorListScatter": lambda op: (op.results[0], op.operands[0], 1),
    "tf.TensorListFromTensor": lambda op: (op.results[0], op.operands[0], 1),
    SPLIT: lambda op: (op.results[0], op.operands[0], 0),
    GATHER: lambda op: (op.operands[0], op.results[0], 1),
    "tf.TensorListStack": lambda op: (op.operands[0], op.results[0], 1),
    "tf.TensorListGetItem": lambda op: (op.operands[0], op.results[0], 0),
    PUSH: lambda op: (op.results[0], op.operands[1], 0),
    POP: lambda op: (op.results[0], op.results[1], 0),
    VALUE: lambda op: (op.results[0], op.operands[0], 0),
    VALUE_OF: lambda op: (op.operands[0], op.results[0], 0),
}
# The length of the lists that ops make; what is optional is a list of one element, which may not have been written
MADE = {
    VALUE: lambda op: 1,
    NO_VALUE: lambda op: 1,
    "tf.EmptyTensorList": lambda op: 0,
    "tf.TensorListReserve": lambda op: whole(op.operands[1]),
    "tf.TensorListFromTensor": lambda op: rows_of(op.operands[0]),
    "tf.TensorListSplit": lambda op: rows_of(op.operands[2]),
    "tf.TensorListScatterV2": scattered_length,
    "tf.TensorListScatter": scattered_length,
}


def is_list(value: Value) -> bool:
    return isinstance(value.type, TensorType) and element_base(value.type.element) is VARIANT


class Length(NamedTuple):
    least: int = 0
    most: int | None = None

    @property
    def exact(self) -> int | None:
        return self.least if self.least == self.most else None

    def joined(self, other: Length) -> Length:
        return Length(min(self.least, other.least), larger(self.most, other.most))

    def reaching(self, end: Length) -> Length:
        return Length(max(self.least, end.least), larger(self.most, end.most))

    def moved(self, by: tuple[int, int | None]) -> Length:
        return Length(max(self.least + by[0], 0), None if self.most is None or by[1] is None else max(self.most + by[1], 0))


def larger(one: int | None, other: int | None) -> int | None:
    return None if one is None or other is None else max(one, other)


class ListLengths:
    """`of` has the lengths of all lists in functions that `follow` was called on, or that these call, and `inside` by list those of the lists
    that are put in it, of which `held` says what is known before. `same` is the one of all values of a list that stands for it."""

    def __init__(self, symbols: SymbolTable, same: Callable[[Value], Value], held: dict[Value, Length]):
        self.symbols, self.same, self.held = symbols, same, held
        self.inside: dict[Value, Length] = {}
        self.of: dict[Value, Length] = {}
        self.entered: set[Operation] = set()
        self.ends: dict[Operation, Length] = {}  # of writes in loops, behind the places that they write to

    def follow(self, block: Block) -> None:
        for op in block:
            for result, length in zip(op.results, self.results(op)):
                if is_list(result):
                    self.note(result, length)
            if op.name in ELEMENTS:
                self.follow_element(op)

    def follow_element(self, op: Operation) -> None:
        holder, element, _ = ELEMENTS[op.name](op)
        if is_list(element):
            leader = self.same(holder)
            if element.op is op:
                self.note(element, self.held.get(leader, Length()))
            else:
                length = self.at(element)
                self.inside[leader] = self.inside[leader].joined(length) if leader in self.inside else length

    def note(self, value: Value, length: Length) -> None:
        before = self.of.get(value)
        self.of[value] = length if before is None else before.joined(length)

    def at(self, value: Value) -> Length:
        return self.of.get(value, Length())

    def results(self, op: Operation) -> list[Length]:
        """The lengths of an op's results, also of those that are no lists."""
        if op.name in MADE:
            count = MADE[op.name](op)
            return [Length() if count is None else Length(max(count, 0), max(count, 0))]
        if op.name in MOVES:
            return [self.at(op.operands[0]).moved((MOVES[op.name], MOVES[op.name]))]
        if op.name == SET or op.name == SCATTER:
            return [self.at(op.operands[0]).reaching(self.end(op))]
        if op.name in ALIKE:
            return [self.at(operand) for operand in op.operands]
        sites = call_sites(op)
        if sites and has_trait(op, "loop"):
            return self.results_of_loop(op, sites)
        return self.results_of_calls(sites, len(op.results)) if sites else [Length()] * len(op.results)

    def end(self, op: Operation) -> Length:
        """What the length is at least once an op has written an element, or several."""
        if op.name == SET and not op.get("resize_if_index_out_of_bounds"):
            return Length(0, 0)
        indices = constant_of(op.operands[1 if op.name == SET else 2])
        if indices is None:
            fits = op.name == SCATTER and self.at(op.operands[0]).least > 0  # as it would have to in an array of a fixed size
            return Length(0, 0) if fits else self.ends.get(op, Length())
        end = int(indices.max(initial=-1)) + 1
        return Length(end, end)

    def may_grow(self, op: Operation) -> bool:
        """Whether an op may write behind the end of its list."""
        most = self.end(op).most
        return most is None or most > self.at(op.operands[0]).least

    def results_of_calls(self, sites: list[CallSite], count: int) -> list[Length]:
        lengths: list[Length] | None = None
        for site in sites:
            after = self.called(site, [self.at(operand) for operand in site.operands]) or [Length()] * count
            lengths = after if lengths is None else [one.joined(other) for one, other in zip(lengths, after)]
        return lengths or []

    def called(self, site: CallSite, lengths: list[Length]) -> list[Length] | None:
        """The lengths of what a function returns that is given lists of these; None where it has no body, or calls itself."""
        function = self.symbols.get(site.reference)
        if function is None or not function.regions or not function.region.blocks or function in self.entered:
            return None
        self.entered.add(function)
        for argument, length in zip(function.body.arguments, lengths):
            if is_list(argument):
                self.note(argument, length)
        self.follow(function.body)
        self.entered.discard(function)
        return [self.at(value) for value in function.body.terminator.operands]

    def results_of_loop(self, op: Operation, sites: list[CallSite]) -> list[Length]:
        before, body, after = [self.at(operand) for operand in op.operands], sites[1], [Length()] * len(op.results)
        begins = after
        loop = loop_of(op, self.symbols)
        if loop is not None and not {loop.body, loop.condition} & self.entered:
            least, most = loop.trips()
            after = [self.after_trips(loop, at, length, least, most) for at, length in enumerate(before)]
            self.note_ends(loop, most)
            last = None if most is None else max(most - 1, 0)
            begins = [self.after_trips(loop, at, length, 0, last) for at, length in enumerate(before)]
        self.called(sites[0], [one.joined(other) for one, other in zip(before, after)])
        self.called(body, begins)
        return after

    def after_trips(self, loop: Loop, index: int, before: Length, least: int, most: int | None) -> Length:
        if not is_list(loop.op.results[index]):
            return Length()
        change = change_of(loop.returned(index), loop.body.body.arguments[index], self.symbols)
        if change is None or change.growing and change.more != (0, 0):
            return Length()
        for op in change.growing:
            ends = [self.ends_of(loop, op, trips) for trips in (least, most)]
            before = before.reaching(Length(ends[0].least if least else 0, ends[1].most if most != 0 else 0))
        return before.moved(times(change.more, (least, most)))

    def note_ends(self, loop: Loop, most: int | None) -> None:
        for op in loop.body.body:
            if op.name == SET:
                self.ends[op] = Length(0, self.ends_of(loop, op, most).most).joined(self.ends.get(op, Length(0, 0)))

    def ends_of(self, loop: Loop, op: Operation, trips: int | None) -> Length:
        """How far a write of the body reaches in so many trips: at least once all of them are over, and at most in any of them."""
        steps = loop.progression(op.operands[1])
        if steps is None or trips is None:
            return Length()
        ends = [steps[0] + steps[1] * trip + 1 for trip in (0, max(trips - 1, 0))]
        return Length(max(ends), max(ends))


class Change(NamedTuple):
    """What the body of a loop makes of a list: how many more elements, at least and at most, and the ops that write, growing."""

    more: tuple[int, int | None]
    growing: tuple[Operation, ...] = ()


def times(more: tuple[int, int | None], trips: tuple[int, int | None]) -> tuple[int, int | None]:
    """What is added in so many trips, at least and at most."""
    (least, most), (fewest, many) = more, trips
    low = least * fewest if least >= 0 else NEVER if many is None else least * many
    high = None if most is None else most * fewest if most <= 0 else None if many is None else most * many
    return low, high


def change_of(value: Value, argument: Value, symbols: SymbolTable) -> Change | None:
    """How one list becomes another, which may be itself; None where others take part."""
    least, most, growing = 0, 0, []
    while value is not argument:
        op = value.op
        if op is None:
            return None
        if op.name in MOVES:
            least, most = least + MOVES[op.name], most + MOVES[op.name]
            value = op.operands[0]
        elif op.name == SET or op.name == SCATTER and constant_of(op.operands[2]) is None:
            growing += [op] * bool(op.get("resize_if_index_out_of_bounds"))
            value = op.operands[0]
        elif op.name in ALIKE and op.name != "tf.AddN":
            value = op.operands[value.index if op.name == "tf.IdentityN" else 0]
        else:
            called = change_by(op, value.index, symbols)
            if called is None or called[1].more[1] is None:
                return None
            value, (more, _) = called
            least, most = least + more[0], most + more[1]
    return Change((least, most), tuple(growing))


def change_by(op: Operation, index: int, symbols: SymbolTable) -> tuple[Value, Change] | None:
    """The operand that a loop, a branch or a call makes a result of, and how, where that needs no index. Branches may add differently many."""
    results = []
    for site in call_sites(op):
        function = symbols.get(site.reference)
        if function is None or not function.region.blocks:
            return None
        if site.results:
            returned = function.body.terminator.operands[index]
            changes = [(at, change_of(returned, one, symbols)) for at, one in enumerate(function.body.arguments) if is_list(one)]
            results += [(site.operands[at], change) for at, change in changes if change is not None and not change.growing][:1] or [None]
    if not results or None in results or any([one[0] is not results[0][0] for one in results]):
        return None
    value, mores = results[0][0], [change.more for _, change in results]
    most = None if any([more is None for _, more in mores]) else max([more for _, more in mores])
    change = Change((min([least for least, _ in mores]), most))
    if has_trait(op, "loop"):
        loop = loop_of(op, symbols)
        change = Change(times(change.more, loop.trips()))
    return value, change
