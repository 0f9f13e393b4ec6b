"""Simplifies ops: what changes nothing goes, constants stand on the right, and what is known when it is compiled is an attribute."""

from __future__ import annotations

from tfopt.stablehlo.constant_folds import Fold
from tfopt.stablehlo.optimization import optimize
from tfopt.stablehlo.simplification import simplifications

TITLE = "StablehloAggressiveSimplificationPass"
EXACT = False  # -0 + 0 becomes -0


def stablehlo_aggressive_simplification(func: "Func", *, fold_op_element_limit: int = 65536):
    optimize(func, [*simplifications(), Fold("select", fold_op_element_limit)])
