"""What TensorFlow's optimizer of datasets changes that can be seen: a dataset is written as a graph and read again before it is gone through.

So a dataset that stands at several places is several: each is shuffled as if it were the only one, and the functions of each have generators
of their own. A map with the batches of it are one, which shows where elements cannot be computed; a shuffle with the repetition of it are one,
which takes other seeds. Nothing of it is done in a dataset whose options say so.
"""

from __future__ import annotations

from tfir.dialects.tf.dataset_functions import mapped_batches
from tfir.dialects.tf.dataset_options import options_of
from tfir.dialects.tf.dataset_random import shuffled
from tfir.dialects.tf.datasets import Dataset, Iteration
from tfir.dialects.tf.examples import fields, messages

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from tfir.dialects.tf.datasets import Element

OPTIMIZATIONS, DEFAULT, MAP_AND_BATCH, SHUFFLE_AND_REPEAT = 3, 1, 9, 17  # fields of TensorFlow's Options, and of the message of that field


def optimized(dataset: Dataset, state: Any) -> Dataset:
    """Without a state the functions of all share their generators."""
    said = chosen(dataset)
    is_default = said.get(DEFAULT, True)
    fused = [kind for kind, field in (("Batch", MAP_AND_BATCH), ("Repeat", SHUFFLE_AND_REPEAT)) if said.get(field, is_default)]
    return rebuilt(dataset, state, fused) if is_default or fused else dataset


def chosen(dataset: Dataset) -> dict[int, int]:
    """What the options of a dataset say of optimizations."""
    said = messages(options_of(dataset), OPTIMIZATIONS)
    return {field: value for message in said for field, value in fields(message) if isinstance(value, int)}


def rebuilt(dataset: Dataset, state: Any, fused: list[str]) -> Dataset:
    inputs = [rebuilt(input, state, fused) for input in dataset.inputs]
    kinds = dataset.kind, *[input.kind for input in dataset.inputs]
    if dataset.kind in fused and kinds in (("Batch", "Map"), ("Batch", "ParallelMap")):
        return apart(mapped_batches(inputs[0].inputs[0], *inputs[0].facts["call"], *dataset.facts["batch"]), state)
    if dataset.kind in fused and kinds == ("Repeat", "Shuffle"):
        shuffle = inputs[0].facts
        return shuffled("ShuffleAndRepeat", inputs[0].inputs[0], shuffle["buffer_size"], shuffle["seeds"], dataset.facts["times"])[0]
    again: Dataset = dataset.facts["anew"](*inputs) if "anew" in dataset.facts else dataset.over(inputs)
    return apart(again, state) if "calls" in dataset.facts else again


def apart(dataset: Dataset, state: Any) -> Dataset:
    """The dataset with what its functions keep in a place of its own, where there is a state."""
    if state is None:
        return dataset
    begin = dataset.iteration
    dataset.iteration = lambda *inputs: Apart(begin(*inputs), dataset, state)
    return dataset


class Apart(Iteration):
    __slots__ = ("rest", "dataset", "state")

    def __init__(self, rest: Iterator[Element], dataset: Dataset, state: Any):
        self.rest, self.dataset, self.state = rest, dataset, state

    def __next__(self):
        with self.state.apart(self.state.own.setdefault(("of a dataset", self.dataset), {})):
            return next(self.rest)
