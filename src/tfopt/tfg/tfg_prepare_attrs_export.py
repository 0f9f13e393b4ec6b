"""Writes down in attributes what a GraphDef needs and types have told: shapes that were read into types, types of control flow."""

from __future__ import annotations

from tfir.dialects.tf_type import element_base
from tfir.dialects.tfg.control_flow import TYPES_OF, kind_of
from tfir.dialects.tfg.functions import data_arguments
from tfir.ir.attributes import ArrayAttr, Attribute, DictAttr, TypeAttr, UnitAttr
from tfir.ir.operations import Operation, Value
from tfir.ir.types import TensorType
from tfir.ods.control import data_operands, data_results

from tfopt.tfg.functions import change_argument_attributes, change_result_attributes, concrete_tops
from tfopt.tfg.type_attributes import (
    ARGUMENT_SHAPES,
    HANDLE_DATA,
    INPUT_SHAPES,
    IS_REFERENCE,
    OUTPUT_SHAPES,
    REGENERATE,
    REGENERATE_INPUTS,
    held_by,
    is_reference,
    shape_of,
)  # fmt: skip


def tfg_prepare_attrs_export(module: "Module"):
    for top in concrete_tops(module):
        for op in top.inside():
            prepare_node(op)
        if top.name == "tfg.func":
            prepare_function(top)


def prepare_node(op: Operation) -> None:
    kind, results = kind_of(op), data_results(op)
    shapes = ArrayAttr([shape_of(result.type) for result in results])
    if op.remove_attribute(REGENERATE) is not None:
        op.set_attribute(OUTPUT_SHAPES, shapes)
    if kind is None:
        return
    arguments = data_operands(op)[kind.lead :]
    inferred: dict[str, Attribute] = {}
    for name, of_results in TYPES_OF[kind.name]:
        inferred[name] = ArrayAttr([element_type(value.type) for value in (results if of_results else arguments)])
    if kind.name == "If":
        inferred["Tcond"] = element_type(op.operands[0].type)
    if kind.name != "For":
        inferred["output_shapes"] = shapes
    op.set_attributes({**inferred, **op.attributes})


def element_type(type) -> TypeAttr:
    return TypeAttr(element_base(type.element) if isinstance(type, TensorType) else type)


def prepare_function(function: Operation) -> None:
    change_argument_attributes(function, prepared)
    change_result_attributes(function, prepared)
    if function.remove_attribute(REGENERATE_INPUTS) is not None:
        function.set_attribute(INPUT_SHAPES, ArrayAttr([shape_of(argument.type) for argument in data_arguments(function.body)]))


def prepared(value: Value, attrs: DictAttr) -> DictAttr:
    """What `consolidated` has dropped, by the value's type as it is now."""
    type, entries = value.type, {name: value for name, value in attrs.entries.items() if name != REGENERATE}
    if REGENERATE in attrs.entries:
        entries[ARGUMENT_SHAPES] = ArrayAttr([shape_of(type)])
    if is_reference(type):
        entries[IS_REFERENCE] = UnitAttr()
    if held_by(type) is not None:
        entries[HANDLE_DATA] = held_by(type)
    return DictAttr(entries)
