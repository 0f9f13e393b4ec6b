"""AttrValue to attribute and back.

    s "..."    i 1 : i64    f 1.0 : f32    b true    type f32    shape #tf_type.shape<2x3>    tensor dense<...>
    func #tf_type.func<@f, {}>    placeholder #tf_type.placeholder<"T">    list [...]    nothing set: unit

Reading returns the attribute and how it deviates from what writing would make of it: None, the name of a
tensor's encoding, or IRREGULAR.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from tfir.dialects.tf_type import FuncAttr, PlaceholderAttr, ShapeAttr, TensorProtoAttr
from tfir.ir.attributes import (
    ArrayAttr,
    Attribute,
    BoolAttr,
    DictAttr,
    FloatAttr,
    IntegerAttr,
    StringAttr,
    SymbolRefAttr,
    TypeAttr,
    UnitAttr,
)  # fmt: skip
from tfir.ir.dense import DenseAttr, DenseStringsAttr, ElementsAttr
from tfir.ir.diagnostics import Error
from tfir.ir.types import F32, I64
from tfir.proto import AttrValue, NameAttrList
from tfir.storage.datatypes import number_of, type_of
from tfir.storage.tensors import IRREGULAR, constant_of, write_tensor

UNIT, TRUE, FALSE = UnitAttr(), BoolAttr(True), BoolAttr(False)


def attribute_of(value: AttrValue) -> tuple[Attribute, str | None]:
    kind = value.WhichOneof("value")
    if kind is None:
        return UNIT, None
    if kind == "f" and value.f != value.f:
        return FloatAttr(0.0, F32, bits=int.from_bytes(value.SerializeToString()[1:5], "little")), None
    return READERS[kind](getattr(value, kind))


@cache
def type_attribute(number: int) -> TypeAttr:
    return TypeAttr(type_of(number))


def shape_attribute(shape) -> tuple[ShapeAttr, str | None]:
    """Sizes as they stand: an unknown one is -1 by custom, but other negative numbers occur and are kept."""
    deviates = any(dim.name for dim in shape.dim) or (shape.unknown_rank and len(shape.dim))
    attribute = ShapeAttr(None if shape.unknown_rank else [dim.size for dim in shape.dim])
    return attribute, IRREGULAR if deviates else None


def sizes_of(shape) -> tuple[int | None, ...] | None:
    """The shape as tensor types have it."""
    return shape_attribute(shape)[0].shape


def function_attribute(func: NameAttrList) -> tuple[FuncAttr, str | None]:
    entries, regular = {}, True
    if "" in func.attr:
        raise Error("empty attr name")
    for name, value in sorted(func.attr.items()):
        entries[name], deviation = attribute_of(value)
        regular = regular and deviation is None
    return FuncAttr(func.name, entries), None if regular else IRREGULAR


def list_attribute(values: AttrValue.ListValue) -> tuple[ArrayAttr, str | None]:
    elements: list[Attribute] = []
    filled = values.ListFields()
    regular = len(filled) <= 1
    for field, items in filled:
        read = READERS[field.name]
        for item in items:
            if field.name == "func" and "" in item.attr:
                raise Error("empty func_attr name")
            if item != item:
                regular = False  # which NaN it is, is lost on the way through Python's numbers
            element, deviation = read(item)
            regular = regular and deviation is None
            elements.append(element)
    return ArrayAttr(elements), None if regular else IRREGULAR


READERS = {
    "s": lambda value: (StringAttr(value), None),
    "i": lambda value: (IntegerAttr(value, I64), None),
    "f": lambda value: (FloatAttr(value, F32), None),
    "b": lambda value: (TRUE if value else FALSE, None),
    "type": lambda value: (type_attribute(value), None),
    "placeholder": lambda value: (PlaceholderAttr(value), None),
    "shape": shape_attribute,
    "tensor": constant_of,
    "func": function_attribute,
    "list": list_attribute,
}


def write_value(value: AttrValue, attribute: Attribute, encoding: str | None = None) -> None:
    """Fills an empty AttrValue."""
    if isinstance(attribute, UnitAttr):
        return
    kind = kind_of(attribute)
    if kind == "f":
        value.MergeFromString(b"\x25" + attribute.bits.to_bytes(4, "little"))
    elif kind in SCALARS:
        setattr(value, kind, SCALARS[kind](attribute))
    elif kind == "tensor":
        write_tensor(value.tensor, attribute, encoding)
    elif isinstance(attribute, ArrayAttr):
        value.list.SetInParent()
        write_list(value.list, attribute)
    else:
        WRITERS[kind](getattr(value, kind), attribute)


def kind_of(attribute: Attribute) -> str:
    kind = KINDS.get(attribute.__class__)
    if kind is None and isinstance(attribute, ElementsAttr):
        kind = "tensor"
    if kind is None or kind == "f" and attribute.type is not F32:
        raise Error(f"an attribute that TensorFlow has no place for: {shown(attribute)}")
    return kind


def shown(attribute: Attribute) -> str:
    return attribute.text if len(attribute.text) <= 60 else attribute.text[:57] + "..."


def dtype(attribute: TypeAttr) -> int:
    number = number_of(attribute.type)
    if number is None:
        raise Error(f"TensorFlow has no dtype for the type {attribute.type}")
    return number


def write_shape(shape, attribute: ShapeAttr) -> None:
    shape.SetInParent()
    if attribute.sizes is None:
        shape.unknown_rank = True
    for size in attribute.sizes or ():
        shape.dim.add(size=-1 if size is None else size)


def write_function(func: NameAttrList, attribute: FuncAttr | SymbolRefAttr) -> None:
    func.SetInParent()
    func.name = attribute.name.root if isinstance(attribute, FuncAttr) else attribute.root
    for name, inner in attribute.attributes.entries.items() if isinstance(attribute, FuncAttr) else ():
        write_value(func.attr[name], inner)


def write_list(values: AttrValue.ListValue, attribute: ArrayAttr) -> None:
    for element in attribute.elements:
        kind = kind_of(element)
        if kind in SCALARS and kind != "placeholder":
            getattr(values, kind).append(SCALARS[kind](element))
        elif kind in WRITERS:
            WRITERS[kind](getattr(values, kind).add(), element)
        else:
            raise Error(f"a list of TensorFlow cannot hold {shown(element)}")


KINDS = {
    StringAttr: "s", IntegerAttr: "i", FloatAttr: "f", BoolAttr: "b", TypeAttr: "type", ShapeAttr: "shape", FuncAttr: "func",
    SymbolRefAttr: "func", PlaceholderAttr: "placeholder", ArrayAttr: "list", DenseAttr: "tensor", DenseStringsAttr: "tensor",
    TensorProtoAttr: "tensor",
}  # fmt: skip
SCALARS: dict[str, Callable[[Any], Any]] = {
    "s": lambda attribute: attribute.bytes,
    "i": lambda attribute: attribute.value,
    "f": lambda attribute: attribute.value,
    "b": lambda attribute: attribute.value,
    "placeholder": lambda attribute: attribute.value,
    "type": dtype,
}
WRITERS: dict[str, Callable[..., None]] = {
    "shape": write_shape,
    "func": write_function,
    "tensor": lambda tensor, attribute: write_tensor(tensor, attribute, None),
}


def entries_of(values) -> DictAttr:
    """A map of AttrValues as a dictionary, for places where deviations have nowhere to go."""
    return DictAttr({name: attribute_of(value)[0] for name, value in values.items()})
