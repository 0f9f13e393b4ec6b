"""Graphs in which a flag or a number decides which variable, queue, table or iterator it is: what sessions of TensorFlow 2.21 answered to the calls of
`chosen_handles.jsonl`. In `swap` a loop hands two handles on in turn, which TensorFlow gives each trip as they were where it takes the loop apart."""

from pathlib import Path

import pytest
from lowered_pipelines import answers_on
from pipeline_case import answers_of_interpreter, difference, recorded

GRAPHS = recorded(Path(__file__).parents[3] / "support" / "chosen_handles.jsonl")


@pytest.mark.parametrize("pipeline", [None, "stablehlo"])
@pytest.mark.parametrize("graph", GRAPHS, ids=lambda graph: graph.steps[0])
def test_graphs_answer_as_those_of_tensorflow(graph, pipeline):
    answers = answers_of_interpreter(graph) if pipeline is None else answers_on(graph, pipeline, "interpreter")
    assert difference(graph, answers) is None
