"""Fingerprints of models: TensorFlow 2.21's of the same files (`fingerprinting.CreateFingerprintDef`), which is how it tells models apart."""

import pathlib
import shutil

import pytest
from tfir.cli.file_formats import fields_of
from tfir.proto import GraphDef, SavedModel

from tftranslate.main import main
from tftranslate.saved_model.fingerprint import canonical, fingerprint, program_hash, uid

MODELS = pathlib.Path(__file__).parents[3] / "models"
TENSORFLOWS = {
    "resources": [10881341799342609764, 18325916284545424924, 16356817776876191677, 15474585911431676132, 14538658603134402748],
    "partitioned": [6224754725094354705, 953061182909384872, 12933128913534586072, None, 9771339138065875713],
    "unnamed": [17350431463540065163, 8202209032239050144, 9607829983870799593, 4123244241857772329, 4824050179441094529],
}


def model_of(directory: pathlib.Path) -> SavedModel:
    return SavedModel.FromString((directory / "saved_model.pb").read_bytes())


def numbers(content: bytes) -> list:
    fields = {number: value for number, _, value in fields_of(memoryview(content), 100)}
    return [fields.get(number) for number in range(1, 6)]


@pytest.mark.parametrize("name", TENSORFLOWS)
def test_they_are_tensorflows(name):
    directory = MODELS / name / "saved_model"
    content = fingerprint(model_of(directory), (directory / "variables" / "variables.index").read_bytes())
    assert numbers(content) == TENSORFLOWS[name]
    if (directory / "fingerprint.pb").exists():
        assert numbers((directory / "fingerprint.pb").read_bytes()) == TENSORFLOWS[name]


def test_what_is_built_has_one_and_what_is_changed_a_new_one(tmp_path):
    """Equal models are equal files."""
    text, graph, model = str(tmp_path / "text.mlir"), str(tmp_path / "graph.mlir"), MODELS / "resources" / "saved_model"
    assert main(["--savedmodel-to-mlir=signatures", str(model), "-o", text]) == 0
    for name in ("a", "b"):
        assert main(["--mlir-to-savedmodel", text, "-o", str(tmp_path / name)]) == 0
    built, again = [(tmp_path / name / "fingerprint.pb").read_bytes() for name in ("a", "b")]
    assert built == again == fingerprint(model_of(tmp_path / "a"), (tmp_path / "a" / "variables" / "variables.index").read_bytes())
    assert None not in numbers(built)

    assert main(["--savedmodel-to-mlir=graph", str(model), "-o", graph]) == 0
    pathlib.Path(graph).write_text(pathlib.Path(graph).read_text().replace("producer = ", "producer = 1"))
    assert main(["--mlir-to-savedmodel", graph, f"--template={model}", "-o", str(tmp_path / "changed")]) == 0
    changed = numbers((tmp_path / "changed" / "fingerprint.pb").read_bytes())
    assert changed[0] != TENSORFLOWS["resources"][0] and changed[1:] == TENSORFLOWS["resources"][1:]  # of versions the program is none


def test_a_model_without_one_gets_none(tmp_path):
    model, graph = tmp_path / "model", str(tmp_path / "graph.mlir")
    shutil.copytree(MODELS / "partitioned" / "saved_model", model)
    assert main(["--savedmodel-to-mlir=graph", str(model), "-o", graph]) == 0
    pathlib.Path(graph).write_text(pathlib.Path(graph).read_text().replace("producer = ", "producer = 1"))
    assert main(["--mlir-to-savedmodel", graph, f"--template={model}", "-o", str(tmp_path / "changed")]) == 0
    assert not (tmp_path / "changed" / "fingerprint.pb").exists()


def test_functions_whose_names_have_no_number_have_none():
    """TensorFlow writes none then either."""
    model = model_of(MODELS / "resources" / "saved_model")
    assert fingerprint(model, None) is not None
    model.meta_graphs[0].object_graph_def.concrete_functions["without"].SetInParent()
    assert fingerprint(model, None) is None


@pytest.mark.parametrize("name, number", [("__inference_f_12", 12), ("7", 7), ("f_012", 12), ("f12", None), ("f_", None), ("f_1x", None)])
def test_the_number_of_a_function(name, number):
    assert uid(name) == number


def test_keys_of_maps_are_sorted():
    """Python's protobuf writes `seed2` in front of `seed`."""
    graph = GraphDef()
    node = graph.node.add(name="n", op="RandomUniform")
    for key in ("seed2", "T", "seed", "seed10"):
        node.attr[key].i = 1
    content = canonical(graph)
    places = [content.index(bytes([10, len(key)]) + key.encode() + b"\x12") for key in ("T", "seed", "seed10", "seed2")]
    assert places == sorted(places) and GraphDef.FromString(content) == graph


def test_a_program_is_the_same_whatever_its_texts_and_numbers_of_functions():
    def graph(text: bytes, function: str, value: int = 1) -> GraphDef:
        graph = GraphDef()
        constant, call, number = (graph.node.add(name=str(at), op=op) for at, op in enumerate(("Const", "PartitionedCall", "Const")))
        constant.attr["dtype"].type, number.attr["dtype"].type = 7, 3
        constant.attr["value"].tensor.string_val.append(text)
        number.attr["value"].tensor.int_val.append(value)
        call.attr["f"].func.name, call.attr["config_proto"].s = function, text
        return graph

    first = program_hash(graph(b"a", "f_1"))
    assert first == program_hash(graph(b"b", "f_22")) and first != program_hash(graph(b"a", "g_1")) != program_hash(graph(b"a", "f"))
    assert first != program_hash(graph(b"a", "f_1", 2))
