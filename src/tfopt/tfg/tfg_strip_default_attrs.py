"""Drops attributes that have the value which the declaration of their op gives them anyway."""

from __future__ import annotations

from tfopt.tfg.tfg_add_default_attrs import defaults_by_node


def tfg_strip_default_attrs(graph: "GraphOrFunc"):
    for op, defaults in defaults_by_node(graph):
        op.set_attributes({name: value for name, value in op.attributes.items() if defaults.get(name) != value})
