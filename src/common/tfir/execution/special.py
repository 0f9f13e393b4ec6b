"""Ops that need more than their operands: calls of functions, TensorFlow's control flow, executor graphs, access to buffers.

Each is a function `(op, operands, regions) -> list of results`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tfir.dialects.tfg.rendezvous import RECEIVERS, SENDERS, rendezvous
from tfir.execution.computation import Computation
from tfir.execution.depth import Depth
from tfir.ir.attributes import Attribute, SymbolRefAttr
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation
from tfir.ir.symbols import SymbolTable


def load_input(op: Operation, operands, regions):
    """A buffer's content, shaped as the op's result. It is a view: buffers are read before they are written."""
    return [operands[0].reshape(op.results[0].type.shape)]


def store_output(op: Operation, operands, regions):
    value, target = operands
    np.copyto(target, np.asarray(value).reshape(target.shape))
    return []


def dispatch_region(op: Operation, operands, regions):
    """The results of the region for the arguments; the workload, the first operand, says only how much there is to do."""
    return regions[0](*operands[1:])


def island(op: Operation, operands, regions):
    """The values that the island's body yields. The token that is its last result is no value."""
    return regions[0]()


def graph(op: Operation, operands, regions):
    return regions[0]()


def trigger(op: Operation, operands, regions):
    """Gives nothing but its token."""
    return []


def if_region(op: Operation, operands, regions):
    return regions[0 if is_true(operands[0]) else 1]()


def case_region(op: Operation, operands, regions):
    return regions[chosen(operands[0], len(regions))]()


def while_region(op: Operation, operands, regions):
    return repeated(operands, *regions)


def for_region(op: Operation, operands, regions):
    start, limit, delta, *values = operands
    for number in np.arange(start, limit, delta, dtype=np.int32):
        values = regions[0](number, *values)
    return list(values)


def is_true(condition) -> bool:
    """TensorFlow's truth: a number that is not 0, a string that is not empty, an array of rank 1 or more that has elements."""
    condition = np.asarray(condition)
    return condition.size > 0 if condition.ndim else bool(condition.item())


def chosen(index, count: int) -> int:
    """The branch of a number; one that no branch has means the last."""
    index = int(np.asarray(index))
    return index if 0 <= index < count else count - 1


def repeated(values, condition, body) -> list:
    """The values after the last iteration of a loop. The condition may return more than its truth value, which comes first."""
    values = list(values)
    while is_true(condition(*values)[0]):
        values = body(*values)
    return list(values)


def named(local: str) -> list[str]:
    """A functional op's names, in the `tf` dialect and as a node."""
    return [f"{dialect}.{prefix}{local}" for dialect in ("tf", "tfg") for prefix in ("", "Stateless", "Stateful")]


SPECIAL = {
    "iree.dispatch_region": dispatch_region,
    "iree.load_input": load_input,
    "iree.store_output": store_output,
    "tf_executor.ControlTrigger": trigger,
    "tf_executor.graph": graph,
    "tf_executor.island": island,
    "tfg.ControlTrigger": trigger,
    "tfg.ForRegion": for_region,
    **dict.fromkeys(named("IfRegion"), if_region),
    **dict.fromkeys(named("CaseRegion"), case_region),
    **dict.fromkeys(named("WhileRegion"), while_region),
}


def exchanging(locals: set) -> list[str]:
    """The names of ops that send or receive."""
    return [f"{dialect}.{local}" for dialect in ("tf", "tfg", "tf_executor") for local in locals]


class Functions:
    """The functions of a module, each prepared when an op that calls it first runs. `prepare` makes a computation ready to run;
    `context` holds values that semantics may take as parameters, by name."""

    def __init__(self, symbols: SymbolTable, lookup, prepare, context=None):
        self.symbols, self.lookup, self.prepare, self.context = symbols, lookup, prepare, context or {}
        self.prepared: dict[str, Callable] = {}
        self.depth = Depth()
        calls = {"func.call": "callee", "stablehlo.composite": "decomposition"}
        calls |= dict.fromkeys([*named("PartitionedCall"), "tf.LegacyCall"], "f")
        self.special = SPECIAL | {name: self.calling(attribute) for name, attribute in calls.items()}
        self.special |= dict.fromkeys(named("If"), self.choose)
        self.special |= dict.fromkeys(named("Case"), self.choose_of_many)
        self.special |= dict.fromkeys(named("While"), self.repeat)
        self.special |= {"tf.For": self.count, "tfg.For": self.count}
        self.special |= dict.fromkeys(exchanging(SENDERS), self.send) | dict.fromkeys(exchanging(RECEIVERS), self.receive)
        nodes = [name for name, op in symbols.symbols.items() if op.name == "tfg.func" and f"tfg.{name}" not in self.special]
        self.special |= {f"tfg.{name}": self.calling_by_name(name) for name in nodes}
        self.sent: dict[tuple, object] = {}

    def get(self, op: Operation, reference: Attribute) -> Callable:
        symbol: Any = getattr(reference, "name", reference)  # a node's function comes with attributes of its own
        name = str(symbol)
        if name not in self.prepared:
            function = self.symbols.get(symbol)
            if function is None or not function.regions or not function.region.blocks:
                raise Error.on(op, f"calls {symbol}, which this module does not define")
            prepared = self.prepare(Computation(function.body, self.lookup, self.special, self.context))
            self.prepared[name] = self.depth.guarded(prepared)
        return self.prepared[name]

    def calling(self, attribute: str):
        def call(op, operands, regions):
            return self.get(op, op.attributes[attribute])(*operands)

        return call

    def calling_by_name(self, name: str):
        """A node whose op is a function of the library."""

        def call(op, operands, regions):
            return self.get(op, SymbolRefAttr(name))(*operands)

        return call

    def count(self, op: Operation, operands, regions):
        """The body is given the counter of each iteration, from `start` on in steps of `delta` to before `limit`."""
        return for_region(op, operands, [self.get(op, op.attributes["body"])])

    def send(self, op: Operation, operands, regions):
        self.sent[rendezvous(op)] = operands[0]
        return []

    def receive(self, op: Operation, operands, regions):
        key = rendezvous(op)
        if key not in self.sent:
            raise Error.on(op, f"waits for the tensor '{op.get('tensor_name', '')}', which was not sent")
        return [self.sent[key]]

    def choose(self, op: Operation, operands, regions):
        branch = "then_branch" if is_true(operands[0]) else "else_branch"
        return self.get(op, op.attributes[branch])(*operands[1:])

    def choose_of_many(self, op: Operation, operands, regions):
        branches = op.attributes["branches"].elements
        return self.get(op, branches[chosen(operands[0], len(branches))])(*operands[1:])

    def repeat(self, op: Operation, operands, regions):
        return repeated(operands, self.get(op, op.attributes["cond"]), self.get(op, op.attributes["body"]))
