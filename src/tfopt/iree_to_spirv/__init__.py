"""Executables to SPIR-V: which schedule each runs by, and the kernel that the schedule makes of it.

A kernel is one entry point of a `spirv.module`: what an executable computes, as one invocation of a grid computes its part (`kernel.py`).
"""

WORKS_ON = ("iree",)
OPTIONS = {"allow-host-ops": "Let the host compute what there is no kernel for."}
