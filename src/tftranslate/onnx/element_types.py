"""ONNX's types as the IR's and back: numbers of element types, tensors, sequences, optionals, maps."""

from __future__ import annotations

from tfir.dialects.onnx.element_types import ELEMENTS, NUMBERS, parsed_type
from tfir.ir.diagnostics import Error
from tfir.ir.types import (
    OpaqueType,
    TensorType,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from tfir.ir.types import Type
    from tfir.proto import OnnxType

ANY = OpaqueType("!onnx.Any")  # of what a node of another domain gives: nothing says what it is
MOST_NESTED = 64  # types within each other


def element_of(number: int) -> Type:
    """The element type of a number. Raises Error for one that no type has."""
    if number not in ELEMENTS:
        raise Error(f"{number} is the number of no element type")
    return ELEMENTS[number]


def type_of(proto: OnnxType, depth: int = 0) -> Type:
    """The type that a TypeProto means; sizes that have a name, or none, are open. Raises Error where it says nothing that is known."""
    if depth > MOST_NESTED:
        raise Error("types are nested too deeply")
    kind = proto.WhichOneof("value")
    if kind == "tensor_type":
        tensor = proto.tensor_type
        return TensorType(sizes_of(tensor.shape) if tensor.HasField("shape") else None, element_of(tensor.elem_type))
    if kind == "sequence_type":
        return OpaqueType(f"!onnx.Seq<{type_of(proto.sequence_type.elem_type, depth + 1)}>")
    if kind == "optional_type":
        return OpaqueType(f"!onnx.Opt<{type_of(proto.optional_type.elem_type, depth + 1)}>")
    if kind == "map_type":
        value = type_of(proto.map_type.value_type, depth + 1)
        return OpaqueType(f"!onnx.Map<{element_of(proto.map_type.key_type)}, {value}>")
    if kind == "sparse_tensor_type":
        raise Error("sparse tensors as values are not read")
    if kind == "opaque_type":
        raise Error("values of opaque types are not read")
    return ANY


def sizes_of(shape) -> list[int | None]:
    sizes = [dim.dim_value if dim.WhichOneof("value") == "dim_value" else None for dim in shape.dim]
    return [None if size is None or size < 0 else size for size in sizes]  # some exporters write -1 for an unknown one


def size_names(proto: OnnxType) -> list[str]:
    """The name of each size of a tensor type, empty where it has none."""
    return [dim.dim_param for dim in proto.tensor_type.shape.dim]


def type_proto(type: Type, names: Sequence[str] = ()) -> OnnxType:
    """The TypeProto of a type; `names` are those of its open sizes. Raises Error for what ONNX does not have."""
    from tfir.proto import OnnxType

    proto = OnnxType()
    if isinstance(type, TensorType):
        proto.tensor_type.elem_type = number_of(type.element)
        if type.shape is not None:
            proto.tensor_type.shape.SetInParent()
            for at, size in enumerate(type.shape):
                dim = proto.tensor_type.shape.dim.add()
                if size is not None:
                    dim.dim_value = size
                elif at < len(names) and names[at]:
                    dim.dim_param = names[at]
        return proto
    for opening, fill in (("!onnx.Seq<", proto.sequence_type), ("!onnx.Opt<", proto.optional_type)):
        if type.text.startswith(opening):
            fill.elem_type.CopyFrom(type_proto(parsed_type(type.text[len(opening) : -1])))
            return proto
    if type.text.startswith("!onnx.Map<"):
        key, _, value = type.text[len("!onnx.Map<") : -1].partition(", ")
        proto.map_type.key_type = number_of(parsed_type(key))
        proto.map_type.value_type.CopyFrom(type_proto(parsed_type(value)))
        return proto
    if type is ANY:
        return proto
    raise Error(f"ONNX has no type for {type}")


def number_of(element: Type) -> int:
    if element not in NUMBERS:
        raise Error(f"ONNX has no element type {element}")
    return NUMBERS[element]
