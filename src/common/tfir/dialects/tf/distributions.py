"""Semantics: random numbers of distributions that are drawn by rejection, and of generators that variables hold.

Each sample has a stream of its own, 256 blocks behind the one before, so that a rejection moves no other sample. Of the numbers that a block
gives, the last comes first. Sources: Knuth, Seminumerical Algorithms, and Hörmann, Insurance: Mathematics and Economics 12, 1993 (Poisson);
Hörmann, Journal of Statistical Computation and Simulation 46, 1993 (binomial); Marsaglia and Tsang, ACM TOMS 26, 2000 (gamma).
"""

from __future__ import annotations

import math

from tfir.dialects.tf.errors import listed
from tfir.dialects.tf.philox import RESERVED, Generator, candidates, full_integers, integers, normal, shaped, truncated_normal, uniform
from tfir.dialects.tf.random import PHILOX, generator_at, generator_from, generator_of
from tfir.dialects.tf.sampling import Stream
from tfir.ir.diagnostics import Error
from tfir.ods.arrays import dtype_of
from tfir.ods.numpy_on_demand import np
from tfir.ods.semantics import OpSemantics, ops_of
from tfir.ods.shapes import with_rank


class Draws:
    """Uniform and normal numbers from one stream. Each kind uses up a block of its own."""

    def __init__(self, generator: Generator):
        self.generator, self._uniform, self._normal = generator, list[float](), list[float]()

    def uniform(self) -> float:
        if not self._uniform:
            self._uniform = uniform(self.generator, 2, np.dtype(np.float64)).tolist()
            self.generator.counter += 1
        return self._uniform.pop()

    def normal(self) -> float:
        if not self._normal:
            self._normal = candidates(self.generator.blocks(1), np.dtype(np.float64))[0].tolist()
            self.generator.counter += 1
        return self._normal.pop()


def samples(generator: Generator, shape, parameters, draw, dtype):
    """An array of `shape`, which ends with the parameters' shape. A sample is what `draw` makes of its own stream and its parameters;
    streams are numbered so that those of one parameter follow each other."""
    shape, last = tuple([int(size) for size in shape]), parameters[0].shape
    if not math.prod(shape):
        return np.zeros(shape, dtype)
    if shape[len(shape) - len(last) :] != last:
        raise Error("Shape passed in must end with broadcasted shape.")
    count, flat = math.prod(shape) // max(math.prod(last), 1), [each.ravel().tolist() for each in parameters]
    result = np.empty((count, math.prod(last)))
    with np.errstate(all="ignore"):
        for sample, at in np.ndindex(result.shape):
            stream = Generator(generator.key, generator.counter)
            result[sample, at] = draw(stream, at * count + sample, *[values[at] for values in flat])
        return result.astype(dtype).reshape(shape)


def logarithm(number: float) -> float:
    return math.log(number) if number > 0 else -math.inf


def ratio(dividend: float, divisor: float) -> float:
    return dividend / divisor if divisor else math.copysign(math.inf, divisor)


# Gamma


def gamma_sample(generator: Generator, number: int, alpha: float) -> float:
    generator.counter += RESERVED * number
    draws = Draws(generator)
    if alpha == 1:
        return -math.log1p(-draws.uniform())
    d = alpha + (2 / 3 if alpha < 1 else -1 / 3)
    if not d > 0:
        return math.nan
    c = 1 / 3 / math.sqrt(d)
    while True:
        x = draws.normal()
        v = (1 + c * x) ** 3
        if 1 + c * x <= 0:
            continue
        u = draws.uniform()
        if u < 1 - 0.0331 * (x * x) * (x * x) or logarithm(u) < 0.5 * x * x + d * (1 - v + math.log(v)):
            return d * v * (np.power(draws.uniform(), ratio(1, alpha)) if alpha < 1 else 1)


class OfEach(OpSemantics, family=True):
    """As many samples as `shape` says of each parameter: the result's shape ends with that of the parameters."""

    def infer(operands):
        sizes = operands[0].as_shape
        return None if sizes is None or operands[1].shape is None else (*sizes, *operands[1].shape)


def gammas(generator: Generator, shape, alpha):
    return samples(generator, shape, [alpha.astype(np.float64)], gamma_sample, alpha.dtype)


def random_gamma(op, state, shape, alpha, seed, seed2):
    whole = (*shape.tolist(), *alpha.shape)
    return gammas(generator_of(op, state, seed, seed2).take(math.prod(whole)), whole, alpha)


class WithShape(OpSemantics, family=True):
    def infer(shape):
        return shape.as_shape


# Poisson


def poisson_sample(largest: float):
    """Numbers that are larger than the result's type has are rejected too."""

    def draw(generator: Generator, number: int, rate: float) -> float:
        if rate == math.inf:
            return rate
        generator.counter += RESERVED * number
        draws = Draws(generator)
        return multiplied(draws, rate) if rate < 10 else rejected(draws, rate, largest)

    return draw


def multiplied(draws: Draws, rate: float) -> int:
    """How many uniform numbers are multiplied until e^-rate is reached."""
    end, product, count = np.exp(-rate), 1.0, 0
    while (product := product * draws.uniform()) > end:
        count += 1
    return count


def rejected(draws: Draws, rate: float, largest: float) -> float:
    b = 0.931 + 2.53 * math.sqrt(rate)
    a, inverse_alpha = -0.059 + 0.02483 * b, 1.1239 + 1.1328 / (b - 3.4)
    while True:
        u, v = draws.uniform() - 0.5, draws.uniform()
        shifted = 0.5 - abs(u)
        k = np.floor((ratio(2 * a, shifted) + b) * u + rate + 0.43)
        if k > largest:
            continue
        if shifted >= 0.07 and v <= 0.9277 - 3.6224 / (b - 2):
            return k
        if k < 0 or (shifted < 0.013 and v > shifted):
            continue
        if logarithm(v * inverse_alpha / (ratio(a, shifted * shifted) + b)) <= -rate + k * math.log(rate) - math.lgamma(k + 1):
            return k


def poissons(generator: Generator, shape, rate, dtype):
    rates, kind = rate.astype(np.float64), np.dtype(dtype)
    if np.isnan(rates).any():
        raise Error("is asked for rates that are no numbers, with which drawing has no end")
    if kind.kind in "iu":
        rates = np.where(np.isinf(rates), 0, rates)  # which are no whole numbers, for which TensorFlow gives 0
    largest = float(np.iinfo(kind).max if kind.kind in "iu" else np.finfo(kind).max)
    if (rates - 4 * np.sqrt(np.abs(rates)) > largest)[np.isfinite(rates)].any():
        raise Error(f"is asked for rates of which hardly a number is as small as {kind} has them, with which drawing has no end")
    return samples(generator, shape, [rates], poisson_sample(largest), dtype)


def random_poisson(op, state, shape, rate, seed, seed2, dtype):
    whole = (*shape.tolist(), *rate.shape)
    return poissons(generator_of(op, state, seed, seed2).take(math.prod(whole)), whole, rate, dtype_of(dtype))


# Binomial

TAILS = [
    0.0810614667953272, 0.0413406959554092, 0.0276779256849983, 0.02079067210376509, 0.0166446911898211, 0.0138761288230707,
    0.0118967099458917, 0.0104112652619720, 0.00925546218271273, 0.00833056343336287,
]  # fmt: skip


def tail(k: float) -> float:
    """What Stirling's formula leaves of the logarithm of k!."""
    square = (k + 1) ** 2
    return TAILS[int(k)] if k <= 9 else (1 / 12 - (1 / 360 - 1 / 1260 / square) / square) / (k + 1)


def binomial_sample(kind):
    def draw(generator: Generator, number: int, count, share):
        share = kind(share)
        if count <= 0 or share <= 0:
            return 0
        if share >= 1:
            return count
        if np.isnan(share):
            return np.nan
        less = share if share <= 0.5 else kind(1) - share
        if not math.isfinite(count):
            raise Error("is asked for counts that are no numbers or infinite, with which drawing has no end")
        is_wide = kind(count) * less >= 10
        generator.counter += (RESERVED if is_wide else 42) * number
        drawn = (binomial_rejected if is_wide else binomial_inverted)(Draws(generator), float(count), float(less))
        return drawn if share <= 0.5 else count - drawn

    return draw


def binomial_inverted(draws: Draws, count: float, share: float) -> float:
    """How many geometric numbers add up to the count."""
    total, number = 0.0, 0
    while (total := total + np.ceil(logarithm(draws.uniform()) / math.log1p(-share))) <= count:
        number += 1
    return number


def binomial_rejected(draws: Draws, count: float, share: float) -> float:
    deviation = math.sqrt(count * share * (1 - share))
    b = 1.15 + 2.53 * deviation
    a = -0.0873 + 0.0248 * b + 0.01 * share
    alpha, odds, m = (2.83 + 5.1 / b) * deviation, share / (1 - share), math.floor((count + 1) * share)
    while True:
        u, v = draws.uniform() - 0.5, draws.uniform()
        shifted = 0.5 - abs(u)
        k = np.floor((ratio(2 * a, shifted) + b) * u + (count * share + 0.5))
        if shifted >= 0.07 and v <= 0.92 - 4.2 / b:
            return k
        if k < 0 or k > count:
            continue
        bound = (m + 0.5) * math.log((m + 1) / (odds * (count - m + 1))) + (count + 1) * math.log((count - m + 1) / (count - k + 1))
        bound += (k + 0.5) * math.log(odds * (count - k + 1) / (k + 1)) + tail(m) + tail(count - m) - tail(k) - tail(count - k)
        if logarithm(v * alpha / (ratio(a, shifted * shifted) + b)) <= bound:
            return k


def binomials(generator: Generator, shape, counts, probs, dtype):
    parameters = list(np.broadcast_arrays(counts, probs))
    kind = np.float64 if probs.dtype.itemsize == 8 else np.float32
    return samples(generator, shape, parameters, binomial_sample(kind), dtype)


# Classes by their logarithms


class Multinomial(OpSemantics):
    """Classes [n, samples] by rows of logarithms [n, classes] of their weights."""

    def infer(logits, num_samples):
        return (with_rank(logits.shape, 2, "logits")[0], num_samples.size)

    def evaluate(op, state, logits, num_samples, seed, seed2, output_dtype):
        kept = generator_of(op, state, seed, seed2)
        start = kept.take(len(logits) * -(-int(num_samples) // 4) * 8)
        return classes_of(start, logits, int(num_samples), dtype_of(output_dtype))


class StatelessMultinomial(OpSemantics):
    infer = Multinomial.infer

    def evaluate(logits, num_samples, seed, output_dtype):
        return classes_of(generator_from(seed), logits, int(num_samples), dtype_of(output_dtype))


def classes_of(generator: Generator, logits, count: int, dtype) -> np.ndarray:
    if logits.ndim != 2:
        raise Error(f"logits should be a matrix, got shape {listed(logits.shape)}")
    if count < 0:
        raise Error(f"num_samples should be non-negative, got {count}")
    if logits.shape[1] <= 0:
        raise Error(f"num_classes should be positive, got {logits.shape[1]}")
    stream, result = Stream(generator), np.empty((len(logits), count), dtype)
    for row, numbers in zip(result, logits.astype(np.float64)):
        finite = np.isfinite(numbers)
        weights = np.where(finite, np.exp(np.where(finite, numbers, 0) - numbers[finite].max(initial=-np.inf)), 0)
        sums = np.cumsum(weights)
        for at in range(count):
            row[at] = np.searchsorted(sums, stream.fraction() * sums[-1], "right")
    return result


# Generators that variables hold: the counter's two words, and the key


def check_algorithm(number) -> None:
    if int(number) == 2:
        raise Error("Non-XLA devices don't support the ThreeFry algorithm.")
    if int(number) not in (PHILOX, 3):
        raise Error(f"Unsupported algorithm id: {int(number)}")


def generator_in(resource, algorithm, skipped: int) -> Generator:
    """The generator that a variable holds, which is moved on by the blocks of as many samples. Where no algorithm is given the variable's
    first number is its."""
    state = resource.read()
    first = int(algorithm is None)
    if state.ndim != 1 or len(state) < first + 3:
        raise Error(f"For the Philox algorithm, the size of state must be at least {first + 3}; got {state.size}")
    check_algorithm(state[0] if first else algorithm)
    low, high, key = state[first : first + 3].astype(np.int64).view(np.uint64).tolist()
    start = Generator(key, low | high << 64)
    after = start.counter + skipped * RESERVED & (1 << 128) - 1
    words = np.array([after & (1 << 64) - 1, after >> 64], np.uint64).view(np.int64)
    resource.value = np.concatenate([state[:first], words, state[first + 2 :]]).astype(state.dtype)
    return start


class RngReadAndSkip(OpSemantics):
    """The state, before it is moved on."""

    def infer():
        return (3,)

    def evaluate(resource, alg, delta):
        before = resource.read()
        generator_in(resource, alg, int(delta))
        return before[:3]


class RngSkip(OpSemantics):
    def evaluate(resource, algorithm, delta):
        generator_in(resource, algorithm, int(delta))
        return []


def from_variable(draw):
    def evaluate(resource, algorithm, shape, dtype):
        start = generator_in(resource, algorithm, math.prod(shape.tolist()))
        return shaped(shape, lambda count: draw(start, count, dtype_of(dtype)))

    return evaluate


def integers_from_variable(resource, algorithm, shape, minval, maxval):
    start = generator_in(resource, algorithm, math.prod(shape.tolist()))
    return shaped(shape, lambda count: integers(start, count, minval, maxval, minval.dtype))


def binomials_from_variable(resource, algorithm, shape, counts, probs, dtype):
    parameters = np.broadcast_shapes(counts.shape, probs.shape)
    number = math.prod(parameters)
    each = math.prod(shape.tolist()) // max(number, 1)
    start = generator_in(resource, algorithm, number * 200 * (each + 3) // 4)
    return binomials(start, shape, counts, probs, dtype_of(dtype))


SEMANTICS = {
    **ops_of(OfEach, RandomGamma=random_gamma, RandomPoissonV2=random_poisson, RandomPoisson=random_poisson),
    **ops_of(
        WithShape,
        StatelessRandomGammaV2=lambda shape, seed, alpha: gammas(generator_from(seed), shape, alpha),
        StatelessRandomGammaV3=lambda shape, key, counter, alg, alpha: gammas(generator_at(key, counter, alg), shape, alpha),
        StatelessRandomPoisson=lambda shape, seed, lam, dtype: poissons(generator_from(seed), shape, lam, dtype_of(dtype)),
        StatelessRandomBinomial=lambda shape, seed, counts, probs, dtype: binomials(
            generator_from(seed), shape, counts, probs, dtype_of(dtype)
        ),
        _RandomPoissonAt=lambda shape, key, counter, alg, rate, dtype: poissons(
            generator_at(key, counter, alg), shape, rate, dtype_of(dtype)
        ),
        _RandomBinomialAt=lambda shape, key, counter, alg, counts, probs, dtype: binomials(
            generator_at(key, counter, alg), shape, counts, probs, dtype_of(dtype)
        ),
        StatefulUniform=from_variable(uniform),
        StatefulStandardNormalV2=from_variable(normal),
        StatefulStandardNormal=lambda resource, shape, dtype: from_variable(normal)(resource, None, shape, dtype),
        StatefulTruncatedNormal=from_variable(truncated_normal),
        StatefulUniformFullInt=from_variable(full_integers),
        StatefulUniformInt=integers_from_variable,
        StatefulRandomBinomial=binomials_from_variable,
    ),
}
