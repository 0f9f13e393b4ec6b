"""The command `tf-opt`: reads IR as text or bytecode, runs passes on it in the order of their flags, writes it as either."""

from __future__ import annotations

import gc
import sys
from time import perf_counter

from tfir.cli.files import ELIDED, NOTE, Output, is_blank, nothing_in, read_ir, read_text, shown_name
from tfir.cli.flags import check_each
from tfir.cli.process import FAILURE, UsageError
from tfir.cli.tool import Tool
from tfir.ir.diagnostics import Diagnostic, show
from tfir.ir.location import Source

from tfopt.flags import DIFF, FLAGS, PASS, is_pass, pass_flags
from tfopt.job import STEPS, Job, elides_for_reading

EXAMPLES = """\
Each pass is a flag of its own name (--list-passes shows them). What is given first runs first, passes and pipelines alike.

Examples:
  tf-opt model.mlir --canonicalize --cse -o smaller.mlir
  tf-opt model.mlir --pipeline=tf --summary
  tf-opt model.mlir --pipeline=cpu --cse | tf-run - --input=random
  tf-opt model.mlir --grappler='fetches=scores' --view=before-after.html -o /dev/null
  tf-opt model.mlir --pipeline=vulkan --check-equivalence=seed=1 -o /dev/null
  tf-opt --describe-op=Conv2D
"""


def parts_of(name: str, content: str | bytes, marker: str | None) -> list[Source]:
    """The parts of a file. Bytecode is one, whatever stands in it."""
    if isinstance(content, bytes):
        from tfir.bytecode.source import BytecodeSource

        return [BytecodeSource(name, content)]
    if marker is None:
        return [Source(name, content)]
    from tfir.cli.parts import split, warn_of_near_misses

    warn_of_near_misses(Source(name, content), marker)
    return split(name, content, marker)


def passes_listed() -> str:
    from tfopt.pipeline.listing import listing

    return listing()


def page(arguments) -> str | None:
    """The text that the flags ask for instead of running passes, or None."""
    if arguments.list_passes:
        return as_json(listing_facts()) if arguments.format == "json" else passes_listed()
    if arguments.textmate_grammar:
        from importlib.resources import files

        return files("tfopt.language_server").joinpath("mlir.tmLanguage.json").read_text()
    if arguments.show_dialects or arguments.describe_op is not None:
        from tfopt import reference

        if arguments.format == "json":
            return as_json(reference.dialect_facts() if arguments.show_dialects else reference.op_facts(arguments.describe_op))
        return reference.shown_dialects() if arguments.show_dialects else reference.described_op(arguments.describe_op)
    return None


def listing_facts() -> dict:
    from tfopt.pipeline.listing import facts

    return facts()


def as_json(facts: object) -> str:
    from json import dumps

    return dumps(facts, indent=2) + "\n"


def take_pipeline_of(arguments, text: str, name: str) -> None:
    """Lets a reproducer say which passes run."""
    from tfopt.pipeline.reproducer import pipeline_in

    if any([flag in STEPS for flag, _ in arguments.order]):
        raise UsageError("--run-reproducer runs the passes that the file asks for, and no others")
    arguments.order.append(("pass-pipeline", pipeline_in(text, name)))


def compare(job: Job, arguments) -> int:
    """Writes what differs between two files."""
    if len(arguments.files) != 2:
        raise UsageError("--view=diff compares two files: tf-opt --view=diff a.mlir b.mlir")
    sources = [parts_of(shown_name(path), read_ir(path), None)[0] for path in arguments.files]
    job.compare(sources)
    return FAILURE if job.failed else 0


def run(arguments) -> int:
    text = page(arguments)
    if text is not None:
        sys.stdout.write(text)
        return 0
    if arguments.lsp:
        from tfopt.language_server.start import start
        from tfopt.reference import described_op

        return start(TOOL, described_op)
    if arguments.each is not None:
        from tfir.cluster.commands import run_each  # which few runs need

        return run_each(TOOL, arguments)
    check_each(arguments)
    gc.disable()  # a module is one large live structure: looking for garbage in it again and again is in vain
    began, path = perf_counter(), arguments.files[0] if arguments.files else "-"
    content: str | bytes | None = None
    if arguments.run_reproducer:
        content = read_text(path)
        take_pipeline_of(arguments, content, shown_name(path))
    job = Job(arguments)  # what is wrong with the command is told before anything is read
    if arguments.view == DIFF:
        return compare(job, arguments)
    content = read_ir(path) if content is None else content
    if is_blank(content):
        show(Diagnostic(nothing_in(path), None, "warning"))
    if arguments.dump_pass_pipeline:
        from tfopt.pipeline.description import described

        print(f"Pass Manager with {len(job.pipeline)} passes:\n{described(job.pipeline, in_lines=True)}\n", file=sys.stderr)
    parts = parts_of(shown_name(path), content, arguments.split_input_file)
    texts = [job.part(source) for source in parts]
    if not job.failed or (len(parts) > 1 and arguments.output == "-"):
        with Output(arguments.output, binary=arguments.emit_bytecode) as out:
            for number, pieces in enumerate(texts):
                for piece in [f"\n{arguments.output_split_marker}\n"] * (number > 0) + pieces:
                    out.write(piece)
            job.write_constants()
        if elides_for_reading(arguments) and any([ELIDED in piece for pieces in texts for piece in pieces]):
            print(NOTE, file=sys.stderr)
    if job.observers or arguments.mlir_timing:
        job.report(perf_counter() - began)
    return FAILURE if job.failed else 0


TOOL = Tool(
    "tf-opt", "Rewrites programs in MLIR's text form, or its bytecode, by passes, in the order given.",
    "[FILE|-] [-o FILE] [--PASS[=OPTIONS] | --pipeline=NAME | --pass-pipeline=TEXT] ...",
    FLAGS, run, max_files=lambda arguments: 2 if arguments.view == DIFF else 1, is_dynamic=is_pass, dynamic_flags=pass_flags, dynamic_key=PASS, more_help=passes_listed,
    epilog=EXAMPLES,
)  # fmt: skip

main, __getattr__ = TOOL.main, TOOL.module_attribute
