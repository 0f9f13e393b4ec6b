"""The contents of a picture of a module: nodes with their names, inputs and attributes, as plain data that later passes cannot change.

A node of a graph keeps its name. A node of a function @f is called `@f/name`, so that functions are scopes; an op without a name is
called by its op name and a number. What stands in a region of an op is named below that op: the body of a reduce lies inside of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import prod
from typing import Any

from tfir.analysis.labels import label, model_names
from tfir.dialects import has_trait
from tfir.dialects.cf import passed
from tfir.dialects.tfg.interface import effects, placeholders, sinks
from tfir.dialects.tfg.nodes import NAME
from tfir.ir.attributes import Attribute
from tfir.ir.dense import ElementsAttr
from tfir.ir.operations import Block, Operation, Value
from tfir.ir.symbols import symbol_name
from tfir.ods.control import CONTROL

from tfopt.view.contents import Contents
from tfopt.view.dispatches import EXECUTABLE, Dispatched, Executables, is_dispatch, is_memory

GRAPHS = frozenset({"tfg.graph", "tfg.func", "func.func"})
TOKENS = frozenset({CONTROL.text, "!tf_executor.control"})
LEFT_OUT = frozenset({NAME, "_mlir_device", "_mlir_fulltype"})
LONGEST_ATTRIBUTE, MOST_ELEMENTS = 160, 16
# What an input is, where it is no result: a node waits for another; a loop's next trip begins with it; it goes into a region or out of one.
WAITS, BACK, ACROSS = -1, -2, -3
EXECUTABLES, MEMORY = "executables", "memory"  # scopes of what a sequence of dispatches runs, and of buffers that it plans
ARGUMENT = "argument"  # as the op of nodes that stand for arguments of functions and blocks


class Node:
    """`inputs` are (name of a node, number of its result) in order, the number being one of those above where it is no result; `types` are
    those of its results; `contents` what its constants hold, by attribute; `dispatched` what a dispatch runs; `is_named` says that its name is one of the model."""

    __slots__ = ("name", "op", "device", "attributes", "inputs", "types", "contents", "dispatched", "is_named")

    def __init__(
        self, name: str, op: str, device: str, attributes: dict[str, str], inputs: list[tuple[str, int]], types: Sequence[str] = ()
    ):
        self.name, self.op, self.device, self.attributes, self.inputs, self.types = name, op, device, attributes, inputs, tuple(types)
        self.contents: dict[str, dict[str, Any]] = {}
        self.dispatched: Dispatched | None = None
        self.is_named = True

    def is_like(self, other: Node) -> bool:
        mine, others = (self.op, self.inputs, self.attributes, self.device), (other.op, other.inputs, other.attributes, other.device)
        return mine == others and self.contents == other.contents


class Sources:
    """What pictures of one program share: what its constants hold, and measured times of dispatches, one by one, by the names of executables."""

    def __init__(self, seconds: dict[str, list[float]] | None = None):
        self.contents, self.seconds = Contents(), seconds or {}

    @staticmethod
    def of(measured: str | None) -> Sources:
        """With the times that tf-run --measure has written to a file, if one is named."""
        if measured is None:
            return Sources()
        from tfir.cost.measured import read_measured

        return Sources(read_measured(measured).each)


class Picture:
    """The nodes of a module by name, in its order; `inputs` and `outputs` are the names of those where numbers come in and go out."""

    def __init__(self, module: Operation, sources: Sources | None = None):
        sources = sources or Sources()
        self.nodes: dict[str, Node] = {}
        self.inputs: list[str] = []
        self.outputs: list[str] = []
        self.namesakes = 0
        self.texts: dict[int, str] = {}
        self.kept: list[Attribute] = []  # so that no other attribute gets the place in memory of one whose text is known
        self.contents, self.executables = sources.contents, Executables(module, sources.seconds)
        self.places: dict[Value, tuple[str, int]] = {}  # the node and the result that a value is
        functions = [op for op in module.walk() if op.name in GRAPHS]
        graphs = [op for op in functions if op.regions and op.region.blocks]  # and not what is only declared
        if not functions:
            self.types: dict[Value, str] = {}
            self.add("", [module.body])
        self.has_graph = any(op.name == "tfg.graph" for op in graphs)  # whose functions are no entries
        entries = [op for op in graphs if executable_around(op) is None]
        for graph in graphs:
            self.add_graph(graph, self.scope_of(graph, is_only=len(entries) == 1))
        del self.texts, self.kept, self.contents, self.executables, self.places

    @staticmethod
    def empty() -> Picture:
        """One without nodes, to be given some."""
        from tfir.ir.builder import module_op

        return Picture(module_op())

    def scope_of(self, graph: Operation, is_only: bool) -> str:
        executable = executable_around(graph)
        if executable is not None:
            return f"{EXECUTABLES}/@{executable.get('sym_name')}/"
        return "" if graph.name == "tfg.graph" or (is_only and symbol_name(graph)) else f"@{symbol_name(graph)}/"

    def add_graph(self, graph: Operation, scope: str) -> None:
        from tfopt.view.types import inferred_types

        self.types = inferred_types(graph)
        is_entry = executable_around(graph) is None and graph.get("sym_visibility") != "private"
        arguments = self.add_arguments(graph, scope) if graph.name != "tfg.graph" else []
        self.add(scope, graph.region.blocks)
        if graph.name == "tfg.graph":
            self.inputs += [self.places[value][0] for value in placeholders(graph)]
            ends = [*[value.op for value in sinks(graph)], *effects(graph)]
            self.outputs += dict.fromkeys([self.places[op.results[0]][0] for op in ends if op.results])
        elif is_entry and not self.has_graph:
            self.inputs += arguments
            self.outputs += [self.names[block.last] for block in graph.region.blocks if block.last][-1:]

    # Names and places first, since what a node reads may stand behind it

    def add(self, scope: str, blocks: Sequence[Block]) -> None:
        self.names: dict[Operation, str] = {}
        self.links: dict[str, list[tuple[str, int]]] = {}  # inputs that are no operands
        self.written: dict[Value, tuple[str, int]] = {}  # by buffers, the dispatch that wrote it last
        self.take_blocks(blocks, scope, "", are_known=True)
        for op, name in self.names.items():
            self.nodes[name] = self.node(op, name)

    def take(self, op: Operation, scope: str, around: str) -> None:
        """Gives an op, and what is in it, names and their places in the order; `around` is what the op that it lies in is called."""
        called = self.called(op)
        name = self.names[op] = self.unused(scope + relative(called, around, op))
        self.nodes[name] = None  # the place in the order
        for index, value in enumerate(op.results):
            self.places[value] = (name, WAITS if value.type.text in TOKENS else index)
        for title, region in regions_of(op):
            inside = f"{name}/{title}/" if title else f"{name}/"
            self.take_blocks(region.blocks, inside, called)
        if op.regions:
            self.link(op, name)

    def take_blocks(self, blocks: Sequence[Block], scope: str, around: str, are_known: bool = False) -> None:
        """The blocks of a region: all but the first are scopes of their own, whose arguments come from what branches there. With `are_known`
        the first one's arguments have nodes."""
        for number, block in enumerate(blocks):
            inside = f"{scope}^bb{number}/" if number else scope
            for at, argument in enumerate(block.arguments if number or not are_known else ()):
                self.add_argument(argument, f"{inside}{argument.name or f'arg{at}'}")
            for op in block:
                self.take(op, inside, around)
        places = {block: number for number, block in enumerate(blocks)}
        for block in blocks if len(blocks) > 1 else ():
            for target, values in ways_on(block.last):
                kind = BACK if places[target] <= places[block] else ACROSS
                for argument, value in zip(target.arguments, values):
                    if value in self.places:
                        self.nodes[self.places[argument][0]].inputs.append((self.places[value][0], kind))
                for first in [target.first] if not target.arguments and target.first is not None else ():
                    self.links.setdefault(self.names[first], []).append((self.names[block.last], kind))

    def link(self, op: Operation, name: str) -> None:
        """What goes into regions and out of them: out of each its last values; of a loop, operands and what the body ends with into its
        condition, what the condition was told into the body."""
        ended = [self.names[region.blocks[-1].last] for region in op.regions if region.blocks and region.blocks[-1].last]
        if not has_trait(op, "loop") or len(ended) != 2:
            self.links.setdefault(name, []).extend([(end, ACROSS) for end in ended])
            return
        self.links.setdefault(name, []).append((ended[0], ACROSS))
        condition, body = [region.entry.arguments for region in op.regions]
        for operand, argument in zip(op.operands, condition):
            entering = [(self.places[operand][0], ACROSS)] if operand in self.places else []
            self.nodes[self.places[argument][0]].inputs += [*entering, (ended[1], BACK)]
        for told, argument in zip(condition, body):
            self.nodes[self.places[argument][0]].inputs.append((self.places[told][0], ACROSS))
        if body and condition:
            self.nodes[self.places[body[0]][0]].inputs.append((ended[0], ACROSS))

    def add_arguments(self, graph: Operation, scope: str) -> list[str]:
        from tfir.analysis.feeds import feed_names

        arguments = [value for value in graph.body.arguments if value.type.text not in TOKENS]
        is_plain = len(arguments) == len(graph.body.arguments)
        names = feed_names(graph) if is_plain else [value.name or f"arg{value.index}" for value in arguments]
        return [self.add_argument(value, scope + name) for value, name in zip(arguments, names)]

    def add_argument(self, value: Value, name: str) -> str:
        name = self.unused(name)
        self.nodes[name] = Node(name, ARGUMENT, "", {}, [], [self.type_of(value)])
        self.places[value] = (name, 0)
        return name

    def called(self, op: Operation) -> str:
        name = op.get(NAME) or label(op).partition("@")[0]
        if is_memory(op):
            return f"{MEMORY}/{name.rpartition('/')[2]}"
        if name == op.name.partition(".")[2] and has_trait(op, "constant_like"):  # it has no name, and stands with what reads it
            scopes = {self.called(user).rpartition("/")[0] for result in op.results for user in result.uses}
            return f"{scopes.pop()}/{name}".lstrip("/") if len(scopes) == 1 else name
        return name

    def unused(self, name: str) -> str:
        if name not in self.nodes:
            return name
        self.namesakes += 1
        return f"{name}~{self.namesakes}"

    # A node

    def node(self, op: Operation, name: str) -> Node:
        inputs = list(self.inputs_of(op, name)) + self.links.get(name, [])
        types = [self.type_of(value) for value in op.results if value.type.text not in TOKENS]
        device = op.get("_mlir_device", "") or op.get("device", "")
        attributes = {name: self.text(value) for name, value in sorted(op.attributes.items()) if name not in LEFT_OUT}
        local = op.name.removeprefix("tfg.").removeprefix("tf.")
        node = Node(name, local, device if isinstance(device, str) else "", attributes, inputs, types)
        is_constant = has_trait(op, "constant_like")
        for attribute, value in op.attributes.items():
            held = self.contents.of(value) if value.has_elements and (is_constant or is_large(value)) else None
            if held is not None:
                node.contents[attribute] = held
        if is_dispatch(op):
            node.dispatched = self.executables.run_by(op)
        node.is_named = "~" not in name and bool(op.get(NAME) or model_names(op))
        return node

    def inputs_of(self, op: Operation, name: str) -> Iterator[tuple[str, int]]:
        """Of a dispatch, the buffers that it reads come from the dispatches that wrote them."""
        written, changed = self.executables.written(op)
        for value in op.operands:
            if value in self.places and (value not in written or value in changed):
                source, index = self.written.get(value, self.places[value])
                comes_back = value.op is not None and index >= 0 and has_trait(value.op, "next_iteration")
                yield source, BACK if comes_back else index
        self.written.update(dict.fromkeys(written, (name, 0)))

    def type_of(self, value: Value) -> str:
        return self.types.get(value) or value.type.text

    def text(self, attribute: Attribute) -> str:
        text = self.texts.get(id(attribute))
        if text is None:
            text = self.texts[id(attribute)] = shortened(attribute)
            self.kept.append(attribute)
        return text

    @property
    def edges(self) -> int:
        return sum([len(node.inputs) for node in self.nodes.values()])


def relative(called: str, around: str, op: Operation) -> str:
    """What an op is called below another: without the scope that both stand in, and by its own name where it is called as the other is."""
    if not around:
        return called
    scope = around.rpartition("/")[0] + "/"
    for prefix in (around + "/", scope):
        if len(prefix) > 1 and called.startswith(prefix):
            called = called.removeprefix(prefix)
            break
    return op.name.partition(".")[2] if called in (around, around.removeprefix(scope)) else called


def ways_on(op: Operation | None) -> list[tuple[Block, Sequence[Value]]]:
    """The blocks that an op goes on to, each with what its arguments get, where that can be told."""
    if op is None or not op.successors:
        return []
    is_told = len(op.successors) == 1 or "operandSegmentSizes" in op.attributes
    return passed(op) if is_told else [(block, ()) for block in op.successors]


def regions_of(op: Operation) -> Iterator[tuple[str, Any]]:
    """The regions of an op with what they are to it: of one that has a single region, nothing."""
    is_if = has_trait(op, "branch") and op.operands and op.operands[0].type.text in ("i1", "tensor<i1>")
    titles = ("condition", "body") if has_trait(op, "loop") else ("then", "else") if is_if else ()
    for number, region in enumerate(op.regions):
        if len(op.regions) == 1:
            yield "", region
        else:
            yield titles[number] if len(titles) == len(op.regions) else f"region {number}", region


def executable_around(op: Operation) -> Operation | None:
    while op is not None and op.name != EXECUTABLE:
        op = op.parent_op
    return op


def shortened(attribute: Attribute) -> str:
    """An attribute's text, shortened for the page. Large constants are shown as their type."""
    if attribute.has_elements or isinstance(attribute, ElementsAttr):
        type = getattr(attribute, "type", None)
        if is_large(attribute):
            return f"... : {type}" if type is not None else "..."
    text = attribute.text
    return text if len(text) <= LONGEST_ATTRIBUTE else text[:LONGEST_ATTRIBUTE] + "..."


def is_large(attribute: Attribute) -> bool:
    """Whether a constant has more elements than its text shows."""
    shape = getattr(getattr(attribute, "type", None), "shape", None)
    return shape is None or prod([size or 1 for size in shape]) > MOST_ELEMENTS
