"""Operations that are not as their definitions ask print in generic form, as MLIR prints what fails to verify; all others do not."""

import itertools
from random import Random

import pytest
from random_programs import RandomProgram
from tfir.dialects import dialect, lookup, names
from tfir.ir.attributes import UnitAttr
from tfir.ir.location import Source
from tfir.ir.operations import Block, Operation, Region
from tfir.ir.types import F32, TensorType
from tfir.text import naming, printer
from tfir.text.parser import parse
from tfir.text.printer import PrintOptions, print_operation

TENSOR = TensorType((2,), F32)
MANY = 100  # of a dialect's forms, which are mostly made alike


def read(text: str, **options) -> Operation:
    return parse(Source("input", text), lookup, dialect, allow_unregistered=True, **options)


def defective(definition) -> list[Operation]:
    """Operations of a name with too few and too many operands, results and regions, without attributes and with ones of a wrong kind."""
    ops = []
    for operands, results, regions, has_attributes in itertools.product((0, 1, 3), (0, 1, 2), (0, 1), (False, True)):
        block = Block([TENSOR] * 3)
        attributes = {name: UnitAttr() for name in definition.inherent} if has_attributes else {}
        op = Operation(definition.name, block.arguments[:operands], [F32] * results, attributes, [Region() for _ in range(regions)])
        Operation("test.around", regions=[Region([block])])
        ops.append(block.append(op))
    return ops


@pytest.mark.parametrize("name", names())
def test_whatever_is_missing_it_prints(name):
    definitions = [lookup(f"{name}.{local}") for local in list(dialect(name).table)[:MANY]]
    for op in [op for definition in definitions if definition.form is not None for op in defective(definition)]:
        custom = print_operation(op.parent_op, lookup)
        generic = print_operation(op.parent_op, lookup, PrintOptions(generic=True))
        assert op.name.partition(".")[2] in custom and "None" not in custom
        assert f'"{op.name}"(' in generic


PROGRAM = """func.func @f(%arg0: tensor<2xf32>) {
  %0 = stablehlo.negate %arg0 : tensor<2xf32>
  %1 = stablehlo.negate %0 : tensor<2xf32>
  %2 = stablehlo.slice %1 [0:1] : (tensor<2xf32>) -> tensor<1xf32>
  return
}
"""


def test_an_operation_without_its_operand_is_generic_and_those_around_it_are_not():
    module = read(PROGRAM)
    module.body.first.body.first.next.set_operands([])
    assert print_operation(module, lookup) == """module {
  func.func @f(%arg0: tensor<2xf32>) {
    %0 = stablehlo.negate %arg0 : tensor<2xf32>
    %1 = "stablehlo.negate"() : () -> tensor<2xf32>
    %2 = stablehlo.slice %1 [0:1] : (tensor<2xf32>) -> tensor<1xf32>
    return
  }
}
"""  # fmt: skip


def test_an_operation_without_an_attribute_is_generic():
    module = read(PROGRAM)
    module.body.first.body.last.previous.remove_attribute("limit_indices")
    line = '"stablehlo.slice"(%1) <{start_indices = array<i64: 0>, strides = array<i64: 1>}> : (tensor<2xf32>) -> tensor<1xf32>'
    assert print_operation(module, lookup).splitlines()[4].strip() == f"%2 = {line}"


def test_what_was_written_of_the_custom_form_is_taken_back():
    """A loop whose body has lost its terminator's operands prints the outer form up to there, regions and indentation included."""
    module = read("""func.func @f(%n: index, %x: f32) -> f32 {
  %0 = scf.for %i = %n to %n step %n iter_args(%a = %x) -> (f32) {
    scf.yield %a : f32
  }
  return %0 : f32
}""")
    loop = module.body.first.body.first
    loop.set_operands(loop.operands[:2])
    text = print_operation(module, lookup)
    assert '    %0 = "scf.for"(%arg0, %arg0) ({\n    ^bb0(' in text and text.endswith("    return %0 : f32\n  }\n}\n")
    assert print_operation(read(text), lookup, PrintOptions(generic=True)) == print_operation(module, lookup, PrintOptions(generic=True))


def test_names_of_results_are_numbers_where_nothing_else_can_be_told():
    module = read("%c3 = shape.const_size 3")
    module.body.first.remove_attribute("value")
    assert print_operation(module, lookup) == 'module {\n  %0 = "shape.const_size"() : () -> !shape.size\n}\n'


@pytest.mark.parametrize("seed", range(20))
def test_forms_of_valid_programs_are_never_given_up(seed, monkeypatch):
    monkeypatch.setattr(printer, "UNPRINTABLE", ())
    monkeypatch.setattr(naming, "UNPRINTABLE", ())
    module = RandomProgram(Random(seed)).module()
    for options in (PrintOptions(), PrintOptions(debug_info=True)):
        print_operation(module, lookup, options)
