"""Semantics: elements of datasets by their places.

Which datasets tell elements so, and which errors come of others, is TensorFlow's: the `Get` of its kernels.
"""

from __future__ import annotations

from tfir.dialects.tf.dataset_batches import stacked
from tfir.dialects.tf.dataset_random import shuffled_places
from tfir.dialects.tf.datasets import INFINITE, UNKNOWN, Dataset, as_component, parts
from tfir.dialects.tf.errors import failed_precondition, out_of_range, unimplemented

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tfir.dialects.tf.datasets import Element


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


class Asked:
    """The elements that an iterator has given so far. It goes on behind one that could not be computed, for which no place is left."""

    __slots__ = ("dataset", "rest", "elements")

    def __init__(self, dataset: Dataset):
        self.dataset = dataset
        self.rest: Iterator[Element] | None = None
        self.elements: list[Element] = []

    def at(self, index: int) -> Element:
        """A place below 0 is one behind all others."""
        self.rest = self.rest or iter(self.dataset)
        while not 0 <= index < len(self.elements):
            element = next(self.rest, None)
            if element is None:
                require_below(index, len(self.elements))
            self.elements.append(element)
        return self.elements[index]


def of_cache(dataset: Dataset, index: int) -> Element:
    """From an iterator of its own, which begins when the first element is asked for. Only a size that is known without counting is looked at."""
    if dataset.facts["in_file"]:
        raise unimplemented("Random access is not implemented for dataset CacheDatasetOp::FileDataset")
    if index >= dataset.cardinality >= 0 or index < 0 and dataset.cardinality == INFINITE:
        require_below(index, dataset.cardinality)
    asked: Asked = dataset.facts.setdefault("asked", Asked(dataset.inputs[0]))
    return asked.at(index)


def of_source(dataset: Dataset, index: int) -> Element:
    element: Element = dataset.facts["at"](index)
    return element


def of_repeated(dataset: Dataset, index: int) -> Element:
    return of_input(dataset, index % dataset.inputs[0].counted())


def of_concatenation(dataset: Dataset, index: int) -> Element:
    """The first dataset is taken to have as many elements as it said itself when the two were joined, before any were counted."""
    first: int = dataset.facts["sizes"][0]
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
    **dict.fromkeys(("Tensor", "TensorSlice", "Range", "List"), among(of_source)),
    **dict.fromkeys(("Map", "ParallelMap"), among(of_mapped)),
    **dict.fromkeys(("Shuffle", "ShuffleAndRepeat"), among(of_shuffled)),
    "Take": among(of_input), "Skip": among(lambda dataset, index: of_input(dataset, index + dataset.facts["number"])),
    "Repeat": among(of_repeated), "Concatenate": among(of_concatenation), "Zip": among(of_zip), "Shard": among(of_share),
    "Unbatch": among(of_parts), "AssertCardinality": of_asserted, "Batch": of_batches, "Cache": of_cache,
}  # fmt: skip
