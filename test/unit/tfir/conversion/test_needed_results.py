"""A session computes of branches and loops what is fetched of them. TensorFlow's answers, value by value, are in `pruned_graphs.jsonl`: `bad` stands
in each graph for what cannot be computed, as operand of a loop, in a body, in a branch, in what is called."""

from pathlib import Path

import pytest
from pipeline_case import answers_of_interpreter, difference, recorded
from tfir.analysis.deadness import is_taken_apart
from tfir.conversion.needed_results import NeededResults
from tfir.execution.graph_entry import entry_of_graph
from tfir.ir.symbols import SymbolTable
from tfir.proto import GraphDef
from tfir.storage.graphdef.import_graphdef import import_graphdef

SUPPORT = Path(__file__).parents[3] / "support"
GRAPHS = recorded(SUPPORT / "pruned_graphs.jsonl")


@pytest.mark.parametrize("graph", GRAPHS, ids=lambda graph: graph.steps[0])
def test_values_and_errors_are_those_of_tensorflow(graph):
    assert difference(graph, answers_of_interpreter(graph)) is None


def test_what_is_recorded():
    """Of the graphs in which something can be left out TensorFlow gives a value in spite of the error; of others each fetch is one."""
    wholly = {graph.steps[0] for graph in GRAPHS if all([isinstance(answer, tuple) for answer in graph.answers])}
    assert len(GRAPHS) >= 20 and wholly == {"incond", "asserting", "call", "callop", "predicate", "unlowered"}


@pytest.mark.parametrize(
    ("name", "fetched", "kept"), [("chained", 0, 1), ("chained", 1, 2), ("chained", 2, 3), ("swapping", 0, 1), ("nested", 1, 2)]
)
def test_values_of_a_loop_that_are_kept(name, fetched, kept):
    """The counter, which the condition reads, and what comes into the value that is fetched."""
    graph = next(each for each in GRAPHS if each.steps == [name])
    module = import_graphdef(GraphDef.FromString(graph.graph))
    function = entry_of_graph(next(op for op in module.body if op.name == "tfg.graph"), graph.calls[fetched][0][0], []).func
    NeededResults(SymbolTable(module)).narrow(function)
    (loop,) = [op for op in function.body if is_taken_apart(op)]
    assert len(loop.results) == kept + 1  # with the token
