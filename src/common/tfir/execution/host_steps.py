"""What the host computes between dispatches: entries of executables for the host, which devices have no kernels for.

Such a step reads buffers, computes by what its operations mean, and writes buffers. What no device keeps (text, handles, tensors whose
size is known only when they are there) lies in slots, which go from one such step to another, in as inputs and out as results.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from tfir.execution.body import Body
from tfir.execution.sequencer import HOST, architecture, portable_entry, written_arguments
from tfir.execution.special import Functions
from tfir.execution.state import State
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation
from tfir.ir.symbols import SymbolTable


class Bodies:
    """The entries of executables as computations on arrays and slots, each made once. They share a state: variables, tables, generators."""

    def __init__(self, state: State | None = None):
        self.context = {"state": State() if state is None else state}
        self.prepared: dict[tuple[Operation, str], Callable] = {}

    def get(self, executable: Operation, entry: str) -> Callable:
        """The computation of an entry, called with the buffers of a dispatch. Raises Error where only kernels say what it computes."""
        key = executable, entry
        if key not in self.prepared:
            func = portable_entry(executable, entry)
            if func is None:
                raise Error.on(executable, f"has no entry @{entry} in an executable for no target in particular")
            functions = Functions(SymbolTable(func.parent_op), Body, self.context)
            self.prepared[key] = functions.ready(func)
        return self.prepared[key]


def is_for_host(executable: Operation) -> bool:
    return architecture(executable, HOST) is not None


def written_by(executable: Operation, entry: str) -> set[int]:
    """The numbers of the buffers that an entry writes, as far as it is known."""
    func = portable_entry(executable, entry)
    return set(written_arguments(func)) if func is not None else set()


def copied(buffer: object) -> object:
    """What a step reads, as it is now: the step may keep it, in a variable or a slot, when the buffer holds something else."""
    return buffer.copy() if isinstance(buffer, np.ndarray) else buffer
