"""Semantics: classes sampled as candidates, by the seeds of an op that keeps a generator.

A sampler has a weight for each class and draws one; what it says besides is how often a class is expected among those drawn. Source:
TensorFlow, range_sampler.cc.
"""

import math

from tfir.dialects.tf.philox import Generator
from tfir.dialects.tf.random import generator_of
from tfir.ir.diagnostics import Error
from tfir.ods.numpy_on_demand import np
from tfir.ods.semantics import OpSemantics, ops_of
from tfir.ods.shapes import fresh, unify, with_rank


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

    def fraction(self) -> float:
        """A number in [0, 1)."""
        high, low = self.word(), self.word()
        return float(np.uint64(1023 << 52 | (high & 0xFFFFF) << 32 | low).view(np.float64)) - 1


class Sampler(OpSemantics, family=True):
    def infer(true_classes, num_true, num_sampled):
        batch, count = with_rank(true_classes.shape, 2, "true_classes")
        return [(num_sampled,), (batch, unify(count, num_true, "num_true")), (num_sampled,)]


def sampled_by(draw, weight):
    """An evaluation by functions of a stream and the number of classes, and of a class and that number."""

    def evaluate(op, state, true_classes, num_sampled, unique, range_max, seed, seed2):
        if unique and num_sampled > range_max:
            raise Error("Sampler's range is too small.")
        kept = generator_of(op, state, seed, seed2)
        stream = Stream(Generator(kept.key, kept.counter))
        kept.counter += -(-num_sampled * 2 * (10 if unique else 1) // 4)
        chosen, tries = list[int](), 0
        while len(chosen) < num_sampled:
            candidate, tries = draw(stream, range_max), tries + 1
            if not unique or candidate not in chosen:
                chosen.append(candidate)

        def expected(number: int) -> float:
            share = weight(number, range_max)
            return -math.expm1(tries * math.log1p(-share)) if unique and tries != num_sampled else share * num_sampled

        return [np.array(chosen, np.int64), counts(expected, true_classes), counts(expected, np.array(chosen))]

    return evaluate


def counts(expected, classes):
    return np.array([expected(int(number)) for number in classes.ravel()], np.float32).reshape(classes.shape)


def drawn_uniformly(stream: Stream, range_max: int) -> int:
    return stream.long() % range_max


def drawn_by_rank(stream: Stream, range_max: int) -> int:
    """Classes fall in frequency as words do in a language: log((n + 2) / (n + 1)) / log(count + 1)."""
    return (int(math.exp(stream.fraction() * math.log1p(range_max))) - 1) % range_max


class AllCandidateSampler(Sampler):
    """Each class once."""

    def evaluate(true_classes, num_sampled):
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


SEMANTICS = ops_of(
    Sampler,
    UniformCandidateSampler=sampled_by(drawn_uniformly, lambda number, range_max: 1 / range_max),
    LogUniformCandidateSampler=sampled_by(
        drawn_by_rank, lambda number, range_max: math.log((number + 2) / (number + 1)) / math.log1p(range_max)
    ),
)
