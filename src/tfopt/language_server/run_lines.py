"""RUN lines, as lit runs them: what their words mean, what a word can become, and what comes of running one."""

from __future__ import annotations

import os
import re
import shlex
import signal
import subprocess
import sys
import tempfile
from contextlib import suppress
from typing import NamedTuple

from tfir.cli.tool import Tool
from tfir.ir.suggestion import did_you_mean

from tfopt.pipeline import discovery, listing
from tfopt.pipeline.description import named_pipelines

RUN = re.compile(r"\bRUN:[ \t]*(.*)")
WORD = re.compile(r"""(?:[^\s'"|;&<>]+|'[^'\n]*'?|"[^"\n]*"?)+""")
NEXT_COMMAND = re.compile(r"[|;&]")
SUBSTITUTION = re.compile(r"%(?:\{(\w+)\}|([sStT%]))")
FILECHECK = re.compile(r"\b[fF]ile[cC]heck(?:-\d+)?\b")
CHECK_PREFIXES = re.compile(r"--?check-prefix(?:es)?[= ]([\w,-]+)")
OWN_SUBSTITUTION = re.compile(r"%\{?(?!basename_t\b|pwd\b|root\b)\w{2,}")  # of a repository's own configuration of lit
CHECK = re.compile(r"^[ \t]*(?://|#|;)[ \t]*(CHECK[\w-]*?)(?:-(?:NEXT|SAME|NOT|DAG|LABEL|EMPTY|COUNT-\d+))?:", re.M)
OURS = ("tf-opt", "tf-translate", "tf-run")
PREFIXES = ("not", "--crash", "env")
TIME_LIMIT = 120.0  # seconds
MOST_OUTPUT = 1 << 20  # characters
PAGES = ("help", "help-all", "h", "version", "completion")  # flags that click has


class RunLine(NamedTuple):
    """A command with the lines that continue it; it begins at an offset."""

    start: int
    end: int
    command: str


def run_lines(text: str) -> list[RunLine]:
    lines: list[RunLine] = []
    is_continued, at = False, text.find("RUN:")
    while at >= 0:
        match = RUN.match(text, at)
        at = text.find("RUN:", at + 4)
        if match is None:  # the end of a longer word
            continue
        command = match[1].rstrip()
        if is_continued and lines:
            before = lines.pop()
            line = RunLine(before.start, match.end(), f"{before.command}{command}")
        else:
            line = RunLine(match.start(1), match.end(), command)
        is_continued = command.endswith("\\")
        lines.append(line._replace(command=line.command[:-1]) if is_continued else line)
    return lines


class CommandWord(NamedTuple):
    """A word of a command of a RUN line: the tool that it is for, the words in front of it, and where it stands."""

    tool: str
    before: list[str]
    text: str
    start: int
    end: int


def word_in_run_line(text: str, offset: int, whole: bool = True) -> CommandWord | None:
    """The word of a RUN line at a place, or its part in front of that; None where no RUN line is."""
    start = text.rfind("\n", 0, offset) + 1
    end = text.find("\n", offset)
    at = text.find("RUN:", start, offset)  # before a regular expression looks at a line that may be long
    run = RUN.search(text, max(at - 1, start), len(text) if end < 0 else end) if at >= 0 else None
    if run is None or offset < run.start(1):
        return None
    words = commands_in(text, run.start(1), run.end())
    for command in words:
        for number, (word, begin, behind) in enumerate(command):
            if begin <= offset <= behind:
                tool, first = tool_of([each for each, _, _ in command])
                shown = word if whole else text[begin:offset]
                return CommandWord(tool, [each for each, _, _ in command[first:number]], shown, begin, behind if whole else offset)
    command = next((each for each in reversed(words) if each and each[0][1] <= offset), [])
    if not command or NEXT_COMMAND.search(text, command[-1][2], offset):
        return CommandWord("", [], "", offset, offset)
    before = [each for each, _, behind in command if behind <= offset]
    tool, first = tool_of(before)
    return CommandWord(tool, before[first:], "", offset, offset)


def commands_in(text: str, start: int, end: int) -> list[list[tuple[str, int, int]]]:
    """The commands of a line between two places, each as its words with their places."""
    commands: list[list[tuple[str, int, int]]] = [[]]
    at = start
    for match in WORD.finditer(text, start, end):
        if NEXT_COMMAND.search(text, at, match.start()):
            commands.append([])
        commands[-1].append((match[0], match.start(), match.end()))
        at = match.end()
    return commands


def tool_of(words: list[str]) -> tuple[str, int]:
    """The tool of a command, and the number of its first argument."""
    for number, word in enumerate(words):
        if word not in PREFIXES and "=" not in word:
            return os.path.basename(word), number + 1
    return "", 0


# What words mean


def described_word(tool: Tool, word: CommandWord, offset: int) -> str | None:
    """What a word of a tf-opt command means, as text: a pass with its options, a pipeline, a flag."""
    if word.tool != tool.name:
        return None
    inside = re.compile(r"[A-Za-z][\w-]*")
    name = next((match[0] for match in inside.finditer(word.text) if match.start() <= offset - word.start <= match.end()), "")
    flag = word.text.lstrip("-").partition("=")[0]
    if discovery.is_pass(name):
        return described_pass(name)
    if flag == "pipeline" and name in named_pipelines():
        return f"pipeline {name}: {listing.pipeline_summary(named_pipelines()[name])}"
    if discovery.is_pass(flag):
        return described_pass(flag)
    declared = next((each for each in tool.flags if flag in each.names), None) if word.text.startswith("-") else None
    return None if declared is None else f"--{declared.name}{f'={declared.metavar}' if declared.metavar else ''}\n    {declared.help}"


def described_pass(name: str) -> str:
    path = discovery.files()[name]
    options = listing.options(path, name.replace("-", "_"))
    view = listing.view_of(path, name.replace("-", "_"))
    shared = [f"      {listing.SHARED.format(listing.title_of(view)).removesuffix(', below)')})"] if view else []
    return "\n".join([f"--{name}", f"    {discovery.summary(path)}", *listing.shown(options), *shared])


def completions(tool: Tool, word: CommandWord) -> list[tuple[str, str]]:
    """(word, what it is) for all that a word can become, from where the shell's completion takes it."""
    if not word.tool or (word.text and not word.before and word.tool == os.path.basename(word.text)):
        return [(name, "tool") for name in (*OURS, "filecheck") if name.startswith(word.text)]
    head, quote, last = split_word(word.text)
    asked = head.replace(quote, "", 1).partition("=")[0] + "=" + last if head else last
    before = [unquoted(each) for each in word.before]
    if word.tool == tool.name:
        from tfir.cli.completion import Zsh

        shell = Zsh(tool.command, {}, tool.name, tool.completion_variable)
        items = [(item.value, item.help or "") for item in shell.get_completions(before, asked) if item.type == "plain"]
    else:
        items = asked_of_process(word.tool, before, asked) if word.tool in OURS else []
    prefix = asked.partition("=")[0] + "="
    return [(head + value.removeprefix(prefix) if head else value, told) for value, told in items]


def split_word(text: str) -> tuple[str, str, str]:
    """`--grappler='fetches=y as` as what stays, its quote, and what is completed: `as`."""
    name, equals, value = text.partition("=")
    if not equals or not name.startswith("-"):
        return "", "", text
    quote = value[:1] if value[:1] in ("'", '"') else ""
    last = re.split(r"[\s,({]", value.removeprefix(quote))[-1]
    return text[: len(text) - len(last)], quote, last


def unquoted(word: str) -> str:
    try:
        return "".join(shlex.split(word))
    except ValueError:
        return word


def asked_of_process(tool: str, before: list[str], asked: str) -> list[tuple[str, str]]:
    """What another of the tools answers a shell that asks it."""
    from tfir.cli.process import started

    words = " ".join([shlex.quote(each) for each in (tool, *before, asked)])
    variables = {f"_{tool}_COMPLETE".replace("-", "_").upper(): "zsh_complete", "COMP_WORDS": words, "COMP_CWORD": str(len(before) + 1)}
    done = subprocess.run(started(tool), env={**os.environ, **variables}, capture_output=True, text=True, check=False, timeout=10)
    lines = done.stdout.split("\n")
    items = zip(lines[0::3], lines[1::3], lines[2::3])
    return [(value, "" if told == "_" else told) for kind, value, told in items if kind == "plain"]


def unknown_words(tool: Tool, text: str) -> list[tuple[int, int, str]]:
    """(start, end, message) for each flag in a RUN line of tf-opt that is neither its own nor a pass."""
    told = []
    flags = {name for each in tool.flags for name in each.names}
    for line in run_lines(text):
        for command in commands_in(text, line.start, line.end):
            name, first = tool_of([word for word, _, _ in command])
            for word, start, end in command[first:] if name == tool.name else ():
                flag = word.lstrip("-").partition("=")[0]
                if word.startswith("-") and flag and flag not in flags and flag not in PAGES and not discovery.is_pass(flag):
                    meant = did_you_mean(flag, [*discovery.names(), *flags])
                    told.append((start, min(end, start + len(word.partition("=")[0])), f"no flag or pass is called '{flag}'{meant}"))
    return told


def idle_checks(text: str) -> list[tuple[int, int, str]]:
    """(start, end, message) for the first check of each prefix that no RUN line makes: it reads like a test, and passes whatever is printed."""
    commands = [command for line in run_lines(text) for command in NEXT_COMMAND.split(line.command)]
    if not commands or any(map(OWN_SUBSTITUTION.search, commands)):  # which may run FileCheck
        return []
    checking = [CHECK_PREFIXES.findall(command) or ["CHECK"] for command in commands if FILECHECK.search(command)]
    prefixes = {prefix for each in checking for names in each for prefix in names.split(",")}
    missing = "no RUN line has it among its --check-prefixes" if checking else "no RUN line runs filecheck"
    idle: dict[str, tuple[int, int, str]] = {}
    for match in CHECK.finditer(text):
        if match[1] not in prefixes:
            idle.setdefault(match[1], (match.start(1), match.end(1), f"these lines check nothing: {missing}"))
    return list(idle.values())


# Running


class Outcome(NamedTuple):
    command: str
    status: int
    output: str
    errors: str


class Running:
    """A RUN line that runs; `stop` ends it, with all that it has started."""

    def __init__(self, command: str, path: str, text: str):
        self.folder = tempfile.TemporaryDirectory(prefix="tf-opt-lsp-")
        self.command = substituted(command, path, text, self.folder.name)
        home = os.path.dirname(path)
        environment = {**os.environ, "PATH": os.pathsep.join([os.path.dirname(sys.executable), os.environ.get("PATH", "")])}
        self.process = subprocess.Popen(
            ["/bin/sh", "-c", self.command], cwd=home if os.path.isdir(home) else self.folder.name, env=environment, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True,
        )  # fmt: skip

    def outcome(self, limit: float = TIME_LIMIT) -> Outcome:
        """Waits for its end."""
        note = ""
        try:
            output, errors = self.process.communicate(timeout=limit)
        except subprocess.TimeoutExpired:
            self.stop()
            output, errors = self.process.communicate()
            note = f"ended after {limit:g} seconds\n"
        finally:
            self.stop()
            self.folder.cleanup()
        return Outcome(self.command, self.process.returncode, readable(output), readable(errors) + note)

    def stop(self) -> None:
        with suppress(ProcessLookupError):
            if sys.platform == "win32":
                self.process.kill()
            else:
                os.killpg(self.process.pid, signal.SIGKILL)


def readable(data: bytes) -> str:
    text = data.decode(errors="replace")
    return text if len(text) <= MOST_OUTPUT else f"{text[:MOST_OUTPUT]}\n... ({len(text) - MOST_OUTPUT} more characters)\n"


def substituted(command: str, path: str, text: str, folder: str) -> str:
    """A command with lit's names for files in it replaced. `%s` is the file; where the text in the editor is another, a copy of that."""
    source = path
    try:
        with open(path, encoding="utf-8", newline="") as file:
            is_saved = file.read() == text
    except (OSError, UnicodeDecodeError):
        is_saved = False
    if not is_saved:
        source = os.path.join(folder, os.path.basename(path) or "program.mlir")
        with open(source, "w", encoding="utf-8", errors="surrogatepass", newline="") as file:
            file.write(text)
    made = {"s": source, "S": os.path.dirname(path), "t": os.path.join(folder, "output.tmp"), "T": folder, "%": "%"}
    return SUBSTITUTION.sub(lambda match: shell_word(made.get(match[1] or match[2], match[0])), command)


def shell_word(text: str) -> str:
    return text if text == "%" or text.startswith("%{") else shlex.quote(text)
