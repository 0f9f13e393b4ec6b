"""The order of nodes: behind what they read, and otherwise where they stood."""

from hypothesis import given
from hypothesis import strategies as st
from tfir.dialects.tfg.order import topological_order
from tfir.ir.operations import Block, Operation
from tfir.ir.types import F32, TensorType
from tfir.ods.control import CONTROL

TYPE = TensorType(None, F32)


def graph(edges: dict[int, list[int]], stored: list[int]) -> tuple[Block, dict[int, Operation]]:
    """A block in which node i reads the nodes edges[i], stored in the order given."""
    nodes = {i: Operation("tfg.X", (), [TYPE, CONTROL], {"number": i}) for i in stored}
    for i, reads in edges.items():
        nodes[i].set_operands([nodes[j].results[0] for j in reads])
    block = Block()
    for i in stored:
        block.append(nodes[i])
    return block, nodes


@st.composite
def acyclic(draw):
    count = draw(st.integers(0, 12))
    edges = {i: draw(st.lists(st.integers(0, i - 1), max_size=3)) if i else [] for i in range(count)}
    return edges, draw(st.permutations(range(count)))


@given(acyclic())
def test_each_node_comes_behind_what_it_reads(case):
    edges, stored = case
    block, nodes = graph(edges, stored)
    place = {op: at for at, op in enumerate(topological_order(block))}
    assert len(place) == len(stored)
    assert all(place[nodes[j]] < place[nodes[i]] for i, reads in edges.items() for j in reads)


def test_what_is_in_order_stays_in_order():
    block, nodes = graph({0: [], 1: [], 2: [0], 3: [1]}, [1, 0, 3, 2])
    assert [op.get("number") for op in topological_order(block)] == [1, 0, 3, 2]


def test_a_long_chain_the_wrong_way_round_needs_no_recursion():
    count = 5000
    block, nodes = graph({i: [i - 1] if i else [] for i in range(count)}, list(reversed(range(count))))
    assert [op.get("number") for op in topological_order(block)] == list(range(count))
