"""Thins out control edges: nodes that only pass control on go, and edges that order nothing that isn't ordered already."""

from __future__ import annotations

from tfir.analysis.deadness import CONTROL_FLOW, needs_anchor
from tfir.analysis.graph_effects import TRIVIAL, may_fail
from tfir.dialects import is_pure
from tfir.dialects.tfg.nodes import DEVICE, node_name
from tfir.dialects.tfg.order import topological_order
from tfir.ir.operations import Operation
from tfir.ods.control import control_operands

from tfopt.grappler.control_edges import remove_repeated, remove_transitive, remove_unneeded
from tfopt.grappler.grappler_pruning import bypass, erase_unreached
from tfopt.grappler.item import Item
from tfopt.grappler.memory import is_timed
from tfopt.pipeline.statistics import count
from tfopt.rewrite.graph import makers

TITLE = "DependencyOptimizer"
STATISTICS = {"edges-removed": "Number of control edges removed"}
OPTIONS = {
    "cross-device": "Let one node collect what others wait for on another device.",
}


def grappler_dependency(item: "Item", *, cross_device: bool = True):
    changed = True
    while changed:
        changed = make_no_ops(item) + drop_no_ops(item) + sum([bypass(item, op) for op in list(item.block) if op.name in TRIVIAL]) > 0
        edges = sum([remove_repeated(op) for op in item.block])
        order = topological_order(item.block)
        edges += remove_unneeded(item, order) + remove_transitive(order)
        count("edges-removed", edges)
        changed = changed or edges > 0
    if cross_device:
        collect_across_devices(item)
    erase_unreached(item)


def make_no_ops(item: Item) -> int:
    """Replaces pure nodes whose results have no readers by NoOps with the same inputs as control inputs. Where errors are kept, a node
    that may fail stays."""
    unread = [op for op in item.block if is_only_waited_for(item, op)]
    for op in unread:
        waits = op.operands
        node = item.no_op("NoOp", op)
        item.wait_for(node, waits)
        item.wait_instead(op.results[-1], [node.results[-1]])
        name = node_name(op)
        item.record("rewritten", op, "only waited for")
        item.erase(op)
        item.rename(node, name)
    return len(unread)


def is_only_waited_for(item: Item, op: Operation) -> bool:
    if op.name in CONTROL_FLOW or not is_pure(op) or op.regions or item.is_preserved(op) or op.name == "tfg.NoOp":
        return False
    if item.keeps_errors and may_fail(op) or any([needs_anchor(value) for value in op.operands]):
        return False
    return bool(op.results[-1].uses) and not any([result.uses for result in op.results[:-1]])


def drop_no_ops(item: Item) -> int:
    """Removes a NoOp where letting all its users wait for its operands takes no more edges."""
    dropped = 0
    for op in [op for op in item.block if op.name == "tfg.NoOp" and not is_timed(op)]:
        waits, users = op.operands, op.results[-1].users
        if item.is_preserved(op) or not users or len(waits) * len(users) > len(waits) + len(users):
            continue
        if any([user.name == "tfg.return" for user in users]):
            continue
        if item.is_framed(op) and not all([item.is_framed(maker) for maker in makers(waits)]):
            continue
        item.wait_instead(op.results[-1], waits)
        item.record("removed", op, "it only passed control on")
        item.erase(op)
        dropped += 1
    return dropped


def collect_across_devices(item: Item) -> None:
    """Where a node waits for several nodes of another device, one NoOp there waits for them, and it for that."""
    if len({item.device(op) for op in item.block}) < 2:
        return
    for op in list(item.block):
        remote: dict[str, list] = {}
        for value in control_operands(op):
            if value.op is not None and DEVICE in value.op.attributes and item.device(value.op) != item.device(op):
                remote.setdefault(item.device(value.op), []).append(value)
        for device, values in remote.items():
            if len(values) > 1 and not (op.name == "tfg.NoOp" and len(values) == len(op.operands)):
                collector = item.no_op(f"CrossDevice/{node_name(op)}", op, values)
                collector.set_attribute(DEVICE, values[0].op.attributes[DEVICE])
                item.stop_waiting(op, set(values))
                item.wait_for(op, [collector.results[-1]])
                item.record("added", collector, f"collects what is waited for on {device}")
