"""An order of what depends on each other, in which the caller's priorities decide among those that could be next (Kahn 1962)."""

from __future__ import annotations

from heapq import heapify, heappop, heappush

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping, Sequence
    from typing import Any, TypeVar

    Node = TypeVar("Node", bound=Hashable)


def by_priority(makers: Mapping[Node, Sequence[Node]], priorities: Mapping[Node, Any]) -> dict[Node, int]:
    """The place of each node, behind all of its `makers`. Among the nodes that are ready, the one with the smallest priority is next, and
    of equal ones the one that `makers` has first. Nodes in a cycle, and behind one, have no place."""
    nodes = list(makers)
    numbers = {node: number for number, node in enumerate(nodes)}
    missing = {node: len(before) for node, before in makers.items()}
    readers: dict[Node, list[Node]] = {node: [] for node in nodes}
    for node, before in makers.items():
        for maker in before:
            readers[maker].append(node)
    ready = [(priorities[node], numbers[node]) for node in nodes if not missing[node]]
    heapify(ready)
    places: dict[Node, int] = {}
    while ready:
        node = nodes[heappop(ready)[1]]
        places[node] = len(places)
        for reader in readers[node]:
            missing[reader] -= 1
            if not missing[reader]:
                heappush(ready, (priorities[reader], numbers[reader]))
    return places
