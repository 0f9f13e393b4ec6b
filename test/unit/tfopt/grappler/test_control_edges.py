"""Control edges on graphs small enough to be drawn on paper, and how the time grows with the size of a graph."""

import random

import pytest
from tfir.dialects import dialect, lookup
from tfir.dialects.tfg.nodes import node_name
from tfir.dialects.tfg.order import topological_order
from tfir.ir.location import Source
from tfir.text.parser import parse

from tfopt.grappler.control_edges import drop_into, remove_transitive
from tfopt.grappler.item import Item, optimize


def graph_of(edges, count: int):
    """A graph of Asserts, node n waiting for those that `edges` names; the last is fetched."""
    lines = []
    for node in range(count):
        waits = ", ".join(f"%{other}" for other in edges.get(node, ()))
        lines.append(f'%{node} = Assert{f" [{waits}]" if waits else ""} name("n{node}") {{T = []}}')
    text = "tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {\n" + "\n".join(lines) + "\n}\n"
    module = parse(Source("test", text), lookup, dialect)
    return Item(next(iter(module.body)), fetches=(f"n{count - 1}",))


def edges_of(item):
    return {node_name(op): [node_name(value.owner) for value in op.operands] for op in item.block if op.operands}


def reduced(edges, count):
    item = graph_of(edges, count)
    optimize(item, lambda item: remove_transitive(topological_order(item.block)))
    return edges_of(item)


def test_an_edge_beside_a_longer_path_goes():
    assert reduced({1: [0], 2: [0, 1]}, 3) == {"n1": ["n0"], "n2": ["n1"]}


def test_two_paths_of_one_length_stay():
    assert reduced({1: [0], 2: [0], 3: [1, 2]}, 4) == {"n1": ["n0"], "n2": ["n0"], "n3": ["n1", "n2"]}


def test_all_but_the_neighbour_go_in_a_full_order():
    edges = {node: list(range(node)) for node in range(1, 12)}
    assert reduced(edges, 12) == {f"n{node}": [f"n{node - 1}"] for node in range(1, 12)}


def ancestors(edges, node, without=None):
    found, stack = set(), [other for other in edges.get(node, ()) if (other, node) != without]
    while stack:
        other = stack.pop()
        if other not in found:
            found.add(other)
            stack += edges.get(other, ())
    return found


@pytest.mark.parametrize("seed", range(20))
def test_what_is_left_is_the_smallest_graph_with_the_same_order(seed):
    """In a graph without cycles the transitive reduction is unique: an edge stays just when no other path leads along it."""
    chance = random.Random(seed)
    edges = {node: sorted(chance.sample(range(node), chance.randint(0, min(node, 4)))) for node in range(1, 25)}
    expected = {
        f"n{node}": [f"n{other}" for other in others if other not in ancestors(edges, node, without=(other, node))]
        for node, others in edges.items() if others
    }  # fmt: skip
    assert reduced(edges, 25) == {node: others for node, others in expected.items() if others}


ONE_AFTER_THE_OTHER = """tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x, %cx = Placeholder name("x") {dtype = f32} : () -> (tensor<f32>)
  %s, %cs = Exp(%x) name("s") {T = f32} : (tensor<f32>) -> (tensor<f32>)
  %b, %cb = Neg(%x) [%cs] name("b") {T = f32} : (tensor<f32>) -> (tensor<f32>)
  %a, %ca = Abs(%x) [%cb] name("a") {T = f32} : (tensor<f32>) -> (tensor<f32>)
  %r, %cr = AddV2(%a, %s) [%cb] name("r") {T = f32} : (tensor<f32>, tensor<f32>) -> (tensor<f32>)
}"""


def test_which_edges_go_depends_on_the_order_of_nodes_alone():
    """`b` waits for `s` as long as `a` waits for `b`: looked at in the graph's order, `b` keeps its edge and `a` loses it. Where in memory
    nodes lie, and so how a set has them, must not matter; the graphs are all kept, so that each lies elsewhere."""
    graphs = [parse(Source("text", ONE_AFTER_THE_OTHER), lookup, dialect).body.first for _ in range(40)]
    for graph in graphs:
        nodes = {node_name(op): op for op in graph.body}
        assert drop_into(Item(graph), list(graph.body), [nodes["b"], nodes["a"]]) == 1
        assert [len(nodes[name].operands) for name in "bar"] == [2, 1, 3]
