"""Types and attributes of TensorFlow: which are compatible, and what shapes mean."""

import pytest
from tfir.dialects import dialect
from tfir.dialects.tf_type import (
    FuncAttr,
    ShapeAttr,
    SubtypedType,
    are_compatible,
    dereferenced,
    element_base,
    is_broadcastable,
)  # fmt: skip
from tfir.ir.attributes import ArrayAttr, DictAttr
from tfir.ir.location import Source
from tfir.ir.symbols import references
from tfir.ir.types import F32, I32, OpaqueType, TensorType
from tfir.text.attribute_parser import AttributeParser


def read(text: str):
    return AttributeParser(Source("input", text), dialect).type()


@pytest.mark.parametrize(
    "one, other, expected",
    [
        ("tensor<2x?xf32>", "tensor<?x3xf32>", True),
        ("tensor<*xf32>", "tensor<2xf32>", True),
        ("tensor<2xf32>", "tensor<3xf32>", False),
        ("tensor<2xf32>", "tensor<2x1xf32>", False),
        ("tensor<2xf32>", "tensor<2xi32>", False),
        ("tensor<!tf_type.f32ref>", "tensor<f32>", True),
        ("tensor<!tf_type.uint8ref>", "tensor<i8>", False),
        ("tensor<!tf_type.stringref>", "tensor<!tf_type.string>", True),
        ("tensor<!tf_type.resource<tensor<f32>>>", "tensor<!tf_type.resource>", True),
        ("tensor<!tf_type.resource>", "tensor<!tf_type.variant>", False),
        ("!tf_type.control", "!tf_type.control", True),
        ("!tf_type.control", "tensor<f32>", False),
    ],
)
def test_compatible_types(one, other, expected):
    assert are_compatible(read(one), read(other)) is expected
    assert are_compatible(read(other), read(one)) is expected


@pytest.mark.parametrize(
    "one, other, expected",
    [
        ((), (2, 3), True), ((3,), (2, 3), True), ((1, 3), (2, 3), True), ((2,), (2, 3), False), ((2, 3), (3,), False),
        (None, (3,), True), ((None,), (3,), True), ((3,), None, True),
    ],
)  # fmt: skip
def test_broadcastable_shapes(one, other, expected):
    assert is_broadcastable(TensorType(one, F32), TensorType(other, F32)) is expected


def test_types_are_interned_and_plain_ones_are_opaque():
    assert read("tensor<!tf_type.resource<tensor<f32>>>") is read("tensor<!tf.resource<tensor<f32>>>")
    assert read("!tf_type.resource") is OpaqueType("!tf_type.resource")
    subtyped = SubtypedType("resource", [TensorType((), I32)])
    assert read("!tf_type.resource<tensor<i32>>") is subtyped and element_base(subtyped) is OpaqueType("!tf_type.resource")


def test_every_reference_type_refers_to_a_type():
    references_ = [keyword for keyword in dialect("tf_type").types if keyword.endswith("ref")]
    assert len(references_) >= 31
    for keyword in references_:
        assert read(dereferenced(OpaqueType(f"!tf_type.{keyword}"))) is not None


def test_a_shape_keeps_its_numbers_but_means_unknown_sizes():
    raw = ShapeAttr((2, -1, None, -5))
    assert raw.text == "#tf_type.shape<2x-1x?x-5>" and raw.shape == (2, None, None, None)
    assert ShapeAttr(None).shape is None and ShapeAttr(()).shape == ()
    assert ShapeAttr((2, -1)) != ShapeAttr((2, None))


def test_a_function_attribute_refers_to_its_symbol():
    assert [reference.leaf for reference in references(DictAttr({"f": ArrayAttr([FuncAttr("g")])}))] == ["g"]
    assert list(references(FuncAttr(""))) == []
