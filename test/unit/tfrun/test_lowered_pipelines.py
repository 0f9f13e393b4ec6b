"""Pipelines of datasets that are lowered give TensorFlow's elements and graphs: the functions that graphs show are those of the model, node for node."""

import numpy as np
import pytest
from lowered_pipelines import answers_on, lowered
from pipeline_case import difference, graph_in, recorded

PIPELINES = recorded()
AS_GRAPHS = [pipeline for pipeline in PIPELINES if pipeline.steps[-1] in ("graph", "from_graph")]


@pytest.mark.parametrize("pipeline", AS_GRAPHS, ids=lambda pipeline: ", ".join(pipeline.steps))
def test_graphs_are_those_of_tensorflow(pipeline):
    assert difference(pipeline, answers_on(pipeline, "stablehlo", "interpreter")) is None


def test_graphs_on_processors():
    pytest.importorskip("llvmlite")
    pipeline = next(each for each in AS_GRAPHS if "map 2" in each.steps)
    assert difference(pipeline, answers_on(pipeline, "cpu", "cpu")) is None


def test_another_function_is_a_difference():
    """A function without its nodes' names, as it would be written once it is lowered, is not TensorFlow's."""
    pipeline = next(each for each in AS_GRAPHS if each.steps[-2:] == ["filter 3", "graph"])
    right, theirs = answers_on(pipeline, "stablehlo", "interpreter"), pipeline.answers[0]
    assert graph_in(right[0]) == graph_in(theirs)
    renamed = right[0][0].item().replace(b"FloorMod", b"FloorMad")
    assert renamed != right[0][0].item() and difference(pipeline, [[np.array(renamed, object)], *right[1:]]) is not None


def test_functions_are_kept_only_where_graphs_are_asked_for():
    kept = {
        pipeline.steps[-1]: "tfir.function_defs" in lowered(pipeline, "stablehlo") for pipeline in PIPELINES if "filter 2" in pipeline.steps
    }
    assert kept and not any(kept.values())
