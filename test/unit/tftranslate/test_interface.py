"""What `--inspect` calls a graph's feeds, fetches and targets is what lifting the graph takes."""

import pathlib

import pytest
from google.protobuf import text_format
from tfir.proto import GraphDef
from tfir.storage.graphdef.import_graphdef import import_graphdef

from tfopt.tfg.tfg_lift_graph_to_func import tfg_lift_graph_to_func
from tftranslate.inspection.graph_facts import facts_of_graph

CHOICE = """
node { name: "x" op: "Placeholder" attr { key: "dtype" value { type: DT_FLOAT } } }
node { name: "scores" op: "Softmax" input: "x" attr { key: "T" value { type: DT_FLOAT } } }
node { name: "axis" op: "Const" attr { key: "dtype" value { type: DT_INT32 } } attr { key: "value" value { tensor { dtype: DT_INT32 tensor_shape { } int_val: 1 } } } }
node { name: "best" op: "ArgMax" input: "scores" input: "axis" attr { key: "T" value { type: DT_FLOAT } } attr { key: "Tidx" value { type: DT_INT32 } } attr { key: "output_type" value { type: DT_INT64 } } }
node { name: "print" op: "PrintV2" input: "text" }
node { name: "text" op: "Const" attr { key: "dtype" value { type: DT_STRING } } attr { key: "value" value { tensor { dtype: DT_STRING tensor_shape { } string_val: "a" } } } }
node { name: "init" op: "NoOp" input: "^axis" }
"""


def names(function, which: str) -> list[str]:
    return [attrs["tfg.name"].value for attrs in function.attributes[which] if "tfg.name" in attrs.entries]


def agree(graph: GraphDef):
    facts, module = facts_of_graph(import_graphdef(graph)), import_graphdef(graph)
    tfg_lift_graph_to_func(module)
    function = next(op for op in module.body if op.name == "tfg.func" and op.get("sym_name") == "main")
    assert [feed["name"] for feed in facts["feeds"]] == names(function, "arg_attrs")
    assert [fetch["name"] for fetch in facts["fetches"]] == names(function, "res_attrs")
    assert facts["targets"] == [attrs["tfg.name"].value for attrs in function.body.last.attributes["control_ret_attrs"]]
    return facts


def test_scores_behind_a_choice_and_nodes_that_act():
    facts = agree(text_format.Parse(CHOICE, GraphDef()))
    assert [fetch["name"] for fetch in facts["fetches"]] == ["scores", "best"]
    assert facts["targets"] == ["print", "init"]


@pytest.mark.parametrize("name", ["mlp_mnist", "small_cnn", "attention"])
def test_models(name):
    agree(GraphDef.FromString((pathlib.Path(__file__).parents[2] / "models" / name / "model.pb").read_bytes()))
