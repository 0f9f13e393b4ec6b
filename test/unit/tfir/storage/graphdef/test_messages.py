"""Messages from bytes and from text: what is wrong with one is an error that says where, whatever protobuf calls it."""

import subprocess
import sys

import pytest
from tfir.ir.diagnostics import Error
from tfir.proto import GraphDef, MetaGraphDef, NodeDef, OpDef
from tfir.storage.graphdef.messages import read_message
from tfir.storage.graphdef.op_defs import read_op_defs


def refused(data: bytes) -> str:
    with pytest.raises(Error) as raised:
        read_message(data, OpDef(), "file", "an op")
    return raised.value.render()


def test_both_forms_are_read():
    expected = OpDef(name="X", input_arg=[OpDef.ArgDef(name="a", type=1)])
    assert read_message(expected.SerializeToString(), OpDef(), "file", "an op") == expected
    assert read_message(b'name: "X" input_arg { name: "a" type: DT_FLOAT }', OpDef(), "file", "an op") == expected


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


def in_memory_of(kilobytes: int, *arguments):
    """What tf-translate says when it has no more memory than that."""
    program = f"""
import resource, sys
from tfir.storage.graphdef.import_graphdef import import_graphdef
from tftranslate.main import main
used = int(open('/proc/self/statm').read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (used + {kilobytes << 10},) * 2)
sys.exit(main({list(arguments)!r}))
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    return done.returncode, done.stderr


@pytest.mark.skipif(sys.platform != "linux", reason="asks Linux how much memory is used")
@pytest.mark.parametrize("room", [12, 28, 44])  # megabytes; protobuf fails to read 20 of them, to write them, to read them again
def test_a_message_for_which_there_is_no_memory_is_not_damaged(room, tmp_path):
    node = NodeDef(name="c", op="Const")
    node.attr["dtype"].type = node.attr["value"].tensor.dtype = 1
    node.attr["value"].tensor.tensor_shape.dim.add(size=5 << 20)
    node.attr["value"].tensor.tensor_content = bytes(20 << 20)
    (tmp_path / "g.pb").write_bytes(GraphDef(node=[node]).SerializeToString())
    code, said = in_memory_of((20 + room) << 10, "--graphdef-to-mlir", str(tmp_path / "g.pb"), "-o", str(tmp_path / "g.mlir"))
    assert code == 1
    assert "out of memory" in said or "Cannot allocate memory" in said
