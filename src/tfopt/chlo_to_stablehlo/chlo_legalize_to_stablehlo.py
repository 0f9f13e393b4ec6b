"""Makes CHLO's ops of StableHLO's: special functions, implicit broadcasting, top_k, ragged products, scans.

An op that has no decomposition, as one of tensors of unknown rank, is an error.
"""

from __future__ import annotations

from importlib import import_module

from tfir.ir.operations import Operation

from tfopt.chlo_to_stablehlo.decomposition import DECOMPOSITIONS, Decomposition
from tfopt.rewrite.conversion import ConversionTarget, apply_conversion

EXACT = False  # the ops' meanings are in double precision
FAMILIES = ("elementwise", "broadcasting", "selection")


def chlo_legalize_to_stablehlo(root: Operation):
    if not any([op.dialect == "chlo" for op in root.walk()]):
        return  # most programs; the decompositions need not be loaded
    for family in FAMILIES:
        import_module(f"tfopt.chlo_to_stablehlo.{family}")
    apply_conversion(root, ConversionTarget(illegal=["chlo"]), [Decomposition(name) for name in DECOMPOSITIONS])
