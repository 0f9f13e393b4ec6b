"""Lowerings: random numbers by Philox, those that TensorFlow draws on a CPU (`tfir/dialects/tf/philox.py`).

A program has no state: of an op that keeps a generator `tf-promote-generators-to-args` has made one that is told where that stands. Without
a seed it gives other numbers each time, by `stablehlo.rng`.
"""

import operator
from math import pi, prod

import numpy as np
from tfir.dialects.tf.philox import MASK, RESERVED
from tfir.dialects.tf.random import PHILOX, STIR, VECTOR
from tfir.dialects.tf.threefry import THREEFRY
from tfir.ir.attributes import EnumAttr
from tfir.ir.diagnostics import Error
from tfir.ir.types import BF16, F16, F32, F64, I1, I32, I64, UI16, UI32, UI64, TensorType, Type, storage_bits
from tfir.ods.shapes import Size, divide_down, divide_up, is_static, most

from tfopt.arithmetic.sizes import named_type, tell_shape
from tfopt.arithmetic.tensor import (
    Tensor,
    broadcast_to,
    concatenate,
    dynamic_slice,
    emit,
    emit_many,
    exp,
    floor,
    highest,
    iota,
    literal,
    log,
    loop,
    maximum,
    number,
    select,
    sizes,
    splat,
    sqrt,
    take,
    two,
    unary,
)
from tfopt.tf_to_stablehlo import threefry
from tfopt.tf_to_stablehlo.lowering import lower, lowered_by
from tfopt.tf_to_stablehlo.normal_distribution import normal_quantile
from tfopt.tf_to_stablehlo.reduction import running

# Where a stream begins: a state of three numbers in ui64 [3], the key and the counter, its lower half first


def state_of(key: Tensor, *counter: Tensor) -> Tensor:
    return concatenate([part.reshape(1) for part in (key, *counter)], 0)


def long(number: int) -> Tensor:
    return splat(number & (1 << 64) - 1, (), UI64)


def stirred(seed: Tensor) -> Tensor:
    """From a pair of seeds."""
    wide = emit("bitcast_convert", [seed.convert(I64)], TensorType((2,), UI64))
    drawn = joined(words(state_of(long(STIR), wide[0], wide[1]), 4))
    return state_of(drawn[0], long(0), drawn[1])


def state_at(key: Tensor, counter: Tensor, alg: int) -> Tensor:
    """A counter of one number has an upper half of 0."""
    if alg not in (PHILOX, 3):
        raise Error(f"random numbers by algorithm {alg} have no lowering; Philox (1) has")
    return concatenate([key.reshape(key.size)[:1], counter, splat(0, (1,), UI64)], 0)[:3]


# Words


def words(state: Tensor, count: Size) -> Tensor:
    """So many random words in ui32 [count], in the order of the stream. Where the number is computed, by arithmetic: the generator of StableHLO is
    told how many by its type."""
    if not isinstance(count, int):
        groups = divide_up(count, 4)
        return strided_blocks(state, groups, 1, splat(0, (), I64)).reshape(4 * groups)[:count]
    padded = TensorType((max(-(-count // 4), 1) * 4,), UI32)
    return emit_many("rng_bit_generator", [state], [state.type, padded], rng_algorithm=EnumAttr("stablehlo.rng_algorithm", "PHILOX"))[1][
        :count
    ]


def joined(drawn: Tensor) -> Tensor:
    """Pairs of words as ui64 [count / 2], the lower one first."""
    low, high = pairs(drawn)
    return low | left(high, 32)


def pairs(drawn: Tensor) -> tuple[Tensor, Tensor]:
    """Of each two words along the last axis the first and the second, in ui64."""
    *stack, count = drawn.shape
    both = drawn.reshape(*stack, divide_down(count, 2), 2).convert(UI64)
    return both[..., 0], both[..., 1]


left, right = two("shift_left"), two("shift_right_logical")


# From words to numbers: functions of a state, the number of elements and their type, which answer with [count]

MANTISSAS: dict[Type, tuple[Type, int, int]] = {
    F16: (UI16, 10, 15),
    BF16: (UI16, 7, 127),
    F32: (UI32, 23, 127),
}  # words, their bits, the exponent of 1


def unit(drawn: Tensor, element: Type = F32) -> Tensor:
    """Words as numbers in [0, 1), one by one; in f64 of each two along the last axis."""
    if element is F64:
        high, low = pairs(drawn)
        bits = left(high & 0xFFFFF, 32) | low | (1023 << 52)
    else:
        kind, width, one = MANTISSAS[element]
        drawn = drawn.convert(kind)
        bits = drawn & ((1 << width) - 1) | (one << width)
    return emit("bitcast_convert", [bits], TensorType(bits.shape, element)) - 1


def uniform(state: Tensor, count: Size, element: Type) -> Tensor:
    return unit(words(state, 2 * count if element is F64 else count), element)


def box_muller(first: Tensor, second: Tensor) -> Tensor:
    """Pairs of normal numbers along a new last axis, from uniform ones."""
    angle = second * (2 * pi)
    radius = sqrt(log(maximum(first, 1e-7)) * -2)
    return concatenate([(unary(name, angle) * radius).expand(-1) for name in ("sine", "cosine")], first.rank)


def candidates(blocks: Tensor, element: Type) -> Tensor:
    """The normal numbers that blocks of words [groups, 4] give: [groups, 4] in f32, [groups, 2] in f64."""
    units = unit(blocks, F64 if element is F64 else F32)
    return box_muller(units[:, ::2], units[:, 1::2]).reshape(units.shape[0], units.shape[1])


def normal(state: Tensor, count: Size, element: Type) -> Tensor:
    groups = divide_up(count, 2 if element is F64 else 4)
    numbers = candidates(words(state, 4 * groups).reshape(groups, 4), element)
    return numbers.reshape(numbers.size)[:count].convert(element)


def truncated_normal(state: Tensor, count: Size, element: Type) -> Tensor:
    """By rejection. Groups have streams of their own, and a loop runs until the last of them has its numbers."""
    wide, size = (F64, 2) if element is F64 else (F32, 4)
    groups, step = divide_up(count, size), size * RESERVED // 4

    def more(numbers, filled, offset):
        return reduced_or(filled < size) & (offset < step)

    def turn(numbers, filled, offset):
        drawn = candidates(strided_blocks(state, groups, step, offset), wide)
        for at in range(drawn.shape[1]):
            number = drawn[:, at]
            fits = (abs(number) < 2) & (filled < size)
            here = fits.expand(1) & (filled.expand(1) == iota((groups, size), 1))
            numbers = select(here, broadcast_to(number.expand(1), (groups, size)), numbers)
            filled = filled + fits.convert(I32)
        return [numbers, filled, offset + 1]

    start = splat(0, (groups, size), wide), splat(0, (groups,), I32), splat(0, (), I64)
    return loop(more, turn, *start)[0].reshape(groups * size)[:count].convert(element)


def reduced_or(x: Tensor) -> Tensor:
    return x.convert(I32).max(0) > 0


def strided_blocks(state: Tensor, count: Size, step: int, offset: Tensor) -> Tensor:
    """Words [count, 4] of blocks that lie `step` apart, the first of them `offset` behind the state's counter."""
    return blocks_behind(state, iota((count,), 0, UI64) * step + offset.convert(UI64))


def blocks_behind(state: Tensor, behind: Tensor) -> Tensor:
    """Words [n, 4] of blocks that lie so far behind the state's counter, [n] in ui64."""
    low = state[1] + behind
    high = state[2] + (low < state[1]).convert(UI64)
    a, b, c, d = [part & MASK for part in (low, right(low, 32), high, right(high, 32))]
    keys = [state[0] & MASK, right(state[0], 32)]
    for _ in range(10):
        first, second = a * 0xD2511F53, c * 0xCD9E8D57
        a, b, c, d = right(second, 32) ^ b ^ keys[0], second & MASK, right(first, 32) ^ d ^ keys[1], first & MASK
        keys = [key + more & MASK for key, more in zip(keys, (0x9E3779B9, 0xBB67AE85))]
    return concatenate([word.convert(UI32).expand(1) for word in (a, b, c, d)], 1)


def full_integers(state: Tensor, count: Size, element: Type) -> Tensor:
    drawn = joined(words(state, 2 * count)) if storage_bits(element) == 64 else words(state, count)
    return emit("bitcast_convert", [drawn], TensorType(drawn.shape, element))


def integers(state: Tensor, count: Size, low: Tensor, high: Tensor) -> Tensor:
    """In [low, high): random bits modulo the difference."""
    unsigned = UI64 if storage_bits(low.element) == 64 else UI32
    drawn, element = full_integers(state, count, unsigned), low.element
    low, high = [emit("bitcast_convert", [each], TensorType((), unsigned)) for each in (low, high)]
    return emit("bitcast_convert", [drawn % (high - low) + low], named_type((count,), element))


# The ops


def by_seed(draw):
    return lambda shape, seed, result_types: drawn_by(draw, shape, stirred(seed), result_types)


def by_counter(draw, by_threefry):
    def lowering(shape, key, counter, alg: int, result_types):
        if alg == THREEFRY:
            return by_threefry(key, counter, told_type(shape, result_types))
        return drawn_by(draw, shape, state_at(key, counter, alg), result_types)

    return lowering


def without_seed(draw):
    return lambda shape, result_types: draw(told_type(shape, result_types))


def told_type(shape: Tensor, result_types) -> TensorType:
    """The type of what is drawn, whose sizes the operand `shape` tells."""
    (type,) = result_types
    tell_shape(type.shape, shape)
    return type


def drawn_by(draw, shape: Tensor, state: Tensor, result_types, *bounds: Tensor) -> Tensor:
    type = told_type(shape, result_types)
    count = prod(type.shape)
    if not count:
        return splat(0, type.shape, type.element)
    return draw(state, count, *(bounds or (type.element,))).reshape(*type.shape)


def by_device(distribution: str, low, high, type: TensorType) -> Tensor:
    """Numbers that are not known in advance."""
    bounds = [each if isinstance(each, Tensor) else splat(each, (), type.element) for each in (low, high)]
    shape = literal(np.array(type.shape, np.int64)) if is_static(type.shape) else sizes(type.shape)
    return emit("rng", [*bounds, shape], type, rng_distribution=EnumAttr("stablehlo.rng_distribution", distribution))


def truncated_by_device(type: TensorType) -> Tensor:
    """Within two standard deviations: by the quantile of numbers that are uniform between the shares below -2 and below 2."""
    below = 0.02275013194817921
    wide = type if type.element is F64 else type.with_element(F32)
    return normal_quantile(by_device("UNIFORM", below, 1 - below, wide)).convert(type.element)


lowered_by(
    RandomUniform=without_seed(lambda type: by_device("UNIFORM", 0, 1, type)),
    RandomStandardNormal=without_seed(lambda type: by_device("NORMAL", 0, 1, type)),
    TruncatedNormal=without_seed(truncated_by_device),
    StatelessRandomUniform=by_seed(uniform), StatelessRandomUniformV2=by_counter(uniform, threefry.uniform),
    StatelessRandomNormal=by_seed(normal), StatelessRandomNormalV2=by_counter(normal, threefry.normal),
    StatelessTruncatedNormal=by_seed(truncated_normal), StatelessTruncatedNormalV2=by_counter(truncated_normal, threefry.truncated_normal),
    StatelessRandomUniformFullInt=by_seed(full_integers), StatelessRandomUniformFullIntV2=by_counter(full_integers, threefry.full_integers),
    StatelessRandomGetAlg=lambda: splat(PHILOX, (), I32),
)  # fmt: skip


@lower
def RandomUniformInt(shape, minval, maxval, result_types):
    return by_device("UNIFORM", minval, maxval, told_type(shape, result_types))


@lower
def StatelessRandomUniformInt(shape, seed, minval, maxval, result_types):
    return drawn_by(integers, shape, stirred(seed), result_types, minval, maxval)


@lower
def StatelessRandomUniformIntV2(shape, key, counter, alg: int, minval, maxval, result_types):
    if alg == THREEFRY:
        return threefry.integers(key, counter, told_type(shape, result_types), minval, maxval)
    return drawn_by(integers, shape, state_at(key, counter, alg), result_types, minval, maxval)


@lower
def StatelessRandomGetKeyCounter(seed):
    state = stirred(seed)
    return [state[:1], state[1:]]


@lower
def StatelessRandomGetKeyCounterAlg(seed):
    return [*StatelessRandomGetKeyCounter(seed), splat(PHILOX, (), I32)]


@lower
def RandomShuffle(value):
    """By numbers that are not known in advance; of ops with seeds `StatelessShuffle` has been made before."""
    return shuffled(value, lambda count: by_device("UNIFORM", 0, highest(I32), named_type((count,), I32)).convert(UI32))


@lower
def StatelessShuffle(value, key, counter, alg: int):
    state = state_at(key, counter, alg)
    return shuffled(value, lambda count: words(state, count))


def shuffled(value: Tensor, words_of) -> Tensor:
    """Fisher and Yates: each place but the last takes the element of a random one from there on. Where it is not known how many there are, there
    is a word for the last one as well, so that there is one to slice in a loop that does not run."""
    count = value.shape[0] if value.rank else 0
    if is_static((count,)) and count < 2:
        return value
    drawn, places = words_of(count - 1 if is_static((count,)) else most(count, 1)), iota((count,), 0)
    rest = number(count)

    def turn(order, at):
        word = dynamic_slice(drawn, [at], (1,)).reshape()
        other = at + (word % (rest - at).convert(UI32)).convert(I32)
        mine, theirs = (broadcast_to(dynamic_slice(order, [place], (1,)), (count,)) for place in (at, other))
        return [select(places == at, theirs, select(places == other, mine, order)), at + 1]

    return take(value, loop(lambda order, at: at < rest - 1, turn, places, splat(0, (), I32))[0], 0)


@lower
def StochasticCastToInt(input, key, counter, alg: int, result_types):
    """As `tfir/dialects/tf/random.py` has it: those that are rounded at once, by vectors, share blocks of words by their places, and each other one that
    is rounded has a block of its own."""
    state_at(key, counter, alg)  # refuses algorithms
    (type,) = result_types
    element, count = input.element, prod(input.shape)
    if not count:
        return splat(0, type.shape, type.element)
    x, shared = input.reshape(count), 4 if element is F64 else VECTOR
    least, largest = map(float, type.element.limits)
    low, high = [splat(limit, (), F64).convert(element) for limit in (least, largest)]
    down = unary("floor", x)
    at_once = divide_down(count, VECTOR) * VECTOR if type.element is I32 and element in (F32, F64) else 0
    place = iota((count,), 0)
    is_vector = place < number(at_once)
    is_alone = (down != x) & (x > low) & (x < high) & ~is_vector
    before = running(operator.add, 0)(is_alone.convert(I32), 0, False, False) - 1
    blocks = select(is_vector, place / shared, before + number(divide_down(at_once, shared)))
    state = state_of(counter.reshape(counter.size)[0], long(0), key.reshape(key.size)[0])
    numbers = unit(blocks_behind(state, maximum(blocks, 0).convert(UI64)), element)
    part = select(is_vector, place % numbers.shape[1], 0)
    chance = select(part.expand(1) == iota(numbers.shape, 1), numbers, 0).sum(1)
    up = select(is_vector, x + (1 - chance), x + 1 - chance)
    rounded = select(down == x, x, floor(select(x < 0, x + chance, up)))
    rounded = select(x >= high, high, select(x <= low, low, rounded)).convert(F64)
    rounded = select(x != x, 0, select((rounded > largest) | (rounded < least), least, rounded))
    return rounded.convert(type.element).reshape(*type.shape)


# Classes


def classes_of(logits: Tensor, draws: Tensor, type: TensorType) -> Tensor:
    """Classes [n, samples] by rows of logarithms [n, classes] of their weights: how many running totals a share of the last does not reach."""
    wide = logits.convert(F64)
    is_finite = unary("is_finite", wide, I1)
    largest = select(is_finite, wide, -np.inf).max(1, keep=True)
    weights = select(is_finite, exp(select(is_finite, wide, 0) - largest), 0)
    totals = running(operator.add, 0)(weights, 1, False, False)
    shares = draws.reshape(*type.shape) * totals[:, -1:]
    return (totals.expand(1) <= shares.expand(2)).convert(I32).sum(2).convert(type.element)


@lower
def StatelessMultinomial(logits, seed, result_types):
    (type,) = result_types
    return classes_of(logits, uniform(stirred(seed), type.size, F64), type) if type.size else splat(0, type.shape, type.element)


@lower
def Multinomial(logits, result_types):
    (type,) = result_types
    if not type.size:
        return splat(0, type.shape, type.element)
    return classes_of(logits, by_device("UNIFORM", 0, 1, type.with_element(F64)), type)
