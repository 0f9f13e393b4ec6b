#!/usr/bin/env python3
"""Holds graphs that are drawn by chance from all of TensorFlow's API against TensorFlow: each tensor of each graph, values and errors.

    tools/check_mixed_graphs.py --tensorflow=PYTHON [--seed=N] [--count=N] [--words] [--device=vulkan|cpu|interpreter ...]

PYTHON is an interpreter that has TensorFlow. A graph has 3 to 8 steps (mixed_*.py): text, numbers, images, sparse and ragged tensors, audio, tables,
loops, datasets, draws with seeds; a step takes what others gave. Floats are compared by what kernels may round, as SerializeTensor and Bitcast
show it too; where another op jumps there, it is TensorFlow's if it is so of TensorFlow's operands. `--words` tells the refusals too whose
words are not TensorFlow's. With `--device` what agrees is lowered besides, each tensor a function, and runs there: for the interpreter by --pipeline=stablehlo,
with --allow-host-ops. Exits with 1 where a value differs, or where only one of the two refuses.
"""

import argparse
import pickle
import re
import subprocess
import sys
import tempfile
import warnings
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "src" / "common"), str(ROOT / "src"), str(ROOT / "test" / "support")]

import numpy as np  # noqa: E402
from lowered_pipelines import answers_of, lowered  # noqa: E402
from tfir.dialects.tf.records import tensor_in  # noqa: E402
from tfir.execution.graph_entry import entry_of_graph  # noqa: E402
from tfir.execution.program import interpreted  # noqa: E402
from tfir.execution.session import Session  # noqa: E402
from tfir.ir.diagnostics import Error  # noqa: E402
from tfir.ods.arrays import dtype_of  # noqa: E402
from tfir.proto import GraphDef, NodeDef  # noqa: E402
from tfir.storage.datatypes import type_of  # noqa: E402
from tfir.storage.graphdef.import_graphdef import import_graphdef  # noqa: E402

ROUNDING = {"float16": 2e-3, "bfloat16": 1e-2, "float64": 1e-12}  # of a result's size; of f32 and complex numbers 2e-5
PATIENCE = 600  # seconds for TensorFlow
SHOWN = 2  # of each kind of difference and op


def drawn(python: str, seed: int, count: int):
    """The graphs with TensorFlow's answers. One on which TensorFlow crashes is told, and the next one follows."""
    end = seed + count
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "graphs")
        while seed < end:
            command = [python, str(ROOT / "tools" / "tensorflow_mixed_graphs.py"), str(seed), str(end), str(path)]
            status = subprocess.run(command, stderr=subprocess.DEVNULL, timeout=PATIENCE).returncode
            with path.open("rb") as file:
                while (case := next_in(file)) is not None:
                    yield case
                    seed = case[0] + 1
            if seed < end:
                print(f"seed {seed}: TensorFlow ends with status {status}")
                seed += 1


def next_in(file):
    try:
        return pickle.load(file)
    except EOFError:
        return None


def computed(module, graph, tables: list[str], name: str, fed: dict | None = None):
    """A tensor, or the error as text. `fed` are the values of others."""
    session, fed = Session(module), fed or {}
    try:
        if tables:
            interpreted(module, entry_of_graph(graph, ",".join([f"^{table}" for table in tables]), []), session)([])
        entry = entry_of_graph(graph, name, list(fed))
        return np.asarray(interpreted(module, entry, session)([fed[feed.name] for feed in entry.feeds])[0])
    except Error as refusal:
        return str(refusal)


def on_device(graph: bytes, tables: list[str], names: list[str], device: str) -> dict:
    """The tensors of a graph, each in a session of its own, or errors as text. Where one is not lowered, each is on its own."""
    first = [([], tables)] if tables else []
    try:
        text = lowered(graph, [*first, *[([name], []) for name in names]], "stablehlo" if device == "interpreter" else device)
        runs = {name: answers_of(text, device, [*range(len(first)), at])[-1] for at, name in enumerate(names, len(first))}
    except Error as refusal:
        if len(names) > 1:
            return {name: value for each in names for name, value in on_device(graph, tables, [each], device).items()}
        return dict.fromkeys(names, str(refusal))
    except Exception as defect:  # a tool goes on
        return dict.fromkeys(names, f"{type(defect).__name__}: {defect}")
    return {name: run if isinstance(run, str) else run[0] for name, run in runs.items()}


def is_same(actual, expected) -> bool:
    expected = as_array(expected)
    if actual.shape != expected.shape or actual.dtype != expected.dtype:
        return False
    if actual.dtype == object:
        return actual.tolist() == expected.tolist()
    if actual.dtype.kind == "c":
        return is_close(actual.real, expected.real) and is_close(actual.imag, expected.imag)
    return is_close(actual, expected) if actual.dtype.kind == "f" or actual.dtype.name == "bfloat16" else np.array_equal(actual, expected)


def is_same_before(node: NodeDef, actual, expected) -> bool:
    """Whether it is floats that may differ so whose bytes a node gives."""
    if node.op == "SerializeTensor":
        return is_same(tensor_in(np.asarray(actual).item()), tensor_in(np.asarray(expected, object).item()))
    if node.op != "Bitcast":
        return False
    before = dtype_of(type_of(node.attr["T"].type))
    return is_same(*[np.frombuffer(np.ascontiguousarray(array).tobytes(), before) for array in (actual, expected)])


def is_same_of_theirs(module, graph, tables: list[str], tensor: str, answers: dict) -> bool:
    """Whether it is TensorFlow's where it is computed of TensorFlow's other tensors: what jumps (Floor, the sign of an infinity, the digits of a
    text) shows what these may differ by."""
    node = tensor.partition(":")[0]
    data = {
        name: as_array(value) for name, (_, value) in answers.items() if not isinstance(value, tuple) and name.partition(":")[0] != node
    }
    fed = {name.removesuffix(":0"): value for name, value in data.items()}
    return verdict(computed(module, graph, tables, tensor, fed), answers[tensor][1]) == "same"


def as_array(value) -> np.ndarray:
    return np.asarray(value, object) if isinstance(value, bytes) else np.asarray(value)


def is_close(actual, expected) -> bool:
    rounding = ROUNDING.get(expected.dtype.name, 2e-5)
    wide, other = actual.astype(np.float64), expected.astype(np.float64)
    largest = np.max(np.abs(other), initial=0, where=np.isfinite(other))
    return np.allclose(wide, other, rtol=rounding, atol=rounding * largest * 0.1 + 1e-37, equal_nan=True)


def class_of(refusal: str) -> str:
    return refusal.rpartition(" [")[2].rstrip("]") if refusal.endswith("Error]") else "InvalidArgumentError"


def words_of(message: str) -> str:
    """What an error says itself, without where it was raised."""
    return re.sub(r"(?s)Graph execution error.*?Node: .*?\n", "", message).partition("[[{{node")[0].strip().rpartition("\n")[2]


def verdict(actual, expected) -> str:
    """`expected` is a pair where TensorFlow refuses, `actual` a text where we do."""
    if not isinstance(expected, tuple):
        return "only we refuse" if isinstance(actual, str) else "same" if is_same(actual, expected) else "values differ"
    kind, message = expected
    if "No OpKernel" in message or re.search(r"Cast \w+ to \w+ is not supported", message) or kind == "UnicodeDecodeError":
        return "no kernel"
    if not isinstance(actual, str):
        return "only TensorFlow refuses"
    if class_of(actual) != kind:
        return "another class of error"
    return "both refuse" if words_of(message) in actual else "both refuse, in other words"


def shown(value) -> str:
    if isinstance(value, tuple):
        return f"{words_of(value[1])} [{value[0]}]"
    if isinstance(value, str):
        return value[-300:]
    array = np.asarray(value)
    return f"{array.dtype}{list(array.shape)} {array.ravel()[:12].tolist()}"[:300]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--tensorflow", required=True, metavar="PYTHON")
    parser.add_argument("--seed", type=int, default=0, metavar="N")
    parser.add_argument("--count", type=int, default=100, metavar="N")
    parser.add_argument("--words", action="store_true")
    parser.add_argument("--device", action="append", choices=["vulkan", "cpu", "interpreter"], default=[])
    arguments = parser.parse_args()
    warnings.simplefilter("ignore")
    fine = {
        "same",
        "same of TensorFlow's operands",
        "no kernel",
        "both refuse",
        *([] if arguments.words else ["both refuse, in other words"]),
    }
    counts: Counter = Counter()
    for seed, names, graph, tables, answers in drawn(arguments.tensorflow, arguments.seed, arguments.count):
        module = import_graphdef(GraphDef.FromString(graph))
        (body,) = [op for op in module.body if op.name == "tfg.graph"]
        nodes = {node.name: node for node in GraphDef.FromString(graph).node}
        runs = {"ours": {tensor: computed(module, body, tables, tensor) for tensor in answers}}
        agreeing = [tensor for tensor, value in runs["ours"].items() if verdict(value, answers[tensor][1]) == "same"]
        runs |= {device: on_device(graph, tables, agreeing, device) for device in arguments.device if agreeing}
        for where, tensor, actual in [(where, tensor, value) for where, values in runs.items() for tensor, value in values.items()]:
            op, expected = answers[tensor]
            what = verdict(actual, expected)
            if what == "values differ" and is_same_before(nodes[tensor.partition(":")[0]], actual, expected):
                what = "same"
            if what == "values differ" and where == "ours" and is_same_of_theirs(module, body, tables, tensor, answers):
                what = "same of TensorFlow's operands"
            counts[what] += 1
            counts[what, op] += 1
            if what not in fine and counts[what, op] <= SHOWN:
                said = f"seed {seed}: {tensor} ({op}): {what}; {' '.join(names)}"
                print(f"{said}\n    {where}: {shown(actual)}\n    TensorFlow: {shown(expected)}")
    print({what: count for what, count in counts.items() if isinstance(what, str)})
    sys.exit(any([what not in fine and "words" not in what for what in counts if isinstance(what, str)]))


if __name__ == "__main__":
    main()
