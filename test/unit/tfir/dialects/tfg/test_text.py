"""Nodes as text: blanks and line ends as upstream has them, and the fast path beside the general parser."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tfir.dialects import dialect, lookup
from tfir.ir.diagnostics import Error
from tfir.ir.location import Source
from tfir.text.parser import parse
from tfir.text.printer import PrintOptions, print_operation

# Printed by the passes of TensorFlow 2.21, blanks at the ends of lines included.
FUNCTIONS = """\
module {
  tfg.graph #tf_type.version<producer = 42, min_consumer = 33> {
    %ctl = NoOp name("n")
  }
  tfg.func @f(%x: tensor<*xf32> {tf._user = "u", tfg.name = "x"}, \n              %y: tensor<*xi32> {tfg.name = "y"})
       -> (tensor<*xf32> {tfg.name = "r"}, \n           tensor<*xi32> {tfg.name = "r2"})
   attributes {tf._noinline = true} {
    %Foo, %ctl = Foo(%x) [%y.ctl] name("foo") : (tensor<*xf32>) -> (tensor<*xf32>)
    return(%Foo, %y) [%ctl {tfg.name = "cc"}, %x.ctl] : tensor<*xf32>, tensor<*xi32>
  }
  tfg.func private generic @"g h"(%x: !tf_type.tensor {tfg.name = "x"}, \n                        %y: !tf_type.tensor {tfg.name = "y"})
   {
    return
  }
}
"""


def read(text: str, **options):
    return parse(Source("input", text), lookup, dialect, **options)


def test_functions_print_to_the_blank_as_upstream_prints_them():
    assert print_operation(read(FUNCTIONS), lookup) == FUNCTIONS


def test_words_before_a_function_s_name_stand_in_either_order():
    for words in ("private generic", "generic private"):
        printed = print_operation(read(f"tfg.func {words} @f() {{\n  return\n}}"), lookup)
        assert "tfg.func private generic @f()" in printed


def test_an_argument_without_a_name_has_a_token_that_can_be_read_again():
    text = "tfg.func @f(%a: tensor<i32>, %b: tensor<i32>) {\n  %c = Foo(%a) [%a.ctl, %b.ctl] : tensor<i32>\n  return\n}"
    printed = print_operation(read(text), lookup)
    assert "Foo(%arg0) [%arg0.ctl, %arg2.ctl]" in printed
    assert print_operation(read(printed), lookup) == printed


def test_an_op_of_a_namespace_prints_in_the_generic_form():
    text = 'tfg.graph #tf_type.version<producer = 1, min_consumer = 2> {\n  %a:2 = "tfg.Addons>Gelu"() : () -> (tensor<f32>, !tf_type.control)\n}'
    printed = print_operation(read(text), lookup)
    assert '%Addons3EGelu, %ctl = "tfg.Addons>Gelu"() : () -> (tensor<f32>, !tf_type.control)' in printed
    assert print_operation(read(printed), lookup) == printed


@pytest.mark.parametrize(
    "op",
    [
        '"tfg.A"() : () -> tensor<f32>',
        '"tfg.A"() : () -> (!tf_type.control, tensor<f32>)',
        '"tfg.A"() : () -> (!tf_type.control, !tf_type.control)',
    ],
)
def test_what_the_form_cannot_say_prints_in_the_generic_form(op):
    text = f"tfg.graph #tf_type.version<producer = 1, min_consumer = 2> {{\n  {op}\n}}"
    printed = print_operation(read(text), lookup)
    assert op in printed
    assert print_operation(read(printed), lookup) == printed


def test_a_name_with_quotes_survives():
    text = 'tfg.graph #tf_type.version<producer = 1, min_consumer = 2> {\n  %c = A name("a\\22b\\\\c")\n}'
    module = read(text)
    assert module.body.first.body.first.get("_mlir_name") == 'a"b\\c'
    assert 'name("a\\22b\\\\c")' in print_operation(module, lookup)


# The fast path

PIECES = [
    "%{r}, %c{r} = AddV2(%{a}, %{b}) : (tensor<f32>, tensor<f32>) -> (tensor<f32>)",
    '%{r}, %c{r} = AddV2(%{a}, %{b}) [%c{a}] device("d") assigned_device("e") name("n/{r}") {{T = f32}} : (tensor<f32>, tensor<f32>) -> (tensor<f32>)',
    '%{r}:2, %c{r} = Two(%{a}) name("n") {{s = "}} : (x) -> y", d = {{}}}} : (tensor<f32>) -> (tensor<f32>, tensor<i32>)',
    "%{r}, %c{r} = Relu(%{a}#1) : (tensor<i32>) -> (tensor<f32>)",
    "%c{r} = Sink(%{a}) [%c{b}] : tensor<f32>",
    "%c{r} = NoOp [%c{a}, %c{b}]",
    "%c{r} = NoOp",
    "%c{r} = NoOp // a comment }} : here",
    "%{r}, %c{r} = A {{x}} : () -> (tensor<f32>) // another }} : (b) -> (c)",
    '%{r}, %c{r} = A name("x") : () -> (tensor<f32>) loc("somewhere")',
    '%{r}, %c{r} = A name("q\\22") : () -> (tensor<f32>)',
    "%{r}, %c{r} = A\n  : () -> (tensor<f32>)",
    "%{r}, %c{r}=A : () -> tensor<f32>",
    "%{r}:3 = Two : () -> (tensor<f32>, tensor<i32>)",
    "%{r}:2, %c{r} = A : () -> (tensor<f32>)",
    "%{r}, %{r} = A : () -> (tensor<f32>)",
    "%{r}, %c{r} = A(%{a}, %{b}) : (tensor<f32>) -> (tensor<f32>)",
    "%{r}, %c{r} = A(%c{a}) : (tensor<f32>) -> (tensor<f32>)",
    "%{r}, %c{r} = A(%{a}) {{T = f32, T = f32}} : (tensor<f32>) -> (tensor<f32>)",
    "%{r}, %c{r} = A(%{a}) : (tensor<f32>) -> (tensor<f32>) -> (tensor<f32>)",
    "A",
]
names = st.integers(0, 6).map(str)
lines = st.builds(lambda piece, r, a, b: piece.format(r=r, a=a, b=b), st.sampled_from(PIECES), names, names, names)


def outcome(text: str, use_fast_paths: bool):
    try:
        module = read(text, use_fast_paths=use_fast_paths)
    except Error as error:
        return [(d.message, d.place() and (d.place().line, d.place().column)) for d in error.diagnostics]
    return print_operation(module, lookup, PrintOptions(debug_info=True))


@given(st.lists(lines, max_size=7))
def test_fast_path_agrees_with_the_general_parser(body):
    text = "tfg.graph #tf_type.version<producer = 1, min_consumer = 2> {\n  " + "\n  ".join(body) + "\n}\n"
    assert outcome(text, True) == outcome(text, False)


@given(st.lists(st.sampled_from(PIECES[:9]), max_size=7))
def test_what_is_printed_reads_back_the_same(body):
    """Each node reads results of its neighbours, before and behind it."""
    count = len(body)
    nodes = [piece.format(r=i, a=(i + 1) % count, b=(i + 2) % count) for i, piece in enumerate(body)]
    text = "tfg.graph #tf_type.version<producer = 1, min_consumer = 2> {\n  " + "\n  ".join(nodes) + "\n}\n"
    try:
        printed = print_operation(read(text), lookup)
    except Error:
        return
    assert print_operation(read(printed), lookup) == printed
