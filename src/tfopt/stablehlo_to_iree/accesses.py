"""Where devices need barriers: what steps of a sequence read and write, which of them wait for which, and the stretches between barriers.

A step that reads what one before has written, or overwrites what one has read or written, begins a stretch: devices record a barrier in front of it.
"""

from __future__ import annotations

from tfir.dialects.iree_ll_seq import byte_size
from tfir.execution.expansion import number_operands
from tfir.execution.host_steps import is_for_host
from tfir.execution.sequencer import RESHAPES, VIEWS, is_host_number, origin, origins_of, written_arguments
from tfir.ir.operations import Block, Operation, Value
from tfir.ir.symbols import SymbolTable
from tfir.ir.types import ShapedType

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any, TypeAlias

    Range: TypeAlias = tuple[Value, int, int]  # of a buffer, from one byte to another

NAMES = ("alloc_heap", "static_copy", "dynamic_copy", "upload", "return")
ALLOCATION, COPY, COPY_ALL, UPLOAD, RETURN = [f"iree_ll_seq.{name}" for name in NAMES]
DISPATCHES = ("iree_ll_seq.static_dispatch", "iree_ll_seq.dynamic_dispatch")
FILL, SLICE = "iree_ll_seq.static_fill", "iree_ll_seq.static_slice"
RECORDED = (COPY, COPY_ALL, FILL)
AT_ANY_TIME = (
    *VIEWS,
    "iree_ll_seq.constant",
    "iree_ll_seq.alloc_heap",
    "iree_ll_seq.alloc_arena",
)  # of which only the order of what they are made of counts
ALL = 1 << 62


class Accesses:
    """What a step of a device reads and writes."""

    __slots__ = ("reads", "writes")

    def __init__(self, step: Operation, symbols: SymbolTable):
        if step.name == FILL:
            reads, writes = [], [part_of(step.operands[0], step, "")]
        elif step.name in RECORDED:
            source, target = step.operands
            reads, writes = [part_of(source, step, "source_")], [part_of(target, step, "target_")]
        else:
            reads, writes = [list(map(range_of, buffers)) for buffers in of_dispatch(step, symbols)]
        self.reads, self.writes = [[may for each in ranges for may in may_be(each)] for ranges in (reads, writes)]


def part_of(buffer: Value, step: Operation, which: str) -> Range:
    """The bytes of a buffer that a copy or a fill touches."""
    whole, start, end = range_of(buffer)
    offset, length = step.get(f"{which}offset"), step.get("length")
    return (whole, start, end) if offset is None or end == ALL else (whole, start + offset, start + offset + length)


def of_dispatch(step: Operation, symbols: SymbolTable) -> tuple[list[Value], list[Value]]:
    """What a dispatch reads and writes; all of it where nothing says what is computed."""
    entry = entry_of(step, symbols)
    buffers = [value for value in step.operands if isinstance(value.type, ShapedType)]
    if entry is None:
        return buffers, buffers
    arguments, written = entry.body.arguments, written_arguments(entry)
    buffers = buffers[len(buffers) - len(arguments) :]
    reads = [buffer for at, (buffer, argument) in enumerate(zip(buffers, arguments)) if at not in written or is_loaded(argument)]
    return reads, [buffers[at] for at in written]


def range_of(value: Value) -> Range:
    """The bytes of a buffer; all that it lies in where they are not known."""
    start, type = 0, value.type
    size = byte_size(type) if isinstance(type, ShapedType) and type.is_static else ALL
    source = value
    while source.op is not None and source.op.name in VIEWS:
        if source.op.name == SLICE:
            start += source.op.get("offset")
        elif source.op.name not in RESHAPES or not (isinstance(source.type, ShapedType) and source.type.is_static):
            return origin(value), 0, ALL
        source = source.op.operands[0]
    return source, start, start + size


def may_be(each: Range) -> list[Range]:
    """A range; of a buffer that is chosen among others, all of these."""
    origins = origins_of(each[0])
    return [each] if origins == [each[0]] else [(value, 0, ALL) for value in origins]


def overlap(one: Range, other: Range) -> bool:
    return one[0] is other[0] and one[1] < other[2] and other[1] < one[2]


class Touched:
    """What steps have read and written, by buffers, each range with what is known of its step."""

    def __init__(self) -> None:
        self.reads: dict[Value, list[tuple[Range, Any]]] = {}
        self.writes: dict[Value, list[tuple[Range, Any]]] = {}

    def add(self, accesses: Accesses, note: Any = None) -> None:
        for ranges, touched in ((accesses.reads, self.reads), (accesses.writes, self.writes)):
            for each in ranges:
                touched.setdefault(each[0], []).append((each, note))

    def conflicts(self, accesses: Accesses) -> Iterator[Any]:
        """What is known of steps that one with these accesses has to be kept apart from: one of both writes what the other touches."""
        pairs = [(each, self.writes) for each in (*accesses.reads, *accesses.writes)] + [(each, self.reads) for each in accesses.writes]
        return (note for each, touched in pairs for other, note in touched.get(each[0], ()) if overlap(each, other))


def is_recorded(step: Operation, symbols: SymbolTable) -> bool:
    """Whether a step is one of a device."""
    if step.name not in DISPATCHES:
        return step.name in RECORDED and len(step.operands) <= 2
    executable = symbols.get(step.attributes["callee"].root)
    return executable is not None and not is_for_host(executable)


def runs_of(block: Block, symbols: SymbolTable) -> Iterator[tuple[list[Operation], list[Operation]]]:
    """What stands between steps of the host: steps of a device, and what can be done at any time, such as views. Where the host reads numbers from
    buffers, as operations of 2019 go by, it has to wait for what computes them."""
    steps: list[Operation] = []
    others: list[Operation] = []
    for op in block:
        if is_recorded(op, symbols) and not number_operands(op):
            steps.append(op)
        elif (op.name in AT_ANY_TIME and not number_operands(op)) or (is_host_number(op) and op.name.startswith("arith.")):
            others.append(op)
        else:
            yield steps, others
            steps, others = [], []


class Stretches:
    """The stretches of steps, in the order in which they stand: `first` are the steps that begin one behind a barrier."""

    def __init__(self, steps: Iterable[Operation], accesses: dict[Operation, Accesses]):
        self.number: dict[Operation, int] = {}
        self.first: list[Operation] = []
        touched = Touched()
        for step in steps:
            if next(touched.conflicts(accesses[step]), False) is not False:
                self.first.append(step)
                touched = Touched()
            touched.add(accesses[step])
            self.number[step] = len(self.first)


def stretches_of(block: Block, symbols: SymbolTable) -> list[Stretches]:
    """Those of each run of a block."""
    runs = [steps for steps, _ in runs_of(block, symbols)]
    return [Stretches(steps, {step: Accesses(step, symbols) for step in steps}) for steps in runs if steps]


def entry_of(dispatch: Operation, symbols: SymbolTable) -> Operation | None:
    """The function that says in StableHLO what a dispatch computes."""
    callee = dispatch.attributes["callee"]
    executable = symbols.get(callee.root)
    inside = executable.walk() if executable is not None else ()
    return next((op for op in inside if op.name == "func.func" and op.get("sym_name") == callee.leaf), None)


def is_loaded(argument: Value) -> bool:
    return any(user.name == "iree.load_input" for user in argument.uses)
