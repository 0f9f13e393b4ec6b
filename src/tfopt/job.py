"""One call of `tf-opt`: from its flags to a pipeline, and from a part of the input to text."""

from __future__ import annotations

import sys
from time import perf_counter

from tfir.cli.files import goes_to_terminal, shown_name
from tfir.cli.process import UsageError
from tfir.cli.progress import stage
from tfir.ir.diagnostics import Diagnostic, Error, Listening, show
from tfir.ir.location import Source

from tfopt.flags import PASS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def pipeline_of(arguments) -> list[tuple[str, object]]:
    """The steps and nests that the flags ask for, in the order of the flags, each with its flag. Raises UsageError where they are
    malformed."""
    steps = [(name, value) for name, value in arguments.order if name in STEPS]
    try:
        return [(name, part) for name, value in steps for part in steps_of(name, value)]
    except Error as error:
        raise UsageError.of(error.diagnostics) from None


STEPS = (PASS, "pipeline", "pass-pipeline")  # flags that say which passes run


def steps_of(flag: str, value: Any) -> list:
    """The steps and nests that one of these flags asks for; the value of a pass is its name and its options."""
    from tfopt.pipeline.description import load_pipeline, parse_pipeline, parse_step

    if flag == PASS:
        return [parse_step(*value)]
    parts = load_pipeline(value) if flag == "pipeline" else parse_pipeline(value)
    if not parts:
        raise UsageError("--pass-pipeline is empty; it lists passes, as in 'builtin.module(func.func(cse,canonicalize))'")
    return parts


WATCHING = frozenset({
    "check-equivalence", "mlir-generate-reproducer", "mlir-pass-pipeline-crash-reproducer", "mlir-pass-statistics", "mlir-print-ir-after",
    "mlir-print-ir-after-all", "mlir-print-ir-after-change", "mlir-print-ir-after-failure", "mlir-print-ir-before", "mlir-print-ir-before-all",
    "mlir-print-ir-tree-dir", "pass-bisect-limit", "print-rules-fired", "print-rules-refused",
})  # fmt: skip


def warn_of_nothing_to_watch(arguments) -> None:
    """Warns of flags that look at passes where there are none."""
    for name in dict.fromkeys([name for name, value in arguments.order if name in WATCHING and value is not False]):
        show(Diagnostic(f"--{name} looks at passes, and none are given", None, "warning"))


def check_reduction(arguments, pipeline) -> None:
    if arguments.reduce != (arguments.reduce_test is not None):
        raise UsageError("--reduce and --reduce-test=PROGRAM belong together")
    if arguments.reduce and pipeline:
        raise UsageError("--reduce runs no passes; the program of --reduce-test may call tf-opt with them")


def check_bytecode(arguments) -> None:
    if not arguments.emit_bytecode and (arguments.emit_bytecode_version, arguments.emit_bytecode_producer) != (None, None):
        raise UsageError("--emit-bytecode-version and --emit-bytecode-producer go with --emit-bytecode")
    if arguments.emit_bytecode and (arguments.split_input_file is not None or arguments.emit != "mlir" or arguments.summary):
        raise UsageError("--emit-bytecode writes one program; --split-input-file, --summary and --emit ask for something else")
    if arguments.emit_bytecode and goes_to_terminal(arguments):
        raise UsageError("--emit-bytecode writes binary data, and standard output is a terminal: name a file with -o FILE, or say -o -")


def check_constants_output(arguments) -> None:
    if arguments.constants_output is None:
        return
    others = ("split-input-file", "emit-bytecode", "summary", "reduce")
    given = [f"--{name}" for name in others if getattr(arguments, name.replace("-", "_"))]
    if given or arguments.emit != "mlir":
        raise UsageError(
            f"--constants-output is for the text of one program; {(given or [f'--emit={arguments.emit}'])[0]} asks for something else"
        )


def give_steps(pipeline, flag: str, value, missing: str, overrides: bool) -> None:
    """Gives the value of a flag to each step that has an option of its name; `overrides`: also to one that was told another. Raises UsageError,
    which says what is `missing`, where no step has one."""
    if value is None:
        return
    from tfopt.pipeline.description import steps_in

    steps = [step for step in steps_in(pipeline) if flag in step.run.options]
    if not steps:
        raise UsageError(f"--{flag} is given, but no pass of this pipeline {missing}")
    for step in steps:
        keyword = flag.replace("-", "_")
        step.keywords[keyword] = value if overrides else step.keywords.get(keyword, value)


def write_json(pipeline) -> None:
    """Lets the steps that write a report write it as JSON."""
    from tfopt.pipeline.description import steps_in

    for step in steps_in(pipeline):
        if "json" in step.run.options:
            step.keywords["json"] = True
        if step.keywords.get("print_report"):  # of Grappler
            step.keywords["print_report"] = "json"


def take_host_ops(arguments, pipeline) -> None:
    """Tells the steps that ask for it whether the host may compute what they cannot lower, as the flags say."""
    if not (arguments.allow_host_ops or arguments.strict):
        return
    from tfopt.pipeline.description import steps_in

    flag = "--strict" if arguments.strict else "--allow-host-ops"
    if arguments.allow_host_ops and arguments.strict:
        raise UsageError("--strict leaves nothing to the host, and --allow-host-ops does")
    steps = [step for step in steps_in(pipeline) if "allow-host-ops" in step.run.options]
    if not steps:
        raise UsageError(f"{flag} is given, but no pass of this pipeline leaves anything to the host")
    for step in steps:
        step.keywords["allow_host_ops"] = not arguments.strict


def check_remarks(arguments, pipeline) -> None:
    flag = "--explain" if arguments.explain else "--remarks" if arguments.remarks else None
    if flag is None:
        return
    from tfopt.pipeline.description import steps_in

    telling = [step for step in steps_in(pipeline) if "remarks" in step.run.options] if arguments.remarks else []
    for step in telling:
        step.keywords["remarks"] = True
    if not telling and not any(run.function.__module__.startswith("tfopt.grappler") for run in passes_of(pipeline)):
        told = "Grappler's optimizers do, and no pass here is one"
        raise UsageError(f"{flag} tells what {'dispatch regions move, and ' * arguments.remarks}{told}")


def take_input_shapes(arguments, pipeline) -> None:
    """Makes one dictionary of what each `--input-shapes` gives; None where there is none."""
    given, arguments.input_shapes = arguments.input_shapes, None
    for shapes in given:
        both = [name for name in shapes if name in (arguments.input_shapes or {})]
        if both:
            raise UsageError(f"--input-shapes gives '{both[0]}' twice")
        arguments.input_shapes = {**(arguments.input_shapes or {}), **shapes}
    if arguments.input_shapes is not None and not any(run.takes_input_shapes for run in passes_of(pipeline)):
        raise UsageError("--input-shapes is given, but no pass of this pipeline looks at shapes of feeds")


def passes_of(pipeline) -> list:
    from tfopt.pipeline.description import steps_in

    return [step.run for step in steps_in(pipeline)]


def observers_for(arguments, parts, print_op) -> list:
    """The observers of the passes, in the order in which they are notified."""
    observers = [] if arguments.verify_diagnostics else applicability_of(parts)  # these are no diagnostics of the program
    if arguments.pass_bisect_limit is not None:
        from tfopt.pipeline.bisection import Bisection

        observers.append(Bisection(arguments.pass_bisect_limit))
    if arguments.mlir_pass_statistics:
        from tfopt.pipeline.statistics import Statistics

        observers.append(Statistics())
    observers += dumps_for(arguments, print_op)
    if arguments.check_equivalence is not None:
        from tfopt.pipeline.equivalence import Equivalence

        observers.append(
            Equivalence(**arguments.check_equivalence, input_shapes=arguments.input_shapes, default_batch=arguments.default_batch)
        )
    return observers


def applicability_of(parts) -> list:
    """The observer that warns where one of these steps and nests has nothing to work on, in a list; empty where all work on anything."""
    if all([getattr(part, "run", None) is not None and part.run.works_on_any for part in parts]):
        return []
    from tfopt.pipeline.applicability import Applicability

    return [Applicability(parts)]


def check_pass_name(name: str) -> None:
    from tfopt.pipeline.discovery import is_pass, names

    if not is_pass(name):
        from tfir.ir.suggestion import did_you_mean

        raise UsageError(f"no pass is called '{name}'{did_you_mean(name, names()) or '; --list-passes lists them'}")


def dumps_for(arguments, print_op) -> list:
    changed, failed, folder = arguments.mlir_print_ir_after_change, arguments.mlir_print_ir_after_failure, arguments.mlir_print_ir_tree_dir
    before: tuple[str, ...] | None = tuple(arguments.mlir_print_ir_before)
    after: tuple[str, ...] | None = tuple(arguments.mlir_print_ir_after)
    if arguments.mlir_print_ir_before_all:
        before = None
    if arguments.mlir_print_ir_after_all or ((changed or folder is not None) and before == after == ()):
        after = None
    if not (failed or before != () or after != ()):
        return []
    from tfopt.pipeline.dumps import Dumps

    return [Dumps(print_op, before, after, changed, failed, arguments.mlir_print_ir_module_scope, folder)]


def runner_for(arguments, parts, printer_options):
    from tfir.dialects import verifier

    from tfopt.pipeline.execution import Runner

    observers = observers_for(arguments, parts, lambda op: as_text(op, printer_options))
    is_watched = bool(observers) or arguments.mlir_timing
    return Runner(verifier().verify if arguments.verify_each else None, observers, arguments.input_shapes, leaves_out_idle=not is_watched)


def verify(op) -> None:
    from tfir.dialects import verify as verify_op

    verify_op(op)


def as_text(op, options) -> str:
    return "".join(text_pieces(op, options))


def text_pieces(op, options) -> list[str]:
    from tfir.dialects import lookup
    from tfir.text.printer import print_pieces

    return list(print_pieces(op, lookup, options))


def program_of_bytecode(source, allow_unregistered: bool):
    """The program of a file of bytecode as it is; of one that JAX has exported, which no other tool shows, the StableHLO that it stands for."""
    from tfir.bytecode.source import parse_source
    from tfir.conversion.vhlo.artifact import deserialize

    module = parse_source(source, allow_unregistered)
    if source.is_exported:
        deserialize(module)
    return module


def bytecode_pieces(op, arguments) -> list:
    from tfir.bytecode.format import NEWEST
    from tfir.bytecode.writer import PRODUCER, write_bytecode
    from tfir.dialects import lookup

    version, producer = arguments.emit_bytecode_version, arguments.emit_bytecode_producer
    return list(write_bytecode(op, lookup, NEWEST if version is None else version, PRODUCER if producer is None else producer))


def check_round_trip(module, parse) -> None:
    """Raises where the text of a module, read and printed again, is another one; in its custom form and in generic form."""
    from tfir.text.printer import PrintOptions

    for generic in (False, True):
        options = PrintOptions(generic=generic, debug_info=True)
        text = as_text(module, options)
        again = as_text(parse(Source("(printed)", text)), options)
        if again != text:
            line = next(n for n, (a, b) in enumerate(zip(text.split("\n") + [""], again.split("\n") + [""])) if a != b)
            printed = Source("(printed)", text)
            raise Error("what was printed reads as something else", printed.base + sum(len(each) + 1 for each in text.split("\n")[:line]))


class Job:
    """One call of tf-opt: what is done with each part of the input."""

    def __init__(self, arguments):
        self.arguments, self.failed, self.sources = arguments, False, None
        self.times: list[tuple[str, float]] = []
        self.taken_out: list = []  # constants that go into a file beside the output, by name
        parts = self._timed("(loading passes)", lambda: pipeline_of(arguments))
        self.pipeline = [part for _, part in parts]
        if arguments.mlir_timing:
            self._timed("(loading passes)", lambda: passes_of(self.pipeline))
        for name in (*arguments.mlir_print_ir_before, *arguments.mlir_print_ir_after):
            check_pass_name(name)
        take_input_shapes(arguments, self.pipeline)
        give_steps(self.pipeline, "default-batch", arguments.default_batch, "looks at sizes of feeds", overrides=False)
        take_host_ops(arguments, self.pipeline)
        if arguments.format == "json":
            write_json(self.pipeline)
        if arguments.tune_time is not None and arguments.tune is None:
            raise UsageError("--tune-time: goes with --tune, which measures schedules for so long")
        for name, value in (("tune", arguments.tune), ("tune-time", arguments.tune_time)):
            give_steps(self.pipeline, name, value, "chooses schedules", overrides=True)
        if not self.pipeline:
            warn_of_nothing_to_watch(arguments)
        check_reduction(arguments, self.pipeline)
        check_remarks(arguments, self.pipeline)
        if arguments.view is not None and arguments.split_input_file is not None:
            raise UsageError("--view shows one program; with --split-input-file there may be many")
        if arguments.measured is not None and arguments.view is None:
            raise UsageError("--measured: goes with --view, which shows these times")
        check_bytecode(arguments)
        check_constants_output(arguments)
        self.options = printer_options(arguments)
        named = [part for flag, part in parts if flag != "pipeline"]
        self.runner = runner_for(arguments, named, self.options) if parts else None
        self.observers = self.runner.observers if self.runner is not None else []
        if self.runner is not None and sys.stderr.isatty():
            from tfopt.pipeline.shown_progress import ShownProgress

            self.observers = self.runner.observers = [ShownProgress(self.pipeline), *self.observers]

    def transform(self, source: Source) -> list[str] | list[bytes]:
        """The text, or the bytecode, that comes of one part of the input, in pieces."""
        module = self._read(source)
        before = self._picture(module)
        if self.arguments.reduce:
            module = self._timed("(reduction)", lambda: self._reduced(module))
        elif self.runner is not None:
            self._run_passes(module, source)
        return self._timed("Output", lambda: self._output(module, before))

    def _read(self, source: Source):
        module = self._timed("Parser", lambda: self._parse(source))
        if not self.arguments.mlir_very_unsafe_disable_verifier_on_parsing:
            self._timed("(verification)", lambda: verify(module))
        if self.arguments.verify_roundtrip:
            self._timed("(round trip)", lambda: check_round_trip(module, self._parse))
        return module

    def compare(self, sources: list[Source]) -> None:
        """Writes what differs between two programs after the passes, if any; errors are shown."""
        from tfopt.view.files import write_difference

        pictures = []
        try:
            for source in sources:
                module = self._read(source)
                if self.runner is not None:
                    self._run_passes(module, source)
                pictures.append(self._picture(module))
        except UsageError:
            raise
        except Error as error:
            show(error)
            self.failed = True
            return
        self._timed("Output", lambda: write_difference(self.arguments.output, [source.name for source in sources], pictures))

    def run_on(self, module: Any) -> None:
        """Runs the passes on a module."""
        if self.runner is not None:
            self.runner.run(self.pipeline, module)

    def write_constants(self) -> None:
        """Writes the file of constants that the flags ask for, if they do."""
        if self.arguments.constants_output is not None:
            from tfir.storage.constants_file import write_constants

            write_constants(self.arguments.constants_output, self.taken_out)

    def _picture(self, module):
        """The picture of the module as it is, where one is asked for, else None."""
        if self.arguments.view is None and self.arguments.emit != "dot":
            return None
        from tfopt.view.picture import Picture, Sources

        if self.sources is None:
            self.sources = Sources.of(self.arguments.measured)
        return self._timed("(picture)", lambda: Picture(module, self.sources))

    def _output(self, module, before) -> list[str] | list[bytes]:
        if self.arguments.summary is not None:
            from tfopt.summary import summary

            return [summary(module, "json" if self.arguments.format == "json" else self.arguments.summary)]
        if self.arguments.constants_output is not None:
            from tfir.storage.constants_file import take_out

            self.taken_out = take_out(module)
        if before is None:
            return bytecode_pieces(module, self.arguments) if self.arguments.emit_bytecode else self._text(module)
        from tfopt.grappler.remarks import current
        from tfopt.view.dot import as_dot
        from tfopt.view.files import write_view

        is_changed = self.runner is not None or self.arguments.reduce
        after, changes, path = self._picture(module) if is_changed else before, current().events, self.arguments.view
        if path is not None:
            name = shown_name(self.arguments.files[0] if self.arguments.files else "-")
            self._timed("(view)", lambda: write_view(path, name, before, after, changes))
        return as_dot(before, after, changes) if self.arguments.emit == "dot" else self._text(module)

    def _text(self, module) -> list[str]:
        if self.arguments.emit != "checks":
            return text_pieces(module, self.options)
        from tfopt.check_lines import check_lines

        return list(check_lines("".join(text_pieces(module, self.options))))

    def _reduced(self, module):
        from tfopt.reduction import reduced

        def parse(text: str):
            return self._parse(Source("(candidate)", text))

        return reduced(module, self.arguments.reduce_test, verify, lambda op: as_text(op, self.options), parse)

    def _run_passes(self, module, source: Source) -> None:
        from tfopt.pipeline.reproducer import Reproducer
        from tfopt.rewrite.trace import telling

        reproducer = Reproducer(self.arguments, self.pipeline, source, lambda op: as_text(op, self.options))
        self.runner.observers = [*self.observers, *reproducer.observers()]
        try:
            with telling(self.arguments.print_rules_fired, self.arguments.print_rules_refused):
                self._start_remarks()
                with stage("passes"):
                    self.run_on(module)
                self._tell_remarks(module)
        except (Error, RecursionError, MemoryError):
            reproducer.of_failure()
            raise
        except Exception as crash:
            path = reproducer.of_crash()
            crash.add_note(f"in pass '{self.runner.current}'; to see it again: tf-opt --run-reproducer {path}")
            raise
        finally:
            self.times += self.runner.times
            self.runner.times = []

    def _start_remarks(self) -> None:
        if self.arguments.remarks or self.arguments.explain:
            from tfopt.grappler.remarks import start

            start(keeps_refusals=bool(self.arguments.explain))

    def _tell_remarks(self, module) -> None:
        if self.arguments.remarks or self.arguments.explain:
            from tfopt.grappler.explanation import all_remarks, explained

            lines = all_remarks() if self.arguments.remarks else []
            lines += [line for name in self.arguments.explain for line in explained(name, module)]
            print("\n".join(lines), file=sys.stderr)

    def report(self, total: float) -> None:
        from tfopt.pipeline.statistics import Statistics

        for observer in self.observers:
            if isinstance(observer, Statistics):
                print(observer.report(self.pipeline, self.arguments.mlir_pass_statistics_display, self.arguments.format), file=sys.stderr)
            elif hasattr(observer, "report") and not self.failed:
                observer.report()
        if self.arguments.mlir_timing:
            from tfopt.pipeline.timing import report

            form = "json" if self.arguments.format == "json" else self.arguments.mlir_output_format
            print(report(self.times, total, self.arguments.mlir_timing_display, form), file=sys.stderr)

    def _parse(self, source: Source):
        allowed = self.arguments.allow_unregistered_dialect
        keep = self.arguments.keep_ssa_names or self.arguments.input_shapes is not None  # which may name arguments
        if source.__class__ is Source:  # for text nothing of bytecode is loaded
            from tfir.dialects import dialect, lookup
            from tfir.text.parser import parse

            module = parse(source, lookup, dialect, allow_unregistered=allowed, keep_names=keep)
        else:
            module = program_of_bytecode(source, allowed)
        if self.arguments.constants is not None:
            from tfir.storage.constants_file import put_back

            put_back(module, self.arguments.constants)
        if self.arguments.spirv_style is not None:
            from tfir.dialects.iree.target import STYLE
            from tfir.ir.attributes import StringAttr

            module.set_attribute(STYLE, StringAttr(self.arguments.spirv_style))
        if self.arguments.target is not None:
            from tfopt.iree_to_spirv.target import set_targets

            set_targets(module, self.arguments.target)
        return module

    def _timed(self, name: str, work):
        began = perf_counter()
        try:
            with stage(IN_WORDS.get(name, name.strip("()"))):
                return work()
        finally:
            self.times.append((name, perf_counter() - began))

    def part(self, source: Source) -> list[str] | list[bytes]:
        """The output for one part, which is empty when it fails; errors are shown, or held against the expected ones."""
        if self.arguments.verify_diagnostics:
            return self._part_with_expectations(source)
        try:
            return self.transform(source)
        except UsageError:
            raise
        except Error as error:
            show(error)
            self.failed = True
            return []

    def _part_with_expectations(self, source: Source) -> list[str] | list[bytes]:
        from tfopt.pipeline.expected import unmet

        text: list[str] | list[bytes] = []
        with Listening() as produced:
            try:
                text = self.transform(source)
            except Error as error:
                produced += error.diagnostics
        for problem in unmet(source, produced, self.arguments.verify_diagnostics == "only-expected"):
            show(problem)
            self.failed = True
        return text


IN_WORDS = {"Parser": "reading", "Output": "printing"}  # how the line of a terminal calls work that reports of times call so
ELISION = ("elide-large-constants", "mlir-elide-elementsattrs-if-larger", "mlir-elide-resource-strings-if-larger")


def elides_for_reading(arguments) -> bool:
    """Whether the text goes to a terminal, and no flag says that it should, nor what is left out of it."""
    return goes_to_terminal(arguments) and not any([name in ELISION for name, _ in arguments.order])


def printer_options(arguments):
    from tfir.text.printer import PrintOptions

    elides = arguments.elide_large_constants or elides_for_reading(arguments)
    hexadecimal = arguments.mlir_print_elementsattrs_with_hex_if_larger
    kind = PrintOptions
    if arguments.mlir_use_nameloc_as_prefix or arguments.mlir_print_value_users:
        from tfir.text.special_printing import SpecialPrintOptions

        kind = SpecialPrintOptions
    return kind(
        generic=arguments.mlir_print_op_generic, debug_info=arguments.mlir_print_debuginfo, keep_names=arguments.keep_ssa_names,
        elide_elements=16 if elides else arguments.mlir_elide_elementsattrs_if_larger,
        elide_resources=16 if elides else arguments.mlir_elide_resource_strings_if_larger,
        hex_elements=100 if hexadecimal is None else hexadecimal, local_scope=arguments.mlir_print_local_scope,
        skip_regions=arguments.mlir_print_skip_regions, unique_names=arguments.mlir_print_unique_ssa_ids,
        names_of_locations=arguments.mlir_use_nameloc_as_prefix, users=arguments.mlir_print_value_users,
    )  # fmt: skip
