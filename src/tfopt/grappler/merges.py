"""Merges of which some inputs never come."""

from __future__ import annotations

from tfir.analysis.deadness import living_inputs
from tfir.dialects.tfg.nodes import node_name
from tfir.ir.attributes import IntegerAttr
from tfir.ir.dense import DenseAttr
from tfir.ir.operations import Operation, Value
from tfir.ir.types import I32, I64, TensorType
from tfir.ods.control import control_operands

from tfopt.grappler.item import Item
from tfopt.grappler.rewriting import hand_over


def can_lose(merge: Operation, gone) -> bool:
    """Whether the Merge may lose these inputs: what asks which input came would get other numbers where several are left."""
    return not merge.results[1].uses or len(living_inputs(merge, gone)) <= 1


def keep_living(item: Item, merge: Operation, gone, waits=()) -> None:
    """A Merge of the inputs that may still come; of a single one, an Identity that comes after `waits` as well."""
    living, own = living_inputs(merge, gone), control_operands(merge)
    if len(living) > 1:
        merge.set_operands([*living, *own])
        merge.set_attribute("N", IntegerAttr(len(living), I64))
        return
    number = number_like(item, merge, merge.operands.index(living[0]))
    node = item.identity(living[0], f"{node_name(merge)}/Identity", merge, own)
    item.wait_for(node, waits)
    item.record("rewritten", merge, "only one of its inputs ever comes", [node])
    hand_over(item, merge, [node.results[0], number], waits=[])


def number_like(item: Item, op: Operation, number: int) -> Value | None:
    """A constant 0-d i32 for what asks which way a Merge was reached; None where, as usual, nothing does."""
    if not op.results[1].uses:
        return None
    return item.constant(DenseAttr.of(number, TensorType((), I32)), f"{node_name(op)}/value_index", op).results[0]
