"""Unrolls innermost affine loops: several iterations become one, and those that are left have a loop of their own."""

from __future__ import annotations

from tfir.analysis.affine_loops import trip_count
from tfir.ir.diagnostics import Error

from tfopt.affine.loops import fully_unrolled, innermost, loops_in, unrolled

TITLE = "Unroll affine loops"
OPTIONS = {
    "cleanup-unroll": "Unroll loops completely that have fewer iterations than the factor, or some left.",
    "unroll-factor": "How many iterations become one; -1 for all.",
    "unroll-full-threshold": "With a factor of -1, unroll all loops that have at most so many iterations, outer ones too; -1 for none.",
    "unroll-num-reps": "How often the innermost loops are unrolled.",
    "unroll-up-to-factor": "Unroll loops with fewer iterations than the factor by these.",
}


def affine_loop_unroll(
    func: Func, *, cleanup_unroll: bool = False, unroll_factor: int = 4, unroll_full_threshold: int = -1, unroll_num_reps: int = 1,
    unroll_up_to_factor: bool = False,
):  # fmt: skip
    """A loop whose number of iterations is the least of several is left unless the factor divides all of them."""
    if unroll_factor == -1 and unroll_full_threshold >= 0:
        short = [loop for loop in loops_in(func) if (count := trip_count(loop)) is not None and count <= unroll_full_threshold]
        for loop in short:
            fully_unrolled(loop)
        return
    if unroll_factor < 1 and unroll_factor != -1:
        raise Error(f"unroll-factor is a number above zero, or -1 for all iterations; not {unroll_factor}", func)
    for _ in range(unroll_num_reps):
        done = [unroll(loop, unroll_factor, unroll_up_to_factor, cleanup_unroll) for loop in innermost(func)]
        if not any(done):
            break


def unroll(loop, factor: int, up_to_factor: bool, clean_up: bool) -> bool:
    """Whether there was something to do."""
    if factor == -1:
        return fully_unrolled(loop)
    count = trip_count(loop)
    if up_to_factor and count is not None and 0 < count < factor:
        factor = count
    return unrolled(loop, factor, clean_up)
