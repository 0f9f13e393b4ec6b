"""How values are numbered in generic form, and blocks and their predecessors shown."""

from tfir.dialects import dialect, lookup
from tfir.ir.location import Source
from tfir.text.parser import parse
from tfir.text.printer import PrintOptions, print_operation

TWO = """
func.func @first(%a: i32) -> i32 {
  %0 = arith.addi %a, %a : i32
  return %0 : i32
}
func.func @second(%a: i32) -> i32 {
  %0 = arith.addi %a, %a : i32
  return %0 : i32
}
"""


def module_of(text: str):
    return parse(Source("test", text), lookup, dialect)


def test_generic_form_counts_on_from_the_last_function():
    lines = print_operation(module_of(TWO), lookup, PrintOptions(generic=True)).splitlines()
    assert [line.strip() for line in lines if "bb0" in line] == ["^bb0(%arg1: i32):", "^bb0(%arg0: i32):"]
    assert [line.strip().split(" ")[0] for line in lines if "addi" in line] == ["%1", "%0"]


def test_custom_form_begins_anew_in_each_function():
    lines = print_operation(module_of(TWO), lookup).splitlines()
    assert [line.strip().split(" ")[0] for line in lines if "addi" in line] == ["%0", "%0"]


def test_predecessors_stand_behind_labels():
    text = print_operation(
        module_of("func.func @f(%c: i1) {\n  cf.cond_br %c, ^bb1, ^bb1\n^bb1:\n  cf.br ^bb1\n^bb2:\n  return\n}\n"), lookup
    )
    assert "  ^bb1:  // 3 preds: ^bb0, ^bb0, ^bb1\n" in text and "  ^bb2:  // no predecessors\n" in text


def test_locations_of_block_arguments_are_kept():
    text = 'func.func @f(%a: i32 loc("a.py":1:2)) {\n  cf.br ^bb1(%a : i32)\n^bb1(%b: i32 loc("b")):\n  return\n}\n'
    shown = print_operation(module_of(text), lookup, PrintOptions(debug_info=True, local_scope=True))
    assert '(%arg0: i32 loc("a.py":1:2))' in shown and '(%0: i32 loc("b"))' in shown
