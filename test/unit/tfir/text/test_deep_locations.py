"""Locations of calls within calls are printed and read at any depth."""

from tfir.dialects import dialect, lookup
from tfir.ir.location import CallSite, FileLineCol, Source
from tfir.text.parser import parse
from tfir.text.printer import PrintOptions, print_operation

TEXT = """func.func @f(%a: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.abs %a : tensor<f32>
  return %0 : tensor<f32>
}"""


def site(depth: int, inside_out: bool) -> CallSite:
    found = FileLineCol("f", 1, 1)
    for number in range(depth):
        other = FileLineCol("f", number + 2, 1)
        found = CallSite(found, other) if inside_out else CallSite(other, found)
    return found


def test_both_ways():
    for inside_out in (False, True):
        module = parse(Source("test", TEXT), lookup, dialect)
        op = next(op for op in module.walk() if op.name == "stablehlo.abs")
        op.set_location(site(2500, inside_out))
        text = print_operation(module, lookup, PrintOptions(debug_info=True))
        again = parse(Source("again", text), lookup, dialect)
        assert print_operation(again, lookup, PrintOptions(debug_info=True)) == text


def test_equal_ones_are_one():
    assert site(900, True) is site(900, True)
    assert site(3, True) != site(3, False)
    assert len({site(900, True), site(900, True), site(901, True)}) == 2
