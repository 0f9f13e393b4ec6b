"""Chooses how each executable runs on the target and writes the choice on its entry function."""

from __future__ import annotations

from tfir.ir.diagnostics import Error

from tfopt.iree_to_spirv.executable import Executable, compile_each
from tfopt.iree_to_spirv.schedule import ATTRIBUTE
from tfopt.iree_to_spirv.schedules import choose
from tfopt.iree_to_spirv.target import resolve_target

PROCESSOR = (
    "the module's target '{name}' is a processor, for which --pipeline=cpu makes code; --pipeline=vulkan takes portable, lavapipe, gpu or what "
    "tf-run --describe-device --device=vulkan prints"
)
OPTIONS = {
    "target": "portable, lavapipe, gpu, or @FILE with what tf-run --describe-device printed; without it the module's own.",
    "refuse-processors": "A target that is a processor is an error: what is made of the program is for devices.",
}


def iree_choose_schedules(module: "Module", *, target: str = "", allow_host_ops: bool = False, refuse_processors: bool = False):
    """Write `iree.schedule` on the entry of every executable.

    `target` is a known device (portable, lavapipe, gpu), or @FILE with what `tf-run --describe-device` printed; it is written
    on the module. Without it the module's own `iree.target` counts, and without that the portable one. A schedule that
    is there already is kept. With `allow_host_ops` executables without a kernel are for the host.
    """
    facts = resolve_target(module, target)
    if refuse_processors and facts.is_processor:
        raise Error(PROCESSOR.format(name=facts.name), module)

    def schedule(_, __, op):
        if ATTRIBUTE not in op.attributes:
            op.set_attribute(ATTRIBUTE, choose(Executable(op), facts).attribute)

    compile_each(module, schedule, allow_host_ops)
