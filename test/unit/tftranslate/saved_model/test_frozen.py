"""One signature of a SavedModel with its variables as constants."""

import pathlib
import shutil

import pytest
from google.protobuf import text_format
from tfir.dialects import dialect, lookup, verify
from tfir.dialects.tfg.functions import functions_by_name
from tfir.ir.dense import DenseAttr
from tfir.ir.diagnostics import Error
from tfir.ir.location import Source
from tfir.ir.types import F32, TensorType
from tfir.proto import GraphDef
from tfir.storage.graphdef.import_graphdef import import_graphdef
from tfir.text.parser import parse

from tftranslate.graphdef_file import text
from tftranslate.main import main
from tftranslate.saved_model.directory import SavedModelDirectory
from tftranslate.saved_model.freezing import freeze
from tftranslate.saved_model.import_saved_model import import_frozen, import_whole_graph
from tftranslate.saved_model.meta_graph import MetaGraphFile
from tftranslate.saved_model.variables import Variables

MODELS = pathlib.Path(__file__).parents[3] / "models"


def frozen(model: str, signature: str | None = None):
    directory = SavedModelDirectory(str(MODELS / model / "saved_model"))
    module = import_frozen(directory, directory.meta_graph(), signature)
    verify(module)
    return module


@pytest.mark.parametrize(
    ("model", "signature"), [("resources", None), ("resources", "look"), ("partitioned", None), ("partitioned", "label")]
)
def test_no_variable_is_left(model, signature):
    module = frozen(model, signature)
    assert module.body.first.get("sym_name") == (signature or "serving_default")
    assert not [op for op in module.walk() if "Variable" in op.name or "VarHandle" in op.name]
    assert not [value for op in module.walk() for value in op.results if "resource" in value.type.text]


def test_arguments_and_results_go_by_the_names_of_the_signature():
    function = frozen("resources").body.first
    assert [one["tfg.name"].value for one in list(function.attributes["arg_attrs"])[::2]] == ["x"]
    assert [one["tfg.name"].value for one in function.attributes["res_attrs"]] == ["sum", "y"]
    assert str(function.body.arguments[0].type) == "tensor<?x2xf32>"


def test_functions_that_other_signatures_need_are_left_out():
    assert not [op for op in frozen("resources", "look").body if "While" in str(op.get("sym_name")) or "cond" in op.get("sym_name")]


def test_a_variable_that_is_written_is_refused():
    with pytest.raises(Error, match=r"variable 'seen' is written by node 'AssignAddVariableOp' \('AssignAddVariableOp'\)"):
        frozen("resources", "count")


def test_a_signature_that_is_not_there():
    with pytest.raises(Error, match="there is no signature 'serving'; did you mean 'serving_default'"):
        frozen("resources", "serving")


def test_without_its_checkpoint(tmp_path):
    shutil.copytree(MODELS / "resources" / "saved_model", tmp_path / "m")
    shutil.rmtree(tmp_path / "m" / "variables")
    with pytest.raises(Error, match="has no value: the model has no checkpoint"):
        import_frozen(*opened(tmp_path / "m"), None)


def opened(path):
    directory = SavedModelDirectory(str(path))
    return directory, directory.meta_graph()


@pytest.mark.parametrize("name", ["../secret", "/etc/passwd", "a/../../b", "", "a\0b"])
def test_an_asset_stays_in_the_directory(name):
    with pytest.raises(Error, match="outside the model's directory"):
        opened(MODELS / "resources" / "saved_model")[0].asset(name)


@pytest.mark.parametrize(
    ("tags", "message"), [(["train"], "no graph is tagged train; there are serve"), (["serve", "gpu"], "no graph is tagged serve,gpu")]
)
def test_tags(tags, message):
    with pytest.raises(Error, match=message):
        opened(MODELS / "resources" / "saved_model")[0].meta_graph(tags)


def test_chunks_are_refused_by_name(tmp_path):
    (tmp_path / "saved_model.cpb").write_bytes(b"")
    with pytest.raises(Error, match="a SavedModel in chunks"):
        SavedModelDirectory(str(tmp_path))


def test_a_meta_graph_finds_the_checkpoint_beside_it(tmp_path):
    source = opened(MODELS / "partitioned" / "saved_model")[0]
    for file in (MODELS / "partitioned" / "saved_model" / "variables").iterdir():
        shutil.copy(file, tmp_path / file.name.replace("variables", "model.ckpt"))
    model = MetaGraphFile(str(tmp_path / "model.ckpt.meta"), source.meta_graph().SerializeToString())
    module = import_frozen(model, model.meta_graph([]), "serving_default")
    assert not [op for op in module.walk() if "Variable" in op.name]


def test_graphs_are_told_apart_by_their_tags(tmp_path):
    source = opened(MODELS / "unnamed" / "saved_model")[0]
    source.proto.meta_graphs.add().CopyFrom(source.proto.meta_graphs[0])
    source.proto.meta_graphs[1].meta_info_def.tags.append("gpu")
    assert source.meta_graph() is not source.meta_graph(["gpu", "serve"])
    source.proto.meta_graphs[0].meta_info_def.tags.append("tpu")
    with pytest.raises(Error, match="which graph is meant[?]; there are serve,tpu; serve,gpu"):
        source.meta_graph()


def test_the_text_form(tmp_path):
    source = opened(MODELS / "unnamed" / "saved_model")[0]
    shutil.copytree(source.path, tmp_path / "m")
    (tmp_path / "m" / "saved_model.pb").unlink()
    (tmp_path / "m" / "saved_model.pbtxt").write_text(text(source.proto))
    assert opened(tmp_path / "m")[0].proto == source.proto
    (tmp_path / "m" / "saved_model.pbtxt").write_text("saved_model_schema_version: 1\nmeta_graph {}")
    with pytest.raises(Error, match="not a SavedModel in text form") as raised:
        opened(tmp_path / "m")
    assert raised.value.render().startswith(str(tmp_path / "m" / "saved_model.pbtxt:2:1"))


USERS = """
node { name: "v" op: "VarHandleOp" attr { key: "dtype" value { type: DT_FLOAT } } attr { key: "shape" value { shape {} } } }
node { name: "u" op: "%s" input: "v" attr { key: "N" value { i: 1 } } attr { key: "T" value { %s } } attr { key: "dtype" value { type: DT_FLOAT } } }
"""


@pytest.mark.parametrize(
    ("op", "type"), [("Pack", "type: DT_RESOURCE"), ("IdentityN", "list { type: DT_RESOURCE }"), ("MutexLock", "type: DT_RESOURCE")]
)
def test_a_handle_that_is_not_just_read_from_is_refused(op, type):
    module = import_graphdef(text_format.Parse(USERS % (op, type), GraphDef()))
    variables = Variables(module, None)
    variables.value = lambda op: DenseAttr.of([1.0], TensorType((), F32))
    with pytest.raises(Error, match=f"variable 'v' cannot become a constant, since it is used by node 'u' \\('{op}'\\)"):
        freeze(module, variables)
    read = import_graphdef(text_format.Parse(USERS % ("ReadVariableOp", type), GraphDef()))
    freeze(read, variables)
    assert [op.name for op in read.body.first.body] == ["tfg.Const", "tfg.Identity"]


GATHERED = """
node { name: "v" op: "VarHandleOp" attr { key: "dtype" value { type: DT_FLOAT } } attr { key: "shape" value { shape {} } } }
node { name: "i" op: "Const" attr { key: "dtype" value { type: DT_INT32 } } attr { key: "value" value { tensor { dtype: DT_INT32 tensor_shape {} int_val: 0 } } } }
node { name: "look" op: "ResourceGather" input: "v" input: "i" attr { key: "dtype" value { type: DT_FLOAT } } attr { key: "Tindices" value { type: DT_INT32 } } }
node { name: "look/axis" op: "NoOp" }
node { name: "look/axis_1" op: "NoOp" }
"""


def without_variables(text_of_graph: str):
    """A graph all of whose variables are 1."""
    module = import_graphdef(text_format.Parse(text_of_graph, GraphDef()))
    variables = Variables(module, None)
    variables.value = lambda op: DenseAttr.of([1.0], TensorType((), F32))
    freeze(module, variables)
    return module


def test_what_is_built_has_a_name_of_its_own():
    names = [op.get("_mlir_name") for op in without_variables(GATHERED).body.first.body]
    assert names == ["v", "i", "look/axis_2", "look", "look/axis", "look/axis_1"]


def test_shapes_of_handles_are_not_those_of_values():
    """TensorFlow takes them for the variable's where it reads the functions again. Scalars that are no handles stay scalars."""
    directory = SavedModelDirectory(str(MODELS / "resources" / "saved_model"))
    whole = functions_by_name(import_whole_graph(directory, directory.meta_graph()))
    checked = []
    for function in [op for op in frozen("resources").body if "tf._input_shapes" in op.attributes]:
        original = whole[function.get("sym_name")]
        for number, (shape, old) in enumerate(zip(function.get("tf._input_shapes"), original.get("tf._input_shapes"), strict=True)):
            was_handle = "resource" in str(original.body.arguments[2 * number].type)
            assert str(shape) == ("#tf_type.shape<*>" if was_handle else str(old))
            checked.append(was_handle)
    assert {True, False} == set(checked)


HANDED_BACK = """
node { name: "v" op: "VarHandleOp" attr { key: "dtype" value { type: DT_FLOAT } } attr { key: "shape" value { shape {} } } }
node { name: "call" op: "PartitionedCall" input: "v" attr { key: "Tin" value { list { type: DT_RESOURCE } } }
       attr { key: "Tout" value { list { type: DT_RESOURCE } } } attr { key: "f" value { func { name: "f" } } } }
node { name: "read" op: "ReadVariableOp" input: "call" attr { key: "dtype" value { type: DT_FLOAT } } }
library { function {
  signature { name: "f" input_arg { name: "a" type: DT_RESOURCE } output_arg { name: "r" type: DT_RESOURCE } }
  node_def { name: "same" op: "Identity" input: "a" attr { key: "T" value { type: DT_RESOURCE } } }
  ret { key: "r" value: "same:output:0" } } }
"""


def test_a_handle_that_a_function_hands_back_is_followed_to_who_called():
    module = without_variables(HANDED_BACK)
    _, call, read = module.body.first.body
    assert (call.results[0].type.element, str(call.attributes["Tout"]), read.name) == (F32, "[f32]", "tfg.Identity")
    verify(module)


CIRCLE = """
node { name: "v" op: "VarHandleOp" attr { key: "dtype" value { type: DT_FLOAT } } attr { key: "shape" value { shape {} } } }
node { name: "a" op: "Identity" input: "b" attr { key: "T" value { type: DT_FLOAT } } }
node { name: "b" op: "Identity" input: "a" attr { key: "T" value { type: DT_FLOAT } } }
node { name: "w" op: "AssignVariableOp" input: "v" input: "a" attr { key: "dtype" value { type: DT_FLOAT } } }
node { name: "u" op: "AssignVariableOp" input: "b" input: "a" attr { key: "dtype" value { type: DT_FLOAT } } }
"""


def test_what_is_handed_round_in_a_circle_comes_from_nowhere():
    assert Variables(import_graphdef(text_format.Parse(CIRCLE, GraphDef())), None).keys == {}


@pytest.mark.parametrize("asked, public", [(["--signature=count"], ["count"]), ([], ["count", "look", "serving_default"])])
def test_one_signature_with_its_variables(asked, public, tmp_path):
    path = tmp_path / "m.mlir"
    assert main(["--savedmodel-to-mlir=signatures", *asked, str(MODELS / "resources" / "saved_model"), "-o", str(path)]) == 0
    module = parse(Source("m", path.read_text()), lookup, dialect)
    names = [
        op.attributes["tf_saved_model.exported_names"]
        for op in module.body
        if "tf_saved_model.exported_names" in op.attributes and op.name.endswith("func")
    ]
    assert sorted([name.value for each in names for name in each if not name.value.startswith("tf_saved_model")]) == public
    assert [op for op in module.body if op.name == "tf_saved_model.global_tensor"]
