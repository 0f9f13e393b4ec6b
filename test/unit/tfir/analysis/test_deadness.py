"""Which values of a graph with branches and loops are there exactly once in each run."""

from tfir.analysis.deadness import conditions_of, is_contradiction, told_apart, unread_results
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
            for name, type in (("a", "f32"), ("p", "i1"), ("q", "i1"), ("r", "i1"))
        ]
    )
    text = f"tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {{\n{feeds}{nodes}}}\n"
    graph = next(iter(parse(Source("test", text), lookup, dialect).body))
    item = Item(graph)
    return {node_name(op) for op in item.block if item.is_framed(op)}


def test_what_all_sides_are_merged_into_is_there_again():
    assert framed(SWITCHES.format(other="%p") + BRANCH) == {"false", "true"}


def test_a_condition_is_the_same_behind_an_identity():
    assert framed(SWITCHES.format(other="%i") + BRANCH) == {"false", "true"}


WITHIN = """
  %s:2, %s_ = Switch(%a, %p) name("s") {{T = f32}} : (tensor<f32>, tensor<i1>) -> (tensor<f32>, tensor<f32>)
  %w:2, %w_ = Switch(%q, %p) name("w") {{T = i1}} : (tensor<i1>, tensor<i1>) -> (tensor<i1>, tensor<i1>)
  %u:2, %u_ = Switch(%s#1, %w#1) name("u") {{T = f32}} : (tensor<f32>, tensor<i1>) -> (tensor<f32>, tensor<f32>)
  %v:2, %v_ = Switch(%s#1, {other}) name("v") {{T = f32}} : (tensor<f32>, tensor<i1>) -> (tensor<f32>, tensor<f32>)
  %i:2, %i_ = Merge(%u#0, %v#1) name("inner") {{N = 2 : i64, T = f32}} : (tensor<f32>, tensor<f32>) -> (tensor<f32>, tensor<i32>)
  %h:2, %h_ = Merge(%s#0, %i#0) name("both") {{N = 2 : i64, T = f32}} : (tensor<f32>, tensor<f32>) -> (tensor<f32>, tensor<i32>)
  %k, %k_ = Neg(%h#0) name("after") {{T = f32}} : (tensor<f32>) -> (tensor<f32>)
"""


def test_a_condition_is_the_same_behind_a_switch_of_another():
    """Which branch of `u` is taken is told by `q`, as it comes into a branch of `p`."""
    assert "after" not in framed(WITHIN.format(other="%q"))
    assert "after" in framed(WITHIN.format(other="%r"))


def test_what_is_behind_two_sides_of_a_predicate_is_never_there():
    p, q = object(), object()
    assert is_contradiction(frozenset([(p, 0, 2), (p, 1, 2)]))
    assert not is_contradiction(frozenset([(p, 0, 2), (q, 1, 2), "frame"]))


def test_inputs_of_a_merge_are_told_apart_by_all_sides_of_one_predicate():
    p, q = object(), object()
    around, false, true = (q, 1, 2), (p, 0, 2), (p, 1, 2)
    assert told_apart([frozenset([around, false]), frozenset([around, true])]) == ({around}, [false, true])
    assert told_apart([frozenset([around, false]), frozenset([around])]) == ({around}, None)  # the second is there whenever the Merge is
    assert told_apart([frozenset([(p, 0, 3)]), frozenset([(p, 1, 3)])])[1] is None  # nor the third
    assert told_apart([frozenset([false]), frozenset([around])])[1] is None


def test_sides_of_two_conditions_may_both_be_missing():
    assert framed(SWITCHES.format(other="%q") + BRANCH) == {"false", "true", "both", "after"}


def test_what_leaves_a_loop_is_where_the_loop_is():
    inside = {"enter", "merge", "less", "cond", "turn", "next"}
    assert framed(LOOP.format(operand="%a")) == inside
    assert framed(SWITCHES.format(other="%p") + LOOP.format(operand="%s#0")) == inside | {"exit", "behind"}


def test_nothing_is_asked_of_a_graph_without_control_flow():
    text = 'tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {\n  %a = NoOp name("a")\n}\n'
    assert conditions_of(next(iter(parse(Source("test", text), lookup, dialect).body)).body) == {}


def unread(nodes: str) -> list[str]:
    feeds = "".join(
        [
            f'%{name}, %{name}_ = Placeholder name("{name}") {{dtype = {type}}} : () -> (tensor<{type}>)\n'
            for name, type in (("a", "f32"), ("p", "i1"))
        ]
    )
    text = f"tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {{\n{feeds}{nodes}}}"
    return [node_name(value.op) for value in unread_results(parse(Source("graph", text), lookup, dialect).body.first)]


def test_what_is_fetched_where_nothing_says_it_is_there_in_each_run():
    """The name of a turn in a loop, and what stands behind one side of a Switch, are read by nothing either."""
    loop = LOOP.format(operand="%a") + '%turn, %turn_ = Abs(%m#0) name("of a turn") {T = f32} : (tensor<f32>) -> (tensor<f32>)\n'
    assert unread(loop) == ["behind"]
    side = '%side, %side_ = Abs(%s#1) name("side") {T = f32} : (tensor<f32>) -> (tensor<f32>)\n'
    switches = SWITCHES.format(other="%p")
    assert unread(switches + BRANCH + side) == ["i", "after"]
    assert unread('%s:2, %s_ = Switch(%a, %p) name("s") {T = f32} : (tensor<f32>, tensor<i1>) -> (tensor<f32>, tensor<f32>)\n' + side) == [
        "side"
    ]
