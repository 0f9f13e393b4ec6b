"""Reads into types what attributes say of shapes and handles, and drops the attributes.

What was dropped is marked, so that `tfg-prepare-attrs-export` writes it down again, from whatever the types are by then.
"""

from __future__ import annotations

from tfir.dialects.tfg.functions import attribute_dicts
from tfir.dialects.tfg.nodes import data_results
from tfir.ir.attributes import ArrayAttr, DictAttr, TypeAttr, UnitAttr
from tfir.ir.operations import Operation
from tfir.ir.types import FunctionType

from tfopt.tfg.branch_forms import TYPES, kind_of
from tfopt.tfg.type_attributes import (
    ARGUMENT_SHAPES,
    HANDLE_DATA,
    INPUT_SHAPES,
    OUTPUT_SHAPES,
    REGENERATE,
    REGENERATE_INPUTS,
    elements_of,
    holding,
    shaped,
)  # fmt: skip


def tfg_consolidate_attrs(module: "Module"):
    for top in [op for op in module.body if op.name in ("tfg.graph", "tfg.func") and "generic" not in op.attributes]:
        if top.name == "tfg.func":
            consolidate_arguments(top)
        for op in top.walk():
            if op is not top:
                consolidate_node(op)
        if top.name == "tfg.func":
            consolidate_results(top)


def consolidate_node(op: Operation) -> None:
    kind, results = kind_of(op), data_results(op)
    name = "output_shapes" if kind else OUTPUT_SHAPES
    shapes = elements_of(op.attributes.get(name))
    if len(shapes) == len(results):
        for result, shape in zip(results, shapes):
            result.retype(shaped(result.type, shape))
    dropped = {name, *(TYPES[kind.name] if kind else ())}
    marked = not kind and name in op.attributes
    op.attributes = {key: value for key, value in op.attributes.items() if key not in dropped} | ({REGENERATE: UnitAttr()} if marked else {})


def consolidate_arguments(function: Operation) -> None:
    arguments, dicts = function.body.arguments, attribute_dicts(function, "arg_attrs")
    dicts += [DictAttr()] * (len(arguments) - len(dicts))
    said = elements_of(function.attributes.pop(INPUT_SHAPES, None))
    if said:
        function.attributes[REGENERATE_INPUTS] = UnitAttr()
    for number, argument in enumerate(arguments[::2]):
        attrs = dicts[2 * number]
        shapes = elements_of(attrs.get(ARGUMENT_SHAPES))
        for shape in (*shapes[:1], *said[number : number + 1]):
            argument.retype(shaped(argument.type, shape))
        argument.retype(holding(argument.type, attrs.get(HANDLE_DATA)))
        dicts[2 * number] = marked(attrs)
    function.attributes["arg_attrs"] = ArrayAttr(dicts)


def consolidate_results(function: Operation) -> None:
    """A result has the type of what is returned; what its attributes say is dropped."""
    values = function.body.last.operands
    type = function.attributes["function_type"].type
    results = [value.type for value in values[: len(type.results)]]
    inputs = [argument.type for argument in function.body.arguments]
    function.attributes["function_type"] = TypeAttr(FunctionType(inputs, results))
    function.attributes["res_attrs"] = ArrayAttr([marked(attrs) for attrs in attribute_dicts(function, "res_attrs")])


def marked(attrs: DictAttr) -> DictAttr:
    kept = {name: value for name, value in attrs.entries.items() if name not in (ARGUMENT_SHAPES, HANDLE_DATA)}
    return DictAttr(kept | ({REGENERATE: UnitAttr()} if ARGUMENT_SHAPES in attrs.entries else {}))
