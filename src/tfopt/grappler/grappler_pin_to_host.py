"""Puts computations on a few numbers, as of shapes, on the CPU, so that no accelerator is kept waiting for them."""

from __future__ import annotations

import re
from math import prod

from tfir.analysis.deadness import CONTROL_FLOW
from tfir.cost.device_names import kind_of
from tfir.dialects import is_pure, with_trait
from tfir.dialects.tfg.nodes import DEVICE
from tfir.dialects.tfg.order import topological_order
from tfir.ir.attributes import StringAttr
from tfir.ir.operations import Operation, Value
from tfir.ir.types import F32, I32, I64
from tfir.ods.control import data_operands, data_results

from tfopt.grappler.item import Item

TITLE = "PinToHost"
MOST_ELEMENTS = 64
SMALL_TYPES = (I32, I64, F32)
# What accelerators compute leaves these in the host's memory, wherever the node stands.
LEFT_ON_HOST = with_trait("tfg", "shape_only")
# Handed on from wherever it lies.
PASSING = frozenset({"tfg.Identity", "tfg.IdentityN"})
ACCELERATOR = re.compile(r"(?:device:|(?<=/))(?:GPU|TPU|gpu|tpu)(?::\d+|:\*)?$")


def grappler_pin_to_host(item: "Item"):
    """A node moves when all that it reads lies on the host already, and all that it makes are a few numbers. A constant moves where
    all of its readers do, or where they read it from the host's memory anyway, as accelerators do with i32."""
    constants = []
    for op in topological_order(item.block):
        host = host_of(item.device(op))
        if host is not None and is_candidate(item, op):
            constants += [(op, op.attributes.get(DEVICE))] if op.name == "tfg.Const" else []
            op.set_attribute(DEVICE, StringAttr(host))
            if op.name != "tfg.Const":
                item.record("rewritten", op, f"small enough for {host}")
    for op, device in constants:
        settle(item, op, device)


def host_of(device: str) -> str | None:
    """The CPU beside an accelerator; None where a name is not one's, or says too little."""
    if kind_of(device) not in ("GPU", "TPU"):
        return None
    host = ACCELERATOR.sub("device:CPU:0", device)
    return host if host != device else None


def is_candidate(item: Item, op: Operation) -> bool:
    if op.name in CONTROL_FLOW or op.name.startswith("tfg.Collective") or not is_pure(op) or not data_results(op):
        return False
    return all([is_small(item, value) for value in data_results(op)]) and all([is_on_host(item, value) for value in data_operands(op)])


def is_small(item: Item, value: Value) -> bool:
    shape = item.shapes.static(value) if getattr(value.type, "element", None) in SMALL_TYPES else None
    return shape is not None and 0 < prod(shape) <= MOST_ELEMENTS


def is_on_host(item: Item, value: Value) -> bool:
    """Whether a small value lies in the host's memory."""
    op = value.op
    if op is None or not is_small(item, value):
        return False
    if op.name in LEFT_ON_HOST or item.device_kind(op) == "CPU":
        return True
    return op.name in PASSING and all([is_on_host(item, each) for each in data_operands(op)])


def settle(item: Item, op: Operation, device) -> None:
    """Leaves a constant where it was, unless all its readers read it on the host."""
    if op.results[0].type.element is I32 or all([item.device(reader) == item.device(op) for reader in op.results[0].uses]):
        item.record("rewritten", op, "it is read on the host")
    elif device is None:
        op.remove_attribute(DEVICE)
    else:
        op.set_attribute(DEVICE, device)
