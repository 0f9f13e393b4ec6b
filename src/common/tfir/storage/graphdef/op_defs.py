"""Definitions of ops that the op table does not have, from a file: an OpList, or a single OpDef, binary or text."""

from __future__ import annotations

from collections.abc import Mapping

from tfir.cli.files import read_bytes, shown_name
from tfir.ir.attributes import Attribute
from tfir.ir.diagnostics import Error
from tfir.proto import OpDef, OpList
from tfir.storage.graphdef.attribute_values import attribute_of
from tfir.storage.graphdef.messages import read_message
from tfir.storage.graphdef.node_results import TABLE, Results, argument_types


def read_op_defs(path: str) -> dict[str, OpDef]:
    data, name, what = read_bytes(path), shown_name(path), "a list of op definitions"
    try:
        return by_name(read_message(data, OpList(), name, what).op, name)
    except Error as error:
        if '"OpList" has no field' not in str(error):
            raise
        return by_name([read_message(data, OpDef(), name, what)], name)


def by_name(ops, source: str) -> dict[str, OpDef]:
    for op in ops:
        if not op.name:
            raise Error(f"{source}: an op definition has no name")
    return {op.name: op for op in ops if op.name not in TABLE}


def results_of_definition(definition: OpDef, attributes: Mapping[str, Attribute]) -> Results:
    """The results of an op, or of a call of the function whose signature this is."""
    complete = {**default_attributes(definition), **attributes}
    return [(arg.name, argument_types(arg, complete)) for arg in definition.output_arg]


def default_attributes(definition: OpDef) -> dict[str, Attribute]:
    return {attr.name: attribute_of(attr.default_value)[0] for attr in definition.attr if attr.HasField("default_value")}
