"""The wire schema writes the public bytes; the expected ones are encoded by hand from the field numbers."""

import pytest
from google.protobuf import descriptor_pool
from tfir import proto
from tfir.proto import GraphDef, NodeDef, SavedModel, TensorProto


def test_a_node_on_the_wire():
    graph = GraphDef(node=[NodeDef(name="a", op="NoOp", input=["^b"])])
    assert graph.SerializeToString(deterministic=True) == b"\x0a\x0d\x0a\x01a\x12\x04NoOp\x1a\x02^b"


def test_attributes_are_written_in_order_of_key():
    node = NodeDef()
    node.attr["b"].b = False
    node.attr["a"].i = 5
    assert node.SerializeToString(deterministic=True) == b"\x2a\x07\x0a\x01a\x12\x02\x18\x05" + b"\x2a\x07\x0a\x01b\x12\x02\x28\x00"


def test_tensor_values():
    tensor = TensorProto(dtype=1, tensor_shape={"dim": [{"size": 1}]}, float_val=[1.0])
    expected = b"\x08\x01" + b"\x12\x04\x12\x02\x08\x01" + b"\x2a\x04\x00\x00\x80\x3f"
    assert tensor.SerializeToString(deterministic=True) == expected


def test_unknown_fields_are_kept():
    unknown = b"\xfa\x7f\x03new"  # field 2047, three bytes
    graph = GraphDef.FromString(unknown + b"\x22\x02\x08\x07")
    assert graph.versions.producer == 7
    assert graph.SerializeToString(deterministic=True) == b"\x22\x02\x08\x07" + unknown


def test_descriptors_do_not_claim_the_public_names():
    assert SavedModel.DESCRIPTOR.full_name == "tfir.SavedModel"
    assert descriptor_pool.Default().FindFileByName("tfir/proto/graph.proto").package == "tfir"


def test_names_that_no_message_has():
    with pytest.raises(AttributeError, match="no message is called GraphDefs"):
        _ = proto.GraphDefs
    assert proto.SavedModel is SavedModel  # though all files have been read
