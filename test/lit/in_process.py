"""A lit test format that calls the tools instead of starting them: a RUN line then costs milliseconds.

A test is the same file and says the same either way; what is no tool of ours, nor filecheck, is started as a process. Before a
test runs, its directives are read: a misspelt one, one that nothing uses, and a prefix without directives are errors, because
filecheck would pass over them in silence.
"""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
from contextlib import contextmanager
from difflib import SequenceMatcher
from importlib import import_module

import lit.formats
import lit.ShUtil
import lit.Test
import lit.TestRunner
from lit.ShCommands import Command, GlobItem, Pipeline, Seq

TOOLS = {"tf-opt": "tfopt.main", "tf-translate": "tftranslate.main", "tf-run": "tfrun.main"}
ANNOTATION = re.compile(r"%dbg\([^)]*\)")
SUFFIXES = ("NEXT", "SAME", "NOT", "DAG", "LABEL", "EMPTY")
LIT_WORDS = {"RUN", "REQUIRES", "UNSUPPORTED", "XFAIL", "DEFINE", "REDEFINE", "ALLOW_RETRIES", "END.", "COM", "TODO", "FIXME", "NOTE"}
FIRST_WORD = re.compile(r"^\s*(?://|#|;)\s*([A-Z][A-Z0-9_]*(?:[ _-][A-Z0-9_]+)*)(\{LITERAL\})?(:?)", re.M)
BARE_WORD = re.compile(FIRST_WORD.pattern.replace("(?://|#|;)", "(?:(?://|#|;))?"), re.M)


class CheckedTest(lit.formats.ShTest):
    """A shell test whose directives are checked first and whose commands run in this process when `in_process`."""

    def __init__(self, in_process: bool):
        super().__init__(execute_external=False)
        self.in_process = in_process

    def execute(self, test, litConfig):
        problem = wrong_directive(test.getSourcePath())
        if problem:
            return lit.Test.Result(lit.Test.UNRESOLVED, problem)
        if not self.in_process or test.config.unsupported:
            return super().execute(test, litConfig)
        return run_in_process(test, litConfig)


def wrong_directive(path: str) -> str | None:
    """What is wrong with a test's directives, or None."""
    with open(path, encoding="utf-8", errors="replace") as file:
        text = file.read()
    run_lines = "\n".join(line for line in text.split("\n") if "RUN:" in line)
    prefixes = {p for group in re.findall(r"-check-prefix(?:es)?[= ]([\w,-]+)", run_lines) for p in group.split(",")}
    checks = len(re.findall(r"(?i)\bfilecheck\b", run_lines))
    if checks > len(re.findall(r"-check-prefix", run_lines)):
        prefixes.add("CHECK")
    seen = set()
    for match in (BARE_WORD if path.endswith(".test") else FIRST_WORD).finditer(text):
        word, _, colon = match.groups()
        prefix = prefix_of(word, prefixes)
        seen.add(prefix)
        line = text.count("\n", 0, match.start(1)) + 1
        if prefix is None and word not in LIT_WORDS and (near := nearest_directive(word, prefixes)):
            return f"{path}:{line}: '{word}' is no directive; did you mean '{near}'?"
        if prefix is not None and not colon:
            return f"{path}:{line}: '{word}' is not followed by a colon"
    missing = sorted(prefixes - seen)
    return f"{path}: filecheck is called with the prefix '{missing[0]}', which no line has" if missing else None


def prefix_of(word: str, prefixes) -> str | None:
    """The prefix whose directive the word is, or None when it is none."""
    for prefix in prefixes:
        rest = word.removeprefix(prefix)
        if word.startswith(prefix) and (rest == "" or rest[1:] in SUFFIXES and rest[0] == "-" or re.fullmatch(r"-COUNT-\d+", rest)):
            return prefix
    return None


def nearest_directive(word: str, prefixes) -> str | None:
    known = [*prefixes, "CHECK", *(f"{p}-{s}" for p in (*prefixes, "CHECK") for s in SUFFIXES), "RUN", "REQUIRES", "UNSUPPORTED", "XFAIL"]
    ratio, near = max((SequenceMatcher(None, word, each).ratio(), each) for each in known)
    return near if ratio > 0.75 else None


# Running


class State:
    """What a test's commands share: the working directory, and what they wrote that was not looked at."""

    def __init__(self, cwd: str, environment: dict):
        self.cwd, self.environment, self.log = cwd, environment, []


def run_in_process(test, litConfig):
    script = lit.TestRunner.parseIntegratedTestScript(test)
    if isinstance(script, lit.Test.Result):
        return script
    if litConfig.noExecute:
        return lit.Test.Result(lit.Test.PASS)
    folder, base = lit.TestRunner.getTempPaths(test)
    os.makedirs(folder, exist_ok=True)
    substitutions = [*test.config.substitutions, *lit.TestRunner.getDefaultSubstitutions(test, folder, base)]
    lines = lit.TestRunner.applySubstitutions(script, substitutions, {}, recursion_limit=test.config.recursiveExpansionLimit)
    state = State(folder, {**os.environ, **test.config.environment})
    for line in lines:
        line = ANNOTATION.sub("", line).strip()
        state.log = [f"$ {line}"]
        status = run_list(lit.ShUtil.ShParser(line, pipefail=True).parse(), state)
        if status:
            return lit.Test.Result(lit.Test.FAIL, "\n".join([*state.log, f"exit code {status}"]))
    return lit.Test.Result(lit.Test.PASS, "")


def run_list(tree, state: State) -> int:
    """Commands joined by `&&`, `||` and `;`."""
    if isinstance(tree, Pipeline):
        status = run_pipeline(tree, state)
        return int(status == 0) if tree.negate else status
    assert isinstance(tree, Seq)
    status = run_list(tree.lhs, state)
    if (tree.op == "&&" and status) or (tree.op == "||" and not status):
        return status
    return run_list(tree.rhs, state)


def run_pipeline(pipeline: Pipeline, state: State) -> int:
    """Commands one after the other, each on what the one before wrote. Any failure is the pipeline's."""
    data, worst = b"", 0
    for command in pipeline.commands:
        status, data = run_command(command, data, state)
        worst = worst or status
    if data:
        state.log.append(data.decode("utf-8", "replace"))
    return worst


def run_command(command: Command, given: bytes, state: State) -> tuple[int, bytes]:
    words = [word for arg in command.args for word in (arg.resolve(state.cwd) if isinstance(arg, GlobItem) else [arg])]
    given, plan = redirected_input(command, given, state)
    status, out, err = call(words, given, state, joined=any(r[0][0] == ">&" for r in plan))
    streams = {"1": out, "2": err}
    for (operator, *number), target in plan:
        from_stream = str(number[0]) if number else "1"
        if operator == ">&":
            continue  # the command has already written both into one
        if operator == "&>":
            write(os.path.join(state.cwd, target), streams["1"] + streams["2"], "wb")
            streams = {"1": b"", "2": b""}
        else:
            write(os.path.join(state.cwd, target), streams[from_stream], "ab" if operator == ">>" else "wb")
            streams[from_stream] = b""
    if streams["2"]:
        state.log.append(streams["2"].decode("utf-8", "replace"))
    return status, streams["1"]


def redirected_input(command: Command, given: bytes, state: State):
    plan = []
    for redirect in command.redirects:
        if redirect[0][0] == "<":
            with open(os.path.join(state.cwd, redirect[1]), "rb") as file:
                given = file.read()
        else:
            plan.append(redirect)
    return given, plan


def write(path: str, content: bytes, mode: str) -> None:
    with open(path, mode) as file:
        file.write(content)


def call(words: list[str], given: bytes, state: State, joined: bool) -> tuple[int, bytes, bytes]:
    """(exit code, standard output, standard error) of one command; `joined` puts errors among the output, as they come."""
    name, arguments = os.path.basename(words[0]), words[1:]
    if name == "not":
        status, out, err = call(arguments, given, state, joined)
        return int(status == 0), out, err
    if name in TOOLS:
        return captured(lambda: import_module(TOOLS[name]).main(arguments), given, state, joined)
    if name in ("filecheck", "FileCheck"):
        return captured(lambda: filecheck([name, *arguments]), given, state, joined)
    err = subprocess.STDOUT if joined else subprocess.PIPE
    done = subprocess.run(
        words, input=given, stdout=subprocess.PIPE, stderr=err, cwd=state.cwd, env=state.environment, check=False,
    )  # fmt: skip
    return done.returncode, done.stdout, done.stderr or b""


def filecheck(argv: list[str]) -> int:
    from filecheck.main import main

    main(argv)
    return 0


def captured(run, given: bytes, state: State, joined: bool) -> tuple[int, bytes, bytes]:
    """Calls `run` with standard streams of its own, in the test's directory."""
    out = io.BytesIO()
    err = out if joined else io.BytesIO()
    with standard_streams(io.BytesIO(given), out, err), inside(state.cwd):
        try:
            status = run() or 0
        except SystemExit as leaving:
            status = leaving.code if isinstance(leaving.code, int) else int(leaving.code is not None)
        except Exception as error:
            print(f"{type(error).__name__}: {error}", file=sys.stderr)
            status = 1
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
    return status, out.getvalue(), b"" if joined else err.getvalue()


@contextmanager
def standard_streams(given, out, err):
    kept = sys.stdin, sys.stdout, sys.stderr
    wrappers = [
        io.TextIOWrapper(stream, encoding="utf-8", errors="surrogateescape", newline="\n", write_through=True)
        for stream in (given, out, err)
    ]
    sys.stdin, sys.stdout, sys.stderr = wrappers
    try:
        yield
    finally:
        sys.stdin, sys.stdout, sys.stderr = kept
        for wrapper in wrappers[1:]:
            wrapper.detach()


@contextmanager
def inside(folder: str):
    kept = os.getcwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(kept)


def has_vulkan_device() -> bool:
    from tfir.ir.diagnostics import Error

    try:
        from tfrun.devices.vulkan.device import Instance, choose_device

        with Instance() as instance:
            choose_device(instance.devices())
    except (Error, ImportError):
        return False
    return True
