#!/usr/bin/env python3
"""Runs the test suites of StableHLO's own repository with our tools, and tells which of their cases fail, and why.

    tools/check_stablehlo_upstream.py REPOSITORY [REGEX] [--legs=LEG,...] [--filecheck=PROGRAM]

REPOSITORY is a checkout, or a git directory without a work tree, whose HEAD is taken. REGEX chooses cases by name, which is the file
and the line where the case begins: files are taken apart where upstream's tools take them apart (`// -----`). The legs:

    interpreter   programs that check themselves, on our interpreter, after the passes that their RUN lines ask for
    vulkan, cpu   the same programs on a device. What they compute with comes as arguments, or nothing would be left to compute
                  once constants are folded; where a program does not lower so, its constants stay. What checks stays on the host
    diagnostics   errors that upstream's tools report where a program is wrong: `expected-error` and its like
    passes        FileCheck's expectations of what passes, printers and parsers make of a program
    artifacts     portable artifacts of each version: read, written again to the byte, and compared
    roundtrip     programs of `testdata`, to an artifact of the current version and back to the same text

Where RUN lines do the work they are run as they are, with our tools in the place of upstream's. Not counted are cases that upstream has
disabled, and those of passes that are no part of our tools (`ELSEWHERE`); both are told by number. Where upstream is not followed (`EXCEPTIONS`)
the reason is printed. Exits with 1 where another case fails.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
from collections import Counter
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / part) for part in ("src/common", "src", "test/support", "test/lit")]

import lit.ShUtil  # noqa: E402
import numpy as np  # noqa: E402
from in_process import State, run_list  # noqa: E402
from random_stablehlo_legs import executed, module_of  # noqa: E402
from tfir.cli.parts import split  # noqa: E402
from tfir.dialects import verify  # noqa: E402
from tfir.ir.attributes import TypeAttr  # noqa: E402
from tfir.ir.diagnostics import Error, Listening  # noqa: E402
from tfir.ir.location import Source  # noqa: E402
from tfir.ir.operations import Operation  # noqa: E402
from tfir.ir.types import FunctionType  # noqa: E402
from tfir.ods.arrays import array_of  # noqa: E402

from tfopt.pipeline.description import load_pipeline, parse_pipeline  # noqa: E402
from tfopt.pipeline.execution import Runner  # noqa: E402

OURS = {"stablehlo-opt": "tf-opt", "stablehlo-translate": "tf-translate"}
SPELLINGS = {
    "--chlo-pre-serialization-pipeline": "--shape-legalize-to-stablehlo --chlo-legalize-to-stablehlo",
    "{test-convergence}": "",
    "useDebugInfo": "use-debug-info",
    "stablehlo-deserialize": "vhlo-legalize-to-stablehlo",
}
ELSEWHERE = ("-hlo-test-", "-tosa", "-to-linalg", "debug-only", "xargs")  # upstream's private passes, other dialects, debugging, shells
# Cases in which our tools do something else, by name (of one RUN line, with its label): why.
EXCEPTIONS = {
    "tests/ops_stablehlo.mlir:5870": "upstream prints the number by which it knows a size as unknown, -9223372036854775808, where we print `?`",
    "tests/ops_stablehlo.mlir:6758": "upstream looks for symbols once all operations verify; that @mesh is missing is told with the other errors here",
    "tests/interpret/api_input_arguments.mlir:1 --check-prefixes=CHECK-ERROR-NOT-ARRAY": "upstream's message has a misspelt word, `expectected`",
    "tests/transforms/stablehlo_refine_shapes.mlir:591": "upstream leaves the sizes of a bitcast_convert to another width open, which its operand tells",
    "tests/transforms/stablehlo_legalize_quantized_op_to_qdq.mlir:540 --check-prefixes=CHECK":
        "a loop whose results have other types than its operands: upstream's form for it loses them, so that we print the generic one",
}  # fmt: skip
# What Python's filecheck makes of a file, and LLVM's does not.
OF_FILECHECK = {
    "tests/transforms/stablehlo_legalize_composite_to_call.mlir:1 --check-prefix=EXCEPT": "Python's filecheck looks for the text of a NOT beyond the NEXT that follows it; with --filecheck=FileCheck it passes",
}  # fmt: skip
# Upstream's tool does not know the Shardy dialect, whose operations this file writes without what they need.
UNKNOWN_TO_UPSTREAM = {"tests/transforms/mesh_axes_replica_group_compatibility.mlir": ('"sdy.mesh"', '"unknown.mesh"')}
WRONG = re.compile(r"\w+\.mlir:\d+:\d+: error: (?:unexpected .*|.* was not produced)")
RUN = re.compile(r"^\s*// RUN(-DISABLED[^)]*\))?:?\s*(.*)$", re.M)
CONTINUED = re.compile(r"\\\n\s*// RUN:")
EXPECTED = re.compile(r"expected-(error|warning|remark)(?:-re)?\b")


class Case:
    """A part of a test file, and the RUN lines of the file."""

    def __init__(self, path: Path, name: str, text: str, line: int, commands: list[str]):
        self.path, self.name, self.text, self.line, self.commands = path, f"{name}:{line}", text, line, commands


def cases_of(path: Path, name: str, left_out: Counter) -> list[Case]:
    text = path.read_text(errors="replace").replace(*UNKNOWN_TO_UPSTREAM.get(name, ("", "")))
    lines = RUN.findall(CONTINUED.sub("", text))
    left_out["disabled by upstream"] += any([disabled for disabled, _ in lines])
    kept = [line for disabled, line in lines if not disabled and not any([word in line for word in ELSEWHERE])]
    left_out[f"RUN lines with {' or '.join(ELSEWHERE)}"] += len([line for disabled, line in lines if not disabled]) - len(kept)
    parts = split(str(path), text) if "split-input-file" in "".join(kept) else [Source(str(path), text)]
    return [Case(path, name, part.text, part.first_line, kept) for part in parts]


# Programs that check themselves


def passes_before(commands: list[str]) -> list[tuple[str, ...]]:
    """The passes before the interpreter, for each RUN line that calls it; a file in between is of the line before."""
    made, lists = (), []
    for command in commands:
        words = [word for part in re.findall(r"stablehlo-opt([^|>]*)", command) for word in part.split() if word.startswith("-")]
        names = [name.removeprefix("--") for word in words for name in SPELLINGS.get(word, word).split()]
        names = tuple([name.lstrip("-") for name in names if not name.endswith(("split-input-file", "verify-diagnostics"))])
        if "--interpret" in command and not any([word in command for word in ("not ", "--args", "FileCheck")]):
            lists.append(made if "%t" in command else names)
        made = names
    return list(dict.fromkeys(lists))


def is_check(op: Operation) -> bool:
    """Whether an op checks its operands; its result, if it has one, may be returned and nothing else."""
    is_call = op.get("call_target_name", "").startswith("check.")
    return (op.dialect == "check" or is_call) and all([user.next is None for value in op.results for user in value.users])


class Program:
    """A module that checks itself, whose function's constants can become arguments, and what it checks results."""

    def __init__(self, case: Case, passes: tuple[str, ...]):
        self.module = module_of(case.text)
        if passes:
            Runner(verify).run(parse_pipeline(",".join(passes)), self.module)
        functions = [op for op in self.module.body if op.name == "func.func"]
        self.func = next((op for op in functions if op.get("sym_name") == "main"), functions[0] if functions else None)

    def retype(self) -> None:
        inputs, results = self.func.body.arguments, self.func.body.terminator.operands
        self.func.set_attribute("function_type", TypeAttr(FunctionType([one.type for one in inputs], [one.type for one in results])))
        for name in [name for name in ("arg_attrs", "res_attrs") if name in self.func.attributes]:
            self.func.remove_attribute(name)

    def checks(self) -> list[Operation]:
        return [op for op in self.func.body if is_check(op)]

    def give_checked(self) -> None:
        """Results are the operands of checks, and nothing is checked."""
        checks = self.checks()
        values = [operand for check in checks for operand in check.operands]
        self.func.body.terminator.set_operands(values)
        for check in checks:
            check.erase()
        self.retype()

    def take_checked(self) -> None:
        """Arguments are the operands of checks, and nothing but the checks is left."""
        checks = self.checks()
        for check in checks:
            check.set_operands([self.func.body.add_argument(operand.type) for operand in check.operands])
        self.func.body.terminator.set_operands([])
        for op in reversed([op for op in self.func.body if op not in checks and op is not self.func.body.terminator]):
            op.erase()
        self.retype()

    def take_constants(self) -> list[np.ndarray]:
        """Arguments are the numbers that are computed with; returns them."""
        constants = [op for op in self.func.body if op.name == "stablehlo.constant"]
        arrays = [array_of(op.attributes["value"]) for op in constants]
        for op in constants:
            op.replace_with(self.func.body.add_argument(op.result.type))
            op.erase()
        self.retype()
        return arrays

    def lowered(self, device: str) -> str:
        """Makes kernels for a device of it, and tells what the host does between them."""
        with Listening():
            Runner(verify).run(load_pipeline(device), self.module)
        hosts = [op for op in self.module.walk() if op.name == "iree.executable" and op.get("format") == "Host"]
        steps = {op.name for host in hosts for op in host.walk() if op.dialect in ("stablehlo", "chlo", "interpreter")}
        return ", ".join(sorted(steps - {"stablehlo.constant", "stablehlo.custom_call"}))


def on_interpreter(case: Case, passes) -> str:
    executed(Program(case, passes).module, [])
    return "pass"


def on_device(device: str, case: Case, passes) -> str:
    if not Program(case, passes).checks():
        return with_constants(device, case, passes)
    program, checks = Program(case, passes), Program(case, passes)
    program.give_checked()
    checks.take_checked()
    try:
        arrays = program.take_constants()
        steps = program.lowered(device)
    except Error:
        return with_constants(device, case, passes)
    executed(checks.module, executed(program.module, arrays, device))
    return f"pass with host steps: {steps}" if steps else "pass"


def with_constants(device: str, case: Case, passes) -> str:
    program = Program(case, passes)
    steps = program.lowered(device)
    executed(program.module, [], device)
    return f"pass as constants, with host steps: {steps}" if steps else "pass as constants"


def self_checking(run):
    def leg(case: Case, folder: Path):
        for passes in passes_before(case.commands):
            label = f"{case.name} {' '.join(passes)}".rstrip()
            try:
                yield label, 1, run(case, passes)
            except Error as error:
                yield label, 1, str(error)
            except Exception as error:  # a crash is a finding like others
                yield label, 1, f"CRASH {type(error).__name__}: {error}"

    return leg


# RUN lines


def ran(case: Case, commands: list[str], folder: Path) -> list[str]:
    """The words of each RUN line that fails, run on this part of the file alone."""
    path = folder / case.path.name
    path.write_text("\n" * (case.line - 1) + case.text)
    state, problems = State(str(folder), dict(os.environ, FILECHECK_OPTS="-enable-var-scope")), []
    for command in commands:
        for theirs, mine in {
            **OURS,
            **SPELLINGS,
            "%s.bc --verify-diagnostics": "%s.bc",
            "%s.bc": f"{case.path}.bc",
            "%s": str(path),
            "%t": str(folder / "t"),
        }.items():
            command = command.replace(theirs, mine)
        state.log = []
        if run_list(lit.ShUtil.ShParser(command, pipefail=True).parse(), state):
            problems.append("\n".join(state.log) or f"differs: {command}")
    return problems


def without_expectations(command: str, text: str) -> str:
    """A RUN line for a text with nothing for its FileCheck to look for."""
    given = re.search(r"-check-prefix(?:es)?[= ]([\w,-]+)", command)
    prefixes = given[1].split(",") if given else ["CHECK"]
    has_some = any([re.search(rf"\b{prefix}(-[A-Z]+(-\d+)?)?(\{{LITERAL\}})?:", text) for prefix in prefixes])
    return command if has_some else re.sub(r"\| *FileCheck[^|]*", "", command)


def diagnostics(case: Case, folder: Path):
    """Each expectation counts, and each error that nothing expects."""
    commands = [re.sub(r"\| *FileCheck.*", "", line) for line in case.commands if "-verify-diagnostics" in line and "not " not in line]
    for command in commands if EXPECTED.search(case.text) else []:
        problems = ran(case, [command], folder)
        wrong = WRONG.findall(problems[0]) if problems else []
        yield case.name, len(EXPECTED.findall(case.text)) - len([each for each in wrong if "was not produced" in each]), "pass"
        for each in wrong or [first_error(log) for log in problems]:
            yield case.name, 1, each


def passes(case: Case, folder: Path):
    for command in [line for line in case.commands if "FileCheck" in line and "/vhlo/stablehlo_legalize" not in str(case.path)]:
        checking = without_expectations(command, case.text)
        if "FileCheck" in checking:
            problems = ran(case, [checking], folder)
            yield f"{case.name} {label_of(command)}".rstrip(), 1, "pass" if not problems else first_error(problems[0])


def together(case: Case, folder: Path):
    """All RUN lines of a file as one case, since one compares what others have written."""
    if any(["diff " in line for line in case.commands]):
        problems = ran(case, [line for line in case.commands if "--interpret" not in line], folder)
        yield case.name, 1, "pass" if not problems else first_error(problems[0])


def label_of(command: str) -> str:
    return " ".join(re.findall(r"--?check-prefix(?:es)?[= ]\S+|-emit-bytecode", command))


def first_error(log: str) -> str:
    lines = [line for line in log.splitlines() if "error:" in line] or log.splitlines()
    return lines[0].partition("/ours/")[2] or lines[0] if lines else "fails without a word"


LEGS = {
    "interpreter": (self_checking(on_interpreter), ("tests/interpret", "tests/math", "testdata")),
    "vulkan": (self_checking(partial(on_device, "vulkan")), ("tests/interpret", "tests/math", "testdata")),
    "cpu": (self_checking(partial(on_device, "cpu")), ("tests/interpret", "tests/math", "testdata")),
    "diagnostics": (diagnostics, ("tests",)),
    "passes": (passes, ("tests",)),
    "artifacts": (together, ("tests",)),
    "roundtrip": (together, ("testdata",)),
}


def unpacked(repository: Path, folder: Path) -> Path:
    """The folder `stablehlo` of a checkout; of a git directory, what its HEAD has of it."""
    if (repository / "stablehlo" / "tests").is_dir():
        return repository / "stablehlo"
    command = ["git", "-C", str(repository), "archive", "HEAD:stablehlo", "tests", "testdata"]
    archive = subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout
    subprocess.run(["tar", "-x", "-C", str(folder)], input=archive, check=True)
    return folder


def check(leg: str, root: Path, pattern: str, folder: Path) -> int:
    (run, parts), met = LEGS[leg], set()
    excepted = EXCEPTIONS | ({} if "FileCheck" in OURS else OF_FILECHECK)
    counts, left_out, steps, failed = Counter(), Counter(), Counter(), 0
    for path in sorted([path for part in parts for path in (root / part).rglob("*.mlir")]):
        for case in cases_of(path, str(path.relative_to(root)), left_out):
            if not re.search(pattern, case.name):
                continue
            for label, number, outcome in run(case, folder):
                if label in excepted and not outcome.startswith("pass"):
                    counts["excepted"] += number
                    met.add(label)
                elif outcome.startswith("pass"):
                    kind, _, on_host = outcome.partition(": ")
                    counts[kind] += number
                    steps[on_host] += bool(on_host)
                else:
                    counts["FAIL"] += number
                    failed += 1
                    print(f"{leg}: {label}: {' '.join(outcome.split())[:300]}", flush=True)
            del Source._all[:], Source._bases[:]  # locations of what came before are never asked for again
    print(f"{leg}: {sum(counts.values())}: " + ", ".join([f"{count} {outcome}" for outcome, count in counts.most_common()]))
    for label in sorted(met):
        print(f"{leg}: excepted: {label}: {excepted[label]}")
    if +steps:
        print(f"{leg}: on the host: " + "; ".join([f"{count} {names}" for names, count in steps.most_common() if count]))
    print(f"{leg}: left out: " + ", ".join([f"{count} {what}" for what, count in left_out.items() if count]))
    return failed


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    options.add_argument("repository", type=Path)
    options.add_argument("pattern", nargs="?", default="", help="which cases")
    options.add_argument("--legs", default=",".join(LEGS))
    options.add_argument("--filecheck", metavar="PROGRAM", help="LLVM's FileCheck, in the place of Python's")
    arguments = options.parse_args()
    os.environ.setdefault("LP_NUM_THREADS", "1")
    if arguments.filecheck:
        OURS["FileCheck"] = f"env {arguments.filecheck}"
    with TemporaryDirectory() as folder:
        folder = Path(folder)
        (folder / "theirs").mkdir()
        (folder / "ours").mkdir()
        root = unpacked(arguments.repository, folder / "theirs")
        failed = [check(leg, root, arguments.pattern, folder / "ours") for leg in arguments.legs.split(",")]
        return int(any(failed))


if __name__ == "__main__":
    sys.exit(main())
