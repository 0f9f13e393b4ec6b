"""Fingerprints of graphs of datasets: numbers that stand for what a graph computes, whatever its nodes are called.

A node's number is that of its op, attributes and device, combined with those of its inputs. Which inputs a node has is found breadth first:
an edge to a node that was met before is left out, so that there are no cycles. Seeds say nothing. Source: TensorFlow, hash_utils.cc. Where a
graph has several functions TensorFlow itself gives now this number, now that: it remembers numbers of nodes by their addresses, which
nodes of the next function may have again. What it gives where no address is met twice is computed here.
"""

from __future__ import annotations

import re
from collections import deque

from tfir.dialects.tf.defaults import makes_dataset
from tfir.dialects.tf.fingerprints import MASK, combined, murmur
from tfir.proto import NodeDef
from tfir.storage.graphdef.attribute_values import attribute_of
from tfir.storage.graphdef.node_results import TABLE, results_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from tfir.proto import AttrValue, FunctionDef, GraphDef

SEEDED = {"ShuffleDataset", "ShuffleAndRepeatDataset", "AnonymousRandomSeedGenerator"}  # in any version
SEEDS = {"seed", "seed2", "seed_generator"}


def of_text(text: str) -> int:
    return murmur(text.encode())


def fingerprint(graph: GraphDef) -> int:
    """The number of a graph of a dataset."""
    sink = next(node for node in graph.node if node.op == "_Retval")
    functions = {function.signature.name: function for function in graph.library.function}
    return Nodes(graph.node, Fingerprints(functions)).number(sink)


class Fingerprints:
    """The numbers of nodes without their inputs, and of functions."""

    def __init__(self, functions: dict[str, FunctionDef]):
        self.functions = functions
        self.numbers: dict[str, int] = {}

    def of_node(self, node: NodeDef, with_functions: bool = True) -> int:
        if node.op in self.functions:
            number, names = (
                self.of_function(node.op) if with_functions else 0,
                [each.name for each in self.functions[node.op].signature.attr],
            )
        else:
            number, names = of_text(node.op), names_hashed(node.op)
        attributes = 0
        for name in names:
            if name in node.attr:
                value = combined(of_text(name), self.of_attribute(node.attr[name], with_functions))
                attributes = combined(attributes, value)
        return combined(number, combined(attributes, of_text(node.device)))

    def of_attribute(self, value: AttrValue, with_functions: bool) -> int:
        named = [value.func] if value.HasField("func") else value.list.func
        if not named:
            return murmur(value.SerializeToString(deterministic=True))
        numbers = [self.of_function(each.name) for each in named] if with_functions else []
        return numbers[0] if numbers and value.HasField("func") else in_order(numbers)

    def of_function(self, name: str) -> int:
        if name not in self.numbers:
            function = self.functions[name]
            body, sinks = nodes_of(function, self.functions)
            nodes = Nodes(body, self)
            results = in_order([nodes.number(sink) for sink in sinks])
            controls = [self.of_node(nodes.by_name[control], False) for control in function.control_ret.values()]
            self.numbers[name] = combined(results, sum(controls) & MASK)
        return self.numbers[name]


def in_order(numbers: Iterable[int]) -> int:
    result = 0
    for number in numbers:
        result = combined(result, number)
    return result


def names_hashed(op: str) -> list[str]:
    """The attributes of an op that its number depends on: of a dataset not what it is called."""
    signature = TABLE[op]
    return [name for name in signature.attributes if not (name == "metadata" and makes_dataset(signature))]


class Nodes:
    """The nodes of a graph, or of a function's body, of which the numbers are remembered."""

    def __init__(self, nodes: Iterable[NodeDef], fingerprints: Fingerprints):
        self.by_name, self.fingerprints = {node.name: node for node in nodes}, fingerprints
        self.numbers: dict[str, int] = {}

    def number(self, root: NodeDef) -> int:
        order, inputs = self.reached(root)
        for node in reversed(order):
            if node.name not in self.numbers:
                self.numbers[node.name] = self.with_inputs(node, inputs[node.name])
        return self.numbers[root.name]

    def with_inputs(self, node: NodeDef, inputs: list[tuple[str, str]]) -> int:
        controls, data = 0, 0
        for name, output in inputs:
            if output == "^":
                controls += self.fingerprints.of_node(self.by_name[name], False)
            else:
                data = combined(data, combined(self.numbers[name], of_text(output)))
        return combined(self.fingerprints.of_node(node), combined(controls & MASK, data))

    def reached(self, root: NodeDef) -> tuple[list[NodeDef], dict[str, list[tuple[str, str]]]]:
        """The nodes behind one, each after one that reads it, and the inputs of each that count: a name, and an output or `^`."""
        inputs: dict[str, list[tuple[str, str]]] = {}
        order, waiting = [], deque([root])
        while waiting:
            node = waiting.popleft()
            if node.name in inputs:
                continue
            order.append(node)
            mine = inputs[node.name] = []
            for at, text in enumerate(node.input):
                name, _, output = text.removeprefix("^").partition(":")
                if is_seed(node.op, at) or name in inputs:
                    continue
                mine.append((name, "^" if text[0] == "^" else output))
                if text[0] != "^":
                    waiting.append(self.by_name[name])
        return order, inputs


def is_seed(op: str, at: int) -> bool:
    slots = TABLE[op].operands if re.sub(r"V\d+$", "", op) in SEEDED else ()
    return at < len(slots) and slots[at].name in SEEDS


def nodes_of(function: FunctionDef, functions: dict[str, FunctionDef]) -> tuple[list[NodeDef], list[NodeDef]]:
    """The nodes of a function as a graph, with one for each argument and result; and those of the results."""
    first = outputs_of(function, functions)

    def flat(text: str) -> str:
        name, *output = text.split(":")
        number = first[name, output[0]] + int(output[1]) if output else 0
        return f"{name}:{number}" if number else name

    arguments = [end("_Arg", arg.name, number, arg.type, []) for number, arg in enumerate(function.signature.input_arg)]
    body = []
    for node in function.node_def:
        copy = NodeDef()
        copy.CopyFrom(node)
        copy.ClearField("input")
        copy.input.extend([flat(text) for text in node.input if text[0] != "^"] + [text for text in node.input if text[0] == "^"])
        body.append(copy)
    results = [
        end("_Retval", f"{arg.name}_RetVal", number, arg.type, [flat(function.ret[arg.name])])
        for number, arg in enumerate(function.signature.output_arg)
    ]
    return [*arguments, *body, *results], results


def end(op: str, name: str, number: int, type: int, inputs: list[str]) -> NodeDef:
    node = NodeDef(name=name, op=op, input=inputs)
    node.attr["T"].type, node.attr["index"].i = type, number
    return node


def outputs_of(function: FunctionDef, functions: dict[str, FunctionDef]) -> dict[tuple[str, str], int]:
    """The number of the first output of each name among all outputs of a node."""
    first: dict[tuple[str, str], int] = {}
    for node in function.node_def:
        at = 0
        if node.op in functions:
            sizes = [(arg.name, 1) for arg in functions[node.op].signature.output_arg]
        else:
            attributes = {name: attribute_of(value)[0] for name, value in node.attr.items()}
            sizes = [(name, len(types)) for name, types in results_of(TABLE[node.op], attributes)]
        for name, size in sizes:
            first[node.name, name] = at
            at += size
    return first
