"""Drops `_output_shapes`, which no op declares and which may be wrong once a graph was changed, from nodes."""

from __future__ import annotations

OUTPUT_SHAPES = "_output_shapes"
OPTIONS = {
    "skip": "Ops that keep them, with or without the dialect's prefix.",
}


def tfg_drop_unregistered_output_shapes(graph: "GraphOrFunc", *, skip: tuple[str, ...] = ()):
    kept = {name.removeprefix("tfg.") for name in skip}
    for op in graph.walk():
        if OUTPUT_SHAPES in op.attributes and op.dialect == "tfg" and op.name[4:] not in kept:
            op.remove_attribute(OUTPUT_SHAPES)
