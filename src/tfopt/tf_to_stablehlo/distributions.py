"""Lowerings: random numbers of distributions that are drawn by rejection (`tfir/dialects/tf/distributions.py`, which names the sources).

All samples are drawn side by side, each from a stream of its own, by a loop that runs until the last of them is accepted. Those of parameters
with which TensorFlow's drawing has no end are zeros.
"""

from math import inf, nan, prod

import numpy as np
from tfir.dialects.tf.distributions import TAILS
from tfir.dialects.tf.philox import RESERVED
from tfir.ir.diagnostics import Error
from tfir.ir.types import F32, F64, I1, I32, UI64, FloatType, TensorType, storage_bits
from tfir.ods.shapes import divide_down

from tfopt.arithmetic.sizes import tell_shape
from tfopt.arithmetic.special import lgamma
from tfopt.arithmetic.tensor import (
    Tensor,
    broadcast_to,
    clamp,
    common,
    exp,
    floor,
    iota,
    largest_finite,
    like,
    literal,
    log,
    loop,
    lowest,
    number,
    select,
    splat,
    sqrt,
    take,
    two,
    unary,
)
from tfopt.tf_to_stablehlo.lowering import lower
from tfopt.tf_to_stablehlo.random import blocks_behind, candidates, reduced_or, state_at, stirred, unit

SHORT = 42  # blocks between the streams of binomial samples that count geometric steps


def samples(draw, shape: Tensor, state: Tensor, parameters: list[Tensor], type: TensorType) -> Tensor:
    """A tensor whose shape ends with that of the parameters; streams are numbered so that those of one parameter follow each other. `draw` is
    given the state, the number of each sample's stream in ui64 [n], its parameters [n] and the type of results."""
    tell_shape(type.shape, shape)
    own, total = parameters[0].shape, prod(type.shape)
    if not total:
        return splat(0, type.shape, type.element)
    if type.shape[len(type.shape) - len(own) :] != own:
        raise Error("draws numbers of a shape that does not end with that of its parameters")
    place, each = iota((total,), 0, UI64), prod(own)
    count = number(divide_down(total, each), UI64)
    stream = place % number(each, UI64) * count + two("divide")(place, number(each, UI64))
    parameters = [broadcast_to(parameter, type.shape).reshape(total) for parameter in parameters]
    return draw(state, stream, *parameters, type.element).reshape(*type.shape)


def uniforms(state: Tensor, behind: Tensor) -> tuple[Tensor, Tensor]:
    """The two numbers in [0, 1) of a block each, in the order of their use."""
    drawn = unit(blocks_behind(state, behind), F64)
    return drawn[:, 1], drawn[:, 0]


def until_accepted(turn, done: Tensor, result: Tensor, *carried: Tensor) -> list[Tensor]:
    """What a loop makes of `result` and all else that it carries. Its body is told what is done, and gives that first."""
    some_left = lambda done, *others: reduced_or(~done)  # noqa: E731
    return loop(some_left, turn, done, result, *carried)[1:]


def proposal(a: Tensor, b: Tensor, centre: Tensor, first: Tensor, second: Tensor) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """Of a transformed rejection: a whole number, how far its uniform number is from the ends, and the density there."""
    u = first - 0.5
    shifted = 0.5 - abs(u)
    return floor((2 * a / shifted + b) * u + centre), shifted, second, a / (shifted * shifted) + b


# Gamma


def gamma(state: Tensor, stream: Tensor, alpha: Tensor, element) -> Tensor:
    """Each normal number that is tried takes a uniform one if it can be accepted. Each kind uses up blocks of its own, of two numbers."""
    alpha, start = alpha.convert(F64), stream * RESERVED
    is_small, is_exponential = alpha < 1, alpha == 1
    d = alpha + select(is_small, like(2 / 3, alpha), -1 / 3)
    c = 1 / 3 / sqrt(d)
    has_end = d > 0
    none = broadcast_to(splat(False, (), I1), alpha.shape)

    def turn(done, result, used, spare, has_spare):
        normals = candidates(blocks_behind(state, start + used), F64)
        used = used + (~done).convert(UI64)
        for x in (normals[:, 1], normals[:, 0]):
            root = c * x + 1
            v = root * root * root
            tried = ~done & (root > 0)
            ahead, behind = uniforms(state, start + used)
            u = select(has_spare, spare, ahead)
            opened = tried & ~has_spare
            used, spare, has_spare = used + opened.convert(UI64), select(opened, behind, spare), has_spare ^ tried
            square = x * x
            fits = tried & ((u < 1 - square * 0.0331 * square) | (log(u) < square * 0.5 + d * (1 - v + log(v))))
            result, done = select(fits, d * v, result), done | fits
        return [done, result, used, spare, has_spare]

    start_of_all = uniforms(state, start)[0]
    first = select(has_end, select(is_exponential, -unary("log_plus_one", -start_of_all), 0), nan)
    drawn, used, spare, has_spare = until_accepted(turn, is_exponential | ~has_end, first, like(0, start), like(0, alpha), none)
    last = select(has_spare, spare, uniforms(state, start + used)[0])
    return select(is_small, drawn * two("power")(last, 1 / alpha), drawn).convert(element)


# Poisson


def poisson(state: Tensor, stream: Tensor, rate: Tensor, element) -> Tensor:
    """Small rates count the uniform numbers that are multiplied until e^-rate is reached, two in each turn."""
    rate, start, largest = rate.convert(F64), stream * RESERVED, largest_finite(element)
    end, is_small = exp(-rate), rate < 10
    b = sqrt(rate) * 2.53 + 0.931
    a, inverse_alpha = b * 0.02483 - 0.059, 1.1328 / (b - 3.4) + 1.1239

    def turn(done, result, product, used):
        first, second = uniforms(state, start + used)
        once = product * first
        twice = once * second
        counted = result + (once > end).convert(F64) + (twice > end).convert(F64)
        k, shifted, v, density = proposal(a, b, rate + 0.43, first, second)
        at_once = (shifted >= 0.07) & (v <= 0.9277 - 3.6224 / (b - 2))
        possible = (k >= 0) & ~((shifted < 0.013) & (v > shifted))
        fits = possible & (log(v * inverse_alpha / density) <= k * log(rate) - rate - lgamma(k + 1))
        fits = (k <= largest) & (at_once | fits)
        result = select(done, result, select(is_small, counted, select(fits, k, 0)))
        return [done | select(is_small, twice <= end, fits), result, twice, used + 1]

    is_known = (rate == inf) | (rate != rate) | (rate - sqrt(abs(rate)) * 4 > largest)
    given = select(rate == inf, inf if isinstance(element, FloatType) else 0.0, like(0, rate))
    return until_accepted(turn, is_known, given, like(1, rate), like(0, start))[0].convert(element)


# Binomial


def binomial(state: Tensor, stream: Tensor, counts: Tensor, probs: Tensor, element) -> Tensor:
    """Where few are expected it counts the geometric numbers that add up to the count, two in each turn."""
    kind = F64 if storage_bits(probs.element) == 64 else F32
    share = probs.convert(kind)
    less = select(share <= 0.5, share, 1 - share)
    is_small = counts.convert(kind) * less < 10
    start = stream * select(is_small, broadcast_to(splat(SHORT, (), UI64), stream.shape), RESERVED)
    count, less, share = counts.convert(F64), less.convert(F64), share.convert(F64)
    of_other = unary("log_plus_one", -less)
    deviation = sqrt(count * less * (1 - less))
    b = deviation * 2.53 + 1.15
    a, alpha = b * 0.0248 - 0.0873 + less * 0.01, (5.1 / b + 2.83) * deviation
    odds, m = less / (1 - less), floor((count + 1) * less)
    of_m = (m + 0.5) * log((m + 1) / (odds * (count - m + 1))) + tail(m) + tail(count - m)

    def turn(done, result, total, used):
        first, second = uniforms(state, start + used)
        once = total + unary("ceil", log(first) / of_other)
        twice = once + unary("ceil", log(second) / of_other)
        counted = result + (once <= count).convert(F64) + (twice <= count).convert(F64)
        k, shifted, v, density = proposal(a, b, count * less + 0.5, first, second)
        at_once = (shifted >= 0.07) & (v <= 0.92 - 4.2 / b)
        bound = of_m + (count + 1) * log((count - m + 1) / (count - k + 1))
        bound = bound + (k + 0.5) * log(odds * (count - k + 1) / (k + 1)) - tail(k) - tail(count - k)
        fits = at_once | ((k >= 0) & (k <= count) & (log(v * alpha / density) <= bound))
        result = select(done, result, select(is_small, counted, select(fits, k, 0)))
        return [done | select(is_small, twice > count, fits), result, twice, used + 1]

    is_none, is_unknown = (count <= 0) | (share <= 0), share != share
    is_known = is_none | (share >= 1) | is_unknown | ~unary("is_finite", count, I1)
    drawn = until_accepted(turn, is_known, like(0, count), like(0, count), like(0, start))[0]
    drawn = select(is_known, select(is_none | (share < 1), 0, count), select(share <= 0.5, drawn, count - drawn)).convert(element)
    return select(is_unknown & ~is_none, nan if isinstance(element, FloatType) else lowest(element), drawn)


def tail(k: Tensor) -> Tensor:
    """What Stirling's formula leaves of the logarithm of k!."""
    square = (k + 1) * (k + 1)
    series = (1 / 12 - (1 / 360 - 1 / 1260 / square) / square) / (k + 1)
    return select(k <= 9, take(literal(np.array(TAILS)), clamp(0, k, 9).convert(I32), 0), series)


# The ops


@lower
def StatelessRandomGammaV2(shape, seed, alpha, result_types):
    return samples(gamma, shape, stirred(seed), [alpha], *result_types)


@lower
def StatelessRandomGammaV3(shape, key, counter, alg: int, alpha, result_types):
    return samples(gamma, shape, state_at(key, counter, alg), [alpha], *result_types)


@lower
def StatelessRandomPoisson(shape, seed, lam, result_types):
    return samples(poisson, shape, stirred(seed), [lam], *result_types)


@lower
def _RandomPoissonAt(shape, key, counter, alg: int, rate, result_types):
    return samples(poisson, shape, state_at(key, counter, alg), [rate], *result_types)


@lower
def StatelessRandomBinomial(shape, seed, counts, probs, result_types):
    return samples(binomial, shape, stirred(seed), common(counts, probs), *result_types)


@lower
def _RandomBinomialAt(shape, key, counter, alg: int, counts, probs, result_types):
    return samples(binomial, shape, state_at(key, counter, alg), common(counts, probs), *result_types)
