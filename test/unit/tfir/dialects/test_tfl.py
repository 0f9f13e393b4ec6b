"""TFL's table: each builtin operator of the schema has a line, and what the lines say of kernels can be asked."""

from tfir.dialects import definition_of, dialect, lookup, verify
from tfir.dialects.tfl.constraints import Kernels
from tfir.ir.location import Source
from tfir.text.parser import parse
from tfir.text.type_parser import TypeParser

TFL = dialect("tfl")
PLACEHOLDER = 127  # where the first field for the number of an operator ends; no operator


def type_of(text):
    return TypeParser(Source("type", text), dialect).type()


def kernels_of(op, operand):
    (slot,) = [slot for slot in definition_of(op).declaration.operands if slot.name == operand]
    return Kernels(TFL.constraints).type(slot.type)


def test_each_operator_of_the_schema_has_a_line():
    codes = [TFL.table[name].code for name in TFL.table]
    numbers = sorted([code for code in codes if code is not None])
    assert numbers == [code for code in range(210) if code != PLACEHOLDER]


def test_each_line_names_constraints_that_exist():
    for name in TFL.table:
        definition = TFL.definition(name)
        assert len(definition.type_constraints) == 2
        for declared in definition.declared_attributes:
            TFL.constraints.attribute(declared)


def test_kernels_are_told_apart_by_elements():
    filter = kernels_of("tfl.conv_2d", "filter")
    assert filter.accepts(type_of("tensor<1x!quant.uniform<i8:f32, 0.5>>"))
    assert filter.accepts(type_of("tensor<1x!quant.uniform<u8:f32, 0.5:3>>"))
    assert not filter.accepts(type_of("tensor<1x!quant.uniform<i16:f32, 0.5>>"))
    assert not filter.accepts(type_of("tensor<1xf64>"))
    assert kernels_of("tfl.conv_2d", "bias").accepts(type_of("none"))
    assert not kernels_of("tfl.conv_2d", "input").accepts(type_of("none"))


def test_verification_takes_elements_without_a_kernel():
    body = '%0 = "tfl.relu"(%a) : (tensor<4xf64>) -> tensor<4xf64>\n  return %0 : tensor<4xf64>'
    text = f"func.func @f(%a: tensor<4xf64>) -> tensor<4xf64> {{\n  {body}\n}}"
    verify(parse(Source("text", text), lookup, dialect))
