"""Pipelines of datasets that are lowered give TensorFlow's elements and graphs: the functions that graphs show are those of the model, node for node."""

import numpy as np
import pytest
from lowered_pipelines import answers_of, answers_on, lowered
from pipeline_case import difference, graph_in, recorded, unpacked

# Dataset.range(5).map(lambda x: x * 3 + 1).snapshot("snap"), and its iterator. TensorFlow 2.21 writes it to snap/6606201082567593114.
SNAPSHOT = (
    "eNrlV19v21QUj52mcc7SrrldsupWsD/8UQnS2pRqmiyYoN2ATrSgrJrE36tb+6ax5tiRfT1WJMQH4AGJDwBvICHEE+Iz8MgDH4JPsNdx7NiJk9pt2opJE326vjl/f79zzz"
    "mFVSj5knuSlLZcx5fNC1Ay5WFfEHWt0iRQesTtQJDKZlmrkEJbKcANmPGl259SvjSQF9PKK/CDAtU2dw7EHS65LyQZ+6KDaGkUA40sN+sw5wayH0jmd3lf+GQGVL3QnAet"
    "JyQ3UZGopNBcAuKJvm0ZXArmOszHsyTqSgENVGMDYWQ+KUFxXanoda1IatqTXVLFg6b9UyZF7S8FflYBdng/CS91pmOhNi9DreN6hmD+oWN0PddxAz/yNxlZtv/mFigdcr"
    "v9JlxjzHI6whMOGoutsx7vM5v39k3OWusEfTHZYaFJ1gkcQ1qug76U5ouwFPgC9aXwmNtnfe5x2xa25fei3ylc6nvCF94jwQzumZbDEZbDGJdMYBcA9rh3EPSEIzEhKOQh"
    "1YJyxBZrTV1dt2A2ZDZHgyYatc2LkUblafz3DayFmqI/tS8FflJgPk0Yqo7XWhI9jWOisYdnXXEPYLktvvQsmUS26g0+mcN7IiPfcvOlJF+6uaSVSWEzIxL4PgRgzDCZ+K"
    "YTANHjAsmD5XTJ/qgAfGKNntfoTCeDSz09fGwTvmdhRi9kkNKYiAbl1tVKpVkGZZeoS6p+BcNZDuNqpONKRbgFjfsO7/tdV8beH6yv9rnsZjJRT5iobkLExIyPyvCkCLUj"
    "VsjRK5oGIMdv8zMAzNozo6dPdtsfQCurZfix9sprLBFPWshGK7+FAMx0ud9FcI6iuQhzESUewy7SsR5Hl9ggQgWGeVtmVO95oKPPPU9wE/VDlwzbStRRmjW4YLi9sDP5UR"
    "hoNZfhL+BCygb5sL0D6yekP5RP8n9jIz9/zDGWT+XYgIW9EebDwE+unt9UqI7qFntOeoAc5f/ZTZGNW//FFFHOPUW+xYawjX65dD18IqlznumLUDFcR3LLEV4EDVZTyJUw"
    "Bw0zvLoCs8ywue+TOiySmu0a+ttpWnLghE9D9h6KJAgy9kXHmKXpUE/yp6taET6HRqKy596XnuUcvM8d0xYk5/5ULuBruJiIvyfkrngsyeQFnQLeM0JH/rgEfxbhrWnWGY"
    "DZ8EWxtaUKrYJmmVgkWE/4hftqL7BXD6ec8kX6OhRRgRR3ApvGRul8ZEIfBKmvhb1/LzQQWuemObV1hd6AIiqQ0jumib26jHb1r3R0EFnJcPAqaNtxMmR4omUUD/WGctdf"
    "GCVNaoncyN4K1JkRRugF0SMNP2TEJ5l7eJcfCK8doArO5Lwnrd/WCkSHBsyzDI7hKlxi+OI93BSEYXWs5OloJMYwpPLjs4yZFLXDcyuTZnd6IlS6hjS7JtHetV3X23HNFN"
    "fuqahA8WdPhXIOKlrnpvJ3DXbPNDJHXNbH+KvTm1A1Dg1bMFs4B5mbUTaNqLePDeXh6fQUug2N/aDTCafTAAJhi8FkybKwnFggmwuRBUj+j3iq0HtwOZzzQhpdROR8tu4C"
    "cYLecFzibLTtM5j5tQjLH8U2tsMZbAv+KFmDH2yQ434cPoR6mpBh/dJ6Gu/R9ZVsOEcCV3NAGkksH0199Gxyt7kje8HUG/y9cNO5296ClaxStobQJAW8fjN/4aEwZwpU6F"
    "mO5UvLIBVSNkWHB7Y8ccWjW5md5eVjSNK70TgftZ36czAB/lZhe5qtcrqO/0omaLH0/6kbf6fCnVOUcH4PPg7R56nQrpe0XxYXqv8ClHoUMg=="
)
PIPELINES = recorded()
AS_GRAPHS = [pipeline for pipeline in PIPELINES if pipeline.steps[-1] in ("graph", "from_graph")]


@pytest.mark.parametrize("pipeline", AS_GRAPHS, ids=lambda pipeline: ", ".join(pipeline.steps))
def test_graphs_are_those_of_tensorflow(pipeline):
    assert difference(pipeline, answers_on(pipeline, "stablehlo", "interpreter")) is None


def test_graphs_on_processors():
    pytest.importorskip("llvmlite")
    pipeline = next(each for each in AS_GRAPHS if "map 2" in each.steps)
    assert difference(pipeline, answers_on(pipeline, "cpu", "cpu")) is None


@pytest.mark.parametrize("name, device", [("stablehlo", "interpreter"), ("cpu", "interpreter")])
def test_a_snapshot_is_written_where_tensorflow_writes_it(tmp_path, name, device):
    """The directory is called after the fingerprint of the graph, functions included."""
    text = lowered(unpacked(SNAPSHOT), [([], ["MakeIterator"]), (["IteratorGetNext:0"], [])], name)
    answers = answers_of(text, device, [0, *[1] * 6], str(tmp_path))
    assert [each[0].item() for each in answers[1:6]] == [1, 4, 7, 10, 13] and "End of sequence" in answers[6]
    assert [path.name for path in (tmp_path / "snap").iterdir()] == ["6606201082567593114"]


def test_another_function_is_a_difference():
    """A function without its nodes' names, as it would be written once it is lowered, is not TensorFlow's."""
    pipeline = next(each for each in AS_GRAPHS if each.steps[-2:] == ["filter 3", "graph"])
    right, theirs = answers_on(pipeline, "stablehlo", "interpreter"), pipeline.answers[0]
    assert graph_in(right[0]) == graph_in(theirs)
    renamed = right[0][0].item().replace(b"FloorMod", b"FloorMad")
    assert renamed != right[0][0].item() and difference(pipeline, [[np.array(renamed, object)], *right[1:]]) is not None


def test_functions_are_kept_only_where_graphs_are_asked_for():
    kept = {
        pipeline.steps[-1]: "tfir.function_defs" in lowered(pipeline.graph, pipeline.calls[:1], "stablehlo")
        for pipeline in PIPELINES
        if "filter 2" in pipeline.steps
    }
    assert kept and not any(kept.values())
