"""Folds and simplifies together, as `--stablehlo-aggressive-folder` and `--stablehlo-aggressive-simplification` do one by one."""

from __future__ import annotations

from tfopt.stablehlo.constant_folds import folds
from tfopt.stablehlo.optimization import optimize
from tfopt.stablehlo.simplification import simplifications

TITLE = "StablehloTargetIndependentOptimizationPass"
EXACT = False  # as those


def stablehlo_target_independent_optimization(
    func: "Func", *, assume_no_undeclared_side_effects: bool = False, fold_op_element_limit: int = 65536, optimize_float: bool = True
):  # fmt: skip
    optimize(func, [*folds(fold_op_element_limit, optimize_float, assume_no_undeclared_side_effects), *simplifications()])
