"""Trains several replicas side by side: each computes gradients of its own, variables are shared, and updated by the gradients' average."""

from __future__ import annotations

from tfir.analysis.effects import effects_of
from tfir.analysis.graph_effects import PLACEHOLDERS, has_effect, is_reference
from tfir.analysis.slices import backward_slice, forward_slice
from tfir.dialects import lookup
from tfir.dialects.tfg.nodes import COLOCATION, DEVICE, colocated_with, node_name
from tfir.ir.attributes import ArrayAttr, StringAttr
from tfir.ir.dense import DenseAttr
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation, Value
from tfir.ir.types import TensorType
from tfir.ods.control import data_results

from tfopt.grappler import remarks
from tfopt.grappler.item import Item
from tfopt.rewrite.graph import makers

TITLE = "AutoParallel"
EXACT = False
REPLICA, AVERAGE = "AutoParallel-Replica-", "AutoParallel-Div-"
FRAME = "frame_name"
GRADIENTS = ("grad", "delta")  # what updates call it
# What hands out the next of its elements: each replica asks for its own, of one queue or iterator.
NEXT = ("QueueDequeue", "IteratorGetNext", "MultiDeviceIteratorGetNext", "ReaderRead", "GetNext")
# State that lives no longer than a step: each replica has its own.
OF_STEP = ("Stack", "TensorArray", "TensorList", "TemporaryVariable", "DestroyTemporaryVariable")
TELLING = ("Assert", "Print")  # which each replica does
OPTIONS = {
    "replicas": "How many there are in the end.",
    "devices": "Where replicas stand, in turn.",
}


def grappler_autoparallel(item: "Item", *, replicas: int = 2, devices: tuple[str, ...] = ()):
    """All replicas read what is fed; what queues and iterators hand out, each takes for itself."""
    if replicas < 1:
        raise Error(f"there is at least one replica, not {replicas}")
    updates = [
        op for op in backward_slice(item.roots()) if op.name[4:].startswith(("Apply", "ResourceApply")) and gradient_of(op) is not None
    ]
    updates.sort(key={op: number for number, op in enumerate(item.block)}.get)
    why = obstacle(item, updates)
    if why:
        remarks.current().refuse(node_name(updates[0]) if updates else "", "replication", why)
    elif replicas > 1:
        Replication(item, updates, replicas, devices).run()


def gradient_of(op: Operation) -> int | None:
    """The number of the operand by which an update changes its variable."""
    definition = lookup(op.name)
    names = [slot.name for slot in definition.signature.operands] if definition is not None and definition.signature is not None else []
    numbers = [number for number, name in enumerate(names) if name in GRADIENTS]
    return numbers[0] if numbers and "indices" not in names else None


def obstacle(item: Item, updates) -> str:
    if item.is_function:
        return "a function does not train"
    if not updates:
        return "no fetch needs an update of a variable by a gradient"
    if any([node_name(op).startswith(REPLICA) for op in item.block]):
        return "there are replicas already"
    sparse = [
        op
        for op in backward_slice(item.roots())
        if op.name[4:].startswith(("SparseApply", "ResourceSparseApply", "Scatter", "ResourceScatter"))
    ]
    if sparse:
        return f"'{node_name(sparse[0])}' updates some elements only"
    acting = [op for op in backward_slice(updates) if has_effect(op) and is_shared(op) and item.is_framed(op)]
    return f"'{node_name(acting[0])}' acts in a loop or a branch" if acting else ""


class Replication:
    """One run: the nodes that there are become the first replica, each other one is a copy."""

    def __init__(self, item: Item, updates: list[Operation], replicas: int, devices: tuple[str, ...]):
        self.item, self.updates, self.count, self.devices = item, updates, replicas, devices

    def run(self) -> None:
        gradients = {op: op.operands[gradient_of(op)] for op in self.updates}
        nodes = self.replicated(gradients.values())
        copies = [self.copy(nodes, number) for number in range(1, self.count)]
        for op, gradient in gradients.items():
            self.average(op, [gradient, *[mapping.get(gradient, gradient) for mapping in copies]])
        self.name_first(nodes)

    def replicated(self, gradients) -> list[Operation]:
        """The nodes that compute the gradients, without those that are shared: variables, feeds, the inputs of queues, and effects."""
        needed = backward_slice(makers(gradients))
        handing_out = [op for op in needed if hands_out(op)]
        inputs = backward_slice(handing_out) - set(handing_out)
        updated = forward_slice(self.updates)
        fed = {value.owner for value in self.item.feeds}
        shared = {op for op in needed if op in inputs or op in updated or op in fed or is_shared(op)}
        return [op for op in self.item.block if op in needed and op not in shared]

    def copy(self, nodes: list[Operation], number: int) -> dict[Value, Value]:
        """One more replica: by value of the first, its own."""
        mapping: dict[Value, Value] = {}
        names = {node_name(op): f"{REPLICA}{number}/{node_name(op)}" for op in nodes}
        made = []
        for op in nodes:
            copy = op.clone()
            self.item.add(copy, names[node_name(op)], None)
            self.stand(copy, number)
            renamed_groups(copy, names)
            if FRAME in copy.attributes:
                copy.set_attribute(FRAME, StringAttr(f"{REPLICA}{number}/{copy.get(FRAME)}"))
            mapping |= zip(op.results, copy.results)
            made.append(copy)
        for copy in made:
            copy.set_operands([mapping.get(value, value) for value in copy.operands])
        self.item.forget()
        return mapping

    def stand(self, op: Operation, number: int) -> None:
        if self.devices:
            op.set_attribute(DEVICE, StringAttr(self.devices[number % len(self.devices)]))

    def average(self, op: Operation, gradients: list[Value]) -> None:
        """The update gets the sum of all replicas' gradients, divided by their number."""
        item, name, type = self.item, f"{AVERAGE}{node_name(op)}", TensorType(None, gradients[0].type.element)
        total = item.build("tf.AddN", gradients, {"N": len(gradients), "T": type.element}, f"{name}/sum", op, [type])
        count = item.constant(DenseAttr.of(float(len(gradients)), TensorType((), type.element)), f"{name}/Const", op)
        average = item.build("tf.RealDiv", [total.results[0], count.results[0]], {"T": type.element}, name, op, [type])
        op.set_operand(gradient_of(op), average.results[0])
        self.item.record("rewritten", op, f"is given the average over {len(gradients)} replicas", [average])

    def name_first(self, nodes: list[Operation]) -> None:
        """The nodes that there were are the first replica's. Those known outside keep their names."""
        renamed = [op for op in nodes if not self.item.is_preserved(op)]
        names = {node_name(op): f"{REPLICA}0/{node_name(op)}" for op in renamed}
        for op in nodes:
            self.stand(op, 0)
        for op in renamed:
            self.item.record("rewritten", op, f"one of {self.count} replicas")
            self.item.rename(op, self.item.unused_name(names[node_name(op)]))
        for op in self.item.block:
            renamed_groups(op, names)


def hands_out(op: Operation) -> bool:
    return op.name[4:].startswith(NEXT)


def is_shared(op: Operation) -> bool:
    """Whether all replicas share the node: it holds state that outlives a step, or acts on such state."""
    if op.name in PLACEHOLDERS or any(map(is_reference, data_results(op))):
        return True
    acts = has_effect(op) or bool(effects_of(op).allocates)
    return acts and not hands_out(op) and not op.name[4:].startswith((*OF_STEP, *TELLING))


def renamed_groups(op: Operation, names: dict[str, str]) -> None:
    """Lets a node be colocated with nodes under their new names."""
    classes = op.attributes.get("_class")
    if isinstance(classes, ArrayAttr) and any([colocated_with(entry) in names for entry in classes.elements]):
        new = [(entry, names.get(colocated_with(entry))) for entry in classes.elements]
        op.set_attribute("_class", ArrayAttr([entry if name is None else StringAttr(COLOCATION + name) for entry, name in new]))
