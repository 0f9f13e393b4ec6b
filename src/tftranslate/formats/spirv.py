"""SPIR-V in its binary form, which drivers and SPIR-V's own tools take."""

from __future__ import annotations

from tfir.cli.flags import Flag

from tftranslate.formats import Direction


def serialize_spirv(source: str, arguments) -> None:
    """Writes the `spirv.module` of a text as binary SPIR-V; to a directory, each module as NAME.spv."""
    from tftranslate.spirv_binary import serialize

    serialize(source, arguments.output)


DIRECTIONS = [
    Direction(
        Flag("serialize-spirv", "Write the spirv.module of a text as binary SPIR-V; to a directory, each of them as NAME.spv."),
        serialize_spirv,
        is_binary=lambda arguments: True,
    )
]
