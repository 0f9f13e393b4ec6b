"""Text, which the host computes with."""

from __future__ import annotations

import numpy as np
from onnx_tests import results_of, text_of
from tfir.proto import OnnxModel


def test_white_space_at_most_so_often():
    """As ONNX's own test `string_split_maxsplit` has it: where nothing is left behind the last word there is none."""
    model = OnnxModel(ir_version=9)
    model.opset_import.add(domain="", version=20)
    for infos, name, element in ((model.graph.input, "x", 8), (model.graph.output, "y", 8), (model.graph.output, "count", 7)):
        info = infos.add(name=name)
        info.type.tensor_type.elem_type = element
        if name == "x":
            for _ in range(2):
                info.type.tensor_type.shape.dim.add(dim_value=2)
    node = model.graph.node.add(op_type="StringSplit", input=["x"], output=["y", "count"])
    node.attribute.add(name="maxsplit", i=2, type=2)
    x = np.array([["hello world", "def.net"], ["o n n x", "the quick brown fox"]]).astype("S").astype(object)
    ((texts, counts),) = results_of(text_of(model.SerializeToString(), "m"), "interpreter", [[x]])
    assert counts.tolist() == [[2, 1], [3, 3]]
    assert texts.tolist() == [[[b"hello", b"world", b""], [b"def.net", b"", b""]], [[b"o", b"n", b"n x"], [b"the", b"quick", b"brown fox"]]]
