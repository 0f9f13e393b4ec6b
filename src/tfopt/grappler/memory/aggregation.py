"""Adds up many values one by one, in place, where holding all of them at once is what takes most memory.

AddN(a, b, c)   is   v = TemporaryVariable;  Assign(v, a);  AssignAdd(v, b);  AssignAdd(v, c);  DestroyTemporaryVariable(v)
"""

from __future__ import annotations

from tfir.analysis.deadness import CONTROL_FLOW
from tfir.analysis.graph_effects import is_reference
from tfir.cost.traffic import STATE
from tfir.dialects.tf_type import ShapeAttr
from tfir.dialects.tfg.nodes import node_name
from tfir.ir.attributes import BoolAttr, StringAttr, TypeAttr
from tfir.ir.operations import Operation, Value
from tfir.ir.types import FloatType, IntegerType, TensorType
from tfir.ods.control import control_operands, data_operands

from tfopt.grappler.item import Item
from tfopt.grappler.memory.estimate import Estimate
from tfopt.grappler.memory.order import order_of

SUMS = frozenset({"tfg.AddN", "tfg.AccumulateNV2"})
FEWEST = 3  # of two, one lies in memory anyway until the other is there
TIGHT = 0.8  # more than this part of a device's memory in use calls for it


def split_large_sums(item: Item, estimate: Estimate) -> bool:
    """Whether a sum was split: on a device whose memory gets tight, where the sum's operands are part of the reason."""
    sums = [op for op in item.block if may_be_split(item, op) and op in estimate.task_of]
    if not sums:
        return False
    held = held_at_tight_peaks(estimate)
    chosen = [op for op in sums if any([(value.owner, value.index) in held.get(estimate.device(op), ()) for value in data_operands(op)])]
    places = order_of(item, estimate.times()) if chosen else None
    if places is None:
        return False
    for op in chosen:
        split(item, op, places)
    return bool(chosen)


def may_be_split(item: Item, op: Operation) -> bool:
    values = data_operands(op)
    if op.name not in SUMS or len(set(values)) < FEWEST or item.is_framed(op) or any(map(is_reference, values)):
        return False
    element = op.results[0].type.element
    is_exact = isinstance(element, IntegerType)  # in whichever order operands come
    return (is_exact or (isinstance(element, FloatType) and item.fp != "strict")) and item.shapes.is_static(op.results[0])


def held_at_tight_peaks(estimate: Estimate) -> dict[int, set]:
    """By device number, the (node, result number) that are live at its peak, for devices whose peak is near their capacity."""
    held = {}
    for number in range(len(estimate.machine.cluster.devices)):
        memory = estimate.memory(number)
        if memory.peak > TIGHT * estimate.machine.capacity(number):
            held[number] = {(estimate.workload.tasks[buffer.task].op, buffer.result) for buffer in memory.live}
    return held


def split(item: Item, op: Operation, places: dict[Operation, int]) -> None:
    """Turns a sum into one in place, whose last node keeps its name. Values are added as they come; what makes one waits until the one
    before is added, so that no two of them are held."""
    name, values = node_name(op), sorted(data_operands(op), key=lambda value: places.get(value.op, -1))
    item.record("rewritten", op, f"adds up {len(values)} values in place")
    element = TypeAttr(op.results[0].type.element)
    made = Sum(item, op, TensorType(item.shapes.static(op.results[0]), element.type), name)
    variable = made.node("TemporaryVariable", (), "tmp_var", shape=ShapeAttr(made.type.shape), dtype=element, var_name=made.variable)
    item.wait_for(variable.op, values[:1])
    unlocked = {"use_locking": BoolAttr(False), "validate_shape": BoolAttr(False)}
    begun = last = made.node("Assign", (variable, values[0]), "tmp_var_initializer", T=element, **unlocked)
    added = []
    for number, value in enumerate(values[1:], 1):
        maker = value.op
        if maker is not None and maker not in [other.owner for other in values[:number]] and may_wait(item, maker):
            item.wait_for(maker, [last])
        last = made.node("AssignAdd", (begun, value), f"tmp_var_accum_{number}", T=element, use_locking=BoolAttr(True))
        added.append(last)
    waits = [*added, *control_operands(op)]
    op.rename("tfg.DestroyTemporaryVariable")
    kept = {key: value for key, value in op.attributes.items() if key.startswith("_")}
    op.set_attributes({"T": element, "var_name": made.variable, **kept})
    op.set_operands((begun,))
    item.wait_for(op, waits)


def may_wait(item: Item, op: Operation) -> bool:
    return op.name not in CONTROL_FLOW and op.name[4:] not in STATE and not item.is_framed(op)


class Sum:
    """Builds the nodes of a sum in place."""

    def __init__(self, item: Item, like: Operation, type: TensorType, name: str):
        self.item, self.like, self.type, self.name = item, like, type, name
        self.variable = StringAttr(item.unused_name(f"{name}/tmp_var"))

    def node(self, op: str, operands, name: str, **attributes) -> Value:
        return self.item.build(f"tf.{op}", operands, attributes, f"{self.name}/{name}", self.like, [self.type]).results[0]
