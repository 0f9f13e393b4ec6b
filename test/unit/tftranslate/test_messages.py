"""Messages from bytes and from text: what is wrong with one is an error that says where, whatever protobuf calls it."""

import pytest
from tfir.ir.diagnostics import Error
from tfir.proto.op_def_pb2 import OpDef
from tfir.proto.saved_model_pb2 import MetaGraphDef

from tftranslate.messages import read_message
from tftranslate.op_defs import read_op_defs


def refused(data: bytes) -> str:
    with pytest.raises(Error) as raised:
        read_message(data, OpDef(), "file", "an op")
    return raised.value.render()


def test_both_forms_are_read():
    wanted = OpDef(name="X", input_arg=[OpDef.ArgDef(name="a", type=1)])
    assert read_message(wanted.SerializeToString(), OpDef(), "file", "an op") == wanted
    assert read_message(b'name: "X" input_arg { name: "a" type: DT_FLOAT }', OpDef(), "file", "an op") == wanted


def test_a_text_that_is_wrong_is_told_with_its_place():
    assert refused(b'name: "X"\nnam: "Y"').startswith("file:2:1: error: not an op in text form: ")


def test_a_number_that_no_field_takes_is_an_error():
    assert refused(b'input_arg { name: "a" type: 4000000000 }').startswith("error: file: not an op in text form: ")


@pytest.mark.parametrize("data", [b"\x0a\xff\x01", "\u00e4".encode("latin-1")])
def test_damaged_fields(data):
    assert refused(data) == "error: file: not an op: its fields are damaged"


def test_a_list_of_ops_or_a_single_one(tmp_path):
    path = tmp_path / "ops.pbtxt"
    for text in ('op { name: "X" }', 'name: "X"'):
        path.write_text(text)
        assert list(read_op_defs(str(path))) == ["X"]
    path.write_text('op { name: "X" input_arg { type: 4000000000 } }')
    with pytest.raises(Error, match="not a list of op definitions in text form: Value out of range"):
        read_op_defs(str(path))


def test_a_meta_graph_is_none_of_it():
    with pytest.raises(Error, match="file: not a MetaGraph: its fields are damaged"):
        read_message(b"\x0a\xff\x01", MetaGraphDef(), "file", "a MetaGraph")
