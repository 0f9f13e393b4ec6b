"""Portable artifacts of StableHLO, MLIR's bytecode, and programs that JAX has exported."""

from __future__ import annotations

from tfir.cli.files import Output, read_bytes, shown_name
from tfir.cli.flags import Flag
from tfir.ir.diagnostics import Diagnostic, Error

from tftranslate.formats import STABLEHLO, Direction, Kind
from tftranslate.modules import module_of, read_module, write_module


def serialize_stablehlo(source: str, arguments) -> None:
    """Reads a module of StableHLO and writes it as a portable artifact. Raises Error for what the target version cannot say."""
    from tfir.conversion.vhlo.artifact import deserialize, serialize

    module = read_module(source)
    deserialize(module)
    pieces = serialize(module, arguments.target_version, not arguments.strip_debuginfo, arguments.allow_other_dialects)
    with Output(arguments.output, binary=True) as out:
        for piece in pieces:
            out.write(piece)


def serialize_jax_export(source: str, arguments) -> None:
    from tftranslate.jax_export import serialize_export

    serialize_export(source, arguments)


def deserialize_stablehlo(source: str, arguments) -> None:
    """Reads a portable artifact, of whatever version, and writes it as StableHLO."""
    from tfir.analysis.exported_names import name_arguments
    from tfir.conversion.vhlo.artifact import deserialize
    from tfir.dialects import verify

    data = read_bytes(source)
    if arguments.print_stablehlo_version:
        print(version_line(data), flush=True)
    module = artifact_of(data, source)
    if deserialize(module):
        verify(module)
    if begins_export(data):
        name_arguments(module)
    write_module(module, arguments)


def artifact_of(data, source: str):
    """The module in a file. Of bytecode that cannot be read, what the newest version is that can is told as well."""
    from tfir.conversion.vhlo.artifact import NEWEST

    try:
        return module_of(data, source)
    except Error as error:
        if begins_bytecode(data) or begins_export(data):
            error.diagnostics.append(Diagnostic(f"failed to deserialize portable artifact using {NEWEST}"))
        raise


def version_line(data) -> str:
    """A comment that says which version of StableHLO an artifact is of, in upstream's words. The name of what wrote it stands in front."""
    from tfir.cli.file_formats import exported_module
    from tfir.conversion.vhlo.artifact import PRODUCER

    name, _, _ = bytes(exported_module(data) or data)[5:64].partition(b"\0")
    if not name.startswith(PRODUCER.encode()):
        return "// Failed parsing StableHLO version from portable artifact"
    return f"// Reading portable artifact with StableHLO version: {name.decode().removeprefix(PRODUCER)}"


def begins_bytecode(data) -> bool:
    from tfir.cli.file_formats import is_bytecode

    return is_bytecode(data)


def begins_export(data) -> bool:
    from tfir.cli.file_formats import exported_module

    return exported_module(data) is not None


def facts_of_bytecode(file) -> dict:
    from tftranslate.inspection.bytecode_facts import facts_of_bytecode

    return facts_of_bytecode(file.data, shown_name(file.path))


def facts_of_export(file) -> dict:
    from tftranslate.inspection.bytecode_facts import facts_of_export

    return facts_of_export(file.data, shown_name(file.path))


KINDS = [
    Kind("MLIR bytecode", "--deserialize-stablehlo", begins_bytecode, facts_of_bytecode),
    Kind("JAX export", "--deserialize-stablehlo", begins_export, facts_of_export),
]
DIRECTIONS = [
    Direction(
        Flag("serialize-jax-export", "Write the main function of StableHLO in the form that jax.export.deserialize() reads."),
        serialize_jax_export,
        ("target-version", "strip-debuginfo", "template"),
        lambda arguments: True,
        between=("mlir", "jax-export"),
        lowering=STABLEHLO,
    ),
    Direction(
        Flag(
            "serialize-stablehlo",
            "Write StableHLO as a portable artifact, for readers of --target-version and of all later ones.",
            also=("serialize",),
        ),
        serialize_stablehlo,
        ("target-version", "strip-debuginfo", "allow-other-dialects"),
        lambda arguments: True,
        between=("mlir", "stablehlo"),
        lowering=STABLEHLO,
    ),
    Direction(
        Flag(
            "deserialize-stablehlo",
            "Read a portable artifact, or what jax.export(..).serialize() wrote, and write it as StableHLO.",
            also=("deserialize",),
        ),
        deserialize_stablehlo,
        ("mlir-print-debuginfo", "elide-large-constants", "print-stablehlo-version"),
        between=("stablehlo", "mlir"),
    ),
]
FLAGS = [
    Flag(
        "target-version",
        "The version of StableHLO that is to read the artifact, 0.9.0 or later; without it the current one, and of JAX's exports 1.13.0.",
        "1.X.Y|current",
        default="",
        also=("target",),
    ),
    Flag("print-stablehlo-version", "With --deserialize-stablehlo: say in a comment for which version the artifact was written."),
    Flag("strip-debuginfo", "Leave locations out."),
    Flag("allow-other-dialects", "Leave ops of dialects other than StableHLO in the artifact as they are; they may change."),
]
