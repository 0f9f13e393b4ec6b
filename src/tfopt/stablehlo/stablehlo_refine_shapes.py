"""Refines the shapes of all values that follow from those of the arguments of a module's function, its `main` where it has several."""

from __future__ import annotations

from tfir.ir.symbols import SymbolTable

from tfopt.stablehlo.argument_types import refined_function
from tfopt.stablehlo.shape_refinement import ShapeRefinement

TITLE = "StablehloRefineShapesPass"


def stablehlo_refine_shapes(module: "Module"):
    function = refined_function(module)
    if function is not None:
        ShapeRefinement(SymbolTable(module)).run(function)
