"""`--shard`: one call whose large inputs are cut along an axis; the program is called for each piece, here or by several workers, and outputs are put together."""

from __future__ import annotations

import re
import sys
from functools import partial

import numpy
from tfir.cli.files import shown_name
from tfir.cli.process import FAILURE, UsageError
from tfir.cli.progress import stage, tell
from tfir.cluster.engine import Tally, opened, outcomes
from tfir.cluster.pieces import Piece
from tfir.execution.entry import Entry, Port
from tfir.execution.inputs import Given, assigned
from tfir.execution.values import load_file, typed
from tfir.ir.diagnostics import Error
from tfir.ir.types import TensorType
from tfir.ods.arrays import dtype_of

from tfrun.batches import SINGLE, Program, content_of, refuse_grid
from tfrun.calls import OPENING, calls_of
from tfrun.outputs import archive, deliver
from tfrun.requests import refuse_flags

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

SPELLED = re.compile(r"(.+?):(-?\d+)(?::(\d+))?", re.DOTALL)
PIECE_BYTES = 4 << 20  # of an input whose size along the axis the program leaves open, in each piece


class Shard:
    """`NAME:AXIS[:LENGTH]`: the input or output that is cut along an axis, and into what."""

    def __init__(self, text: str):
        match = SPELLED.fullmatch(text)
        if match is None or (match[3] and not int(match[3])):
            raise UsageError(f"--shard={text}: expected NAME:AXIS, as in x:0, or NAME:AXIS:LENGTH of a piece")
        self.text, self.name, self.axis = text, match[1], int(match[2])
        self.length = match[3] and int(match[3])

    def is_of(self, port: Port) -> bool:
        return self.name in (port.written, port.name)

    def counted(self, rank: int) -> int:
        """The axis from the front."""
        if not -rank <= self.axis < rank:
            raise UsageError(f"--shard={self.text}: '{self.name}' has {rank} dimension{'s' * (rank != 1)}")
        return self.axis % rank


class Cut:
    """The inputs that are cut, whole: `arrays` and axes by the names of their feeds, and how long they and their pieces are."""

    def __init__(self, shards: list[Shard]):
        self.shards = shards
        self.arrays: dict[str, numpy.ndarray] = {}
        self.axes: dict[str, int] = {}
        self.length = self.step = 0
        self.entry: Entry | None = None

    def first(self, entry: Entry, values: list[Given]) -> list[Given]:
        """The inputs of the call for the first piece. Raises UsageError for what cannot be cut, or not into pieces of one length."""
        self.entry, ports = entry, {port.name: port for port in entry.feeds}
        of_outputs = [shard for shard in self.shards if not any([shard.is_of(port) for port in entry.feeds])]
        for shard in of_outputs:
            if not any([shard.is_of(port) for port in entry.fetches]):
                names = ", ".join([f"'{port.written or port.name}'" for port in (*entry.feeds, *entry.fetches)])
                raise UsageError(f"--shard={shard.text}: there is no input or output '{shard.name}'; there are {names}")
        given = assigned(entry, values)
        for shard in self.shards:
            for name, value in given.items() if shard not in of_outputs else ():
                if shard.is_of(ports[name]):
                    self.take(shard, name, value)
        if not self.arrays:
            raise UsageError("--shard names no input that is given, and so there is none to cut")
        steps = {
            step for shard in self.shards for name in self.arrays if shard.is_of(ports[name]) for step in self.steps(shard, ports[name])
        }
        if len(steps) > 1:
            raise UsageError(f"--shard: pieces of {' and of '.join(map(str, sorted(steps)))} are asked for at once")
        self.step = steps.pop() if steps else self.usual_step()
        return [
            value if name not in self.arrays else Given(value.name or name, self.piece(name, 0), value.origin)
            for name, value in given.items()
        ]

    def take(self, shard: Shard, name: str, value: Given) -> None:
        if value.made is not None or name in self.arrays:
            raise UsageError(f"--shard={shard.text}: {'an image is not cut' if value.made else 'the input is cut once'}")
        axis = shard.counted(value.array.ndim)
        length = value.array.shape[axis]
        if self.arrays and length != self.length:
            raise Error(f"--shard={shard.text}: '{shard.name}' has {length} along the axis, and another input that is cut {self.length}")
        if not length:
            raise Error(f"--shard={shard.text}: '{shard.name}' has nothing along the axis")
        self.arrays[name], self.axes[name], self.length = value.array, axis, length

    def steps(self, shard: Shard, port: Port) -> set[int]:
        """The length of a piece, where the flag or the type of the feed says one."""
        shape = port.type.shape if isinstance(port.type, TensorType) else None
        of_type = shape[self.axes[port.name]] if shape is not None and len(shape) > self.axes[port.name] else None
        return {length for length in (shard.length, of_type) if length}

    def usual_step(self) -> int:
        """Of a length that does not depend on how many workers there are: sums of other lengths may be rounded otherwise."""
        largest = max([array.nbytes for array in self.arrays.values()])
        return max(1, min(self.length, PIECE_BYTES * self.length // max(1, largest)))

    @property
    def count(self) -> int:
        return -(-self.length // self.step)

    def piece(self, name: str, number: int) -> numpy.ndarray:
        """A piece of an input. The last one is filled up with copies of what stands last, where the program takes pieces of one length."""
        array, axis = self.arrays[name], self.axes[name]
        part = array[(slice(None),) * axis + (slice(number * self.step, (number + 1) * self.step),)]
        missing = self.step - part.shape[axis]
        if missing and self.is_fixed(name):
            last = array[(slice(None),) * axis + (slice(-1, None),)]
            part = numpy.concatenate([part, numpy.repeat(last, missing, axis)], axis)
        return part

    def is_fixed(self, name: str) -> bool:
        """Whether the feed's type says its size along the axis."""
        assert self.entry is not None
        kind = next(port.type for port in self.entry.feeds if port.name == name)
        return isinstance(kind, TensorType) and kind.shape is not None and bool(kind.shape[self.axes[name]])

    def read(self, number: int) -> bytes:
        assert self.entry is not None
        ports = [port for port in self.entry.feeds if port.name in self.arrays]
        return archive(ports, [self.piece(port.name, number) for port in ports])

    def where(self, number: int) -> str:
        return f"{number * self.step} to {min((number + 1) * self.step, self.length) - 1}"

    def part(self, port: Port, value: numpy.ndarray, number: int) -> tuple[int, numpy.ndarray]:
        """The axis along which the parts of an output are put together, and the part that a piece gave, without what was filled up.

        Raises Error where it does not have the length of the piece, and no flag names an axis.
        """
        shard = next((shard for shard in self.shards if shard.is_of(port)), None)
        axis = next(iter(self.axes.values())) if shard is None else shard.counted(value.ndim)
        own = min(self.step, self.length - number * self.step)
        length = value.shape[axis] if axis < value.ndim else None
        if length in (own, self.step):
            return axis, value[(slice(None),) * axis + (slice(own),)]
        if shard is None or (own < self.step and any([self.is_fixed(name) for name in self.arrays])):
            what = "no such axis" if length is None else f"{length} along axis {axis}, where the piece has {own}"
            raise Error(f"the output '{port.name}' has {what}; --shard={port.name}:AXIS says along which its parts are put together")
        return axis, value


def run_shards(arguments: Any) -> int:
    """The exit code, as of the call on the whole arrays."""
    refuse_flags(arguments, "shard", tuple([name for name in SINGLE if name not in ("input", "output", "expected-output", "shard")]))
    refuse_grid(arguments, "--shard makes calls")
    cut = Cut([Shard(text) for text in arguments.shard])
    opening = next(((name, str(value)) for name, value in arguments.order if name in OPENING), None)
    options = {"threads": arguments.threads, **({"cached": False} if arguments.no_cache else {})}
    source = arguments.files[0]
    program = Program(shown_name(source), content_of(source, arguments.constants), opening, arguments.device, options)
    calls = calls_of(program.prepare(), arguments.order, None, arguments.image, cut.first)
    if len(calls) > 1:
        raise UsageError("--shard cuts the inputs of one call, and there are several")
    (call,) = calls
    program.check(call.entry, "--shard makes calls")
    program.shared = {
        port.name: array for port, array in zip(call.entry.feeds, call.inputs) if port.name not in cut.arrays and array is not None
    }
    tally = Tally(cut.count)
    parts, where = computed(program, cut, call.entry.fetches, tally, arguments)
    print(f"tf-run: {tally.line('pieces', where)}", file=sys.stderr)
    if tally.failed:
        return FAILURE
    values = [numpy.concatenate([part for _, part in own], own[0][0]) for own in zip(*parts)]
    return deliver([call], [values], arguments)


def as_output(array: numpy.ndarray, port: Port) -> numpy.ndarray:
    return typed(array, dtype_of(port.type.element)) if isinstance(port.type, TensorType) else array


def computed(program: Program, cut: Cut, fetches: list[Port], tally: Tally, arguments: Any) -> tuple[list[Any], str]:
    """Of each piece its part of each output, with the axis, and where they were computed, in words. What fails is told of."""
    parts: list[Any] = [None] * cut.count
    pieces = (Piece(str(number), partial(cut.read, number)) for number in range(cut.count))
    with stage("pieces"), opened(arguments.cluster, program, arguments.threads or 1) as workers:
        for outcome in outcomes(pieces, workers, tally):
            number = int(outcome.piece.name)
            if outcome.result is not None:
                values = load_file(outcome.piece.name, content=outcome.result)
                parts[number] = [cut.part(port, as_output(values[port.name], port), number) for port in fetches]
            else:
                print(f"{outcome.error}\nnote: in the piece from {cut.where(number)}", file=sys.stderr)
            tell(tally.so_far("pieces"))
        return parts, workers.describe()
