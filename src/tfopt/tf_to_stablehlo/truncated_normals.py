"""Lowerings: normal numbers of given means and deviations that lie between bounds, by rejection (`tfir/dialects/tf/truncated_normals.py`).

A loop draws trials for one row of parameters after another, as many at once as the row has numbers, until each has its own. Where
TensorFlow refuses bounds after too many rejections, the loop ends, and these numbers are zeros.
"""

import operator
from math import inf, prod

from tfir.dialects.tf.truncated_normals import INSIDE, MOST_REJECTED, runs
from tfir.ir.types import F64, I1, I32, UI64
from tfir.ods import shapes

from tfopt.arithmetic.scattering import scatter
from tfopt.arithmetic.tensor import (
    Tensor,
    broadcast_to,
    concatenate,
    dynamic_slice,
    exp,
    iota,
    log,
    loop,
    minimum,
    select,
    splat,
    sqrt,
)
from tfopt.tf_to_stablehlo.lowering import lower
from tfopt.tf_to_stablehlo.random import candidates, state_at, state_of, stirred, unit, words
from tfopt.tf_to_stablehlo.reduction import running

TRIALS = 32, 1024  # at once, at least and at most


class Rows:
    """The parameters of each row, all [rows]: bounds in deviations from the mean, the smaller one first, and how numbers are proposed."""

    def __init__(self, mean: Tensor, deviation: Tensor, low: Tensor, high: Tensor):
        turns = (low == -inf) | (high < mean)
        low, high = select(turns, high, low), select(turns, low, high)
        self.mean, self.deviation = mean, select(turns, -deviation, deviation)
        self.low, self.high = (low - mean) / self.deviation, (high - mean) / self.deviation
        root = sqrt(self.low * self.low + 4)
        widest = exp((self.low * (self.low - root)) / 4 + 0.5) * 2 / (self.low + root)
        self.by_normal = (self.low < -INSIDE) & (self.high >= 0) | (self.high > INSIDE) & (self.low <= 0)
        self.evenly = ~self.by_normal & (self.high - self.low < widest)
        self.alpha = (self.low + root) / 2

    def at(self, row: Tensor) -> "Rows":
        """The parameters of one row, scalars."""
        chosen = Rows.__new__(Rows)
        for name, each in vars(self).items():
            setattr(chosen, name, dynamic_slice(each, [row], (1,)).reshape())
        return chosen


def proposed(row: Rows, drawn: Tensor, element) -> tuple[Tensor, Tensor]:
    """What trials make of words [trials, 8], and whether it is accepted, both [trials, n]. Where a trial needs 4 words, the first half of all
    words are theirs, in order."""
    trials, width = drawn.shape[0], 2 if element is F64 else 4
    shape = (trials, width)
    first = drawn.reshape(2 * trials, 4)[:trials]
    normal = candidates(first, element).convert(element)
    pairs = unit(drawn, element).reshape(trials, 2, width)
    even = pairs[:, 0] * (row.high - row.low) + row.low
    most = select(row.low < 0, splat(0, (), element), row.low * row.low)
    halves = unit(first, element).reshape(trials, width // 2, 2)
    steps = -log(halves[:, :, 0]) / row.alpha + row.low
    off = select(row.low < row.alpha, row.alpha - steps, broadcast_to(row.low - row.alpha, steps.shape))
    nothing = (trials, width - width // 2)
    kept = (halves[:, :, 1] <= exp(-off * off / 2)) & (steps < row.high)
    by_normal, evenly = broadcast_to(row.by_normal, shape), broadcast_to(row.evenly, shape)
    numbers = select(evenly, even, concatenate([steps, splat(0, nothing, element)], 1))
    fits = select(evenly, pairs[:, 1] <= exp((most - even * even) / 2), concatenate([kept, splat(False, nothing, I1)], 1))
    return select(by_normal, normal, numbers), select(by_normal, (normal >= row.low) & (normal <= row.high), fits)


def between(state: Tensor, parameters: list[Tensor], each: int, total: int) -> Tensor:
    """`each` numbers for each row of parameters, of the last as many as are left of `total`: [total]."""
    rows, count, element = Rows(*parameters), parameters[0].size, parameters[0].element
    trials = min(max(each, TRIALS[0]), TRIALS[1])
    places = iota((trials * (2 if element is F64 else 4),), 0)

    def more(numbers, row, filled, idle, low, high):
        return (row < count) & (idle <= MOST_REJECTED)

    def turn(numbers, row, filled, idle, low, high):
        own, size = rows.at(row), minimum(total - row * each, each)
        drawn, fits = proposed(own, words(state_of(state[0], low, high), 8 * trials).reshape(trials, 8), element)
        drawn, fits = [part.reshape(places.size) for part in (drawn, fits)]
        order = running(operator.add, 0)(fits.convert(I32), 0, False, False) + filled
        target = select(fits & (order <= size), row * each + order - 1, total)  # what lies outside is dropped
        numbers = scatter(numbers, target.expand(1), drawn * own.deviation + own.mean, None)
        reached = order[-1]
        done = reached >= size
        last = select(order >= size, places, places.size).min(0) / (places.size // trials)
        used = (select(done, last + 1, trials) * select(own.evenly, splat(2, (), I32), 1)).convert(UI64)
        after = low + used
        idle = select(reached > filled, 0, idle + places.size)
        return [numbers, row + done.convert(I32), select(done, 0, reached), idle, after, high + (after < low).convert(UI64)]

    zero = splat(0, (), I32)
    return loop(more, turn, splat(0, (total,), element), zero, zero, zero, state[1], state[2])[0]


@lower
def _ParameterizedTruncatedNormalAt(shape, key, counter, alg: int, means, stdevs, minvals, maxvals, result_types):
    """Numbers [n, ...]; each parameter is one number or one for each of the n."""
    (type,), parameters = result_types, (means, stdevs, minvals, maxvals)
    if not type.size:
        return splat(0, type.shape, type.element)
    rows, each = runs(type.shape, *parameters)
    of_rows = [broadcast_to(parameter.reshape(parameter.size), (rows,)) for parameter in parameters]
    return between(state_at(key, counter, alg), of_rows, each, type.size).reshape(*type.shape)


@lower
def StatelessParameterizedTruncatedNormal(shape, seed, means, stddevs, minvals, maxvals, result_types):
    """Numbers whose last axes are those of the parameters, broadcast."""
    (type,), parameters = result_types, (means, stddevs, minvals, maxvals)
    if not type.size:
        return splat(0, type.shape, type.element)
    own = shapes.broadcast(*[parameter.shape for parameter in parameters])
    rows = prod(own)
    parameters = [broadcast_to(parameter, own).reshape(rows) for parameter in parameters]
    drawn = between(stirred(seed), parameters, type.size // rows, type.size)
    return drawn.reshape(rows, type.size // rows).transpose(1, 0).reshape(*type.shape)
