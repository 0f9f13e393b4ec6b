"""The language of constraints: what its notation accepts, how errors name it, and that all tables are written in it."""

from pathlib import Path

import pytest
from tfir import dialects
from tfir.dialects import dialect
from tfir.dialects.stablehlo.attributes import BoundsAttr
from tfir.ir.attributes import ArrayAttr, IntegerAttr
from tfir.ir.operations import Operation, Value
from tfir.ir.types import BF16, F32, F64, I1, I8, I16, I32, I64, INDEX, FloatType, MemRefType, OpaqueType, TensorType, VectorType
from tfir.ods.constraints import UNCHECKED, Constraints, of_word, split_alternatives
from tfir.ods.declared import verify_declared
from tfir.ods.dialect import Dialect
from tfir.ods.signature import SignatureError, Table

TABLE = Table.of_text("""
    constraint whole = i8|i16 "8/16-bit integer"
    constraint f32 = f32 "single"
    constraint number = whole|f32
    op(x: number, y: tensor<number>) -> (z: ranked<f32>)
""")
HERE = Constraints(TABLE.constraints, lambda: None)
STABLEHLO = dialect("stablehlo").constraints


@pytest.mark.parametrize(
    "text, type, expected",
    [
        ("any", INDEX, True), ("whole", I8, True), ("whole", I32, False), ("number", F32, True), ("number", BF16, False), ("number", I16, True),
        ("tensor<number>", TensorType(None, F32), True), ("tensor<number>", F32, False), ("tensor<number>", TensorType((2,), F64), False),
        ("ranked<f32>", TensorType(None, F32), False), ("ranked<f32>|index", INDEX, True), ("0D<any>", TensorType((), I1), True),
        ("0D<any>", TensorType((1,), I1), False), ("vector<f32>", VectorType((2,), F32), True), ("vector<f32>", TensorType((2,), F32), False),
        ("!a.b", OpaqueType("!a.b"), True), ("!a.b", OpaqueType("!a.c"), False), ("integer_like", VectorType((2,), INDEX), True),
        ("memref<integer_like>", MemRefType((4,), INDEX), True), ("memref<integer_like>", MemRefType((4,), F32), False),
        ("memref<integer_like>", TensorType((4,), INDEX), False),
    ],
)  # fmt: skip
def test_what_a_text_accepts(text, type, expected):
    constraint = HERE.type(text)
    assert [constraint.accepts(type), constraint.accepts(type)] == [expected, expected]  # again from memory


@pytest.mark.parametrize(
    "text, summary",
    [
        ("whole", "8/16-bit integer"), ("number", "8/16-bit integer or single"), ("i64", "64-bit signless integer"), ("f64", "64-bit float"),
        ("tensor<number|index>", "tensor of 8/16-bit integer or single or index values"), ("2D<f64>|index", "2D tensor of 64-bit float values or index"),
    ],
)  # fmt: skip
def test_how_an_error_names_it(text, summary):
    assert HERE.type(text).summary == summary


@pytest.mark.parametrize("text", ["unheard_of", "box<f32>", "tensor<unheard_of>", "f32|"])
def test_what_nothing_is_called_is_refused(text):
    with pytest.raises((SignatureError, IndexError)):
        HERE.type(text)


def test_bars_inside_a_container_belong_to_it():
    assert split_alternatives("a|b<c|d<e|f>>|g") == ["a", "b<c|d<e|f>>", "g"]


def test_a_word_means_one_type():
    assert of_word("u8").accepts(I8) is False and of_word("c64").summary == "complex<f32>" and of_word("tensor") is None


NAMES = sorted({path.stem for folder in dialects.__path__ for path in Path(folder).iterdir() if path.stem[:2] != "__"})


@pytest.mark.parametrize("name", [name for name in NAMES if dialect(name) is not None and name != "tfg"])
def test_tables_name_constraints_that_there_are(name):
    home = dialect(name)
    for op in home.table:
        definition = home.definition(op)
        if definition.constrained is not None:
            assert all([constraint.summary for side in definition.type_constraints for constraint, _ in side.constraints])


@pytest.mark.parametrize("name", [name for name in NAMES if dialect(name) is not None])
def test_tables_name_kinds_of_attributes_that_there_are(name):
    home = dialect(name)
    for op in {*home.table, *home.table.declared}:
        definition = home.definition(op)
        signatures = [each for each in (definition.signature, definition.constrained) if each is not None]
        for declared in [attribute for signature in signatures for attribute in signature.attributes.values()]:
            assert home.constraints.attribute(declared) is not None or is_read_by_its_form(home, declared.kind)


def is_read_by_its_form(home, kind: str) -> bool:
    """Whether a kind is one of which nothing is asked, or an attribute that a dialect reads by its keyword: `#gather`, `#arith.fastmath`."""
    prefix, _, keyword = kind.removeprefix("#").rpartition(".")
    return kind in UNCHECKED or keyword in (dialect(prefix) if prefix else home).attributes


TOY = """
    # ops of a toy
    grow(value: tensor; by: i64, how?: strng, where?: flaot[]) -> (result: tensor)
    shrink(value: tensr) -> (result: tensor)
"""


def toy(name: str, **attributes):
    definition = Dialect("toy", TOY).definition(name)
    value = Value(TensorType((2,), F32), None, 0)
    return lambda: verify_declared(Operation.draft(f"toy.{name}", [value], [value.type], attributes), definition)


@pytest.mark.parametrize(
    "check, message",
    [
        (toy("grow", by=IntegerAttr(1, I64), how=ArrayAttr([])), "toy.grow, line 2 of its table: no kind of attributes is called 'strng'; did you mean 'string'?"),
        (toy("grow", by=IntegerAttr(1, I64), where=ArrayAttr([])), "toy.grow, line 2 of its table: no kind of attributes is called 'flaot'"),
        (toy("shrink"), "toy.shrink, line 3 of its table: no constraint is called tensr"),
    ],
)  # fmt: skip
def test_a_word_of_a_line_that_means_nothing_is_told_with_its_place(check, message):
    with pytest.raises(SignatureError) as error:
        check()
    assert str(error.value).startswith(message)


def test_of_an_attribute_that_an_op_does_not_have_nothing_is_asked():
    toy("grow", by=IntegerAttr(1, I64))()


# StableHLO's own, from its ODS declarations (stablehlo/dialect/Base.td).


@pytest.mark.parametrize(
    "text, type, expected",
    [
        ("ranked<float>", TensorType((2,), F32), True), ("ranked<float>", TensorType((2,), I32), False),
        ("ranked<float>", TensorType((2,), FloatType("f80")), False), ("ranked<pred|int>", TensorType((2,), I1), True),
        ("ranked<int>", TensorType((2,), I1), False), ("0D<int>", TensorType((), I64), True), ("0D<int>", TensorType((1,), I64), False),
        ("static_1D<dimension>", TensorType((3,), INDEX), True), ("static_1D<dimension>", TensorType((None,), INDEX), False),
        ("ranked<float>", TensorType(None, F32), False), ("bounded<element>", TensorType((None,), F32), False),
        ("bounded<element>", TensorType((None,), F32, BoundsAttr([3])), True), ("ranked<float32_64>", TensorType((), BF16), False),
        ("tensor|token", OpaqueType("!stablehlo.token"), True), ("tensor", OpaqueType("!stablehlo.token"), False),
    ],
)  # fmt: skip
def test_stablehlo(text, type, expected):
    assert STABLEHLO.type(text).accepts(type) is expected


def test_least_values_of_attributes():
    line = Table.of_text("\n    op(; a: i64>=1, b: i64>=0, c: i64>=7, d: i64[]) -> ()")["op"].attributes
    a, b, c, d = [HERE.attribute(line[name]) for name in "abcd"]
    assert not a.accepts(IntegerAttr(0, I64)) and a.accepts(IntegerAttr(1, I64)) and not a.accepts(IntegerAttr(1, I32))
    assert [a.summary[-17:], b.summary[-21:], c.summary[-18:]] == ["value is positive", "value is non-negative", "minimum value is 7"]
    assert d.accepts(ArrayAttr([])) and not d.accepts(IntegerAttr(1, I64))
