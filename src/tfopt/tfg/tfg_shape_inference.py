"""Finds out the shapes of a graph's values and of those in functions, and writes them into types. Nothing is folded."""

from __future__ import annotations

from tfir.analysis.importer_shapes import GraphShapes, ImporterPolicy, write_types
from tfir.dialects.tfg.functions import functions_by_name
from tfir.dialects.tfg.order import topological_order
from tfir.ods.functions import retype

from tfopt.tfg.functions import concrete_tops


def tfg_shape_inference(module: "Module"):
    functions = functions_by_name(module)
    policy = ImporterPolicy(functions)
    inferred = [GraphShapes(top, policy).visit_all(topological_order(top.body)) for top in concrete_tops(module)]
    for shapes in inferred:
        write_types(shapes)
        if shapes.top.name == "tfg.func":
            retype(shapes.top)
