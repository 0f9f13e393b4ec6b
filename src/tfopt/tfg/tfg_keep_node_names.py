"""Keeps the names of nodes that make what is shared by name: variables, tables, queues, iterators; and of others that tell their names.

A node that has no `shared_name` shares its resource with all of its name. In other dialects names are locations, which say nothing of what
is computed, so the name becomes an attribute there, `tfir.node_name`.
"""

from __future__ import annotations

from functools import cache

from tfir.dialects import lookup
from tfir.dialects.tfg.nodes import KEPT_NAME, node_name
from tfir.ir.attributes import StringAttr


def tfg_keep_node_names(module: "Module"):
    for op in [op for op in module.walk() if op.dialect == "tfg" and is_named(op.name)]:
        if not op.get("shared_name", "") and node_name(op):
            op.set_attribute(KEPT_NAME, StringAttr(node_name(op)))


@cache
def is_named(name: str) -> bool:
    """Whether what a node of an op does depends on its name."""
    definition = lookup(name)
    if definition is None or definition.signature is None:
        return False
    return definition.has_trait("named") or "shared_name" in definition.signature.attributes
