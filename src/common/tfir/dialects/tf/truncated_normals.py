"""Semantics: normal numbers of given means and deviations that lie between bounds, by rejection.

How a number is proposed depends on the bounds: by the normal distribution where they hold enough of it, else evenly between them, or by an
exponential distribution beyond the lower one. Each block of random words gives as many candidates as fit; what is left of the last is not
used. Source: Robert, Statistics and Computing 5, 1995. One thread draws all, as TensorFlow's does for fewer than thousands of numbers.
"""

from __future__ import annotations

import math

from tfir.dialects.tf.errors import listed
from tfir.dialects.tf.philox import Generator, normal, require_sizes, uniform
from tfir.dialects.tf.random import generator_at, generator_from, generator_of
from tfir.ir.diagnostics import Error
from tfir.ods.arrays import dtype_of
from tfir.ods.numpy_on_demand import np
from tfir.ods.semantics import OpSemantics

MOST_REJECTED = 1000
BATCH = 100  # numbers of one distribution are drawn in runs of so many
INSIDE = 1.3  # deviations to one side of the mean that must lie between the bounds for normal proposals


def between(generator: Generator, count: int, mean, deviation, low, high) -> np.ndarray:
    """`count` numbers in the type of the parameters. The generator is moved on behind the blocks that were used."""
    kind = type(mean)
    if not (deviation > 0 and low < high and (math.isfinite(low) or math.isfinite(high))):
        raise Error("Invalid parameters")
    if low == -math.inf or high < mean:
        low, high, deviation = high, low, -deviation
    low, high = (low - mean) / deviation, (high - mean) / deviation
    root = np.sqrt(low * low + kind(4))
    widest = kind(2) * np.exp(kind(0.5) + (low * (low - root)) / kind(4)) / (low + root)
    if (low < kind(-INSIDE) and high >= 0) or (high > kind(INSIDE) and low <= 0):
        propose, blocks = by_normal(low, high), 1
    elif high - low < widest:
        propose, blocks = evenly(low, high), 2
    else:
        propose, blocks = by_exponential(low, high), 1
    return first_accepted(generator, count, propose, blocks, np.dtype(kind)) * deviation + mean


def first_accepted(generator: Generator, count: int, propose, blocks: int, dtype) -> np.ndarray:
    """The first `count` candidates that are accepted. `propose` makes of a generator, a number of trials, how many numbers of the type a
    block gives, and the type, candidates [trials, n] and whether each is accepted; a trial uses up so many blocks."""
    accepted, missing, rejected, width = [np.zeros(0, dtype)], count, 0, 2 if dtype == np.float64 else 4
    while missing:
        trials = max(missing, 32)
        candidates, fits = propose(Generator(generator.key, generator.counter), trials, width, dtype)
        chosen = np.flatnonzero(fits)[:missing]
        rejected = 0 if len(chosen) else rejected + fits.size
        if rejected > MOST_REJECTED:
            raise Error("TruncatedNormal rejection sampler failed to accept a sample.")
        accepted.append(candidates.reshape(-1)[chosen])
        missing -= len(chosen)
        generator.counter += blocks * (trials if missing else int(chosen[-1]) // candidates.shape[1] + 1)
    return np.concatenate(accepted)


def by_normal(low, high):
    def propose(generator, trials, width, dtype):
        numbers = normal(generator, trials * width, dtype).reshape(trials, width)
        return numbers, (numbers >= low) & (numbers <= high)

    return propose


def evenly(low, high):
    most = low.dtype.type(0) if low < 0 else low * low

    def propose(generator, trials, width, dtype):
        places, chances = uniform(generator, 2 * trials * width, dtype).reshape(trials, 2, width).transpose(1, 0, 2)
        numbers = places * (high - low) + low
        return numbers, chances <= np.exp((most - numbers * numbers) / dtype.type(2))

    return propose


def by_exponential(low, high):
    kind = low.dtype.type
    alpha = (low + np.sqrt(low * low + kind(4))) / kind(2)

    def propose(generator, trials, width, dtype):
        drawn = uniform(generator, trials * width, dtype).reshape(trials, width // 2, 2)
        with np.errstate(divide="ignore"):
            numbers = -np.log(drawn[..., 0]) / alpha + low
        off = alpha - numbers if low < alpha else np.full_like(numbers, low - alpha)
        return numbers, (drawn[..., 1] <= np.exp(-off * off / kind(2))) & (numbers < high)

    return propose


class ParameterizedTruncatedNormal(OpSemantics):
    """Numbers [n, ...]; each parameter is one number or one for each of the n."""

    def infer(shape):
        return shape.as_shape

    def evaluate(op, state, shape, means, stdevs, minvals, maxvals, seed, seed2, dtype):
        require_sizes(shape)
        check_parameters(shape, [means, stdevs, minvals, maxvals])
        kept = generator_of(op, state, seed, seed2)
        generator = Generator(kept.key, kept.counter)
        kept.counter += blocks_kept(shape.ravel().tolist(), means, stdevs, minvals, maxvals)
        return in_order(generator, shape, means, stdevs, minvals, maxvals, dtype)


class _ParameterizedTruncatedNormalAt(OpSemantics):
    """The same, of a generator that stands somewhere."""

    def infer(shape):
        return shape.as_shape

    def evaluate(shape, key, counter, alg, means, stdevs, minvals, maxvals, dtype):
        check_parameters(shape, [means, stdevs, minvals, maxvals])
        return in_order(generator_at(key, counter, alg), shape, means, stdevs, minvals, maxvals, dtype)


def runs(sizes, *parameters) -> tuple[int, int]:
    """Into how many rows numbers are drawn, and how many are in each; of the last as many as are left. `parameters` have shapes, the last
    two being bounds."""
    *_, minvals, maxvals = [tuple(parameter.shape) for parameter in parameters]
    if all([math.prod(parameter.shape) == 1 for parameter in parameters]) and minvals == maxvals == ():
        return -(-math.prod(sizes) // BATCH), BATCH
    return sizes[0], math.prod(sizes[1:])


def blocks_kept(sizes, *parameters) -> int:
    """How many blocks TensorFlow's kernel moves its generator on by."""
    rows, each = runs(sizes, *parameters)
    return rows * 2 * MOST_REJECTED * (each + 3) // 4


def in_order(generator: Generator, shape, means, stdevs, minvals, maxvals, dtype) -> np.ndarray:
    """One row of numbers after another, each with parameters of its own where there are several."""
    parameters, sizes, numbers = [means, stdevs, minvals, maxvals], tuple(shape.ravel().tolist()), []
    rows, each = runs(sizes, *parameters)
    for row in range(rows):
        own = [parameter.reshape(-1)[row if parameter.size > 1 else 0] for parameter in parameters]
        numbers.append(between(generator, min(each, math.prod(sizes) - row * each), *own))
    return np.concatenate([np.zeros(0, dtype_of(dtype)), *numbers]).reshape(sizes)


def check_parameters(shape, parameters) -> None:
    if shape.ndim != 1:
        raise Error(f"Input shape should be a vector, got shape: {listed(shape.shape)}")
    if not shape.size:
        raise Error("Shape tensor must not be empty")
    for name, parameter in zip(("means", "stddevs", "minvals", "maxvals"), parameters):
        if parameter.ndim > 1:
            raise Error(f"Input {name} should be a scalar or vector, got shape: {listed(parameter.shape)}")
        if parameter.ndim and len(parameter) not in (1, int(shape[0])):
            raise Error(f"Input {name} should have length 1 or shape[0], got shape: {listed(parameter.shape)}")


class StatelessParameterizedTruncatedNormal(OpSemantics):
    """Numbers whose last axes are those of the parameters, broadcast."""

    def infer(shape):
        return shape.as_shape

    def evaluate(shape, seed, means, stddevs, minvals, maxvals):
        try:
            parameters = np.broadcast_arrays(means, stddevs, minvals, maxvals)
        except ValueError:
            shapes = " vs. ".join([listed(each.shape) for each in (means, stddevs, minvals, maxvals)])
            raise Error(f"means, stddevs, minvals, maxvals must have compatible batch dimensions: {shapes}") from None
        sizes, own = tuple(shape.tolist()), parameters[0].shape
        if sizes[len(sizes) - len(own) :] != own:
            raise Error("Shape passed in must end with broadcasted shape.")
        generator, each = generator_from(seed), math.prod(sizes[: len(sizes) - len(own)])
        result = np.empty((each, parameters[0].size), means.dtype)
        for at, values in enumerate(zip(*[parameter.reshape(-1) for parameter in parameters]) if each else ()):  # else none is refused
            result[:, at] = between(generator, each, *values)
        return result.reshape(sizes)
