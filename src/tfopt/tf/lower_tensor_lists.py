"""Turns lists of tensors into tensors with one more axis in front.

Loops keep what they read and write step by step in lists. Where the length of a list and the shape of its elements are the same
all along, which is the rule for what Keras and `tf.scan` make, the list is one tensor: an element is read by a gather and
written by a scatter. A stack, which a loop leaves its values on for the loop of its gradient, is a tensor whose first row is the top: what is
pushed comes in front of all others. A list that grows is a tensor with a row for each element that it can come to have, of which those that
are there are taken where it is asked for as a whole. Sizes that no type says (a batch, a number of steps) are computed where a list is made, of what the
program has there. Lists for which all that is not known stay lists.

What a list held may tell the shape of the next one, so that lists are lowered and shapes inferred until nothing changes.
"""

from __future__ import annotations

from typing import NamedTuple

from tfir.analysis.call_graph import CallSite, call_sites
from tfir.analysis.program_shapes import ProgramShapes
from tfir.dialects import has_trait
from tfir.dialects.tf_type import element_base
from tfir.ir.attributes import TypeAttr
from tfir.ir.builder import Builder
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation, Value
from tfir.ir.symbols import SymbolTable, references_in
from tfir.ir.types import I32, I64, TensorType, Type
from tfir.ods.inference import constant_of
from tfir.ods.shapes import anonymous, is_static, merge, named

from tfopt.tf.infer_shapes import infer_shapes
from tfopt.tf.list_lengths import (
    ALIKE,
    ELEMENTS,
    GATHER,
    MADE,
    NO_VALUE,
    POP,
    PUSH,
    SCATTER,
    SET,
    SPLIT,
    VALUE,
    VALUE_OF,
    VARIANT,
    ListLengths,
    is_list,
    larger,
    scattered_length,
)  # fmt: skip
from tfopt.tf.loop_bounds import whole
from tfopt.tf.retyping import constant, forget_types, retype_functions
from tfopt.tf.sizes import SizesBefore

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

RESERVE, EMPTY = "tf.TensorListReserve", "tf.EmptyTensorList"
ZEROS = (RESERVE, EMPTY)  # ops that are told sizes, not a tensor
MOST_NESTED = 3  # lists whose lengths are found out
OPTIONS = {"assume-slices-fit": "Take x[i:i+2] to lie inside of x whatever i is computed, so that it has two elements."}


def lower_tensor_lists(module: "Module", *, assume_slices_fit: bool = False):
    """Runs behind infer-shapes: it needs the shapes outside of loops, and gives the ones inside."""
    while any(op.name in MADE for op in module.walk()):
        lists = Lists(SymbolTable(module))
        for op in module.walk():
            lists.connect(op)
        lists.join_elements()
        lists.follow(module)
        lists.find_makers(module)
        for op in module.walk():
            lists.learn(op)
        lists.refuse_elements()
        changed = pop_constants(module, lists) | become_tensors(module, lists, numbers=False)
        if not changed and not become_tensors(module, lists, numbers=True):
            return
        infer_shapes(module, assume_slices_fit=assume_slices_fit)


def given_shape(value: Value):
    """The shape that a constant spells, -1 being unknown; None when it is no constant or a scalar, which stands for any shape."""
    sizes = constant_of(value)
    return None if sizes is None or sizes.ndim == 0 else tuple([None if size < 0 else int(size) for size in sizes])


def element_type(type: Type) -> Type:
    """The type of one of the tensors that are stacked in a tensor of this type."""
    return type.with_shape(type.shape[1:] if type.shape else None)


def list_of(op: Operation) -> Value:
    """The list that an op is given, or that it makes."""
    return next(value for value in (*op.operands, *op.results) if is_list(value))


class Kind(NamedTuple):
    """How a tensor holds a list: from its last element on where it `is_stack`; and how many elements there are, where that is one number."""

    is_stack: bool
    length: int | None


class Lists:
    """Values that are the same list at different times, and what is known of each: its type once it is one tensor."""

    def __init__(self, symbols: SymbolTable):
        self.symbols = symbols
        self.leaders: dict[Value, Value] = {}
        self.lengths: dict[Value, set[int]] = {}
        self.elements: dict[Value, TensorType] = {}
        self.refused: set[Value] = set()
        self.most: dict[Value, int] = {}
        self.uses: dict[Value, set[str]] = {}
        self.pushed: dict[Value, list[Value]] = {}
        self.asked: list[tuple[Value, str]] = []
        self.at = ListLengths(symbols, self.leader, {})
        self.held: list[tuple[Value, Value]] = []  # lists with lists in them, and one of these
        self.capacities: dict[Value, int | None] = {}
        self.makers: dict[Value, list[Operation]] = {}
        self.alike: dict[Value, list[tuple[Value, int]]] = {}  # values that have the shape of an element behind so many axes
        self.known_shapes: ProgramShapes | None = None

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
        if op.name in (SET, SCATTER, PUSH, POP):
            self.join(op.operands[0], op.results[0])
        elif op.name == "tf.IdentityN":
            self.join_all(op.operands, op.results)
        elif op.name in ALIKE:
            self.join_all(op.operands, [op.results[0]] * len(op.operands))
        elif called := call_sites(op):
            if has_trait(op, "loop"):
                self.join_all(op.operands, op.results)
            for site in called:
                self.connect_function(site)
        elif op.name not in REPLACEMENTS and not op.name.startswith("tf.TensorList") and op.name not in ("func.return", "func.func"):
            self.refused.update([value for value in (*op.operands, *op.results) if is_list(value)])

        if op.name in ELEMENTS:
            holder, element, behind = ELEMENTS[op.name](op)
            if behind and is_list(element) or op.name in (VALUE, VALUE_OF) and len(op.operands) + len(op.results) > 2:
                self.refused.update(filter(is_list, (holder, element)))
            elif is_list(element):
                self.held.append((holder, element))

    def join_elements(self) -> None:
        """Lists that are elements of one list are one."""
        while True:
            first: dict[Value, Value] = {}
            apart = [(first.setdefault(self.leader(holder), element), element) for holder, element in self.held]
            apart = [pair for pair in apart if self.leader(pair[0]) is not self.leader(pair[1])]
            if not apart:
                return
            self.join_all(*zip(*apart))

    def refuse_elements(self) -> None:
        """What is in a list that somebody else knows stays what it is."""
        for _ in self.held:
            leaders = {self.leader(value) for value in self.refused}
            self.refused.update([element for holder, element in self.held if self.leader(holder) in {*leaders, self.leader(element)}])

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

    def follow(self, module: Operation) -> None:
        """How long lists are, and the most elements that each can come to have."""
        called = {reference.root for _, reference in references_in(module)}
        functions = [op for op in module.body if op.name == "func.func" and op.region.blocks and op.get("sym_name") not in called]
        blocks = [block for function in functions for block in function.region.blocks]
        for _ in range(1 + MOST_NESTED * bool(self.held)):
            self.at = ListLengths(self.symbols, self.leader, self.at.inside)
            for block in blocks:
                self.at.follow(block)
        for block in blocks:
            self.refused.update(filter(is_list, (*block.arguments, *block.last.operands)))
        for value, length in self.at.of.items():
            leader = self.leader(value)
            self.capacities[leader] = larger(self.capacities.get(leader, 0), length.most)

    # What a list holds

    def learn(self, op: Operation) -> None:
        if op.name in REPLACEMENTS:
            value = list_of(op)
            self.uses.setdefault(self.leader(value), set()).update(self.kinds_of_use(op))
            self.asked.append((value, op.name))
        if op.name in ("tf.TensorListReserve", "tf.EmptyTensorList"):
            self.note(op.results[0], TensorType(given_shape(op.operands[0]), op.get("element_dtype")))
        elif op.name in ELEMENTS:
            value, like, behind = ELEMENTS[op.name](op)
            type = piece_type(op) if op.name == SPLIT else element_type(like.type) if behind else like.type
            self.note(value, type)
            if op.name == SPLIT and type.shape is None:
                self.refused.add(value)
            self.alike.setdefault(self.leader(value), []).append((like, behind))
        elif op.name.startswith("tf.TensorList") and op.name not in REPLACEMENTS:
            self.refused.update([value for value in (*op.operands, *op.results) if is_list(value)])
        if op.name in MADE and (length := MADE[op.name](op)) is not None:
            self.lengths.setdefault(self.leader(op.results[0]), set()).add(length)
        if op.name == "tf.EmptyTensorList" and (most := whole(op.operands[1])) is not None and most >= 0:
            self.most[self.leader(op.results[0])] = most
        if op.name == PUSH:
            self.pushed.setdefault(self.leader(op.results[0]), []).append(op.operands[1])

    def kinds_of_use(self, op: Operation) -> list[str]:
        if op.name in (PUSH, POP):
            return ["stack"]
        if op.name in READING:
            return []
        grows = op.name in (SET, SCATTER) and self.at.may_grow(op) and not (op.name == SCATTER and self.is_filled(op))
        return ["array", "growing"] if grows else ["array"]

    def note(self, value: Value, element: Type) -> None:
        leader = self.leader(value)
        old = self.elements.get(leader, TensorType(None, element.element))
        try:
            shape = merge(named(old.shape), named(element.shape))
        except Error:
            self.refused.add(value)
            return
        self.elements[leader] = TensorType(anonymous(shape), element.element)

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
        capacity = self.capacities.get(leader)
        return self.most.get(leader) if capacity is None else capacity

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
        asked = [value for value, name in self.asked if name in needing and self.leader(value) is leader]
        return all([self.length(value) is not None for value in asked])

    def tensor_type(self, value: Value) -> TensorType | None:
        """The type of a list as one tensor, or None when it stays a list."""
        leader = self.leader(value)
        element, rows = self.elements.get(leader), self.rows(leader)
        if element is None or element.shape is None or element_base(element.element) is VARIANT:
            return None
        if any([self.leader(refused) is leader for refused in self.refused]) or self.changes(leader) and not self.is_clear(leader):
            return None
        shape = (rows, *element.shape)
        return TensorType(shape, element.element) if is_static(shape) or self.is_open(leader) else None

    def is_open(self, leader: Value) -> bool:
        """Whether a list of sizes that are not known can be a tensor of such."""
        names, makers = {name for value, name in self.asked if self.leader(value) is leader}, self.makers.get(leader, ())
        if self.changes(leader) and (self.rows(leader) is None or not {op.name for op in makers} <= {*ZEROS}):
            return False
        return names.isdisjoint(OF_KNOWN_SIZES) and all([op.name not in ZEROS or self.sizes(op) is not None for op in makers])

    def sizes(self, maker: Operation) -> list | None:
        """The sizes of the zeros that a list is made as: numbers, symbols that can be told there, and the number that the op is given. None
        where one of them is not known there."""
        leader = self.leader(maker.results[0])
        rows, before = self.rows(leader), SizesBefore(maker, self.shapes)
        if rows is None and (maker.name != RESERVE or whole(maker.operands[1]) is not None):
            return None
        sizes: list = [maker.operands[1] if rows is None else rows]
        for axis, size in enumerate(self.elements[leader].shape or ()):
            shapes = [(self.shapes[value].shape, behind + axis) for value, behind in self.alike.get(leader, ())]
            told = [shape[at] for shape, at in shapes if shape is not None and before.has(shape[at])]
            sizes += told[:1] if size is None else [size]
        return sizes if len(sizes) == 1 + len(self.elements[leader].shape or ()) else None

    def is_filled(self, op: Operation) -> bool:
        """Whether an op takes or writes all elements of a list whose length is not known, in order."""
        held, indices = (op.operands[0], op.operands[1]) if op.name == GATHER else (op.results[0], op.operands[2])
        counted, leader = indices.op, self.leader(held)
        if counted is None or counted.name != "tf.Range" or [whole(counted.operands[at]) for at in (0, 2)] != [0, 1]:
            return False
        makers = self.makers.get(leader, [])
        lengths = {self.shapes[maker.operands[1]].size for maker in makers if maker.name == RESERVE}
        lengths |= {(self.shapes[maker.operands[0]].shape or (None,))[0] for maker in makers if maker.name == "tf.TensorListFromTensor"}
        return bool(makers) and lengths == set(self.shapes[indices].shape or ())


# Rewriting


def become_tensors(module: Operation, lists: Lists, numbers: bool) -> bool:
    """Gives every list that is one tensor its type, and replaces the ops that work on it. Returns whether there was one. Stacks of whole
    `numbers` wait until all else is done: they may be shapes, which are constants where they are popped once all else is known."""
    types = {value: type for value in list_values(module) if (type := lists.tensor_type(value)) is not None}
    if not numbers:
        types = {value: type for value, type in types.items() if not (type.element.text in ("i32", "i64") and lists.is_stack(value))}
    kinds = {op: lists.kind(list_of(op)) for op in module.walk() if op.name in REPLACEMENTS}
    users = [op for op in module.walk() if any([value in types for value in (*op.operands, *op.results)])]
    zeros = {op: lists.sizes(op) for op in users if op.name in ZEROS and not types[op.results[0]].is_static}
    filled = {op for op in users if op.name in (GATHER, SCATTER) and types[list_of(op)].shape[0] is None and lists.is_filled(op)}
    holders = {lists.leader(holder): types[element] for holder, element in lists.held if element in types and holder not in types}
    holding = [op for op in module.walk() if op.name in REPLACEMENTS and lists.leader(list_of(op)) in holders]
    for op in holding:
        hold_tensors(op, holders[lists.leader(list_of(op))])
    for value, type in types.items():
        value.retype(type)
    for op in users:
        if op in zeros:
            op.replace_with([blank(op, SizesBefore(op, lists.shapes), zeros[op] or [])])
        elif op in filled:
            op.replace_with([op.operands[0 if op.name == GATHER else 1]])
        elif op.name in REPLACEMENTS and op not in holding:
            replacement = REPLACEMENTS[op.name](Builder.before(op), op, kinds[op])
            op.replace_with(replacement if isinstance(replacement, list) else [replacement])
        else:
            forget_types(op)
    retype_functions(module)
    return bool(types)


def pop_constants(module: Operation, lists: Lists) -> bool:
    """What a stack gives whose elements are all one constant is this constant. Returns whether there was one: the shape and length of a
    list are pushed so, for the gradient to make one like it."""
    changed = False
    for op in [op for op in module.walk() if op.name == POP and op.results[1].uses]:
        leader = lists.leader(op.results[0])
        first, *others = [constant_of(value) for value in lists.pushed.get(leader, ())] or [None]
        is_stack = lists.uses.get(leader) == {"stack"} and not any([lists.leader(refused) is leader for refused in lists.refused])
        if is_stack and first is not None and all([other is not None and (other == first).all() for other in others]):
            element = op.results[1].type.element
            op.results[1].replace_all_uses_with(constant(Builder.before(op), first.ravel().tolist(), first.shape, element))
            changed = True
    return changed


def hold_tensors(op: Operation, element: TensorType) -> None:
    """Lets an op on a list of lists work on one of the tensors that these have become."""
    if "element_dtype" in op.attributes:
        op.set_attribute("element_dtype", TypeAttr(element.element))
    at = SHAPES.get(op.name)
    if at is not None:
        op.set_operands([constant(Builder.before(op), -1) if number == at else value for number, value in enumerate(op.operands)])


def list_values(module: Operation):
    for op in module.walk():
        yield from filter(is_list, op.results)
        for region in op.regions:
            for block in region.blocks:
                yield from filter(is_list, block.arguments)


# Each op on a list as ops on the tensor


def reserved(builder: Builder, op: Operation, kind: Kind) -> Value:
    type = op.results[0].type
    return constant(builder, 0, type.shape, type.element)


def blank(op: Operation, before: SizesBefore, sizes: list) -> Value:
    """Zeros of sizes that the program computes."""
    builder, type = Builder.before(op), op.results[0].type
    zero = constant(builder, 0, (), type.element)
    return builder.value("tf.Fill", [before.shape(sizes, builder), zero], type)


def filled(builder: Builder, op: Operation, kind: Kind) -> Value:
    type = op.results[0].type
    return padded(builder, op.operands[0], type, kind.is_stack)


def split(builder: Builder, op: Operation, kind: Kind) -> Value:
    type, lengths = op.results[0].type, constant_of(op.operands[2])
    sizes = (len(lengths), *type.shape[1:])
    tensor = builder.value("tf.Reshape", [op.operands[0], constant(builder, sizes, (len(sizes),))], type.with_shape(sizes))
    return padded(builder, tensor, type, kind.is_stack)


def padded(builder: Builder, tensor: Value, type: Type, is_stack: bool) -> Value:
    """A tensor of all elements, with rows of zeros for those to come."""
    if is_stack:
        tensor = turned(builder, tensor)
    if type.shape[0] == tensor.type.shape[0] or type.shape[0] is None:
        return tensor
    short = type.shape[0] - tensor.type.shape[0]
    blank = constant(builder, 0, (short, *type.shape[1:]), type.element)
    return builder.value("tf.ConcatV2", [tensor, blank, constant(builder, 0)], type)


def turned(builder: Builder, tensor: Value) -> Value:
    return builder.value("tf.ReverseV2", [tensor, constant(builder, [0], (1,))], tensor.type)


def stacked(builder: Builder, op: Operation, kind: Kind) -> Value:
    held = op.operands[0]
    count = kind.length
    part = held if count is None or count == held.type.shape[0] else rows(builder, held, 0, count)
    return turned(builder, part) if kind.is_stack else part


def concatenated(builder: Builder, op: Operation, kind: Kind) -> list[Value]:
    tensor = stacked(builder, op, kind)
    count, size, *sizes = tensor.type.shape
    shape = [count * size, *sizes]
    joined = builder.value("tf.Reshape", [tensor, constant(builder, shape, (len(shape),))], tensor.type.with_shape(shape))
    return [joined, constant(builder, size, (count,), I64)]


def places(builder: Builder, op: Operation, kind: Kind, indices: Value) -> Value:
    """The rows where elements of these numbers are."""
    if not kind.is_stack:
        return indices
    return builder.value("tf.Sub", [constant(builder, kind.length - 1), indices], indices.type)


def read(builder: Builder, op: Operation, kind: Kind) -> Value:
    held, index = op.operands[:2]
    operands = [held, places(builder, op, kind, index), constant(builder, 0)]
    return builder.value("tf.GatherV2", operands, held.type.with_shape(held.type.shape[1:]), {"batch_dims": 0})


def written(builder: Builder, op: Operation, kind: Kind) -> Value:
    held, index, item = op.operands
    index = places(builder, op, kind, index)
    place = builder.value("tf.Reshape", [index, constant(builder, [1, 1], (2,))], TensorType((1, 1), I32))
    row = builder.value("tf.ExpandDims", [item, constant(builder, 0)], held.type.with_shape((1, *held.type.shape[1:])))
    return builder.value("tf.TensorScatterUpdate", [held, place, row], held.type)


def are_all(indices: Value, length: int | None) -> bool:
    numbers = constant_of(indices)
    return numbers is not None and length is not None and numbers.tolist() == list(range(length))


def gathered(builder: Builder, op: Operation, kind: Kind) -> Value:
    held, indices = op.operands[:2]
    if are_all(indices, kind.length):
        return stacked(builder, op, kind)
    count = indices.type.shape[0] if indices.type.shape else None
    type = held.type.with_shape((count, *held.type.shape[1:]))
    operands = [held, places(builder, op, kind, indices), constant(builder, 0)]
    return builder.value("tf.GatherV2", operands, type, {"batch_dims": 0})


def scattered(builder: Builder, op: Operation, kind: Kind) -> Value:
    held, tensor, indices = op.operands
    if kind.length == held.type.shape[0] and are_all(indices, kind.length):
        return tensor
    return scattered_into(builder, held, places(builder, op, kind, indices), tensor)


def scattered_into(builder: Builder, held: Value, indices: Value, tensor: Value) -> Value:
    count = indices.type.shape[0] if indices.type.shape else None
    at = builder.value("tf.ExpandDims", [indices, constant(builder, 1)], TensorType((count, 1), I32))
    return builder.value("tf.TensorScatterUpdate", [held, at, tensor], held.type)


def scattered_new(builder: Builder, op: Operation, kind: Kind) -> Value:
    type, count = op.results[0].type, scattered_length(op)
    blank = constant(builder, 0, (count, *type.shape[1:]), type.element)
    return padded(builder, scattered_into(builder, blank, op.operands[1], op.operands[0]), type, kind.is_stack)


def element_shape(builder: Builder, op: Operation, kind: Kind) -> Value:
    held, element = op.operands[0], op.results[0].type.element
    sizes = held.type.shape[1:]
    if is_static(sizes):
        return constant(builder, sizes, (len(sizes),), element)
    shape = builder.value("tf.Shape", [held], TensorType((len(sizes) + 1,), element))
    bounds = [constant(builder, [number], (1,)) for number in (1, len(sizes))]
    return builder.value("tf.Slice", [shape, *bounds], TensorType((len(sizes),), element))


def length(builder: Builder, op: Operation, kind: Kind) -> Value:
    if kind.length is not None:
        return constant(builder, kind.length)
    held = op.operands[0]
    shape = builder.value("tf.Shape", [held], TensorType((len(held.type.shape),), I32))
    return builder.value("tf.GatherV2", [shape, constant(builder, 0), constant(builder, 0)], TensorType((), I32), {"batch_dims": 0})


def pushed(builder: Builder, op: Operation, kind: Kind) -> Value:
    held, item = op.operands
    row = builder.value("tf.ExpandDims", [item, constant(builder, 0)], held.type.with_shape((1, *held.type.shape[1:])))
    return builder.value("tf.ConcatV2", [row, rows(builder, held, 0, held.type.shape[0] - 1), constant(builder, 0)], held.type)


def popped(builder: Builder, op: Operation, kind: Kind) -> list[Value]:
    held = op.operands[0]
    count, *sizes = held.type.shape
    row = held.type.with_shape((1, *sizes))
    last = (
        constant(builder, 0, row.shape, row.element) if row.is_static else builder.value("tf.ZerosLike", [rows(builder, held, 0, 1)], row)
    )
    left = builder.value("tf.ConcatV2", [rows(builder, held, 1, count - 1), last, constant(builder, 0)], held.type)
    top = builder.value("tf.GatherV2", [held, constant(builder, 0), constant(builder, 0)], held.type.with_shape(sizes), {"batch_dims": 0})
    return [left, top]


def made(builder: Builder, op: Operation, kind: Kind) -> Value:
    return builder.value("tf.ExpandDims", [op.operands[0], constant(builder, 0)], op.results[0].type)


def only(builder: Builder, op: Operation, kind: Kind) -> Value:
    held = op.operands[0]
    operands = [held, constant(builder, 0), constant(builder, 0)]
    return builder.value("tf.GatherV2", operands, held.type.with_shape(held.type.shape[1:]), {"batch_dims": 0})


def rows(builder: Builder, held: Value, first: int, count: int) -> Value:
    sizes = held.type.shape[1:]
    begin, size = [first, *[0] * len(sizes)], [count, *[-1 if size is None else size for size in sizes]]
    operands = [held, constant(builder, begin, (len(begin),)), constant(builder, size, (len(size),))]
    return builder.value("tf.Slice", operands, held.type.with_shape((count, *sizes)))


def piece_type(op: Operation) -> TensorType:
    """The type of each of the pieces that a tensor is split into, as far as they are alike."""
    lengths, type = constant_of(op.operands[2]), op.operands[0].type
    alike = lengths is not None and len(set(lengths.tolist())) == 1 and type.shape
    return type.with_shape((int(lengths[0]), *type.shape[1:]) if alike else None)


REPLACEMENTS: dict[str, Callable[[Builder, Operation, Kind], Value | list[Value]]] = {
    "tf.TensorListReserve": reserved,
    "tf.EmptyTensorList": reserved,
    PUSH: pushed,
    POP: popped,
    "tf.TensorListFromTensor": filled,
    "tf.TensorListSplit": split,
    "tf.TensorListStack": stacked,
    "tf.TensorListConcatV2": concatenated,
    "tf.TensorListGetItem": read,
    "tf.TensorListGather": gathered,
    SCATTER: scattered,
    "tf.TensorListScatterV2": scattered_new,
    "tf.TensorListScatter": scattered_new,
    SET: written,
    "tf.TensorListLength": length,
    "tf.TensorListElementShape": element_shape,
    VALUE: made,
    NO_VALUE: reserved,
    VALUE_OF: only,
}
# Which operand of ops says the shape of elements
SHAPES = {RESERVE: 0, EMPTY: 0, POP: 1, "tf.TensorListGetItem": 2}
# Ops that take all elements of a list
WHOLE = ("tf.TensorListStack", "tf.TensorListConcatV2", "tf.TensorListLength")
# Ops that need sizes as numbers
OF_KNOWN_SIZES = {SPLIT, "tf.TensorListScatterV2", "tf.TensorListScatter", "tf.TensorListConcatV2"}
# Ops that use a list as a stack, and those that use it by number.
STACKING = {"tf.EmptyTensorList", "tf.TensorListReserve", "tf.TensorListElementShape", PUSH, POP}
READING = {VALUE_OF, "tf.EmptyTensorList", "tf.TensorListElementShape", "tf.TensorListGetItem", "tf.TensorListGather", *WHOLE}
