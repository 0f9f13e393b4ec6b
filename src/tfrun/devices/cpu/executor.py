"""A program on processors: the sequencer's function, recorded into commands of machine code. Where all that is decided is decided by what a
command can look at, all pieces are one list of commands, loops and branches among them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from tfir.execution.host_steps import Bodies
from tfir.execution.pieces import Piece, Pieces
from tfir.execution.sequence import Allocation, Place, Resident, SequenceProgram
from tfir.execution.sized_programs import SizedPrograms
from tfir.execution.special import Slot
from tfir.execution.state import State
from tfir.ir.dense import ElementsAttr
from tfir.ir.operations import Operation, Value
from tfir.ir.types import Type

from tfrun.devices.cpu.commands import Commands
from tfrun.devices.cpu.compilation import Kernels
from tfrun.devices.cpu.device import Areas, ProcessorCommands, ProcessorDevice
from tfrun.devices.cpu.executables import Executables
from tfrun.devices.cpu.machine_code import Code
from tfrun.devices.cpu.recording import RecordedProgram, RelocatableProgram
from tfrun.devices.cpu.workers import Workers

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from tfrun.devices.cpu.keeping import Keeper


class ProcessorProgram:
    """A function of the sequencer on processors: a callable from a list of input arrays to a list of output arrays, of the types of the
    function. Raises Error for executables without a kernel for processors. A `keeper` is given what it is for the sizes of each call."""

    def __init__(
        self, kernels: Kernels, code: Code, func: Operation, workers: Workers, state: State | None = None, keeper: Keeper | None = None
    ):
        self.keeper, self.workers, self.executables = keeper, workers, Executables({func.parent_op: (kernels, code)})
        self.resident = Resident(self.device(workers, code), Bodies(state), self.executables)
        self.made: Commanded | None = None  # for the sizes of the last call
        self.sized = SizedPrograms(func, lambda kinds: self.commanded(func, kinds))

    def __call__(self, arrays: list) -> list:
        with self.workers.turn:
            return self.sized(arrays)

    def in_flight(self, calls: Iterable, count: int) -> Iterator:
        """The outputs of calls, of which up to `count` are under way at a time."""
        return self.sized.in_flight(calls, count)

    def device(self, workers: Workers, code: Code) -> ProcessorDevice:
        return ProcessorDevice(workers, lambda: code)

    def commanded(self, func: Operation, kinds: Sequence[Type]) -> Commanded:
        self.made = Commanded(self.resident, func, kinds)
        if self.keeper is not None and self.made.whole is not None:
            self.keeper.keep(func, kinds, self.made.whole)
        return self.made

    @property
    def whole(self) -> RecordedProgram | None:
        """The program where it is one recording, for all calls."""
        return self.made.whole if self.made is not None else None


class Commanded(SequenceProgram):
    """A function of the sequencer as commands, for arguments of the types `kinds`, which leave no size open."""

    device: ProcessorDevice

    def __init__(self, resident: Resident, func: Operation, kinds: Sequence[Type]):
        super().__init__(resident, func, kinds)
        self.whole = self.recorded(kinds)

    def __call__(self, arrays: list[Any]) -> list[Any]:
        return super().__call__(arrays) if self.whole is None else self.whole(arrays)

    def flight(self, count: int) -> Any:
        if self.whole is None:
            return None
        from tfrun.devices.cpu.flights import Flight  # which few programs need

        return Flight(self.whole, count)

    def recorded(self, kinds: Sequence[Type]) -> RecordedProgram | None:
        """All pieces as one recording. None where the host has a part in it."""
        if not self.is_commanded:
            return None
        commands, results, areas = linked(self.pieces, reached(self.pieces.first))
        inputs = [areas.place(place.view.buffer)[0] if isinstance(place, Place) else None for place in self.inputs]
        places = [self.pieces.buffers[value] for value in results]
        outputs, constants = [areas.place(place.view.buffer) for place in places], constants_in(areas, self.resident)
        memory = areas.memory
        recording = RelocatableProgram(
            commands.table(), [len(area) for area in memory], constants, inputs, outputs, sorted(commands.written)
        )
        return RecordedProgram(recording, memory, (kinds, [place.kind for place in places]), self.device)

    @property
    def is_commanded(self) -> bool:
        return all(map(is_commanded, reached(self.pieces.first))) and not any([isinstance(place, Slot) for place in self.inputs])


def constants_in(areas: Areas, resident: Resident) -> dict[int, ElementsAttr]:
    """The constants that lie in areas, by the numbers of these."""
    held: list[tuple[Any, ElementsAttr]] = [
        (each.buffer, value) for value, each in resident.constants.items() if isinstance(each, Allocation)
    ]
    return {areas.numbers[id(buffer.whole)]: value for buffer, value in held if id(buffer.whole) in areas.numbers}


def linked(pieces: Pieces, order: Sequence[Piece]) -> tuple[Commands, Sequence[Value], Areas]:
    """Pieces as one list of commands, and the values of the results."""
    lists = [piece.prepared.recorded[0] if piece.prepared.recorded else None for piece in order]
    lengths = [(len(made.commands.rows) - 1 if made else 0) + max(1, len(piece.following)) for made, piece in zip(lists, order)]
    at = {id(piece): sum(lengths[:number]) for number, piece in enumerate(order)}
    whole, areas = Commands(), Areas()
    results: Sequence[Value] = ()
    for made, piece in zip(lists, order):
        if made is not None:
            whole.append(made.commands, [areas.number(each) for each in made.areas.all])
        if len(piece.following) == 2:
            condition: Place = piece.readings[piece.steps[-1].operands[0]].place
            whole.branch(areas.place(condition.view.buffer), at[id(piece.following[1])])
        if piece.following:
            whole.jump(at[id(piece.following[0])])
        else:
            whole.stop()
            results = piece.steps[-1].operands
    return whole, results, areas


def reached(first: Piece) -> list[Piece]:
    """A piece and all that may follow it."""
    order, waiting = {id(first): first}, [first]
    while waiting:
        for piece in waiting.pop().following:
            if id(piece) not in order:
                order[id(piece)] = piece
                waiting.append(piece)
    return list(order.values())


def is_commanded(piece: Piece) -> bool:
    """Whether a piece consists of commands alone, prepared for all calls. A function returns at one place."""
    return piece.is_steady and piece.refused is None and all([isinstance(step, ProcessorCommands) for step in piece.prepared.recorded])
