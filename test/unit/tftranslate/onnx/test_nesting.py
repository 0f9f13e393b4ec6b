"""Graphs within each other: as many as protobuf reads, which stops at a hundred messages. ONNX Runtime 1.32 loads 31 and refuses 32."""

import pytest
from nested_branches import nested_branches
from tfir.dialects import dialect, lookup
from tfir.ir.diagnostics import Error
from tfir.ir.location import Source
from tfir.proto import OnnxModel
from tfir.text.parser import parse

from tftranslate.onnx.export_model import MOST_INSIDE, export_model
from tftranslate.onnx.import_model import import_model


def branches(depth: int) -> str:
    first = '"onnx.Neg"(%x) : (tensor<2xf32>) -> tensor<2xf32>'
    return nested_branches(depth, first, "onnx.Abs", "onnx.If", "onnx.Yield")


def exported(depth: int) -> OnnxModel:
    return export_model(parse(Source("deep.mlir", branches(depth)), lookup, dialect))


def test_as_many_as_are_read():
    model = OnnxModel.FromString(exported(MOST_INSIDE).SerializeToString())
    assert len([op for op in import_model(model).walk() if op.name == "onnx.If"]) == MOST_INSIDE


def test_one_more_is_refused():
    with pytest.raises(Error, match="protobuf reads no more than 31 graphs within each other"):
        exported(MOST_INSIDE + 1)
