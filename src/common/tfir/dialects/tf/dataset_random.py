"""Semantics: datasets that are drawn by seeds: shuffled, sampled, random numbers. Without a seed there are none."""

from __future__ import annotations

from tfir.dialects.tf.datasets import INFINITE, UNKNOWN, Dataset, Iteration, MakesDataset, same, scalar
from tfir.dialects.tf.philox import Generator, unit
from tfir.dialects.tf.random import first_generator
from tfir.ir.diagnostics import Error
from tfir.ods.numpy_on_demand import np
from tfir.ods.semantics import OpSemantics

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfir.dialects.tf.datasets import Element

MOST_EPOCHS = 3  # that a buffer reaches over


class Words:
    """Words of 32 bits, one after another, from a pair of seeds."""

    __slots__ = ("generator", "at", "ahead")

    def __init__(self, seeds: tuple[int, int]):
        self.generator: Generator = first_generator(*seeds, are_attributes=False)
        self.at, self.ahead = 0, np.empty(0, np.uint32)

    def next(self) -> int:
        if self.at == len(self.ahead):
            self.ahead = self.generator.blocks(64).reshape(-1)
            self.generator.counter, self.at = self.generator.counter + 64, 0
        self.at += 1
        return int(self.ahead[self.at - 1])


class Seeds:
    """Gives each iteration of a dataset a pair of seeds: the next of a sequence, or always the same."""

    __slots__ = ("seeds", "words", "is_shared")

    def __init__(self, seeds: tuple[int, int], differ: bool, is_shared: bool = False):
        self.seeds, self.is_shared = seeds, is_shared
        self.words = Words(seeds) if differ and any(seeds) else None

    def anew(self) -> Seeds:
        """Those of a dataset like this one: the same where they are a resource."""
        return self if self.is_shared else Seeds(self.seeds, self.words is not None)

    def next(self) -> tuple[int, int]:
        return self.seeds if self.words is None else (self.words.next(), self.words.next())

    def __deepcopy__(self, _):
        return self


class AnonymousSeedGenerator(OpSemantics):
    def infer():
        return [(), ()]

    def evaluate(seed, seed2, reshuffle=True):
        return [Seeds((scalar(seed, "seed"), scalar(seed2, "seed2")), bool(np.asarray(reshuffle)), is_shared=True), None]


def seeds_of(seed_generator, seed, seed2, differ: bool, is_shared: bool = True) -> Seeds:
    """Those of a resource, which several datasets may share, or of the dataset alone."""
    if isinstance(seed_generator, Seeds):
        return seed_generator
    return Seeds((scalar(seed, "seed"), scalar(seed2, "seed2")), differ, is_shared=is_shared)


class Shuffled(Iteration):
    """Draws from a buffer that is filled up before each element. Where the input is repeated, elements of an earlier round come first, and
    each round has seeds of its own; the buffer holds elements of some rounds at most."""

    __slots__ = ("dataset", "size", "times", "seeds", "words", "rest", "round", "buffers", "held", "is_first")

    def __init__(self, dataset: Dataset, size: int, seeds: Seeds, times: int):
        self.dataset, self.size, self.times, self.seeds, self.words = dataset, size, times, seeds, Words(seeds.next())
        self.rest, self.round, self.held, self.is_first = iter(dataset), 0, 0, True
        self.buffers: list[list[Element]] = [[]]

    def following(self) -> Element | None:
        """The next element of the input, or of its next round; None at the end of all."""
        while self.rest is not None and (self.times < 0 or self.round < self.times):
            element = next(self.rest, None)
            if element is not None:
                self.is_first = False
                return element
            if self.is_first and self.times < 0:
                break
            self.round += 1
            self.buffers.append([])
            self.rest = iter(self.dataset) if self.times < 0 or self.round < self.times else None
        self.rest = None
        return None

    def fill(self) -> None:
        while self.rest is not None and self.held < self.size:
            element = self.following()
            if element is not None:
                self.buffers[-1].append(element)
                self.held += 1
            if len(self.buffers) > MOST_EPOCHS:
                break

    def __next__(self):
        self.fill()
        if not self.held:
            raise StopIteration
        while not self.buffers[0]:
            self.buffers.pop(0)
            self.words = Words(self.seeds.next())
        oldest = self.buffers[0]
        chosen = self.words.next() % len(oldest)
        oldest[0], oldest[chosen] = oldest[chosen], oldest[0]
        self.held -= 1
        return oldest.pop(0)


def shuffled(kind: str, dataset: Dataset, buffer_size, seeds: Seeds, count=1) -> list[Dataset]:
    size, times = scalar(buffer_size, "buffer_size"), scalar(np.asarray(count), "count")
    if size < 1 and size != UNKNOWN:
        raise Error("buffer_size must be greater than zero or UNKNOWN_CARDINALITY")
    if kind == "ShuffleAndRepeat":
        if not times or times < -1:
            raise Error("count must be greater than zero or equal to -1.")

    def repeated(number: int) -> int:
        return INFINITE if times < 0 or number == INFINITE else number if number < 0 else number * times

    def elements(input: Dataset) -> Iterator[Element]:
        return Shuffled(input, size if size > 0 else 1 << 62, seeds, times)

    def anew(input: Dataset) -> Dataset:
        return shuffled(kind, input, buffer_size, seeds.anew(), count)[0]

    cardinality = repeated if kind == "ShuffleAndRepeat" else same
    return [Dataset(kind, elements, dataset, cardinality=cardinality, anew=anew, buffer_size=buffer_size, seeds=seeds)]


class ShuffleDataset(MakesDataset):
    def evaluate(input_dataset, buffer_size, seed, seed2, reshuffle_each_iteration):
        return shuffled("Shuffle", input_dataset, buffer_size, seeds_of(None, seed, seed2, reshuffle_each_iteration, is_shared=False))


class ShuffleDatasetV3(MakesDataset):
    def evaluate(input_dataset, buffer_size, seed, seed2, reshuffle_each_iteration, seed_generator):
        return shuffled("Shuffle", input_dataset, buffer_size, seeds_of(seed_generator, seed, seed2, reshuffle_each_iteration))


class ShuffleDatasetV2(MakesDataset):
    def evaluate(input_dataset, buffer_size, seed_generator):
        return shuffled("Shuffle", input_dataset, buffer_size, seed_generator)


class ShuffleAndRepeatDataset(MakesDataset):
    def evaluate(input_dataset, buffer_size, seed, seed2, count, reshuffle_each_iteration):
        seeds = seeds_of(None, seed, seed2, reshuffle_each_iteration, is_shared=False)
        return shuffled("ShuffleAndRepeat", input_dataset, buffer_size, seeds, count)


class ShuffleAndRepeatDatasetV2(MakesDataset):
    def evaluate(input_dataset, buffer_size, seed, seed2, count, reshuffle_each_iteration, seed_generator):
        seeds = seeds_of(seed_generator, seed, seed2, reshuffle_each_iteration)
        return shuffled("ShuffleAndRepeat", input_dataset, buffer_size, seeds, count)


class RandomNumbers(Iteration):
    __slots__ = ("words",)

    def __init__(self, seeds: Seeds):
        self.words = Words(seeds.next())

    def __next__(self):
        return [np.asarray(np.int64(self.words.next()))]


class RandomDataset(MakesDataset):
    def evaluate(seed, seed2, seed_generator=None, rerandomize_each_iteration=False):
        return [random_numbers(seeds_of(seed_generator, seed, seed2, rerandomize_each_iteration))]


def random_numbers(seeds: Seeds) -> Dataset:
    return Dataset("Random", lambda: RandomNumbers(seeds), cardinality=INFINITE, anew=lambda: random_numbers(seeds.anew()), seeds=seeds)


def shuffled_places(count: int, seeds: tuple[int, int]) -> list[int]:
    """The numbers below `count` in the order in which a shuffled dataset has them for those who ask by places."""
    words, places = Words(seeds), list(range(count))
    for at in range(count):
        other = at + words.next() % (count - at)
        places[at], places[other] = places[other], places[at]
    return places


class Sampled(Iteration):
    __slots__ = ("rest", "rate", "words")

    def __init__(self, dataset: Dataset, rate, seeds: tuple[int, int]):
        self.rest, self.rate, self.words = iter(dataset), rate, Words(seeds)

    def __next__(self):
        while True:
            element = next(self.rest)
            if unit(np.array([self.words.next()], np.uint32))[0] < self.rate:
                return element


class SamplingDataset(MakesDataset):
    def evaluate(input_dataset, rate, seed, seed2):
        seeds = scalar(seed, "seed"), scalar(seed2, "seed2")
        return [Dataset("Sampling", lambda input: Sampled(input, rate, seeds), input_dataset)]


SEMANTICS = {
    "RandomDatasetV2": RandomDataset,
    "AnonymousRandomSeedGenerator": AnonymousSeedGenerator,
    "ExperimentalRandomDataset": RandomDataset,
}  # fmt: skip
