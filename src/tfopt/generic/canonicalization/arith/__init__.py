"""Arithmetic on whole numbers, truth values and floats. Source: the folders and patterns of MLIR's arith dialect."""

from __future__ import annotations

from tfopt.generic.canonicalization.arith import bits, casts, choices, floats, integers

PATTERNS = integers.PATTERNS | bits.PATTERNS | floats.PATTERNS | casts.PATTERNS | choices.PATTERNS
