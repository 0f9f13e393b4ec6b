"""Rewrites functions around a graph of the executor into graphs and functions of nodes.

An island holds one op, which becomes a node; one that holds none stands for what it hands on. A function that takes and gives
nothing is the module's graph, unless others call it; the entry function becomes the function that a graph was lifted to. Nodes
are called as their places tell, or after their ops. References are what nodes do not tell: their types are of what is referred to.
"""

from __future__ import annotations

from tfir.conversion.executor_to_tfg import convert, functions_in

WORKS_ON = ("tf_executor",)


def executor_to_tfg(module: "Module"):
    convert(module, functions_in(module))
