"""Tells of each pair of affine accesses in which loop one depends on the other, as remarks on the first."""

from __future__ import annotations

from tfir.analysis.affine_dependence import Access

from tfopt.affine.loops import accesses_in
from tfopt.affine.memref_dependence_check import tell_dependences


def test_memref_dependence_check(func: Func):
    """Upstream's pass of the name. Distances are exact, where upstream's are those of rational numbers."""
    tell_dependences([Access(op) for op in accesses_in(func)], "remark")
