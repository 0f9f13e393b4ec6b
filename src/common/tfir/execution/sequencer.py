"""Walks a sequencer function once and tells a device, block by block and step by step, what to prepare; follows the blocks as they run.

Both levels of the sequencer are understood: `iree_ll_seq` as it leaves the compiler, `iree_hl_seq` for looking at the
stage before. What a buffer is, the device decides; the walk only passes it on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import prod
from typing import Any

from tfir.dialects.cf import passed
from tfir.dialects.iree_ll_seq import byte_size
from tfir.ir.diagnostics import Error
from tfir.ir.dominance import post_order
from tfir.ir.operations import Block, Operation, Value
from tfir.ir.symbols import SymbolTable
from tfir.ir.types import MemRefType, OpaqueType, ShapedType, Type, shapes_fit
from tfir.ods.shapes import named, shape_text

# The formats of `iree.executable`: what every device could be compiled for, what a device runs, and what the host computes.
UNSPECIFIED, SPIRV, HOST = "Unspecified", "SPIRV", "Host"

LEVELS = ("iree_ll_seq.", "iree_hl_seq.")
WITH_WORKLOAD = "iree_hl_seq.dispatch"  # which is its first operand
INTERPRETED = "iree_interp.constant"
RESHAPES = ("iree_ll_seq.reshape", "iree_hl_seq.reshape")
DIMENSION = "memref.dim"
VIEWS = (*RESHAPES, "iree_ll_seq.static_slice", "iree_ll_seq.dynamic_slice")


def is_kept_on_host(kind: Type) -> bool:
    """Whether values of a type are no bytes of a known number: text, handles, tensors of unknown sizes."""
    return not isinstance(kind, ShapedType) or isinstance(kind.element, OpaqueType) or not kind.is_static


class Device:
    """The interface of a device. Buffers are the device's own objects; `kind` is a memref type, a static one where a device keeps it."""

    def begin(self):
        """What follows, up to the next call of this, belongs to one block, which runs as a whole each time. Allocations and constants belong
        to all blocks."""
        raise NotImplementedError

    def constant(self, value, kind):
        """A buffer that holds a constant."""
        raise NotImplementedError

    def allocate(self, kind):
        """A new buffer, its content undefined."""
        raise NotImplementedError

    def slice(self, buffer, offset: int, length: int, kind):
        """A part of a buffer, in bytes, under another type."""
        raise NotImplementedError

    def reshape(self, buffer, kind):
        """The same buffer under another memref type of the same size in bytes."""
        raise NotImplementedError

    def dispatch(self, op: Operation, executable: Operation, entry: str, buffers):
        """Run an entry of an executable on `buffers`, in the order of its arguments. The device chooses among the executable's
        architectures; of one for the host it lets the host compute it, when all before it is done."""
        raise NotImplementedError

    def copy(self, source, source_offset: int, target, target_offset: int, length: int):
        """Copy `length` bytes between two buffers; offsets are in bytes."""
        raise NotImplementedError

    def fill(self, buffer, offset: int, length: int, value: int):
        """Fill `length` bytes of a buffer, from byte `offset` on, with the 32-bit pattern `value`."""
        raise NotImplementedError


def is_host_number(op: Operation) -> bool:
    """Whether an operation of a sequence computes a size, which the host does before anything runs."""
    return op.name == DIMENSION or op.name in ARITHMETIC


def is_sequence(func: Operation) -> bool:
    last = func.body.last
    return last is not None and last.name.startswith(LEVELS)


@dataclass(frozen=True)
class Ending:
    """What comes after a block: of two that follow, by number, the first where the only one of `buffers` holds true; where none follows,
    `buffers` are the function's results."""

    following: tuple[int, ...]
    buffers: list


def follow(endings: list[Ending], run: Callable[[int], object], holds: Callable[[int], bool]) -> list:
    """Runs a function: block by block from the first on, with `run`, which may put off what it does until `holds` asks for the condition
    that a block ends with. The buffers of the results."""
    number = 0
    while True:
        run(number)
        following = endings[number].following
        if not following:
            return endings[number].buffers
        number = following[0 if len(following) == 1 or holds(number) else 1]


def walk(func: Operation, arguments, kinds: Sequence[Type], device: Device) -> list[Ending]:
    """Tell a device all that a function does with the buffers `arguments` of the static types `kinds`; returns how each block ends.

    Raises Error for an op that is not of the sequencer.
    """
    return _Walk(func, arguments, kinds, device).endings


class SizedPrograms:
    """A function of the sequencer as a program for the sizes of each call: `make(kinds)`, for types of the arguments that leave no size
    open, is made where a call brings other sizes than the one before, and then told to `close`, where it can be."""

    def __init__(self, func: Operation, make: Callable[[tuple[Type, ...]], Callable]):
        self.types = [value.type for value in func.body.arguments]
        self.make = make
        self.kinds: tuple[Type, ...] | None = None
        if not any(map(leaves_open, self.types)):
            self._take(tuple(self.types))

    def __call__(self, arrays: list) -> list:
        kinds = tuple([sized_as(type, array) for array, type in zip(arrays, self.types, strict=True)])
        if kinds != self.kinds:
            self._take(kinds)
        return self.program(arrays)

    def _take(self, kinds: tuple[Type, ...]) -> None:
        self.close()
        self.program, self.kinds = self.make(kinds), kinds

    def close(self) -> None:
        """Gives back what the program holds, where it holds anything."""
        if self.kinds is not None and hasattr(self.program, "close"):
            self.program.close()
        self.kinds = None


def leaves_open(type: Type) -> bool:
    """Whether a device would keep values of a type, but for sizes that it does not say."""
    return isinstance(type, ShapedType) and not type.is_static and not isinstance(type.element, OpaqueType)


def sized_as(type: Type, array: Any) -> Type:
    """The type of a value, without open sizes. Raises Error where it is of another shape."""
    if not isinstance(type, ShapedType) or not leaves_open(type):
        return type
    if not shapes_fit(array.shape, type.shape):
        raise Error(f"a value of shape {list(array.shape)} is given to an argument of type {type}")
    return MemRefType(array.shape, type.element)


class _Walk:
    def __init__(self, func: Operation, arguments, kinds: Sequence[Type], device: Device):
        self.device, self.executables = device, SymbolTable(func.parent_op)
        self.sizes: dict[Value, Any] = {}  # what the host computes of sizes
        self.kinds = dict(zip(func.body.arguments, kinds, strict=True))  # static types of buffers whose own leave sizes open
        blocks = post_order(func.region.entry)[::-1]  # what a block reads of others is known before
        self.buffers = dict(zip(func.body.arguments, arguments, strict=True))
        self.buffers |= {argument: device.allocate(argument.type) for block in blocks[1:] for argument in block.arguments}
        self.numbers = {block: number for number, block in enumerate(blocks)}
        self.ways: list[tuple[Block, list]] = []  # blocks of their own, behind all others
        self.endings = [self.block(block) for block in blocks]
        self.endings += [self.way(*way) for way in self.ways]

    def block(self, block: Block) -> Ending:
        self.device.begin()
        *steps, last = block
        for op in steps:
            self.step(op)
        if not last.successors:
            return Ending((), [self.buffers[value] for value in last.operands])
        ways = [(target, different(zip(values, target.arguments))) for target, values in passed(last)]
        if len(ways) == 1:
            self.copy(ways[0][1])
            return Ending((self.numbers[ways[0][0]],), [])
        return Ending(tuple([self.number(*way) for way in ways]), [self.buffers[last.operands[0]]])

    def number(self, target: Block, pairs: list) -> int:
        """The number of a block, or of one that copies what is passed to it."""
        if not pairs:
            return self.numbers[target]
        self.ways.append((target, pairs))
        return len(self.numbers) + len(self.ways) - 1

    def way(self, target: Block, pairs: list) -> Ending:
        self.device.begin()
        self.copy(pairs)
        return Ending((self.numbers[target],), [])

    def copy(self, pairs: list) -> None:
        for source, target in in_turn(pairs, self.temporary):
            self.device.copy(self.buffers[source], 0, self.buffers[target], 0, byte_size(target.type))

    def temporary(self, like: Value) -> Value:
        value = Value(like.type, None, 0)
        self.buffers[value] = self.device.allocate(like.type)
        return value

    def step(self, op: Operation) -> None:
        if is_host_number(op):
            self.sizes[op.result] = self.computed(op)
            return
        operands = [self.buffers[value] for value in op.operands if value not in self.sizes]
        local = op.name.partition(".")[2] if op.name.startswith(LEVELS) or op.name == INTERPRETED else ""
        if local in ("dispatch", "static_dispatch", "dynamic_dispatch"):
            _, executable, entry = dispatched(op, self.executables)
            kinds = [self.kinds.get(value, value.type) for value in op.operands[op.name == WITH_WORKLOAD :]]
            if any([leaves_open(value.type) for value in op.operands]) and not any(map(leaves_open, kinds)):
                check_sizes(op, portable_entry(executable, entry), kinds)
            self.device.dispatch(op, executable, entry, operands[op.name == WITH_WORKLOAD :])
        elif local in RULES:
            if op.results:
                self.kinds[op.result] = self.sized(op)
            result = RULES[local](self.device, op, self.kinds.get(op.results[0]) if op.results else None, *operands)
            self.buffers.update(dict.fromkeys(op.results, result))
        else:
            raise Error.on(op, "cannot be executed by the sequencer")

    def computed(self, op: Operation) -> Any:
        """What the host computes by an operation."""
        if op.name == DIMENSION:
            source, axis = op.operands
            kind = self.kinds[source]
            return kind.sizes[int(self.sizes[axis])] if isinstance(kind, ShapedType) else None
        if op.name not in ARITHMETIC:
            raise Error.on(op, "cannot be executed by the sequencer")
        return ARITHMETIC[op.name](op, *[self.sizes[value] for value in op.operands])

    def sized(self, op: Operation) -> Type:
        """The type of a result, with the sizes that the operation is given where it leaves some open."""
        type, given = op.result.type, [int(self.sizes[value]) for value in op.operands if value in self.sizes]
        if not given or not isinstance(type, ShapedType):
            return type
        numbers = iter(given)
        kind = MemRefType([next(numbers, -1) if size is None else size for size in type.shape or ()], type.element)
        source = self.kinds[op.operands[0]] if op.name in RESHAPES else kind
        if min(kind.sizes) < 0 or (isinstance(source, ShapedType) and source.size != kind.size):
            raise Error.on(op, f"has a result of type {type}, of which the sizes come to {kind}")
        return kind


def origin(value: Value, views: tuple[str, ...] = VIEWS) -> Value:
    """The allocation, argument or constant that a value is a view of or lies in."""
    while value.op is not None and value.op.name in views:
        value = value.op.operands[0]
    return value


def different(pairs: Iterable[tuple[Value, Value]]) -> list[tuple[Value, Value]]:
    """The pairs of buffers that are not one and the same memory."""
    return [(source, target) for source, target in pairs if origin(source, RESHAPES) is not target]


def in_turn(pairs: list[tuple[Value, Value]], temporary: Callable[[Value], Value]) -> Iterator[tuple[Value, Value]]:
    """Copies that happen all at once, as copies one after another: none overwrites what is yet to be read. Where they go round, one of
    them goes by way of `temporary`, a new buffer like the one given."""
    pending = list(pairs)
    while pending:
        read = {origin(source) for source, _ in pending}
        at = next((at for at, (_, target) in enumerate(pending) if target not in read), None)
        if at is not None:
            yield pending.pop(at)
            continue
        source, target = pending[0]
        pending[0] = temporary(source), target
        yield source, pending[0][0]


def check_sizes(dispatch: Operation, entry: Operation | None, kinds: list[Type]) -> None:
    """Raises Error where buffers of these types have sizes that do not go together by what the entry of a dispatch computes: kernels look
    at no more of them than they need."""
    from tfir.analysis.shapes import STRICT, ShapeAnalysis

    steps = list(entry.body) if entry is not None else []
    shapes = [kind.shape if isinstance(kind, ShapedType) else None for kind in kinds]
    given = {op.result: named(shapes[op.operands[0].index]) for op in steps if op.name == "iree.load_input"}
    analysis = ShapeAnalysis(STRICT, given).run(steps)
    for value, target in [op.operands for op in steps if op.name == "iree.store_output"]:
        if analysis[value].shape != shapes[target.index]:
            raise Error.on(
                dispatch, f"computes a tensor of shape {shape_text(analysis[value].shape)} for a buffer of type {kinds[target.index]}"
            )


def count_of(op: Operation, kind: ShapedType) -> int:
    """What the unknown sizes of a result come to together, for its type with the sizes."""
    declared = op.result.type.shape if isinstance(op.result.type, ShapedType) else None
    return prod([size for size, stated in zip(kind.sizes, declared or ()) if stated is None])


# How the host computes sizes.
ARITHMETIC: dict[str, Callable[..., int]] = {
    "arith.constant": lambda op: int(op.get("value")),
    "arith.addi": lambda op, a, b: a + b,
    "arith.subi": lambda op, a, b: a - b,
    "arith.muli": lambda op, a, b: a * b,
    "arith.divsi": lambda op, a, b: a // b if b else 0,
    "arith.cmpi": lambda op, a, b: a == b,  # no other relation is asked for
    "arith.select": lambda op, condition, a, b: a if condition else b,
}


# What a device is told, by an operation's local name.
RULES: dict[str, Callable[..., object]] = {
    "constant": lambda device, op, kind: device.constant(op.attributes["value"], kind),
    "alloc_heap": lambda device, op, kind: device.allocate(kind),
    "static_slice": lambda device, op, kind, buffer: device.slice(buffer, op.get("offset"), op.get("length"), kind),
    "dynamic_slice": lambda device, op, kind, buffer: device.slice(buffer, op.get("offset") * count_of(op, kind), byte_size(kind), kind),
    "reshape": lambda device, op, kind, buffer: device.reshape(buffer, kind),
    "static_copy": lambda device, op, _, source, target: device.copy(
        source, op.get("source_offset"), target, op.get("target_offset"), op.get("length")
    ),
    "static_fill": lambda device, op, _, buffer: device.fill(buffer, op.get("offset"), op.get("length"), op.get("value")),
}


def dispatched(op: Operation, executables: SymbolTable) -> tuple[Operation, Operation, str]:
    """The op, the executable and the entry that it runs. Checks the types of operands against the portable form of the entry, where there
    is one: without it only the device can."""
    callee = op.attributes["callee"]
    executable, name = executables.get(callee.root), callee.leaf
    if executable is None or executable.name != "iree.multi_arch_executable":
        raise Error.on(op, f"refers to @{callee.root}, which is no executable of this module")
    entry = portable_entry(executable, name)
    types = [value.type for value in op.operands[op.name == WITH_WORKLOAD :]]
    if entry is not None and types != [argument.type for argument in entry.body.arguments]:
        declared = ", ".join(str(argument.type) for argument in entry.body.arguments)
        raise Error.on(op, f"gives ({', '.join(map(str, types))}) to @{name}, which takes ({declared})")
    return op, executable, name


def portable_entry(executable: Operation, name: str) -> Operation | None:
    """The function that says what an entry of an executable computes, in StableHLO or, for the host, in other dialects too; or None."""
    general = architecture(executable, UNSPECIFIED) or architecture(executable, HOST)
    inside = general.walk() if general is not None else ()
    return next((op for op in inside if op.name == "func.func" and op.get("sym_name") == name), None)


def architecture(executable: Operation, format: str) -> Operation | None:
    """The executable in one format (`SPIRV`, ...), or None."""
    return next((op for op in executable.body if op.name == "iree.executable" and op.get("format") == format), None)
