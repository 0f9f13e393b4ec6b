"""A program as commands before there is memory: what is written into a library. Sizes that calls bring along are symbols, in places and lengths."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import cycle, islice

from tfir.execution.sequence import Place, Resident
from tfir.execution.sequencer import leaves_open, rounded_up
from tfir.execution.state import State
from tfir.hal.buffers import HeapAllocator, MemoryType
from tfir.ir.diagnostics import Diagnostic, Error
from tfir.ir.operations import Operation
from tfir.ir.types import MemRefType, ShapedType, Type
from tfir.ods.shapes import Symbol

from tfrun.devices.cpu.commands import Commands
from tfrun.devices.cpu.compilation import Kernels
from tfrun.devices.cpu.device import ProcessorCommands, ProcessorDevice
from tfrun.devices.cpu.executor import Commanded, ProcessorProgram, constants_in, linked, reached
from tfrun.devices.cpu.machine_code import Code
from tfrun.devices.cpu.recording import ALIGNMENT
from tfrun.devices.cpu.work import ALONE, Shares
from tfrun.devices.cpu.workers import Workers

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from tfir.ods.shapes import Size

# Sizes that a program is tried with: small ones alike, and such as have no factor in common.
ALIKE, DIFFERENT = (1, 2, 64), (7, 11, 13, 17, 19)
MOST_OPEN = 6  # sizes that are told apart


class Nowhere(Code):
    """Code that is not in memory yet."""

    def __init__(self) -> None:
        pass

    def address(self, name: str) -> int:
        return 0


class PlannedMemory:
    """Memory that a program will be given, whose size may be a symbol."""

    __slots__ = ("device", "size")

    def __init__(self, device: object, size: Size):
        self.device, self.size = device, size


class PlannedBuffer:
    """A range of it, which nothing can be looked up in."""

    __slots__ = ("whole", "offset", "size")
    memory = MemoryType.HOST_VISIBLE

    def __init__(self, whole: PlannedMemory, offset: Size, size: Size):
        self.whole, self.offset, self.size = whole, offset, size

    @property
    def device(self) -> object:
        return self.whole.device

    def subspan(self, offset: Size, length: Size) -> PlannedBuffer:
        return PlannedBuffer(self.whole, self.offset + offset, length)

    def close(self) -> None:
        """Nothing: there is none yet."""


class PlannedAllocator(HeapAllocator):
    def allocate_all(self, memory: MemoryType, sizes: Sequence[Size]) -> Any:
        return [PlannedBuffer(PlannedMemory(self.device, size), 0, size) for size in sizes]

    def constants(self, sizes: Sequence[Size], contents: object) -> Any:
        return self.allocate_all(MemoryType.DEVICE_LOCAL, sizes)


class PlannedCommands(ProcessorCommands):
    def check_copy(self, source: object, target: object) -> None:
        """Nothing: symbols are not compared."""

    def shares(self, *_: object) -> Shares:
        return ALONE

    def place_in_memory(self) -> None:
        """Nothing: there is none yet."""


class PlannedDevice(ProcessorDevice):
    """Processors of another time: what is recorded on them has no memory."""

    def __init__(self, workers: Workers, code: Code):
        super().__init__(workers, lambda: code)
        self.allocator = PlannedAllocator(self)

    def command_buffer(self) -> PlannedCommands:
        return PlannedCommands(self)


class Planned(ProcessorProgram):
    """Functions as plans."""

    def __init__(self, kernels: Kernels, func: Operation):
        super().__init__(kernels, Nowhere(), func, Workers(1), State())

    def device(self, workers: Workers, code: Code) -> PlannedDevice:
        return PlannedDevice(workers, code)

    def commanded(self, func: Operation, kinds: Sequence[Type]) -> Plan:
        self.plan = Plan(self.resident, func, kinds)  # where no size is open, before anything is asked for
        return self.plan


class Plan(Commanded):
    """`areas` are sizes in bytes, `attributes` the constants among them by numbers, `arguments` the areas of inputs that anything reads, `results`
    where results lie and of which type they are. `commands` is None where the host has a part in it, or sizes are read as it runs."""

    commands: Commands | None

    def __init__(self, resident: Resident, func: Operation, kinds: Sequence[Type]):
        self.kinds, self.commands = kinds, None
        self.results: list[tuple[int, Size, Any]] = []
        self.arguments: list[int | None] = []
        super().__init__(resident, func, kinds)

    def recorded(self, kinds: Sequence[Type]) -> None:
        order = reached(self.pieces.first)
        refused = [piece.refused for piece in order if piece.refused is not None]
        if refused:
            raise refused[0]
        if not self.is_commanded:
            return
        self.commands, results, areas = linked(self.pieces, order)
        self.arguments = [areas.place(place.view.buffer)[0] if isinstance(place, Place) else None for place in self.inputs]
        self.results = [(*areas.place(place.view.buffer), place.kind) for place in [self.pieces.buffers[value] for value in results]]
        self.attributes, self.areas = constants_in(areas, self.resident), [whole.size for whole in areas.all]

    @property
    def layout(self) -> dict[int, Size]:
        """Where each area that is no constant begins in the memory that a call is given."""
        places: dict[int, Size] = {}
        at: Size = 0
        for number, size in enumerate(self.areas):
            if number not in self.attributes:
                places[number] = at
                at = at + rounded_up(size, ALIGNMENT)
        return places

    @property
    def memory(self) -> Size:
        """A multiple of what memory is aligned to, as `aligned_alloc` asks for; a kernel may read a whole vector at its end."""
        return sum([rounded_up(size, ALIGNMENT) for number, size in enumerate(self.areas) if number not in self.attributes], ALIGNMENT)


def plan_of(kernels: Kernels, func: Operation) -> tuple[Plan, list[list[tuple[int, int]]]]:
    """The plan of a function, and which sizes its symbols stand for, by arguments and axes: those that have to be the same are one. Raises
    Error where they have to go together in another way."""
    program, types = Planned(kernels, func), [value.type for value in func.body.arguments]
    opened = [
        (number, axis) for number, type in enumerate(types) if leaves_open(type) for axis, size in enumerate(type.shape) if size is None
    ]
    if not opened:
        return program.plan, []
    try:
        groups = groups_that_go(program, func, types, opened)
        symbols: dict[tuple[int, int], Size] = {place: Symbol(f"sizes[{number}]") for number, group in enumerate(groups) for place in group}
        return Plan(program.resident, func, sized(types, symbols)), groups
    except Error as error:
        note = "a library takes any sizes; a program for some of them comes of tf-opt --input-shapes=..."
        error.diagnostics[0].notes.append(Diagnostic(note, None, "note"))
        raise


def sized(types: Sequence[Type], sizes: dict[tuple[int, int], Size]) -> list[Type]:
    return [
        MemRefType([sizes.get((number, axis), size) for axis, size in enumerate(type.shape or ())], type.element)  # type: ignore[misc]  # symbols stand where sizes do
        if isinstance(type, ShapedType) and leaves_open(type)
        else type
        for number, type in enumerate(types)
    ]


def groups_that_go(program: Planned, func: Operation, types: list[Type], opened: list[tuple[int, int]]) -> list[list[tuple[int, int]]]:
    """The most groups of sizes such that the program takes any number for each."""
    refused: Error | None = None
    choices = sorted(partitions(opened), key=len, reverse=True) if len(opened) <= MOST_OPEN else [[[place] for place in opened], [opened]]
    for groups in choices:
        try:
            for numbers in (*[cycle([size]) for size in ALIKE], DIFFERENT):
                numbered = dict(zip(range(len(groups)), islice(cycle(numbers), len(groups))))
                Plan(program.resident, func, sized(types, {place: numbered[at] for at, group in enumerate(groups) for place in group}))
            return sorted(map(sorted, groups))
        except Error as error:
            refused = refused or error
    assert refused is not None, "there is one group at least"
    raise refused


def partitions(items: list) -> Iterator[list[list]]:
    """All ways to put items into groups."""
    if not items:
        yield []
        return
    for groups in partitions(items[1:]):
        for at, group in enumerate(groups):
            yield [*groups[:at], [items[0], *group], *groups[at + 1 :]]
        yield [[items[0]], *groups]
