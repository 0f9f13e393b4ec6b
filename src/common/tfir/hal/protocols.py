"""What a driver implements, so that programs run on its devices. The interfaces are those of IREE's HAL of 2019, as far as a program needs them.

`execution/sequence.py` walks a program for all devices: it asks a cache for executables, an allocator for memory, records command buffers, and
submits them in batches. Four things differ from the HAL of 2019. Commands take effect in their order: a device puts barriers where memory says that
they are needed, and events only tell it of more freedom. Barriers of events are of all memory, not of single buffers. Command buffers have no categories: what is
recorded says which queues take them. And the caller tells the kernels' workgroups, which an executable computes of a dispatch before there is memory for it.

Nothing derives from these classes, which type checkers compare with what drivers have; `test/unit/tfrun/hal` holds each device to the behaviour.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager
from typing import Any, Protocol, runtime_checkable

import numpy as np

from tfir.hal.barriers import ALL_STAGES, WHOLE_MEMORY, ExecutionStage, MemoryBarrier
from tfir.hal.buffers import MemoryType
from tfir.hal.submission import DispatchRequest, FenceValue, SubmissionBatch
from tfir.ir.operations import Operation
from tfir.ir.types import Type

Groups = tuple[int, int, int]


@runtime_checkable
class Driver(Protocol):
    """What finds devices of one kind, and opens them."""

    @property
    def name(self) -> str: ...

    def device_names(self) -> list[str]:
        """The devices there are, the first of them the one that is taken where none is named."""

    def create_device(self, which: str = "") -> AbstractContextManager[Device]:
        """Opens a device, which closes with the context. Raises Error where there is none of this name."""


@runtime_checkable
class Device(Protocol):
    """What makes everything below. What it has made is closed before it, and goes to no other device."""

    @property
    def allocator(self) -> Allocator: ...

    @property
    def queue(self) -> Queue:
        """The first of those that run dispatches."""

    @property
    def dispatch_queues(self) -> Sequence[Queue]:
        """Those that run all commands: at least one."""

    @property
    def transfer_queues(self) -> Sequence[Queue]:
        """Those for copies and fills beside the dispatches: at least one, which is one of `dispatch_queues` where the device has no other."""

    def executable_cache(self) -> ExecutableCache: ...

    def command_buffer(self) -> CommandBuffer: ...

    def semaphore(self, initial: int = 0) -> Semaphore: ...

    def binary_semaphore(self) -> BinarySemaphore: ...

    def event(self) -> Event: ...

    def fence(self, initial: int = 0) -> Fence: ...

    def wait_idle(self) -> None:
        """Until all that was submitted is done."""


@runtime_checkable
class Allocator(Protocol):
    """Memory that the device's kernels reach."""

    def can_allocate(self, memory: MemoryType, size: int) -> bool: ...

    def allocate(self, memory: MemoryType, size: int) -> Buffer:
        """`size` bytes, their content undefined. Raises Error for more than `can_allocate`."""

    def allocate_all(self, memory: MemoryType, sizes: Sequence[int]) -> Sequence[Buffer]:
        """Buffers that are needed together, for which a device may take fewer pieces of memory."""

    def constants(self, sizes: Sequence[int], contents: Iterable[np.ndarray]) -> Sequence[Buffer]:
        """Buffers that are only read, for bytes of these sizes, which are asked for one after the other: their memory may be the arrays' own."""


@runtime_checkable
class Buffer(Protocol):
    """A range of memory. Raises Error where it is used when its memory has been closed, and for ranges that do not lie in it."""

    @property
    def size(self) -> int: ...

    @property
    def memory(self) -> MemoryType: ...

    def subspan(self, offset: int, length: int) -> Buffer:
        """A part of it, which shares its memory."""

    def map(self) -> np.ndarray:
        """Its bytes as the host reaches them: what is written there devices see after `unmap`, and what devices have written, after `map`.
        Raises Error where the host does not reach them."""

    def unmap(self) -> None: ...

    def write(self, array: np.ndarray) -> None:
        """Copies the bytes of an array to its beginning, from memory of the host, whichever memory it is of itself."""

    def read(self, array: np.ndarray) -> None:
        """Fills a contiguous array with the bytes at its beginning."""

    def close(self) -> None:
        """Gives back its share of the memory, and that of all parts of it."""


@runtime_checkable
class Executable(Protocol):
    """An entry of an executable of the module, ready to run."""

    def workgroups(self, dispatch: Operation, kinds: Sequence[Type], sizes: Sequence[int]) -> Groups | None:
        """How many workgroups a dispatch takes on buffers of these types, whose open sizes are `sizes`; None where it has nothing to do. Raises Error on the operation for
        what the device does not run."""


@runtime_checkable
class ExecutableCache(Protocol):
    """Executables that are prepared once."""

    @property
    def formats(self) -> tuple[str, ...]:
        """The formats of `iree.executable` that it takes, the best first."""

    def prepare(self, executable: Operation, entry: str) -> Executable:
        """The same one each time. Raises Error on the `iree.multi_arch_executable` where it holds none of the formats."""


@runtime_checkable
class CommandBuffer(Protocol):
    """Commands that are recorded once, between `begin` and `end`, and submitted as often as wanted. Buffers must stay open as long as it is."""

    def begin(self) -> None: ...

    def dispatch(self, request: DispatchRequest) -> None: ...

    def copy(self, source: Buffer, target: Buffer) -> None:
        """Copies all bytes of a buffer to another of the same size, which does not overlap it."""

    def fill(self, target: Buffer, word: int) -> None:
        """Fills a buffer, whose size is a multiple of 4, with a number of 32 bits."""

    def signal_event(self, event: Any, stages: ExecutionStage = ALL_STAGES) -> None:
        """Signals an event when what stands in front of it has done what belongs to `stages`."""

    def reset_event(self, event: Any, stages: ExecutionStage = ALL_STAGES) -> None:
        """Takes the signal back when what stands in front of it has done what belongs to `stages`."""

    def wait_events(
        self, awaited: Sequence[Any], stages: ExecutionStage = ALL_STAGES, barriers: Sequence[MemoryBarrier] = WHOLE_MEMORY
    ) -> None:
        """What stands behind it begins with `stages` when all events are signalled, and sees of memory what the barriers say. Raises Error for one that nothing in front of it
        signals. Commands take effect in order all the same: a device orders by itself what events and barriers leave out."""

    def end(self) -> None: ...

    def close(self) -> None: ...


@runtime_checkable
class Event(Protocol):
    """What commands signal for others of the same command buffer: a device need not finish, for these, what was recorded behind the signal. Each run of the command
    buffer begins with events that are not signalled. With events it goes to one queue alone."""

    def close(self) -> None: ...


@runtime_checkable
class BinarySemaphore(Protocol):
    """What one batch signals for one that is submitted behind it, to whichever queue of the device. Raises Error, where it is submitted, for a wait that no signal is there for,
    a second signal before a wait, and a signal of what waits for a value of a timeline that nothing submitted so far brings."""

    @property
    def is_signalled(self) -> bool:
        """Whether there is a signal that no batch waits for yet, by what was submitted."""

    def close(self) -> None: ...


@runtime_checkable
class Semaphore(Protocol):
    """A timeline: a number that only grows, which queues wait for and signal, and the host too."""

    def query(self) -> int: ...

    def signal(self, value: int) -> None:
        """From the host. Raises Error for a value that is not above the one there is."""

    def wait(self, value: int, seconds: float | None = None) -> bool:
        """Whether it has come to a value, within a time where one is given."""

    def close(self) -> None: ...


@runtime_checkable
class Fence(Protocol):
    """A number that grows as submissions to one queue end, for which the host waits."""

    def promise(self, value: int) -> Any:
        """What a queue asks it for before it submits what is to bring it to a value. Raises Error for one that is not above those before."""

    def query(self) -> int: ...

    def wait(self, value: int, seconds: float | None = None) -> bool:
        """Whether it has come to a value. Raises Error where what was to bring it there has failed."""

    def close(self) -> None: ...


@runtime_checkable
class Queue(Protocol):
    """Runs batches in the order in which they are submitted; what is submitted to several queues is ordered by semaphores alone."""

    def submit(self, batches: Sequence[SubmissionBatch], fence: FenceValue | None = None) -> None:
        """Each batch begins when its semaphores have come to the values it waits for, which may be signalled later; when all is done, the
        fence gets its value. Raises Error, and takes none of them, for a command buffer that is not recorded, or has dispatches where the queue runs none."""
