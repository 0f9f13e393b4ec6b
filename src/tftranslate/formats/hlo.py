"""XLA's HLO, as text and as an HloModuleProto, an HloProto around one, or an HloSnapshot."""

from __future__ import annotations

from tfir.cli.files import Output, read_bytes, shown_name
from tfir.cli.flags import Flag

from tftranslate.formats import STABLEHLO, Direction, Kind
from tftranslate.modules import read_named, write_module

OPENING = b"HloModule"


def hlo_text_to_mlir(source: str, arguments) -> None:
    """Reads HLO's text and writes it as StableHLO. Raises Error for what is no HLO, and for opcodes without a counterpart."""
    write_module(module_of_text(read_bytes(source), shown_name(source)), arguments, keep_names=True)


def hlo_proto_to_mlir(source: str, arguments) -> None:
    write_module(module_of_proto(read_bytes(source), shown_name(source)), arguments, keep_names=True)


def module_of_text(data, name: str):
    from tfir.cli.files import decoded
    from tfir.ir.location import Source

    from tftranslate.hlo.text.reader import read_module as read_text

    return imported(*read_text(Source(name, decoded(bytes(data)))))


def module_of_proto(data, name: str):
    from tftranslate.hlo.proto_files import module_of

    return imported(module_of(data, name), {})


def imported(proto, settings):
    from tfir.dialects import verify

    from tftranslate.hlo.import_module import import_module

    module = import_module(proto, settings)
    verify(module)
    return module


def mlir_to_hlo_text(source: str, arguments) -> None:
    from tftranslate.hlo.export_module import export_module
    from tftranslate.hlo.text.writer import module_text

    pieces = module_text(*export_module(read_named(source)))
    with Output(arguments.output) as out:
        for piece in pieces:
            out.write(piece)


def mlir_to_hlo_proto(source: str, arguments) -> None:
    from tftranslate.hlo.export_module import export_module

    proto, _ = export_module(read_named(source))
    with Output(arguments.output, binary=True) as out:
        out.write(proto.SerializeToString(deterministic=True))


def begins_text(data) -> bool:
    from tftranslate.recognition import first_word

    return first_word(data) == OPENING.decode()


def begins_proto(data) -> bool:
    from tftranslate.hlo.proto_files import is_module

    return is_module(data)


READING = ("mlir-print-debuginfo", "elide-large-constants")
KINDS = [
    Kind("module of HLO as text", "--hlo-text-to-mlir", begins_text, module=module_of_text),
    Kind("module of HLO", "--hlo-proto-to-mlir", begins_proto, module=module_of_proto),
]
DIRECTIONS = [
    Direction(Flag("hlo-text-to-mlir", "Read XLA's HLO, as it is printed, as StableHLO."), hlo_text_to_mlir, READING),
    Direction(
        Flag("mlir-to-hlo-text", "Write StableHLO as XLA's HLO, with layouts and all constants."), mlir_to_hlo_text, lowering=STABLEHLO
    ),
    Direction(Flag("hlo-proto-to-mlir", "Read an HloModuleProto, alone or in an HloProto, as StableHLO."), hlo_proto_to_mlir, READING),
    Direction(
        Flag("mlir-to-hlo-proto", "Write StableHLO as an HloModuleProto."),
        mlir_to_hlo_proto,
        is_binary=lambda arguments: True,
        lowering=STABLEHLO,
    ),
]
