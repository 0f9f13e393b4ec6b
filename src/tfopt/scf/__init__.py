"""Structured loops within the scf dialect, under upstream's names."""

WORKS_ON = ("scf",)
