"""Inputs and outputs of signatures that are several tensors each."""

from tfir.proto import TensorInfo

from tftranslate.saved_model.signature_function import flattened

DT_FLOAT, DT_INT64 = 1, 9  # types.proto


def test_a_sparse_tensor_is_three():
    info = TensorInfo(dtype=DT_FLOAT)
    info.coo_sparse.values_tensor_name, info.coo_sparse.indices_tensor_name, info.coo_sparse.dense_shape_tensor_name = "v:0", "i:0", "s:0"
    result = [(key, part.name, part.dtype) for key, part in flattened("x", info)]
    assert result == [("x.values", "v:0", DT_FLOAT), ("x.indices", "i:0", DT_INT64), ("x.dense_shape", "s:0", DT_INT64)]


def test_a_composite_tensor_is_its_components():
    info = TensorInfo()
    info.composite_tensor.components.add(name="a:0")
    info.composite_tensor.components.add().composite_tensor.components.add(name="b:1")
    assert [(key, part.name) for key, part in flattened("x", info)] == [("x.0", "a:0"), ("x.1.0", "b:1")]


def test_any_other_is_itself():
    info = TensorInfo(name="a:0")
    assert flattened("x", info) == [("x", info)]
