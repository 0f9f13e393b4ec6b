"""What TensorFlow's optimizer of datasets changes that can be seen: a dataset is written as a graph and read again before it is gone through.

So a dataset that stands at several places is several: each is shuffled as if it were the only one, and the functions of each have generators
of their own. What passes all elements on as they are goes, which shows where elements are counted or told by their places; a map with the
batches of it are one, which shows where elements cannot be computed; a shuffle with the repetition of it are one, which takes other seeds.
Nothing of it is done in a dataset whose options say so.
"""

from __future__ import annotations

from tfir.dialects import has_trait
from tfir.dialects.tf.dataset_functions import mapped_batches
from tfir.dialects.tf.dataset_options import options_of
from tfir.dialects.tf.dataset_random import shuffled
from tfir.dialects.tf.datasets import Dataset, Iteration
from tfir.dialects.tf.examples import fields, messages
from tfir.ir.symbols import SymbolTable
from tfir.ods.control import data, data_operands

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from tfir.dialects.tf.datasets import Element
    from tfir.ir.operations import Value

OPTIMIZATIONS, DEFAULT = 3, 1  # fields of TensorFlow's Options, and of the message of that field
REWRITES = {"noop_elimination": 14, "map_and_batch_fusion": 9, "shuffle_and_repeat_fusion": 17}  # fields of that too


def optimized(dataset: Dataset, state: Any) -> Dataset:
    """Without a state the functions of all share their generators."""
    said = chosen(dataset)
    is_default = said.get(DEFAULT, True)
    rewrites = {name for name, field in REWRITES.items() if said.get(field, is_default)}
    return rebuilt(dataset, state, rewrites) if is_default or rewrites else dataset


def chosen(dataset: Dataset) -> dict[int, int]:
    """What the options of a dataset say of optimizations."""
    said = messages(options_of(dataset), OPTIMIZATIONS)
    return {field: value for message in said for field, value in fields(message) if isinstance(value, int)}


def rebuilt(dataset: Dataset, state: Any, rewrites: set[str]) -> Dataset:
    inputs = [rebuilt(input, state, rewrites) for input in dataset.inputs]
    kinds = dataset.kind, *[input.kind for input in inputs]
    if "noop_elimination" in rewrites and passes_all(dataset):
        return inputs[0]
    if "map_and_batch_fusion" in rewrites and kinds in (("Batch", "Map"), ("Batch", "ParallelMap")):
        return apart(mapped_batches(inputs[0].inputs[0], *inputs[0].facts["call"], *dataset.facts["batch"]), state)
    if "shuffle_and_repeat_fusion" in rewrites and kinds == ("Repeat", "Shuffle"):
        shuffle = inputs[0].facts
        return shuffled("ShuffleAndRepeat", inputs[0].inputs[0], shuffle["buffer_size"], shuffle["seeds"], dataset.facts["times"])[0]
    again: Dataset = dataset.facts["anew"](*inputs) if "anew" in dataset.facts else dataset.over(inputs)
    return apart(again, state) if "calls" in dataset.facts else again


def passes_all(dataset: Dataset) -> bool:
    """Whether TensorFlow sees that the dataset has the elements of its input: a take of all, a skip of none, a repetition of once, a share of
    one, or a map by a function that gives its arguments again."""
    facts = dataset.facts
    if dataset.kind in ("Take", "Skip"):
        return facts["number"] < 0 if dataset.kind == "Take" else facts["number"] == 0
    if dataset.kind in ("Repeat", "Shard"):
        return facts["times"] == 1 if dataset.kind == "Repeat" else facts["share"][0] == 1
    return dataset.kind in ("Map", "ParallelMap") and gives_arguments(dataset)


def gives_arguments(dataset: Dataset) -> bool:
    """Whether what a dataset is mapped by returns its arguments as they are, in their order, and keeps no state."""
    if dataset.origin is None or dataset.facts["call"][1]:
        return False
    named = dataset.origin.op.get("f")
    function = SymbolTable(dataset.origin.module).get(getattr(named, "name", named))
    if function is None or not function.regions or any([has_trait(op, "stateful") for op in function.body]):
        return False
    return [copied(value) for value in data_operands(function.body.last)] == list(data(function.body.arguments))


def copied(value: Value) -> Value:
    """What Identities give again."""
    while value.op is not None and value.op.name.partition(".")[2] == "Identity":
        value = value.op.operands[0]
    return value


def apart(dataset: Dataset, state: Any) -> Dataset:
    """The dataset with what its functions keep in a place of its own, where there is a state."""
    if state is None:
        return dataset

    def kept(begin: Callable[..., Iterator[Element]]) -> Callable[..., Iterator[Element]]:
        return lambda *inputs: Apart(begin(*inputs), dataset, state)

    dataset.iteration = kept(dataset.iteration)
    if "within" in dataset.facts:
        within = dataset.facts["within"]
        dataset.facts["within"] = lambda wrap: kept(within(wrap))
    return dataset


class Apart(Iteration):
    __slots__ = ("rest", "dataset", "state")

    def __init__(self, rest: Iterator[Element], dataset: Dataset, state: Any):
        self.rest, self.dataset, self.state = rest, dataset, state

    def __next__(self):
        with self.state.apart(self.state.own.setdefault(("of a dataset", self.dataset), {})):
            return next(self.rest)
