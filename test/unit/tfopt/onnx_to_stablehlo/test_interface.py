"""Sequences, optionals and maps as inputs and outputs."""

from __future__ import annotations

import numpy as np
import pytest
from onnx_tests import executed_with_names, lowered, text_of
from tfir.ir.diagnostics import Error
from tfir.proto import OnnxModel

F32, I64 = 1, 7


def tensor(proto, element=F32, shape=()):
    proto.tensor_type.elem_type = element
    proto.tensor_type.shape.SetInParent()
    for size in shape:
        proto.tensor_type.shape.dim.add(dim_value=size)


def sequence(proto):
    proto.sequence_type.elem_type.tensor_type.elem_type = F32


def optional(proto):
    proto.optional_type.elem_type.tensor_type.elem_type = F32


def map_of_floats(proto):
    proto.map_type.key_type = I64
    tensor(proto.map_type.value_type)


def text(operator: str, inputs: dict, domain="", outputs=("y",), **attributes) -> str:
    from tfir.ir.attributes import attribute

    from tftranslate.onnx.attributes import fill_attribute

    model = OnnxModel(ir_version=10)
    model.opset_import.add(domain="", version=18)
    model.opset_import.add(domain="ai.onnx.ml", version=3)
    for name, fill in inputs.items():
        fill(model.graph.input.add(name=name).type)
    node = model.graph.node.add(op_type=operator, domain=domain, input=list(inputs), output=outputs)
    for name, value in attributes.items():
        fill_attribute(node.attribute.add(name=name), attribute(value), None)
    for name in outputs:
        model.graph.output.add(name=name)
    return text_of(model.SerializeToString(), "m")


def test_the_tensors_of_a_sequence_are_inputs_and_outputs():
    a, b, c = [np.full(size, size, np.float32) for size in (1, 2, 3)]
    given = {"x.0": a, "x.1": b, "t": c}
    program = text("SequenceInsert", {"x": sequence, "t": lambda proto: tensor(proto, shape=[3])})
    results = executed_with_names(program, "x:1:2", given)
    assert {name: array.tolist() for name, array in results.items()} == {"y.0": [1], "y.1": [2, 2], "y.2": [3, 3, 3]}


def test_an_empty_sequence_is_no_input():
    program = text("SequenceInsert", {"x": sequence, "t": lambda proto: tensor(proto, shape=[3])})
    results = executed_with_names(program, "x", {"t": np.zeros(3, np.float32)})
    assert {name: array.tolist() for name, array in results.items()} == {"y.0": [0, 0, 0]}


def test_an_optional_is_what_is_in_it():
    x = np.arange(2, dtype=np.float32)
    program = text("OptionalHasElement", {"x": optional})
    assert executed_with_names(program, "x:2", {"x": x})["y"].item() is True
    assert executed_with_names(program, "x", {})["y"].item() is False
    assert executed_with_names(text("OptionalGetElement", {"x": optional}), "x:?", {"x": x})["y"].tolist() == [0, 1]
    assert executed_with_names(text("Optional", {"x": lambda proto: tensor(proto, shape=[2])}), "", {"x": x})["y"].tolist() == [0, 1]
    with pytest.raises(Error, match="takes the value out of an optional that has none"):
        lowered(text("OptionalGetElement", {"x": optional}), "interpreter", holds="x")


def test_a_map_is_keys_and_values():
    """ONNX Runtime gives [[4, 0, 2.5]] and [[-4, 7, 2]] of such maps, and [0, -4.7, 0, 0, 2.5, 0]."""
    keys, values = np.array([1, 3, 2]), np.array([2.5, 4, 7], np.float32)
    program = text("DictVectorizer", {"x": map_of_floats}, "ai.onnx.ml", int64_vocabulary=[3, 9, 1])
    assert executed_with_names(program, "x:3", {"x.keys": keys, "x.values": values})["y"].tolist() == [[4, 0, 2.5]]
    given = {"x.keys": np.array([4, -1, 2]), "x.values": np.array([2.5, -4.7, 7], np.float32)}
    assert executed_with_names(text("CastMap", {"x": map_of_floats}, "ai.onnx.ml", cast_to="TO_INT64"), "x:3", given)["y"].tolist() == [
        [-4, 7, 2]
    ]
    given = {"x.keys": np.array([4, 1]), "x.values": np.array([2.5, -4.5], np.float32)}
    program = text("CastMap", {"x": map_of_floats}, "ai.onnx.ml", cast_to="TO_FLOAT", map_form="SPARSE", max_map=6)
    assert executed_with_names(program, "x:2", given)["y"].tolist() == [[0, -4.5, 0, 0, 2.5, 0]]
    program = text("ZipMap", {"x": lambda proto: tensor(proto, shape=[3, 2])}, "ai.onnx.ml", classlabels_int64s=[5, 7])
    results = executed_with_names(program, "", {"x": np.arange(6, dtype=np.float32).reshape(3, 2)})
    assert {name: array.tolist() for name, array in results.items()} == {"y.keys": [5, 7], "y.values": [[0, 1], [2, 3], [4, 5]]}


@pytest.mark.parametrize(
    ("kind", "holds", "message"),
    [
        (sequence, "", "takes 'x', a sequence: --onnx-to-stablehlo=holds=x:2x3:4x3 says the shapes of its tensors"),
        (optional, "", "takes 'x', an optional: --onnx-to-stablehlo=holds=x:2x3 says the shape of what is in it"),
        (map_of_floats, "", "takes 'x', a map: --onnx-to-stablehlo=holds=x:5 says how many entries it has"),
        (sequence, "x:2xa", "'2xa' is no shape of what 'x.0' holds"),
        (sequence, "x:2,z:2", "no input is called 'z'"),
        (map_of_floats, "x:2:3", "'x' is a map, of which 2 shapes say nothing"),
    ],
)
def test_what_an_input_holds_has_to_be_told(kind, holds, message):
    with pytest.raises(Error) as error:
        lowered(text("Identity", {"x": kind}), "interpreter", holds=holds)
    assert message in str(error.value)
