"""The contents of a picture of a module: nodes with their names, inputs and attributes, as plain data that later passes cannot change.

A node of a graph keeps its name. A node of a function @f is called `@f/name`, so that functions are scopes; an op without a name is
called by its op name and a number.
"""

from __future__ import annotations

from math import prod

from tfir.dialects.tfg.nodes import NAME
from tfir.ir.attributes import Attribute
from tfir.ir.dense import ElementsAttr
from tfir.ir.operations import Operation
from tfir.ir.symbols import symbol_name
from tfir.ods.control import CONTROL

GRAPHS = frozenset({"tfg.graph", "tfg.func", "func.func"})
TOKENS = frozenset({CONTROL.text, "!tf_executor.control"})
LEFT_OUT = frozenset({NAME, "_mlir_device", "_mlir_fulltype"})
LONGEST_ATTRIBUTE, MOST_ELEMENTS = 160, 16


class Node:
    """`inputs` are (name of a node, number of its result) in order, -1 for waiting for its end; `type` is that of its results."""

    __slots__ = ("name", "op", "device", "attributes", "inputs", "type")

    def __init__(self, name: str, op: str, device: str, attributes: dict[str, str], inputs: list[tuple[str, int]], type: str):
        self.name, self.op, self.device, self.attributes, self.inputs, self.type = name, op, device, attributes, inputs, type

    def is_like(self, other: Node) -> bool:
        return (self.op, self.inputs, self.attributes, self.device) == (other.op, other.inputs, other.attributes, other.device)


class Picture:
    """The nodes of a module by name, in its order."""

    def __init__(self, module: Operation):
        self.nodes: dict[str, Node] = {}
        self.namesakes = 0
        self.texts: dict[int, str] = {}
        self.kept: list[Attribute] = []  # so that no other attribute gets the place in memory of one whose text is known
        graphs = [op for op in module.walk() if op.name in GRAPHS]
        if not graphs:
            self.add("", [op for op in module.walk() if op is not module and not op.name.endswith((".return", ".yield"))])
        for graph in graphs:
            scope = "" if graph.name == "tfg.graph" or (len(graphs) == 1 and symbol_name(graph)) else f"@{symbol_name(graph)}/"
            self.add(scope, [op for op in graph.walk() if op is not graph])
        del self.texts, self.kept

    def add(self, scope: str, ops: list[Operation]) -> None:
        names: dict[Operation, str] = {}
        for op in ops:
            names[op] = self.unused(scope + self.called(op))
            self.nodes[names[op]] = None  # the place in the order
        for op in ops:
            self.nodes[names[op]] = self.node(op, names)

    def called(self, op: Operation) -> str:
        if op.get(NAME):
            return op.get(NAME)
        from tfir.analysis.labels import label

        return label(op).partition("@")[0]

    def unused(self, name: str) -> str:
        if name not in self.nodes:
            return name
        self.namesakes += 1
        return f"{name}~{self.namesakes}"

    def node(self, op: Operation, names: dict[Operation, str]) -> Node:
        read = [value for value in op.operands if value.op in names]
        inputs = [(names[value.op], -1 if value.type.text in TOKENS else value.index) for value in read]
        types = ", ".join([value.type.text for value in op.results if value.type.text not in TOKENS])
        device = op.get("_mlir_device", "") or op.get("device", "")
        attributes = {name: self.text(value) for name, value in sorted(op.attributes.items()) if name not in LEFT_OUT}
        local = op.name.removeprefix("tfg.").removeprefix("tf.")
        return Node(names[op], local, device if isinstance(device, str) else "", attributes, inputs, types)

    def text(self, attribute: Attribute) -> str:
        text = self.texts.get(id(attribute))
        if text is None:
            text = self.texts[id(attribute)] = shortened(attribute)
            self.kept.append(attribute)
        return text

    @property
    def edges(self) -> int:
        return sum([len(node.inputs) for node in self.nodes.values()])


def shortened(attribute: Attribute) -> str:
    """An attribute's text, shortened for the page. Large constants are shown as their type."""
    if attribute.has_elements or isinstance(attribute, ElementsAttr):
        type = getattr(attribute, "type", None)
        shape = getattr(type, "shape", None)
        if shape is None or prod([size or 1 for size in shape]) > MOST_ELEMENTS:
            return f"... : {type}" if type is not None else "..."
    text = attribute.text
    return text if len(text) <= LONGEST_ATTRIBUTE else text[:LONGEST_ATTRIBUTE] + "..."
