"""Which values are one list of tensors at different times, and what is known of each: the ops that it meets, how many elements it has and of
which sizes, and its type once it is one tensor."""

from __future__ import annotations

from collections import Counter

from tfir.analysis.call_graph import CallSite, call_sites, only_called, reached_functions
from tfir.analysis.program_shapes import ProgramShapes, atoms
from tfir.dialects import has_trait
from tfir.dialects.tf_type import are_compatible, element_base
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation, Value
from tfir.ir.symbols import SymbolTable, references_in
from tfir.ir.types import I32, I64, OpaqueType, TensorType, Type
from tfir.ods.inference import constant_of
from tfir.ods.shapes import anonymous, factors, is_static, merge, named, product

from tfopt.tf.growing_lists import GROWING
from tfopt.tf.list_lengths import (
    ALIKE,
    ELEMENTS,
    GATHER,
    JOIN,
    MADE,
    NO_VALUE,
    POP,
    PUSH,
    RESIZE,
    SCATTER,
    SET,
    SPLIT,
    VALUE,
    VALUE_OF,
    VARIANT,
    ListLengths,
    change_of,
    is_list,
    larger,
)  # fmt: skip
from tfopt.tf.lists_as_tensors import (
    EMPTY,
    OF_KNOWN_SIZES,
    READING,
    REPLACEMENTS,
    RESERVE,
    STACKING,
    WHOLE,
    Kind,
    common_length,
    piece_type,
)  # fmt: skip
from tfopt.tf.loop_bounds import Count, loop_of, whole
from tfopt.tf.ragged_lists import RAGGED
from tfopt.tf.sizes import SizesBefore

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from tfir.ods.shapes import IrShape, Size, Symbol

ZEROS = (RESERVE, EMPTY)  # ops that are told sizes, not a tensor
BLANK = (*ZEROS, NO_VALUE)  # ops that make lists without a tensor
GIVEN = "given"  # of rows: as many as the op is told
STAND_IN = "tf.FakeParam"  # in a branch, for a list that another one makes; nothing reads it
ON_LISTS = {*REPLACEMENTS, RESIZE, JOIN}  # ops that have a meaning for tensors
MOST_NESTED = 3  # lists whose lengths are found out


def given_shape(value: Value):
    """The shape that a constant spells, -1 being unknown; None when it is no constant or a scalar, which stands for any shape."""
    sizes = constant_of(value)
    return None if sizes is None or sizes.ndim == 0 else tuple([None if size < 0 else int(size) for size in sizes])


def element_type(type: Type) -> Type:
    """The type of one of the tensors that are stacked in a tensor of this type."""
    return type.with_shape(type.shape[1:] if type.shape else None)


def common_sizes(one: IrShape, other: IrShape) -> IrShape:
    """The sizes that two shapes share, the others being unknown; None where they have not as many."""
    if one is None or other is None or len(one) != len(other):
        return None
    return tuple([size if size == beside else None for size, beside in zip(one, other)])


def list_of(op: Operation) -> Value:
    """The list that an op makes, or is given; what it holds may be a list too."""
    return op.results[0] if op.name in MADE else next(value for value in (*op.operands, *op.results) if is_list(value))


class Lists:
    """Values that are the same list at different times, and what is known of each: its type once it is one tensor."""

    def __init__(self, symbols: SymbolTable):
        self.symbols = symbols
        self.leaders: dict[Value, Value] = {}
        self.lengths: dict[Value, set[int]] = {}
        self.elements: dict[Value, TensorType] = {}
        self.refused: set[Value] = set()
        self.uneven: set[Value] = set()  # lists whose elements differ in size
        self.noted: dict[Value, list[Type]] = {}  # what is said of elements
        self.most: dict[Value, int] = {}
        self.uses: dict[Value, set[str]] = {}
        self.pushes: dict[Value, list[Operation]] = {}
        self.asked: dict[Value, list[tuple[Value, str]]] = {}  # by leader: the ops on lists that it meets, and of which value
        self.at = ListLengths(symbols, self.leader, {})
        self.held: list[tuple[Value, Value]] = []  # lists with lists in them, and one of these
        self.capacities: dict[Value, int | None] = {}
        self.makers: dict[Value, list[Operation]] = {}
        self.read: set[Value] = set()  # lists of which some element is used
        self.stand_ins: set[Value] = set()
        self.alike: dict[Value, list[tuple[Value, int]]] = {}  # values that have the shape of an element behind so many axes
        self.known_shapes: ProgramShapes | None = None
        self.known_feed_sizes: set[Symbol] | None = None
        self.counts: dict[Value, Count | None] = {}
        self.known_calls: tuple[dict[str, Operation], Counter[str]] | None = None
        self.entries: list[Operation] = []  # functions that no other calls

    @property
    def shapes(self) -> ProgramShapes:
        """The shapes of all values, asked for where types leave sizes open."""
        if self.known_shapes is None:
            self.known_shapes = ProgramShapes([op for op in self.symbols.op.body if op.name == "func.func" and op.region.blocks])
        return self.known_shapes

    def leader(self, value: Value) -> Value:
        while (above := self.leaders.get(value, value)) is not value:
            value = above
        return value

    def join(self, one: Value, other: Value) -> None:
        if is_list(one) and is_list(other):
            self.leaders[self.leader(one)] = self.leader(other)

    # Which values are one list

    def connect(self, op: Operation) -> None:
        if op.name in (SET, SCATTER, PUSH, POP, RESIZE):
            self.join(op.operands[0], op.results[0])
        elif op.name == "tf.IdentityN":
            self.join_all(op.operands, op.results)
        elif op.name in ALIKE or op.name == JOIN:
            self.join_all(op.operands, [op.results[0]] * len(op.operands))
        elif called := call_sites(op):
            if has_trait(op, "loop"):
                self.join_all(op.operands, op.results)
            for site in called:
                self.connect_function(site)
        elif op.name == STAND_IN:
            self.stand_ins.update(filter(is_list, op.results))
        elif op.name not in ON_LISTS and not op.name.startswith("tf.TensorList") and op.name not in ("func.return", "func.func"):
            self.refused.update([value for value in (*op.operands, *op.results) if is_list(value)])

        if op.name in ELEMENTS:
            holder, element, behind = ELEMENTS[op.name](op)
            if behind and is_list(element) or op.name in (VALUE, VALUE_OF) and len(op.operands) + len(op.results) > 2:
                self.refused.update(filter(is_list, (holder, element)))
            elif is_list(element):
                self.held.append((holder, element))

    def join_elements(self, part: Callable[[Value, Value], int | None] = lambda holder, element: None) -> None:
        """Lists that are elements of one list are one; those of each part of it are, where it has several."""
        while True:
            first: dict[tuple[Value, int | None], Value] = {}
            apart = [(first.setdefault((self.leader(holder), part(holder, element)), element), element) for holder, element in self.held]
            apart = [pair for pair in apart if self.leader(pair[0]) is not self.leader(pair[1])]
            if not apart:
                return
            self.join_all(*zip(*apart))

    def refuse_elements(self) -> None:
        """What is in a list that somebody else knows stays what it is."""
        for _ in self.held:
            leaders = {self.leader(value) for value in self.refused}
            self.refused.update([element for holder, element in self.held if self.leader(holder) in {*leaders, self.leader(element)}])
        self.refused = {self.leader(value) for value in self.refused}  # few of many

    def join_all(self, some, others) -> None:
        for one, other in zip(some, others):
            self.join(one, other)

    def connect_function(self, site: CallSite) -> None:
        function = self.symbols.get(site.reference)
        if function is None or not function.regions or not function.region.blocks:
            self.refused.update([value for value in (*site.operands, *site.results) if is_list(value)])
            return
        self.join_all(site.operands, function.body.arguments)
        self.join_all(function.region.blocks[-1].terminator.operands, site.results)

    def find_makers(self, module: Operation) -> None:
        for op in module.walk():
            if op.name in MADE:
                self.makers.setdefault(self.leader(op.results[0]), []).append(op)

    def find_entries(self, module: Operation) -> None:
        """Functions that no other calls, or that something else names, take and give lists as they are."""
        named, called = {reference.root for _, reference in references_in(module)}, only_called(module)
        functions = [op for op in module.body if op.name == "func.func" and op.region.blocks and op.get("sym_name") not in called]
        self.entries = [op for op in functions if op.get("sym_name") not in named]
        for block in [block for function in functions for block in function.region.blocks]:
            self.refused.update(filter(is_list, (*block.arguments, *block.last.operands)))

    def follow(self) -> None:
        """How long lists are, and the most elements that each can come to have."""
        for _ in range(1 + MOST_NESTED * bool(self.held)):
            self.at = ListLengths(self.symbols, self.leader, self.at.inside)
            for block in [block for function in self.entries for block in function.region.blocks]:
                self.at.follow(block)
        for value, length in self.at.of.items():
            leader = self.leader(value)
            self.capacities[leader] = larger(self.capacities.get(leader, 0), length.most)

    # What a list holds

    def learn(self, op: Operation) -> None:
        if op.name in ON_LISTS:
            value = list_of(op)
            self.uses.setdefault(self.leader(value), set()).update(self.kinds_of_use(op))
            self.asked.setdefault(self.leader(value), []).append((value, op.name))
        if op.name in ("tf.TensorListReserve", "tf.EmptyTensorList"):
            self.note(op.results[0], TensorType(given_shape(op.operands[0]), op.get("element_dtype")))
        elif op.name in ELEMENTS:
            value, like, behind = ELEMENTS[op.name](op)
            type = piece_type(op) if op.name == SPLIT else element_type(like.type) if behind else like.type
            self.note(value, type)
            if op.name == SPLIT and common_length(op) is None:
                self.uneven.add(self.leader(value))
            self.alike.setdefault(self.leader(value), []).append((like, behind))
            self.read.update([self.leader(value)] * (like.op is op and bool(like.uses)))
        elif op.name.startswith("tf.TensorList") and op.name not in ON_LISTS:
            self.refused.update([value for value in (*op.operands, *op.results) if is_list(value)])
        if op.name in MADE and (length := MADE[op.name](op)) is not None:
            self.lengths.setdefault(self.leader(op.results[0]), set()).add(length)
        if op.name == "tf.EmptyTensorList" and (most := whole(op.operands[1])) is not None and most >= 0:
            self.most[self.leader(op.results[0])] = most
        if op.name == PUSH:
            self.pushes.setdefault(self.leader(op.results[0]), []).append(op)

    def kinds_of_use(self, op: Operation) -> list[str]:
        if op.name in (PUSH, POP):
            return ["stack"]
        if op.name in READING:
            return []
        if op.name not in REPLACEMENTS:
            return ["array", "growing"]
        grows = op.name in (SET, SCATTER) and self.at.may_grow(op) and not (op.name == SCATTER and self.is_inside(op))
        return ["array", "growing"] if grows else ["array"]

    def note(self, value: Value, element: Type) -> None:
        leader = self.leader(value)
        old = self.elements.get(leader, TensorType(None, element.element))
        try:
            shape = anonymous(merge(named(old.shape), named(element.shape)))
        except Error:
            self.uneven.add(leader)
            shape = common_sizes(old.shape, element.shape)
            if shape is None:
                self.refused.add(value)
        self.elements[leader] = TensorType(shape, element.element)
        self.noted.setdefault(leader, []).append(element)

    def is_as_stated(self, leader: Value) -> bool:
        """Whether no element of a list has sizes that contradict what its makers say of all of them, which is an error as it runs."""
        makers = [maker for maker in self.makers.get(leader, ()) if maker.name in ZEROS]
        stated = [TensorType(given_shape(maker.operands[0]), maker.get("element_dtype")) for maker in makers]
        return all([are_compatible(one, other) for one in stated for other in self.noted.get(leader, ())])

    def is_refused(self, leader: Value) -> bool:
        return leader in {self.leader(refused) for refused in self.refused}

    def changes(self, value: Value) -> bool:
        """Whether a list has now more elements and now fewer."""
        return bool(self.uses.get(self.leader(value), set()) & {"stack", "growing"})

    def is_stack(self, value: Value) -> bool:
        """Whether the tensor has the last element in front."""
        return "stack" in self.uses.get(self.leader(value), ())

    def rows(self, value: Value) -> int | None:
        """How many rows the tensor has."""
        leader = self.leader(value)
        if not self.changes(leader):
            lengths = self.lengths.get(leader, ())
            return next(iter(lengths)) if len(lengths) == 1 else None
        if self.is_always_empty(leader):
            return 0
        capacity = self.capacities.get(leader)
        return self.most.get(leader) if capacity is None else capacity

    def must_fail(self, site: CallSite) -> bool:
        """Whether a function takes an element of a list that has none."""
        function = self.symbols.get(site.reference)
        body = function.body if function is not None and function.region.blocks else ()
        return any([op.name == POP and self.is_always_empty(op.operands[0]) for op in body])

    def is_always_empty(self, value: Value) -> bool:
        """Whether nothing is ever put in a list, or in those that it becomes."""
        leader = self.leader(value)
        makers = {op.name for op in self.makers.get(leader, ())}
        is_stack = self.uses.get(leader, set()) <= {"stack"} and not self.is_refused(leader)
        return is_stack and makers == {EMPTY} and leader not in self.pushes

    def length(self, value: Value) -> int | None:
        """How many elements the list has, where that is one number."""
        return self.at.at(value).exact if self.changes(value) else self.rows(value)

    def kind(self, value: Value) -> Kind:
        return Kind(self.is_stack(value), self.length(value))

    def is_clear(self, leader: Value) -> bool:
        """Whether the length of a list that changes is known wherever it matters."""
        if "growing" in self.uses.get(leader, ()) and self.is_stack(leader):
            return False
        needing = REPLACEMENTS.keys() - STACKING if self.is_stack(leader) else WHOLE
        return all([self.length(value) is not None for value, name in self.asked.get(leader, ()) if name in needing])

    def typed(self, type_of: Callable[[Value], TensorType | None]) -> dict[Value, TensorType]:
        """The lists that a function tells a type of, which it is asked once for all values that are one list."""
        values = [*list_values(self.symbols.op)]
        types = {leader: type_of(leader) for leader in dict.fromkeys(map(self.leader, values))}
        return {value: type for value in values if (type := types[self.leader(value)]) is not None}

    def tensor_type(self, value: Value) -> TensorType | None:
        """The type of a list as one tensor, or None when it stays a list."""
        leader = self.leader(value)
        element, rows = self.elements.get(leader), self.rows(leader)
        if element is not None and element.shape is None and rows == 0 and leader not in self.read:
            element = element.with_shape(())  # of a list that is always empty, as of a branch that is never taken, elements are all alike
        if element is None or element.shape is None or element_base(element.element) is VARIANT:
            return None
        if (
            self.is_refused(leader)
            or leader in self.uneven
            or not self.names(leader) <= REPLACEMENTS.keys()
            or self.changes(leader)
            and not self.is_clear(leader)
        ):
            return None
        shape = (rows, *element.shape)
        return TensorType(shape, element.element) if is_static(shape) or self.is_open(leader) and not self.has_stand_in(leader) else None

    def is_open(self, leader: Value) -> bool:
        """Whether a list of sizes that are not known can be a tensor of such."""
        names, makers = self.names(leader), self.makers.get(leader, ())
        is_bounded = not self.changes(leader) or self.rows(leader) is not None or self.count(leader) is not None
        if not is_bounded or self.changes(leader) and not {op.name for op in makers} <= {*ZEROS}:
            return False
        return names.isdisjoint(OF_KNOWN_SIZES) and all([op.name not in BLANK or self.sizes(op) is not None for op in makers])

    def count(self, leader: Value) -> Count | None:
        """What bounds the length of a stack that one loop pushes onto, once in a trip, where that is known when the loop begins."""
        if leader not in self.counts:
            self.counts[leader] = self.counted(leader)
        return self.counts[leader]

    def counted(self, leader: Value) -> Count | None:
        makers, pushes = self.makers.get(leader, []), self.pushes.get(leader, [])
        users = [user for maker in makers for user in maker.results[0].users]
        loop = loop_of(users[0], self.symbols) if len(makers) == len(users) == 1 and has_trait(users[0], "loop") else None
        if loop is None or makers[0].name != EMPTY or self.uses.get(leader) != {"stack"}:
            return None
        index = [*loop.op.operands].index(makers[0].results[0])
        change = change_of(loop.returned(index), loop.body.body.arguments[index], self.symbols)
        functions, uses = self.calls
        once = {function for function in reached_functions([loop.op], functions) if uses[function.get("sym_name")] == 1}
        is_one = change is not None and not change.growing and change.more[1] == 1
        return loop.count() if is_one and all([not once.isdisjoint(push.ancestors()) for push in pushes]) else None

    @property
    def calls(self) -> tuple[dict[str, Operation], Counter[str]]:
        """The functions by name, and how often each name is referred to."""
        if self.known_calls is None:
            functions = {op.get("sym_name"): op for op in self.symbols.op.body if op.name == "func.func"}
            self.known_calls = functions, Counter([reference.root for _, reference in references_in(self.symbols.op)])
        return self.known_calls

    def sizes(self, maker: Operation) -> list | None:
        """The sizes of the zeros that a list is made as: numbers, symbols that can be told there, a Count, or GIVEN. None
        where one of them is not known there."""
        leader = self.leader(maker.results[0])
        rows, before = self.rows(leader), SizesBefore(maker, self.shapes)
        count = self.count(leader) if rows is None and maker.name == EMPTY else None
        if rows is None and count is None and (maker.name != RESERVE or whole(maker.operands[1]) is not None):
            return None
        sizes = self.element_sizes(leader, before, 0 if maker.name == NO_VALUE else None)
        return None if sizes is None else [count or GIVEN if rows is None else rows, *sizes]

    def element_sizes(self, leader: Value, before: SizesBefore, otherwise: int | None = None) -> list | None:
        """The sizes of elements, where all of them can be told at a place, or another is given `otherwise`: a value that is not there has any."""
        sizes: list = []
        for axis, size in enumerate(self.elements[leader].shape or ()):
            shapes = [(self.shapes[value].shape, behind + axis) for value, behind in self.alike.get(leader, ())]
            told = [shape[at] for shape, at in shapes if shape is not None and before.has(shape[at])]
            sizes.append(size if size is not None else told[0] if told else otherwise)
        return None if None in sizes else sizes

    # Lists of which nothing is known but the rank of their elements

    def growing_type(self, value: Value) -> TensorType | None:
        """The type of a list as a tensor that grows, or None where its elements may differ in size."""
        leader = self.leader(value)
        element, makers = self.elements.get(leader), self.makers.get(leader, ())
        if not self.is_loose(leader) or leader in self.uneven or self.has_stand_in(leader):
            return None
        if not all([op.name not in ZEROS or self.growing_sizes(op) is not None for op in makers]):
            return None
        return TensorType((None, *element.shape), element.element) if self.names(leader) <= {*GROWING, *ZEROS} else None

    def growing_sizes(self, maker: Operation) -> list | None:
        """The sizes of what a list is made as; it has no elements that the op is not told of."""
        sizes = self.element_sizes(self.leader(maker.results[0]), SizesBefore(maker, self.shapes))
        return None if sizes is None else [0 if maker.name == EMPTY else GIVEN, *sizes]

    def ragged_element(self, value: Value) -> TensorType | None:
        """The type of the elements of a list that can be ragged; None of lists in lists, and where another reason forbids it."""
        leader = self.leader(value)
        is_kept = self.has_stand_in(leader) or any([self.leader(element) is leader for _, element in self.held])
        is_ragged = self.is_loose(leader) and not is_kept and self.names(leader) <= {*RAGGED, *ZEROS} and self.is_as_stated(leader)
        return self.elements[leader] if is_ragged and self.elements[leader].shape else None

    def is_loose(self, leader: Value) -> bool:
        """Whether a list has numbers as elements, all of one rank."""
        element = self.elements.get(leader)
        if element is None or element.shape is None or self.is_refused(leader):
            return False
        return not isinstance(element_base(element.element), OpaqueType)

    def has_stand_in(self, leader: Value) -> bool:
        """Whether a branch has something in place of the list, which is not told sizes that no type says."""
        return any([self.leader(value) is leader for value in self.stand_ins])

    def names(self, leader: Value) -> set[str]:
        """The ops on lists that a list meets."""
        return {name for _, name in self.asked.get(leader, ())}

    def one_shape(self, values: list[Value], op: Operation) -> list[Size] | None:
        """The sizes that are all of these lists of numbers, where an op can be told them and no trip of a loop changes them."""
        if not all([isinstance(value.type, TensorType) and value.type.element in (I32, I64) for value in values]):
            return None
        first, *others = [self.shapes[value] for value in values]
        if first.vector is None or any([other.vector != first.vector for other in others]):
            return None
        before = SizesBefore(op, self.shapes)
        is_told = [size is not None and before.has(size) and self.feed_sizes.issuperset(atoms(size)) for size in first.vector]
        return first.vector if is_told and all(is_told) else None

    @property
    def feed_sizes(self) -> set[Symbol]:
        """Sizes of what the program is given, which are the same all along."""
        if self.known_feed_sizes is None:
            arguments = [argument for function in self.entries for argument in function.body.arguments]
            self.known_feed_sizes = {atom for argument in arguments for size in self.shapes[argument].shape or () for atom in atoms(size)}
        return self.known_feed_sizes

    def is_filled(self, op: Operation) -> bool:
        """Whether an op takes or writes all elements of a list whose length is not known, in order."""
        return self.parts(op) == {1}

    def is_inside(self, op: Operation) -> bool:
        """Whether an op takes or writes elements that a list has, though its length is not known: all, or those that gradients lie behind."""
        parts = self.parts(op)
        return bool(parts) and all([isinstance(count, int) for count in parts])

    def parts(self, op: Operation) -> set[Size | None]:
        """Of how many parts a list consists of which an op takes or writes the first one, in order; None where that is no number."""
        held, indices = (op.operands[0], op.operands[1]) if op.name == GATHER else (op.results[0], op.operands[2])
        counted, leader = indices.op, self.leader(held)
        if counted is None or counted.name != "tf.Range" or [whole(counted.operands[at]) for at in (0, 2)] != [0, 1]:
            return set()
        (count,) = self.shapes[indices].shape or (None,)
        return {number_of_parts(length, count) for length in self.made_lengths(leader)}

    def made_lengths(self, leader: Value) -> set[Size | None]:
        """How many elements a list has as it is made, as its makers are told; None where that is not known."""
        makers = self.makers.get(leader, [])
        lengths = {self.shapes[maker.operands[1]].size for maker in makers if maker.name == RESERVE}
        return lengths | {
            (self.shapes[maker.operands[0]].shape or (None,))[0] for maker in makers if maker.name == "tf.TensorListFromTensor"
        }


def number_of_parts(size: Size | None, part: Size | None) -> Size | None:
    """What a size is that many times as large as another by how it was computed; None where it is not."""
    if size is None or part is None:
        return None
    others = Counter(factors(size))
    others.subtract(factors(part))
    return None if min(others.values()) < 0 else product(others.elements())


def list_values(module: Operation):
    for op in module.walk():
        yield from filter(is_list, op.results)
        for region in op.regions:
            for block in region.blocks:
                yield from filter(is_list, block.arguments)
