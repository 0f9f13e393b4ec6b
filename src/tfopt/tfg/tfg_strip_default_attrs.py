"""Drops attributes that have the value which the declaration of their op gives them anyway."""

from __future__ import annotations

from tfir.dialects import lookup
from tfir.dialects.tf.defaults import defaults_of


def tfg_strip_default_attrs(graph: "GraphOrFunc"):
    for op in graph.walk():
        definition = lookup(f"tf.{op.name[4:]}") if op.dialect == "tfg" else None
        if definition is not None and definition.signature is not None:
            defaults = defaults_of(definition.signature)
            op.set_attributes({name: value for name, value in op.attributes.items() if defaults.get(name) != value})
