"""Models of TensorFlow Lite (.tflite)."""

from __future__ import annotations

from tfir.cli.files import Output, read_bytes, shown_name
from tfir.cli.flags import Flag

from tftranslate.formats import Direction, Kind, Lowering
from tftranslate.modules import read_module, write_module


def tflite_to_mlir(source: str, arguments) -> None:
    """Reads a model, as operations of tfl. Raises Error for what is no such model, and for operators that are not known."""
    write_module(module_of_tflite(read_bytes(source), shown_name(source)), arguments)


def module_of_tflite(data, name: str):
    from tfir.dialects import verify
    from tfir.ir.diagnostics import Error

    from tftranslate.tflite.file_layout import module_of_file

    try:
        module = module_of_file(data)
        verify(module)
    except Error as error:
        raise Error(f"{name}: {error}") from None
    return module


def mlir_to_tflite(source: str, arguments) -> None:
    """Writes a module of tfl. Raises Error for what such a file cannot hold."""
    from tftranslate.tflite.export_module import export_module
    from tftranslate.tflite.file_layout import kept_file
    from tftranslate.tflite.writing import written

    module = read_module(source)
    data = kept_file(module)
    if data is None:
        data = written(export_module(module))
    with Output(arguments.output, binary=True) as out:
        out.write(bytes(data))


def begins_tflite(data) -> bool:
    return bytes(data[4:8]) == b"TFL3"


KINDS = [Kind("TensorFlow Lite model", "--tflite-to-mlir", begins_tflite, module=module_of_tflite)]
DIRECTIONS = [
    Direction(
        Flag("tflite-to-mlir", "Read a model of TensorFlow Lite, as operations of tfl."),
        tflite_to_mlir,
        ("mlir-print-debuginfo", "elide-large-constants"),
    ),
    Direction(
        Flag("mlir-to-tflite", "Write operations of tfl as a model of TensorFlow Lite."),
        mlir_to_tflite,
        is_binary=lambda arguments: True,
        lowering=Lowering("tfl.", "--pipeline=tflite"),
    ),
]
