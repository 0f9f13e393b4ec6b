"""FullTypeDef to `#tf_type.full_type<...>` and back."""

from __future__ import annotations

from tfir.dialects.tf_type import FULL_TYPE_NAMES, FullTypeAttr
from tfir.ir.attributes import IntegerAttr, StringAttr
from tfir.ir.diagnostics import Error
from tfir.proto.types_pb2 import FullTypeDef


def full_type_of(proto: FullTypeDef) -> FullTypeAttr:
    if proto.type_id not in FULL_TYPE_NAMES:
        raise Error(f"unknown full type {proto.type_id}")
    kind = proto.WhichOneof("attr")
    payload = None if kind is None else StringAttr(proto.s) if kind == "s" else IntegerAttr(proto.i)
    return FullTypeAttr(proto.type_id, map(full_type_of, proto.args), payload)


def write_full_type(proto: FullTypeDef, attribute: FullTypeAttr) -> None:
    proto.SetInParent()
    proto.type_id = attribute.id
    for argument in attribute.arguments:
        write_full_type(proto.args.add(), argument)
    if isinstance(attribute.payload, StringAttr):
        proto.s = attribute.payload.value
    elif attribute.payload is not None:
        proto.i = attribute.payload.value
