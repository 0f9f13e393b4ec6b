"""Which tensor of a checkpoint a variable gets: what functions are bound to counts before names that several variables may have."""

import pytest
from google.protobuf import text_format
from tfir.ir.dense import DenseStringsAttr
from tfir.ir.types import F32, F64, OpaqueType, TensorType
from tfir.proto import GraphDef, MetaGraphDef, SavedObjectGraph, TrackableObjectGraph
from tfir.storage.graphdef.import_graphdef import import_graphdef

from tftranslate.saved_model.variables import OBJECT_GRAPH, Variables, key_at

# Two variables are called "d"; the graph tells them apart as "d" and "d_1", which is what a third is called.
GRAPH = """
node { name: "d" op: "VarHandleOp" attr { key: "dtype" value { type: DT_FLOAT } } attr { key: "shape" value { shape {} } } attr { key: "shared_name" value { s: "d" } } }
node { name: "n" op: "VarHandleOp" attr { key: "dtype" value { type: DT_FLOAT } } attr { key: "shape" value { shape {} } } attr { key: "shared_name" value { s: "d_1" } } }
node { name: "x" op: "Placeholder" attr { key: "dtype" value { type: DT_FLOAT } } }
node { name: "call" op: "StatefulPartitionedCall" input: "x" input: "n" input: "d" input: "^x" attr { key: "Tin" value { list { type: DT_FLOAT type: DT_RESOURCE type: DT_RESOURCE } } }
       attr { key: "Tout" value { list { } } } attr { key: "f" value { func { name: "f" } } } }
"""
OBJECTS = """
nodes { children { node_id: 1 local_name: "a" } children { node_id: 2 local_name: "c" } children { node_id: 3 local_name: "e" } }
nodes { variable {} } nodes { variable {} } nodes { variable {} }
concrete_functions { key: "f" value { bound_inputs: 2 bound_inputs: 1 } }
"""
CHECKPOINT = """
nodes { children { node_id: 3 local_name: "a" } children { node_id: 2 local_name: "c" } children { node_id: 1 local_name: "e" } }
nodes { attributes { name: "VARIABLE_VALUE" full_name: "d_1" checkpoint_key: "of e" } }
nodes { attributes { name: "VARIABLE_VALUE" full_name: "d" checkpoint_key: "of c" } }
nodes { attributes { name: "VARIABLE_VALUE" full_name: "d" checkpoint_key: "of a" } }
"""


class Checkpoint:
    """A checkpoint of which the graph of objects is asked alone."""

    def __init__(self, stored=None):
        self.stored = stored or {}

    def __contains__(self, key: str) -> bool:
        return key == OBJECT_GRAPH or key in self.stored

    def type(self, key: str) -> TensorType:
        return self.stored[key]

    def tensor(self, key: str) -> DenseStringsAttr:
        data = text_format.Parse(CHECKPOINT, TrackableObjectGraph()).SerializeToString()
        return DenseStringsAttr(TensorType((), OpaqueType("!tf_type.string")), [data], True)


def keys(objects: str, stored=None) -> dict:
    module = import_graphdef(text_format.Parse(GRAPH, GraphDef()))
    return Variables(module, Checkpoint(stored), MetaGraphDef(object_graph_def=text_format.Parse(objects, SavedObjectGraph()))).keys


def test_a_variable_is_the_object_that_a_function_is_bound_to():
    assert keys(OBJECTS) == {"d": ("of a", ""), "d_1": ("of c", "")}


def test_names_tell_what_functions_do_not():
    assert keys("nodes {}") == {"d_1": ("of e", "")}
    assert keys(OBJECTS.replace('key: "f"', 'key: "g"')) == {"d_1": ("of e", "")}


def test_a_name_that_a_graph_has_given_to_a_variable_of_another_type_tells_nothing():
    """As of a table's file, whose path TensorFlow keeps in a `Variable` of the graph alone."""
    assert keys("nodes {}", {"of e": TensorType((), F32)}) == {"d_1": ("of e", "")}
    assert keys("nodes {}", {"of e": TensorType((), F64)}) == {}
    assert keys("nodes {}", {"of e": TensorType((1,), F32)}) == {}


def test_numbers_of_objects_that_are_not_there_tell_nothing():
    assert keys(OBJECTS.replace("bound_inputs: 2 bound_inputs: 1", "bound_inputs: 77 bound_inputs: -1")) == {"d_1": ("of e", "")}


# TensorFlow saves and restores a variable of Keras by a copy of it, which a graph whose calls are inlined has beside the variable.
COPIES = """
node { name: "kernel" op: "VarHandleOp" attr { key: "dtype" value { type: DT_FLOAT } } attr { key: "shape" value { shape {} } } }
node { name: "bias" op: "VarHandleOp" attr { key: "dtype" value { type: DT_FLOAT } } attr { key: "shape" value { shape {} } } }
node { name: "copy" op: "VarHandleOp" attr { key: "dtype" value { type: DT_FLOAT } } attr { key: "shape" value { shape {} } } }
node { name: "read" op: "ReadVariableOp" input: "kernel" attr { key: "dtype" value { type: DT_FLOAT } } }
node { name: "begin" op: "AssignVariableOp" input: "copy" input: "read" attr { key: "dtype" value { type: DT_FLOAT } } }
node { name: "other" op: "ReadVariableOp" input: "bias" attr { key: "dtype" value { type: DT_FLOAT } } }
node { name: "twice" op: "AddV2" input: "other" input: "other" attr { key: "T" value { type: DT_FLOAT } } }
node { name: "no_copy" op: "AssignVariableOp" input: "copy" input: "twice" attr { key: "dtype" value { type: DT_FLOAT } } }
node { name: "file" op: "Placeholder" attr { key: "dtype" value { type: DT_STRING } } }
node { name: "names" op: "Const" attr { key: "dtype" value { type: DT_STRING } } attr { key: "value" value { tensor { dtype: DT_STRING tensor_shape { dim { size: 1 } } string_val: "stored" } } } }
node { name: "parts" op: "Const" attr { key: "dtype" value { type: DT_STRING } } attr { key: "value" value { tensor { dtype: DT_STRING tensor_shape { dim { size: 1 } } string_val: "" } } } }
node { name: "restore" op: "RestoreV2" input: "file" input: "names" input: "parts" attr { key: "dtypes" value { list { type: DT_FLOAT } } } }
node { name: "restored" op: "AssignVariableOp" input: "copy" input: "restore" attr { key: "dtype" value { type: DT_FLOAT } } }
"""


def test_a_variable_is_what_is_restored_into_its_copy():
    module = import_graphdef(text_format.Parse(COPIES, GraphDef()))
    stored = {"stored": TensorType((), F32)}
    variables = Variables(module, Checkpoint(stored))
    assert variables.key_of("copy") == variables.key_of("kernel") == ("stored", "")
    assert variables.key_of("bias") is None
    assert Variables(module, Checkpoint(stored | {"kernel": TensorType((), F32)})).key_of("kernel") == ("kernel", "")
    assert Variables(module, Checkpoint({})).key_of("kernel") is None


class OfSession(Checkpoint):
    """A checkpoint of TensorFlow 1, which has no graph of objects."""

    def __contains__(self, key: str) -> bool:
        return key in self.stored


def test_a_variable_that_a_session_copies_into_another_has_no_value():
    """TensorFlow says that it is uninitialized; of a target network the other one, from which it is set, may not be stored."""
    variables = Variables(import_graphdef(text_format.Parse(COPIES, GraphDef())), OfSession({"stored": TensorType((), F32)}))
    assert variables.key_of("copy") == ("stored", "") and variables.key_of("kernel") is None


RECURSIVE = """
node { name: "v" op: "VarHandleOp" attr { key: "dtype" value { type: DT_FLOAT } } attr { key: "shape" value { shape {} } } }
node { name: "w" op: "VarHandleOp" attr { key: "dtype" value { type: DT_FLOAT } } attr { key: "shape" value { shape {} } } }
node { name: "call" op: "PartitionedCall" input: "v" input: "w" CALL }
library { function {
  signature { name: "f" input_arg { name: "a" type: DT_RESOURCE } input_arg { name: "b" type: DT_RESOURCE } }
  node_def { name: "same" op: "PartitionedCall" input: "a" input: "b" CALL }
  node_def { name: "other" op: "PartitionedCall" input: "b" input: "a" CALL }
  node_def { name: "names" op: "Const" attr { key: "dtype" value { type: DT_STRING } } attr { key: "value" value { tensor { dtype: DT_STRING tensor_shape { dim { size: 1 } } string_val: "key" } } } }
  node_def { name: "slices" op: "Const" attr { key: "dtype" value { type: DT_STRING } } attr { key: "value" value { tensor { dtype: DT_STRING tensor_shape { dim { size: 1 } } string_val: "" } } } }
  node_def { name: "read" op: "RestoreV2" input: "names:output:0" input: "names:output:0" input: "slices:output:0" attr { key: "dtypes" value { list { type: DT_FLOAT } } } }
  node_def { name: "write" op: "AssignVariableOp" input: "b" input: "read:tensors:0" attr { key: "dtype" value { type: DT_FLOAT } } } } }
"""
CALL = 'attr { key: "Tin" value { list { type: DT_RESOURCE type: DT_RESOURCE } } } attr { key: "Tout" value { list {} } } attr { key: "f" value { func { name: "f" } } }'


def test_a_function_that_calls_itself_twice_is_followed_once_for_the_same_variables():
    graph = text_format.Parse(RECURSIVE.replace("CALL", CALL), GraphDef())
    assert Variables(import_graphdef(graph), None).keys == {"v": ("key", ""), "w": ("key", "")}  # with one call for each 2 ** 50 of them


def stored_objects() -> TrackableObjectGraph:
    """model.layer.kernel, which keras.0.kernel is too; an optimizer with a slot for it."""
    graph = TrackableObjectGraph()
    for names in ({"model": 1, "keras": 4, "optimizer": 5}, {"layer": 2, "self": 1}, {"kernel": 3}, {}, {"0": 2}, {}, {}):
        node = graph.nodes.add()
        for name, child in names.items():
            node.children.add(node_id=child, local_name=name)
    graph.nodes[3].attributes.add(
        name="VARIABLE_VALUE", full_name="dense/kernel", checkpoint_key="model/layer/kernel/.ATTRIBUTES/VARIABLE_VALUE"
    )
    graph.nodes[6].attributes.add(name="VARIABLE_VALUE", checkpoint_key="the slot")
    graph.nodes[5].slot_variables.add(original_variable_node_id=3, slot_name="m", slot_variable_node_id=6)
    return graph


@pytest.mark.parametrize(
    "path, key",
    [
        ("model/layer/kernel", "model/layer/kernel/.ATTRIBUTES/VARIABLE_VALUE"),
        ("keras/0/kernel", "model/layer/kernel/.ATTRIBUTES/VARIABLE_VALUE"),
        ("model/self/self/layer/kernel", "model/layer/kernel/.ATTRIBUTES/VARIABLE_VALUE"),
        ("keras/0/kernel/.OPTIMIZER_SLOT/optimizer/m", "the slot"),
        ("model/layer/kernel/.OPTIMIZER_SLOT/optimizer/v", None),
        ("model/layer/kernel/.OPTIMIZER_SLOT/model/m", None),
        ("model/layer", None),
        ("layer/kernel", None),
        ("", None),
    ],
)
def test_a_variable_goes_by_every_path_to_its_object(path, key):
    assert key_at(stored_objects(), path) == key
