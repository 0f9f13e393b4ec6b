"""The interpreter, on NumPy: any module, by what its ops mean or, of one that is lowered to dispatches, by walking them."""

from __future__ import annotations

from contextlib import contextmanager

from tfir.cli.process import UsageError
from tfir.ir.operations import Operation

SPELLINGS = ("interpreter",)
TITLE = "NumPy on this machine; runs StableHLO, tf and graphs as they are"
TAKES = ("grid", "probes", "disk")


@contextmanager
def session(
    module: Operation,
    which: str,
    folder: str | None,
    grid: tuple[int, int] | None = None,
    probes: str | None = None,
    disk: str | None = None,
):
    """A context manager: a function from an Entry to a program on NumPy; the programs of a session share variables and tables."""
    from tfir.execution.program import interpreted
    from tfir.execution.session import Session
    from tfir.execution.state import Probes, State

    state = State(folder, probes=Probes(probes), disk=disk)
    if grid is not None:
        from tfir.execution.grid_program import GridSession

        yield GridSession(module, *grid, state).program
        return
    shared = Session(module, state=state)

    def program_of(entry):
        return interpreted(module, entry, shared)

    vars(program_of)["state"] = state
    yield program_of


def preference() -> int:
    return 1


def driver():
    from tfir.execution.sequence import portable_device
    from tfir.hal.array_device import HostDriver

    return HostDriver("interpreter", portable_device)


def listed():
    yield "interpreter: NumPy on this machine"


def described(which: str):
    raise UsageError("--describe-device describes what tf-opt compiles for, which the interpreter is not")


def measured(module: Operation, calls, which: str, folder: str | None, runs: int) -> str:
    from tfrun.devices.interpreter import measuring

    return measuring.measured(module, calls, folder, runs)
