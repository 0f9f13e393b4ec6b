"""Chooses, for the device of each call, the function that implements the called interface there; tells branches their device."""

from __future__ import annotations

from tfir.dialects import has_trait, with_trait
from tfir.dialects.tf_type import FuncAttr
from tfir.dialects.tfg.functions import functions_by_name
from tfir.dialects.tfg.nodes import node_name
from tfir.ir.dense import DenseAttr
from tfir.ir.operations import Operation
from tfir.ir.types import I32, TensorType
from tfir.ods.control import data, data_operands

from tfopt.grappler.item import Item
from tfopt.grappler.rewriting import replace

TITLE = "ImplementationSelector"
CASES = frozenset([name for name, functions in with_trait("tfg", "branch").items() if functions == ("branches",)])
INTERFACE, PREFERRED = "tf.api_implements", "tf.api_preferred_device"


def grappler_implementation_selector(item: "Item"):
    """Functions say by `api_implements` what they implement and by `api_preferred_device` where. A call without a device stays."""
    module = item.target.parent_op
    functions = functions_by_name(module) if module is not None else {}
    offered = implementations(functions.values())
    for op in list(item.block):
        if op.name == "tfg.DeviceIndex":
            settle_index(item, op)
        elif offered:
            choose(item, op, functions, offered)


def implementations(functions) -> dict[tuple, Operation]:
    """(interface, kind of device) -> the first function for it."""
    first: dict[tuple, Operation] = {}
    for function in functions:
        if function.get(INTERFACE) and function.get(PREFERRED):
            first.setdefault((function.get(INTERFACE), function.get(PREFERRED).upper()), function)
    return first


def choose(item: Item, op: Operation, functions, offered) -> None:
    """Lets a node call the implementation for its device, where that takes and gives the same types."""
    reference = op.attributes.get("f") if has_trait(op, "call") else None
    name = reference.name.root if isinstance(reference, FuncAttr) else op.name[4:]
    called = functions.get(name)
    if called is None or not called.get(INTERFACE):
        return
    better = offered.get((called.get(INTERFACE), item.device_kind(op)))
    if better is None or better is called or types_of(better) != types_of(called):
        return
    item.record("rewritten", op, f"@{better.get('sym_name')} is the implementation for its device")
    if reference is not None:
        op.set_attribute("f", FuncAttr(better.get("sym_name"), reference.attributes))
    else:
        op.rename("tfg." + better.get("sym_name"))


def types_of(function: Operation) -> tuple:
    """The element types that a function takes and gives."""
    returned = data_operands(function.body.terminator)
    values = [*data(function.body.arguments), None, *returned]
    return tuple([None if value is None else getattr(value.type, "element", value.type) for value in values])


def settle_index(item: Item, op: Operation) -> None:
    """Which of its devices it is on, where all that branch on it stand on one kind: the last number, where it is none of them."""
    kinds = {item.device_kind(reader) if reader.name in CASES else None for reader in op.results[0].uses}
    if len(kinds) != 1 or None in kinds:
        return
    names, (kind,) = [entry.value.upper() for entry in op.attributes["device_names"].elements], kinds
    number = names.index(kind) if kind in names else len(names)
    item.record("folded", op, f"all that branch on it stand on a {kind}")
    node = item.constant(DenseAttr.of(number, TensorType((), I32)), node_name(op), op)
    replace(item, op, [node.results[0]], [node])
