"""Binary and text GraphDefs are told apart by their content, and other files are refused with what they lack."""

import pytest
from tfir.ir.diagnostics import Error
from tfir.proto import GraphDef, SavedModel
from tfir.storage.graphdef import messages
from tfir.storage.graphdef.graph_bytes import binary, binary_pieces

from tftranslate.graphdef_file import read_graphdef

GRAPH = GraphDef(node=[{"name": "first", "op": "NoOp"}, {"name": "second", "op": "NoOp"}], versions={"producer": 3})


def refused(data: bytes) -> str:
    with pytest.raises(Error) as raised:
        read_graphdef(data, "file")
    return raised.value.render()


def test_binary_and_text_say_the_same():
    text = b'\n\n# two nodes\nnode { name: "first" op: "NoOp" }\nnode { name: "second" op: "NoOp" }\nversions { producer: 3 }\n'
    assert read_graphdef(text, "file") == read_graphdef(binary(GRAPH), "file") == GRAPH


def test_a_view_on_a_mapped_file_is_read_as_well():
    assert read_graphdef(memoryview(binary(GRAPH)), "file") == GRAPH


def test_nothing_is_an_empty_graph():
    assert read_graphdef(b"", "file") == GraphDef()


def test_every_truncation_is_noticed_or_ends_between_fields():
    data = binary(GRAPH)
    first = 2 + data[1]
    second = first + 2 + data[first + 1]
    for size in range(5, len(data)):
        if size in (first, second):
            assert len(read_graphdef(data[:size], "file").node) == (1 if size == first else 2)
        else:
            assert "not a GraphDef" in refused(data[:size])


def test_the_place_of_a_truncation_is_told():
    assert refused(binary(GRAPH)[:20]) == "error: file: not a GraphDef: the file ends after 20 bytes, in the middle of node 1"


def test_a_saved_model_is_named():
    model = SavedModel(saved_model_schema_version=1, meta_graphs=[{"graph_def": GRAPH}])
    assert "not a GraphDef but a SavedModel" in refused(model.SerializeToString())


@pytest.mark.parametrize(
    "data", [b"PK\x03\x04\x14\x00", b"\x89PNG\r\n\x1a\n\x00", b"\x93NUMPY\x01\x00", bytes(100), b"\x7fELF\x02\x01\x01" + bytes(50)]
)
def test_other_binary_files_are_refused(data):
    assert "not a GraphDef" in refused(data)


def test_text_with_a_mistake_is_told_by_line_and_column():
    assert refused(b'node { name: "a" }\nnode { nam: "b" }').startswith("file:2:8: error: not a GraphDef in text form: ")


def test_numbers_that_do_not_fit_are_told():
    assert "not a GraphDef in text form" in refused(b"version: 99999999999999999999")
    assert "not a GraphDef in text form" in refused(b'node { attr { key: "a" value { type: 4000000000 } } }')


def test_mlir_is_named():
    assert "--mlir-to-graphdef" in refused(b"// a comment\nmodule {\n}\n")


def test_other_text_is_refused():
    assert "not a GraphDef in text form" in refused(b"# Title\n\nSome words.\n")
    assert "neither a protocol buffer nor text" in refused(b"caf\xe9 au lait")


@pytest.mark.parametrize("extra", [b"", b"\xa2\x1f\x01x", b"\x18\x07"])
def test_pieces_are_the_whole(extra):
    graph = GraphDef(library={"function": [{"signature": {"name": "f"}}]}, node=[{"name": "n" * 300, "op": "NoOp"}])
    graph.MergeFrom(GRAPH)
    graph.MergeFromString(extra)  # an unknown field, the version of old
    assert b"".join(binary_pieces(graph)) == binary(graph)


def test_more_than_a_protocol_buffer_may_have(monkeypatch):
    monkeypatch.setattr(messages, "LIMIT", 40)
    graph = GraphDef()
    graph.node.add(name="a" * 30, op="NoOp")
    graph.node.add(name="b" * 30, op="NoOp")
    with pytest.raises(Error, match="m.pb: a GraphDef of 0.00 GB, and no protocol buffer may have more than 2 GB"):
        read_graphdef(graph.SerializeToString(), "m.pb")
    with pytest.raises(Error, match="the text is that of a GraphDef of 0.00 GB"):
        list(binary_pieces(graph))
