"""Files of numbers: a first line `#numbers`, then one number to a line."""

from tfir.cli.files import read_bytes
from tfir.cli.flags import Flag

from tftranslate.formats import Direction, Kind
from tftranslate.modules import write_module

MARK = b"#numbers\n"


def numbers_to_mlir(source: str, arguments) -> None:
    from tfir.dialects import dialect, lookup
    from tfir.ir.location import Source
    from tfir.text.parser import parse

    values = [float(line) * arguments.numbers_scale for line in bytes(read_bytes(source)).removeprefix(MARK).split()]
    type = f"tensor<{len(values)}xf32>"
    constant = f"%0 = stablehlo.constant dense<{values}> : {type}"
    text = f"func.func @main() -> {type} {{\n  {constant}\n  %1 = demo.twice %0 : {type}\n  return %1 : {type}\n}}\n"
    write_module(parse(Source(source, text), lookup, dialect), arguments)


def begins(data) -> bool:
    return bytes(data[: len(MARK)]) == MARK


KINDS = [Kind("file of numbers", "--numbers-to-mlir", begins, lambda recognized: {"bytes": len(recognized.data)})]
DIRECTIONS = [Direction(Flag("numbers-to-mlir", "Read a file of numbers and write twice of them."), numbers_to_mlir, ("numbers-scale",))]
FLAGS = [Flag("numbers-scale", "With --numbers-to-mlir: what each number is multiplied by.", "N", 1.0, type=float)]
