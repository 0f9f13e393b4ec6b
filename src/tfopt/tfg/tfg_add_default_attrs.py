"""Writes down attributes that nodes leave to the declaration of their op."""

from __future__ import annotations

from tfir.dialects import lookup
from tfir.dialects.tf.defaults import defaults_of
from tfir.ir.operations import Operation


def tfg_add_default_attrs(graph: "GraphOrFunc"):
    for op, defaults in defaults_by_node(graph):
        op.set_attributes({**defaults, **op.attributes})


def defaults_by_node(graph: Operation):
    """(node, the attributes that its op has by default) of each node whose op is declared."""
    for op in graph.walk():
        definition = lookup(f"tf.{op.name[4:]}") if op.dialect == "tfg" else None
        if definition is not None and definition.signature is not None:
            yield op, defaults_of(definition.signature)
