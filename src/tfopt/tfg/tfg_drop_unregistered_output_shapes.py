"""Drops `_output_shapes` from nodes whose op TensorFlow's registry does not have; nobody could say what else they promise."""

from __future__ import annotations

from tfir.dialects import lookup

OUTPUT_SHAPES = "_output_shapes"


def tfg_drop_unregistered_output_shapes(graph: "GraphOrFunc", *, skip: tuple[str, ...] = ()):
    """`skip` names ops that keep it."""
    for op in graph.walk():
        if OUTPUT_SHAPES in op.attributes and op.dialect == "tfg" and op.name[4:] not in skip:
            definition = lookup(f"tf.{op.name[4:]}")
            if definition is None or definition.signature is None:
                del op.attributes[OUTPUT_SHAPES]
