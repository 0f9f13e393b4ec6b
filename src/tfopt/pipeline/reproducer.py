"""Reproducers: the input of a run that crashed or failed, with the pipeline that it ran, in one file that `--run-reproducer` takes.

The pipeline stands where MLIR puts it: `{-# external_resources: { mlir_reproducer: { pipeline: "...", ... } } #-}`.
"""

from __future__ import annotations

import os

from tfir.cli.files import Output
from tfir.ir.diagnostics import Error
from tfir.ir.location import quoted
from tfir.startup.patterns import compiled

from tfopt.pipeline.description import described
from tfopt.pipeline.execution import Observer, outermost_around

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from tfir.cli.flags import Arguments
    from tfir.ir.location import Source
    from tfir.ir.operations import Operation

    from tfopt.pipeline.description import Pipeline, Step

PIPELINE = compiled(r'mlir_reproducer\s*:\s*\{[^{}]*?pipeline\s*:\s*"((?:[^"\\]|\\.)*)"')
EXTERNAL = compiled(r"external_resources\s*:\s*\{")
ESCAPE = compiled(r"\\([0-9A-Fa-f]{2}|.)")


class Reproducer:
    """The reproducers that the flags ask for of one run of a pipeline. `print_op(op)` is an op as text."""

    def __init__(self, arguments: Arguments, pipeline: Pipeline, source: Source, print_op: Callable[[Operation], str]):
        self.pipeline, self.source, self.verify_each = pipeline, source, arguments.verify_each
        self.path, self.local = arguments.mlir_pass_pipeline_crash_reproducer, arguments.mlir_pass_pipeline_local_reproducer
        self.last = Last(print_op)
        if arguments.mlir_generate_reproducer is not None:
            self._write(arguments.mlir_generate_reproducer)

    def observers(self) -> list[Observer]:
        return [self.last] if self.local else []

    def of_failure(self) -> None:
        if self.path is not None:
            self._write(self.path)

    def of_crash(self) -> str:
        """Writes a reproducer, to a temporary file unless a flag names one. Returns the file's name."""
        path = self.path if self.path is not None else temporary_name()
        self._write(path)
        return path

    def _write(self, path: str) -> None:
        text, pipeline = self.source.text, described(self.pipeline)
        if self.local and self.last.step is not None and self.last.text is not None:
            text, pipeline = self.last.text, described([self.last.step])
        with Output(path) as out:
            out.write(reproducer_text(text, pipeline, self.verify_each))


class Last(Observer):
    """The pass that ran last, and the whole module as it was given."""

    def __init__(self, print_op: Callable[[Operation], str]):
        self.print_op = print_op
        self.step: Step | None = None
        self.text: str | None = None

    def before(self, step: Step, target: Operation) -> None:
        self.step, self.text = step, self.print_op(outermost_around(target))


def temporary_name() -> str:
    from tempfile import mkstemp

    number, path = mkstemp(prefix="tf-opt-reproducer-", suffix=".mlir")
    os.close(number)
    return path


def reproducer_text(text: str, pipeline: str, verify_each: bool) -> str:
    resource = f"    mlir_reproducer: {{\n      pipeline: {quoted(pipeline)},\n      disable_threading: true,\n      verify_each: {str(verify_each).lower()}\n    }}"
    section = f"  external_resources: {{\n{resource}\n  }}"
    at = text.rfind("\n{-#")
    if at < 0:
        return f"{text.rstrip()}\n\n{{-#\n{section}\n#-}}\n"
    head, tail = text[: at + 4], text[at + 4 :]
    beside = EXTERNAL.search(tail)
    return head + (f"{tail[: beside.end()]}\n{resource},{tail[beside.end() :]}" if beside else f"\n{section},{tail}")


def pipeline_in(text: str, name: str) -> str:
    written = PIPELINE.search(text)
    if written is None:
        raise Error(f"'{name}' is no reproducer: it does not say 'mlir_reproducer: {{ pipeline: \"...\" }}'")
    pipeline: str = ESCAPE.sub(lambda match: chr(int(match[1], 16)) if len(match[1]) == 2 else match[1], written[1])
    return pipeline
