"""The graph of a MetaGraph in a file of its own goes to text and back as that of any other file."""

import random

import pytest
from google.protobuf import text_format
from tfir.proto import GraphDef, MetaGraphDef
from wire_writer import WireWriter, random_graph

from tftranslate.main import main

META = """
meta_info_def { tensorflow_version: "1.15.0" stripped_op_list { op { name: "Mine" output_arg { name: "left" type: DT_INT32 } } } }
saver_def { filename_tensor_name: "a:0" save_tensor_name: "a:0" restore_op_name: "b" }
collection_def { key: "train_op" value { node_list { value: "b" } } }
graph_def { node { name: "a" op: "Mine" } node { name: "b" op: "NoOp" input: "^a" } versions { producer: 27 } }
"""


def there_and_back(data: bytes, folder, change=lambda text: text) -> tuple[str, bytes]:
    """The text of the graph in a .meta, and the .meta with the graph that the changed text tells."""
    model, text, back = folder / "model.meta", folder / "model.mlir", folder / "back.meta"
    model.write_bytes(data)
    assert main(["--graphdef-to-mlir", str(model), "-o", str(text)]) == 0
    text.write_text(change(text.read_text()))
    assert main(["--mlir-to-savedmodel", f"--template={model}", str(text), "-o", str(back)]) == 0
    return text.read_text(), back.read_bytes()


def meta_graph() -> MetaGraphDef:
    return text_format.Parse(META, MetaGraphDef())


def test_its_own_ops_are_known(tmp_path):
    text, _ = there_and_back(meta_graph().SerializeToString(), tmp_path)
    assert '%Mine, %ctl = Mine name("a") : () -> (tensor<*xi32>)' in text


@pytest.mark.parametrize("seed", range(10))
def test_the_bytes_come_back(seed, tmp_path):
    chance, meta = random.Random(seed), meta_graph()
    nodes = list(meta.graph_def.node)
    meta.graph_def.CopyFrom(random_graph(chance))
    meta.graph_def.node.extend(nodes)
    first = MetaGraphDef(meta_info_def=meta.meta_info_def).SerializeToString()  # which tells what the file is
    meta.ClearField("meta_info_def")
    data = first + WireWriter(chance, 0.3).write(meta)
    assert there_and_back(data, tmp_path)[1] == data
    graph = tmp_path / "graph.pb"
    assert main(["--mlir-to-graphdef", str(tmp_path / "model.mlir"), "-o", str(graph)]) == 0
    assert GraphDef.FromString(graph.read_bytes()) == MetaGraphDef.FromString(data).graph_def


def test_all_but_the_graph_stays(tmp_path):
    meta, whole = meta_graph(), meta_graph().graph_def.SerializeToString()
    meta.ClearField("graph_def")
    around = meta.SerializeToString()
    in_halves = [bytes([0x12, len(half)]) + half for half in (whole[:11], whole[11:])]  # the first node, and the rest
    data = around + in_halves[0] + in_halves[1] + b"\xfa\x7f\x01x"
    _, back = there_and_back(data, tmp_path, lambda text: text.replace("producer = 27", "producer = 28"))
    changed = whole.replace(b"\x22\x02\x08\x1b", b"\x22\x02\x08\x1c")
    assert changed != whole and back == around + bytes([0x12, len(changed)]) + changed + b"\xfa\x7f\x01x"


def test_a_text_stays_text(tmp_path):
    _, same = there_and_back(META.encode(), tmp_path)
    assert same == META.encode()
    _, back = there_and_back(META.encode(), tmp_path, lambda text: text.replace("producer = 27", "producer = 28"))
    assert text_format.Parse(back.decode(), MetaGraphDef()).graph_def.versions.producer == 28


def test_what_signatures_name_must_be_there(tmp_path, capsys):
    model, text = tmp_path / "model.meta", tmp_path / "model.mlir"
    model.write_bytes(meta_graph().SerializeToString())
    text.write_text("module { tfg.graph #tf_type.version<producer = 27, min_consumer = 0> { } }")
    assert main(["--mlir-to-savedmodel", f"--template={model}", str(text), "-o", str(tmp_path / "new.meta")]) == 1
    assert "the model is saved and restored by node 'b', which the graph does not have" in capsys.readouterr().err
    assert not (tmp_path / "new.meta").exists()
