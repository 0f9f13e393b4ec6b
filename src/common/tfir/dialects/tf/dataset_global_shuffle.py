"""Semantics: all elements of a dataset in an order that each place of is computed alone.

Iterators are told a function from positions to places. Of a source the n-th element that is asked for is the one at the place which the function says
of n; kinds that know where their elements come from change it for their inputs, and all others hand it on as it is, so that they see their inputs in
another order. As TensorFlow does, nothing below a Take is asked whether it knows that. What fetches ahead below an IndexFlatMap is a race there; here
elements are taken one by one. Sources: TensorFlow, global_shuffle_dataset_op.cc, global_shuffle_utils.cc, flat_map_utils.cc, and the kernel of each kind.
"""

from __future__ import annotations

from itertools import accumulate
from typing import NamedTuple

from tfir.dialects.tf.dataset_batches import Passed
from tfir.dialects.tf.dataset_functions import pieces_of
from tfir.dialects.tf.dataset_places import INFINITE, of_source, require_below, require_own_end
from tfir.dialects.tf.dataset_random import Seeds, seeds_of
from tfir.dialects.tf.datasets import Counted, Dataset, Iteration, MakesDataset, RepeatedForever, numbered, same
from tfir.dialects.tf.errors import failed_precondition, internal, is_not_found, is_out_of_range, not_found, out_of_range, unimplemented
from tfir.dialects.tf.permutations import place
from tfir.ir.diagnostics import Error

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tfir.dialects.tf.datasets import Element

    Mapper = Callable[[int], int]
    """The place at a position. Raises an OutOfRangeError behind the last one, and a NotFoundError where it is one of another dataset."""

ROUNDS = 8  # of the cipher
WORD = 1 << 64  # places are numbers without sign: a number of elements that is not known is a large one


# What supports it

PASSING_PLACES = frozenset("Prefetch Concatenate Zip Shard Cache Options AssertCardinality Map ParallelMap Rewrite".split())
"""Kinds that pass on the places which are asked for, where their inputs do."""
OF_PLACES = frozenset("Tensor TensorSlice Range List Take GlobalShuffle IndexFlatMap".split())
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
    if dataset.kind not in PASSING_PLACES and dataset.kind not in ("Skip", "Batch", "Repeat") or dataset.facts.get("in_file"):
        return f"FAILED_PRECONDITION: {name} does not support random access."
    reason = next(filter(None, map(in_the_way, dataset.inputs)), None)
    times = dataset.facts.get("times", 1)
    if reason is None and times <= 0:
        return f"FAILED_PRECONDITION: `repeat({times})` does not support random access of tf.data datasets."
    return reason


class GlobalShuffleDataset(MakesDataset):
    def evaluate(input_dataset, seed, seed2, seed_generator, reshuffle_each_iteration):
        return [globally_shuffled(input_dataset, seeds_of(seed_generator, seed, seed2, reshuffle_each_iteration))]


def globally_shuffled(dataset: Dataset, seeds: Seeds) -> Dataset:
    """Raises Error where the dataset cannot be shuffled so, as it is given or as the optimizer has made it."""
    reason = in_the_way(dataset)
    if reason is not None:
        least = "`global_shuffle` requires all upstream transformations be compatible with random access"
        raise failed_precondition(f"{least}. Got: {reason}")
    if dataset.counted() <= 0:
        least = "`global_shuffle` requires the input dataset to have a non-empty finite cardinality"
        raise Error(f"{least}. Got cardinality {dataset.cardinality} for dataset {dataset.kind}DatasetOp::Dataset")

    def elements(input: Dataset) -> Iterator[Element]:
        return iter(under(input, Told(permuted(seeds, input.cardinality))))

    def anew(input: Dataset) -> Dataset:
        return globally_shuffled(input, seeds.anew())

    return Dataset("GlobalShuffle", elements, dataset, cardinality=same, anew=anew, seeds=seeds)


def permuted(seeds: Seeds, size: int, mapper: Mapper | None = None) -> Mapper:
    """A permutation of so many places, of those that another mapper gives."""
    key = [seed & 0xFFFFFFFF for seed in (*seeds.next(), seeds.next()[0])]
    largest = max(size - 1, 0)

    def permutation(position: int) -> int:
        at = position if mapper is None else mapper(position)
        if at > largest:
            raise out_of_range("Out of range")
        return place(at, key, largest, ROUNDS)

    return permutation


# Datasets whose iterators are told places


class Told(NamedTuple):
    """What an iterator is told when it is asked, and what it was when it was made. Kinds with several inputs keep what they were told first."""

    mapper: Mapper
    made: Mapper | None = None

    def instead(self, mapper: Mapper) -> Told:
        return Told(mapper, self.made)

    def anew(self) -> Told:
        """Of an iterator that is made when another one is asked."""
        return Told(self.mapper, self.mapper)


def under(dataset: Dataset, told: Told) -> Dataset:
    """The dataset whose elements come as iterators give them that are told places."""
    if dataset.kind in UNDER:
        return UNDER[dataset.kind](dataset, told)
    if not dataset.inputs:
        return dataset
    result = over_inputs(dataset, told)
    if "within" in result.facts:  # which goes through datasets that its function makes
        result.iteration = result.facts["within"](lambda made: under(made, told.anew()))
    return result


def over_inputs(dataset: Dataset, told: Told) -> Dataset:
    return dataset.over([under(input, told) for input in dataset.inputs])


class ByPlaces(Iteration):
    """The elements of a source at the places of one position after another. Behind its end others may follow."""

    __slots__ = ("dataset", "mapper", "at")

    def __init__(self, dataset: Dataset, mapper: Mapper):
        self.dataset, self.mapper, self.at = dataset, mapper, 0

    def __next__(self):
        try:
            return placed(self.dataset, self.following())
        except Error as error:
            if is_out_of_range(error):
                raise StopIteration from None
            raise

    def following(self) -> int:
        while True:
            self.at += 1
            try:
                return self.mapper(self.at - 1)
            except Error as error:
                if not is_not_found(error):
                    raise


def placed(dataset: Dataset, index: int) -> Element:
    """The element at a place, of those that tell it without an iterator."""
    if dataset.kind == "Cache" and not dataset.facts["in_file"]:
        seen: dict[int, Element] = dataset.facts["placed"]
        if index not in seen:
            seen[index] = placed(dataset.inputs[0], index)
        return seen[index]
    if dataset.kind == "AssertCardinality":
        return asserted(dataset, index)
    if dataset.kind not in SOURCES:
        raise unimplemented("Random access is not implemented for dataset " + dataset.kind + "DatasetOp::Dataset")
    require_own_end(dataset)
    require_below(index, dataset.cardinality)
    return of_source(dataset, index)


def asserted(dataset: Dataset, index: int) -> Element:
    size = dataset.cardinality
    if size != INFINITE and index >= size:
        raise out_of_range(f"Index {index} greater than dataset size {size}")
    try:
        return placed(dataset.inputs[0], index)
    except Error as error:
        if not is_out_of_range(error):
            raise
        least = f"Input dataset was expected to contain {numbered(size)} but index {index} could not be retrieved"
        raise failed_precondition(f"{least}: {str(error).rpartition(' [')[0]}") from None


def of_places(dataset: Dataset, told: Told) -> Dataset:
    return Dataset(dataset.kind, lambda: ByPlaces(dataset, told.mapper), cardinality=dataset.cardinality)


def kept(dataset: Dataset, told: Told) -> Dataset:
    """What a file keeps is written in the order in which it comes."""
    return over_inputs(dataset, told) if dataset.facts["in_file"] else of_places(dataset, told)


def as_made_of(dataset: Dataset, told: Told) -> Dataset:
    """A DirectedInterleave tells its inputs what it was told first alone."""
    return dataset if told.made is None else over_inputs(dataset, told.instead(told.made))


def zipped(dataset: Dataset, told: Told) -> Dataset:
    return over_inputs(dataset, told.instead(told.made or told.mapper))


def made_anew(dataset: Dataset, told: Told) -> Dataset:
    """A Shuffle makes the iterator of its input when it is asked itself."""
    return over_inputs(dataset, told.anew())


def batched(dataset: Dataset, told: Told) -> Dataset:
    size, _ = dataset.facts["batch"]
    return over_inputs(dataset, told.instead(lambda position: told.mapper(position // size) * size + position % size))


def fetched(dataset: Dataset, told: Told) -> Dataset:
    return Dataset("Prefetch", Passed, under(dataset.inputs[0], told))


def skipped(dataset: Dataset, told: Told) -> Dataset:
    number: int = dataset.facts["number"]
    if number < 0:
        return dataset
    return Dataset("Skip", iter, under(dataset.inputs[0], told.instead(lambda position: told.mapper(position) + number)))


class Shared(Iteration):
    __slots__ = ("rest", "count", "is_required")

    def __init__(self, dataset: Dataset, count: int, is_required: bool):
        self.rest, self.count, self.is_required = iter(dataset), count, is_required

    def __next__(self):
        element = next(self.rest, None)
        if element is None and self.is_required:
            few = f"The dataset does not have enough file(s) for the required {self.count} shards/workers."
            advice = "consider setting the auto sharding policy to either DATA or OFF"
            how = "using the `experimental_distribute.auto_shard_policy` option of `tf.data.Options()`."
            least = f"Could not apply FILE based sharding: {few} If you are using datasets with distribution strategy, {advice}"
            less = "Or, split your input files into a larger number of small files such that number of files is greater than number of shards/workers."
            raise Error(f"{least} {how} {less}")
        if element is None:
            raise StopIteration
        self.is_required = False
        return element


def shared(dataset: Dataset, told: Told) -> Dataset:
    count, at = dataset.facts["share"]
    is_required: bool = dataset.facts.get("is_required", False)
    inputs = under(dataset.inputs[0], told.instead(lambda position: told.mapper(position) * count + at))
    return Dataset("Shard", lambda input: Shared(input, count, is_required), inputs)


class Rounds(Iteration):
    """A dataset so many times, of whose places each round has those of another part of positions."""

    __slots__ = ("dataset", "told", "times", "round", "rest")

    def __init__(self, dataset: Dataset, told: Told, times: int):
        self.dataset, self.told, self.times, self.round = dataset, told, times, 0
        self.rest = self.begun(told)

    def begun(self, told: Told) -> Iterator[Element]:
        size, mapper = self.dataset.cardinality, self.told.mapper
        first = self.round * size

        def reduced(position: int) -> int:
            if position >= size % WORD:
                raise out_of_range("Finite repeat is out of range")
            return mapper((first + position) % WORD) % (size % WORD)

        return iter(under(self.dataset, told.instead(reduced)))

    def __next__(self):
        while self.round < self.times:
            element = next(self.rest, None)
            if element is not None:
                return element
            self.round += 1
            self.rest = self.begun(self.told.anew())
        raise StopIteration


class RoundsForever(RepeatedForever):
    """A dataset again and again. Iterators of later rounds are made when this one is asked."""

    __slots__ = ()

    def __init__(self, first: Dataset, later: Dataset):
        super().__init__(later)
        self.rest = iter(first)


def repeated(dataset: Dataset, told: Told) -> Dataset:
    input, times = dataset.inputs[0], dataset.facts["times"]
    if times > 0:
        return Dataset("Repeat", lambda: Rounds(input, told, times))
    return Dataset("Repeat", RoundsForever, under(input, told), under(input, told.anew())) if times else dataset


class Routed(Iteration):
    """The element of one of two datasets, as the next place is one of the first or behind its last."""

    __slots__ = ("positions", "size", "rests")

    def __init__(self, datasets: tuple[Dataset, ...], told: Told, sizes: tuple[int, int]):
        self.size, whole = sizes[0] % WORD, sum(sizes) % WORD

        def within(position: int, is_first: bool) -> int:
            at = told.mapper(position)
            if at >= whole:
                raise out_of_range("Running out of elements.")
            if (at < self.size) != is_first:
                raise not_found("Skipping this element.")
            return at if is_first else at - self.size

        mappers: list[Mapper] = [lambda position: within(position, True), lambda position: within(position, False)]
        self.rests = [iter(under(dataset, told.instead(told.made or each))) for dataset, each in zip(datasets, mappers)]
        self.positions = ByPlaces(datasets[0], told.mapper)

    def __next__(self):
        try:
            at = self.positions.following()
        except Error as error:
            if is_out_of_range(error):
                raise StopIteration from None
            raise
        return next(self.rests[at >= self.size])


def concatenated(dataset: Dataset, told: Told) -> Dataset:
    inputs, sizes = dataset.inputs, dataset.facts["sizes"]
    return Dataset("Concatenate", lambda: Routed(inputs, told, sizes))


class CountedByPlaces(Counted):
    __slots__ = ()

    def too_few(self) -> Error:
        return failed_precondition(f"Input dataset was expected to contain {numbered(self.expected)}.")


def cardinality_asserted(dataset: Dataset, told: Told) -> Dataset:
    expected = dataset.cardinality
    return Dataset("AssertCardinality", lambda input: CountedByPlaces(input, expected), under(dataset.inputs[0], told))


def shuffled(dataset: Dataset, told: Told) -> Dataset:
    (input,), seeds = dataset.inputs, dataset.facts["seeds"]

    def elements() -> Iterator[Element]:
        return iter(under(input, told.instead(permuted(seeds, input.cardinality, told.mapper))))

    return Dataset("GlobalShuffle", elements)


# Those of functions


class FlattenedByPlaces(Iteration):
    """The elements of the datasets that a function makes of those of another, which is not told places itself: for each the place says of which one."""

    __slots__ = ("make", "told", "at", "made", "ends", "scanned", "rests")
    kind = "FlatMap"

    def __init__(self, make: Callable[[], list[Dataset]], told: Told):
        self.make, self.told, self.at = make, told, 0
        self.made: list[Dataset] | None = None
        self.ends: list[int] = []
        self.scanned: list[int] = []
        self.rests: list[Iterator[Element]] = []

    def __next__(self):
        at = self.answered(lambda: self.told.mapper(self.at))
        try:
            which = self.dataset_of(at)
        except Error as error:
            if is_out_of_range(error):
                raise StopIteration from None
            raise
        if not self.rests:
            self.rests = [iter(under(made, self.inner().instead(self.scanning(number)))) for number, made in enumerate(self.made or ())]
        element = self.answered(lambda: next(self.rests[which], None))
        self.at += 1
        if element is None:
            raise StopIteration
        return element

    def inner(self) -> Told:
        """What the iterators of the datasets are told, which are made when this one is asked."""
        return self.told.anew()

    def answered(self, ask):
        """What is answered. That positions are at their end is an error here."""
        try:
            return ask()
        except Error as error:
            if not is_out_of_range(error):
                raise
            defect = "This indicates an implementation error as `OutOfRange` errors are not expected to be returned here"
            told = f'Iterator "{self.kind}" returned `OutOfRange`. {defect}. Original message: {str(error).rpartition(" [")[0]}'
            raise internal(told) from None

    def dataset_of(self, at: int) -> int:
        if self.made is None:
            self.made = self.make()
            self.ends = ends_of(self.made)
        if self.ends[-1] < 0:
            least = "Failed to globally shuffle flat map dataset. Global shuffling requires finite cardinality"
            raise Error(f"{least}. Got {self.ends[-1]}.")
        if at >= self.ends[-1]:
            least = "Element index exceeds the flat map dataset cardinality"
            raise out_of_range(f"{least}. Got index: {at}, cardinality: {self.ends[-1]}.")
        return next(number for number, end in enumerate(self.ends) if at < end)

    def scanning(self, number: int) -> Mapper:
        """The places of a dataset, one whenever it asks: the next one of all that is its own."""
        self.scanned.append(0)

        def following(position: int) -> int:
            while self.scanned[number] < self.ends[-1]:
                at = self.told.mapper(self.scanned[number])
                self.scanned[number] += 1
                if self.dataset_of(at) == number:
                    return at - (self.ends[number - 1] if number else 0)
            return self.ends[-1]

        return following


def ends_of(datasets: list[Dataset]) -> list[int]:
    """How many elements there are to the end of each, as far as that is known."""
    ends: list[int] = []
    for dataset in datasets:
        if dataset.cardinality < 0:
            return [*ends, dataset.cardinality]
        ends.append(dataset.cardinality + (ends[-1] if ends else 0))
    return ends or [0]


def flattened(dataset: Dataset, told: Told) -> Dataset:
    input, made = dataset.inputs[0], dataset.facts["made"]
    return Dataset("FlatMap", lambda: FlattenedByPlaces(lambda: made.of(input), told))


class Weighted(FlattenedByPlaces):
    """The same of datasets that are given, of so many elements of each."""

    __slots__ = ()
    kind = "WeightedFlatMap"

    def __init__(self, datasets: tuple[Dataset, ...], counts: list[int], told: Told):
        super().__init__(lambda: list(datasets), told)
        self.made, self.ends = list(datasets), list(accumulate(counts))

    def inner(self) -> Told:
        return self.told

    def __next__(self):
        if self.at >= self.ends[-1]:
            raise StopIteration
        return super().__next__()


def weighted(dataset: Dataset, told: Told) -> Dataset:
    inputs, counts = dataset.inputs, dataset.facts["counts"]
    return Dataset("WeightedFlatMap", lambda: Weighted(inputs, counts, told))


class Pieces(Iteration):
    """Parts of what a function makes of elements, whose places another one says."""

    __slots__ = ("rest", "find", "make", "mapper", "part")

    def __init__(self, input: Dataset, find: Callable[[int], list[int]], make: Callable[[Element], list], told: Told):
        self.find, self.make, self.mapper, self.part = find, make, told.mapper, 0
        self.rest = iter(under(input, told.instead(self.place)))

    def place(self, position: int) -> int:
        at, self.part = self.find(self.mapper(position))
        return at

    def __next__(self):
        return pieces_of(self.make(next(self.rest)), self.part)


def index_flattened(dataset: Dataset, told: Told) -> Dataset:
    input = dataset.inputs[0]
    find, make = dataset.facts["pieces"]
    return Dataset("IndexFlatMap", lambda: Pieces(input, find, make, told))


SOURCES = ("Tensor", "TensorSlice", "Range", "List")
UNDER: dict[str, Callable[[Dataset, Told], Dataset]] = {
    **dict.fromkeys(SOURCES, of_places), "Cache": kept, "Batch": batched, "Skip": skipped, "Shard": shared, "Repeat": repeated,
    "Concatenate": concatenated, "AssertCardinality": cardinality_asserted, "GlobalShuffle": shuffled, "FlatMap": flattened,
    "IndexFlatMap": index_flattened, "WeightedFlatMap": weighted, "Prefetch": fetched, "DirectedInterleave": as_made_of, "Zip": zipped,
    "Shuffle": made_anew, "ShuffleAndRepeat": made_anew,
}  # fmt: skip
"""Kinds that tell their inputs another thing than they are told."""
