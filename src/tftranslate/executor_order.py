"""The order of nodes in TensorFlow's own executor form. Names and devices decide it, not the file.

A walk forwards that goes by names gives each node a position. Then nodes are placed as they become ready, the one with the highest
position of those that became ready last first, and as long as there are any, those on one device.
"""

from __future__ import annotations

from tfir.analysis.ordering import by_priority
from tfir.dialects import has_trait
from tfir.dialects.tfg.functions import attribute_dicts
from tfir.dialects.tfg.nodes import DEVICE, node_name
from tfir.dialects.tfg.order import BACK_EDGES, topological_order
from tfir.ir.operations import Block, Operation
from tfir.ods.control import control_operands, data_operands

SOURCE, SINK = "_SOURCE", "_SINK"  # nodes that every graph of TensorFlow begins and ends with


def order(block: Block) -> list[Operation]:
    """The nodes in order. What a node waits for is put in the order in which TensorFlow's graph holds the nodes."""
    graph = Walk(block)
    placed = [node for node in graph.placed() if isinstance(node, Operation)]
    if len(placed) < len(list(block)):
        return topological_order(block)  # which tells of the cycle
    sort_tokens(block, graph.sources)
    return placed


class Walk:
    """A block as a graph: nodes are its operations, numbers for its arguments, and the two that TensorFlow adds."""

    def __init__(self, block: Block):
        arguments = {value: index // 2 for index, value in enumerate(block.arguments)}
        named = enumerate(attribute_dicts(block.parent_op, "arg_attrs")[::2])
        self.names = {number: attrs["tfg.name"].value for number, attrs in named if attrs.get("tfg.name")}
        self.sources = {op: [arguments.get(value, value.op) for value in op.operands if not is_back_edge(op, value)] for op in block}
        self.following: dict = {node: [] for node in (SOURCE, *dict.fromkeys(arguments.values()), *self.sources, SINK)}
        self.missing = dict.fromkeys(self.following, 1)
        for op, sources in self.sources.items():
            for source in sources:
                self.following[source].append(op)
            self.missing[op] = len(sources) or 1
        self.following[SOURCE] = [node for node in self.following if not self.sources.get(node) and node is not SOURCE]
        for node, users in self.following.items():
            if not users and node is not SINK:
                users.append(SINK)
        self.missing[SINK] = sum([users.count(SINK) for users in self.following.values()])
        for users in self.following.values():
            users.sort(key=self.name)

    def name(self, node) -> str:
        return node_name(node) if isinstance(node, Operation) else self.names.get(node, str(node))

    def device(self, node) -> str:
        return node.get(DEVICE, "") if isinstance(node, Operation) else ""

    def left(self) -> list:
        """The nodes in the order in which a walk from the first on leaves them."""
        nodes, visited, stack = [], set(), [(SOURCE, False)]
        while stack:
            node, is_done = stack.pop()
            if is_done:
                nodes.append(node)
            elif node not in visited:
                visited.add(node)
                stack.append((node, True))
                stack += [(user, False) for user in self.following[node] if user not in visited]
        return nodes

    def placed(self) -> list:
        left = self.left()
        positions = {node: position for position, node in enumerate(left)}
        groups = {device: number for number, device in enumerate(dict.fromkeys(map(self.device, left)))}
        ready: list[list] = [[] for _ in groups]
        ready[groups[""]].append(SOURCE)
        placed, current = [], 0
        while any(ready):
            if not ready[current]:
                current = next(number for number, nodes in enumerate(ready) if nodes)
            node = ready[current].pop()
            placed.append(node)
            for user in sorted(self.following[node], key=positions.__getitem__):
                self.missing[user] -= 1
                if not self.missing[user]:
                    ready[groups[self.device(user)]].append(user)
        return placed


def is_back_edge(op: Operation, value) -> bool:
    """Whether an operand of a Merge comes from the previous iteration."""
    return has_trait(op, "merge") and value.op is not None and value.op.name in BACK_EDGES


# Tokens


def sort_tokens(block: Block, sources: dict) -> None:
    """TensorFlow's graph holds nodes in the order in which they can be made, each as soon as the file has it."""
    makers = {op: [source for source in sources[op] if isinstance(source, Operation)] for op in block}
    numbers = by_priority(makers, {op: place for place, op in enumerate(block)})
    for op in block:
        tokens = control_operands(op)
        if len(tokens) > 1:
            op.set_operands([*data_operands(op), *sorted(tokens, key=lambda value: numbers.get(value.op, -1))])
