"""How attributes are called in which the onnx dialect keeps what ONNX's files say."""

from __future__ import annotations

ENTRY, DEFAULT = "tf.entry_function", "tfir.default"
NAME = "onnx.name"  # of an argument or result
DIM_PARAMS = "onnx.dim_params"  # the names of its sizes
NODE_NAME = "onnx_node_name"  # as onnx-mlir has it
OUTPUTS = "onnx.outputs"  # the names of an op's results
INITIALIZER = "onnx.initializer"  # of a constant that is no node
INPUT = "onnx.input"  # of one that is an input as well: its place among these
REFERENCES = "onnx.references"  # attributes that a function takes from its call: name -> that of the call's
REGION_NAMES = "onnx.region_names"  # what the subgraphs of a node of another domain are called
WIRE = "onnx.wire"  # what has no other place, as bytes


def function_symbol(domain: str, name: str, overload: str) -> str:
    """What the function is called that a model defines for nodes of a domain and type."""
    return ":".join([domain, name, *([overload] if overload else [])])
