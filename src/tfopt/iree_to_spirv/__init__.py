"""Executables to SPIR-V: which schedule each runs by, and the kernel that the schedule makes of it."""

WORKS_ON = ("iree",)
