"""Executables of modules for processors: machine code of their kernels, and how many threads gain anything of a dispatch."""

from __future__ import annotations

from collections.abc import Sequence

from tfir.cost.dispatches import Work
from tfir.execution.sequencer import LLVM, portable_entry, written_arguments
from tfir.ir.attributes import Attribute
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation
from tfir.ir.types import Type
from tfir.text.affine import AffineAttr
from tfir.text.affine_expression import evaluated

from tfrun.devices.cpu.compilation import Kernels, code_of
from tfrun.devices.cpu.machine_code import Code
from tfrun.devices.cpu.work import Shares, shares

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class Executables:
    """Kernels and code of modules, those of `ready` among them; a module's are made together when the first one is asked for."""

    formats = (LLVM,)

    def __init__(self, ready: dict[Operation, tuple[Kernels, Code]] | None = None):
        self.modules = ready or {}
        self.prepared: dict[tuple[Operation, str], Executable] = {}
        self.works: dict[tuple[str, tuple[Any, ...]], Work] = {}  # by kernels and sizes

    def prepare(self, executable: Operation, entry: str) -> Executable:
        key = executable, entry
        if key not in self.prepared:
            kernels, code = self.module(executable)
            kernel = kernels.names.get((executable.get("sym_name"), entry))
            if kernel is None:
                raise Error.on(executable, f"has no kernel @{entry} for processors; lower it with tf-opt --pipeline=cpu")
            self.prepared[key] = Executable(
                kernel,
                kernels.workgroups[kernel],
                kernels.rows[kernel],
                code.address(kernel),
                portable_entry(executable, entry),
                self.works,
            )
        return self.prepared[key]

    def module(self, executable: Operation) -> tuple[Kernels, Code]:
        module: Any = executable.parent_op
        if module not in self.modules:
            kernels = Kernels(module)
            self.modules[module] = kernels, code_of(kernels)
        return self.modules[module]


class Executable:
    """A kernel of a name, at an address in memory. `rows` is how many of its workgroups along x are best together, 0 for any. `computed` is the function that says what it computes, if there
    is one: then it is known which of its arguments are `written`."""

    def __init__(self, name: str, counts: Attribute, rows: int, address: int, computed: Operation | None, works: dict):
        self.name, self.counts, self.rows, self.address, self.computed, self.works = name, counts, rows, address, computed, works
        self.written = None if computed is None else written_arguments(computed)

    def workgroups(self, dispatch: Operation, kinds: Sequence[Type], sizes: Sequence[int]) -> tuple[int, int, int] | None:
        counts: Any = self.counts
        if isinstance(counts, AffineAttr):
            x, y, z = [evaluated(expression, sizes) for expression in counts.results]
        else:
            x, y, z = counts.values()
        return (x, y, z) if x * y * z else None

    def shares(self, kinds: Sequence[Type], sizes: Sequence[int], groups: Sequence[int]) -> Shares:
        """How threads share a dispatch of so many workgroups in x, y and z."""
        key = self.name, tuple(sizes)
        if key not in self.works:
            self.works[key] = Work(self.computed, kinds, sizes)
        return shares(self.works[key], groups, self.rows)
