"""Semantics: datasets of the elements of several others: one after another, side by side, or by turns."""

from __future__ import annotations

from tfir.dialects.tf.datasets import INFINITE, UNKNOWN, Dataset, Iteration, MakesDataset, Taken, at_end, is_at_end, older_names
from tfir.ir.diagnostics import Error

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfir.dialects.tf.datasets import Element


class Joined(Iteration):
    """One dataset after another."""

    __slots__ = ("rest", "coming")

    def __init__(self, *datasets: Dataset):
        first, *self.coming = datasets
        self.rest = iter(first)

    def __next__(self):
        while True:
            element = next(self.rest, None)
            if element is not None:
                return element
            if not self.coming:
                raise StopIteration
            self.rest = iter(self.coming.pop(0))


class ConcatenateDataset(MakesDataset):
    def evaluate(input_dataset, another_dataset):
        return [concatenated(input_dataset, another_dataset)]


def concatenated(first: Dataset, second: Dataset) -> Dataset:
    return Dataset(
        "Concatenate", Joined, first, second, cardinality=together, sizes=(first.cardinality, second.cardinality), anew=concatenated
    )


def together(*sizes: int) -> int:
    return INFINITE if INFINITE in sizes else UNKNOWN if UNKNOWN in sizes else sum(sizes)


class Zipped(Iteration):
    """An element of each, until one ends. Where one gives an error the others go on nevertheless."""

    __slots__ = ("rests",)

    def __init__(self, *datasets: Dataset):
        self.rests = [iter(dataset) for dataset in datasets]

    def __next__(self):
        row, failed, is_over = [], None, False
        for rest in self.rests:
            try:
                row += next(rest)
            except Error as error:
                failed, is_over = failed or error, is_over or is_at_end(error)
            except StopIteration:
                is_over = True
                if failed is None:
                    break
        if is_over:
            self.rests = [iter(())]
        if failed is not None:
            raise at_end(failed) if is_over else failed
        if is_over:
            raise StopIteration
        return row


class ZipDataset(MakesDataset):
    def evaluate(input_datasets):
        return [Dataset("Zip", Zipped, *input_datasets, cardinality=shortest)]


def shortest(*sizes: int) -> int:
    finite = [size for size in sizes if size != INFINITE]
    return INFINITE if not finite else UNKNOWN if UNKNOWN in sizes else min(finite)


class Directed(Iteration):
    """The next element of the dataset that another one chooses."""

    __slots__ = ("selector", "rests", "stops")

    def __init__(self, selector: Dataset, *datasets: Dataset, stops: bool):
        self.selector, self.rests, self.stops = iter(selector), [iter(dataset) for dataset in datasets], stops

    def __next__(self):
        while any([rest is not None for rest in self.rests]):
            at = int(next(self.selector)[0])
            if not 0 <= at < len(self.rests):
                raise Error(f"Selector index out of range: {at} >= {len(self.rests)}")
            rest = self.rests[at]
            element = None if rest is None else next(rest, None)
            if element is not None:
                return element
            if self.stops:
                break
            self.rests[at] = None
        self.rests = []
        raise StopIteration


class DirectedInterleaveDataset(MakesDataset):
    def evaluate(selector_input_dataset, data_input_datasets, stop_on_empty_dataset=False):
        def elements(*datasets: Dataset) -> Iterator[Element]:
            return Directed(*datasets, stops=stop_on_empty_dataset)

        return [
            Dataset(
                "DirectedInterleave",
                elements,
                selector_input_dataset,
                *data_input_datasets,
                cardinality=lambda *sizes: directed_cardinality(*sizes, stops=stop_on_empty_dataset),
            )
        ]


def directed_cardinality(selecting: int, *sizes: int, stops: bool) -> int:
    if stops:
        return UNKNOWN if any([size != INFINITE for size in sizes]) or selecting != INFINITE else INFINITE
    if selecting != INFINITE:
        return 0 if not selecting else UNKNOWN
    return INFINITE if all([size == INFINITE for size in sizes]) else UNKNOWN


class ChooseFastestDataset(MakesDataset):
    """All inputs have the same elements: which is the fastest cannot be told by these."""

    def evaluate(input_datasets):
        counted = {dataset.cardinality for dataset in input_datasets} - {UNKNOWN}
        if len(counted) > 1:
            raise Error("Input datasets must have the same cardinality.")
        return [Dataset("ChooseFastest", lambda first, *others: iter(first), *input_datasets, cardinality=min(counted, default=UNKNOWN))]


class WeightedFlatMapDataset(MakesDataset):
    """Of each dataset, one after the other, as many elements as its weight allows before one of them would end."""

    def evaluate(input_datasets, weights):
        sizes = [dataset.cardinality for dataset in input_datasets]
        if len(weights) != len(sizes):
            raise Error(
                f"The number of weights must be the same as the number of inputs. Got {len(weights)} weights and {len(sizes)} inputs."
            )
        shares = [float(weight) for weight in weights]
        least = min(range(len(sizes)), key=lambda at: sizes[at] * shares[at] / max(shares))
        smallest = sizes[least] * shares[least] / max(shares)
        counts = [int(smallest * share / shares[least]) for share in shares]
        for at, (count, size) in enumerate(zip(counts, sizes)):
            if count > size:
                raise Error(f"Input {at} needs to have at least {count} elements. It only has {size} elements.")

        def elements(*inputs: Dataset) -> Iterator[Element]:
            return Joined(
                *[Dataset("Take", lambda input, count=count: Taken(input, 0, count), input) for input, count in zip(inputs, counts)]
            )

        return [Dataset("WeightedFlatMap", elements, *input_datasets, cardinality=sum(counts), counts=counts)]


SEMANTICS = older_names(["ChooseFastestDataset", "DirectedInterleaveDataset"], globals())
