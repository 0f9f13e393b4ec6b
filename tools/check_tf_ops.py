#!/usr/bin/env python3
"""Holds what TensorFlow's ops mean here, and what they are lowered to, against TensorFlow itself, on operands made by chance.

    tools/check_tf_ops.py --tensorflow=PYTHON [--seed=N] [--count=N] [--jobs=N] [--pipeline] [--device=NAME] [--coverage] [--keep=FILE] [OP ...]

PYTHON is an interpreter that has TensorFlow. Each attempt begins with a recorded case (test/support/tensorflow_*.jsonl) and changes it:
other element types that the op allows, other sizes (0 and 1 among them), other attributes, other numbers, with NaN, infinities, signed
zeros and the ends of types among them. What TensorFlow refuses counts only as that; where its answers say nothing of what an op means
is said, with the reasons, in tensorflow_faults_of_cases.py and tensorflow_faults_of_places.py, and counted by these. Each case is
computed by the op's meaning, as a node of a graph from feeds to fetches, and, where the op has a lowering, by its StableHLO; the shares
that are right are told at the end. `--count=0` holds the recorded cases as they are. `--coverage` says instead which ops of
TensorFlow's CPU have no recorded case, those aside that are named with a reason in tensorflow_exclusions.py. `--pipeline` runs all of
--pipeline=stablehlo instead of the lowering alone, `--device=vulkan` and `--device=cpu` compute each case besides on a device. `--jobs`
processes share the cases, each with TensorFlows of its own; what differs is told on stderr as it is met, with a running count. What
differs is kept in FILE in the form of the recorded cases. Exits with 1 where something differs.
"""

import argparse
import json
import pickle
import resource
import select
import struct
import subprocess
import sys
import time
import zlib
from collections import Counter, defaultdict
from concurrent.futures import ProcessPoolExecutor, as_completed
from functools import cache, partial
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "src" / "common"), str(ROOT / "src"), str(ROOT / "test" / "support")]

import numpy as np  # noqa: E402
import tensorflow_values  # noqa: E402
from accuracy import Allowance, form_of  # noqa: E402
from graph_case import computed_in_graph  # noqa: E402
from lowered_case import computed, computed_on  # noqa: E402
from tensorflow_drafts import Draft  # noqa: E402
from tensorflow_exclusions import excluded  # noqa: E402
from tensorflow_faults import says_nothing, says_nothing_at  # noqa: E402
from tensorflow_values import Case, recorded  # noqa: E402
from tfir.execution.state import State  # noqa: E402
from tfir.ir.diagnostics import Error  # noqa: E402
from tfir.ods.arrays import is_float  # noqa: E402
from tfir.ods.inference import AbstractValue, evaluate, infer  # noqa: E402
from tfir.ods.shapes import fresh, named  # noqa: E402
from time_limit import limited  # noqa: E402

from tfopt.pipeline.description import load_pipeline  # noqa: E402
from tfopt.pipeline.execution import Runner  # noqa: E402
from tfopt.tf_to_stablehlo.lowering import LOWERINGS  # noqa: E402
from tfopt.tf_to_stablehlo.tf_to_stablehlo import tf_to_stablehlo  # noqa: E402

PATIENCE = 30  # seconds, for each answer of TensorFlow's
LONGEST = 60  # seconds that one way of computing a case may take here
MOST_MEMORY = 16 << 30  # bytes of addresses in each process
TOGETHER = 25  # recorded cases that a process is given at a time
TOLD = 200  # recorded cases between two lines of the running count
CONSTANT = "constant"  # in place of a shape: the graph knows the operand


class TensorFlow:
    """A process that evaluates ops. When TensorFlow ends it, another takes its place."""

    def __init__(self, python: str, with_onednn: bool):
        self.command = [python, str(Path(__file__).with_name("tensorflow_ops.py")), "1" if with_onednn else "0"]
        self.process: Any = None

    def __call__(self, name: str, groups, attributes, shapes=None):
        """The results as arrays and None, or None and why not; for operands of which only `shapes` are known the results' shapes."""
        if self.process is None:
            pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
            self.process = subprocess.Popen(self.command, **pipes)
        try:
            packed = pickle.dumps((name, groups, attributes, shapes))
            self.process.stdin.write(struct.pack("<q", len(packed)) + packed)
            self.process.stdin.flush()
            return pickle.loads(self._read(struct.unpack("<q", self._read(8))[0]))
        except (EOFError, BrokenPipeError, TimeoutError) as end:
            self.close()
            return None, f"CRASH {type(end).__name__}"

    def _read(self, length: int) -> bytes:
        stream, content = self.process.stdout, bytearray()
        while len(content) < length:
            if not select.select([stream], [], [], PATIENCE)[0]:
                raise TimeoutError
            part = stream.read1(length - len(content))
            if not part:
                raise EOFError
            content += part
        return bytes(content)

    def close(self):
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None


# What is asked of each attempt

SLACK = {"lowering": 4, "vulkan": 8, "cpu": 8}  # times what an op's class allows: a lowering is a chain of ops, each of which rounds


def difference(actual, expected, allowed, excused) -> tuple[str, str] | None:
    """What kind of difference there is, and where, beyond what is allowed. `excused` tells the places that do not count."""
    actual = np.asarray(actual)
    if actual.dtype != expected.dtype:
        return "type", f"{actual.dtype} for {expected.dtype}"
    if actual.shape != expected.shape:
        return "shape", f"{actual.shape} for {expected.shape}"
    for kind, bad in unequal(actual, expected, allowed):
        bad = bad & ~excused(actual, expected) if np.any(bad) else bad
        if np.any(bad):
            at = tuple(int(each[0]) for each in np.nonzero(np.atleast_1d(bad)))
            at = at if expected.ndim else ()
            return kind, f"{actual[at]} for {expected[at]} at {list(at)}"
    return None


def unequal(actual, expected, allowed):
    """Kinds of differences, each with where it occurs."""
    if expected.dtype.kind in "iubO" or (expected.dtype.kind == "V" and not is_float(expected.dtype)):
        yield "values", actual != expected
        return
    if expected.dtype.kind == "c":
        for part in ("real", "imag"):
            for kind, bad in unequal_floats(getattr(actual, part), getattr(expected, part), allowed):
                yield kind, bad & np.isfinite(expected) & (kind != "sign of zero")
        return
    yield from unequal_floats(actual, expected, allowed)


def unequal_floats(actual, expected, allowed):
    least = float(form_of(expected.dtype).smallest_subnormal)  # of which kernels for f16 are off by one where they round twice
    actual, expected = actual.astype(np.float64), expected.astype(np.float64)
    yield "NaN", np.isnan(actual) != np.isnan(expected)
    yield "infinity", (np.isinf(actual) | np.isinf(expected)) & (actual != expected) & ~np.isnan(expected)
    finite = np.isfinite(expected)
    yield "values", finite & (np.abs(actual - expected) > allowed + least)
    yield "sign of zero", finite & (expected == 0) & (actual == 0) & (np.signbit(actual) != np.signbit(expected))


# Shapes of what is known in part


def partly(forgotten):
    """A function that forgets the sizes of some axes."""
    return lambda shape: tuple([fresh() if forgotten(at) else size for at, size in enumerate(shape)])


def weakened(shape, random) -> list | None:
    """A shape of which a part is not known any more, as TensorFlow writes it."""
    return None if random.random() < 0.1 else [None if random.random() < 0.4 else size for size in shape]


def abstract(case: Case, weaken, with_values: bool) -> list[AbstractValue]:
    """What is known of a case's operands when their shapes are weakened, and of those that are not, perhaps, the values."""
    pairs = [(array, weaken(array.shape), value.type.element) for array, value in zip(case.operands, case.op.operands)]
    return [
        AbstractValue(shape, element, content=array if with_values and shape == array.shape else None) for array, shape, element in pairs
    ]


def shape_of(inferred):
    return getattr(inferred, "shape", inferred)


def contradict(one, other) -> bool:
    """Whether two shapes, known in part, cannot be of the same thing."""
    if one is None or other is None:
        return False
    return len(one) != len(other) or any([isinstance(a, int) and isinstance(b, int) and a != b for a, b in zip(one, other)])


class Tally:
    """What came of cases: counts by what it was, the lines that differ by op and kind, and by way and op whether each case was right."""

    def __init__(self):
        self.counts: Counter = Counter()
        self.told: dict = defaultdict(list)
        self.held: dict = defaultdict(list)

    def add(self, other: "Tally"):
        self.counts += other.counts
        for own, more in ((self.told, other.told), (self.held, other.held)):
            for key, entries in more.items():
                own[key] += entries

    def tell(self, name: str, what: str, line: dict, detail: str):
        self.counts[what] += 1
        self.told[name, what].append((line, detail))
        print(f"{name}: {what}: {detail[:300]}: {json.dumps(line)[:700]}", file=sys.stderr, flush=True)

    def report(self, shown: int):
        for (name, what), cases in sorted(self.told.items()):
            print(f"{name}: {what} ({len(cases)})")
            for line, detail in sorted(cases, key=lambda case: len(str(case[0])))[:shown]:
                print(f"    {detail[:300]}: {json.dumps(line)[:700]}")
        print(dict(self.counts))
        for way, title in WAYS.items():
            cases = [right for (what, _), each in self.held.items() if what == way for right in each]
            whole = [all(each) for (what, _), each in self.held.items() if what == way]
            if cases:
                share = f"{sum(cases)} of {len(cases)} cases right ({100 * sum(cases) / len(cases):.2f} %)"
                print(f"{title}: {share}, {sum(whole)} of {len(whole)} ops whole")


WAYS = {"meaning": "by themselves", "graph": "in a graph", "lowering": "through StableHLO", "vulkan": "on Vulkan", "cpu": "in machine code"}


class Check:
    """Attempts on ops, and what came of them since `told` was asked last."""

    def __init__(self, arguments):
        self.arguments = arguments
        self.peers = [TensorFlow(arguments.tensorflow, False), TensorFlow(arguments.tensorflow, True)]
        self.tally = Tally()

    def told_of(self, cases: list[Case]) -> Tally:
        """What comes of attempts on recorded cases."""
        self.tally = Tally()
        for case in cases:
            for number in range(self.arguments.count):
                self.attempt(case, number)
            if not self.arguments.count:
                self.hold(case)
        return self.tally

    def lower(self, module):
        if not self.arguments.pipeline:
            return tf_to_stablehlo(module)
        Runner().run(load_pipeline("stablehlo"), module)

    def attempt(self, case: Case, number: int):
        random = np.random.default_rng([self.arguments.seed, zlib.crc32(case.title.encode()), number])
        draft = Draft(case, random).change()
        results, refusal = self.peers[case.name.startswith("_")](case.name, draft.groups, draft.asked())
        if refusal is not None:
            self.tally.counts[refusal.split()[0]] += 1
            if refusal.startswith("CRASH"):
                self.tally.counts[f"TensorFlow crashes ({case.name})"] += 1
            return
        again, _ = self.peers[case.name.startswith("_")](case.name, draft.groups, draft.asked())
        if again is None or pickle.dumps(again) != pickle.dumps(results):
            self.tally.counts["TensorFlow is of two minds"] += 1
            return
        self.tally.counts["answered"] += 1
        results = (
            [None if stored is None else one for stored, one in zip(case.results, results)]
            if len(results) == len(case.results)
            else results
        )
        case = Case(number, draft.line() | {"results": [None if each is None else recorded(each) for each in results]})
        self.hold(case)
        if says_nothing(case) is None and not case.name.startswith("_"):
            self.hold_shapes(case, draft, random)

    def answered(self, line: dict) -> dict:
        """A case with TensorFlow's results, or with its refusal."""
        draft = Draft(Case(0, line | {"results": []}), np.random.default_rng())
        results, refusal = self.peers[line["op"].startswith("_")](line["op"], draft.groups, draft.asked())
        return line | ({"refusal": refusal} if results is None else {"results": [recorded(each) for each in results]})

    def hold(self, case: Case):
        reason = says_nothing(case)
        if reason is not None:
            self.tally.counts[f"{reason} ({case.name})"] += 1
            return
        self.part(case, "meaning", lambda: evaluate(case.op, case.definition, case.operands, state=State()))
        if not case.name.startswith("_"):
            self.part(case, "graph", lambda: computed_in_graph(case))
        self.part(case, "inference", lambda: self.inferred(case))
        if case.name in LOWERINGS and not case.has_strings and says_nothing(case, is_lowered=True) is None:
            self.part(case, "lowering", lambda: computed(case, self.lower))
            for device in self.arguments.device:
                self.part(case, device, lambda device=device: computed_on(case, device))

    def inferred(self, case: Case):
        """Nothing, but that what is inferred must hold: of all that is known of the operands, and of less."""
        for weaken in (
            lambda shape: shape,
            partly(lambda at: at % 2),
            partly(lambda at: at % 2 == 0),
            partly(lambda at: True),
            lambda shape: None,
        ):
            for with_values in (True, False):
                operands = abstract(case, weaken, with_values)
                for shape, expected in zip(infer(case.op, case.definition, operands) or (), case.results):
                    if expected is not None and contradict(shape_of(shape), expected.shape):
                        raise Error(f"inferred {shape_of(shape)} for {expected.shape} of {[each.shape for each in operands]}")
        return case.results

    def hold_shapes(self, case: Case, draft: Draft, random):
        """What is inferred of operands known in part, against TensorFlow's own shape function."""
        weak = [[weakened(each.shape, random) for each in group] for group in draft.groups]
        is_constant = [[random.random() < 0.5 and each.size < 20 for each in group] for group in draft.groups]
        asked = [[CONSTANT if is_known else shape for is_known, shape in zip(*pair)] for pair in zip(is_constant, weak)]
        theirs, refusal = self.peers[0](case.name, draft.groups, draft.asked(), asked)
        if refusal is not None:
            self.tally.counts[f"TensorFlow's shape function refuses: {refusal.split()[0]}"] += 1
            return
        if any([actual is not None and contradict(other, actual.shape) for other, actual in zip(theirs, case.results)]):
            self.tally.counts[f"TensorFlow's shape function is wrong ({case.name})"] += 1
            return
        flat = [(each, *facts) for group, *rest in zip(draft.groups, weak, is_constant) for each, *facts in zip(group, *rest)]
        operands = [
            AbstractValue(
                each.shape if is_known else None if shape is None else named(tuple(shape)),
                value.type.element,
                content=each if is_known else None,
            )
            for (each, shape, is_known), value in zip(flat, case.op.operands)
        ]
        try:
            ours = [shape_of(shape) for shape in infer(case.op, case.definition, operands) or ()]
        except Error as refusal:
            return self.tally.tell(case.name, "shapes refused", case.line, f"{refusal}: TensorFlow says {theirs} of {asked}")
        for own, other in zip(ours, theirs):
            if contradict(own, other):
                return self.tally.tell(case.name, "shapes", case.line, f"{own} for {other} of {asked}")

    def part(self, case: Case, what: str, compute):
        count = sum(map(len, self.tally.told.values()))
        self.compare(case, what, compute)
        self.tally.held[what, case.name].append(sum(map(len, self.tally.told.values())) == count)

    def compare(self, case: Case, what: str, compute):
        try:
            with limited(LONGEST):
                computed = compute()
        except Error as refusal:
            return self.tally.tell(case.name, f"{what} refuses", case.line, str(refusal).split("error: ")[-1].splitlines()[0])
        except Exception as crash:
            return self.tally.tell(case.name, f"{what} crashes", case.line, f"{type(crash).__name__}: {crash}")
        with np.errstate(all="ignore"):
            try:
                allowance, slack = Allowance.of(case.op, case.definition, case.operands, state=State()), self.arguments.loose
            except Error as refusal:  # by the meaning, which says how far results may be off
                return self.tally.tell(case.name, f"{what}, allowance refuses", case.line, str(refusal))
            slack *= SLACK.get(what, 1)
            numbered = list(enumerate(case.results))
            answers = numbered if len(computed) == len(numbered) else [pair for pair in numbered if pair[1] is not None]
            for one, (number, expected) in zip(computed, answers):
                excused = partial(says_nothing_at, case, is_lowered=what in SLACK)
                differs = expected is not None and difference(one, expected, slack * allowance.apart(number, expected), excused)
                if differs and (differs[0] != "sign of zero" or self.arguments.zeros):
                    return self.tally.tell(case.name, f"{what}: {differs[0]}", case.line, differs[1])

    def cover(self):
        """Tells of the ops that a CPU has kernels for: how many have a case, which are left out and why, and which are missing."""
        names, refusal = self.peers[0]("", [], {})
        if names is None:
            raise SystemExit(refusal)
        recorded_ops = {case.name for case in tensorflow_values.cases()}
        reasons = {name: excluded(name) for name in names if name not in recorded_ops}
        print(f"{len(names)} ops, {len(names) - len(reasons)} with a case")
        for reason, count in Counter(filter(None, reasons.values())).most_common():
            print(f"left out, {count}: {reason}")
        missing = [name for name, reason in reasons.items() if reason is None]
        print(f"missing, {len(missing)}: {' '.join(missing)}")


def read_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tensorflow", required=True)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--count", type=int, default=20, help="attempts from each recorded case")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--loose", type=float, default=1.0, help="a factor of what the ops' classes allow")
    parser.add_argument("--shown", type=int, default=2)
    parser.add_argument("--zeros", action="store_true", help="tell of signs of zero too, about which TensorFlow's own kernels differ")
    parser.add_argument("--pipeline", action="store_true")
    parser.add_argument("--device", action="append", choices=["vulkan", "cpu"], default=[])
    parser.add_argument("--coverage", action="store_true")
    parser.add_argument("--keep")
    parser.add_argument("--answer", help="print the cases of a file, in the recorded form, with what TensorFlow answers")
    parser.add_argument("ops", nargs="*")
    return parser.parse_args()


recorded_cases = cache(tensorflow_values.cases)
CHECKS: list[Check] = []  # one, in each process of a pool


def begin(arguments):
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    CHECKS.append(Check(arguments))


def told_of(numbers: list[int]) -> Tally:
    return CHECKS[0].told_of([recorded_cases()[number] for number in numbers])


def told_by_processes(arguments) -> Tally:
    """What comes of attempts on all recorded cases that are asked for, with a running count on stderr."""
    numbers = [at for at, case in enumerate(recorded_cases()) if not arguments.ops or case.name in arguments.ops]
    parts = -(-len(numbers) // TOGETHER)
    tally, done, start = Tally(), 0, time.monotonic()
    with ProcessPoolExecutor(arguments.jobs, initializer=begin, initargs=(arguments,)) as pool:
        pending = {pool.submit(told_of, numbers[part::parts]): len(numbers[part::parts]) for part in range(parts)}
        for each in as_completed(pending):
            tally.add(each.result())
            before, done = done, done + pending[each]
            if done // TOLD > before // TOLD or done == len(numbers):
                count = sum(map(len, tally.told.values()))
                progress = f"{done} of {len(numbers)} recorded cases, {tally.counts['answered']} answered, {count} differ"
                print(f"{progress}, {time.monotonic() - start:.0f} s", file=sys.stderr, flush=True)
    return tally


def main() -> int:
    arguments = read_arguments()
    if arguments.answer or arguments.coverage:
        check = Check(arguments)
        if arguments.coverage:
            check.cover()
        else:
            for line in Path(arguments.answer).read_text().splitlines():
                print(json.dumps(check.answered(json.loads(line)), separators=(",", ":")))
        return 0
    tally = told_by_processes(arguments)
    tally.report(arguments.shown)
    if arguments.keep:
        lines = [json.dumps(line) for cases in tally.told.values() for line, _ in cases if "results" in line]
        Path(arguments.keep).write_text("".join([f"{line}\n" for line in lines]))
    return 1 if tally.told else 0


if __name__ == "__main__":
    sys.exit(main())
