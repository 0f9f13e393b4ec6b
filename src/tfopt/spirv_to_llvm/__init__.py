"""Kernels of SPIR-V to functions of the llvm dialect, which processors run a range of workgroups at a time."""

WORKS_ON = ("iree",)
