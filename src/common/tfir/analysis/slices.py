"""Slices of a program: the operations that follow from given ones, and those that these need."""

from __future__ import annotations

from tfir.ir.operations import Block, Operation

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Iterator
    from typing import TypeVar

    Node = TypeVar("Node", bound=Hashable)


def reached(starts: Iterable[Node], neighbours: Callable[[Node], Iterable[Node]]) -> set[Node]:
    """All nodes of a graph that paths from `starts` lead to, and `starts` themselves. `neighbours(node)` are the ends of a node's edges."""
    met = set(starts)
    stack = list(met)
    while stack:
        for each in neighbours(stack.pop()):
            if each not in met:
                met.add(each)
                stack.append(each)
    return met


def forward_slice(sources: Iterable[Operation]) -> set[Operation]:
    """The operations and all that follow from them, by data or by control."""
    return reached(sources, lambda op: [user for result in op.results for user in result.uses])


def backward_slice(roots: Iterable[Operation]) -> set[Operation]:
    """The operations and all that they read or wait for, also inside their regions."""
    return reached(roots, makers_within)


def makers_within(op: Operation) -> Iterator[Operation]:
    """The operations whose results are used by `op` or inside it."""
    for inner in op.walk() if op.regions else (op,):
        for value in inner.operands:
            if value.op is not None:
                yield value.op


def needed_for(roots: Iterable[Operation], block: Block) -> set[Operation]:
    """The operations of a block without which these do not run."""
    return reached(roots, lambda op: [producer for producer in dependencies(op) if producer.parent is block])


def dependencies(op: Operation) -> Iterator[Operation]:
    """The operations whose results are used by `op` or inside it, the senders of the value that it receives, and for the Source of an
    iteration the Sink whose value it passes on."""
    from tfir.dialects.tfg.rendezvous import senders_of  # with its dialect, which not all who slice have met

    yield from makers_within(op)
    yield from senders_of(op)
    if op.name == "tf_executor.NextIteration.Source":
        yield from op.results[1].uses
