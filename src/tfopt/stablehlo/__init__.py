"""Passes from StableHLO to StableHLO."""
