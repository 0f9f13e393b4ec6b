"""Semantics: elements of datasets by their places: one of them, or all in an order in which each place is computed alone.

Which datasets tell elements so, and which errors come of others, is TensorFlow's: the `Get` and `RandomIndexingCompatible` of its kernels.
"""

from __future__ import annotations

from tfir.dialects.tf.dataset_batches import stacked
from tfir.dialects.tf.dataset_random import Seeds, seeds_of, shuffled_places
from tfir.dialects.tf.datasets import INFINITE, UNKNOWN, Dataset, Iteration, MakesDataset, as_component, parts, same
from tfir.dialects.tf.errors import failed_precondition, out_of_range, unimplemented
from tfir.dialects.tf.permutations import place
from tfir.ir.diagnostics import Error

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from tfir.dialects.tf.datasets import Element

ROUNDS = 8  # of the cipher that a whole dataset is shuffled by


# One element


def element_at(dataset: Dataset, index: int) -> Element:
    """Raises Error where TensorFlow cannot tell elements by their places."""
    if dataset.kind not in AT_PLACE:
        raise unimplemented(f"Random access is not implemented for dataset {dataset.kind}DatasetOp::Dataset")
    return AT_PLACE[dataset.kind](dataset, index)


def require_own_end(dataset: Dataset) -> None:
    if dataset.counted() in (INFINITE, UNKNOWN):
        size = "infinite" if dataset.cardinality == INFINITE else "unknown"
        least = f"has {size} cardinality, which does not support random access"
        raise failed_precondition(f"Dataset of type {dataset.kind}DatasetOp::Dataset {least}.")


def require_below(index: int, size: int) -> None:
    if not 0 <= index < size:
        raise out_of_range(f"Index out of range [0, {size}):{index}")


def among(find: Callable[[Dataset, int], Element]) -> Callable[[Dataset, int], Element]:
    """The element at a place that the dataset must have."""

    def found(dataset: Dataset, index: int) -> Element:
        require_own_end(dataset)
        require_below(index, dataset.cardinality)
        return find(dataset, index)

    return found


def of_input(dataset: Dataset, index: int) -> Element:
    return element_at(dataset.inputs[0], index)


def of_iteration(dataset: Dataset, index: int) -> Element:
    """Goes through the dataset as far as that."""
    count = 0
    for count, element in enumerate(dataset, 1):
        if count > index:
            return element
    raise out_of_range(f"Index out of range [0, {count}):{index}")


def of_repeated(dataset: Dataset, index: int) -> Element:
    return of_input(dataset, index % dataset.inputs[0].counted())


def of_concatenation(dataset: Dataset, index: int) -> Element:
    """The first dataset is taken to have as many elements as it said itself when the two were joined, before any were counted."""
    first: int = dataset.facts["first"]
    return element_at(dataset.inputs[0], index) if index < first else element_at(dataset.inputs[1], index - first)


def of_zip(dataset: Dataset, index: int) -> Element:
    return [component for input in dataset.inputs for component in element_at(input, index)]


def of_share(dataset: Dataset, index: int) -> Element:
    count, at = dataset.facts["share"]
    return of_input(dataset, index * count + at)


def of_asserted(dataset: Dataset, index: int) -> Element:
    if index < 0:
        raise out_of_range(f"Dataset index {index} must be non-negative")
    if dataset.cardinality != INFINITE and index >= dataset.cardinality:
        raise out_of_range(f"Index {index} greater than dataset size {dataset.cardinality}")
    return of_input(dataset, index)


def of_mapped(dataset: Dataset, index: int) -> Element:
    function, arguments, _ = dataset.facts["call"]
    element: Element = function(*of_input(dataset, index), *arguments)
    return element


def of_shuffled(dataset: Dataset, index: int) -> Element:
    return of_input(dataset, shuffled_places(dataset.cardinality, dataset.facts["seeds"].seeds)[index])


def of_batches(dataset: Dataset, index: int) -> Element:
    """Elements that only functions could count are not counted for a batch."""
    require_below(index, dataset.cardinality)
    size, _ = dataset.facts["batch"]
    return stacked([of_input(dataset, at) for at in range(index * size, min((index + 1) * size, dataset.inputs[0].cardinality))])


def of_parts(dataset: Dataset, index: int) -> Element:
    at, part = divmod(index, dataset.facts["parts"])
    return [parts(as_component(component), part) for component in of_input(dataset, at)]


AT_PLACE: dict[str, Callable[[Dataset, int], Element]] = {
    **dict.fromkeys(("Prefetch", "Options", "Rewrite"), of_input),
    **dict.fromkeys(("Tensor", "TensorSlice", "Range", "List"), among(of_iteration)),
    **dict.fromkeys(("Map", "ParallelMap"), among(of_mapped)),
    **dict.fromkeys(("Shuffle", "ShuffleAndRepeat"), among(of_shuffled)),
    "Take": among(of_input), "Skip": among(lambda dataset, index: of_input(dataset, index + dataset.facts["number"])),
    "Repeat": among(of_repeated), "Concatenate": among(of_concatenation), "Zip": among(of_zip), "Shard": among(of_share),
    "Unbatch": among(of_parts), "AssertCardinality": of_asserted, "Batch": of_batches,
    "Cache": lambda dataset, index: of_iteration(dataset.inputs[0], index),
}  # fmt: skip


# All of them


class GloballyShuffled(Iteration):
    __slots__ = ("dataset", "elements", "key", "at")

    def __init__(self, dataset: Dataset, seeds: Seeds):
        self.key = [seed & 0xFFFFFFFF for seed in (*seeds.next(), seeds.next()[0])]
        self.dataset, self.at = dataset, 0
        self.elements: list[Element] | None = None

    def __next__(self):
        if self.at == self.dataset.cardinality:
            raise StopIteration
        self.at += 1
        if not draws(self.dataset):
            require_finite(self.dataset)
        if self.elements is None:
            self.elements = list(self.dataset)
        if draws(self.dataset):
            return self.elements[self.at - 1]
        return self.elements[place(self.at - 1, self.key, self.dataset.cardinality - 1, ROUNDS)]


def draws(dataset: Dataset) -> bool:
    """Whether elements are random numbers, which come in their order whatever place is asked for."""
    return dataset.kind == "Random" or len(dataset.inputs) == 1 and draws(dataset.inputs[0])


def require_finite(dataset: Dataset) -> None:
    """Raises Error where a dataset without end is a part of one that has an end, whose elements are asked for by their places."""
    require_own_end(dataset)
    for input in dataset.inputs:
        require_finite(input)


PASSING_PLACES = frozenset(
    "Prefetch Concatenate Zip Shard Cache Options AssertCardinality Map ParallelMap IndexFlatMap WeightedFlatMap Rewrite".split()
)
"""Kinds that pass on the places which are asked for, where their inputs do."""
OF_PLACES = frozenset("Tensor TensorSlice Range List Take GlobalShuffle".split())
"""Kinds that nothing keeps from being asked by places. TensorFlow does not look at what a Take is of."""


def in_the_way(dataset: Dataset) -> str | None:
    """Why TensorFlow finds that a dataset cannot be shuffled as a whole."""
    number, kept = dataset.facts.get("number", 0), dataset.facts.get("batch", (1, True))[1]
    name = f"{dataset.kind}Dataset" if dataset.origin is None else dataset.origin.op.name.partition(".")[2]
    if dataset.kind in OF_PLACES:
        return None
    if dataset.kind == "FlatMap":
        advice = "applying maps on each dataset, concatenating them into one dataset and apply global shuffle dataset op onto the dataset"
        return f"UNIMPLEMENTED: Please consider {advice} to achieve the same result as flat map with global shuffling."
    if dataset.kind == "Skip" and number < 0:
        return f"FAILED_PRECONDITION: Global shuffling does not support empty dataset or skipping the entire dataset. Got skip({number})."
    if dataset.kind == "Batch" and not kept:
        return f"FAILED_PRECONDITION: {name} does not support global shuffling with `drop_remainder=False`."
    if dataset.kind not in PASSING_PLACES and dataset.kind not in ("Skip", "Batch", "Repeat"):
        return f"FAILED_PRECONDITION: {name} does not support random access."
    reason = next(filter(None, map(in_the_way, dataset.inputs)), None)
    times = dataset.facts.get("times", 1)
    if reason is None and times <= 0:
        return f"FAILED_PRECONDITION: `repeat({times})` does not support random access of tf.data datasets."
    return reason


# Kinds that go through their inputs in their own order, or have elements that depend on those before.
IN_ORDER = frozenset("Shuffle ShuffleAndRepeat Scan Filter PaddedBatch".split())


def shuffled_below(dataset: Dataset, taken: int = 0) -> str | None:
    """The kind of a dataset of which a Take has so many elements, and which TensorFlow asks for them in order: it shuffles the inputs then."""
    size, is_whole = dataset.facts.get("batch", (1, True))
    is_whole = is_whole or dataset.inputs[0].counted() % size == 0 or taken < dataset.counted()
    if taken and (dataset.kind in IN_ORDER or not is_whole):
        return dataset.kind
    taken = dataset.counted() if dataset.kind == "Take" else taken
    return next(filter(None, [shuffled_below(input, taken) for input in dataset.inputs]), None)


class GlobalShuffleDataset(MakesDataset):
    """All elements in an order that each place of is computed alone."""

    def evaluate(input_dataset, seed, seed2, seed_generator, reshuffle_each_iteration):
        reason = in_the_way(input_dataset)
        if reason is not None:
            least = "`global_shuffle` requires all upstream transformations be compatible with random access"
            raise failed_precondition(f"{least}. Got: {reason}")
        if input_dataset.counted() <= 0:
            least = "`global_shuffle` requires the input dataset to have a non-empty finite cardinality"
            raise Error(f"{least}. Got cardinality {input_dataset.cardinality} for dataset {input_dataset.kind}DatasetOp::Dataset")
        below = shuffled_below(input_dataset)
        if below is not None:
            raise unimplemented(f"a global shuffle of a Take of a {below}Dataset, whose inputs TensorFlow shuffles, is not computed")
        return [globally_shuffled(input_dataset, seeds_of(seed_generator, seed, seed2, reshuffle_each_iteration))]


def globally_shuffled(dataset: Dataset, seeds: Seeds) -> Dataset:
    def anew(input: Dataset) -> Dataset:
        return globally_shuffled(input, seeds.anew())

    return Dataset("GlobalShuffle", lambda input: GloballyShuffled(input, seeds), dataset, cardinality=same, anew=anew, seeds=seeds)
