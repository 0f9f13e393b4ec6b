"""The machine for IREE's bytecode of 2019: what the sequencer does and what executables compute, assembled, and run over NumPy arrays."""

from __future__ import annotations

from contextlib import contextmanager

from tfir.execution.sequencer import is_sequence
from tfir.execution.state import State
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation

SPELLINGS = ("vm",)
TITLE = "IREE's bytecode of 2019 on this machine, over NumPy; runs what --pipeline=vm makes"
LOWERED_BY = ("--pipeline=vm",)
TAKES = ("disk",)


@contextmanager
def session(module: Operation, which: str, folder: str | None, disk: str | None = None):
    """A context manager: a function from an Entry to a program that runs its bytecode; the programs of a session share variables and tables."""
    from tfir.execution.bytecode_program import bytecode_program
    from tfir.execution.session import Session

    shared = Session(module, state=State(folder, disk=disk))

    def program_of(entry):
        if not is_sequence(entry.func):
            raise Error(f"@{entry.name} has not been lowered to dispatches; lower it with tf-opt --pipeline=vm", entry.func)
        return shared.lowered(entry, bytecode_program(entry.func, shared.state))

    yield program_of


def driver():
    from tfir.execution.bytecode_program import bytecode_device
    from tfir.hal.array_device import HostDriver

    return HostDriver("vm", bytecode_device)


def listed():
    yield "vm: IREE's bytecode of 2019 on this machine"
