"""Damaged files end in errors: bytes that are flipped, cut out and put in at random, and messages whose fields are wrong."""

import pathlib
import random
import shutil

import pytest
from damage import damaged, ends_well, falsified, import_steps, translate
from google.protobuf import text_format
from tfir.ir.diagnostics import Error
from tfir.proto import GraphDef, SavedModel

MODELS = pathlib.Path(__file__).parents[2] / "models"


def graphs() -> list[bytes]:
    model = SavedModel.FromString((MODELS / "resources" / "saved_model" / "saved_model.pb").read_bytes())
    graph = model.meta_graphs[0].graph_def
    return [graph.SerializeToString(), text_format.MessageToString(graph).encode()]


@pytest.mark.sweep
@pytest.mark.parametrize("seed", range(8))
def test_graphs_with_damaged_bytes(seed):
    source = random.Random(seed)
    for data in graphs() * 15:
        ends_well(translate, damaged(data, source))


@pytest.mark.sweep
@pytest.mark.parametrize("seed", range(8))
def test_graphs_with_false_fields(seed):
    source = random.Random(seed)
    for _ in range(25):
        graph = falsified(GraphDef.FromString(graphs()[0]), source)
        ends_well(translate, graph.SerializeToString())


@pytest.mark.sweep
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("file", ["saved_model.pb", "variables/variables.index", "variables/variables.data-00000-of-00001"])
@pytest.mark.parametrize("name", ["resources", "partitioned"])
def test_damaged_saved_models(name, file, seed, tmp_path):
    source = random.Random(seed)
    shutil.copytree(MODELS / name / "saved_model", tmp_path / "m")
    data = (tmp_path / "m" / file).read_bytes()
    for number in range(6):
        if number % 2 and file.endswith(".pb"):
            changed = falsified(SavedModel.FromString(data), source).SerializeToString()
        else:
            changed = damaged(data, source)
        (tmp_path / "m" / file).write_bytes(changed)
        for action, arguments in import_steps(str(tmp_path / "m")):
            ends_well(action, *arguments)


def test_a_shape_does_not_make_a_constant_of_its_own():
    text = (
        'node { name: "c" op: "Const" attr { key: "dtype" value { type: DT_FLOAT } } attr { key: "value" value { tensor { dtype: DT_FLOAT '
    )
    text += "tensor_shape { dim { size: 1073741824 } } float_val: 1 float_val: 2 } } } }"
    with pytest.raises(Error, match="only 2 of its 1073741824 elements are listed"):
        translate(text.encode())
