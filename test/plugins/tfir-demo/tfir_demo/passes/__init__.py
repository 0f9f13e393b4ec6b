"""Passes on the dialect `demo`."""

WORKS_ON = ("demo",)
