"""Constraints of tf's table that words cannot express: elements that refer to others or hold tensors, attributes of the registry."""

from __future__ import annotations

from tfir.dialects.tf_type import ShapeAttr, SubtypedType, element_base, referred
from tfir.ir.attributes import ArrayAttr, DenseArrayAttr, DictAttr, FloatAttr, StringAttr, SymbolRefAttr
from tfir.ir.types import F32, F64, OpaqueType, TensorType
from tfir.ods.constraints import ATTRIBUTES as EVERYWHERE
from tfir.ods.constraints import AttributeConstraint, Constraint, Container, is_a


def accepts_element(type, accepts) -> bool:
    """Whether the element type is accepted. A reference counts as its referent, a resource with subtypes as a resource."""
    return isinstance(type, TensorType) and (accepts(referred(element_base(type.element))) or accepts(type.element))


def is_of_tensorflow(element) -> bool:
    return isinstance(element, SubtypedType) or (isinstance(element, OpaqueType) and element.dialect == "tf_type")


def is_flat(attribute) -> bool:
    return isinstance(attribute, SymbolRefAttr) and len(attribute.path) == 1


NAMED = {"OfTensorFlow": Constraint(is_of_tensorflow, "tf.dtype")}
CONTAINERS = {
    "tensor": Container(accepts_element, "tensor of {} values"),
    "0D": Container(lambda type, accepts: accepts_element(type, accepts) and type.shape == (), "0D tensor of {} values"),
}
ATTRIBUTES = {
    "int": EVERYWHERE["i64"],
    "float": AttributeConstraint(  # of 2019: without its type
        lambda attribute: isinstance(attribute, FloatAttr) and attribute.type in (F32, F64), "32-bit float attribute"
    ),
    "shape": AttributeConstraint(is_a(ShapeAttr), "TensorFlow shape attribute"),
    "func": AttributeConstraint(is_a(SymbolRefAttr), "symbol reference attribute"),
    "flat": AttributeConstraint(is_flat, "flat symbol reference attribute"),
    "tfsymbol": AttributeConstraint(is_a(SymbolRefAttr), "symbol reference attribute"),
    "array": AttributeConstraint(is_a(ArrayAttr), "array attribute"),
    "array<i1>": AttributeConstraint(is_a(DenseArrayAttr), "i1 dense array attribute"),
    "dictionary": AttributeConstraint(is_a(DictAttr), "dictionary attribute"),
}
LISTS = {
    "int": "64-bit integer array attribute",
    "i32": "32-bit integer array attribute",
    "float": "32-bit float array attribute",
    "string": "string array attribute",
    "type": "type array attribute",
    "shape": "tensorflow shape attribute array",
    "func": "symbol ref array attribute",
    "tfsymbol": "tensorflow symbol ref array attribute",
    "dictionary": "Array of dictionary attributes",
}
STRINGS = {
    ("NHWC", "NCHW"): AttributeConstraint(
        lambda attribute: isinstance(attribute, StringAttr) and attribute.value in ("NHWC", "NCHW"), "'NHWC' or 'NCHW' convnet data format"
    ),
}
LEAST: dict[int, str] = {}  # always `whose minimum value is`
