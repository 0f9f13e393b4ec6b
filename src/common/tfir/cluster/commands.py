"""`--each`: a tool's command for each of many files, as processes, here or on a cluster's workers."""

from __future__ import annotations

import os
import subprocess
import sys
from functools import partial
from glob import glob

from tfir.cli.files import decoded
from tfir.cli.process import FAILURE, UsageError, started
from tfir.cli.progress import stage, tell
from tfir.cli.tool import Tool
from tfir.cluster.engine import Tally, opened, outcomes
from tfir.cluster.folder import ResultFolder, digest_of, read_whole
from tfir.cluster.pieces import Piece
from tfir.ir.diagnostics import Error

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

PLACE = "{}"  # of a file's name, without its ending, in that of the output
OWN = ("each", "output", "cluster", "jobs")  # flags that are about all files
LENGTH = 8  # bytes of a number in front of what a command said


class Command:
    """The work: one command of a tool of ours with these words, on a file as standard input, or on a directory by its name."""

    def __init__(self, tool: str, words: list[str], folder: str):
        self.tool, self.words, self.folder = tool, words, folder

    def __call__(self, name: str, data: bytes) -> bytes:
        file = name if os.path.isdir(name) else "-"
        done = subprocess.run(
            started(self.tool, *self.words, file, "-o", "-"), input=data, capture_output=True, check=False,
            cwd=self.folder if os.path.isdir(self.folder) else None,
        )  # fmt: skip
        said = decoded(done.stderr).replace("<stdin>", name)
        if done.returncode:
            raise Error(said.strip().removeprefix("error: ") or f"the command ended with {done.returncode}")
        told = said.encode("utf-8", "surrogateescape")
        return len(told).to_bytes(LENGTH, "little") + told + done.stdout


def words_without(tool: Tool, argv: list[str], names: tuple[str, ...]) -> list[str]:
    """A command line without some of its flags, and their values."""
    flags = {name: flag for flag in tool.flags if flag.name in names for name in flag.names}
    words, rest = [], iter(argv)
    for word in rest:
        name, equals, _ = word.lstrip("-").partition("=")
        flag = flags.get(name) if word.startswith("-") else None
        if flag is None:
            words.append(word)
        elif not equals and flag.takes_next:
            next(rest, None)
    return words


def run_each(tool: Tool, arguments: Any) -> int:
    """Runs the command for each file. The exit code: one that fails is told of, and the others go on."""
    if arguments.jobs > 1 and arguments.cluster is not None:
        raise UsageError("--jobs is how many files are under way here, and --cluster has workers for them")
    if arguments.files:
        raise UsageError(f"--each={arguments.each} names the files; '{arguments.files[0]}' is one more")
    paths = sorted(glob(arguments.each, recursive=True))
    if not paths:
        raise UsageError(f"--each={arguments.each}: there is no such file")
    folder, pattern = os.path.split(arguments.output)
    if PLACE not in pattern or PLACE in folder:
        raise UsageError(f"--each needs -o with {PLACE} for the name of each file, as in -o 'out/{PLACE}.mlir'")
    results = {pattern.replace(PLACE, os.path.splitext(os.path.basename(path.rstrip("/")))[0]): path for path in paths}
    if len(results) < len(paths):
        raise UsageError(f"--each={arguments.each}: two of the files have the same name, and so would their outputs")
    words = words_without(tool, tool.argv, OWN)
    note = f".tfir-run-{digest_of(arguments.output.encode())[:8]}.json"
    with ResultFolder(folder or ".", {"command": " ".join([tool.name, *words])}, note) as out:
        left = {path: name for name, path in results.items() if not out.has(name, path)}
        pieces = [Piece(path, partial(content_of, path)) for path in left]
        tally = Tally(len(paths), len(paths) - len(left))
        where = ""
        if left:
            with stage("files"), opened(arguments.cluster, Command(tool.name, words, os.getcwd()), 1, arguments.jobs) as workers:
                for outcome in outcomes(pieces, workers, tally):
                    if outcome.result is None:
                        print(outcome.error, file=sys.stderr)
                    else:
                        length = int.from_bytes(outcome.result[:LENGTH], "little") + LENGTH
                        sys.stderr.write(decoded(outcome.result[LENGTH:length]))
                        out.write(left[outcome.piece.name], outcome.result[length:])
                    tell(tally.so_far("files"))
                where = workers.describe()
        print(f"{tool.name}: {tally.line('files', where)}", file=sys.stderr)
    return FAILURE if tally.failed else 0


def content_of(path: str) -> bytes:
    return b"" if os.path.isdir(path) else read_whole(path)
