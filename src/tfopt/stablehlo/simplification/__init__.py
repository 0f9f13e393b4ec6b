"""What `--stablehlo-aggressive-simplification` does, a file for each family: what canonicalization does of it, and what only this pass does.

Source: openxla/stablehlo, StablehloAggressiveSimplification.cpp and StablehloAggressiveSimplificationPatterns.td.
"""

from __future__ import annotations

from tfopt.generic.canonicalization.stablehlo import PATTERNS
from tfopt.rewrite.pattern import RewritePattern, function_patterns
from tfopt.stablehlo.simplification import dynamic_shapes, elementwise, regions, shaping

CANONICAL = ("same-type", "neutral", "choice", "merge")
"""What of canonicalization the pass does too, by its headings."""


def simplifications() -> list[RewritePattern]:
    """The patterns, in the order in which they are tried."""
    tables = [{name: PATTERNS[name] for name in CANONICAL}, *[each.PATTERNS for each in (elementwise, shaping, dynamic_shapes, regions)]]
    return [pattern for table in tables for pattern in function_patterns(table)]
