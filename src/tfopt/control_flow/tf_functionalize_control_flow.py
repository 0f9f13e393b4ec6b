"""Makes `tf.While`, `tf.If` and `tf.Case` of loops by frames and of branches by Switch and Merge.

Loops first, the innermost first, then the branches in what is left, also in the functions that the loops became. Whatever is
left that only an executor could run is an error with the names of its nodes.
"""

from __future__ import annotations

from tfir.ir.diagnostics import Error
from tfir.ir.operations import Block, Operation

from tfopt.control_flow.branches import functionalize_branches
from tfopt.control_flow.loops import functionalize_loops
from tfopt.control_flow.outlining import FETCH, GRAPH, ISLAND, Functions, described, prune, sort

WORKS_ON = ("tf_executor",)
STRUCTURED = {ISLAND, FETCH, "tf_executor.ControlTrigger"}
LEFT_AS_THEY_ARE = {"tf_executor.Send", "tf_executor.Recv"}
MOST_NAMED = 6


def tf_functionalize_control_flow(module: "Module"):
    functions = Functions(module)
    functions.added = [op for op in module.body if op.name == "func.func" and op.region.blocks]
    for function in functions.added:  # grows while it is walked
        for graph in [op for op in function.walk(post_order=True) if op.name == GRAPH]:
            if not is_structured(graph.body):
                functionalize(function, graph.body, functions)


def is_structured(block: Block) -> bool:
    return all([op.name in STRUCTURED or op.name in LEFT_AS_THEY_ARE for op in block])


def functionalize(function: Operation, block: Block, functions: Functions) -> None:
    prune(block)
    functionalize_loops(function, block, functions)
    prune(block)
    functionalize_branches(function, block, functions)
    prune(block)
    left = [op for op in block if op.name not in STRUCTURED and op.name not in LEFT_AS_THEY_ARE]
    if left:
        names = [described(op) for op in left[:MOST_NAMED]] + ["..."] * (len(left) > MOST_NAMED)
        raise Error(f"the graph has control flow that is neither a branch nor a loop: {', '.join(names)}", left[0])
    sort(block)
