"""Writes on the module which device it is compiled for, for the passes that choose by it."""

from __future__ import annotations

from tfir.dialects.iree.target import TARGET

from tfopt.iree_to_spirv.target import named_targets, set_targets

WORKS_ON = ()
OPTIONS = {
    "target": "What to compile for: portable, lavapipe, gpu, x86-64-v3, x86-64-v4, aarch64, or @FILE with what tf-run --describe-device printed; "
    "several parted by commas, of which the first counts where a machine has what it says, and others else.",
    "default": "Keep the target that the module has.",
}


def iree_set_target(module: "Module", *, target: str = "portable", default: bool = False):
    """Set `iree.target` to a known device (portable, lavapipe, gpu), or to @FILE with what `tf-run --describe-device` printed.

    May stand anywhere before schedules are chosen: `tf-opt --iree-set-target=target=lavapipe | tf-opt --pipeline=vulkan`.
    """
    if not (default and TARGET in module.attributes):
        set_targets(module, named_targets(target))
