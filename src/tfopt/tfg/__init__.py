"""Graphs as wholes: what a program's inputs and outputs are, and the order of its nodes."""

WORKS_ON = ("tfg",)
