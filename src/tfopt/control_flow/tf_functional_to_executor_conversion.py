"""Puts the body of a function into one island of an executor's graph.

The graph gives what the function gave. It also waits for the island where something in it acts, so that this is still done when
the island is taken apart, and where nothing is given at all.
"""

from __future__ import annotations

from tfir.dialects import is_pure
from tfir.dialects.tf_executor.names import FETCH, GRAPH
from tfir.ir.operations import Block, Operation, Region

from tfopt.control_flow.outlining import island_of

WORKS_ON = ()


def tf_functional_to_executor_conversion(function: "Func"):
    """A function that is a graph already, or has more than one block, is left alone."""
    if not function.regions or len(function.region.blocks) != 1 or function.body.last is None or function.body.first.name == GRAPH:
        return
    block, last = function.body, function.body.last
    ops = [op for op in block if op is not last]
    island = island_of(ops, last.operands, (), function.location, last.location)
    types = [value.type for value in last.operands]
    acts = not types or not all([is_pure(op) or op.get("is_stateless", False) for op in ops])
    fetch = Operation(FETCH, island.results if acts else island.results[:-1], location=last.location)
    body = Block()
    body.append(island)
    body.append(fetch)
    graph = block.insert_before(Operation(GRAPH, (), types, regions=[Region([body])], location=function.location), last)
    last.set_operands(graph.results)
