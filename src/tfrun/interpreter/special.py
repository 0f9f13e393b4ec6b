"""Ops that need more than their operands: calls of functions, TensorFlow's functional control flow, access to buffers.

Each is a function `(op, computation, regions) -> call`, where `call` takes the list of operands and answers with a list.
"""

from __future__ import annotations

import numpy as np
from tfir.define.computation import Computation
from tfir.ir.attributes import SymbolRefAttr
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation
from tfir.ir.symbols import SymbolTable


def load_input(op: Operation, computation: Computation, regions):
    """A buffer's content, shaped as the op's result. It is a view: buffers are read before they are written."""
    shape = op.results[0].type.shape
    return lambda operands: [operands[0].reshape(shape)]


def store_output(op: Operation, computation: Computation, regions):
    def store(operands):
        value, target = operands
        np.copyto(target, np.asarray(value).reshape(target.shape))
        return []

    return store


def dispatch_region(op: Operation, computation: Computation, regions):
    """The workload says how much there is to do; the arguments are what the region computes with."""
    return lambda operands: regions[0](*operands[1:])


def island(op: Operation, computation: Computation, regions):
    """What the island's body yields, and a token, which carries nothing: the order of the steps is what it asks for."""
    count = len(op.operands)
    return lambda values: [*regions[0](*values[count:]), None]


def graph(op: Operation, computation: Computation, regions):
    """What the graph fetches; behind the values it may fetch tokens."""
    count = len(op.results)
    return lambda values: regions[0](*values)[:count]


SPECIAL = {
    "tf_executor.graph": graph,
    "tf_executor.island": island,
    "iree.load_input": load_input,
    "iree.store_output": store_output,
    "iree.dispatch_region": dispatch_region,
}


class Functions:
    """The functions of a module, each prepared when an op that calls it first runs."""

    def __init__(self, symbols: SymbolTable, lookup):
        self.symbols, self.lookup, self.special = symbols, lookup, {}
        self.prepared: dict[str, Computation] = {}

    def get(self, op: Operation, reference: SymbolRefAttr) -> Computation:
        name = str(reference)
        if name not in self.prepared:
            found = self.symbols.get(reference)
            if found is None or not found.regions or not found.region.blocks:
                raise Error.on(op, f"calls {reference}, which this module does not define")
            self.prepared[name] = Computation(found.body, self.lookup, self.special)
        return self.prepared[name]

    def calls(self) -> dict:
        by_attribute = {
            "func.call": "callee", "stablehlo.composite": "decomposition", "tf.PartitionedCall": "f",
            "tf.StatefulPartitionedCall": "f",
        }  # fmt: skip
        found = {name: self.calling(attribute) for name, attribute in by_attribute.items()}
        found |= dict.fromkeys(("tf.If", "tf.StatelessIf"), self.choosing)
        found |= dict.fromkeys(("tf.While", "tf.StatelessWhile"), self.repeating)
        return found

    def calling(self, attribute: str):
        def make(op, computation, regions):
            reference = op.attributes[attribute]
            return lambda operands: self.get(op, reference)(*operands)

        return make

    def choosing(self, op, computation, regions):
        branches = op.attributes["else_branch"], op.attributes["then_branch"]

        def call(operands):
            condition = np.asarray(operands[0])
            chosen = bool(condition) if condition.ndim == 0 and condition.dtype != object else condition.size > 0 and condition.item() != b""
            return self.get(op, branches[chosen])(*operands[1:])

        return call

    def repeating(self, op, computation, regions):
        condition, body = op.attributes["cond"], op.attributes["body"]

        def call(operands):
            values = list(operands)
            while np.asarray(self.get(op, condition)(*values)[0]).item():
                values = self.get(op, body)(*values)
            return list(values)

        return call
