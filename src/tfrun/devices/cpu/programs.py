"""The programs of a module on processors: its machine code, made once, and what of them is kept for the next run."""

from __future__ import annotations

from functools import cached_property

from tfir.dialects.iree.target import targets_of
from tfir.execution import sequencer
from tfir.execution.entry import functions_with_bodies
from tfir.execution.session import Session
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation

from tfrun.devices.cpu.compilation import Kernels, code_of, fallback_for, is_for_this_machine
from tfrun.devices.cpu.executor import ProcessorProgram
from tfrun.devices.cpu.facts import machine_name
from tfrun.devices.cpu.machine_code import Code
from tfrun.devices.cpu.workers import Workers

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tfir.execution.entry import Entry
    from tfir.module_file.container import Container

    from tfrun.devices.cpu.functions import Functions
    from tfrun.devices.cpu.keeping import Keeper


class Programs:
    """`text` is what the module was read from, or its module file, if its programs shall be kept; without `is_cached` not even machine code is."""

    def __init__(
        self,
        module: Operation,
        shared: Session,
        workers: Workers,
        text: str | Container | None,
        is_cached: bool,
        is_described: bool = False,
    ):
        self.module, self.shared, self.workers, self.text, self.is_cached = module, shared, workers, text, is_cached
        self.is_described = is_described
        self.made: dict[Operation, ProcessorProgram] = {}  # by their functions
        check_architecture(module)

    @cached_property
    def kernels(self) -> Kernels:
        return kernels_of(self.module, self.is_described)

    @cached_property
    def code(self) -> Code:
        code = code_of(self.kernels, self.is_cached)
        if self.is_described:
            from tfrun.devices.cpu.debug_information import tell_perf

            tell_perf(code)
        return code

    @cached_property
    def functions(self) -> Functions:
        from tfrun.devices.cpu.functions import Functions

        return Functions(self.module, self.is_cached)

    def program(self, entry: Entry):
        if entry.func.name == "llvm.func":
            return self.functions.program(entry)
        if not sequencer.is_sequence(entry.func):
            raise Error(
                f"@{entry.name} has not been lowered to dispatches; lower it with tf-opt --pipeline=cpu, or run it with --device=interpreter",
                entry.func,
            )
        made = ProcessorProgram(self.kernels, self.code, entry.func, self.workers, self.shared.state, self.keeper_of(entry))
        self.made[entry.func] = made
        return self.shared.lowered(entry, made)

    def keeper_of(self, entry: Entry) -> Keeper | None:
        """What keeps the program of an entry, where it takes and gives values alone."""
        is_pure = not entry.bound and not any([port.variable for port in (*entry.feeds, *entry.fetches)])
        return self.keeper if is_pure else None

    @cached_property
    def keeper(self) -> Keeper | None:
        """None for a module that has anything beside functions that are lowered."""
        funcs = functions_with_bodies(self.module)
        others = [op for op in self.module.body if op.name != "iree.multi_arch_executable" and op not in funcs]
        if self.text is None or others or not all(map(sequencer.is_sequence, funcs)):
            return None
        from tfrun.devices.cpu.keeping import Keeper

        return Keeper(self.text, funcs)


def kernels_of(module: Operation, is_described: bool) -> Kernels:
    """The kernels of a module; described, by nodes of the model."""
    if not is_described:
        return Kernels(module)
    from tfrun.devices.cpu.debug_information import Described

    return Kernels(module, Described())


def check_architecture(module: Operation) -> None:
    """Raises Error where a module's kernels were written for processors with other instructions than this one."""
    target = targets_of(module)[fallback_for(module)]
    if target is not None and not is_for_this_machine(target):
        raise Error(
            f"the program is lowered for {target.triple.partition('-')[0]}, and this machine is {machine_name()}; lower it with tf-opt --pipeline=cpu"
            ' --target="$(tf-run --describe-device=cpu)"',
            module,
        )
