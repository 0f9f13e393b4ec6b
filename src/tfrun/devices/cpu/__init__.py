"""Processors: kernels in the llvm dialect as machine code, made by LLVM, and the sequencer's function as commands that run them."""

from __future__ import annotations

from contextlib import contextmanager

from tfir.execution import sequencer
from tfir.execution.session import Session
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation

SPELLINGS = ("cpu",)
TITLE = "this machine's processors, by machine code; runs what --pipeline=cpu makes"
TAKES = ("threads",)


@contextmanager
def session(module: Operation, which: str, folder: str | None, threads: int | None = None):
    """A context manager: a function from an Entry to a program on `threads` processors, one by default. The programs share their code, and what
    steps of the host write to. Raises Error where llvmlite is missing, or a function is not lowered for processors."""
    from tfrun.devices.cpu.executor import ProcessorProgram
    from tfrun.devices.cpu.machine_code import code_of
    from tfrun.devices.cpu.workers import Workers

    shared, code = Session(module, folder), None
    with Workers(threads or 1) as workers:

        def program_of(entry):
            nonlocal code
            if not sequencer.is_sequence(entry.func):
                raise Error(
                    f"@{entry.name} has not been lowered to dispatches; lower it with tf-opt --pipeline=cpu,"
                    " or run it with --device=interpreter",
                    entry.func,
                )
            code = code or code_of(module)
            return shared.lowered(entry, ProcessorProgram(code, entry.func, workers, shared.state))

        yield program_of


def listed():
    from tfrun.devices.cpu.facts import host_target

    target = host_target()
    yield f"cpu: {target.cpu}, vectors of {target.vector_bytes} bytes, {target.cores} cores"


def described(which: str) -> str:
    """The processor's facts as the text of an attribute `#iree.target<...>`."""
    from tfrun.devices.cpu.facts import host_target

    return str(host_target())
