"""SPIR-V in its binary form, which drivers and SPIR-V's own tools take."""

from __future__ import annotations

from tfir.cli.file_formats import SPIRV
from tfir.cli.files import read_bytes, shown_name
from tfir.cli.flags import Flag

from tftranslate.formats import DISPATCHES, Direction, Kind
from tftranslate.modules import write_module


def serialize_spirv(source: str, arguments) -> None:
    """Writes the `spirv.module` of a text as binary SPIR-V; to a directory, each module as NAME.spv."""
    from tftranslate.spirv_binary import serialize

    serialize(source, arguments.output)


def deserialize_spirv(source: str, arguments) -> None:
    """Reads a binary SPIR-V module, and writes it as a `spirv.module`. Raises Error for what the dialect does not have."""
    write_module(module_of(read_bytes(source), shown_name(source)), arguments)


def module_of(data, name: str):
    from tfir.dialects import verify

    from tftranslate.spirv_reading import module_of

    module = module_of(data, name)
    verify(module)
    return module


def begins(data) -> bool:
    return bytes(data[: len(SPIRV)]) == SPIRV


KINDS = [Kind("SPIR-V module", "--deserialize-spirv", begins, module=module_of)]

DIRECTIONS = [
    Direction(
        Flag("serialize-spirv", "Write the spirv.module of a text as binary SPIR-V; to a directory, each of them as NAME.spv."),
        serialize_spirv,
        is_binary=lambda arguments: True,
        between=("mlir", "spirv"),
        lowering=DISPATCHES,
    ),
    Direction(
        Flag("deserialize-spirv", "Make a spirv.module of binary SPIR-V, as drivers take it and glslangValidator writes it."),
        deserialize_spirv,
        between=("spirv", "mlir"),
    ),
]
