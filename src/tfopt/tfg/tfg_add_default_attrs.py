"""Writes down attributes that nodes leave to the declaration of their op."""

from __future__ import annotations

from tfir.dialects import lookup
from tfir.dialects.tf.defaults import defaults_of


def tfg_add_default_attrs(graph: "GraphOrFunc"):
    for op in graph.walk():
        definition = lookup(f"tf.{op.name[4:]}") if op.dialect == "tfg" else None
        if definition is not None and definition.signature is not None:
            op.set_attributes({**defaults_of(definition.signature), **op.attributes})
