"""Which functions ops run, with what, and which functions they can come to call."""

import pytest
from tfir.analysis.call_graph import call_sites, chosen_branch, reached_functions
from tfir.dialects import dialect, lookup
from tfir.ir.location import Source
from tfir.text.parser import parse

CALLS = """
func.func @f(%p: tensor<i1>, %x: tensor<f32>, %i: tensor<i32>, %s: tensor<!tf_type.string>) -> tensor<f32> {
  %0 = func.call @g(%x) : (tensor<f32>) -> tensor<f32>
  %1 = "tf.PartitionedCall"(%0) {f = @g} : (tensor<f32>) -> tensor<f32>
  %2 = "tf.If"(%p, %1) {then_branch = @g, else_branch = @h, is_stateless = true} : (tensor<i1>, tensor<f32>) -> tensor<f32>
  %3 = "tf.Case"(%i, %2) {branches = [@g, @h, @g], is_stateless = true} : (tensor<i32>, tensor<f32>) -> tensor<f32>
  %4 = "tf.While"(%3) {cond = @c, body = @g, is_stateless = true} : (tensor<f32>) -> tensor<f32>
  %5 = "tf.LegacyCall"(%4) {f = @g} : (tensor<f32>) -> tensor<f32>
  %6 = "tf.RemoteCall"(%s, %5) {f = @g} : (tensor<!tf_type.string>, tensor<f32>) -> tensor<f32>
  %7 = "tf.Neg"(%6) : (tensor<f32>) -> tensor<f32>
  return %7 : tensor<f32>
}
"""
GRAPH = """
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x, %c = Placeholder name("x") {dtype = f32} : () -> (tensor<*xf32>)
  %y, %d = PartitionedCall(%x) [%c] name("y") {Tin = [f32], Tout = [f32], f = #tf_type.func<@outer, {g = #tf_type.func<@given, {}>}>} : (tensor<*xf32>) -> (tensor<*xf32>)
  %z, %e = by_name(%y) name("z") : (tensor<*xf32>) -> (tensor<*xf32>)
}
tfg.func @outer(%a: tensor<f32> {tfg.name = "a"}) -> (tensor<f32> {tfg.name = "r"}) {
  %b, %c = inner(%a) name("b") : (tensor<f32>) -> (tensor<f32>)
  return(%b) : tensor<f32>
}
"""
SMALL = """
tfg.func @{}(%a: tensor<f32> {{tfg.name = "a"}}) -> (tensor<f32> {{tfg.name = "r"}}) {{
  return(%a) : tensor<f32>
}}
"""


def module(text: str):
    return parse(Source("text", text), lookup, dialect)


def test_what_an_op_runs_gets_its_operands_and_gives_its_results():
    function = module(CALLS).body.first
    told = [
        (
            op.name,
            site.attribute,
            str(site.reference),
            [value.index if value.op is None else value.op.name for value in site.operands],
            len(site.results),
        )
        for op in function.body
        for site in call_sites(op)
    ]
    assert told == [
        ("func.call", "callee", "@g", [1], 1),
        ("tf.PartitionedCall", "f", "@g", ["func.call"], 1),
        ("tf.If", "then_branch", "@g", ["tf.PartitionedCall"], 1),
        ("tf.If", "else_branch", "@h", ["tf.PartitionedCall"], 1),
        *[("tf.Case", "branches", name, ["tf.If"], 1) for name in ("@g", "@h", "@g")],
        ("tf.While", "cond", "@c", ["tf.Case"], 0),  # what a condition answers is no result of the loop
        ("tf.While", "body", "@g", ["tf.Case"], 1),
        ("tf.LegacyCall", "f", "@g", ["tf.While"], 1),
    ]  # RemoteCall's first operand is a device: its operands are not the function's


IF, CASE = "tf.If", "tf.Case"
TWO, THREE = "{then_branch = @g, else_branch = @h, is_stateless = true}", "{branches = [@g, @h, @g], is_stateless = true}"


@pytest.mark.parametrize(
    "op, attributes, content, expected",
    [
        (IF, TWO, "dense<true> : tensor<i1>", 0),
        (IF, TWO, "dense<false> : tensor<i1>", 1),
        (IF, TWO, "dense<-2.5> : tensor<f32>", 0),
        (CASE, THREE, "dense<1> : tensor<i32>", 1),
        (CASE, THREE, "dense<9> : tensor<i32>", 2),
        (CASE, THREE, "dense<-1> : tensor<i32>", 2),
        (IF, TWO, "dense<false> : tensor<1xi1>", None),  # which TensorFlow takes as true
        (IF, TWO, None, None),
    ],
)
def test_a_constant_chooses_a_branch(op, attributes, content, expected):
    type = "tensor<i1>" if content is None else content.partition(" : ")[2]
    constant = "" if content is None else f'%c = "tf.Const"() {{value = {content}}} : () -> {type}'
    text = f"""func.func @f(%x: tensor<f32>, %p: {type}) -> tensor<f32> {{
      {constant}
      %0 = "{op}"({"%p" if content is None else "%c"}, %x) {attributes} : ({type}, tensor<f32>) -> tensor<f32>
      return %0 : tensor<f32>
    }}"""
    ops = parse(Source("text", text), lookup, dialect).body.first.body
    assert [chosen_branch(each) for each in ops if each.name == op] == [expected]


def test_a_node_s_tokens_are_no_operands():
    call = [op for op in module(GRAPH).body.first.body if op.name == "tfg.PartitionedCall"][0]
    (site,) = call_sites(call)
    assert (len(site.operands), len(site.results), site.reference.root) == (1, 1, "outer")


def test_functions_are_reached_by_attributes_inside_of_attributes_and_as_ops():
    text = GRAPH + "".join([SMALL.format(name) for name in ("given", "by_name", "inner", "unused")])
    top, *functions = module(text).body
    named = {function.get("sym_name"): function for function in functions}
    reached = reached_functions([top], named)
    assert {function.get("sym_name") for function in reached} == {"outer", "given", "by_name", "inner"}
    assert reached_functions([named["unused"]], named) == set()


def test_a_function_that_comes_to_call_itself_is_reached_from_itself():
    text = SMALL.format("even").replace("return(%a)", '%b, %c = odd(%a) name("b") : (tensor<f32>) -> (tensor<f32>)\n  return(%b)')
    text += text.replace("@even", "@odd").replace("= odd(", "= even(")
    functions = {op.get("sym_name"): op for op in module(text).body}
    assert reached_functions([functions["even"]], functions) == set(functions.values())
