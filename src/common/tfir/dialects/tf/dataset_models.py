"""The model of an iterator: which datasets it goes through, what of theirs it has taken, and how long that took.

Nodes are numbered from the output on, each before what it takes elements from; times are those of the machine. It is a model of what runs here:
threads and buffers that TensorFlow's optimizer puts in are not in it, nor are iterators that functions make. Sources: TensorFlow, model.proto.
"""

from __future__ import annotations

from itertools import count
from time import perf_counter_ns

from tfir.cli.file_formats import varint_bytes
from tfir.dialects.tf.dataset_options import options_of
from tfir.dialects.tf.datasets import Dataset, Iteration, as_component
from tfir.dialects.tf.errors import not_found
from tfir.dialects.tf.examples import fields, messages
from tfir.dialects.tf.summaries import double, part, text, whole
from tfir.ods.numpy_on_demand import np

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from tfir.dialects.tf.datasets import Element

ASKED = "IteratorGetModelProto"
AUTOTUNE, ENABLED = 7, 1  # fields of TensorFlow's Options, and of the message of that field
INTERLEAVING, KNOWN, KNOWN_AHEAD, UNKNOWN = 1, 3, 4, 5  # classes of nodes
CLASSES = {
    **dict.fromkeys(("FlatMap", "Interleave"), INTERLEAVING), **dict.fromkeys(("Prefetch", "ParallelMap"), KNOWN_AHEAD),
    **dict.fromkeys(("Filter", "Unique", "Unbatch", "GroupByWindow", "GroupByReducer", "IgnoreErrors", "Sampling"), UNKNOWN),
}  # fmt: skip
UNSEEN = {"Options", "Finalize", "Model", "Rewrite", "Optimize", "OptimizeV2"}  # whose iterators are those of their inputs


class Notes:
    """What an iterator has taken of a dataset."""

    __slots__ = ("elements", "bytes", "nanoseconds")

    def __init__(self) -> None:
        self.elements = self.bytes = self.nanoseconds = 0

    def __deepcopy__(self, _) -> Notes:
        return self


class Watched(Iteration):
    __slots__ = ("rest", "notes")

    def __init__(self, rest: Iterator[Element], notes: Notes):
        self.rest, self.notes = rest, notes

    def __next__(self) -> Element:
        begun = perf_counter_ns()
        try:
            element = next(self.rest)
        finally:
            self.notes.nanoseconds += perf_counter_ns() - begun
        self.notes.elements += 1
        self.notes.bytes += sum([size_of(component) for component in element])
        return element


def size_of(component: Any) -> int:
    array = as_component(component)
    if array.dtype.kind != "O":
        return array.nbytes
    return sum([len(each) for each in array.ravel().tolist() if isinstance(each, bytes)])


def is_asked_for(dataset: Dataset, state: Any) -> bool:
    """Whether the program asks for models, which it may do elsewhere than where it makes the dataset: in another host step, or apart from a graph."""
    if dataset.origin is None:
        return False
    module = state.program or dataset.origin.module
    is_asked: bool = state.find(("asks for models", module), lambda: any([op.name.partition(".")[2] == ASKED for op in module.walk()]))
    return is_asked


def watched(dataset: Dataset) -> Dataset:
    """The dataset, and those that it is made of, with notes of what is taken of them."""
    again, notes = dataset.over([watched(input) for input in dataset.inputs]), Notes()
    begin = again.iteration
    again.iteration = lambda *inputs: Watched(begin(*inputs), notes)
    again.origin, again.facts = dataset.origin, {**dataset.facts, "notes": notes}
    return again


def model_of(dataset: Dataset) -> bytes:
    """The ModelProto. Raises Error where the options of the dataset leave none."""
    tuned = [value for message in messages(options_of(dataset), AUTOTUNE) for number, value in fields(message) if number == ENABLED]
    if tuned[-1:] == [0]:
        asked = "Did you disable autotune for the dataset used to create this iterator? See more information at"
        where = "https://www.tensorflow.org/api_docs/python/tf/data/experimental/AutotuneOptions ."
        raise not_found(f"Cannot find this iterator's analytical model. {asked} {where}")
    numbers, nodes = count(2), list[bytes]()
    first = node_of(dataset, numbers, nodes)
    nodes.append(node(1, "Root", KNOWN, 1.0, notes_of(dataset), notes_of(dataset), [first]))
    return b"".join([*sorted(nodes), whole(2, 1), whole(3, next(numbers)), part(5, b"")])


def node_of(dataset: Dataset, numbers: Iterator[int], nodes: list[bytes]) -> int:
    """Adds a dataset's node, and those of what it takes elements from; the number of the node."""
    if dataset.kind in UNSEEN:
        return node_of(dataset.inputs[0], numbers, nodes)
    number, notes = next(numbers), notes_of(dataset)
    inside = next(numbers) if dataset.kind == "Cache" else None
    inputs = [node_of(input, numbers, nodes) for input in dataset.inputs]
    taken = [notes_of(input) for input in dataset.inputs]
    kind, name = CLASSES.get(dataset.kind, KNOWN), name_of(dataset)
    if inside is not None:
        nodes.append(node(inside, f"{name}Impl", kind, 1.0, notes, sum_of(taken), inputs))
        inputs, taken = [inside], [notes]
    ratio = ratio_of(dataset) if inputs and kind in (KNOWN, KNOWN_AHEAD) else 0.0
    nodes.append(node(number, name, kind, ratio, notes, sum_of(taken), inputs, parameters_of(dataset)))
    return number


def notes_of(dataset: Dataset) -> Notes:
    if dataset.kind in UNSEEN:
        return notes_of(dataset.inputs[0])
    notes: Notes = dataset.facts.get("notes") or Notes()
    return notes


def sum_of(taken: list[Notes]) -> Notes:
    together = Notes()
    together.bytes, together.nanoseconds = sum([each.bytes for each in taken]), sum([each.nanoseconds for each in taken])
    return together


def name_of(dataset: Dataset) -> str:
    """What TensorFlow calls the iterator of a dataset."""
    local = dataset.kind if dataset.origin is None else dataset.origin.op.name.partition(".")[2].replace("Dataset", "")
    if dataset.kind in ("Take", "Skip", "Repeat") and dataset.origin is not None:
        times = int(dataset.origin.operands[1])
        endless = {"Take": "Finite" if times else "Empty", "Skip": "Empty", "Repeat": "Forever"}[dataset.kind]
        return f"{endless if times < 0 else 'Finite' if times or dataset.kind == 'Skip' else 'Empty'}{local}"
    return "MemoryCache" if dataset.kind == "Cache" else local


def ratio_of(dataset: Dataset) -> float:
    """How many elements it takes for each that it gives."""
    if "batch" in dataset.facts:
        return float(dataset.facts["batch"][0])
    if dataset.origin is not None and dataset.kind == "Window":
        return float(dataset.origin.operands[1])
    if dataset.origin is not None and dataset.kind == "Shard":
        return 1 / float(dataset.origin.operands[1])
    return 1.0


def parameters_of(dataset: Dataset) -> bytes:
    if dataset.kind == "FlatMap":
        return parameter("cycle_length", 1.0)
    if dataset.kind == "Interleave" and dataset.origin is not None:
        return parameter("cycle_length", float(dataset.origin.operands[-2]))
    if dataset.kind == "Prefetch" and dataset.origin is not None:
        return parameter("buffer_size", float(np.asarray(dataset.origin.operands[1])), True)
    return b""


def parameter(name: str, value: float, is_state: bool = False) -> bytes:
    content = text(1, name.encode()) + double(2, value) + (double(3, value) if is_state else b"") + double(4, value) + double(5, value)
    return part(11, content)


def node(number: int, name: str, kind: int, ratio: float, notes: Notes, taken: Notes, inputs: list[int], parameters: bytes = b"") -> bytes:
    """An entry of the map of nodes."""
    content = whole(1, number) + text(2, name.encode()) + whole(3, 1) + whole(6, taken.bytes) + whole(7, notes.bytes)
    content += whole(8, notes.elements) + whole(9, max(notes.nanoseconds - taken.nanoseconds, 0)) + whole(10, 1) + parameters
    content += (
        text(14, b"".join(map(varint_bytes, inputs)))
        + whole(15, kind)
        + double(16, ratio)
        + (double(17, 1.0) if kind == KNOWN_AHEAD else b"")
    )
    return part(1, whole(1, number) + part(2, content))
