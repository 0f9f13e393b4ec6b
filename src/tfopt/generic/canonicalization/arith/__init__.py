"""Arithmetic on whole numbers, truth values and floats. Source: the folders and patterns of MLIR's arith dialect."""

from __future__ import annotations

from tfopt.generic.canonicalization.arith import bits, casts, choices, floats, integers
from tfopt.generic.canonicalization.poison import poisoned

# Upstream leaves these as they are, where an operand is poison: shifts, comparisons and choices, and what has two results.
SHIFTS, CHOICES = ("arith.shli", "arith.shrsi", "arith.shrui"), ("arith.cmpi", "arith.cmpf", "arith.select")
KEEPS_POISON = (*SHIFTS, *CHOICES)

PATTERNS = integers.PATTERNS | bits.PATTERNS | floats.PATTERNS | casts.PATTERNS | choices.PATTERNS
PATTERNS |= poisoned({name: each for name, each in PATTERNS.items() if name not in KEEPS_POISON and not name.endswith("_extended")})
