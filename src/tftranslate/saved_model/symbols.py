"""What stands for the variables, constants and assets of a SavedModel in tf_saved_model."""

from __future__ import annotations

import os

from tfir.cli.files import read_bytes
from tfir.dialects.tf_saved_model import CONTENT, TRAINABLE
from tfir.dialects.tf_type import STRING, SubtypedType
from tfir.ir.attributes import Attribute, BoolAttr, StringAttr, TypeAttr, UnitAttr
from tfir.ir.dense import DenseStringsAttr
from tfir.ir.operations import Operation
from tfir.ir.types import ShapedType, TensorType

from tftranslate.saved_model.directory import SavedModelDirectory


def asset_op(model: SavedModelDirectory, index: int, filename: str) -> Operation:
    path, base = model.asset(filename), filename.rpartition("/")[2]
    attributes: dict[str, Attribute] = {
        "sym_name": StringAttr(f"__tf_saved_model_asset{index}_{base}"),
        "filename": StringAttr(f"assets/{filename}"),
    }
    if os.path.isfile(path):
        attributes[CONTENT] = DenseStringsAttr(TensorType((), STRING), [bytes(read_bytes(path))], True)
    return Operation("tf_saved_model.asset", attributes=attributes)


def global_tensor(name: str, type: ShapedType, value, mutable: bool, trainable: bool = True) -> Operation:
    attributes: dict[str, Attribute] = {"sym_name": StringAttr(name), "type": TypeAttr(type), "value": value}
    if mutable:
        attributes["is_mutable"] = UnitAttr()
    if not trainable and is_real(type):
        attributes[TRAINABLE] = BoolAttr(False)
    return Operation("tf_saved_model.global_tensor", attributes=attributes)


def is_real(type: ShapedType) -> bool:
    return type.element.text.startswith(("f", "bf", "complex"))


def bound_type(symbol: Operation) -> TensorType:
    """The type by which a function sees a symbol: a handle of a variable, the value of a constant, the path of an asset."""
    if symbol.name == "tf_saved_model.asset":
        return TensorType((), STRING)
    type = symbol.attributes["type"].type
    return TensorType((), SubtypedType("resource", [type])) if "is_mutable" in symbol.attributes else type
