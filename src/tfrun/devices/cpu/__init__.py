"""Processors: kernels in the llvm dialect as machine code, made by LLVM, and the sequencer's function as commands that run them."""

from __future__ import annotations

import sys
from contextlib import contextmanager

from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tfir.dialects.iree.target import TargetAttr
    from tfir.module_file.container import Container

    from tfrun.devices.cpu.keeping import KeptPrograms

SPELLINGS = ("cpu",)
TITLE = "this machine's processors, by machine code; runs what --pipeline=cpu and --pipeline=llvm make"
MEASURES_DISPATCHES = True
LOWERED_BY = ("--pipeline=cpu", "--allow-host-ops")
LOWERED_TO_FUNCTIONS_BY = ("--pipeline=llvm",)
TAKES = ("disk", "threads", "text", "kept", "cached", "described", "verbose")


@contextmanager
def session(
    module: Operation,
    which: str,
    folder: str | None,
    disk: str | None = None,
    threads: int | None = None,
    text: str | Container | None = None,
    kept: KeptPrograms | None = None,
    cached: bool = True,
    described: bool = False,
    verbose: bool = False,
):
    """A context manager: a function from an Entry to a program on `threads` processors, one by default. The programs share their code, and what
    steps of the host write to. `text` is what the module was read from, unchanged, or its module file, under which a program may be kept; `kept` is one that was. `perf` is told of kernels by nodes of the model if they are `described`. A `verbose` session says for which target they are, or that an earlier run has kept them. Raises Error where llvmlite is missing, or a function is not lowered for processors."""
    from tfrun.devices.cpu.workers import Workers

    with Workers(threads or 1) as workers:
        if kept is not None:
            if verbose:
                print("tf-run: the program is one that an earlier run has kept", file=sys.stderr)
            yield lambda entry: kept.program(entry.func, workers)
            return
        from tfir.execution.session import Session
        from tfir.execution.state import State

        from tfrun.devices.cpu.programs import Programs

        if verbose and any([op.name == "iree.multi_arch_executable" for op in module.body]):
            from tfir.dialects.iree.target import targets_of

            from tfrun.devices.cpu.compilation import fallback_for

            target = targets_of(module)[fallback_for(module)]
            name = "no target in particular" if target is None else target.name
            print(f"tf-run: this machine's processors run kernels for {name}", file=sys.stderr)
        shared = Session(module, state=State(folder, disk=disk))
        yield Programs(module, shared, workers, text if cached else None, cached, described).program


def kept(path: str) -> KeptPrograms | None:
    """What an earlier run has kept of the programs in a file: it has a `module` of their functions' signatures."""
    from tfrun.devices.cpu.keeping import kept_program

    return kept_program(path)


def measured(module: Operation, calls, which: str, folder: str | None, runs: int, threads: int | None = None, cached: bool = True) -> str:
    from tfrun.devices.cpu import measuring

    return measuring.measured(module, calls, folder, runs, threads or 1, cached)


def traced(module: Operation, calls, which: str, folder: str | None, threads: int | None = None, cached: bool = True) -> str:
    from tfrun.devices.cpu import measuring

    return measuring.traced(module, calls, folder, threads or 1, cached)


def emit(module: Operation, entry, kind: str, path: str, described: bool = False) -> None:
    """Writes a program to a file that C calls: an object, its assembly, or a shared library with a header; with debug information if it
    shall be `described`."""
    if entry.func.name == "llvm.func":
        from tfrun.devices.cpu import function_emission

        function_emission.emit(module, entry, kind, path)
        return
    from tfrun.devices.cpu import emission, programs

    programs.check_architecture(module)
    emission.emit(module, entry, kind, path, described)


def preference() -> int:
    from tfrun.devices.cpu.facts import host_target

    try:
        return 2 if host_target() else 0
    except Error:  # LLVM is not installed
        return 0


def driver():
    """Code of a module is made when one of its executables is prepared."""
    from tfir.hal.array_device import HostDriver
    from tfir.ir.builder import module_op

    from tfrun.devices.cpu.compilation import Kernels, code_of
    from tfrun.devices.cpu.device import ProcessorDevice
    from tfrun.devices.cpu.llvm import binding
    from tfrun.devices.cpu.workers import Workers

    binding()  # without which there is none
    return HostDriver("cpu", lambda: ProcessorDevice(Workers(1), lambda: code_of(Kernels(module_op()))))


def listed():
    from tfrun.devices.cpu.facts import host_target

    try:
        target = host_target()
    except Error as missing:
        yield f"cpu: not usable: {missing}"
        return
    yield f"cpu: {target.cpu}, vectors of {target.vector_bytes} bytes, {target.cores} cores"


def described(which: str) -> TargetAttr:
    """The processor's facts, by which tf-opt compiles."""
    from tfrun.devices.cpu.facts import host_target

    return host_target()
