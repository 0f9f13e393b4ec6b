"""Models of ONNX that are made here field by field: what becomes of each part, and what is refused."""

from __future__ import annotations

import numpy as np
import pytest
from onnx_tests import results_of, text_of, written_again
from tfir.ir.diagnostics import Error
from tfir.proto import OnnxAttribute, OnnxModel, OnnxTensor

from tftranslate.formats.onnx import module_of_file
from tftranslate.onnx.tensors import elements_of, is_inside


def model(opset: int = 21, ir_version: int = 10) -> OnnxModel:
    made = OnnxModel(ir_version=ir_version, producer_name="by hand")
    made.opset_import.add(domain="", version=opset)
    made.graph.name = "g"
    return made


def add_info(infos, name: str, element: int, sizes) -> None:
    info = infos.add(name=name)
    info.type.tensor_type.elem_type = element
    info.type.tensor_type.shape.SetInParent()
    for size in sizes:
        dim = info.type.tensor_type.shape.dim.add()
        if isinstance(size, str):
            dim.dim_param = size
        else:
            dim.dim_value = size


def add_tensor(tensors, name: str, array: np.ndarray, number: int, **fields) -> OnnxTensor:
    tensor = tensors.add(name=name, data_type=number, dims=array.shape, **fields)
    if not fields:
        tensor.raw_data = array.tobytes()
    return tensor


def sum_of_input_and_weight(**fields) -> OnnxModel:
    made = model()
    add_info(made.graph.input, "x", 1, ["N", 2])
    add_tensor(made.graph.initializer, "w", np.array([10, 20], np.float32), 1, **fields)
    made.graph.node.add(op_type="Add", input=["x", "w"], output=["y"], name="sum")
    add_info(made.graph.output, "y", 1, ["N", 2])
    return made


def read(made: OnnxModel, folder=None) -> str:
    return text_of(made.SerializeToString(deterministic=True), "model.onnx", folder)


def is_same_again(made: OnnxModel) -> bool:
    data = made.SerializeToString(deterministic=True)
    return written_again(text_of(data, "model.onnx"), "model.onnx") == data


def test_sizes_have_their_names_and_initializers_are_constants():
    text = read(sum_of_input_and_weight())
    assert 'tensor<?x2xf32> {onnx.dim_params = "0:N", onnx.name = "x"}' in text
    assert 'tf.entry_function = {inputs = "x", outputs = "y"}' in text
    assert "dense<[1.000000e+01, 2.000000e+01]>" in text
    assert "onnx.wire" not in text
    (call,) = results_of(text, "interpreter", [[np.ones((3, 2), np.float32)]])
    assert call[0].tolist() == [[11, 21]] * 3


@pytest.mark.parametrize(
    "change",
    [
        lambda made: made.metadata_props.add(key="author", value="A"),
        lambda made: setattr(made, "doc_string", "what it is for"),
        lambda made: setattr(made.graph.node[0], "doc_string", "adds"),
        lambda made: made.graph.node[0].metadata_props.add(key="pkg", value="torch"),
        lambda made: setattr(made.graph.input[0], "doc_string", "an image"),
        lambda made: add_info(made.graph.value_info, "y", 1, ["N", "M"]),
        lambda made: made.graph.node[0].input.append(""),
        lambda made: made.opset_import.add(domain="com.microsoft", version=1),
        lambda made: setattr(made.graph.node[0], "domain", "ai.onnx"),
        lambda made: made.graph.quantization_annotation.add(tensor_name="x"),
    ],
)
def test_what_the_text_does_not_say_comes_back(change):
    made = sum_of_input_and_weight()
    change(made)
    assert is_same_again(made)


def test_what_is_kept_goes_when_the_text_says_otherwise():
    made = sum_of_input_and_weight()
    made.graph.node[0].doc_string = "adds"
    text = read(made).replace('"onnx.Add"', '"onnx.Sub"')
    back = OnnxModel.FromString(written_again(text, "model.onnx"))
    assert back.graph.node[0].op_type == "Sub" and not back.graph.node[0].doc_string


def test_elements_in_lists():
    made = model()
    add_info(made.graph.input, "x", 1, [2])
    tensor = made.graph.initializer.add(name="w", data_type=1, dims=[2])
    tensor.float_data.extend([0.5, -0.0])
    made.graph.node.add(op_type="Add", input=["x", "w"], output=["y"])
    add_info(made.graph.output, "y", 1, [2])
    assert is_same_again(made)
    assert "dense<[5.000000e-01, -0.000000e+00]>" in read(made)


@pytest.mark.parametrize(
    ("number", "field", "values", "expected"),
    [
        (10, "int32_data", [0x3C00, 0xC000], [1.0, -2.0]),  # f16 by its bits
        (16, "int32_data", [0x3F80, 0xC000], [1.0, -2.0]),  # bf16
        (21, "int32_data", [0x2F], [15, 2]),  # two uint4, the first in the lower bits
        (22, "int32_data", [0x2F], [-1, 2]),  # int4
        (25, "int32_data", [0b1110], [2, 3]),  # uint2
        (9, "int32_data", [0, 1], [False, True]),
        (12, "uint64_data", [1, 4294967295], [1, 4294967295]),
        (15, "double_data", [1.0, 2.0, 3.0, -4.0], [1 + 2j, 3 - 4j]),
        (17, "int32_data", [0x38, 0x7E], [1.0, 448.0]),  # f8E4M3FN
        (23, "int32_data", [0x72], [1.0, 6.0]),  # f4E2M1FN
    ],
)
def test_element_types(number, field, values, expected):
    from tfir.ods.arrays import array_of

    tensor = OnnxTensor(data_type=number, dims=[2])
    getattr(tensor, field).extend(values)
    array = array_of(elements_of(tensor, None))
    assert [complex(each) for each in array.tolist()] == [complex(each) for each in expected]


def test_an_old_format_has_initializers_among_its_inputs_and_a_new_one_defaults():
    for ir_version, inputs in ((3, "x"), (4, "x,w")):
        made = sum_of_input_and_weight()
        made.ir_version = ir_version
        add_info(made.graph.input, "w", 1, [2])
        text = read(made)
        assert f'inputs = "{inputs}"' in text
        assert ("tfir.default" in text) == (ir_version == 4)
        assert is_same_again(made)


def test_inputs_of_an_old_format_come_back_in_their_order():
    made = sum_of_input_and_weight()
    made.ir_version = 3
    add_tensor(made.graph.initializer, "v", np.array([1, 2], np.float32), 1)
    x = made.graph.input.pop()
    for name in ("v", "w"):
        add_info(made.graph.input, name, 1, [2])
    made.graph.input.append(x)
    assert is_same_again(made)


def test_older_forms_of_operators():
    for opset, operator, attributes in ((12, "SqueezeV11", {"axes": [0]}), (13, "Squeeze", {})):
        made = model(opset)
        add_info(made.graph.input, "x", 1, [1, 2])
        node = made.graph.node.add(op_type="Squeeze", input=["x"], output=["y"])
        for name, numbers in attributes.items():
            node.attribute.add(name=name, ints=numbers, type=7)
        add_info(made.graph.output, "y", 1, [2])
        text = read(made)
        assert f'"onnx.{operator}"(' in text
        assert is_same_again(made)
        assert results_of(text, "interpreter", [[np.array([[3, 4]], np.float32)]])[0][0].tolist() == [3, 4]


def test_softmax_of_old_takes_the_rest_as_one_axis():
    """With axis 1 of [1, 2, 1], old ones normalize both numbers, new ones too; with axis 2 each number is 1."""
    results = {}
    for opset in (12, 13):
        made = model(opset)
        add_info(made.graph.input, "x", 1, [1, 2, 2])
        made.graph.node.add(op_type="Softmax", input=["x"], output=["y"]).attribute.add(name="axis", i=1, type=2)
        add_info(made.graph.output, "y", 1, [1, 2, 2])
        results[opset] = results_of(read(made), "interpreter", [[np.zeros((1, 2, 2), np.float32)]])[0][0].ravel().tolist()
    assert results == {12: [0.25] * 4, 13: [0.5] * 4}


def test_functions_of_the_model_are_written_out_with_the_attributes_of_their_calls():
    made = model()
    made.opset_import.add(domain="mine", version=1)
    function = made.functions.add(name="Scaled", domain="mine", input=["a"], output=["b"], attribute=["alpha"])
    function.opset_import.add(domain="", version=21)
    node = function.node.add(op_type="LeakyRelu", input=["a"], output=["b"])
    node.attribute.add(name="alpha", ref_attr_name="alpha", type=1)
    add_info(made.graph.input, "x", 1, [2])
    call = made.graph.node.add(op_type="Scaled", domain="mine", input=["x"], output=["y"])
    call.attribute.add(name="alpha", f=0.5, type=1)
    add_info(made.graph.output, "y", 1, [2])
    text = read(made)
    assert is_same_again(made)
    assert results_of(text, "interpreter", [[np.array([-4, 4], np.float32)]])[0][0].tolist() == [-2, 4]


def test_tensors_in_files_beside_the_model(tmp_path):
    (tmp_path / "w.bin").write_bytes(b"\0" * 4 + np.array([10, 20], np.float32).tobytes())
    made = sum_of_input_and_weight(data_location=1)
    for key, value in (("location", "w.bin"), ("offset", "4"), ("length", "8")):
        made.graph.initializer[0].external_data.add(key=key, value=value)
    assert "dense<[1.000000e+01, 2.000000e+01]>" in read(made, str(tmp_path))
    made.graph.initializer[0].external_data[0].value = "../w.bin"
    with pytest.raises(Error, match=r"lies in '\.\./w\.bin', which is no file of the model's folder"):
        read(made, str(tmp_path))
    made.graph.initializer[0].external_data[0].value = "/etc/passwd"
    with pytest.raises(Error, match="no file of the model's folder"):
        read(made, str(tmp_path))
    (tmp_path / "inside").mkdir()
    (tmp_path / "inside" / "link").symlink_to(tmp_path / "w.bin")
    assert not is_inside(str(tmp_path / "inside" / "link"), str(tmp_path / "inside"))


def break_up(made: OnnxModel, how: str) -> None:
    node, tensor = made.graph.node[0], made.graph.initializer[0]
    {
        "unknown": lambda: setattr(node, "op_type", "Addd"),
        "undefined": lambda: node.input.__setitem__(0, "z"),
        "twice": lambda: node.output.__setitem__(0, "x"),
        "short": lambda: setattr(tensor, "raw_data", b"123"),
        "type": lambda: setattr(tensor, "data_type", 99),
        "negative": lambda: tensor.dims.__setitem__(0, -2),
        "old": lambda: setattr(made.opset_import[0], "version", 6),
        "new": lambda: setattr(made.opset_import[0], "version", 99),
        "no opset": lambda: made.opset_import.pop(),
        "no graph": lambda: made.ClearField("graph"),
        "elements": lambda: setattr(made.graph.input[0].type.tensor_type, "elem_type", 7),
        "more outputs": lambda: node.output.append("more"),
        "no scale": lambda: (setattr(node, "op_type", "DequantizeLinear"), node.input.pop()),
        "attribute twice": lambda: node.attribute.extend([OnnxAttribute(name="a", i=1, type=2)] * 2),
    }[how]()


@pytest.mark.parametrize(
    ("how", "words"),
    [
        ("unknown", "ONNX has no operator Addd"),
        ("undefined", "nothing defines 'z' before it is used"),
        ("twice", "'x' is defined twice"),
        ("short", "has 3 bytes, where its sizes ask for 8"),
        ("type", "99 is the number of no element type"),
        ("negative", "sizes are not negative"),
        ("old", "the model is of operator set 6; those from 7 on are read"),
        ("new", "the model is of operator set 99; those up to 28 are known"),
        ("no opset", "no operator set of the domain 'ai.onnx' is imported"),
        ("no graph", "the model has no graph"),
        ("elements", "but operand #0 has elements of i64"),
        ("more outputs", "has 2 outputs"),
        ("no scale", "op expected 2 operands, but found 1"),
        ("attribute twice", "has the attribute 'a' twice"),
    ],
)
def test_what_is_wrong_is_told(how, words):
    made = sum_of_input_and_weight()
    break_up(made, how)
    with pytest.raises(Error, match=words.replace("(", r"\(")):
        module_of_file(made.SerializeToString(), "model.onnx")


def with_sparse_weight(places, dims=(2, 2), numbers=(3.0, -4.0)) -> OnnxModel:
    """y = x + w, where most of w is not stored."""
    made = sum_of_input_and_weight()
    tensor = made.graph.initializer.pop()
    sparse = made.graph.sparse_initializer.add(dims=dims)
    sparse.values.CopyFrom(OnnxTensor(name=tensor.name, data_type=1, dims=[len(numbers)], float_data=numbers))
    sparse.indices.CopyFrom(OnnxTensor(data_type=7, dims=np.shape(places), int64_data=np.ravel(places)))
    return made


@pytest.mark.parametrize("places", [[1, 2], [[0, 1], [1, 0]]])
def test_a_sparse_initializer_has_all_its_elements(places):
    text = read(with_sparse_weight(places))
    assert "dense<[[0.000000e+00, 3.000000e+00], [-4.000000e+00, 0.000000e+00]]> : tensor<2x2xf32>" in text


@pytest.mark.parametrize(
    ("places", "dims", "words"),
    [
        ([1, 4], (2, 2), "has a place that is outside of it"),
        ([[0, 0], [0, -1]], (2, 2), "has a place that is outside of it"),
        ([1], (2, 2), "has values of tensor<2xf32> at places of tensor<1xi64>"),
        ([1, 2], (1000, 1000), "has 1000000 elements, of which 2 are stored"),
        ([1, 2], (-2, -2), "none is negative"),
    ],
)
def test_what_is_wrong_with_a_sparse_initializer_is_told(places, dims, words):
    with pytest.raises(Error, match=words):
        read(with_sparse_weight(places, dims))


def test_an_operator_that_is_what_it_was_in_the_first_operator_set():
    made = sum_of_input_and_weight()
    made.opset_import[0].version = 1
    made.graph.node[0].op_type = "MatMul"
    assert "onnx.MatMul" in read(made)
