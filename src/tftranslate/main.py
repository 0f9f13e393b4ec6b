"""The command tf-translate."""

from __future__ import annotations

import os
from functools import partial

from tfir.cli.files import Output, goes_to_terminal
from tfir.cli.flags import EACH, Flag, check_each, format_flag
from tfir.cli.process import Uncollected, UsageError
from tfir.cli.progress import stage
from tfir.cli.tool import Tool

from tftranslate import formats, modules
from tftranslate.formats import Direction
from tftranslate.modules import ReadingConstants, op_defs

SUMMARY = "Translates between TensorFlow's files and the text of the IR. What goes there and comes back is the same to the byte."

EXAMPLES = """\
Examples:
  tf-translate --graphdef-to-mlir model.pb -o model.mlir
  tf-translate --graphdef-to-mlir=executor model.pb
  tf-translate --savedmodel-to-mlir --signature=serving_default model/ | tf-opt --pipeline=vulkan
  tf-translate --inspect model.pb
  tf-translate --to=hlo-text model.pb -v
  tf-translate --graphdef-to-mlir model.pbtxt | tf-opt --canonicalize | tf-translate --mlir-to-graphdef -o smaller.pb
  tf-translate --mlir-to-graphdef --graphdef-as-text model.mlir
"""

LARGE = 16 << 20  # bytes

# What protobuf raises where it has no memory to copy a message that was read already: none has required fields that could be missing.
PROTOBUF_ERRORS = ("EncodeError", "DecodeError")


def translate(arguments) -> int | None:
    if arguments.each is not None:
        from tfir.cluster.commands import run_each  # which few runs need

        return run_each(TOOL, arguments)
    check_each(arguments)
    every = directions_for(arguments)
    chosen = [direction for direction in every if getattr(arguments, direction.flag.attribute)]
    asked = [*map(flag_of, chosen), *(["--to"] if arguments.to else [])]
    source = arguments.files[0] if arguments.files else "-"
    if len(asked) > 1:
        raise UsageError(f"{' and '.join(asked)} exclude each other: a call goes one way")
    if not asked:
        raise UsageError(advice(source))
    way, work = (chosen, partial(chosen[0].run, source, arguments)) if chosen else way_to(arguments, source, every)
    check_flags(way, every, arguments)
    check_constants(way, arguments)
    check_terminal(way[-1], arguments)
    if is_large(source):
        from tfir.cli.process import keep_freed_memory

        keep_freed_memory()
    try:
        with Uncollected(), stage(" and ".join(map(flag_of, way))), ReadingConstants(arguments.constants):
            return work()
    except Exception as error:
        if type(error).__name__ in PROTOBUF_ERRORS:
            raise MemoryError from error
        raise


def way_to(arguments, source: str, every: list[Direction]):
    """(directions that lead from what a file is to the format that --to names, the work that goes along them)."""
    from tftranslate.recognition import recognize
    from tftranslate.routes import Route, route

    file = recognize(source, asks_added=True)
    way = route(file, arguments.to, every)
    return way, Route(file, way, arguments).run


def directions_for(arguments) -> list[Direction]:
    """Our own directions; with those of other packages where a flag or a format is given that we do not have."""
    own = formats.directions(formats.own())
    names = {flag.name for flag in FLAGS}
    is_all_ours = all([name in names for name, _ in arguments.order]) and arguments.to in (None, *[each.target for each in own])
    return [*own, *([] if is_all_ours else formats.directions(formats.added())), INSPECT]


def flag_of(direction: Direction) -> str:
    return f"--{direction.flag.name}"


def check_flags(way: list[Direction], every: list[Direction], arguments) -> None:
    """Raises UsageError for a flag that says something about directions other than those that are taken."""
    for name, _ in arguments.order:
        about = [other for other in every if name in other.takes]
        if about and not any([direction in about for direction in way]):
            raise UsageError(f"--{name} goes with {' or '.join(map(flag_of, about))}, not with {' and '.join(map(flag_of, way))}")


def check_constants(way: list[Direction], arguments) -> None:
    """Raises UsageError for a file of constants where no text has room for their names."""
    if arguments.constants is not None and way[0].source != "mlir":
        raise UsageError(f"--constants is of IR that is read; {flag_of(way[0])} reads something else")
    output, target = arguments.constants_output, way[-1].target
    if output is not None and target not in ("mlir", "cpp"):
        raise UsageError(f"--constants-output goes with IR or C++ that is written; {flag_of(way[-1])} writes something else")
    if output is not None and target == "mlir" and not output.endswith(".safetensors"):
        raise UsageError(f"--constants-output={output}: of IR it is a file that ends in .safetensors")


def check_terminal(direction: Direction, arguments) -> None:
    """Raises UsageError where binary data would be shown on a terminal and that was not asked for."""
    if direction.is_binary(arguments) and goes_to_terminal(arguments):
        text = f"; --{direction.as_text} writes text" if direction.as_text else ""
        raise UsageError(
            f"{flag_of(direction)} writes binary data, and standard output is a terminal: name a file with -o FILE, or say -o -{text}"
        )


def advice(source: str) -> str:
    """The error message where no flag tells what to do: how to read the file, if there is one."""
    if source == "-" or not os.path.exists(source):
        missing = "" if source == "-" else f"there is no file '{source}', and nothing says what to do with it; "
        every = [*formats.directions([*formats.own(), *formats.added()]), INSPECT]
        return f"{missing}expected one of {', '.join(map(flag_of, every))}"
    from tftranslate.recognition import kind, recognize

    title = recognize(source, asks_added=True).kind
    return f"what is to be done with '{source}'? As a {title} it is read by {kind(title).read_by}; --inspect says what is in it"


def is_large(source: str) -> bool:
    """Whether a file, or what may lie in a directory, has constants worth asking the allocator for."""
    return source != "-" and os.path.exists(source) and (os.path.isdir(source) or os.path.getsize(source) > LARGE)


def inspect(source: str, arguments) -> None:
    from tftranslate.inspection.facts import facts_of
    from tftranslate.inspection.page import page
    from tftranslate.recognition import recognize

    file = recognize(source, asks_added=True)
    facts = facts_of(file, op_defs(arguments))
    if arguments.listing:
        from tftranslate.inspection.module_facts import bytecode_of

        facts["bytecode"] = bytecode_of(file)
    if arguments.json or arguments.format == "json":
        from json import dumps

        text = dumps(facts, indent=2) + "\n"
    else:
        text = page(facts)
    with Output(arguments.output) as out:
        out.write(text)


INSPECT = Direction(
    Flag("inspect", "Say what a model is: its interface, sizes, ops, functions, variables, and which ops have no lowering."),
    inspect,
    ("json", "format", "listing"),
)
FLAGS = [
    *formats.flags(formats.own()),
    INSPECT.flag,
    Flag(
        "to",
        "Write a file, whatever it is, in this format: by the flags above that lead there, with tf-opt between where it has to be lowered.",
        "FORMAT",
        values=lambda: formats.targets(formats.directions(formats.own())),
    ),
    *EACH,
    Flag("verbose", "With --to: say which commands do the same.", short="v"),
    format_flag("those of --inspect, of which JSON shortens nothing"),
    Flag("json", "With --inspect: --format=json.", rare=True),
    Flag("listing", "With --inspect: of a module file the bytecode of its functions too, an operation to a line."),
    *modules.FLAGS,
]


def added_flags() -> list[Flag]:
    return formats.flags(formats.added())


TOOL = Tool("tf-translate", SUMMARY, "[FLAGS] [FILE]", FLAGS, translate, added_flags=added_flags, epilog=EXAMPLES)

main, __getattr__ = TOOL.main, TOOL.module_attribute
