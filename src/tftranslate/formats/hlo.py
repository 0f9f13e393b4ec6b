"""XLA's HLO, as text and as an HloModuleProto, an HloProto around one, or an HloSnapshot."""

from __future__ import annotations

from tfir.cli.files import Output, read_bytes, shown_name
from tfir.cli.flags import Flag

from tftranslate.formats import Direction, Kind
from tftranslate.modules import read_module, write_module

OPENING = b"HloModule"


def hlo_text_to_mlir(source: str, arguments) -> None:
    """Reads HLO's text and writes it as StableHLO. Raises Error for what is no HLO, and for opcodes without a counterpart."""
    from tfir.ir.location import Source

    from tftranslate.hlo.text.reader import read_module as read_text

    data = bytes(read_bytes(source)).decode("utf-8", "surrogateescape")
    write_imported(*read_text(Source(shown_name(source), data)), arguments)


def hlo_proto_to_mlir(source: str, arguments) -> None:
    from tftranslate.hlo.proto_files import module_of

    write_imported(module_of(read_bytes(source), shown_name(source)), {}, arguments)


def write_imported(proto, settings, arguments) -> None:
    from tfir.dialects import verify

    from tftranslate.hlo.import_module import import_module

    module = import_module(proto, settings)
    verify(module)
    write_module(module, arguments, keep_names=True)


def mlir_to_hlo_text(source: str, arguments) -> None:
    from tftranslate.hlo.export_module import export_module
    from tftranslate.hlo.text.writer import module_text

    pieces = module_text(*export_module(read_module(source, keep_names=True)))
    with Output(arguments.output) as out:
        for piece in pieces:
            out.write(piece)


def mlir_to_hlo_proto(source: str, arguments) -> None:
    from tftranslate.hlo.export_module import export_module

    proto, _ = export_module(read_module(source, keep_names=True))
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
    Kind("module of HLO as text", "--hlo-text-to-mlir", begins_text),
    Kind("module of HLO", "--hlo-proto-to-mlir", begins_proto),
]
DIRECTIONS = [
    Direction(Flag("hlo-text-to-mlir", "Read XLA's HLO, as it is printed, as StableHLO."), hlo_text_to_mlir, READING),
    Direction(Flag("mlir-to-hlo-text", "Write StableHLO as XLA's HLO, with layouts and all constants."), mlir_to_hlo_text),
    Direction(Flag("hlo-proto-to-mlir", "Read an HloModuleProto, alone or in an HloProto, as StableHLO."), hlo_proto_to_mlir, READING),
    Direction(Flag("mlir-to-hlo-proto", "Write StableHLO as an HloModuleProto."), mlir_to_hlo_proto, is_binary=lambda arguments: True),
]
