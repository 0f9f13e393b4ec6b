"""Pipelines of datasets that TensorFlow has answered (`tensorflow_pipelines.jsonl`, written by tools/check_datasets.py, and
`chosen_pipelines.jsonl`, in which each shows one rule, or the nearest case that the rule is not for), and what ours answer.

A line has the steps in words, the graph (a GraphDef, packed by zlib, in base 64), the files that it reads, the calls of one session
(fetches and targets), and of each call the arrays, as [element type, shape, elements], or `[class of the error, its message]`.
"""

from __future__ import annotations

import base64
import json
import re
import zlib
from pathlib import Path
from typing import NamedTuple

import numpy as np
from google.protobuf.message import DecodeError
from tfir.execution.graph_entry import entry_of_graph
from tfir.execution.program import interpreted
from tfir.execution.session import Session
from tfir.ir.diagnostics import Error
from tfir.proto import GraphDef
from tfir.storage.graphdef.import_graphdef import import_graphdef

FINGERPRINT = 2  # the call of a pipeline that ends as a graph which asks for its number
RESOURCE = 20  # the type of handles
RECORDED, CHOSEN = [Path(__file__).parent / f"{name}_pipelines.jsonl" for name in ("tensorflow", "chosen")]


class Pipeline(NamedTuple):
    """`answers` has for each call a list of arrays, or the class of an error and its message."""

    steps: list[str]
    graph: bytes
    files: dict[str, bytes]
    calls: list
    answers: list

    def as_line(self) -> str:
        told = [list(answer) if isinstance(answer, tuple) else [plain(array) for array in answer] for answer in self.answers]
        files = {name: packed(data) for name, data in self.files.items()}
        line = {"steps": self.steps, "graph": packed(self.graph), "files": files, "calls": self.calls, "answers": told}
        return json.dumps(line, separators=(",", ":"))


def packed(data: bytes) -> str:
    return base64.b64encode(zlib.compress(data, 9)).decode()


def unpacked(text: str) -> bytes:
    return zlib.decompress(base64.b64decode(text))


def plain(array: np.ndarray) -> list:
    elements = [each.decode("latin-1") for each in array.ravel()] if array.dtype == object else array.ravel().tolist()
    return [array.dtype.name, list(array.shape), elements]


def array_of(dtype: str, shape: list, elements: list) -> np.ndarray:
    elements = [each.encode("latin-1") for each in elements] if dtype == "object" else elements
    return np.array(elements, dtype).reshape(shape)


def recorded(path: Path = RECORDED) -> list[Pipeline]:
    pipelines = []
    for line in path.read_text().splitlines():
        told = json.loads(line)
        answers = [tuple(each) if each and isinstance(each[0], str) else [array_of(*array) for array in each] for each in told["answers"]]
        files = {name: unpacked(data) for name, data in told["files"].items()}
        pipelines.append(Pipeline(told["steps"], unpacked(told["graph"]), files, told["calls"], answers))
    return pipelines


def answers_of_interpreter(pipeline: Pipeline) -> list:
    module = import_graphdef(GraphDef.FromString(pipeline.graph))
    graph, session = next(op for op in module.body if op.name == "tfg.graph"), Session(module)
    session.state.files.update(pipeline.files)
    answers = []
    for fetches, targets in pipeline.calls:
        names = ",".join([*fetches, *[f"^{target}" for target in targets]])
        try:
            answers.append([np.asarray(value) for value in interpreted(module, entry_of_graph(graph, names, []), session)([])])
        except Error as error:
            answers.append(str(error))
    return answers


def difference(pipeline: Pipeline, answers: list) -> str | None:
    """The first call whose answer is another: other arrays (of floating point beyond the last digits), an error where there is none, or one of
    another class."""
    for at, (ours, theirs) in enumerate(zip(answers, pipeline.answers, strict=True)):
        if isinstance(ours, str) and isinstance(theirs, tuple) and class_of(ours) == theirs[0]:
            continue
        if at == FINGERPRINT and pipeline.steps[-1] == "graph" and is_by_chance(pipeline.answers[0]):
            continue
        is_same = isinstance(ours, list) and isinstance(theirs, list) and len(ours) == len(theirs) and all(map(agree, ours, theirs))
        if not is_same:
            return f"call {at} answers {shown(ours)}, and TensorFlow {shown(theirs)}"
    return None


def class_of(message: str) -> str:
    return message.rpartition(" [")[2].rstrip("]") if message.endswith("Error]") else "InvalidArgumentError"


def agree(one: np.ndarray, other: np.ndarray) -> bool:
    if one.shape != other.shape or one.dtype != other.dtype:
        return False
    graphs = [graph_in([each]) for each in (one, other)]
    if None not in graphs:
        return graphs[0] == graphs[1]
    return bool(np.allclose(one, other, rtol=1e-6, equal_nan=True)) if one.dtype.kind == "f" else np.array_equal(one, other)


def graph_in(answer) -> GraphDef | None:
    """The graph of a dataset that a call answers, without what chance or the order of earlier calls has put there: the order of functions, numbers of
    datasets and files in names, and what a process calls its resources."""
    if not isinstance(answer, list) or [each.size for each in answer] != [1] or not isinstance(text := answer[0].item(), bytes):
        return None
    try:
        graph = GraphDef.FromString(text)
    except DecodeError:
        return None
    if not graph.node or graph.node[-1].op != "_Retval":
        return None
    functions = sorted(graph.library.function, key=lambda function: function.signature.name)
    del graph.library.function[:]
    graph.library.function.extend(functions)
    by_chance = is_numbered_by_chance(graph)
    for node in graph.node:
        if by_chance and node.op == "SnapshotDatasetV2":
            node.attr["hash"].i = 0
        node.attr["metadata"].s = re.sub(rb"^..|\d+$", b"", node.attr["metadata"].s, flags=re.DOTALL)
        node.name = "FileIdentity" if node.name.startswith("FileIdentity/") else node.name
        if node.attr["dtype"].type == RESOURCE:
            node.attr["value"].tensor.ClearField("resource_handle_val")
    return graph


def is_by_chance(answer) -> bool:
    graph = graph_in(answer)
    return graph is None or is_numbered_by_chance(graph)


def is_numbered_by_chance(graph: GraphDef) -> bool:
    """Whether the fingerprint of a dataset depends on chance in TensorFlow, as that of a graph with several functions or a resource does."""
    return len(graph.library.function) > 1 or any([node.attr["dtype"].type == RESOURCE for node in graph.node])


def shown(answer) -> str:
    return " ".join([f"{array.dtype.name} {array.tolist()}" for array in answer]) if isinstance(answer, list) else str(answer)
