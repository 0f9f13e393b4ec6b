"""Writes each executable as a SPIR-V module, by the schedule that its entry function carries, beside the portable form."""

from __future__ import annotations

from tfir.execution.sequencer import SPIRV
from tfir.ir.attributes import StringAttr
from tfir.ir.operations import Block, Operation, Region

from tfopt.iree_to_spirv.executable import Executable, compile_each
from tfopt.iree_to_spirv.limits import check_limits
from tfopt.iree_to_spirv.schedule import Schedule
from tfopt.iree_to_spirv.schedules import emit
from tfopt.iree_to_spirv.target import resolve_target

AFTER = ("iree-choose-schedules",)


def iree_convert_to_spirv(module: "Module", *, allow_host_ops: bool = False):
    """Add an `iree.executable(SPIRV)` to every executable. With `allow_host_ops` those without a kernel are for the host."""
    facts = resolve_target(module, "")

    def convert(executable, specific, op):
        if any(other.get("format") == SPIRV for other in executable.body):
            return
        body, whole = Block(), Executable(op)
        kernel = body.append(emit(whole, Schedule.of(op), facts))
        check_limits(kernel, facts, whole.root or op)
        made = Operation("iree.executable", (), (), {"format": StringAttr(SPIRV)}, [Region([body])], location=specific.location)
        executable.body.insert_before(made, specific.next)

    compile_each(module, convert, allow_host_ops)
