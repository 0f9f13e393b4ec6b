"""Affine loops: unrolled, tiled, made parallel, and what their accesses depend on, under upstream's names."""

WORKS_ON = ("affine",)
