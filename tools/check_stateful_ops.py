#!/usr/bin/env python3
"""Holds ops that keep a state against TensorFlow: random sequences of reads and writes on one resource, values and errors compared.

    tools/check_stateful_ops.py --tensorflow=PYTHON [--seed=N] [--count=N] [--shown=N] [KIND ...]

PYTHON is an interpreter that has TensorFlow. KINDs are functions of stateful_sequences.py; without one all of them. A sequence runs in
one session of each, call after call; where both refuse, what comes after is compared as well, but for scattered updates. Exits with 1 where something differs.
"""

import argparse
import sys
import tempfile
from collections import Counter

import check_random_graphs  # noqa: F401  the paths
import numpy as np
from check_random_graphs import TensorFlow, arrays
from stateful_sequences import KINDS, Sequence
from tfir.execution.graph_entry import entry_of_graph
from tfir.execution.program import interpreted
from tfir.execution.session import Session
from tfir.ir.diagnostics import Error

from tftranslate.export_graphdef import export_graphdef


def answers_of_tensorflow(sequence: Sequence, tensorflow: TensorFlow) -> list:
    """For each call the arrays, or a text that says why not."""
    calls = [([name for name in call if name[0] != "^"], [name[1:] for name in call if name[0] == "^"], {}) for call in sequence.calls]
    data = export_graphdef(sequence.module).SerializeToString(deterministic=True)
    with tempfile.TemporaryDirectory() as files:
        told = tensorflow.answer({"graph": data, "calls": calls, "grappler": False, "files": files})
    if isinstance(told, str) or any(["No OpKernel" in message for _, _, message, _ in told]):
        return []  # the graph is refused as a whole
    return [arrays(values) if error is None else f"{error}: {last_line(message)}" for values, error, message, _ in told]


def last_line(message: str) -> str:
    """What is said in front of the node that it is said of."""
    return message.partition("[[{{node")[0].strip().rpartition("\n")[2]


def answers_of_interpreter(sequence: Sequence) -> list:
    module = sequence.module.clone()
    graph, session, answers = next(iter(module.body)), Session(module), []
    for call in sequence.calls:
        try:
            entry = entry_of_graph(graph, ",".join(call), [])
            answers.append([np.array(value) for value in interpreted(module, entry, session)([])])
        except Error as refusal:
            answers.append(str(refusal).split("error: ")[-1].splitlines()[0])
    return answers


def difference(ours, theirs, names) -> str | None:
    if isinstance(ours, str) or isinstance(theirs, str):
        return None if isinstance(ours, str) and isinstance(theirs, str) else f"{ours}, and TensorFlow {theirs}"
    if any(["LookupTableExport" in name for name in names]):
        ours, theirs = in_order(ours), in_order(theirs)
    for name, one, other in zip([name for name in names if name[0] != "^"], ours, theirs):
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


def check(sequence: Sequence, tensorflow: TensorFlow, counts: Counter) -> str | None:
    theirs, ours = answers_of_tensorflow(sequence, tensorflow), answers_of_interpreter(sequence)
    if not theirs:
        counts["graph refused"] += 1
    for at, (one, other, names) in enumerate(zip(ours, theirs, sequence.calls)):
        counts["refused" if isinstance(other, str) else "answered"] += 1
        told = difference(one, other, names)
        if told:
            return f"{told}\n      " + "\n      ".join(sequence.texts[: at + 1])
        if isinstance(other, str) and "Scatter" in names[-1]:
            break  # the kernel may have changed some of the places
    return None


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tensorflow", required=True, metavar="PYTHON")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--count", type=int, default=50, help="sequences of each kind")
    parser.add_argument("--shown", type=int, default=3)
    parser.add_argument("kinds", nargs="*")
    arguments = parser.parse_args()
    tensorflow, differing = TensorFlow(arguments.tensorflow), Counter()
    for number, kind in enumerate(KINDS):
        if arguments.kinds and kind.__name__ not in arguments.kinds:
            continue
        counts = Counter()
        for seed in range(arguments.seed, arguments.seed + arguments.count):
            sequence = Sequence(np.random.default_rng([seed, number]))
            kind(sequence)
            told = check(sequence, tensorflow, counts)
            if told:
                differing[kind.__name__] += 1
                if differing[kind.__name__] <= arguments.shown:
                    print(f"{kind.__name__} {seed}: {told}", flush=True)
        print(f"{kind.__name__}: {arguments.count} sequences, {differing[kind.__name__]} differ; {dict(counts)}", flush=True)
    return int(bool(differing))


if __name__ == "__main__":
    sys.exit(main())
