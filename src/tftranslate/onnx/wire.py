"""What of a file has no place in the text, kept beside what it concerns as a message (`onnx.wire`): in which field a tensor's elements stand, the
order of attributes, documentation, types of values, and all else.

A message that is kept has neither the nodes of its graphs nor the elements of its tensors: one element stands in the field that has
them. It is kept only where what the text says would be written otherwise, and holds as long as it says the same as the text (`agree`).
"""

from __future__ import annotations

from tfir.ir.attributes import StringAttr
from tfir.ir.dense import DenseStringsAttr, ElementsAttr
from tfir.ir.operations import Operation

from tftranslate.onnx.names import WIRE
from tftranslate.onnx.tensors import FIELDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

HEAVY = (*FIELDS, "raw_data", "external_data", "data_location")
DROPPED = {  # parts of messages that say nothing that the text says
    "OnnxNode": ("doc_string", "metadata_props", "device_configurations"),
    "OnnxAttribute": ("doc_string", "type"),
    "OnnxGraph": ("doc_string", "value_info", "quantization_annotation", "metadata_props", "name"),
    "OnnxTensor": (*HEAVY, "doc_string", "metadata_props"),
    "OnnxValueInfo": ("doc_string", "metadata_props"),
    "OnnxModel": ("doc_string", "metadata_props", "training_info", "configuration", "graph", "functions"),
    "OnnxFunction": ("doc_string", "metadata_props", "value_info", "node"),
    "OnnxType": ("denotation",),
    "Dimension": ("denotation", "dim_param"),
}


def stripped(message: Any) -> Any:
    """A message without nodes, and of tensors' elements one where there are any."""
    kind = message.DESCRIPTOR.name
    copy = type(message)()
    for field, value in message.ListFields():
        if kind in ("OnnxGraph", "OnnxFunction") and field.name == "node" or kind == "OnnxModel" and field.name in ("graph", "functions"):
            continue
        if kind == "OnnxTensor" and field.name in (*FIELDS, "raw_data"):
            continue
        if kind == "OnnxTensor" and field.name in ("external_data", "data_location"):
            continue  # what lay in another file lies in this one
        if field.message_type is None:
            if isinstance(value, (str, bytes, int, float)):
                setattr(copy, field.name, value)
            else:
                getattr(copy, field.name).extend(value)
        elif hasattr(value, "DESCRIPTOR"):
            getattr(copy, field.name).CopyFrom(stripped(value))
        else:
            getattr(copy, field.name).extend([stripped(each) for each in value])
    if kind == "OnnxTensor":
        put_mark(copy, marked_field(message))
    return copy


def marked_field(tensor: Any) -> str:
    """The field in which a tensor has its elements; empty where it has none."""
    if tensor.HasField("raw_data") or tensor.data_location == 1:
        return "raw_data"
    return next((field for field in FIELDS if len(getattr(tensor, field))), "")


def put_mark(tensor: Any, field: str) -> None:
    if field == "raw_data":
        tensor.raw_data = b""
    elif field:
        getattr(tensor, field).append(b"" if field == "string_data" else 0)


field_of = marked_field


def empty(tensor: Any) -> None:
    for field in (*FIELDS, "raw_data"):
        tensor.ClearField(field)


def mark(tensor: Any, elements: ElementsAttr) -> None:
    """Says where the elements of a constant stand unless a message that was kept says otherwise."""
    if not isinstance(elements, DenseStringsAttr):
        put_mark(tensor, "raw_data")
    elif elements.type.size:
        put_mark(tensor, "string_data")


def keep(op: Operation, plain: Any, original: Any) -> None:
    """Keeps a message beside an op unless the op says all of it."""
    original = stripped(original)
    if plain != original:
        op.set_attribute(WIRE, StringAttr(original.SerializeToString(deterministic=True)))


def kept(op: Operation, kind: type) -> Any:
    """The message that is kept beside an op, or None."""
    from google.protobuf.message import DecodeError

    told = op.attributes.get(WIRE)
    if not isinstance(told, StringAttr):
        return None
    message = kind()
    try:
        message.ParseFromString(told.bytes)
    except DecodeError:
        return None
    return message


def agree(plain: Any, message: Any) -> bool:
    """Whether two messages say the same of what the text says."""
    return normal(plain) == normal(message)


def normal(message: Any) -> Any:
    """A message as a value that has only what the text says."""
    kind = message.DESCRIPTOR.name
    parts: dict[str, Any] = {}
    for field, value in message.ListFields():
        if field.name in DROPPED.get(kind, ()) or field.name == "domain" and value in ("", "ai.onnx"):
            continue
        if field.message_type is None:
            parts[field.name] = value if isinstance(value, (str, bytes, int, float)) else tuple(value)
        elif hasattr(value, "DESCRIPTOR"):
            parts[field.name] = normal(value)
        else:
            parts[field.name] = [normal(each) for each in value]
    if kind == "OnnxAttribute":
        for tensor in [parts.get("t", {}), *parts.get("tensors", [])]:
            tensor.pop("name", None)
    if kind == "OnnxNode":
        parts["attribute"] = sorted(parts.get("attribute", []), key=lambda each: each.get("name", ""))
        inputs = list(parts.get("input", ()))
        while inputs and not inputs[-1]:
            inputs.pop()
        parts["input"] = tuple(inputs)
    if kind == "OnnxGraph":
        parts["output"] = [each.get("name", "") for each in parts.get("output", [])]  # whose types nodes tell
    if kind in ("OnnxGraph", "OnnxModel", "OnnxFunction"):
        for name in ("initializer", "opset_import", "attribute_proto"):
            parts[name] = sorted(parts.get(name, []), key=repr)
    return {name: value for name, value in parts.items() if value not in ((), [], "", b"", 0)}
