"""Kinds of files by their content alone."""

import pathlib

import pytest
from tfir.ir.diagnostics import Error
from tfir.proto import GraphDef, MetaGraphDef, SavedModel

from tftranslate.graphdef_file import text
from tftranslate.recognition import CHECKPOINT, GRAPHDEF, META_GRAPH, SAVED_MODEL, TEXT_IR, kind_of, recognize

MODELS = pathlib.Path(__file__).parents[2] / "models"
GRAPH = GraphDef(node=[{"name": "n", "op": "NoOp"}], library={"function": [{"signature": {"name": "f"}}]})
META = MetaGraphDef(meta_info_def={"tensorflow_version": "2.21.0", "tags": ["serve"]}, graph_def=GRAPH)
MODEL = SavedModel(saved_model_schema_version=1, meta_graphs=[META])
WITH_LIST = MetaGraphDef(meta_info_def={"stripped_op_list": {"op": [{"name": "NoOp"}]}, "tensorflow_version": "1.15.0"}, graph_def=GRAPH)
OF_2016 = MetaGraphDef(meta_info_def={"stripped_op_list": {"op": [{"name": "NoOp"}]}}, graph_def=GRAPH)  # which do not say their version
NAMELESS = GraphDef(node=[{"op": "NoOp"}])


@pytest.mark.parametrize(
    ("message", "kind"),
    [(GRAPH, GRAPHDEF), (NAMELESS, GRAPHDEF), (META, META_GRAPH), (WITH_LIST, META_GRAPH), (OF_2016, META_GRAPH), (MODEL, SAVED_MODEL)],
)
def test_binary_and_text_messages(message, kind):
    assert kind_of(message.SerializeToString(), "file") == kind
    assert kind_of(text(message).encode(), "file") == kind


@pytest.mark.parametrize("start", ["module {", "// a comment\nmodule attributes {", "tfg.graph #tf_type.version<", "func.func @f"])
def test_text_ir(start):
    assert kind_of(start.encode(), "file") == TEXT_IR


def test_directories_and_checkpoints():
    model = MODELS / "resources" / "saved_model"
    variables = model / "variables"
    assert recognize(str(model)).kind == recognize(str(model / "saved_model.pb")).kind == SAVED_MODEL
    result = [recognize(str(path)) for path in (variables, variables / "variables", variables / "variables.index")]
    assert [one.kind for one in result] == [CHECKPOINT] * 3
    with pytest.raises(Error, match="neither a SavedModel"):
        recognize(str(MODELS))


@pytest.mark.parametrize(
    ("data", "name"),
    [
        (b"\x83\xaf\x70\xd1\x0d\x88\x4a\x3f" + bytes(20), r"a model in chunks \(.cpb\)"),
        (b"\x89HDF\r\n\x1a\n", "an HDF5 file"),
        (b"PK\x03\x04", "a zip archive"),
        (b"PK\x03\x04" + bytes(26) + b"metadata.json", "a Keras model; two commands make a SavedModel of it"),
        (
            b"PK\x03\x04" + bytes(22) + b"\x05\x00\x00\x00x.npy",
            "a file of NumPy's arrays; it holds values, which tf-run --input=@file takes",
        ),
        (b"PK\x03\x04" + bytes(22) + b"\x04\x00\x00\x00x.np", "a zip archive"),
        (b"\x1f\x8b\x08", "compressed by gzip"),
    ],
)
def test_other_formats_are_named(data, name):
    with pytest.raises(Error, match=f"file: this is {name}"):
        kind_of(data, "file")


@pytest.mark.parametrize("data", [b"\x08\x07\x12\x07pytorch\x3a\x02\x0a\x00", b"\x08\x08\x42\x02\x10\x11"])
def test_models_of_onnx(data):
    assert kind_of(data, "file") == "model of ONNX"


def test_the_end_of_a_file_changes_nothing():
    for message, kind in ((GRAPH, GRAPHDEF), (MODEL, SAVED_MODEL)):
        assert kind_of(message.SerializeToString()[:-1], "file") == kind
