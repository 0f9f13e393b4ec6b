"""The normal form of an imported graph, which TensorFlow's own importer gives: what a node leaves to its op's declaration is written
down, and nothing is remembered of how the bytes said it. The way back leads to an equivalent graph, not to the same bytes.
Generic functions are left as they are, since attributes may yet come to them."""

from __future__ import annotations

from collections.abc import Mapping

from tfir.dialects.tf.defaults import defaults_of, full_type
from tfir.dialects.tfg.functions import FUNCTION_FORMS, functions_by_name
from tfir.ir.attributes import Attribute
from tfir.ir.operations import Operation
from tfir.proto import OpDef
from tfir.storage.graphdef.function_headers import declared_defaults
from tfir.storage.graphdef.node_results import TABLE
from tfir.storage.graphdef.op_defs import default_attributes
from tfir.storage.graphdef.wire import FULL_TYPE, WIRE


def forget_bytes(module: Operation) -> None:
    """Drops the record of how the bytes said it."""
    module.remove_attribute(WIRE)
    for top in module.body:
        top.remove_attribute(WIRE)
        for op in top.body:
            op.remove_attribute(WIRE)


def materialize_defaults(module: Operation, op_defs: dict[str, OpDef] | None = None) -> None:
    forget_bytes(module)
    functions = functions_by_name(module)
    for top in module.body:
        for op in top.body:
            if "generic" not in top.attributes and op.name[4:] not in FUNCTION_FORMS:
                complete(op, functions, op_defs or {})


def complete(op: Operation, functions: dict[str, Operation], op_defs: dict[str, OpDef]) -> None:
    name = op.name.removeprefix("tfg.")
    signature = TABLE.get(name)
    if signature is not None:
        add_missing(op, defaults_of(signature))
        type = full_type(signature, op.attributes)
        if type is not None:
            op.set_attribute(FULL_TYPE, type)
    elif name in functions:
        add_missing(op, declared_defaults(functions[name]))
    elif name in op_defs:
        add_missing(op, default_attributes(op_defs[name]))


def add_missing(op: Operation, defaults: Mapping[str, Attribute]) -> None:
    if not defaults.keys() <= op.attributes.keys():
        op.set_attributes({**defaults, **op.attributes})
