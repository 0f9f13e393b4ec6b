"""Keeps the names of nodes that make what is shared by name: variables, tables, queues, iterators; and of others that tell their names.

A node that has no `shared_name` shares its resource with all of its name. In other dialects names are locations, which say nothing of what
is computed, so the name becomes an attribute there, `tfir.node_name`; of an op in an island of the executor, what its location says.
"""

from __future__ import annotations

from functools import cache

from tfir.conversion.executor_to_tfg import name_at
from tfir.dialects import lookup
from tfir.dialects.tf_executor.names import ISLAND
from tfir.dialects.tfg.nodes import KEPT_NAME, node_name
from tfir.ir.attributes import StringAttr
from tfir.ir.operations import Operation


def tfg_keep_node_names(module: "Module"):
    for op in [op for op in module.walk() if (op.dialect == "tfg" or is_wrapped(op)) and is_named(op.name)]:
        name = node_name(op) or (wrapped_name(op) if is_wrapped(op) else "")
        if not op.get("shared_name", "") and name:
            op.set_attribute(KEPT_NAME, StringAttr(name))


def is_wrapped(op: Operation) -> bool:
    return op.dialect == "tf" and op.parent_op is not None and op.parent_op.name == ISLAND


def wrapped_name(op: Operation) -> str:
    return name_at(op) or name_at(op.parent_op)


@cache
def is_named(name: str) -> bool:
    """Whether what a node of an op does depends on its name."""
    definition = lookup(name)
    if definition is None or definition.signature is None:
        return False
    return definition.has_trait("named") or "shared_name" in definition.signature.attributes
