"""Which functions of a module refer to which, and in what order to visit them."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from tfir.ir.operations import Operation
from tfir.ir.symbols import SymbolTable, references_in


def referenced(op: Operation, table: SymbolTable) -> list[Operation]:
    """The symbols of the table that anything in the operation refers to, as a callee or otherwise, in the order of the text."""
    found = [table.get(reference) for _, reference in references_in(op)]
    return [symbol for symbol in dict.fromkeys(found) if symbol is not None]


def strongly_connected_components(nodes: Iterable, successors: Callable[[object], Iterable]) -> list[list]:
    """The strongly connected components of a graph, each behind all that it leads to (Tarjan 1972, with an explicit stack)."""
    index: dict = {}
    lowest: dict = {}
    open_nodes: list = []
    components: list[list] = []
    for root in nodes:
        stack = [] if root in index else [(root, None)]
        while stack:
            node, pending = stack.pop()
            if pending is None:
                index[node] = lowest[node] = len(index)
                open_nodes.append(node)
                pending = iter(successors(node))
            for successor in pending:
                if successor not in index:
                    stack += [(node, pending), (successor, None)]
                    break
                if successor in lowest:  # of a finished component, or on the way here
                    lowest[node] = min(lowest[node], lowest[successor])
            else:
                if lowest[node] == index[node]:
                    components.append(_finished(node, open_nodes, lowest))
                elif stack:
                    above = stack[-1][0]
                    lowest[above] = min(lowest[above], lowest[node])
    return components


def _finished(root, open_nodes: list, lowest: dict) -> list:
    component = []
    while not component or component[-1] is not root:
        component.append(open_nodes.pop())
        del lowest[component[-1]]
    return component[::-1]
