"""Functions that TensorFlow runs as they are: what acts in them runs whatever needs it, and what they make is one for all nodes that run them so. Of functions that
take a node's place neither is true. TensorFlow 2.21 has answered the calls of `run_functions.jsonl`, with sessions that inline functions: `runs` are programs whose
functions add to a variable, fill a queue or end with an error where nothing needs it, `shares` programs whose functions make a resource or draw, `draws` such that draw
behind a control edge alone. Sessions as they are without options have answered `frames`, whose functions act in loops of frames, `direct`, whose functions are ops of nodes,
`again`, whose functions draw and are ops of several nodes: one generator where these are not inlined, one for each where they are; and `nested draws`, of functions of
both kinds that run each other, in branches and loops of both kinds."""

from pathlib import Path

import pytest
from lowered_pipelines import answers_on
from pipeline_case import answers_of_interpreter, difference, recorded
from tfir.conversion.whole_functions import WholeFunctions
from tfir.dialects import dialect, lookup
from tfir.ir.location import Source
from tfir.ir.symbols import SymbolTable
from tfir.text.parser import parse

GRAPHS = recorded(Path(__file__).parents[3] / "support" / "run_functions.jsonl")


@pytest.mark.parametrize("graph", GRAPHS, ids=lambda graph: graph.steps[0])
def test_graphs_act_as_those_of_tensorflow(graph):
    assert difference(graph, answers_of_interpreter(graph)) is None


@pytest.mark.parametrize("graph", GRAPHS, ids=lambda graph: graph.steps[0])
def test_so_do_lowered_ones(graph):
    assert difference(graph, answers_on(graph, "stablehlo", "interpreter")) is None


def test_what_is_recorded():
    """Both what runs and what does not, each kind of function that stands for no node, and draws that nothing reads."""
    acting = {graph.steps[0]: [int(one) for one in graph.answers[2]] != [10, 0] for graph in GRAPHS if graph.steps[0].startswith("runs")}
    assert {name for name, acts in acting.items() if not acts} == {
        "runs assignadd by spc", "runs assignadd by if_low", "runs divzero by if", "runs nested without by if", "runs nested_pure with by if",
        "runs spc in if", "runs assignadd noinline by spc_noinline", "runs assert by if",
    }  # fmt: skip
    assert len(acting) >= 20 and len(GRAPHS) >= 35
    assert {name for graph in GRAPHS if (name := graph.steps[0]).startswith(("frames", "direct")) and graph.answers[2] == [0.5]} == {
        "frames nested by partitioned", "frames branch by partitioned", "frames test by partitioned", "direct only_draws twice", "direct plain unused",
    }  # fmt: skip


TEXT = """
tfg.func @f(%x: tensor<i32> {tfg.name = "x"}) -> (tensor<i32> {tfg.name = "y"}) {
  %a, %a.ctl = Print(%x, %x) name("a") {T = i32, U = [i32], message = "", first_n = -1 : i64, summarize = 3 : i64} : (tensor<i32>, tensor<i32>) -> (tensor<i32>)
  return(%RESULT) : tensor<i32>
}
"""


@pytest.mark.parametrize(("result", "is_copied"), [("x", True), ("a", False)])
def test_a_function_whose_results_need_all_that_acts_runs_itself(result, is_copied):
    module = parse(Source("case", TEXT.replace("RESULT", result)), lookup, dialect)
    table = SymbolTable(module)
    function = table.get("f")
    whole = WholeFunctions(table).whole(function)
    assert (whole is not function) == is_copied
    assert len(whole.body.last.operands) == 1 + is_copied
