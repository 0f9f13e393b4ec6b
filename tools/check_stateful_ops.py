#!/usr/bin/env python3
"""Holds ops that keep a state against TensorFlow: random sequences of reads and writes on one resource, values and errors compared.

    tools/check_stateful_ops.py --tensorflow=PYTHON [--seed=N] [--count=N] [--shown=N] [--messages] [--record] [--unread]
                               [--pipeline=NAME [--device=NAME]] [KIND ...]

PYTHON is an interpreter that has TensorFlow. KINDs are functions of sequence_kinds.py; without one all of them. A sequence runs in
one session of each, call after call; where both refuse, what comes after is compared as well, but for scattered updates. With a pipeline each call is a
function that is lowered by it. With `--unread` most calls fetch a number that only waits for the ops, of which Grappler, which then runs, may leave out some.
Exits with 1 where something differs.
"""

import argparse
import json
import os
import re
import sys
import tempfile
from collections import Counter
from itertools import accumulate
from shutil import rmtree

import check_random_graphs  # noqa: F401  the paths
import numpy as np
from check_random_graphs import TensorFlow, arrays
from lowered_pipelines import answers_of, distinct, lowered_module
from sequence_kinds import KINDS, Sequence
from stateful_sequences import FILE, answers, as_kept, says
from tensorflow_values import recorded
from tfir.analysis.slices import needed_for
from tfir.dialects import lookup
from tfir.dialects.tfg.nodes import NAME
from tfir.ir.diagnostics import Error
from tfir.storage.graphdef.export_graphdef import export_graphdef
from tfir.text.printer import print_operation

MOST_BYTES = 1 << 16  # that are recorded of a kind


def answers_of_tensorflow(sequence: Sequence, tensorflow: TensorFlow, grappler: bool) -> list:
    """For each call the arrays, or a text that says why not."""
    calls = [([name for name in call if name[0] != "^"], [name[1:] for name in call if name[0] == "^"], {}) for call in sequence.calls]
    data = export_graphdef(sequence.module).SerializeToString(deterministic=True)
    told = tensorflow.answer({"graph": data, "calls": calls, "grappler": grappler, "files": ""})
    if isinstance(told, str) or any(["No OpKernel" in message for _, _, message, _ in told]):
        return []  # the graph is refused as a whole
    return [arrays(values) if error is None else f"{error}: {last_line(message)}" for values, error, message, _ in told]


class Ours:
    """What answers here: the interpreter of graphs, or where a pipeline is named a device that runs what it makes of the calls."""

    def __init__(self, pipeline: str | None, device: str):
        self.pipeline, self.device = pipeline, device

    def answers(self, sequence: Sequence) -> list:
        if self.pipeline is None:
            return answers(print_operation(sequence.module, lookup), sequence.calls, ".")
        try:
            told = self.answers_to(sequence, sequence.calls)
        except Error as refusal:
            # Of calls that have nothing in common each is a program of its own.
            alone = sequence.last is not None and len(distinct(sequence.calls)) > 1
            told = [self.answer_to(sequence, call) if alone else str(refusal) for call in sequence.calls]
        return [answer.split("error: ")[-1].splitlines()[0] if isinstance(answer, str) else answer for answer in told]

    def answers_to(self, sequence: Sequence, calls: list) -> list:
        asked = distinct(calls)
        named = [([name for name in call if name[0] != "^"], [name[1:] for name in call if name[0] == "^"]) for call in asked]
        text = lowered_module(sequence.module.clone(), named, self.pipeline)
        return answers_of(text, self.device, [asked.index(call) for call in calls], ".")

    def answer_to(self, sequence: Sequence, call: list) -> list | str:
        try:
            return self.answers_to(sequence, [call])[0]
        except Error as refusal:
            return str(refusal)


def last_line(message: str) -> str:
    """What is said in front of the node that it is said of."""
    return message.partition("[[{{node")[0].strip().rpartition("\n")[2]


def difference(ours, theirs, names, is_dense: bool = False) -> str | None:
    """What differs, None where nothing does; keys of a table count in any order unless it `is_dense`, which keeps its own."""
    if isinstance(ours, str) or isinstance(theirs, str):
        return None if isinstance(ours, str) and isinstance(theirs, str) else f"{ours}, and TensorFlow {theirs}"
    if any(["LookupTableExport" in name for name in names]) and not is_dense:
        ours, theirs = in_order(ours), in_order(theirs)
    for name, one, other in zip([name for name in names if name[0] != "^"], ours, theirs):
        one, other = as_kept(name, one), as_kept(name, other)
        if one.dtype != other.dtype or one.shape != other.shape or not np.array_equal(*comparable(one, other)):
            return f"{name} is {one.tolist()} {one.dtype}, and TensorFlow's {other.tolist()} {other.dtype}"
    return None


def comparable(one: np.ndarray, other: np.ndarray):
    """Both without the last bits of floating point numbers."""
    if one.dtype.kind != "f":
        return one, other
    with np.errstate(all="ignore"):
        close = np.isclose(one, other, rtol=1e-5, atol=1e-6, equal_nan=True)
    return close, np.ones_like(close)


def in_order(values: list) -> list:
    """Keys and values of a table, of which each has an order of its own."""
    keys, contents = values
    order = np.argsort([repr(key) for key in keys], kind="stable")
    return [keys[order], contents[order]]


def line_of(kind: str, sequence: Sequence, theirs: list, facts: set) -> str | None:
    """The sequence as a line of the record, as far as ops in it do what none in the record does. Of calls that go on with one another the last
    that was answered says all, and the first that was not."""
    calls = list(zip(sequence.calls, theirs))
    if sequence.last is not None:
        answered = [call for call in calls if not isinstance(call[1], str)]
        calls = [*answered[-1:], *[call for call in calls if isinstance(call[1], str)][:1]]
    length = 0
    for number, (fetches, told) in enumerate(calls, 1):
        reason = without_numbers(told)[:30] if isinstance(told, str) else ""
        for fetch in fetches[-1:] if reason else fetches:
            fact = (kind, fetch.split("_")[0].removeprefix("^"), reason)
            length = length if fact in facts else number
            facts.add(fact)
    if not length:
        return None
    told = [[fetches, answer if isinstance(answer, str) else [recorded(each) for each in answer]] for fetches, answer in calls[:length]]
    text = print_operation(pruned(sequence.module.clone(), {fetch for fetches, _ in told for fetch in fetches}), lookup)
    return json.dumps({"kind": kind, "graph": text, "calls": told}, separators=(",", ":"))


def pruned(module, fetches: set[str]):
    """The graph without what is not needed. What hides shapes from TensorFlow is not needed where graphs only run."""
    block = next(iter(module.body)).body
    names = {fetch.removeprefix("^").split(":")[0] for fetch in fetches}
    needed = needed_for([op for op in block if op.get(NAME) in names], block)
    for op in list(block):
        if op not in needed:  # those of a loop use one another
            op.remove()
            op.drop_uses()
        elif op.name == "tfg.PlaceholderWithDefault":
            op.replace_with(op.operands[0].op)
    return module


def without_numbers(text: str) -> str:
    return re.sub(r"\d+", "0", text)


def check(sequence: Sequence, tensorflow: TensorFlow, here: Ours, counts: Counter, worded: dict, grappler: bool) -> tuple[str | None, list]:
    theirs = answers_of_tensorflow(sequence, tensorflow, grappler)
    rmtree("FILES", ignore_errors=True)
    ours = here.answers(sequence)
    rmtree("FILES", ignore_errors=True)
    is_dense = any(["Dense" in op.name for op in sequence.block])
    if not theirs:
        counts["graph refused"] += 1
    for at, (one, other, names) in enumerate(zip(ours, theirs, sequence.calls)):
        counts["refused" if isinstance(other, str) else "answered"] += 1
        told = difference(one, other, names, is_dense)
        if told:
            return f"{told}\n      " + "\n      ".join(sequence.texts[: at + 1]), theirs
        if isinstance(one, str) and isinstance(other, str) and not says(one, other):
            counts["refused in other words"] += 1
            worded.setdefault((names[-1].split("_")[0], without_numbers(other)[:100]), (one, other))
        if isinstance(other, str) and "Scatter" in names[-1]:
            return None, theirs[:at]  # the kernel may have changed some of the places
    return None, theirs


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tensorflow", required=True, metavar="PYTHON")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--count", type=int, default=50, help="sequences of each kind")
    parser.add_argument("--shown", type=int, default=3)
    parser.add_argument("--messages", action="store_true", help="show errors that are worded otherwise than TensorFlow's")
    parser.add_argument("--record", action="store_true", help=f"write sequences that show something each to {FILE.name}")
    parser.add_argument("--unread", action="store_true", help="most calls fetch what only waits for the ops; TensorFlow optimises too")
    parser.add_argument("--pipeline", help="a named pipeline of tf-opt; without one graphs run as they are")
    parser.add_argument("--device", default="interpreter", help="of tf-run, for what the pipeline makes")
    parser.add_argument("kinds", nargs="*")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:  # where both run: names of files begin with FILES
        before = os.getcwd()
        os.chdir(folder)
        try:
            return checked(arguments, TensorFlow(arguments.tensorflow))
        finally:
            os.chdir(before)


def checked(arguments, tensorflow: TensorFlow) -> int:
    differing: Counter = Counter()
    here = Ours(arguments.pipeline, arguments.device)
    for number, kind in enumerate(KINDS):
        if arguments.kinds and kind.__name__ not in arguments.kinds:
            continue
        counts, worded, candidates, facts = Counter(), {}, [], set()
        for seed in range(arguments.seed, arguments.seed + arguments.count):
            sequence = Sequence(np.random.default_rng([seed, number]))
            kind(sequence)
            if arguments.unread:
                sequence.leave_unread()
            before = counts["refused in other words"]
            told, theirs = check(sequence, tensorflow, here, counts, worded, arguments.unread)
            if arguments.record and not told and theirs and counts["refused in other words"] == before:
                candidates.append((sequence, theirs))
            if told:
                differing[kind.__name__] += 1
                if differing[kind.__name__] <= arguments.shown:
                    print(f"{kind.__name__} {seed}: {told}", flush=True)
        candidates.sort(key=lambda each: len(each[0].block))  # short ones say as much
        record = list(filter(None, [line_of(kind.__name__, *each, facts) for each in candidates]))
        record = [line for line, length in zip(record, accumulate(map(len, record))) if length < MOST_BYTES]
        if record:
            kept = [line for line in FILE.read_text().splitlines() if json.loads(line)["kind"] != kind.__name__] if FILE.exists() else []
            FILE.write_text("".join([f"{line}\n" for line in [*kept, *record]]))
        for one, other in worded.values() if arguments.messages else ():
            print(f"  ours:       {one[:400]}\n  TensorFlow: {other[:400]}", flush=True)
        print(f"{kind.__name__}: {arguments.count} sequences, {differing[kind.__name__]} differ; {dict(counts)}", flush=True)
    return int(bool(differing))


if __name__ == "__main__":
    sys.exit(main())
