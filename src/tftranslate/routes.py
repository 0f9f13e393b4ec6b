"""The way of a file to another format: the directions that lead there one behind the other, and tf-opt between them where what is written
has to be lowered first."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from collections import deque
from copy import copy
from tempfile import TemporaryDirectory

from tfir.cli.files import decoded
from tfir.cli.process import UsageError, started

from tftranslate.formats import Direction, Lowering, targets
from tftranslate.recognition import TEXT_IR, Recognized, kind

IR = "mlir"


def route(file: Recognized, target: str, directions: list[Direction]) -> list[Direction]:
    """The shortest way from a file to a format. Raises UsageError where there is none."""
    words = targets(directions)
    if target not in words:
        raise UsageError(f"--to={target}: no such format; there are {', '.join(words)}")
    first = IR if file.kind == TEXT_IR else read_by(file.kind, directions).source
    if first == target == IR:
        raise UsageError(f"--to={target}: it is {TEXT_IR} already")
    before: dict[str, Direction] = {}
    waiting = deque([first])
    while waiting and target not in before:
        word = waiting.popleft()
        for direction in directions:
            if direction.source == word and direction.target not in before:
                before[direction.target] = direction
                waiting.append(direction.target)
    if target not in before:
        raise UsageError(f"--to={target}: there is no way from a {file.kind} to that")
    return back(before, first, target)


def back(before: dict[str, Direction], first: str, target: str) -> list[Direction]:
    way = [before[target]]
    while way[0].source != first:
        way.insert(0, before[way[0].source])
    return way


def read_by(title: str, directions: list[Direction]) -> Direction:
    flag = kind(title).read_by.removeprefix("--")
    return next(direction for direction in directions if direction.flag.name == flag)


class Route:
    """Takes a file along directions; what is between two of them lies in files that are gone at the end."""

    def __init__(self, file: Recognized, way: list[Direction], arguments):
        self.file, self.way, self.arguments = file, way, arguments
        self.taken: set[str] = set()  # flags of directions: each is the first's that takes it
        self.commands: list[list[str]] = []  # that do the same when each reads what the one before writes

    def run(self) -> int:
        """Returns an exit code: that of tf-opt where it fails, which has told why."""
        with TemporaryDirectory(prefix="tf-translate-") as folder:
            source = self.opening(folder)
            for number, direction in enumerate(self.way):
                lowering = direction.lowering
                if lowering is not None and not is_lowered(source, lowering):
                    lowered = os.path.join(folder, f"{number}.lowered.mlir")
                    status = self.lower(source, lowered, lowering)
                    if status:
                        return status
                    source = lowered
                is_last = direction is self.way[-1]
                made = self.arguments.output if is_last else os.path.join(folder, f"{number}.{direction.target}")
                self.take(source, made, direction)
                source = made
        if self.arguments.verbose:
            print(f"the same as: {self.in_shell()}", file=sys.stderr)
        return 0

    def opening(self, folder: str) -> str:
        """The path of the file; what standard input held, as a file."""
        if self.file.path != "-":
            return self.file.path
        path = os.path.join(folder, "input")
        with open(path, "wb") as file:
            file.write(self.file.data)
        return path

    def take(self, source: str, made: str, direction: Direction) -> None:
        arguments, flag = copy(self.arguments), direction.flag
        arguments.output = made
        own = [(name, value) for name, value in arguments.order if name in direction.takes and name not in self.taken]
        for name in self.taken.intersection(direction.takes):
            setattr(arguments, name.replace("-", "_"), None)
        self.taken |= {name for name, _ in own}
        setattr(arguments, flag.attribute, flag.value(flag.text_if_bare))
        if direction is not self.way[-1]:
            arguments.constants_output = None
        direction.run(source, arguments)
        given = [f"--{name}={value}" for name, value in own]
        if arguments.constants is not None and not self.commands:
            given.append(f"--constants=@{arguments.constants}")
        if arguments.constants_output is not None:
            given.append(f"--constants-output=@{arguments.constants_output}")
        self.commands.append(["tf-translate", f"--{flag.name}", *given])

    def lower(self, source: str, made: str, lowering: Lowering) -> int:
        constants = [] if self.commands or self.arguments.constants is None else [f"--constants=@{self.arguments.constants}"]
        flags = [*lowering.flags, *constants]
        self.commands.append(["tf-opt", *flags])
        done = subprocess.run(started("tf-opt", source, "-o", made, *flags), stderr=subprocess.PIPE, check=False)
        sys.stderr.write(decoded(done.stderr))
        return done.returncode

    def in_shell(self) -> str:
        source, output = self.file.path, self.arguments.output
        first, *others = self.commands
        commands = [[*first, *([source] if source != "-" else [])], *others]
        commands[-1] += ["-o", output] if output != "-" else []
        return " | ".join(map(shlex.join, commands))


def is_lowered(source: str, lowering: Lowering) -> bool:
    from tftranslate.modules import read_module

    code = lowering.code
    return code is not None and any([op.name.startswith(code) for op in read_module(source).walk()])
