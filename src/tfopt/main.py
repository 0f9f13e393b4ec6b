"""The command `tf-opt`: reads IR as text, runs passes on it in the order of their flags, writes it as text."""

from __future__ import annotations

import gc
import sys
from time import perf_counter

from tfir.command_line import FAILURE, Flag, Output, Tool, UsageError, read_text, shown_name
from tfir.ir.diagnostics import Error, Listening
from tfir.ir.location import Source

MARKER = "// -----"


def shapes(text: str) -> dict[str, tuple[int | None, ...]]:
    """`x=1x784,y=4`: a shape for each feed; nothing after `=` is a scalar, `?` an unknown size."""
    found = {}
    for part in text.split(","):
        name, equals, sizes = part.rpartition("=")
        if not equals or not name:
            raise ValueError(f"'{part}' is not NAME=SIZES, as in x=1x784")
        found[name] = tuple(None if size == "?" else size_of(size, part) for size in sizes.split("x") if sizes)
    return found


def size_of(text: str, part: str) -> int:
    if not text.isdecimal():
        raise ValueError(f"'{text}' in '{part}' is not a size")
    return int(text)


def target(text: str):
    """The device to compile for: a name, or the attribute that `tf-run --describe-device` prints."""
    from tfopt.iree_to_spirv.target import read_target

    return read_target(text)


FLAGS = [
    Flag("output", "Write here instead of to standard output.", "FILE", "-", short="o"),
    Flag("pass-pipeline", "Run 'builtin.module(func.func(cse,canonicalize{max-iterations=3}))' or any such list.", "TEXT"),
    Flag("pipeline", "Run a named pipeline (--list-passes shows them).", "NAME"),
    Flag("input-shapes", "Shapes for feeds that have unknown sizes: x=1x784,y=4.", "NAME=SIZES,..", type=shapes),
    Flag("target", "The device to compile for: lavapipe, portable, or the text that tf-run --describe-device prints.", "TARGET",
         type=target),
    Flag("allow-unregistered-dialect", "Accept ops of dialects that are not known here."),
    Flag("split-input-file", "Treat the parts between lines '// -----' as files of their own.", "[MARKER]", bare=MARKER),
    Flag("verify-diagnostics", "Compare errors with 'expected-error' comments.", "[all|only-expected]", bare="all",
         choices=("all", "only-expected")),
    Flag("verify-each", "Verify after each pass (on; =false for off).", default=True),
    Flag("mlir-print-ir-before", "Show the IR before this pass, on standard error.", "PASS", many=True),
    Flag("mlir-print-ir-after", "Show the IR after this pass, on standard error.", "PASS", many=True),
    Flag("mlir-print-ir-before-all", "Show the IR before each pass, on standard error."),
    Flag("mlir-print-ir-after-all", "Show the IR after each pass, on standard error."),
    Flag("mlir-print-op-generic", "Print in generic form."),
    Flag("mlir-print-debuginfo", "Print locations."),
    Flag("mlir-print-local-scope", "Print every operation so that it stands alone, without aliases."),
    Flag("mlir-elide-elementsattrs-if-larger", "Leave out the elements of larger constants.", "N", type=int),
    Flag("mlir-elide-resource-strings-if-larger", "Leave out the data of larger resources.", "N", type=int),
    Flag("mlir-print-elementsattrs-with-hex-if-larger", "Print larger constants as hexadecimal (100).", "N", type=int),
    Flag("elide-large-constants", "Leave out the content of constants that nobody would read."),
    Flag("keep-ssa-names", "Print the value names that the input had."),
    Flag("mlir-very-unsafe-disable-verifier-on-parsing", "Do not verify what was read.", hidden=True),
    Flag("mlir-timing", "Report where the time went, on standard error."),
    Flag("dump-pass-pipeline", "Show the pipeline as one text, on standard error."),
    Flag("run-reproducer", "Run the pipeline that the input, a reproducer of a crash, asks for."),
    Flag("list-passes", "List passes, their options and the named pipelines, and exit."),
    Flag("pass", hidden=True, metavar="NAME", many=True),
]  # fmt: skip


def take_pass(arguments, name: str, text: str | None) -> bool:
    """A flag that is a pass's name: `--cse`, `--canonicalize=max-iterations=3`."""
    from tfopt.pipeline.discovery import is_pass

    if not is_pass(name):
        return False
    arguments.__dict__["pass"].append((name, text))
    return True


def pass_names():
    from tfopt.pipeline.discovery import names

    return names()


def pipeline_of(arguments) -> list:
    """The steps that the flags ask for. Whatever is wrong with them is the command line's fault."""
    steps = arguments.__dict__["pass"]
    asked = [bool(steps), arguments.pass_pipeline is not None, arguments.pipeline is not None]
    if sum(asked) > 1:
        raise UsageError("flags of passes, --pass-pipeline and --pipeline exclude each other")
    if not any(asked):
        return []
    from tfopt.pipeline.description import load_pipeline, parse_pipeline, parse_step

    try:
        if arguments.pass_pipeline is not None:
            return parse_pipeline(arguments.pass_pipeline)
        return load_pipeline(arguments.pipeline) if arguments.pipeline else [parse_step(*step) for step in steps]
    except Error as error:
        raise UsageError.of(error.diagnostics) from None


def check_input_shapes(arguments, pipeline) -> None:
    if arguments.input_shapes is not None:
        from tfopt.pipeline.description import steps_in

        if not any(step.run.takes_input_shapes for step in steps_in(pipeline)):
            raise UsageError("--input-shapes is given, but no pass of this pipeline looks at shapes of feeds")


def runner_for(arguments, printer_options):
    from tfopt.pipeline.execution import Runner

    before = None if arguments.mlir_print_ir_before_all else tuple(arguments.mlir_print_ir_before)
    after = None if arguments.mlir_print_ir_after_all else tuple(arguments.mlir_print_ir_after)
    return Runner(
        verify if arguments.verify_each else None, lambda op: as_text(op, printer_options), before, after, arguments.input_shapes,
    )  # fmt: skip


def verify(op) -> None:
    from tfir.dialects import verify as verify_op

    verify_op(op)


def as_text(op, options) -> str:
    from tfir.dialects import lookup
    from tfir.text.printer import print_operation

    return print_operation(op, lookup, options)


def text_pieces(op, options) -> list[str]:
    from tfir.dialects import lookup
    from tfir.text.printer import print_pieces

    return list(print_pieces(op, lookup, options))


class Job:
    """One call of tf-opt: what is done with each part of the input."""

    def __init__(self, arguments):
        self.arguments, self.failed = arguments, False
        self.times: list[tuple[str, float]] = []
        self.pipeline = self._timed("(loading passes)", lambda: pipeline_of(arguments))
        check_input_shapes(arguments, self.pipeline)
        self.options = printer_options(arguments)
        self.runner = runner_for(arguments, self.options) if self.pipeline else None

    def transform(self, source: Source) -> list[str]:
        """The text that comes of one part of the input, in pieces."""
        module = self._timed("Parser", lambda: self._parse(source))
        if not self.arguments.mlir_very_unsafe_disable_verifier_on_parsing:
            self._timed("(verification)", lambda: verify(module))
        if self.runner is not None:
            self._run_passes(module, source)
        return self._timed("Output", lambda: text_pieces(module, self.options))

    def _run_passes(self, module, source: Source) -> None:
        try:
            self.runner.run(self.pipeline, module)
        except (Error, RecursionError, MemoryError):
            raise
        except Exception as crash:
            from tfopt.pipeline.reproducer import write_reproducer

            path = write_reproducer(source.text, self.pipeline, self.arguments.verify_each)
            crash.add_note(f"in pass '{self.runner.current}'; to see it again: tf-opt --run-reproducer {path}")
            raise
        finally:
            self.times += self.runner.times
            self.runner.times = []

    def _parse(self, source: Source):
        from tfir.dialects import dialect, lookup
        from tfir.text.parser import parse

        allowed, keep = self.arguments.allow_unregistered_dialect, self.arguments.keep_ssa_names
        module = parse(source, lookup, dialect, allow_unregistered=allowed, keep_names=keep)
        if self.arguments.target is not None:
            module.attributes["iree.target"] = self.arguments.target
        return module

    def _timed(self, name: str, work):
        began = perf_counter()
        try:
            return work()
        finally:
            self.times.append((name, perf_counter() - began))

    def part(self, source: Source) -> list[str]:
        """The output for one part, which is empty when it fails; errors are shown, or held against the expected ones."""
        if self.arguments.verify_diagnostics:
            return self._part_with_expectations(source)
        try:
            return self.transform(source)
        except Error as error:
            print(error.render(), file=sys.stderr)
            self.failed = True
            return []

    def _part_with_expectations(self, source: Source) -> list[str]:
        from tfopt.pipeline.expected import unmet

        text: list[str] = []
        with Listening() as produced:
            try:
                text = self.transform(source)
            except Error as error:
                produced += error.diagnostics
        for problem in unmet(source, produced, self.arguments.verify_diagnostics == "only-expected"):
            print(problem.render(), file=sys.stderr)
            self.failed = True
        return text


def printer_options(arguments):
    from tfir.text.printer import PrintOptions

    hexadecimal = arguments.mlir_print_elementsattrs_with_hex_if_larger
    return PrintOptions(
        generic=arguments.mlir_print_op_generic, debug_info=arguments.mlir_print_debuginfo, keep_names=arguments.keep_ssa_names,
        elide_elements=16 if arguments.elide_large_constants else arguments.mlir_elide_elementsattrs_if_larger,
        elide_resources=16 if arguments.elide_large_constants else arguments.mlir_elide_resource_strings_if_larger,
        hex_elements=100 if hexadecimal is None else hexadecimal, local_scope=arguments.mlir_print_local_scope,
    )  # fmt: skip


def split(name: str, text: str, marker: str | None) -> list[Source]:
    """The parts of the input between lines that begin with the marker, each counting lines as the whole file does."""
    if marker is None:
        return [Source(name, text)]
    parts, start, line = [], 0, 1
    while True:
        end = start if text.startswith(marker, start) else text.find("\n" + marker, start) + 1
        if end <= 0 and not (start == 0 and text.startswith(marker)):
            return [*parts, Source(name, text[start:], line)]
        parts.append(Source(name, text[start:end], line))
        after = text.find("\n", end)
        after = len(text) if after < 0 else after + 1
        line += text.count("\n", start, after)
        start = after


def text_of(path: str) -> str:
    text = read_text(path)
    if "\0" in text[:4096]:
        raise Error(f"{shown_name(path)} is not text; binary formats are for tf-translate (--graphdef-to-mlir for a GraphDef)")
    return text


def run(arguments) -> int:
    if arguments.list_passes:
        from tfopt.pipeline.listing import listing

        sys.stdout.write(listing())
        return 0
    gc.disable()  # a module is one large live structure: looking for garbage in it again and again is in vain
    began, path = perf_counter(), arguments.files[0] if arguments.files else "-"
    text = text_of(path)
    if arguments.run_reproducer:
        from tfopt.pipeline.reproducer import pipeline_in

        arguments.pass_pipeline = pipeline_in(text, shown_name(path))
    job = Job(arguments)
    if arguments.dump_pass_pipeline:
        print(f"Pass Manager with {len(job.pipeline)} passes:\n{','.join(map(str, job.pipeline))}", file=sys.stderr)
    parts = split(shown_name(path), text, arguments.split_input_file)
    texts = [job.part(source) for source in parts]
    if not job.failed or (len(parts) > 1 and arguments.output == "-"):
        with Output(arguments.output) as out:
            for number, pieces in enumerate(texts):
                for piece in [f"\n{MARKER}\n"] * (number > 0) + pieces:
                    out.write(piece)
    if arguments.mlir_timing:
        from tfopt.pipeline.execution import timing_report

        print(timing_report(job.times, perf_counter() - began), file=sys.stderr)
    return FAILURE if job.failed else 0


TOOL = Tool(
    "tf-opt", "Rewrites programs in MLIR's text form by passes, in the order given.",
    "[FILE|-] [-o FILE] [--PASS[=OPTIONS] ... | --pass-pipeline=TEXT | --pipeline=NAME]",
    FLAGS, run, dynamic=take_pass, dynamic_names=pass_names,
    epilog="Each pass is a flag of its own name: tf-opt model.mlir --canonicalize --cse.\n",
)  # fmt: skip


def main(argv=None) -> int:
    return TOOL.main(argv)
