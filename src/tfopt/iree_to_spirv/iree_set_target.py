"""Writes on the module which device it is compiled for, for the passes that choose by it."""

from __future__ import annotations

from tfopt.iree_to_spirv.target import resolve_target

WORKS_ON = ()
OPTIONS = {
    "target": "portable, lavapipe, or @FILE with what tf-run --describe-device printed.",
}


def iree_set_target(module: "Module", *, target: str = "portable"):
    """Set `iree.target` to a known device (portable, lavapipe), or to @FILE with what `tf-run --describe-device` printed.

    May stand anywhere before schedules are chosen: `tf-opt --iree-set-target=target=lavapipe | tf-opt --pipeline=vulkan`.
    """
    resolve_target(module, target)
