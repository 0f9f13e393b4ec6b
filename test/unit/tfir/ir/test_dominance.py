"""Where values and blocks stand, asked of a function with a loop in it and branches between its blocks."""

import pytest
from tfir.dialects import dialect, lookup
from tfir.ir.dominance import branches_to, is_defined_in, is_within
from tfir.ir.location import Source
from tfir.text.parser import parse

TEXT = """
func.func @f(%a: i32, %c: i1) -> i32 {
  %s = arith.addi %a, %a : i32
  scf.if %c {
    %t = arith.addi %s, %a : i32
  }
  cf.cond_br %c, ^bb1(%s : i32), ^bb1(%a : i32)
^bb1(%x: i32):
  cf.br ^bb2
^bb2:
  return %x : i32
}
"""


@pytest.fixture
def function():
    return parse(Source("test", TEXT), lookup, dialect).body.first


def test_values_are_defined_in_what_is_around_them(function):
    condition = next(op for op in function.body if op.name == "scf.if")
    inner, outer = condition.body.first.results[0], function.body.first.results[0]
    assert is_defined_in(inner, condition) and is_defined_in(inner, function)
    assert is_defined_in(function.body.arguments[0], function) and is_defined_in(outer, function)
    assert not is_defined_in(outer, condition) and not is_defined_in(function.body.arguments[0], condition)
    assert not is_defined_in(outer, outer.op)


def test_blocks_are_within_the_regions_around_them(function):
    condition = next(op for op in function.body if op.name == "scf.if")
    assert is_within(condition.body, condition.regions[0]) and is_within(condition.body, function.region)
    assert not is_within(condition.body, condition.regions[1]) and not is_within(function.body, condition.regions[0])


def test_branches_are_listed_once_for_each_block(function):
    entry, first, second = function.region.blocks
    assert branches_to(first) == [entry.last]
    assert branches_to(second) == [first.last]
    assert branches_to(entry) == []
