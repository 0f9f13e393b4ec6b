"""Relay's text, with constants in it or in a file beside it."""

from __future__ import annotations

from tfir.cli.files import Output, read_bytes, shown_name
from tfir.cli.flags import Flag

from tftranslate.formats import Direction, Kind, Lowering
from tftranslate.modules import read_named, write_module

OPENING = b"#[version"


def module_of(data, name: str):
    """The module of a text. Raises Error for what is no Relay, and for operators that are not known."""
    from tfir.dialects import verify
    from tfir.ir.location import Source

    from tftranslate.relay.reader import read_module as read_text

    module = read_text(Source(name, bytes(data).decode("utf-8", "surrogateescape")))
    verify(module)
    return module


def relay_to_mlir(source: str, arguments) -> None:
    from tftranslate.relay.parameters import bind_parameters, read_parameters

    module = module_of(read_bytes(source), shown_name(source))
    if arguments.params is not None:
        bind_parameters(module, read_parameters(arguments.params), shown_name(arguments.params))
    write_module(module, arguments, keep_names=True)


def mlir_to_relay(source: str, arguments) -> None:
    from tftranslate.relay.writer import module_text

    module = read_named(source)
    if arguments.params_output is not None:
        from tftranslate.relay.parameters import take_parameters, write_parameters

        write_parameters(arguments.params_output, take_parameters(module, shown_name(source)))
    pieces = module_text(module)
    with Output(arguments.output) as out:
        for piece in pieces:
            out.write(piece)


def begins(data) -> bool:
    return bytes(data[:4096]).lstrip().startswith(OPENING)


READING = ("params", "mlir-print-debuginfo", "elide-large-constants")
KINDS = [Kind("program of Relay", "--relay-to-mlir", begins, module=module_of)]
DIRECTIONS = [
    Direction(Flag("relay-to-mlir", "Read Relay, as TVM printed it up to version 0.19, as the relay dialect."), relay_to_mlir, READING),
    Direction(
        Flag("mlir-to-relay", "Write the relay dialect as Relay's text."),
        mlir_to_relay,
        ("params-output",),
        lowering=Lowering("relay.", "--pipeline=relay"),
    ),
]
FLAGS = [
    Flag(
        "params",
        "Of Relay: constants in place of arguments of @main, by their names, from a file as TVM writes parameters, or an .npz file.",
        "FILE",
        endings=(".params", ".npz"),
    ),
]
