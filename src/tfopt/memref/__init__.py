"""Buffers and views of them, under upstream's names."""

WORKS_ON = ("memref",)
