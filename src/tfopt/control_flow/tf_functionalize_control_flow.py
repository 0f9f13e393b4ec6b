"""Makes `tf.While`, `tf.If` and `tf.Case` of loops by frames and of branches by Switch and Merge.

Loops first, the innermost first, then the branches in what is left, also in the functions that the loops became. Control flow
that remains is an error with the names of its nodes. Loops whose iterations wait for one another stay, and branches beside them.
"""

from __future__ import annotations

from tfir.dialects.tf_executor.names import GRAPH
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Block, Operation

from tfopt.control_flow.branches import functionalize_branches
from tfopt.control_flow.loops import functionalize_loops
from tfopt.control_flow.outlining import STRUCTURED, Functions, listed, prune, sort
from tfopt.control_flow.waiting_loops import WaitingLoops

WORKS_ON = ("tf_executor",)
LEFT_AS_THEY_ARE = STRUCTURED | {"tf_executor.Send", "tf_executor.Recv"}


def tf_functionalize_control_flow(module: "Module"):
    functions = Functions(module)
    functions.added = [op for op in module.body if op.name == "func.func" and op.region.blocks]
    for function in functions.added:  # grows while it is walked
        for graph in [op for op in function.walk(post_order=True) if op.name == GRAPH]:
            if unstructured(graph.body):
                functionalize(function, graph.body, functions)


def unstructured(block: Block) -> list[Operation]:
    """The ops of branches and loops that only an executor could run."""
    return [op for op in block if op.name not in LEFT_AS_THEY_ARE]


def functionalize(function: Operation, block: Block, functions: Functions) -> None:
    prune(block)
    kept = WaitingLoops(block).kept
    functionalize_loops(function, block, functions, kept)
    prune(block)
    if kept:
        sort(block)
        return
    functionalize_branches(function, block, functions)
    prune(block)
    left = unstructured(block)
    if left:
        raise Error(f"the graph has control flow that is neither a branch nor a loop: {listed(left)}", left[0])
    sort(block)
