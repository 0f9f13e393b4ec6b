"""Which type attributes of a graph become narrow: the ops that go round a loop do so together, or none of them does."""

import pytest
from tfir.dialects import dialect, lookup
from tfir.dialects.tfg.nodes import node_name
from tfir.ir.location import Source
from tfir.ir.types import F16
from tfir.text.parser import parse

from tfopt.grappler.item import Item
from tfopt.grappler.mixed_precision.lists import Lists
from tfopt.grappler.mixed_precision.painting import Painting, Spots

AROUND = ("enter", "merge", "switch", "next", "exit")
# x goes round a loop as a product with weights; `f` is what the loop and its nodes are called after
LOOP = """
  %x{f}, %xc{f} = Placeholder name("x{f}") {{dtype = f32}} : () -> (tensor<3x3xf32>)
  %e{f}, %ec{f} = Enter(%x{f}) name("enter{f}") {{T = f32, frame_name = "{f}", is_constant = false, parallel_iterations = 10 : i64}} : (tensor<3x3xf32>) -> (tensor<3x3xf32>)
  %m{f}:2, %mc{f} = Merge(%e{f}, %n{f}) name("merge{f}") {{N = 2 : i64, T = f32}} : (tensor<3x3xf32>, tensor<3x3xf32>) -> (tensor<3x3xf32>, tensor<i32>)
  %s{f}:2, %sc{f} = Switch(%m{f}#0, %p) name("switch{f}") {{T = f32}} : (tensor<3x3xf32>, tensor<i1>) -> (tensor<3x3xf32>, tensor<3x3xf32>)
  %b{f}, %bc{f} = MatMul(%s{f}#1, %s{f}#1) name("product{f}") {{T = f32, grad_a = false, grad_b = false, transpose_a = false, transpose_b = false}} : (tensor<3x3xf32>, tensor<3x3xf32>) -> (tensor<3x3xf32>)
  %n{f}, %nc{f} = NextIteration(%b{f}) name("next{f}") {{T = f32}} : (tensor<3x3xf32>) -> (tensor<3x3xf32>)
  %o{f}, %oc{f} = Exit(%s{f}#0) name("exit{f}") {{T = f32}} : (tensor<3x3xf32>) -> (tensor<3x3xf32>)
"""
PREDICATE = '%p, %pc = Placeholder name("p") {dtype = i1} : () -> (tensor<i1>)'


def narrow(*frames: str, stays=()) -> set[str]:
    """The names of the nodes of loops that become narrow where those named in `stays` may not change."""
    lines = [PREDICATE, *[LOOP.format(f=frame) for frame in frames]]
    text = "tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {" + "\n".join(lines) + "}"
    spots = Spots(Item(parse(Source("text", text), lookup, dialect).body.first))
    lists = Lists(is_bfloat=False)
    lists.change("clear", ["tfg.Enter", "tfg.Merge", "tfg.Switch", "tfg.NextIteration", "tfg.Exit"])
    painting = Painting(spots, lists, F16, lambda op: node_name(op) not in stays)
    return {node_name(spot.op) for spot in painting.run(follows_allowed=False)}


def test_a_loop_becomes_narrow_with_the_product_inside():
    assert narrow("f") == {"productf", *[f"{name}f" for name in AROUND]}


@pytest.mark.parametrize("name", AROUND)
def test_one_that_stays_holds_the_whole_loop(name):
    assert narrow("f", stays=[f"{name}f"]) == {"productf"}


def test_it_holds_no_other_loop():
    assert narrow("f", "g", stays=["mergef"]) == {"productf", "productg", *[f"{name}g" for name in AROUND]}


def test_another_op_that_stays_holds_nothing():
    assert narrow("f", stays=["xf"]) == {"productf", *[f"{name}f" for name in AROUND]}
