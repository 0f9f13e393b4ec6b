"""Unrolls innermost affine loops four times, or as often as they run if that is less: MLIR's pass of 2019."""

from __future__ import annotations

from tfopt.affine.affine_loop_unroll import affine_loop_unroll


def loop_unroll(func: Func):
    """Today's name is `affine-loop-unroll=unroll-up-to-factor`."""
    affine_loop_unroll(func, unroll_up_to_factor=True)
