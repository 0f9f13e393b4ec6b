"""A function of the sequencer as a program runs it: in pieces, between which the host decides what comes next, or reads how large what follows is.

Pieces of which all sizes follow from those of a call are prepared when it comes. The others are prepared where they are reached, when the
sizes are known, and kept for as long as these stay the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, TypeGuard

from tfir.dialects.cf import passed
from tfir.dialects.iree_ll_seq import byte_size
from tfir.execution.arenas import Arena
from tfir.execution.expansion import expanded
from tfir.execution.numbers_in_buffers import BY_NUMBERS, COMPUTED, SIZES, rule_by_numbers
from tfir.execution.sequencer import (
    ARITHMETIC,
    CHOICES,
    DIMENSION,
    INTERPRETED,
    LEVELS,
    LOAD,
    LOOKING,
    RESHAPES,
    RULES,
    Program,
    check_sizes,
    different,
    dispatched,
    has_workload,
    in_turn,
    is_host_number,
    is_read,
    leaves_open,
    portable_entry,
)
from tfir.ir.dense import DenseAttr
from tfir.ir.diagnostics import Error
from tfir.ir.dominance import post_order
from tfir.ir.operations import Block, Operation, Value
from tfir.ir.symbols import SymbolTable
from tfir.ir.types import I8, I32, MemRefType, ShapedType, TensorType, Type

OTHERS = ("dispatch", "static_dispatch", "dynamic_dispatch", "cond_assign", "return", "br", "cond_br", "alloc_arena", "arena_slice")
COPY = "iree_ll_seq.dynamic_copy"
SAME_KIND = ("clone", "assign")  # whose results are of their operands' types and sizes


class Piece:
    """What runs as a whole. `steps` are operations, the last of a block among them; `reads` the numbers that the host reads in front of
    it; `pairs` are copied behind it. What follows: another piece, or one of two by the condition that the last step is given."""

    __slots__ = ("reads", "steps", "pairs", "following", "looked_at", "needs", "is_steady", "seen", "prepared", "readings", "refused")

    def __init__(self, steps: Sequence[Operation] = (), reads: Sequence[Operation] = (), pairs: Sequence[tuple[Value, Value]] = ()):
        self.steps, self.reads, self.pairs = list(steps), list(reads), list(pairs)
        self.following: list[Piece] = []
        self.looked_at: list[Value] = []  # by the host, when it has run
        self.needs: list[Value] = []  # of what other pieces make, buffers and numbers that may be others each time
        self.is_steady = True
        self.seen: list[Any] | None = None  # what it is prepared for
        self.prepared: Any = None
        self.readings: dict[Value, Any] = {}
        self.refused: Error | None = None  # why the sizes of the call rule it out

    @property
    def used(self) -> list[Value]:
        return [*self.looked_at, *[value for pair in self.pairs for value in pair], *[value for op in self.steps for value in op.operands]]

    @property
    def made(self) -> list[Value]:
        return [op.result for op in (*self.reads, *self.steps) if op.results]


class Pieces:
    """A function with the buffers `arguments`, of the static types `kinds`, of a program. Raises Error for an op that is not of the sequencer."""

    def __init__(self, func: Operation, arguments: Sequence, kinds: Sequence[Type], program: Program):
        self.program, self.executables = program, SymbolTable(func.parent_op)
        func = expanded(func, self.executables)
        self.arenas: dict[Value, Arena] = {}
        self.sizes: dict[Value, Any] = {}  # what the host computes of sizes
        self.kinds = dict(zip(func.body.arguments, kinds, strict=True))  # static types of buffers whose own leave sizes open
        blocks = post_order(func.region.entry)[::-1]  # what a block reads of others is known before
        self.buffers = dict(zip(func.body.arguments, arguments, strict=True))
        places = [argument for block in blocks[1:] for argument in block.arguments]
        self.buffers |= {place: program.allocate(place.type) for place in places if not leaves_open(place.type)}
        for op in [op for block in blocks for op in block]:
            check_known(op)
        pieces = in_pieces(blocks)
        self.first = pieces[0]
        self.refused: dict[Value, Error] = {}  # what refused pieces would make, or pass on
        steady = [piece for piece in pieces if piece.is_steady and self.is_told(piece)]
        program.prepare([piece.prepared for piece in steady])

    def run(self) -> list:
        """The buffers of the results."""
        piece, before = self.first, self.first
        while True:
            if piece.refused is not None:
                raise piece.refused
            if not piece.is_steady:
                self.renew(piece, before)
            self.program.run(piece.prepared)
            if not piece.following:
                return [self.buffers[value] for value in piece.steps[-1].operands]
            before = piece
            piece = piece.following[0 if len(piece.following) == 1 or self.holds(piece) else 1]

    def holds(self, piece: Piece) -> bool:
        return bool(self.program.content(piece.readings[piece.steps[-1].operands[0]]))

    def renew(self, piece: Piece, before: Piece) -> None:
        """Reads sizes, and prepares a piece for them where it is not."""
        seen = [self.number_read(op, before) for op in piece.reads]
        seen += [self.sizes[value] if value in self.sizes else self.buffers[value] for value in piece.needs]
        if piece.seen is not None and all(map(is_same, piece.seen, seen)):
            return
        if piece.seen is not None:
            self.program.drop(piece.prepared)
        piece.seen = None
        self.tell(piece)
        self.program.prepare([piece.prepared])
        piece.seen = seen

    def number_read(self, op: Operation, before: Piece) -> Any:
        """Reads a number, or what a choice goes by; what tells whether all is as it was: the number, the shape that it is a size of, or the
        buffer that is chosen."""
        if op.name in CHOICES:
            condition, *either = op.operands
            chosen = either[0 if self.program.content(before.readings[condition]).reshape(-1)[0] else 1]
            self.kinds[op.result] = self.kinds.get(chosen, chosen.type)
            buffer = self.buffers[op.result] = self.buffers[chosen]
            return buffer
        if op.name == LOAD:
            places = tuple([int(self.sizes[value]) for value in op.operands[1:]])
            content = self.program.content(before.readings[op.operands[0]])
            if len(places) != content.ndim or not all([0 <= place < size for place, size in zip(places, content.shape)]):
                raise Error.on(op, f"reads element {list(places)} of a buffer of shape {list(content.shape)}")
            number = self.sizes[op.result] = int(content[places])
            return number
        shape = self.buffers[op.operands[0]].value.shape
        self.sizes[op.result] = self.dimension(op, shape, op.operands[1])
        return shape

    def dimension(self, op: Operation, sizes: Sequence[Any], axis: Value) -> Any:
        number = int(self.sizes[axis])
        if not 0 <= number < len(sizes):
            raise Error.on(op, f"asks for dimension {number} of {len(sizes)}")
        return sizes[number]

    def is_told(self, piece: Piece) -> bool:
        """Whether the program could be told what a piece does. Where the sizes of the call rule that out it may be on a way that these do
        not take, so that the error waits until it is reached; in the first piece it does not."""
        piece.refused = next((self.refused[value] for value in piece.used if value in self.refused and value not in self.buffers), None)
        try:
            if piece.refused is None:
                self.tell(piece)
                return True
        except Error as error:
            if piece is self.first:
                raise
            piece.refused = error
        targets = [target for op in piece.steps[-1:] if op.successors for target, _ in passed(op)]
        values = [*piece.made, *[place for target in targets for place in target.arguments]]
        self.refused.update(dict.fromkeys(values, piece.refused))
        return False

    def tell(self, piece: Piece) -> None:
        """Tells the program what a piece does."""
        piece.prepared = self.program.begin()
        for op in piece.steps:
            if op.next is not None:
                self.step(op)
        for op in piece.steps[-1:]:
            for target, values in passed(op) if op.successors else ():
                self.make_room(target.arguments, values)
        for source, target in in_turn(piece.pairs, self.temporary):
            self.check_copy(target, source, target)
            self.program.copy(self.buffers[source], 0, self.buffers[target], 0, byte_size(self.kinds.get(target, target.type)))
        piece.readings = {value: self.program.read(self.buffers[value]) for value in piece.looked_at}

    def make_room(self, places: Iterable[Value], values: Iterable[Value]) -> None:
        """Allocates what a block is passed of open sizes, which are those of the values that arrive first, and of all others."""
        for place, value in zip(places, values):
            if place not in self.buffers:
                self.kinds[place] = self.kinds[value]
                self.buffers[place] = self.program.allocate(self.kinds[place])

    def check_copy(self, at: Operation | Value, source: Value, target: Value) -> None:
        """Raises Error where one buffer is to be copied to another of other sizes."""
        kinds = [self.kinds.get(value, value.type) for value in (source, target)]
        if kinds[0] is not kinds[1]:
            raise Error(f"{kinds[0]} would be copied to {kinds[1]}: sizes of feeds do not go together", at)

    def temporary(self, like: Value) -> Value:
        value = Value(like.type, None, 0)
        self.kinds[value] = self.kinds.get(like, like.type)
        self.buffers[value] = self.program.allocate(self.kinds[value])
        return value

    def step(self, op: Operation) -> None:
        if is_host_number(op):
            self.sizes[op.result] = self.computed(op)
            return
        operands = [self.buffers[value] for value in op.operands if value not in self.sizes]
        numbers = [self.sizes[value] for value in op.operands if value in self.sizes]
        local = op.name.partition(".")[2] if op.name.startswith(LEVELS) or op.name == INTERPRETED else ""
        if local in ("dispatch", "static_dispatch", "dynamic_dispatch"):
            told = with_workload(op, numbers) if numbers else op
            self.dispatch(told, operands[has_workload(told) :])
            if told is not op:
                told.drop_uses()
        elif local == "alloc_arena":
            arena = self.arenas[op.result] = Arena(op, numbers)
            self.kinds[op.result] = MemRefType((arena.size,), I8)
            self.buffers[op.result] = self.program.allocate(self.kinds[op.result])
        elif local == "arena_slice":
            kind = self.kinds[op.result] = self.sized(op)
            assert isinstance(kind, ShapedType), "it is a memref"
            offset = self.arenas[op.operands[0]].offset_of(op, kind)
            self.buffers[op.result] = self.program.slice(operands[0], offset, byte_size(kind), kind)
        elif local in COMPUTED:
            self.program.compute(op, *COMPUTED[local], operands)
        elif local in RULES or local in SIZES or local in BY_NUMBERS:
            if op.results:
                self.kinds[op.result] = self.sized(op)
            self.buffers.update(dict.fromkeys(op.results, self.made(op, operands, numbers)))
        else:
            raise Error.on(op, "cannot be executed by the sequencer")

    def made(self, op: Operation, operands: list, numbers: list) -> object:
        """What the device makes of an operation."""
        kinds = [self.kinds.get(value, value.type) for value in (*op.results, *op.operands) if value not in self.sizes]
        rule = rule_by_numbers(op, numbers)
        if rule is not None:
            return rule(self.program, op, kinds[0], kinds[len(op.results) :], operands, numbers)
        if op.name == COPY:
            self.check_copy(op, *op.operands)
        return RULES[op.name.partition(".")[2]](self.program, op, kinds[0] if kinds else None, *operands)

    def dispatch(self, op: Operation, operands: list) -> None:
        _, executable, entry = dispatched(op, self.executables)
        kinds = [self.kinds.get(value, value.type) for value in op.operands[has_workload(op) :]]
        is_told = all([kind.is_static for kind in kinds if isinstance(kind, ShapedType)])  # what texts the host makes is told later
        if is_told and any([leaves_open(value.type) for value in op.operands]):
            check_sizes(op, portable_entry(executable, entry), kinds)
        self.program.dispatch(op, executable, entry, operands)

    def computed(self, op: Operation) -> Any:
        """What the host computes by an operation."""
        if op.name == DIMENSION:
            source, axis = op.operands
            kind = self.kinds[source]
            return self.dimension(op, kind.sizes, axis) if isinstance(kind, ShapedType) else None
        if op.name not in ARITHMETIC:
            raise Error.on(op, "cannot be executed by the sequencer")
        return ARITHMETIC[op.name](op, *[self.sizes[value] for value in op.operands])

    def sized(self, op: Operation) -> Type:
        """The type of a result, with the sizes that the operation is given where it leaves some open. Raises Error where what is viewed
        has another number of elements."""
        if op.name.rpartition(".")[2] in SAME_KIND:
            return self.kinds.get(op.operands[0], op.operands[0].type)
        type, given = op.result.type, [self.sizes[value] for value in op.operands if value in self.sizes]
        kind: Type = told_type(op, type, given) if given and isinstance(type, ShapedType) else type
        source = self.kinds.get(op.operands[0], op.operands[0].type) if op.name in RESHAPES else kind
        if is_sized(source) and is_sized(kind) and source.size != kind.size:
            raise Error.on(op, f"views {source} as {kind}, of another number of elements: sizes of feeds do not go together")
        return kind


def told_type(op: Operation, type: ShapedType, given: list) -> MemRefType:
    """The type of a result that is given the sizes that its own leaves open, or in 2019 all of them, the last of what it is given."""
    shape = type.shape or ()
    numbers = given[len(given) - len(shape) :] if len(given) > shape.count(None) else given
    if len(numbers) == len(shape):
        if any([stated not in (None, size) for stated, size in zip(shape, numbers)]):
            raise Error.on(op, f"has the shape {numbers} for a result of type {type}")
        kind = MemRefType(numbers, type.element)
    else:
        each = iter(numbers)
        kind = MemRefType([next(each, -1) if size is None else size for size in shape], type.element)
    if any([isinstance(size, int) and size < 0 for size in kind.sizes]):
        raise Error.on(op, f"has a result of type {type}, of which the sizes come to {kind}")
    return kind


def with_workload(op: Operation, numbers: list[int]) -> Operation:
    """A dispatch that is told how much there is to do by numbers, which stand behind its buffers."""
    workload = DenseAttr.of(numbers, TensorType((len(numbers),), I32))
    attributes = {"callee": op.attributes["callee"], "workload": workload}
    return Operation("iree_ll_seq.static_dispatch", op.operands[: -len(numbers)], attributes=attributes, location=op.location)


def check_known(op: Operation) -> None:
    """Raises Error for an operation of the sequencer that no device has."""
    local = op.name.partition(".")[2]
    is_executed = any([local in names for names in (RULES, SIZES, BY_NUMBERS, COMPUTED, OTHERS)])
    if op.name.startswith(LEVELS) and not is_executed:
        raise Error.on(op, "cannot be executed by the sequencer")


def is_sized(kind: Type) -> TypeGuard[ShapedType]:
    return isinstance(kind, ShapedType) and kind.is_static


def is_same(one: Any, other: Any) -> bool:
    """Whether a number, a shape or a buffer is the one that it was."""
    return one is other or (isinstance(one, (int, tuple)) and one == other)


# A function in pieces


def in_pieces(blocks: list[Block]) -> list[Piece]:
    """The pieces of blocks, of which the first one begins, each with what follows it."""
    of_blocks = {block: list(cut(block)) for block in blocks}
    ways: list[Piece] = []
    for pieces in of_blocks.values():
        for piece, following in zip(pieces, pieces[1:]):
            piece.following = [following]
            piece.looked_at = list(dict.fromkeys([op.operands[0] for op in following.reads if op.name in LOOKING]))
        branch(pieces[-1], of_blocks, ways)
    pieces = [*[piece for pieces in of_blocks.values() for piece in pieces], *ways]
    mark_unsteady(pieces)
    return pieces


def cut(block: Block) -> Iterator[Piece]:
    """The pieces of a block: what it reads of sizes begins another."""
    piece = Piece()
    for op in block:
        if is_read(op):
            has_others = any([not is_host_number(step) or step.result in op.operands for step in piece.steps])
            if not piece.reads or has_others or any([each.name in CHOICES for each in (*piece.reads, op)]):
                yield piece
                piece = Piece()
            piece.reads.append(op)
        else:
            piece.steps.append(op)
    yield piece


def branch(piece: Piece, of_blocks: dict[Block, list[Piece]], ways: list[Piece]) -> None:
    """Says what follows the last piece of a block. A way on which anything is passed is a piece, unless it is the only one."""
    last = piece.steps[-1]
    targets = [(block, different(zip(values, block.arguments))) for block, values in passed(last)] if last.successors else []
    if len(targets) == 1:
        piece.pairs = targets[0][1]
    else:
        piece.looked_at += last.operands[: min(len(targets), 1)]
    for block, pairs in targets:
        first = of_blocks[block][0]
        if pairs and len(targets) > 1:
            way = Piece(pairs=pairs)
            way.following, first = [first], way
            ways.append(way)
        piece.following.append(first)


def mark_unsteady(pieces: Iterable[Piece]) -> None:
    """Finds the pieces that depend on a size that is read, and what they need of other such pieces."""
    unsteady: dict[Value, Piece] = {}
    for piece in pieces:
        piece.needs = list(dict.fromkeys([value for value in piece.used if value in unsteady]))
        piece.is_steady = not piece.reads and not piece.needs
        if not piece.is_steady:
            unsteady.update(dict.fromkeys(piece.made, piece))
