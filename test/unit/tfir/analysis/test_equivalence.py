"""Which operations and regions are told to compute the same, and which are told apart."""

import pytest
from tfir.analysis.equivalence import Equivalence
from tfir.dialects import dialect, lookup
from tfir.ir.location import Source
from tfir.text.parser import parse

from tfopt.generic.cse import cse

EQUAL, BY_TYPE = Equivalence(), Equivalence(outside=lambda value: value.type, commutes=False)
FUNCTION = "func.func @f(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<i32>, %p: i1) {{\n  {one}\n  {other}\n  return\n}}\n"
SUM = "%{} = stablehlo.add %{}, %{} : tensor<f32>"
DIFFERENCE = "%{} = stablehlo.subtract %{}, %{} : tensor<f32>"
CHOICE = "%{} = scf.if %p -> tensor<f32> {{ %s = stablehlo.add %a, %{} : tensor<f32> scf.yield %s : tensor<f32> }} else {{ scf.yield %a : tensor<f32> }}"


def keys(one: str, other: str, equivalence: Equivalence = EQUAL):
    first, second, _ = parse(Source("text", FUNCTION.format(one=one, other=other)), lookup, dialect).body.first.body
    return equivalence.operation(first), equivalence.operation(second)


def test_operands_of_commutative_ops_change_places():
    one, other = keys(SUM.format("x", "a", "b"), SUM.format("y", "b", "a"))
    assert one == other
    one, other = keys(SUM.format("x", "a", "a"), SUM.format("y", "a", "b"))
    assert one != other
    one, other = keys(DIFFERENCE.format("x", "a", "b"), DIFFERENCE.format("y", "b", "a"))
    assert one != other


def test_values_from_outside_are_themselves_unless_something_stands_for_them():
    one, other = keys(DIFFERENCE.format("x", "a", "b"), DIFFERENCE.format("y", "b", "b"))
    assert one != other
    one, other = keys(DIFFERENCE.format("x", "a", "b"), DIFFERENCE.format("y", "b", "b"), BY_TYPE)
    assert one == other
    negative = "%{} = stablehlo.abs %{} : tensor<{}>"
    one, other = keys(negative.format("x", "a", "f32"), negative.format("y", "c", "i32"), BY_TYPE)
    assert one != other


def test_attributes_count_unless_they_are_ignored():
    constant = '%{} = "tf.Const"() {{value = dense<{}> : tensor<f32>, note = "{}"}} : () -> tensor<f32>'
    two = constant.format("x", "1.0", "here"), constant.format("y", "1.0", "there")
    one, other = keys(*two)
    assert one != other
    one, other = keys(*two, Equivalence(ignored=lambda op: ("note",)))
    assert one == other
    one, other = keys(constant.format("x", "1.0", "here"), constant.format("y", "2.0", "here"), Equivalence(ignored=lambda op: ("note",)))
    assert one != other


def test_regions_are_compared_by_the_places_of_their_values():
    one, other = keys(CHOICE.format("x", "b"), CHOICE.format("y", "b").replace("%s", "%t"))
    assert one == other
    one, other = keys(CHOICE.format("x", "b"), CHOICE.format("y", "a"))
    assert one != other


NESTED = """
func.func @f(%p: i1, %a: tensor<f32>) -> (tensor<f32>, tensor<f32>) {{
  %0 = scf.if %p -> tensor<f32> {{{body}  scf.yield %i : tensor<f32> }} else {{ scf.yield %a : tensor<f32> }}
  %1 = scf.if %p -> tensor<f32> {{{other}  scf.yield %i : tensor<f32> }} else {{ scf.yield %a : tensor<f32> }}
  return %0, %1 : tensor<f32>, tensor<f32>
}}
"""
BODY = """
    %o = stablehlo.abs %a : tensor<f32>
    %i = scf.if %p -> tensor<f32> {{
      %n = stablehlo.negate %a : tensor<f32>
      %d = stablehlo.subtract %n, %{} : tensor<f32>
      scf.yield %d : tensor<f32>
    }} else {{ scf.yield %o : tensor<f32> }}
"""


@pytest.mark.parametrize(("given", "left"), [("o", 2), ("n", 1)])
def test_a_value_of_a_region_within_is_not_the_one_at_its_place_around_it(given, left):
    """`%o` and `%n` are both the first values of their regions."""
    text = NESTED.format(body=BODY.format("n"), other=BODY.format(given))
    module = parse(Source("text", text), lookup, dialect)
    cse(module)
    outermost = [op for op in module.body.first.body if op.name == "scf.if"]
    assert len(outermost) == left
