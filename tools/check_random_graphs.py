#!/usr/bin/env python3
"""Optimises random graphs by Grappler, whole and by each optimizer alone, and lets TensorFlow run what there was and what came of it.

    tools/check_random_graphs.py --tensorflow=PYTHON [--count=N] [--seed=N] [--seconds=S] [--only=NAME,..] [--keep=FOLDER] [--reduce]

PYTHON is an interpreter that has TensorFlow, whose own Grappler is off. Each graph runs twice in one session: what is fetched,
variables and files after each step, and errors must be the same, to the bit where floating point is not rounded differently by
rights (`fp=strict` and optimizers that leave numbers alone), else closely. Both graphs also run with everything that
touches state chained in the worst order that their edges allow. Graphs that differ are written to FOLDER, with what differs; --reduce
makes them smaller first. Exits with 1 where one differs. The seed and the name of a set of options give a difference again.
"""

import argparse
import collections
import os
import pickle
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "src" / "common"), str(ROOT / "src"), str(ROOT / "test" / "support")]

import numpy as np  # noqa: E402
from google.protobuf import text_format  # noqa: E402
from graph_runs import Harness, Outcome, difference, in_worst_order, ranks, wanted_nodes  # noqa: E402
from option_sets import EXACT, SETS, apply, sets_for  # noqa: E402
from random_graphs import random_program  # noqa: E402
from tfir.ir.diagnostics import Error  # noqa: E402
from tfir.storage.graphdef.export_graphdef import export_graphdef  # noqa: E402
from tfir.storage.graphdef.import_graphdef import import_graphdef  # noqa: E402

CLOSE, NEARLY = 1e-3, 1e-5  # of tame numbers: with sums in another order, and with the bits of another library


class TensorFlow:
    """A process with TensorFlow. One that crashes is started again."""

    def __init__(self, python: str):
        self.command, self.runs = [python, str(ROOT / "tools" / "tensorflow_sessions.py")], 0
        self.process: subprocess.Popen | None = None

    def answer(self, request):
        if self.process is None:
            self.process = subprocess.Popen(self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.runs += 1
        try:
            pickle.dump(request, self.process.stdin)
            self.process.stdin.flush()
            return pickle.load(self.process.stdout)
        except (EOFError, BrokenPipeError):
            status, self.process = self.process.wait(), None
            return f"crashed with status {status}"


class Subject:
    """A program as a GraphDef, and what is known of runs of graphs that came of it."""

    def __init__(self, program, tensorflow: TensorFlow):
        self.program, self.tensorflow = program, tensorflow
        self.graph = export_graphdef(program.module)
        self.fetches, self.targets = program.fetches, program.targets
        self.forget()
        self.ranks = ranks(self.module)

    def forget(self) -> None:
        """To be called when the graph has changed."""
        self.module = import_graphdef(self.graph)
        self.runs: dict[bytes, list | str] = {}  # by the graph that ran, without Grappler
        self.told: dict[tuple[bytes, bool, bool], list | str] = {}  # what `outcomes` answered
        self.verdicts: dict[tuple, str | None] = {}

    def outcomes(self, graph, worst: bool, grappler: bool = False):
        """Of each step; a text where there are none."""
        asked = graph.SerializeToString(deterministic=True), worst, grappler
        if asked not in self.told:
            self.told[asked] = self.run_as(graph, worst, grappler)
        return self.told[asked]

    def run_as(self, graph, worst: bool, grappler: bool):
        module = import_graphdef(graph)
        if worst:
            in_worst_order(module, wanted_nodes(self), self.ranks)
        harness = Harness(module, self.program.places)
        data = export_graphdef(module).SerializeToString(deterministic=True)
        if grappler:
            return self.run(data, harness, grappler)
        if data not in self.runs:
            self.runs[data] = self.run(data, harness, grappler)
        return self.runs[data]

    def run(self, data: bytes, harness: Harness, grappler: bool):
        calls = [([], ["harness/set"], {})]
        for feeds in self.program.feeds:
            packed = {name: (value.dtype.name, value.shape, value.tobytes()) for name, value in feeds.items()}
            calls += [(self.fetches, self.targets, packed), (harness.values, [], {})]
        answers = self.tensorflow.answer({"graph": data, "calls": calls, "grappler": grappler, "files": self.program.files})
        if isinstance(answers, str):
            return answers
        steps = zip(answers[1::2], answers[2::2])
        return [Outcome(arrays(values), error, arrays(state), told, message) for (values, error, message, told), (state, *_) in steps]

    def difference(self, other, tolerance: float, is_quiet: bool = False) -> str | None:
        """What differs when TensorFlow runs another graph in the place of this one, as it likes and in the worst order."""
        key = other.SerializeToString(deterministic=True), tolerance, is_quiet
        if key not in self.verdicts:
            self.verdicts[key] = self.compared(other, tolerance, is_quiet)
        return self.verdicts[key]

    def compared(self, other, tolerance: float, is_quiet: bool) -> str | None:
        for worst in (False, True):
            expected, actual = self.outcomes(self.graph, False), self.outcomes(other, worst)
            if isinstance(actual, str) or isinstance(expected, str):
                return None if expected == actual else f"TensorFlow {actual}"
            for number, (one, two) in enumerate(zip(expected, actual)):
                if is_quiet:
                    if one.error is not None:
                        break
                    one, two = one.without_texts(), two.without_texts()
                told = difference(one, two, tolerance)
                if told:
                    return f"step {number}{', in the worst order' * worst}: {told}"
        return None


def arrays(values):
    return None if values is None else [array(*value) for value in values]


def array(dtype: str, shape, content) -> np.ndarray:
    if dtype == "string":
        elements = np.empty(len(content), object)
        elements[:] = content
        return elements.reshape(shape)
    return np.frombuffer(content, dtype).reshape(shape)


def optimised(subject: Subject, name: str):
    """The GraphDef that a set of options makes of the program's."""
    module = subject.module.clone()
    apply(module, name, [*subject.fetches, *subject.targets], subject.program.fed)
    return export_graphdef(module)


def examined(subject: Subject, name: str) -> str | None:
    """What is wrong with what a set of options does."""
    try:
        other = optimised(subject, name)
    except Error as error:
        return f"refused: {str(error)[:300]}"
    except Exception as error:
        return f"crashed: {type(error).__name__}: {str(error)[:300]}"
    if other == subject.graph:
        return None
    exact = name in EXACT
    tolerance = 0.0 if exact and subject.program.special else NEARLY if exact else CLOSE
    return subject.difference(other, tolerance, is_quiet=name == "debug-stripper")


def peer_also(subject: Subject) -> str:
    """Whether TensorFlow's own Grappler makes something else of the graph, too."""
    before, after = [subject.outcomes(subject.graph, False, grappler) for grappler in (False, True)]
    if isinstance(before, str):
        return f" (the graph itself, run once more: {before})"
    if isinstance(after, str) or any([difference(one, two, CLOSE) for one, two in zip(before, after)]):
        return " (with TensorFlow's Grappler it is not what it was, either)"
    return ""


def is_sound(subject: Subject) -> str | None:
    """Why a program is no good for comparisons: TensorFlow refuses it, or its order is not said by its edges."""
    outcomes = subject.outcomes(subject.graph, False)
    if isinstance(outcomes, str):
        return outcomes
    return subject.difference(subject.graph, 0.0)


def reduced(subject: Subject, name: str) -> None:
    """Makes the graph smaller as long as it differs: fewer fetches and targets, fewer control edges."""

    def still() -> bool:
        subject.forget()
        return is_sound(subject) is None and examined(subject, name) is not None

    for part in ("fetches", "targets"):
        for entry in list(getattr(subject, part)):
            before = getattr(subject, part)
            setattr(subject, part, [other for other in before if other != entry])
            if not (subject.fetches or subject.targets) or not still():
                setattr(subject, part, before)
    drop_unneeded(subject)
    for node in [node for body in bodies(subject.graph) for node in body]:
        for entry in [entry for entry in node.input if entry.startswith("^")]:
            before = list(node.input)
            node.input.remove(entry)
            if not still():
                del node.input[:]
                node.input.extend(before)
    drop_unneeded(subject)


def bodies(graph):
    return [graph.node, *[function.node_def for function in graph.library.function]]


def drop_unneeded(subject: Subject) -> None:
    """Drops the nodes that nothing needs that is wanted, and their feeds."""
    nodes = {node.name: node for node in subject.graph.node}
    stack, needed = list(wanted_nodes(subject)), set()
    while stack:
        name = stack.pop()
        if name not in needed:
            needed.add(name)
            stack += [entry.lstrip("^").partition(":")[0] for entry in nodes[name].input]
    kept = [node for node in subject.graph.node if node.name in needed]
    del subject.graph.node[:]
    subject.graph.node.extend(kept)
    subject.program.fed = [name for name in subject.program.fed if name in needed]
    subject.program.feeds = [{name: value for name, value in feeds.items() if name in needed} for feeds in subject.program.feeds]


def keep(folder: Path, seed: int, name: str, subject: Subject, told: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    stem = folder / f"{seed}-{name}"
    stem.with_suffix(".pbtxt").write_text(text_format.MessageToString(subject.graph))
    lines = [told, f"fetches={','.join([*subject.fetches, *subject.targets])}", f"sets: {name}: {SETS[name]}"]
    lines += [f"feeds: {feeds}" for feeds in subject.program.feeds]
    stem.with_suffix(".txt").write_text("\n".join(lines) + "\n")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument(
        "--tensorflow", metavar="PYTHON", default=os.environ.get("TENSORFLOW_PYTHON"), help="an interpreter that has TensorFlow"
    )
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--seconds", type=float, default=float("inf"), help="begin no further graph after so long")
    parser.add_argument("--only", help="these sets of options, by name")
    parser.add_argument("--keep", type=Path, help="where graphs that differ are written")
    parser.add_argument("--reduce", action="store_true")
    arguments = parser.parse_args()
    if not arguments.tensorflow:
        parser.error("--tensorflow=PYTHON (or TENSORFLOW_PYTHON) says which interpreter has TensorFlow")
    tensorflow, counts, began = TensorFlow(arguments.tensorflow), collections.Counter(), time.time()
    names = arguments.only.split(",") if arguments.only else list(SETS)
    with tempfile.TemporaryDirectory() as files:
        for seed in range(arguments.seed, arguments.seed + arguments.count):
            if time.time() - began > arguments.seconds:
                break
            check(seed, names, files, tensorflow, counts, arguments)
    told = ", ".join([f"{number} {what}" for what, number in counts.items()])
    print(f"{told}; {tensorflow.runs} sessions, {time.time() - began:.0f} s, {time.process_time():.0f} s of this process")
    return int(counts["differ"] > 0)


def check(seed: int, names, files: str, tensorflow: TensorFlow, counts, arguments) -> None:
    subject = Subject(random_program(seed, files=files), tensorflow)
    counts["graphs"] += 1
    unsound = is_sound(subject)
    if unsound:
        counts["unsound"] += 1
        print(f"{seed} unsound: {unsound}", flush=True)
        return
    counts["failing"] += any([outcome.error for outcome in subject.outcomes(subject.graph, False)])
    for name in [name for name in sets_for(subject.program) if name in names]:
        counts["results"] += 1
        told = examined(subject, name)
        if told:
            counts["differ"] += 1
            told += peer_also(subject)
            print(f"{seed} {name}: {told}", flush=True)
            if arguments.keep:
                if arguments.reduce:
                    subject = Subject(random_program(seed, files=files), tensorflow)
                    reduced(subject, name)
                keep(arguments.keep, seed, name, subject, told)
                subject = Subject(random_program(seed, files=files), tensorflow)


if __name__ == "__main__":
    sys.exit(main())
