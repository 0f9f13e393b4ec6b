"""Chooses how each executable runs on the target and writes the choice on its entry function."""

from __future__ import annotations

from tfir.cli.process import UsageError
from tfir.dialects.iree.target import PLAIN, STYLE
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation

from tfopt.iree_to_spirv.executable import Executable, compile_each
from tfopt.iree_to_spirv.schedule import ATTRIBUTE
from tfopt.iree_to_spirv.schedules import choose, plain
from tfopt.iree_to_spirv.target import resolve_target

PROCESSOR = (
    "the module's target '{name}' is a processor, for which --pipeline=cpu makes code; --pipeline=vulkan takes portable, lavapipe, gpu or what "
    "tf-run --describe-device --device=vulkan prints"
)
OPTIONS = {
    "style": "How kernels are written; plain: kernels as a person would write them, an invocation for each element, to be read and not to be fast.",
    "target": "What to compile for: portable, lavapipe, gpu, or @FILE with what tf-run --describe-device printed; without it the module's own.",
    "tune": "A device, as tf-run calls it: measure there which of the schedules that there are is fastest.",
    "tune-time": "So many seconds are spent on that, on kernels that compute most first; 0: as many as it takes.",
    "refuse-processors": "A target that is a processor is an error: what is made of the program is for devices.",
}


def iree_choose_schedules(
    module: "Module", *, target: str = "", style: str = "", tune: str = "", tune_time: int = 0, allow_host_ops: bool = False, refuse_processors: bool = False
):  # fmt: skip
    """Write `iree.schedule` on the entry of every executable.

    `target` is a known device (portable, lavapipe, gpu), or @FILE with what `tf-run --describe-device` printed; it is written
    on the module. Without it the module's own `iree.target` counts, and without that the portable one. A schedule that
    is there already is kept. The plain style, also where the module asks for it, is an invocation for each element. With `tune` the
    alternatives are timed on a device, which has to be one that the target holds for. With `allow_host_ops` executables without a kernel are for the host.
    """
    if style not in ("", PLAIN):
        raise UsageError(f"unknown style '{style}'; there is {PLAIN}")
    facts, is_plain = resolve_target(module, target), PLAIN in (style, module.get(STYLE))
    if refuse_processors and facts.is_processor:
        raise Error(PROCESSOR.format(name=facts.name), module)

    chosen: set[Operation] = set()

    def schedule(_, __, op):
        if ATTRIBUTE not in op.attributes:
            op.set_attribute(ATTRIBUTE, (plain(Executable(op)) if is_plain else choose(Executable(op), facts)).attribute)
            chosen.add(op)

    compile_each(module, schedule, allow_host_ops)
    if tune and not is_plain:
        from tfopt.iree_to_spirv.tuning import tune as tuned  # which runs devices by way of tf-run

        tuned(module, chosen, facts, tune, tune_time)
