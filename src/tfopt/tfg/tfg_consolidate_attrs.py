"""Reads into types what attributes say of shapes and handles, and drops the attributes.

A dropped attribute leaves a mark, by which `tfg-prepare-attrs-export` writes it again, from the types as they are then.
"""

from __future__ import annotations

from tfir.dialects.tfg.control_flow import TYPES, kind_of
from tfir.dialects.tfg.functions import data_arguments
from tfir.ir.attributes import DictAttr, UnitAttr
from tfir.ir.operations import Operation, Value
from tfir.ods.control import data_results
from tfir.ods.functions import retype

from tfopt.tfg.functions import change_argument_attributes, change_result_attributes, concrete_tops
from tfopt.tfg.type_attributes import (
    ARGUMENT_SHAPES,
    DTYPE,
    HANDLE_DATA,
    INPUT_SHAPES,
    IS_REFERENCE,
    OUTPUT_SHAPES,
    REGENERATE,
    REGENERATE_INPUTS,
    holding,
    shaped,
    shapes_in,
)  # fmt: skip


def tfg_consolidate_attrs(module: "Module"):
    for top in concrete_tops(module):
        if top.name == "tfg.func":
            consolidate_arguments(top)
        for op in top.inside():
            consolidate_node(op)
        if top.name == "tfg.func":
            consolidate_results(top)


def consolidate_node(op: Operation) -> None:
    kind, results = kind_of(op), data_results(op)
    name = "output_shapes" if kind else OUTPUT_SHAPES
    shapes = shapes_in(op.attributes.get(name), len(results))
    for result, shape in zip(results, shapes):
        result.retype(shaped(result.type, shape))
    dropped = {*([name] if shapes else ()), *(TYPES[kind.name] if kind else ())}
    marked = {REGENERATE: UnitAttr()} if shapes and not kind else {}
    op.set_attributes({key: value for key, value in op.attributes.items() if key not in dropped} | marked)


def consolidate_arguments(function: Operation) -> None:
    arguments = data_arguments(function.body)
    shapes = shapes_in(function.attributes.get(INPUT_SHAPES), len(arguments))
    if shapes:
        function.remove_attribute(INPUT_SHAPES)
        function.set_attribute(REGENERATE_INPUTS, UnitAttr())
    for argument, shape in zip(arguments, shapes):
        argument.retype(shaped(argument.type, shape))
    change_argument_attributes(function, consolidated)


def consolidate_results(function: Operation) -> None:
    """Refines the types of returned values by the result attributes, and gives the function's results these types."""
    change_result_attributes(function, consolidated)
    retype(function)


def consolidated(value: Value, attrs: DictAttr) -> DictAttr:
    """Refines a value's type by the shape and handle data among `attrs`; returns the attributes that are left."""
    shapes = shapes_in(attrs.get(ARGUMENT_SHAPES), 1)
    for shape in shapes:
        value.retype(shaped(value.type, shape))
    value.retype(holding(value.type, attrs.get(HANDLE_DATA)))
    dropped = (HANDLE_DATA, DTYPE, IS_REFERENCE, *([ARGUMENT_SHAPES] if shapes else ()))
    kept = {name: attribute for name, attribute in attrs.entries.items() if name not in dropped}
    return DictAttr(kept | ({REGENERATE: UnitAttr()} if shapes else {}))
