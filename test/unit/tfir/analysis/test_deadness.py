"""Which values of a graph with branches and loops are there exactly once in each run."""

from tfir.analysis.deadness import conditions_of
from tfir.dialects import dialect, lookup
from tfir.dialects.tfg.nodes import node_name
from tfir.ir.location import Source
from tfir.text.parser import parse

from tfopt.grappler.item import Item

LOOP = """
  %e, %e_ = Enter({operand}) name("enter") {{T = f32, frame_name = "loop"}} : (tensor<f32>) -> (tensor<f32>)
  %m:2, %m_ = Merge(%e, %n) name("merge") {{N = 2 : i64, T = f32}} : (tensor<f32>, tensor<f32>) -> (tensor<f32>, tensor<i32>)
  %c, %c_ = Less(%m#0, %m#0) name("less") {{T = f32}} : (tensor<f32>, tensor<f32>) -> (tensor<i1>)
  %l, %l_ = LoopCond(%c) name("cond") : (tensor<i1>) -> (tensor<i1>)
  %t:2, %t_ = Switch(%m#0, %l) name("turn") {{T = f32}} : (tensor<f32>, tensor<i1>) -> (tensor<f32>, tensor<f32>)
  %n, %n_ = NextIteration(%t#1) name("next") {{T = f32}} : (tensor<f32>) -> (tensor<f32>)
  %x, %x_ = Exit(%t#0) name("exit") {{T = f32}} : (tensor<f32>) -> (tensor<f32>)
  %b, %b_ = Neg(%x) name("behind") {{T = f32}} : (tensor<f32>) -> (tensor<f32>)
"""
BRANCH = """
  %f, %f_ = Abs(%s#0) name("false") {T = f32} : (tensor<f32>) -> (tensor<f32>)
  %g, %g_ = Neg(%u#1) name("true") {T = f32} : (tensor<f32>) -> (tensor<f32>)
  %h:2, %h_ = Merge(%f, %g) name("both") {N = 2 : i64, T = f32} : (tensor<f32>, tensor<f32>) -> (tensor<f32>, tensor<i32>)
  %k, %k_ = Neg(%h#0) name("after") {T = f32} : (tensor<f32>) -> (tensor<f32>)
"""
SWITCHES = """
  %i, %i_ = Identity(%p) name("i") {{T = i1}} : (tensor<i1>) -> (tensor<i1>)
  %s:2, %s_ = Switch(%a, %p) name("s") {{T = f32}} : (tensor<f32>, tensor<i1>) -> (tensor<f32>, tensor<f32>)
  %u:2, %u_ = Switch(%a, {other}) name("u") {{T = f32}} : (tensor<f32>, tensor<i1>) -> (tensor<f32>, tensor<f32>)
"""


def framed(nodes: str) -> set[str]:
    """The nodes that may be dead, or run more than once."""
    feeds = "".join(
        [
            f'%{name}, %{name}_ = Placeholder name("{name}") {{dtype = {type}}} : () -> (tensor<{type}>)\n'
            for name, type in (("a", "f32"), ("p", "i1"), ("q", "i1"))
        ]
    )
    text = f"tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {{\n{feeds}{nodes}}}\n"
    graph = next(iter(parse(Source("test", text), lookup, dialect).body))
    item = Item(graph)
    return {node_name(op) for op in item.nodes() if item.is_framed(op)}


def test_what_all_sides_are_merged_into_is_there_again():
    assert framed(SWITCHES.format(other="%p") + BRANCH) == {"false", "true"}


def test_a_condition_is_the_same_behind_an_identity():
    assert framed(SWITCHES.format(other="%i") + BRANCH) == {"false", "true"}


def test_sides_of_two_conditions_may_both_be_missing():
    assert framed(SWITCHES.format(other="%q") + BRANCH) == {"false", "true", "both", "after"}


def test_what_leaves_a_loop_is_where_the_loop_is():
    inside = {"enter", "merge", "less", "cond", "turn", "next"}
    assert framed(LOOP.format(operand="%a")) == inside
    assert framed(SWITCHES.format(other="%p") + LOOP.format(operand="%s#0")) == inside | {"exit", "behind"}


def test_nothing_is_asked_of_a_graph_without_control_flow():
    text = 'tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {\n  %a = NoOp name("a")\n}\n'
    assert conditions_of(next(iter(parse(Source("test", text), lookup, dialect).body)).body) == {}
