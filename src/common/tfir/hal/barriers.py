"""Which commands wait for which, and what they then see of memory, as events say it: stages, accesses, and barriers between them."""

from __future__ import annotations

from enum import IntFlag


class ExecutionStage(IntFlag):
    """What commands do, with the numbers of 2019: dispatches, or copies and fills."""

    DISPATCH = 4
    TRANSFER = 8


class AccessScope(IntFlag):
    """How commands use memory, with the numbers of 2019."""

    DISPATCH_READ = 4
    DISPATCH_WRITE = 8
    TRANSFER_READ = 16
    TRANSFER_WRITE = 32


ALL_STAGES = ExecutionStage.DISPATCH | ExecutionStage.TRANSFER
ALL_WRITES = AccessScope.DISPATCH_WRITE | AccessScope.TRANSFER_WRITE
ALL_ACCESS = ALL_WRITES | AccessScope.DISPATCH_READ | AccessScope.TRANSFER_READ
WRITE_OF = {ExecutionStage.DISPATCH: AccessScope.DISPATCH_WRITE, ExecutionStage.TRANSFER: AccessScope.TRANSFER_WRITE}


class MemoryBarrier:
    """What the accesses of `source` have done to memory, those of `target` behind it see. By default all of all."""

    __slots__ = ("source", "target")

    def __init__(self, source: AccessScope = ALL_WRITES, target: AccessScope = ALL_ACCESS):
        self.source, self.target = source, target


WHOLE_MEMORY = (MemoryBarrier(),)
