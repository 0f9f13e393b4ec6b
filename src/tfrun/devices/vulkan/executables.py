"""Executables of a module on a device: their kernels as pipelines, and how a dispatch binds its buffers to them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager

from tfir.dialects.iree.target import GPUS, MOST_TRIPS, TargetAttr, targets_of
from tfir.dialects.iree_ll_seq import byte_size
from tfir.execution.host_steps import is_for_host
from tfir.execution.kernels import Kernel, kernel_of, numbers_of
from tfir.execution.sequencer import SPIRV
from tfir.hal.submission import DispatchRequest
from tfir.ir.attributes import SymbolRefAttr
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation
from tfir.ir.symbols import SymbolTable
from tfir.ir.types import Type

from tfrun.devices.vulkan.api import VulkanError
from tfrun.devices.vulkan.commands import Dispatch
from tfrun.devices.vulkan.facts import DeviceFacts, target_attribute
from tfrun.devices.vulkan.memory import WHOLE_READ, Slice, align
from tfrun.devices.vulkan.needs import Needing, check_call
from tfrun.devices.vulkan.programs import Program, Programs


def targets_for(facts: DeviceFacts, module: Operation) -> dict[str | None, TargetAttr | None]:
    """Those of a module's targets, by the names of their executables, for which a device has all they take, the best first; the module's
    own target where there is none."""
    device, named = target_attribute(facts), targets_of(module)
    fitting = {name: target for name, target in named.items() if target is None or not (target.is_processor or device.lacks(target))}
    return fitting or {None: named[None]}


def workload_of(op: Operation):
    """The workload, a constant of three integers, of a dispatch on either level of the sequencer. Raises Error where it is not constant."""
    workload = op.attributes.get("workload") or (op.operands[0].op and op.operands[0].op.attributes.get("value"))
    if workload is None:
        raise Error.on(op, "has a workload that is not constant")
    return workload


class Executables(AbstractContextManager):
    """The kernels of a module's executables, each compiled once. Raises Error for one without SPIR-V, or made for another subgroup size."""

    formats = (SPIRV,)

    def __init__(self, device, digest: bytes | None = None):
        self.device, self.programs = device, Programs(device, digest)
        self.prepared: dict[tuple[Operation, str], Executable] = {}
        self.targets: dict[str | None, TargetAttr | None] | None = None

    def __exit__(self, *_):
        self.programs.__exit__()

    def check(self, func: Operation) -> None:
        """Raises VulkanError for all that the kernels of a function, and of those that it calls, need and the device lacks, each of it with these kernels."""
        self.programs.check([self.made(executable, entry).needing for executable, entry in dispatched_by(func)])

    def prepare(self, executable: Operation, entry: str) -> Executable:
        made = self.made(executable, entry)
        try:
            self.programs.check([made.needing])
        except VulkanError as reason:
            raise Error.on(executable, f"cannot run: {reason}") from None
        return made

    def made(self, executable: Operation, entry: str) -> Executable:
        key = executable, entry
        if key not in self.prepared:
            if self.targets is None:
                self.targets = targets_for(self.device.facts, executable.parent_op)
            kernel, name = kernel_of(executable, entry, [*self.targets])
            target = self.targets[name]
            self.prepared[key] = Executable(kernel, self, None if target is None else target.subgroup_size)
        return self.prepared[key]


def dispatched_by(func: Operation) -> Iterator[tuple[Operation, str]]:
    """Executables of kernels, with their entries, that a function dispatches or those that it calls."""
    symbols, waiting, seen = SymbolTable(func.parent_op), [func], {func}
    while waiting:
        for op in waiting.pop().walk():
            for name in ("callee", "value"):
                reference = op.attributes.get(name)
                made = symbols.get(reference.root) if isinstance(reference, SymbolRefAttr) else None
                if made is not None and made.name == "func.func" and made not in seen:
                    seen.add(made)
                    waiting.append(made)
                elif made is not None and made.name == "iree.multi_arch_executable" and not is_for_host(made):
                    yield made, reference.leaf


class Executable:
    """A kernel, which is compiled when something is to be dispatched."""

    def __init__(self, kernel: Kernel, executables: Executables, subgroup_size: int | None):
        self.kernel, self.executables = kernel, executables
        self.needing = Needing(kernel.name, kernel.words, kernel.bindings, kernel.pushed, subgroup_size)

    @property
    def program(self) -> Program:
        return self.executables.programs.of(self.needing)

    def workgroups(self, dispatch: Operation, kinds: Sequence[Type], sizes: Sequence[int]) -> tuple[int, int, int] | None:
        kernel = self.kernel
        groups = kernel.groups(workload_of(dispatch).values() if kernel.workgroups is None else (), sizes)
        if 0 in groups:
            return None
        check_trips(dispatch, kernel, sizes, self.executables.device.facts)
        lengths = []
        for binding in kernel.bindings:
            number, size = binding.argument, binding.offset + kernel.sizes[binding.number]
            if number >= len(kinds):
                raise Error.on(dispatch, f"gives {len(kinds)} buffers to a kernel that binds more")
            if size > align(available := byte_size(kinds[number]), WHOLE_READ):
                raise Error.on(dispatch, f"gives {available} bytes as buffer {number} to a kernel that reaches {size}")
            lengths.append(bound_length(available, binding.offset, kernel.sizes[binding.number]))
        try:
            check_call(self.needing, groups, lengths, self.executables.device)
        except VulkanError as reason:
            raise Error.on(dispatch, f"cannot run with the sizes of this call: {reason}") from None
        self.program  # noqa: B018  # what cannot be compiled is told of before anything runs
        return groups

    def bound(self, request: DispatchRequest) -> Dispatch:
        kernel = self.kernel
        buffers: list = [(request.bindings[binding.argument].buffer, binding) for binding in kernel.bindings]
        slices = tuple([bound(buffer, binding.offset, kernel.sizes[binding.number]) for buffer, binding in buffers])
        written = frozenset(at for at, binding in enumerate(kernel.bindings) if binding.number in kernel.written)
        return Dispatch(self.program, slices, request.groups, written, tuple(request.sizes))


def bound(buffer: Slice, offset: int, reached: int) -> Slice:
    """The slice bound for a kernel, as far as the allocation goes."""
    size = min(bound_length(buffer.size, offset, reached), buffer.room - offset)
    return Slice(buffer.buffer, buffer.offset + offset, size, buffer.share)


def bound_length(available: int, offset: int, reached: int) -> int:
    """How many bytes of a buffer are bound for a kernel: whole groups of elements, or no more than is reached of a part."""
    whole = align(max(available - offset, 1), WHOLE_READ)
    return min(whole, reached) if offset or 0 < reached < available - WHOLE_READ else whole


def check_trips(op: Operation, kernel: Kernel, sizes: Sequence[int], facts: DeviceFacts) -> None:
    """Raises Error where an invocation would go around its loops more often than a device in software does, which it does not tell."""
    trips = sum(numbers_of(kernel.trips, sizes)) if kernel.trips is not None else 0
    if trips > MOST_TRIPS and facts.kind not in GPUS:
        raise Error.on(op, f"would go around loops {trips} times in one invocation; {facts.name} may stop after {MOST_TRIPS}")
