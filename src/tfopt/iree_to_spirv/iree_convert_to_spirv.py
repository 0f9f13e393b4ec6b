"""Writes each executable as a SPIR-V module, by the schedule that its entry function carries, beside the portable form."""

from __future__ import annotations

from tfir.dialects.iree.target import PLAIN, STYLE, TargetAttr
from tfir.execution.sequencer import SPIRV, TARGET_NAME
from tfir.ir.attributes import StringAttr
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Block, Operation, Region

from tfopt.iree_to_spirv.executable import Executable, compile_each
from tfopt.iree_to_spirv.limits import check_limits
from tfopt.iree_to_spirv.schedule import Schedule
from tfopt.iree_to_spirv.schedules import choose, emit
from tfopt.iree_to_spirv.target import fallback_targets, resolve_target

AFTER = ("iree-choose-schedules",)


def iree_convert_to_spirv(module: "Module", *, allow_host_ops: bool = False):
    """Add an `iree.executable(SPIRV)` to every executable, and one for each of the module's fallback targets. With `allow_host_ops` those
    without a kernel are for the host."""
    is_plain = module.get(STYLE) == PLAIN  # which is one kernel for all
    facts, fallbacks = resolve_target(module, ""), [] if is_plain else fallback_targets(module)

    def convert(executable, specific, op):
        if any(other.get("format") == SPIRV for other in executable.body):
            return
        kernels = [kernel_of(specific, op, Schedule.of(op), facts)]
        kernels += [kernel for target in fallbacks if (kernel := fallback_of(specific, op, target)) is not None]
        behind = specific.next
        for kernel in kernels:
            executable.body.insert_before(kernel, behind)

    compile_each(module, convert, allow_host_ops)


def fallback_of(specific: Operation, op: Operation, target: TargetAttr) -> Operation | None:
    """The entry as one for a fallback target; None where that lacks something, so that its devices run what another target's do."""
    try:
        kernel = kernel_of(specific, op, choose(Executable(op), target), target)
    except Error:
        return None
    kernel.set_attribute(TARGET_NAME, StringAttr(target.name))
    return kernel


def kernel_of(specific: Operation, op: Operation, schedule: Schedule, target: TargetAttr) -> Operation:
    """The entry of a portable executable as one for a target."""
    body, whole = Block(), Executable(op)
    kernel = body.append(emit(whole, schedule, target))
    check_limits(kernel, target, whole.root or op)
    return Operation("iree.executable", (), (), {"format": StringAttr(SPIRV)}, [Region([body])], location=specific.location)
