"""`--batches`: calls of one entry on many files, by several workers, with results that a run which was killed goes on from."""

from __future__ import annotations

import os
import sys
from contextlib import ExitStack
from functools import partial

from tfir.cli.file_formats import is_module_file
from tfir.cli.files import ir_of, is_blank, nothing_in, read_bytes, shown_name
from tfir.cli.process import FAILURE, UsageError
from tfir.cli.progress import stage, tell
from tfir.cluster.engine import Tally, opened, outcomes
from tfir.cluster.folder import ResultFolder, digest_of, read_whole
from tfir.cluster.pieces import Piece
from tfir.execution.entry import Entry
from tfir.execution.inputs import Given, bind, values_in
from tfir.ir.diagnostics import Error

from tfrun.calls import OPENING, Caller, Entries
from tfrun.devices import session
from tfrun.outputs import archive
from tfrun.reading import module_in, parse_module
from tfrun.requests import files_of, refuse_flags

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from tfir.ir.operations import Operation


SINGLE = (
    "input", "output", "expected-output", "requests", "repeat", "measure", "trace", "benchmark", "timeout", "savedmodel", "files-dir",
    "probe-output-dir", "validate", "debug-info", "shard",
)  # fmt: skip


class Program:
    """The work: the program in a file's content, which is read, and compiled or taken from the cache, where the first batch comes."""

    def __init__(self, name: str, content: bytes, opening: tuple[str, str] | None, device: str, options: dict[str, Any]):
        self.name, self.content, self.opening, self.device, self.options = name, content, opening, device, options
        self.shared: dict[str, Any] = {}  # inputs that are the same in all calls
        self.caller: Caller | None = None

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "caller": None, "entries": None, "stack": None}

    def prepare(self) -> Operation:
        """Reads the module. Raises UsageError for one whose calls depend on each other."""
        content: Any = memoryview(self.content) if is_module_file(self.content[:8]) else ir_of(self.content, self.name)
        if not isinstance(content, memoryview) and is_blank(content):
            raise Error(nothing_in(self.name))
        module, content = module_in(content, self.name)
        self.entries, self.text = Entries(module, None), content
        return module

    def check(self, entry: Entry, what: str) -> None:
        if any([port.variable is not None for port in (*entry.feeds, *entry.fetches)]):
            raise UsageError(f"{what} that do not depend on each other, and the program keeps variables from call to call")

    def open(self) -> Caller:
        from tfrun.devices import device_of

        module, self.stack = self.prepare(), ExitStack()
        takes = getattr(device_of(self.device)[0], "TAKES", ())
        options = {**self.options, **({"text": self.text} if "text" in takes and not isinstance(self.text, bytes) else {})}
        return Caller(module, self.stack.enter_context(session(module, self.device, None, **options)))

    def __call__(self, name: str, data: bytes) -> bytes:
        if self.caller is None:
            self.caller = self.open()
        values = values_in(data, name) + [Given(port, array, "what all calls share") for port, array in self.shared.items()]
        entry = self.entries.get(self.opening, tuple([value.name for value in values if value.name]))
        entry, outputs = self.caller.call(entry, bind(entry, entry.inputs_of(self.entries.taken(entry, values))))
        return archive(entry.fetches, outputs)


def content_of(source: str, constants: str | None, module: Operation | None = None) -> bytes:
    """The program as workers get it: what the file holds, with constants that stand in another one. `module` is the program where it was read
    already, and standard input is at its end."""
    if constants is None and (source != "-" or module is None):
        return bytes(read_bytes(source))
    from tfir.dialects import lookup
    from tfir.text.printer import PrintOptions, print_pieces

    if module is None:
        module, _ = parse_module(source, constants)
    return "".join(print_pieces(module, lookup, PrintOptions(keep_names=True))).encode("utf-8", "surrogateescape")


def refuse_grid(arguments: Any, what: str) -> None:
    if (arguments.replicas, arguments.partitions) != (1, 1):
        raise UsageError(f"{what} of a program that one process runs, not of --replicas and --partitions")


def run_batches(arguments: Any) -> int:
    """The exit code: a batch that fails is told of by name, and the others go on."""
    refuse_flags(arguments, "batches", SINGLE)
    refuse_grid(arguments, "--batches are calls")
    if arguments.output_dir is None:
        raise UsageError("--batches needs --output-dir=DIR, where the outputs of each go, by its name")
    every = files_of(arguments.batches, "--batches", has_at=False)
    paths = {os.path.splitext(os.path.basename(path))[0]: path for path in every}
    if len(paths) < len(every):
        raise UsageError(f"--batches={arguments.batches}: two of the files have the same name, and so would their outputs")
    opening = next(((name, str(value)) for name, value in arguments.order if name in OPENING), None)
    options = {"threads": arguments.threads, **({"cached": False} if arguments.no_cache else {})}
    source = arguments.files[0]
    program = Program(shown_name(source), content_of(source, arguments.constants), opening, arguments.device, options)
    program.prepare()
    if opening is None or opening[0] == "entry":
        program.check(program.entries.get(opening, ()), "--batches are calls")
    facts = {"program": digest_of(program.content), "call": list(opening or ()), "device": arguments.device}
    with ResultFolder(arguments.output_dir, facts) as out:
        left = {name: path for name, path in paths.items() if not out.has(f"{name}.npz", path)}
        for name in left:
            out.forget(f"{name}.npz")
        tally = Tally(len(paths), len(paths) - len(left))
        where = compute(program, left, out, tally, arguments) if left else ""
    print(f"tf-run: {tally.line('batches', where)}", file=sys.stderr)
    return FAILURE if tally.failed else 0


def compute(program: Program, left: dict[str, str], out: ResultFolder, tally: Tally, arguments: Any) -> str:
    """Where the batches were computed, in words."""
    pieces = [Piece(name, partial(read_whole, path)) for name, path in left.items()]
    with stage("batches"), opened(arguments.cluster, program, arguments.threads or 1) as workers:
        for outcome in outcomes(pieces, workers, tally):
            if outcome.result is not None:
                out.write(f"{outcome.piece.name}.npz", outcome.result)
            else:
                print(f"{outcome.error}\nnote: in the batch {left[outcome.piece.name]}", file=sys.stderr)
            tell(tally.so_far("batches"))
        return workers.describe()
