"""Folds ops of constants, sizes that types tell, and branches and loops whose condition is known."""

from __future__ import annotations

from tfopt.stablehlo.constant_folds import folds
from tfopt.stablehlo.optimization import optimize

TITLE = "StablehloAggressiveFolderPass"
EXACT = False  # functions of floats have other last digits on a device


def stablehlo_aggressive_folder(
    func: "Func", *, assume_no_undeclared_side_effects: bool = False, fold_op_element_limit: int = 65536, optimize_float: bool = True
):  # fmt: skip
    optimize(func, folds(fold_op_element_limit, optimize_float, assume_no_undeclared_side_effects))
