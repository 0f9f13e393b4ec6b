"""Puts the nodes of a graph or function into an order in which each comes after what it reads and waits for."""

from __future__ import annotations

from tfir.dialects.tfg.order import topological_order


def tfg_toposort(graph: "GraphOrFunc"):
    block = graph.body
    for op in topological_order(block):
        block.append(op.remove())
