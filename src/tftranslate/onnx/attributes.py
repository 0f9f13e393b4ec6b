"""AttributeProtos as attributes of the IR and back. Subgraphs are regions, and not here."""

from __future__ import annotations

from tfir.ir.attributes import ArrayAttr, Attribute, FloatAttr, IntegerAttr, StringAttr, TypeAttr
from tfir.ir.dense import ElementsAttr
from tfir.ir.diagnostics import Error
from tfir.ir.types import F32, I64

from tftranslate.onnx.element_types import type_of, type_proto
from tftranslate.onnx.tensors import elements_of, fill_tensor

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from tfir.proto import OnnxAttribute

FLOAT, INT, STRING, TENSOR, GRAPH, FLOATS, INTS, STRINGS, TENSORS, GRAPHS, SPARSE, SPARSES, TYPE, TYPES = range(1, 15)
FIELDS = {  # of each kind of attribute, and whether it has several
    FLOAT: ("f", False), INT: ("i", False), STRING: ("s", False), TENSOR: ("t", False), GRAPH: ("g", False), TYPE: ("tp", False),
    SPARSE: ("sparse_tensor", False), FLOATS: ("floats", True), INTS: ("ints", True), STRINGS: ("strings", True), TENSORS: ("tensors", True),
    GRAPHS: ("graphs", True), TYPES: ("type_protos", True), SPARSES: ("sparse_tensors", True),
}  # fmt: skip
KIND_WORDS = {"float": FLOAT, "int": INT, "string": STRING, "tensor": TENSOR, "type": TYPE}
KIND_LISTS = {"float": FLOATS, "int": INTS, "string": STRINGS, "type": TYPES, "any": TENSORS}


def kind_of(proto: OnnxAttribute) -> int:
    """The kind of an attribute; files of before 2018 do not say it, and the field that is there does. 0 where nothing tells it."""
    if proto.type:
        return int(proto.type)
    return next((kind for kind, (field, many) in FIELDS.items() if (getattr(proto, field) if many else proto.HasField(field))), 0)


def attribute_of(proto: OnnxAttribute, folder: str | None) -> Attribute:
    """What an attribute says. Raises Error for kinds that are not read."""
    kind = kind_of(proto)
    one: Callable[..., Attribute] | None = {
        FLOAT: lambda number: FloatAttr(number, F32), INT: lambda number: IntegerAttr(number, I64), STRING: StringAttr,
        TENSOR: lambda tensor: elements_of(tensor, folder), TYPE: lambda type: TypeAttr(type_of(type)),
    }.get({FLOATS: FLOAT, INTS: INT, STRINGS: STRING, TENSORS: TENSOR, TYPES: TYPE}.get(kind, kind))  # fmt: skip
    if one is None:
        what = {SPARSE: "a sparse tensor", SPARSES: "sparse tensors", GRAPHS: "several graphs"}.get(kind, f"of kind {kind}")
        raise Error(f"the attribute '{proto.name}' is {what}, which is not read")
    field, is_list = FIELDS[kind]
    content = getattr(proto, field)
    return ArrayAttr([one(each) for each in content]) if is_list else one(content)


def fill_attribute(proto: OnnxAttribute, attribute: Attribute, declared: int | None) -> None:
    """Writes what an attribute says; `declared` is its kind, which an empty list does not tell. Raises Error for what ONNX does not have."""
    if isinstance(attribute, ArrayAttr):
        kinds = {single_kind(each) for each in attribute.elements}
        if len(kinds) > 1 or not kinds and declared is None:
            raise Error(f"the attribute '{proto.name}' is no list of one kind")
        lists = {FLOAT: FLOATS, INT: INTS, STRING: STRINGS, TENSOR: TENSORS, TYPE: TYPES}
        proto.type = declared if not kinds and declared is not None else lists[kinds.pop()]
        for each in attribute.elements:
            if proto.type in (TENSORS, TYPES):
                put(getattr(proto, FIELDS[proto.type][0]).add(), each)
            else:
                getattr(proto, FIELDS[proto.type][0]).append(plain(each))
        return
    proto.type = single_kind(attribute)
    field = FIELDS[proto.type][0]
    if proto.type in (TENSOR, TYPE):
        put(getattr(proto, field), attribute)
        getattr(proto, field).SetInParent()
    else:
        setattr(proto, field, plain(attribute))


def single_kind(attribute: Attribute) -> int:
    kinds = ((FloatAttr, FLOAT), (IntegerAttr, INT), (StringAttr, STRING), (ElementsAttr, TENSOR), (TypeAttr, TYPE))
    kind = next((kind for each, kind in kinds if isinstance(attribute, each)), None)
    if kind is None:
        raise Error(f"ONNX has no attribute like {attribute}")
    return kind


def plain(attribute: Attribute):
    return attribute.bytes if isinstance(attribute, StringAttr) else attribute.value


def put(proto, attribute: Attribute) -> None:
    if isinstance(attribute, ElementsAttr):
        fill_tensor(proto, attribute)
    elif isinstance(attribute, TypeAttr):
        proto.CopyFrom(type_proto(attribute.type))
