"""Sequences of dispatches: what programs are told of them, and what their operations mean; `pieces.py` runs them.

Both levels of the sequencer are understood: `iree_ll_seq` as it leaves the compiler, `iree_hl_seq` for looking at the
stage before. What a buffer is, the program decides (`sequence.py`); all else only passes it on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from math import prod
from typing import Any

from tfir.dialects.iree.forms import HAS_WORKLOAD
from tfir.dialects.iree_ll_seq import byte_size
from tfir.ir.diagnostics import Error
from tfir.ir.lazy_region import content_of
from tfir.ir.operations import Operation, Value
from tfir.ir.symbols import SymbolTable
from tfir.ir.types import MemRefType, ShapedType, Type, is_number, shapes_fit
from tfir.ods.shapes import Symbol, divide_to_zero, divide_up, least, most, named, shape_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tfir.ods.shapes import Size

# The formats of `iree.executable`: what every device could be compiled for, what a device or the VM runs, and what the host computes.
UNSPECIFIED, SPIRV, LLVM, BYTECODE, HOST = "Unspecified", "SPIRV", "LLVM", "IreeBytecode", "Host"
PORTABLE = (UNSPECIFIED, HOST, BYTECODE)  # those that say what is computed, in the order in which they are asked
TARGET_NAME = "iree.target_name"  # of an executable that is for one of the module's fallback targets

LEVELS = ("iree_ll_seq.", "iree_hl_seq.")
WITH_WORKLOAD = "iree_hl_seq.dispatch"
INTERPRETED = "iree_interp.constant"  # a constant of iree_hl_seq, as the walkthrough of 2019 writes it
RESHAPES = ("iree_ll_seq.reshape", "iree_hl_seq.reshape", "iree_ll_seq.assign", "iree_hl_seq.assign")
DIMENSION, LOAD = "memref.dim", "memref.load"
CHOICES = tuple([f"{level}cond_assign" for level in LEVELS])
LOOKING = (LOAD, *CHOICES)  # at what their first operand holds
VIEWS = (*RESHAPES, *[f"iree_ll_seq.{name}" for name in ("static_slice", "dynamic_slice", "arena_slice")])


def is_kept_on_host(kind: Type) -> bool:
    """Whether values of a type are no bytes of a known number: text, handles, tensors of unknown sizes."""
    return not isinstance(kind, ShapedType) or not is_number(kind.element) or not kind.is_static


class Program:
    """What a walk over a function asks of the program that it makes, and tells it to run. Buffers are the program's own objects; `kind` is a
    memref type, a static one where a device keeps it."""

    def begin(self):
        """What follows, up to the next call of this, is one piece, which runs as a whole each time. Returns it. Constants belong to all."""
        raise NotImplementedError

    def read(self, buffer):
        """The host looks at a buffer when the piece has run: what `content` takes."""
        raise NotImplementedError

    def prepare(self, pieces: list):
        """Nothing more comes for these pieces, which run from now on. Memory that was asked for since the last call is theirs."""
        raise NotImplementedError

    def run(self, piece):
        """Runs a piece that is prepared, before anything looks at what it does."""
        raise NotImplementedError

    def content(self, reading):
        """The array that a buffer holds that the host looks at, when all has run that it was told to run."""
        raise NotImplementedError

    def drop(self, piece):
        """The piece is not run again, and nothing that was prepared with it."""

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
        architectures; one for the host is computed by the host, when all before it is done."""
        raise NotImplementedError

    def upload(self, source, target):
        """Copy what the host alone has to a buffer of its shape."""
        raise NotImplementedError

    def copy(self, source, source_offset: int, target, target_offset: int, length: int):
        """Copy `length` bytes between two buffers; offsets are in bytes."""
        raise NotImplementedError

    def fill(self, buffer, offset: int, length: int, value: int):
        """Fill `length` bytes of a buffer, from byte `offset` on, with the 32-bit pattern `value`."""
        raise NotImplementedError

    def compute(self, op: Operation, body: Callable[..., None], written: set[int], buffers):
        """Let the host compute what an operation does to its `buffers` as arrays, when all before it is done: the body takes the operation and
        these, and writes to those at the places `written`."""
        raise NotImplementedError


def is_host_number(op: Operation) -> bool:
    """Whether an operation of a sequence computes a size, which the host does: before anything runs, or where it reads one."""
    return op.name in (DIMENSION, LOAD) or op.name in ARITHMETIC


def is_sequence(func: Operation) -> bool:
    last = func.body.last
    return last is not None and last.name.startswith(LEVELS)


def is_read(op: Operation) -> bool:
    """Whether a number, or a choice of a buffer, is known only when what stands before it has run: one that a buffer holds, or a size of what
    the host made."""
    if op.name in LOOKING:
        return True
    return op.name == DIMENSION and op.operands[0].op is not None and leaves_open(op.operands[0].type) and not op.operands[0].op.operands


def leaves_open(type: Type) -> bool:
    """Whether a device would keep values of a type, but for sizes that it does not say."""
    return isinstance(type, ShapedType) and not type.is_static and is_number(type.element)


def sized_as(type: Type, array: Any) -> Type:
    """The type of a value, without open sizes. Raises Error where it is of another shape."""
    if not isinstance(type, ShapedType) or not leaves_open(type):
        return type
    if not shapes_fit(array.shape, type.shape):
        raise Error(f"a value of shape {list(array.shape)} is given to an argument of type {type}")
    return MemRefType(array.shape, type.element)


def origin(value: Value, views: tuple[str, ...] = VIEWS) -> Value:
    """The allocation, argument or constant that a value is a view of or lies in."""
    while value.op is not None and value.op.name in views:
        value = value.op.operands[0]
    return value


def origins_of(value: Value) -> list[Value]:
    """Those that a value may lie in: several where it is chosen among buffers."""
    source = origin(value)
    if source.op is None or source.op.name not in CHOICES:
        return [source]
    return list(dict.fromkeys([each for choice in source.op.operands[1:] for each in origins_of(choice)]))


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
    at no more of them than they need. Where all that is stored is empty, nothing runs, and operations may refuse what is computed of nothing."""
    from tfir.analysis.shapes import STRICT, ShapeAnalysis

    shapes = [kind.shape if isinstance(kind, ShapedType) else None for kind in kinds]
    steps = list(entry.body) if entry is not None else []
    stored = [shapes[op.operands[1].index] for op in steps if op.name == "iree.store_output"]
    if any([shape is not None and 0 in shape for shape in stored]):
        return
    given = {op.result: named(shapes[op.operands[0].index]) for op in steps if op.name == "iree.load_input"}
    analysis = ShapeAnalysis(STRICT, given).run(steps)
    for value, target in [op.operands for op in steps if op.name == "iree.store_output"]:
        if not agree(analysis[value].shape, shapes[target.index]):
            raise Error.on(
                dispatch, f"computes a tensor of shape {shape_text(analysis[value].shape)} for a buffer of type {kinds[target.index]}"
            )


def agree(told: Any, shape: Any) -> bool:
    """Whether a shape, as far as operations say it without their numbers, is another one."""
    return told is not None and len(told) == len(shape) and all([not isinstance(size, int) or size == it for size, it in zip(told, shape)])


def count_of(op: Operation, kind: ShapedType) -> int:
    """What the unknown sizes of a result come to together, for its type with the sizes."""
    declared = op.result.type.shape if isinstance(op.result.type, ShapedType) else None
    return prod([size for size, stated in zip(kind.sizes, declared or ()) if stated is None])


def rounded_up(count: Size, multiple: int) -> Size:
    return divide_up(count, multiple) * multiple


def quotient(a: Size, b: Size) -> Size:
    """Towards zero, by sizes."""
    if isinstance(a, int) and isinstance(b, int):
        return (-(-a // b) if a < 0 else a // b) if b else 0
    return divide_to_zero(a, b)


def is_equal(op: Operation, a: Size, b: Size) -> bool:
    """Raises Error where that is not known of symbols, and for another relation, which none of our passes asks for."""
    if op.get("predicate"):
        raise Error.on(op, "compares sizes by another relation than eq, which is not executed by the sequencer")
    if isinstance(a, int) and isinstance(b, int) or a is b:
        return a == b
    raise Error.on(op, "compares sizes that are not known yet")


# How the host computes sizes, or symbols that stand for them.
ARITHMETIC: dict[str, Callable[..., Any]] = {
    "arith.constant": lambda op: int(op.get("value")),
    "arith.addi": lambda op, a, b: a + b,
    "arith.subi": lambda op, a, b: a - b,
    "arith.muli": lambda op, a, b: a * b,
    "arith.divsi": lambda op, a, b: quotient(a, b),
    "arith.cmpi": is_equal,
    "arith.select": lambda op, condition, a, b: a if condition else b,
    "arith.index_cast": lambda op, a: a if isinstance(a, Symbol) else int(a),
    "arith.maxsi": lambda op, a, b: most(a, b),
    "arith.minsi": lambda op, a, b: least(a, b),
}


def clone(program: Program, op: Operation, kind: Any, buffer: Any) -> Any:
    """A new buffer with the content of another."""
    copy = program.allocate(kind)
    program.copy(buffer, 0, copy, 0, byte_size(kind))
    return copy


def ignored(program: Program, op: Operation, kind: Any, *buffers: Any) -> None:
    """What only helps to manage memory, or to debug."""


def initialized(program: Program, op: Operation, kind: Any) -> Any:
    """A new buffer that holds a constant, each time that it is allocated."""
    from numpy import broadcast_to

    from tfir.ods.arrays import array_of, dense_of

    memory = program.allocate(kind)
    content: Any = op.attributes["value"]
    value = dense_of(broadcast_to(array_of(content), kind.sizes), kind.element)
    program.copy(program.constant(value, kind), 0, memory, 0, byte_size(kind))
    return memory


# What a program is told, by an operation's local name.
RULES: dict[str, Callable[..., object]] = {
    "constant": lambda program, op, kind: program.constant(op.attributes["value"], kind),
    **dict.fromkeys(("alloc_heap", "alloc_stack"), lambda program, op, kind: program.allocate(kind)),
    **dict.fromkeys(("alloc_static", "alloc_stack_init"), initialized),
    "assign": lambda program, op, kind, buffer: buffer,
    "clone": clone,
    **dict.fromkeys(("discard", "trace", "cond_break", "break"), ignored),
    "static_slice": lambda program, op, kind, buffer: program.slice(buffer, op.get("offset"), op.get("length"), kind),
    "dynamic_slice": lambda program, op, kind, buffer: program.slice(
        buffer, op.get("offset") * rounded_up(count_of(op, kind), op.get("multiple", 1)), byte_size(kind), kind
    ),
    "reshape": lambda program, op, kind, buffer: program.reshape(buffer, kind),
    "upload": lambda program, op, _, source, target: program.upload(source, target),
    "static_copy": lambda program, op, _, source, target: program.copy(
        source, op.get("source_offset"), target, op.get("target_offset"), op.get("length")
    ),
    "dynamic_copy": lambda program, op, kind, source, target: program.copy(source, 0, target, 0, byte_size(kind)),
    "static_fill": lambda program, op, _, buffer: program.fill(buffer, op.get("offset"), op.get("length"), op.get("value")),
}


def has_workload(op: Operation) -> bool:
    """Whether the first operand of a dispatch says how much there is to do."""
    return op.name == WITH_WORKLOAD or HAS_WORKLOAD in op.attributes


def dispatched(op: Operation, executables: SymbolTable) -> tuple[Operation, Operation, str]:
    """The op, the executable and the entry that it runs. Checks the types of operands against the portable form of the entry, where there
    is one: without it only the device can."""
    callee = op.attributes["callee"]
    executable, name = executables.get(callee.root), callee.leaf
    if executable is None or executable.name != "iree.multi_arch_executable":
        raise Error.on(op, f"refers to @{callee.root}, which is no executable of this module")
    types = [value.type.text for value in op.operands[has_workload(op) :]]
    declared = argument_types(executable, name)
    if declared is not None and types != declared:
        raise Error.on(op, f"gives ({', '.join(types)}) to @{name}, which takes ({', '.join(declared)})")
    return op, executable, name


def portable(executable: Operation) -> Operation | None:
    """The executable that says what is computed."""
    return next((each for each in [architecture(executable, format) for format in PORTABLE] if each is not None), None)


def argument_types(executable: Operation, name: str) -> list[str] | None:
    """The types of what an entry takes, as text. A file that was not read that far may have them."""
    general = portable(executable)
    content = content_of(general.region) if general is not None and general.regions else None
    if content is not None:
        return content.argument_types(name)
    entry = portable_entry(executable, name)
    return None if entry is None else [argument.type.text for argument in entry.body.arguments]


def portable_entry(executable: Operation, name: str) -> Operation | None:
    """The function that says what an entry of an executable computes, in StableHLO or, for the host, in other dialects too, or in that of the
    interpreter; or None."""
    general = portable(executable)
    return entry_of(general, name) if general is not None else None


def written_arguments(entry: Operation) -> list[int]:
    """The positions of an entry's arguments that it stores to; the others it reads."""
    return [op.operands[1].index for op in entry.body if op.name == "iree.store_output"]


def entry_of(specific: Operation, name: str) -> Operation | None:
    """The function of a name in an executable of one format, or None."""
    return next((op for op in specific.walk() if op.name == "func.func" and op.get("sym_name") == name), None)


def architecture(executable: Operation, format: str, target: str | None = None) -> Operation | None:
    """The executable in one format (`SPIRV`, ...), of a fallback target where one is named, or None."""
    specifics = [op for op in executable.body if op.name == "iree.executable" and op.get("format") == format]
    return next((op for op in specifics if op.get(TARGET_NAME) == target), None)
