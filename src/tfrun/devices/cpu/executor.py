"""A program on processors: each piece of the sequencer's function becomes commands, which machine code runs. Where the host decides nothing
but by what a command can look at, all pieces are one list of commands, loops and branches among them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np
from tfir.cost.dispatches import Work
from tfir.dialects.iree_ll_seq import byte_size
from tfir.execution import sequencer
from tfir.execution.host_steps import Bodies, copied, is_for_host, written_by
from tfir.execution.pieces import Piece, Pieces, SizedPrograms
from tfir.execution.special import Slot
from tfir.execution.state import State
from tfir.ir.blobs import HexBlob
from tfir.ir.dense import DenseAttr, ElementsAttr
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation, Value
from tfir.ir.types import Type
from tfir.ods.arrays import array_of
from tfir.text.affine import AffineAttr
from tfir.text.affine_expression import evaluated

from tfrun.devices.cpu.commands import Commands, InMemory
from tfrun.devices.cpu.compilation import Kernels
from tfrun.devices.cpu.machine_code import Code
from tfrun.devices.cpu.recording import ALIGNMENT, Place, RecordedProgram, Recording, addresses, memory_of
from tfrun.devices.cpu.work import chunks
from tfrun.devices.cpu.workers import Workers

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tfrun.devices.cpu.keeping import Keeper


def content_of(attribute: ElementsAttr) -> np.ndarray:
    """The memory of a constant. Digits are decoded for this alone, and not kept beside it."""
    blob = attribute.blob if isinstance(attribute, DenseAttr) and not attribute.is_splat else None
    is_digits = isinstance(blob, HexBlob) and len(blob) == byte_size(attribute.type)
    return bytes_of(np.frombuffer(blob.once(), np.uint8) if is_digits else array_of(attribute))


def bytes_of(array: np.ndarray) -> np.ndarray:
    """The memory of an array, which is copied where its elements do not lie side by side, or vectors would lie across lines of the cache."""
    content = np.ascontiguousarray(array).reshape(-1).view(np.uint8)
    if content.ctypes.data % ALIGNMENT == 0:
        return content
    memory = memory_of(content.size)
    memory[: content.size] = content
    return memory


class HostStep:
    """What the host computes of buffers, on copies of what it reads: the step may keep them."""

    def __init__(self, body, buffers: list, written: set[int]):
        self.body, self.buffers, self.written = body, buffers, written

    def run(self) -> None:
        arrays = [buffer.array() if isinstance(buffer, Place) else buffer for buffer in self.buffers]
        self.body(*[array if at in self.written else copied(array) for at, array in enumerate(arrays)])


class Upload:
    """What the host alone has goes to memory of the program."""

    def __init__(self, source: Slot, target: Place):
        self.source, self.target = source, target

    def run(self) -> None:
        self.target.array()[...] = self.source.value


class ProcessorProgram:
    """A function of the sequencer on processors: a callable from a list of input arrays to a list of output arrays, of the types of the
    function. Raises Error for executables without a kernel for processors. A `keeper` is given what it is for the sizes of each call."""

    def __init__(
        self, kernels: Kernels, code: Code, func: Operation, workers: Workers, state: State | None = None, keeper: Keeper | None = None
    ):
        self.keeper, self.kernels, self.code, self.workers, self.bodies = keeper, kernels, code, workers, Bodies(state)
        self.constants: dict = {}
        self.works: dict[tuple[str, tuple[int, ...]], Work] = {}  # by kernels and sizes
        self.made: Commanded | None = None  # for the sizes of the last call
        self.sized = SizedPrograms(func, lambda kinds: self.commanded(func, kinds))

    def __call__(self, arrays: list) -> list:
        with self.workers.turn:
            return self.sized(arrays)

    def commanded(self, func: Operation, kinds: Sequence[Type]) -> Commanded:
        self.made = Commanded(self, func, kinds)
        if self.keeper is not None and self.made.whole is not None:
            self.keeper.keep(func, kinds, self.made.whole)
        return self.made

    def work(self, executable: Operation, entry: str, kinds: Sequence[Type], sizes: Sequence[int]) -> Work:
        """What a dispatch of an entry does whose buffers have these types, and which is told these sizes."""
        key = self.kernels.names[executable.get("sym_name"), entry], tuple(sizes)
        if key not in self.works:
            self.works[key] = Work(sequencer.portable_entry(executable, entry), kinds, sizes)
        return self.works[key]

    @property
    def whole(self) -> RecordedProgram | None:
        """The program where it is one recording, for all calls."""
        return self.made.whole if self.made is not None else None


class Part:
    """A piece of a function: commands, and what the host computes between them."""

    __slots__ = ("steps", "lists")

    def __init__(self) -> None:
        self.steps: list[Commands | HostStep | Upload] = []
        self.lists: dict[int, InMemory] = {}

    @property
    def commands(self) -> Commands:
        """Where the next command goes."""
        last = self.steps[-1] if self.steps else None
        if not isinstance(last, Commands):
            self.steps.append(last := Commands())
        return last


class Commanded(sequencer.Program):
    """A function of the sequencer as commands, for arguments of the types `kinds`, which leave no size open. `attributes` has the constants
    that lie in areas, by the numbers of these."""

    def __init__(self, program: ProcessorProgram, func: Operation, kinds: Sequence[Type]):
        self.program = program
        self.areas: list[np.ndarray] = []
        self.attributes: dict[int, ElementsAttr] = {}
        self.inputs = [self.allocate(kind) if value.uses else None for value, kind in zip(func.body.arguments, kinds)]
        self.pieces = Pieces(func, self.inputs, kinds, self)
        self.whole = self.recorded(kinds)

    def __call__(self, arrays: list) -> list:
        """The outputs for one set of inputs, which must have the types that it was made for."""
        if self.whole is not None:
            return self.whole(arrays)
        for place, array in zip(self.inputs, arrays, strict=True):
            if isinstance(place, Slot):
                place.value = array
            elif place is not None:
                place.array()[...] = array
        return [place.value if isinstance(place, Slot) else place.array().copy() for place in self.pieces.run()]

    def recorded(self, kinds: Sequence[Type]) -> RecordedProgram | None:
        """All pieces as one recording. None where the host has a part in it."""
        order = reached(self.pieces.first)
        if not all([is_commanded(piece) for piece in order]) or any([isinstance(place, Slot) for place in self.inputs]):
            return None
        commands, results = linked(self.pieces, order)
        inputs = [None if place is None else place.number for place in self.inputs]
        places = [self.pieces.buffers[value] for value in results]
        recording = Recording(
            commands.table(), [len(area) for area in self.areas], self.attributes, inputs, [place.behind(0) for place in places]
        )
        return RecordedProgram(recording, self.areas, (kinds, [place.kind for place in places]), self.program.code, self.program.workers)

    # Pieces

    def begin(self):
        self.part = Part()
        return self.part

    def read(self, buffer):
        return buffer

    def prepare(self, pieces):
        for part in pieces:
            for number, step in enumerate(part.steps):
                if isinstance(step, Commands):
                    step.stop()
                    part.lists[number] = step.table().in_memory(addresses(self.areas), self.program.code.address)

    def run(self, piece):
        for number, step in enumerate(piece.steps):
            if number in piece.lists:
                self.program.workers.run(self.program.code, piece.lists[number].address)
            else:
                step.run()

    def content(self, reading):
        return reading.array()

    # What the walk asks for

    def constant(self, value, kind):
        constants = self.program.constants
        if value not in constants:
            if sequencer.is_kept_on_host(kind):
                constants[value] = Slot()
                constants[value].value = array_of(value)
            else:
                constants[value] = content_of(value)
        memory = constants[value]
        if isinstance(memory, Slot):
            return memory
        self.attributes[len(self.areas)] = value
        return self.placed(memory, kind)

    def allocate(self, kind):
        return Slot() if sequencer.is_kept_on_host(kind) else self.placed(memory_of(byte_size(kind)), kind)

    def placed(self, memory: np.ndarray, kind) -> Place:
        """A new area."""
        self.areas.append(memory)
        return Place(memory, len(self.areas) - 1, 0, kind)

    def slice(self, buffer, offset, length, kind):
        return Place(buffer.memory, buffer.number, buffer.offset + offset, kind)

    def reshape(self, buffer, kind):
        return Place(buffer.memory, buffer.number, buffer.offset, kind)

    def compute(self, op, body, written, buffers):
        self.part.steps.append(HostStep(partial(body, op), list(buffers), written))

    def upload(self, source, target):
        self.part.steps.append(Upload(source, target))

    def copy(self, source, source_offset, target, target_offset, length):
        if length:
            self.part.commands.copy(source.behind(source_offset), target.behind(target_offset), length)

    def fill(self, buffer, offset, length, value):
        if length:
            self.part.commands.fill(buffer.behind(offset), length, value)

    def dispatch(self, op, executable, entry, buffers):
        if is_for_host(executable):
            body = self.program.bodies.get(executable, entry)
            self.part.steps.append(HostStep(body, list(buffers), written_by(executable, entry)))
            return
        kernel = self.program.kernels.names.get((executable.get("sym_name"), entry))
        if kernel is None:
            raise Error.on(executable, f"has no kernel @{entry} for processors; lower it with tf-opt --pipeline=cpu")
        groups = self.groups(kernel, sizes := pushed_sizes(op, buffers))
        count = groups[0] * groups[1] * groups[2]
        if count:
            shares = self.chunks(executable, entry, [place.kind for place in buffers], sizes, count)
            self.part.commands.dispatch(kernel, [place.behind(0) for place in buffers], [*groups, *sizes], count, shares)

    def chunks(self, executable: Operation, entry: str, kinds: Sequence[Type], sizes: Sequence[int], count: int) -> int:
        """Of how many each thread has of a dispatch."""
        return chunks(self.program.work(executable, entry, kinds, sizes), count)

    def groups(self, kernel: str, sizes: Sequence[int]) -> tuple[int, ...]:
        """How many workgroups a dispatch has in x, y and z."""
        counts = self.program.kernels.workgroups[kernel]
        if isinstance(counts, AffineAttr):
            return tuple([evaluated(expression, sizes) for expression in counts.results])
        return tuple(counts.values())


def pushed_sizes(op: Operation, buffers: Sequence[Place]) -> tuple[int, ...]:
    """The sizes that the types of a dispatch's operands leave open, in order, as its buffers have them."""
    types = [value.type for value in op.operands[-len(buffers) :]]
    return tuple([place.kind.shape[axis] for type, place in zip(types, buffers) for axis, size in enumerate(type.shape) if size is None])


def linked(pieces: Pieces, order: Sequence[Piece]) -> tuple[Commands, Sequence[Value]]:
    """Pieces as one list of commands, and the values of the results."""
    lists = [step for piece in order for step in piece.prepared.steps or [Commands()]]
    for commands in lists:
        del commands.rows[-1:]  # the stop at its end
    lengths = [len(commands.rows) + max(1, len(piece.following)) for commands, piece in zip(lists, order)]
    at = {id(piece): sum(lengths[:number]) for number, piece in enumerate(order)}
    whole = Commands()
    results: Sequence[Value] = ()
    for commands, piece in zip(lists, order):
        whole.append(commands)
        if len(piece.following) == 2:
            whole.branch(piece.readings[piece.steps[-1].operands[0]].behind(0), at[id(piece.following[1])])
        if piece.following:
            whole.jump(at[id(piece.following[0])])
        else:
            whole.stop()
            results = piece.steps[-1].operands
    return whole, results


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
    """Whether a piece is nothing but commands, prepared for all calls. A function returns at one place."""
    return piece.is_steady and piece.refused is None and all([isinstance(step, Commands) for step in piece.prepared.steps])
