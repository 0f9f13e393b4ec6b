"""The changes of each node between two pictures: by their names, and by the changes that passes recorded.

A change is anything with `optimizer`, `rule`, `kind`, `node` and `into`, names of nodes. Without such changes the names alone say
what is gone, new and different.
"""

from __future__ import annotations

from tfopt.view.picture import Picture

# In the order of a legend.
STATES = ("same", "changed", "added", "removed", "folded", "fused", "merged")
# What a change of that kind makes of a node that is gone, and of one that it went into.
OF_GONE = {"folded": "folded", "fused": "fused", "merged": "merged"}
OF_RESULT = {"folded": "folded", "fused": "fused"}


def states(before: Picture, after: Picture, changes=()) -> dict[str, str]:
    """The state of every node of either picture, by name."""
    states_by_name: dict[str, str] = {}
    for name, node in before.nodes.items():
        now = after.nodes.get(name)
        states_by_name[name] = "removed" if now is None else "same" if now.is_like(node) else "changed"
    for name in after.nodes:
        states_by_name.setdefault(name, "added")
    for change in changes:
        if states_by_name.get(change.node) == "removed" and change.kind in OF_GONE:
            states_by_name[change.node] = OF_GONE[change.kind]
        for name in (change.node, *change.into):
            if change.kind in OF_RESULT and name in after.nodes and states_by_name[name] in ("changed", "added"):
                states_by_name[name] = OF_RESULT[change.kind]
    return states_by_name
