"""The remarks in words: every change as a remark, or the history of one node."""

from __future__ import annotations

from tfir.dialects.tfg.nodes import node_name
from tfir.ir.operations import Operation

from tfopt.grappler import remarks
from tfopt.grappler.remarks import Remark


def all_remarks() -> list[str]:
    return [f"remark: {event}" for event in remarks.current().events if event.kind != "refused"]


def explained(name: str, module: Operation) -> list[str]:
    """The history of the node and of those that it came of or went into, in order; then its state now, and the rewrites that were refused,
    with the reasons, each once."""
    events = remarks.current().of(name)
    lines = [f"{name}:"] + [f"  {described(event, name)}" for event in events if event.kind != "refused"]
    now = [op for op in module.walk() if op.dialect == "tfg" and node_name(op) == name]
    if now:
        lines.append(f"  is now {now[0].name[4:]}, {len(now[0].operands)} inputs")
    elif events:
        lines.append("  is gone")
    else:
        from tfir.ir.suggestion import nodes_like

        names = {node_name(op) for op in module.walk() if op.dialect == "tfg"} - {""}
        names |= {event.node for event in remarks.current().events}
        return [f"{name}: no node is called so, and none was{nodes_like(name, names)}"]
    refusals = [f"  not {event.optimizer}/{event.rule}" for event in events if event.kind == "refused"]
    return lines + list(dict.fromkeys(refusals + beyond(now)))


def beyond(nodes) -> list[str]:
    """Why rules did not apply to the readers of the node, which might have fused it."""
    readers = {node_name(user) for op in nodes for result in op.results[:-1] for user in result.uses}
    refusals = [event for event in remarks.current().events if event.kind == "refused" and event.node in readers]
    return [f"  not {event.optimizer}/{event.rule} (at '{event.node}')" for event in refusals]


def described(event: Remark, name: str) -> str:
    """One change from the point of view of one node."""
    by = f"by {event.optimizer} ({event.rule})"
    if event.node != name:
        return f"came of '{event.node}', {event.kind} {by}"
    others = ", ".join([f"'{each}'" for each in event.into if each != name])
    return f"{event.kind} into {others} {by}" if others else f"{event.kind} {by}"
