"""ONNX's models, read as the `onnx` dialect and written from it."""

from __future__ import annotations

import os

from tfir.cli.files import Output, read_bytes, shown_name
from tfir.cli.flags import Flag

from tftranslate.formats import Direction, Kind, Lowering
from tftranslate.modules import read_module, write_module

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tfir.ir.operations import Operation
    from tfir.proto import OnnxModel


def onnx_to_mlir(source: str, arguments) -> None:
    """Reads a model and writes it as a module of `onnx`. Raises Error for what is damaged, and for operators that ONNX does not have."""
    folder = None if source == "-" else os.path.dirname(source) or "."
    write_module(module_of_file(read_bytes(source), shown_name(source), folder), arguments, keep_names=True)


def module_of_file(data, name: str, folder: str | None = None) -> Operation:
    from tfir.dialects import verify

    from tftranslate.onnx.import_model import import_model

    module = import_model(read_model(data, name), folder)
    verify(module)
    return module


def inspected(data, name: str) -> Operation:
    """The module of the file of a name, of which facts are told."""
    return module_of_file(data, name, os.path.dirname(name) or ".")


def read_model(data, name: str) -> OnnxModel:
    """The model in a file's bytes. Raises Error for what is none."""
    from google.protobuf.message import DecodeError
    from tfir.ir.diagnostics import Error
    from tfir.proto import OnnxModel

    model = OnnxModel()
    try:
        model.ParseFromString(bytes(data))
    except DecodeError:
        raise Error(f"{name}: not a model of ONNX, or a damaged one") from None
    return model


def mlir_to_onnx(source: str, arguments) -> None:
    from tftranslate.onnx.export_model import export_model

    proto = export_model(read_module(source))
    with Output(arguments.output, binary=True) as out:
        out.write(proto.SerializeToString(deterministic=True))


def begins(data) -> bool:
    from tfir.cli.file_formats import is_onnx

    return is_onnx(memoryview(data))


READING = ("mlir-print-debuginfo", "elide-large-constants")
KINDS = [Kind("model of ONNX", "--onnx-to-mlir", begins, module=inspected)]
DIRECTIONS = [
    Direction(Flag("onnx-to-mlir", "Read a model of ONNX as the onnx dialect, in the operator set that it is of."), onnx_to_mlir, READING),
    Direction(
        Flag("mlir-to-onnx", "Write the onnx dialect as a model of ONNX."),
        mlir_to_onnx,
        is_binary=lambda arguments: True,
        lowering=Lowering("onnx.", "--pipeline=onnx"),
    ),
]
