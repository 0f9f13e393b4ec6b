"""Datasets as graphs and back. What TensorFlow writes and reads is in `tensorflow_pipelines.jsonl`; here is what chance decides there, and what a run alone has."""

import re

import numpy as np
import pytest
from tfir.dialects.tf.dataset_graphs import strip_devices
from tfir.dialects.tf.tables import Table
from tfir.dialects.tf.variables import Variable
from tfir.execution.body import Body
from tfir.execution.dataset_graphs import Builder, dataset_of
from tfir.execution.special import Functions
from tfir.execution.state import State
from tfir.ir.builder import module_op
from tfir.ir.diagnostics import Error
from tfir.ir.symbols import SymbolTable
from tfir.ir.types import IntegerType
from tfir.proto import GraphDef, NodeDef

RANGE = """
node { name: "a" op: "Const" attr { key: "dtype" value { type: DT_INT64 } } attr { key: "value" value { tensor { dtype: DT_INT64 tensor_shape {} int64_val: 0 } } } }
node { name: "b" op: "Const" attr { key: "dtype" value { type: DT_INT64 } } attr { key: "value" value { tensor { dtype: DT_INT64 tensor_shape {} int64_val: 3 } } } }
node { name: "c" op: "Const" attr { key: "dtype" value { type: DT_INT64 } } attr { key: "value" value { tensor { dtype: DT_INT64 tensor_shape {} int64_val: 1 } } } }
node { name: "r" op: "RangeDataset" input: "a" input: "b" input: "c"
  attr { key: "output_types" value { list { type: DT_INT64 } } } attr { key: "output_shapes" value { list { shape {} } } } }
node { name: "dataset" op: "_Retval" input: "r" attr { key: "T" value { type: DT_VARIANT } } attr { key: "index" value { i: 0 } } }
versions { producer: 2474 }
"""


def graph(text: str = RANGE) -> GraphDef:
    from google.protobuf import text_format

    return text_format.Parse(text, GraphDef())


def dataset_made(state: State, content: bytes):
    return dataset_of(state, content, Functions(SymbolTable(module_op()), Body, {"state": state}).run_apart)


def test_a_graph_is_read_and_written():
    state = State()
    dataset = dataset_made(state, graph().SerializeToString())
    assert [element[0].item() for element in dataset] == [0, 1, 2]
    written = state.graph_of(dataset)
    assert [node.name for node in written.node] == ["Const/_0", "Const/_1", "Const/_2", "RangeDataset/_3", "dataset"]
    assert written.node[3].attr["metadata"].s == b"\n\x0eRangeDataset:0" and written.HasField("library")
    assert state.graph_of(dataset_made(state, graph().SerializeToString())).node[3].attr["metadata"].s == b"\n\x0eRangeDataset:1"


def test_what_is_no_graph_of_a_dataset():
    with pytest.raises(Error, match="Could not parse GraphDef"):
        dataset_made(State(), b"\xff")
    with pytest.raises(Error, match="no node that says which of its datasets is meant"):
        dataset_made(State(), GraphDef(node=graph().node[:4]).SerializeToString())


SNAPSHOT = """
library { function { signature { name: "read" input_arg { name: "x" type: DT_VARIANT } output_arg { name: "y" type: DT_VARIANT } } ret { key: "y" value: "x" } }
  function { signature { name: "shard" input_arg { name: "x" type: DT_INT64 } output_arg { name: "y" type: DT_INT64 } } ret { key: "y" value: "x" } } }
node { name: "p" op: "Const" attr { key: "dtype" value { type: DT_STRING } } attr { key: "value" value { tensor { dtype: DT_STRING tensor_shape {} string_val: "x" } } } }
node { name: "s" op: "SnapshotDatasetV2" input: "r" input: "p"
  attr { key: "output_types" value { list { type: DT_INT64 } } } attr { key: "output_shapes" value { list { shape {} } } }
  attr { key: "Treader_func_args" value { list {} } } attr { key: "Tshard_func_args" value { list {} } }
  attr { key: "reader_func" value { func { name: "read" } } } attr { key: "shard_func" value { func { name: "shard" } } }
  attr { key: "compression" value { s: "%s" } } attr { key: "hash" value { i: 5 } } attr { key: "hash_valid" value { b: %s } } }
"""
HASHES = [  # as TensorFlow 2.21 has them
    ("GZIP", "false", -1507313589368316541), ("SNAPPY", "false", -5587884435666180278), ("", "false", -4916973466976295774), ("GZIP", "true", 5),
]  # fmt: skip


@pytest.mark.parametrize(("compression", "is_valid", "number"), HASHES)
def test_a_snapshot_says_the_number_of_its_directory(compression, is_valid, number):
    state = State()
    text = RANGE.replace('op: "_Retval" input: "r"', 'op: "_Retval" input: "s"') + SNAPSHOT % (compression, is_valid)
    (node,) = [node for node in state.graph_of(dataset_made(state, graph(text).SerializeToString())).node if node.op == "SnapshotDatasetV2"]
    assert (node.attr["hash"].i, node.attr["hash_valid"].b) == (number, True)


VARIANT = 'node { name: "v" op: "Const" attr { key: "dtype" value { type: DT_VARIANT } } attr { key: "value" value { tensor { dtype: DT_VARIANT %s } } } }'
DAMAGED = [
    (RANGE.replace('op: "_Retval" input: "r"', 'op: "_Retval"'), "no node that says which of its datasets is meant"),
    (RANGE.replace('name: "c" op: "Const"', 'name: "c" op: "Placeholder"'), "You must feed a value for placeholder tensor 'c'"),
    (RANGE + 'node { name: "c" op: "NoOp" }', "Duplicated node"),
    (RANGE.replace('op: "_Retval" input: "r"', 'op: "_Retval" input: "a"'), "Tensor must be a Dataset object."),
    (RANGE + VARIANT % r'tensor_shape { dim { size: 1 } } tensor_content: "\001\377"', "Could not parse VariantTensorDataProto"),
    (RANGE + VARIANT % "tensor_shape { dim { size: 2 } }", "a tensor of 2 variants has 0"),
    (
        RANGE + VARIANT % 'tensor_shape {} variant_val { type_name: "tensorflow::Tensor" }',
        "a variant of the type tensorflow::Tensor is not read",
    ),
]


@pytest.mark.parametrize(("text", "message"), DAMAGED)
def test_what_is_damaged_is_refused(text, message):
    """TensorFlow says the second and the fourth."""
    with pytest.raises(Error, match=re.escape(message)):
        dataset_made(State(), graph(text).SerializeToString())


def test_a_variable_of_variants_is_no_constant():
    text = (
        RANGE
        + 'node { name: "v" op: "VarHandleOp" attr { key: "dtype" value { type: DT_VARIANT } } attr { key: "shape" value { shape {} } } }'
    )
    assert len(list(dataset_made(State(), graph(text).SerializeToString()))) == 3


def test_a_resource_is_known_as_long_as_the_run_lasts():
    state, thing = State(), object()
    builder = Builder(state)
    names = builder.input(thing), builder.input(thing), builder.input(object())
    handles = [node.attr["value"].tensor.resource_handle_val[0].name for node in builder.graph.node]
    assert names == ("Const/_0", "Const/_1", "Const/_2") and handles[0] == handles[1] != handles[2]
    assert state.in_graphs(handles[0]) == [thing] and State().in_graphs(handles[0]) == [] and state.in_graphs("other") == []


def test_a_variable_is_made_with_its_value():
    builder = Builder(State())
    assert builder.input(Variable("v", np.array([1.5, 2.5], np.float32))) == "Identity/_3"
    handle, value, assigned, read = builder.graph.node
    assert (handle.op, handle.attr["shared_name"].s, [dim.size for dim in handle.attr["shape"].shape.dim]) == ("VarHandleOp", b"v", [2])
    assert value.attr["value"].tensor.tensor_content == b"\x00\x00\xc0\x3f\x00\x00\x20\x40" and list(read.input) == [
        handle.name,
        f"^{assigned.name}",
    ]


def test_a_table_is_made_with_its_entries():
    builder, table = Builder(State()), Table(IntegerType(64), IntegerType(64), is_constant=True)
    table.fill(np.array([1, 2]), np.array([3, 4]))
    assert builder.input(table) == "Identity/_4"
    assert [node.op for node in builder.graph.node] == ["HashTableV2", "Const", "Const", "LookupTableImportV2", "Identity", "Identity"]
    with pytest.raises(Error, match="only tables that are filled once"):
        Builder(State()).input(Table(IntegerType(64), IntegerType(64)))


def test_devices_are_stripped_in_functions_alone():
    whole = "/job:localhost/replica:0/task:0/device:CPU:0"
    written = GraphDef(node=[NodeDef(name="a", op="NoOp", device=whole)])
    written.library.function.add().node_def.extend([NodeDef(name=op, op=op, device=whole) for op in ("NoOp", "PyFunc")])
    strip_devices(written)
    assert [node.device for node in written.library.function[0].node_def] == ["/device:CPU:0", whole] and written.node[0].device == whole
