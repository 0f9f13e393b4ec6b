"""An order of a graph's nodes in which each comes after what it reads and waits for. Loops are cut behind NextIteration."""

from __future__ import annotations

from tfir.dialects.tfg.nodes import node_name
from tfir.dialects.tfg.rendezvous import senders_of
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Block, Operation

BACK_EDGES = frozenset({"tfg.NextIteration", "tfg.RefNextIteration"})
MOST_NAMED = 8


def topological_order(block: Block) -> list[Operation]:
    """The ops of a block, as near to their present order as their operands allow. Raises `Error` for another cycle."""
    ordered: list[Operation] = []
    waiting: dict[Operation, bool] = {}  # True once an op is placed, False while its operands are
    for op in block:
        if op not in waiting:
            _place(op, block, waiting, ordered)
    return ordered


def _place(root: Operation, block: Block, waiting: dict, ordered: list) -> None:
    stack = [(root, iter(_producers(root, block)))]
    waiting[root] = False
    while stack:
        op, producers = stack[-1]
        for producer in producers:
            state = waiting.get(producer)
            if state is None:
                waiting[producer] = False
                stack.append((producer, iter(_producers(producer, block))))
                break
            if state is False:
                raise _cycle([frame[0] for frame in stack], producer)
        else:
            stack.pop()
            waiting[op] = True
            ordered.append(op)


def _producers(op: Operation, block: Block):
    """The ops that must stand before `op`: the producers in the block of its operands, regions included, and the senders to it."""
    inner = [op] if not op.regions else op.walk()
    for user in inner:
        for value in user.operands:
            producer = value.op
            if producer is not None and producer.parent is block and producer.name not in BACK_EDGES:
                yield producer
    yield from senders_of(op)


def _cycle(stack: list[Operation], closing: Operation) -> Error:
    ops = stack[stack.index(closing) :]
    names = [f"'{node_name(op) or op.name}'" for op in ops]
    shown = " -> ".join(names[:MOST_NAMED]) + (" -> ..." if len(names) > MOST_NAMED else "")
    return Error(f"the graph has a cycle that no NextIteration closes: {shown} -> {names[0]}", closing)
