"""`--requests`: calls of one entry, the inputs of each in a file of its own, several of them under way at a time."""

from __future__ import annotations

import os
import sys
from collections.abc import Generator, Iterable, Iterator
from contextlib import closing
from glob import glob
from time import perf_counter

from tfir.cli.process import FAILURE, UsageError
from tfir.cli.tool import show
from tfir.execution.inputs import bind, fitting, read_values
from tfir.ir.diagnostics import Diagnostic, Error
from tfir.ir.operations import Operation

from tfrun.calls import OPENING, Entries
from tfrun.outputs import Destination, check_destinations, print_outputs, write_outputs
from tfrun.watchdog import watched

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

PLACE = "{}"  # of a request's name in that of an output file


class Requests:
    """What a command line with `--requests` asks for. Raises UsageError for what cannot be meant with it."""

    def __init__(self, arguments: Any, module: Operation, grid: tuple[int, int] | None):
        self.arguments, self.paths = arguments, files_of(arguments.requests)
        self.names = [os.path.splitext(os.path.basename(path))[0] for path in self.paths]
        check_flags(arguments)
        self.check_names(arguments.output or [])
        opening = next(((name, str(value)) for name, value in arguments.order if name in OPENING), None)
        self.entries, first = Entries(module, grid), read_values([f"@{self.paths[0]}"]) if arguments.fetch else []
        self.entry = self.entries.get(opening, tuple([value.name for value in first if value.name]))
        if any([port.variable is not None for port in (*self.entry.feeds, *self.entry.fetches)]):
            raise UsageError("--requests are calls that do not depend on each other, and the program keeps variables from call to call")
        check_destinations(self.destinations(self.names[0]), self.entry.fetches)

    def check_names(self, outputs: list[str]) -> None:
        files = [text for text in outputs if text != "-" and not text.endswith("=-")]
        if len(self.paths) > 1 and [text for text in files if PLACE not in text]:
            raise UsageError(f"--output={files[0]}: is one file for all requests; {PLACE} in its name stands for that of each")
        twice = next((name for at, name in enumerate(self.names) if name in self.names[:at]), None)
        if files and twice is not None:
            raise UsageError(f"--requests={self.arguments.requests}: two of the files are called {twice}, and so would their outputs be")

    def destinations(self, name: str) -> list[Destination]:
        return [Destination(text.replace(PLACE, name)) for text in self.arguments.output or []]

    def inputs(self) -> Iterator[list | Error]:
        """Those of each request, when it is its turn; an Error for one whose file is no request."""
        for path in self.paths:
            try:
                values = read_values([f"@{path}"])
                yield bind(self.entry, self.entry.inputs_of(self.entries.taken(self.entry, values)))
            except Error as error:
                yield error

    def answers(self, program: Any, calls: Iterable[list | Error]) -> Generator[list | Error]:
        """The outputs of calls, in order, or an Error in the place of one."""
        if hasattr(program, "in_flight"):
            return program.in_flight(calls, self.arguments.in_flight)
        return (self.answer(program, call) for call in calls)

    def answer(self, program: Any, call: list | Error) -> list | Error:
        try:
            return call if isinstance(call, Error) else program(call)
        except Error as error:
            return error

    def program(self, programs: Any) -> Any:
        """What a device has made of the entry; where it has variants, of the one that a call is of, one call after another."""
        entry = self.entry
        return (lambda inputs: programs(fitting(entry, inputs))(inputs)) if entry.variants else programs(entry)

    def run(self, programs: Any) -> int:
        """The exit code: one request that fails is told of, and the others go on."""
        program, began, failed = self.program(programs), perf_counter(), 0
        with closing(self.answers(program, self.inputs())) as answers:
            for path, name in zip(self.paths, self.names):
                with watched(self.entry.name, self.arguments.timeout):
                    values = next(answers)
                if isinstance(values, Error):
                    failed += 1
                    show(told_of(path, values))
                else:
                    self.give(name, values)
        if self.arguments.verbose:
            self.report(perf_counter() - began, failed)
        if self.arguments.benchmark:
            self.measure(program)
        return FAILURE if failed else 0

    def give(self, name: str, values: list) -> None:
        if self.arguments.output:
            write_outputs([(self.destinations(name), self.entry.fetches, values, f"{name}: ")])
        else:
            print_outputs(self.entry.fetches, values, f"{name}: ", all_elements=False)

    def report(self, seconds: float, failed: int) -> None:
        count = len(self.paths)
        told = f", {failed} of them failed" if failed else ""
        print(f"tf-run: {count} requests in {seconds:.3f} s, {count / seconds:.1f} per second, files and all{told}", file=sys.stderr)

    def measure(self, program: Any) -> None:
        """How long all requests take, with their inputs in memory and their outputs thrown away."""
        from tfrun.benchmark import Times

        calls = [each for each in self.inputs() if not isinstance(each, Error)]
        times = Times(lambda given: [*self.answers(program, given)], calls, self.arguments.benchmark)
        for line in times.lines():
            print(f"{line} of {len(calls)} requests", file=sys.stderr)
        for line in times.picture():
            print(line, file=sys.stderr)


def files_of(pattern: str, flag: str = "--requests", has_at: bool = True) -> list[str]:
    """The files of `@dir/*.npz`, by their names; without `has_at` the @ may be left out."""
    if has_at and not pattern.startswith("@"):
        raise UsageError(f"{flag}={pattern}: expected @ and the names of files, as in {flag}='@dir/*.npz'")
    paths = sorted(glob(pattern.removeprefix("@"), recursive=True))
    if not paths:
        raise UsageError(f"{flag}={pattern}: there is no such file")
    return paths


def check_flags(arguments: Any) -> None:
    """Raises UsageError for flags that are about one call, or several that follow each other."""
    refuse_flags(arguments, "requests", ("input", "expected-output", "measure", "trace", "benchmark-output"))


def refuse_flags(arguments: Any, flag: str, names: Iterable[str], is_one_entry: bool = True) -> None:
    """Raises UsageError where one of the flags is given that are for single calls, and where there are several entries."""
    other = next((name for name in names if getattr(arguments, name.replace("-", "_"))), None)
    if other is not None:
        raise UsageError(f"--{other}: is for single calls, and --{flag} makes many")
    if is_one_entry and len([name for name, _ in arguments.order if name in OPENING]) > 1:
        raise UsageError(f"--{flag} are calls of one entry, not of several")


def told_of(path: str, error: Error) -> Error:
    """The error, as one about a request."""
    error.diagnostics[0].notes.append(Diagnostic(f"in the request {path}", None, "note"))
    return error
