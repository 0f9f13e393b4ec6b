"""Passes from StableHLO to StableHLO."""

WORKS_ON = ("stablehlo", "chlo")
