"""Semantics: classes sampled as candidates, by the seeds of an op that keeps a generator.

A sampler has a weight for each class and draws one; what it says besides is how often a class is expected among those drawn. Source:
TensorFlow, range_sampler.cc.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from tfir.dialects.tf.philox import Generator, unit
from tfir.dialects.tf.random import generator_of
from tfir.ir.diagnostics import Error
from tfir.ods.numpy_on_demand import np
from tfir.ods.semantics import OpSemantics, ops_of
from tfir.ods.shapes import fresh, unify, with_rank

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

MOST_TRIES = 1 << 20
RESERVED_WORDS = 2048  # words that a generator is moved on by for each sample


class Stream:
    """Words of a generator, one after another."""

    def __init__(self, generator: Generator):
        self.generator, self.words = generator, list[int]()

    def word(self) -> int:
        if not self.words:
            self.words = self.generator.words(64).tolist()
            self.generator.counter += 16
        return self.words.pop(0)

    def long(self) -> int:
        """An integer of 64 bits."""
        return self.word() | self.word() << 32

    def long_below(self, count: int) -> int:
        """The same as `below`, of 64 bits."""
        rest = 0 if count & (count - 1) == 0 else (1 << 64) % count
        while (word := self.long()) < rest:
            pass
        return word % count

    def fraction(self) -> float:
        """A number in [0, 1)."""
        high, low = self.word(), self.word()
        return float(np.uint64(1023 << 52 | (high & 0xFFFFF) << 32 | low).view(np.float64)) - 1

    def single(self) -> np.float32:
        """A number in [0, 1), of 23 random bits."""
        return np.float32(unit(np.array([self.word()], np.uint32))[0])

    def below(self, count: int) -> int:
        """A number below `count`, each as probable as any: words that would favour the small ones are passed over."""
        rest = (1 << 32) % count
        while (word := self.word()) < rest:
            pass
        return word % count


class Sampler(OpSemantics, family=True):
    def infer(true_classes, num_true, num_sampled):
        batch, count = with_rank(true_classes.shape, 2, "true_classes")
        return [(num_sampled,), (batch, unify(count, num_true, "num_true")), (num_sampled,)]


def sampled_by(draw, weight):
    """An evaluation by functions of a stream and the number of classes, and of a class and that number."""

    def evaluate(op, state, true_classes, num_true, num_sampled, unique, range_max, seed, seed2):
        check_columns(true_classes, num_true)
        picker = Picker(range_max, lambda stream: draw(stream, range_max), lambda number: weight(number, range_max))
        return candidates(generator_of(op, state, seed, seed2), true_classes, num_sampled, unique, picker)

    return evaluate


class Picker(NamedTuple):
    """A sampler of as many classes: a function that draws one from a stream, and one that says how probable a class is."""

    classes: int
    draw: Callable[[Stream], int]
    weight: Callable[[int], float]


def candidates(kept: Generator, true_classes, num_sampled: int, unique: bool, picker: Picker) -> list:
    """Sampled classes [num_sampled], and how often the true and the sampled ones are expected. Moves the generator on."""
    check_classes(true_classes, num_sampled, unique, picker.classes)
    stream = Stream(Generator(kept.key, kept.counter))
    kept.counter += RESERVED_WORDS * num_sampled // 4
    chosen, tries = list[int](), 0
    while len(chosen) < num_sampled:
        candidate, tries = picker.draw(stream), tries + 1
        if not unique or candidate not in chosen:
            chosen.append(candidate)
        if tries > MOST_TRIES:
            raise Error(f"draws only {len(chosen)} of {num_sampled} classes: the others have no weight")

    def expected(number: int) -> float:
        share = picker.weight(number)
        return -math.expm1(tries * math.log1p(-share)) if tries != num_sampled else share * num_sampled

    return [np.array(chosen, np.int64), counts(expected, true_classes), counts(expected, np.array(chosen))]


def check_columns(true_classes, count: int) -> None:
    if true_classes.shape[1] != count:
        raise Error(f"true_classes must have num_true columns, expected: {true_classes.shape[1]} was: {count}")


def check_classes(true_classes, num_sampled: int, unique: bool, range_max: int) -> None:
    if unique and num_sampled > range_max:
        raise Error("Sampler's range is too small.")
    for number in true_classes[(true_classes < 0) | (true_classes >= range_max)][:1]:
        raise Error(f"`true_candidate` out of range [0, {range_max}), received {number}")


def counts(expected, classes):
    return np.array([expected(int(number)) for number in classes.ravel()], np.float32).reshape(classes.shape)


def drawn_uniformly(stream: Stream, range_max: int) -> int:
    return stream.long() % range_max


def drawn_by_rank(stream: Stream, range_max: int) -> int:
    """Classes fall in frequency as words do in a language: log((n + 2) / (n + 1)) / log(count + 1)."""
    return (int(math.exp(stream.fraction() * math.log1p(range_max))) - 1) % range_max


# By weights


class LearnedUnigramCandidateSampler(Sampler):
    """A class is as probable as it was often a true one in the calls before, and once more."""

    def evaluate(op, state, true_classes, num_true, num_sampled, unique, range_max, seed, seed2):
        check_columns(true_classes, num_true)
        seen = state.of_node("class counts", op, lambda: np.ones(range_max, np.int64))
        sums = np.cumsum(seen)

        def draw(stream: Stream) -> int:
            return int(np.searchsorted(sums, stream.below(int(sums[-1])), "right"))

        picker = Picker(range_max, draw, lambda number: float(seen[number] / sums[-1]))
        results = candidates(generator_of(op, state, seed, seed2), true_classes, num_sampled, unique, picker)
        np.add.at(seen, true_classes.ravel(), 1)
        return results


class FixedUnigramCandidateSampler(Sampler):
    """Classes by weights, of which every `num_shards`-th is taken, after those that are reserved and never drawn."""

    def evaluate(
        op, state, true_classes, num_sampled, unique, range_max, vocab_file, distortion, num_reserved_ids, num_shards, shard, unigrams, seed,
        seed2,
    ):  # fmt: skip
        if bool(vocab_file) == bool(unigrams):
            raise Error("Must only provide one of vocab_file and unigrams." if unigrams else "Must provide either vocab_file or unigrams.")
        numbers = np.array(unigrams or weights_in(state.read_file(str(vocab_file))), np.float32)
        reserved = len(range(shard, num_reserved_ids, num_shards))
        own = numbers[(np.arange(len(numbers)) + reserved) % num_shards == shard]
        weights = np.concatenate([np.zeros(reserved, np.float32), own ** np.float32(distortion)])
        if len(weights) != range_max:
            raise Error(f"range is {range_max} must be equal to weights size  {len(weights)}")
        picker = Picker(range_max, aliased(weights), lambda number: float(weights[number] / weights.sum(dtype=np.float32)))
        return candidates(generator_of(op, state, seed, seed2), true_classes, num_sampled, unique, picker)


def weights_in(content: bytes) -> list[float]:
    """The last field of each line."""
    return [float(line.split(b",")[-1]) for line in content.splitlines()]


def aliased(weights: np.ndarray):
    """Draws by weights: a class by chance, which gives way to another one with the probability that is kept for it. Source: Walker, ACM
    TOMS 3, 1977."""
    shares = (weights.astype(np.float64) * len(weights) / weights.sum(dtype=np.float64)).tolist()
    others = list(range(len(shares)))
    low, high = [at for at, share in enumerate(shares) if share < 1], [at for at, share in enumerate(shares) if share >= 1]
    kept = [1.0] * len(shares)
    while low and high:
        small, large = low.pop(), high.pop()
        others[small], kept[small] = large, shares[small]
        shares[large] -= 1 - shares[small]
        (low if shares[large] < 1 else high).append(large)
    kept_single = np.array(kept, np.float32)

    def draw(stream: Stream) -> int:
        chance, at = stream.single(), stream.below(len(others))
        return at if chance < kept_single[at] else others[at]

    return draw


class AllCandidateSampler(Sampler):
    """Each class once."""

    def evaluate(true_classes, num_true, num_sampled):
        check_columns(true_classes, num_true)
        return [np.arange(num_sampled), np.ones(true_classes.shape, np.float32), np.ones(num_sampled, np.float32)]


class ComputeAccidentalHits(OpSemantics):
    """Where a sampled candidate is one of the true classes: the row, the place among the samples, and the least number as a weight."""

    def infer():
        count = fresh()
        return [(count,)] * 3

    def evaluate(true_classes, sampled_candidates):
        place = {int(candidate): at for at, candidate in enumerate(sampled_candidates)}
        hits = [(row, place[int(each)]) for row, classes in enumerate(true_classes) for each in classes if int(each) in place]
        rows, places = np.array(hits, np.int64).reshape(-1, 2).T
        return [rows.astype(np.int32), places, np.full(len(hits), np.finfo(np.float32).min)]


SEMANTICS = {
    "ThreadUnsafeUnigramCandidateSampler": LearnedUnigramCandidateSampler,
    **ops_of(
        Sampler,
        UniformCandidateSampler=sampled_by(drawn_uniformly, lambda number, range_max: 1 / range_max),
        LogUniformCandidateSampler=sampled_by(
            drawn_by_rank, lambda number, range_max: math.log((number + 2) / (number + 1)) / math.log1p(range_max)
        ),
    ),
}
