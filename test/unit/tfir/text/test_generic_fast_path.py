"""The generic form and islands: whatever the fast path accepts, it must read as the general parser does."""

from hypothesis import given
from hypothesis import strategies as st
from tfir.dialects import dialect, lookup
from tfir.ir.diagnostics import Error
from tfir.ir.location import Source
from tfir.text.parser import parse
from tfir.text.printer import PrintOptions, print_operation

PIECES = [
    '%{r} = "tf.Neg"(%{a}) : (tensor<f32>) -> tensor<f32>',
    '%{r} = "tf.AddV2"(%{a}, %{b}) {{device = ""}} : (tensor<f32>, tensor<f32>) -> tensor<f32>',
    '%{r} = "tf.Cast"(%{a}) <{{Truncate = false}}> {{device = "}}> {{"}} : (tensor<f32>) -> tensor<f32>',
    '%{r} = "tf.Const"() <{{value = dense<1.0> : tensor<f32>}}> : () -> tensor<f32>',
    '%{r} = "tf.If"(%{a}) <{{f = #tf_type.func<@g, {{}}>, e = {{}}}}> {{x = {{y = {{}}}}}} : (tensor<f32>) -> tensor<f32>',
    '%{r}:2 = "tf.Two"(%{a}) : (tensor<f32>) -> (tensor<f32>, tensor<i32>)',
    '%{r} = "tf.Neg"(%{a}#1) : (tensor<i32>) -> tensor<f32>',
    '%{r} = "tf.Neg"(%{a}#0) : (tensor<f32>) -> tensor<f32>',
    '"tf.Neg"(%{a}) : (tensor<f32>) -> tensor<f32>',
    '"tf.Sink"(%{a}) : (tensor<f32>) -> ()',
    '%{r} = "tf.Neg"(%{a}) : (tensor<f32>) -> tensor<f32> loc("here")',
    '%{r} = "tf.Neg"(%{a}) {{x}} : (tensor<f32>) -> tensor<f32> // comment }} : (a) -> b',
    '%{r} = "tf.Neg"(%{a}) {{x = 1 : i64}}: (tensor<f32>) -> tensor<f32>',
    '%{r} = "tf.Neg"(%{a}) <{{x = 1 : i64}}> {{x = 2 : i64}} : (tensor<f32>) -> tensor<f32>',
    '%{r} = "tf.Neg"(%{a}, %{b}) : (tensor<f32>) -> tensor<f32>',
    '%{r} = "tf.Neg"(%{a}) : (tensor<i32>) -> tensor<f32>',
    '%{r} = "tf.Neg"(%{a}) : tensor<f32>',
    '%{r}, %t{r} = "tf.Two"(%{a}) : (tensor<f32>) -> (tensor<f32>, tensor<i32>)',
    '%{r} = "tf.Two"(%{a}) : (tensor<f32>) -> (tensor<f32>, tensor<i32>)',
    '%{r} = "tf.Neg"(%{a})\n  : (tensor<f32>) -> tensor<f32>',
    '%{r} = "nowhere.Neg"(%{a}) : (tensor<f32>) -> tensor<f32>',
    '%{r} = "stablehlo.Neg"(%{a}) : (tensor<f32>) -> tensor<f32>',
    '%{r} = "stablehlo.negate"(%{a}) : (tensor<f32>) -> tensor<f32>',
]
ISLANDS = [
    '%{r}, %c{r} = tf_executor.island wraps "tf.Neg"(%{a}) {{device = ""}} : (tensor<f32>) -> tensor<f32>',
    '%{r}, %c{r} = tf_executor.island(%c{a}, %c{b}) wraps "tf.AddV2"(%{a}, %{b}) : (tensor<f32>, tensor<f32>) -> tensor<f32>',
    '%{r}:2, %c{r} = tf_executor.island(%c{a}) wraps "tf.Two"(%{a}) : (tensor<f32>) -> (tensor<f32>, tensor<i32>)',
    '%c{r} = tf_executor.island(%c{a}) wraps "tf.NoOp"() {{device = ""}} : () -> ()',
    '%{r}, %c{r} = tf_executor.island(%{a}) wraps "tf.NoOp"() : () -> ()',
    '%{r}, %c{r} = tf_executor.island wraps "tf.NoOp"() : () -> ()',
    '%{r}:2 = tf_executor.island wraps "tf.Neg"(%{a}) : (tensor<f32>) -> tensor<f32>',
    '%{r}, %c{r} = tf_executor.island wraps "tf.Neg"(%{a}) : (tensor<f32>) -> tensor<f32> loc("here")',
    "%{r}, %c{r} = tf_executor.island wraps tf.Neg %{a} : tensor<f32>",
    '%{r}, %{r} = tf_executor.island wraps "tf.Neg"(%{a}) : (tensor<f32>) -> tensor<f32>',
    '%{r}, %c{r} = tf_executor.island wraps "nowhere.Neg"(%{a}) : (tensor<f32>) -> tensor<f32>',
    "%{r}, %c{r} = tf_executor.island {{ tf_executor.yield %{a} : tensor<f32> }}",
]
names = st.integers(0, 6).map(str)


def lines(pieces):
    return st.lists(st.builds(lambda p, r, a, b: p.format(r=r, a=a, b=b), st.sampled_from(pieces), names, names, names), max_size=7)


def outcome(text: str, use_fast_paths: bool):
    try:
        module = parse(Source("input", text), lookup, dialect, use_fast_paths=use_fast_paths)
    except Error as error:
        return [(d.message, d.place() and (d.place().line, d.place().column)) for d in error.diagnostics]
    return print_operation(module, lookup, PrintOptions(debug_info=True))


@given(lines(PIECES))
def test_fast_path_agrees_on_the_generic_form(body):
    text = "func.func @f(%0: tensor<f32>, %1: tensor<f32>) {\n  " + "\n  ".join(body) + "\n  return\n}\n"
    assert outcome(text, True) == outcome(text, False)


@given(lines(ISLANDS))
def test_fast_path_agrees_on_islands(body):
    start = '%c0 = tf_executor.island wraps "tf.NoOp"() : () -> ()\n  %c1 = tf_executor.island wraps "tf.NoOp"() : () -> ()\n  '
    text = (
        f"func.func @f(%0: tensor<f32>, %1: tensor<f32>) {{\n  tf_executor.graph {{\n  {start}"
        + "\n  ".join(body)
        + "\n  tf_executor.fetch\n  }\n  return\n}\n"
    )
    assert outcome(text, True) == outcome(text, False)
