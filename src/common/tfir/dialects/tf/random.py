"""Semantics: random numbers. An op that has seeds keeps a generator, which each call moves on; a stateless one is told where to begin.

Without a seed there are no numbers: nothing that is computed here differs from one run to the next.
"""

from tfir.dialects.tf import threefry
from tfir.dialects.tf.errors import listed
from tfir.dialects.tf.philox import Generator, full_integers, integers, normal, shaped, truncated_normal, uniform
from tfir.ir.diagnostics import Error
from tfir.ods.arrays import dtype_of
from tfir.ods.numpy_on_demand import np
from tfir.ods.semantics import OpSemantics, ScalarResult, ShapeOfFirst, ops_of

STIR = 0x02461E29_3EC8F720  # the key by which TensorFlow stirs pairs of seeds
PHILOX = 1  # the number of the algorithm; 3 leaves the choice to the device, which is the same


# Ops that keep a generator


def generator_of(op, state, seed: int, seed2: int) -> Generator:
    return state.of_node("generator", op, lambda: first_generator(seed, seed2))


def first_generator(seed: int, seed2: int, are_attributes: bool = True) -> Generator:
    """That of an op that has drawn nothing yet. Seeds that are operands the advice is not about."""
    if not seed and not seed2:
        advice = "; tf-opt --tfg-seed-random-ops=seed=N sets those of a graph" if are_attributes else ""
        raise Error(f"gives other numbers each time: neither of its seeds is set{advice}")
    low, high = seed & ((1 << 64) - 1), seed2 & ((1 << 64) - 1)
    return Generator(low, high << 64)


class Seeded(OpSemantics, family=True):
    def infer(shape):
        return shape.as_shape


def by_generator(draw):
    """An evaluation that draws by a distribution of `philox.py` from the generator that the op keeps."""

    def evaluate(op, state, shape, seed, seed2, dtype):
        if 0 in shape:  # which needs no seed
            return np.zeros(tuple(shape), dtype_of(dtype))
        kept = generator_of(op, state, seed, seed2)
        return shaped(shape, lambda count: draw(kept.take(count), count, dtype_of(dtype)))

    return evaluate


class RandomUniformInt(Seeded):
    def evaluate(op, state, shape, minval, maxval, seed, seed2):
        if 0 in shape:
            return np.zeros(tuple(shape), minval.dtype)
        kept = generator_of(op, state, seed, seed2)
        return shaped(shape, lambda count: integers(kept.take(count), count, minval, maxval, minval.dtype))


class RandomShuffle(ShapeOfFirst):
    def evaluate(op, state, value, seed, seed2):
        if not value.ndim or not value.size:
            return value
        kept = generator_of(op, state, seed, seed2)
        order = shuffled(len(value), kept)
        kept.counter += -(-max(len(value) - 1, 0) // 4)
        return value[order]


def shuffled(count: int, generator: Generator) -> list[int]:
    """The numbers below `count`, each exchanged with one behind it by a word of the generator."""
    order, words = list(range(count)), generator.words(max(count - 1, 0))
    for at, word in enumerate(words.tolist()):
        other = at + word % (count - at)
        order[at], order[other] = order[other], order[at]
    return order


class StatelessShuffle(ShapeOfFirst):
    def evaluate(value, key, counter, alg):
        return value[shuffled(len(value), generator_at(key, counter, alg))] if value.ndim else value


# Ops that are told where to begin


def generator_from(seed) -> Generator:
    """A pair of seeds, stirred."""
    if np.shape(seed) != (2,):
        raise Error(f"seed must have shape [2], not {listed(np.shape(seed))}")
    first, second = (int(part) & ((1 << 64) - 1) for part in seed)
    a, b, c, d = (int(word) for word in Generator(STIR, first | second << 64).words(4))
    return Generator(a | b << 32, (c | d << 32) << 64)


def generator_at(key, counter, alg) -> Generator:
    for name, operand, least in (("key", key, 1), ("counter", counter, 2 if int(alg) == 2 else 1)):
        if name == "key" and operand.shape != (1,):
            raise Error(f"key must have shape [1], not {listed(operand.shape)}. (Note that batched keys are not supported yet.)")
        if name == "counter" and (operand.ndim != 1 or len(operand) < least):
            told = f"counter must be a vector with length at least {least}; got shape: {listed(operand.shape)}."
            raise Error(f"{told} (Note that batched counters are not supported yet.)")
    if int(alg) not in (PHILOX, 3):
        raise Error(f"Unsupported algorithm id: {int(alg)}")
    parts = [*[int(part) for part in np.ravel(counter)], 0]
    return Generator(int(np.ravel(key)[0]), parts[0] | parts[1] << 64)


class StatelessRandomGetKeyCounter(OpSemantics):
    def infer():
        return [(1,), (2,)]

    def evaluate(seed):
        generator = generator_from(seed)
        return [np.array([generator.key], np.uint64), np.array([generator.counter & ((1 << 64) - 1), generator.counter >> 64], np.uint64)]


class StatelessRandomGetKeyCounterAlg(OpSemantics):
    def infer():
        return [(1,), (2,), ()]

    def evaluate(seed):
        return [*StatelessRandomGetKeyCounter.evaluate(seed), np.int32(PHILOX)]


def by_seed(draw):
    def evaluate(shape, seed, dtype):
        return shaped(shape, lambda count: draw(generator_from(seed), count, dtype_of(dtype)))

    return evaluate


def by_counter(draw, by_threefry):
    def evaluate(shape, key, counter, alg, dtype):
        if int(alg) == threefry.THREEFRY:
            return by_threefry(key, counter, shape, dtype_of(dtype))
        return shaped(shape, lambda count: draw(generator_at(key, counter, alg), count, dtype_of(dtype)))

    return evaluate


class StatelessRandomUniformInt(Seeded):
    def evaluate(shape, seed, minval, maxval):
        return shaped(shape, lambda count: integers(generator_from(seed), count, minval, maxval, minval.dtype))


class StatelessRandomUniformIntV2(Seeded):
    def evaluate(shape, key, counter, alg, minval, maxval):
        if int(alg) == threefry.THREEFRY:
            return threefry.integers(key, counter, shape, minval, maxval).view(minval.dtype)
        return shaped(shape, lambda count: integers(generator_at(key, counter, alg), count, minval, maxval, minval.dtype))


# Rounding by chance

VECTOR = 8  # elements that are rounded at once


class StochasticCastToInt(ShapeOfFirst):
    """A number between two whole ones becomes the upper one with the chance that it is near to it. Source: TensorFlow,
    core/kernels/stochastic_cast_op.h, as its x86 packages compute it."""

    def evaluate(input, key, counter, alg, Tout):
        if int(alg) not in (PHILOX, 3):
            raise Error(f"Unsupported algorithm id: {int(alg)}")
        dtype, numbers = dtype_of(Tout), input.reshape(-1)
        generator = Generator(int(np.ravel(counter)[0]), int(np.ravel(key)[0]) << 64)
        with np.errstate(all="ignore"):
            low, high = (input.dtype.type(limit) for limit in (np.iinfo(dtype).min, np.iinfo(dtype).max))
            floor, one = np.floor(numbers), input.dtype.type(1)
            at_once = input.size // VECTOR * VECTOR if dtype == np.int32 and input.dtype in (np.float32, np.float64) else 0
            chances = chances_of((floor != numbers) & (low < numbers) & (numbers < high), at_once, generator, input.dtype)
            up = np.where(np.arange(input.size) < at_once, numbers + (one - chances), numbers + one - chances)
            rounded = np.where(floor == numbers, numbers, np.floor(np.where(numbers < 0, numbers + chances, up)))
            rounded = np.where(numbers >= high, high, np.where(numbers <= low, low, rounded))
            rounded = np.where(np.isnan(numbers), 0, rounded).astype(np.float64)
        return np.where(rounded > np.iinfo(dtype).max, np.iinfo(dtype).min, rounded).astype(dtype).reshape(input.shape)


def chances_of(is_rounded, at_once: int, generator: Generator, dtype):
    """For each number that is rounded the first one of a block of its own. Of those that are rounded at once, by vectors, four neighbours of f32 have
    a block, which the next four have too; of f64 two neighbours have one, and the next two."""
    per_block = 2 if dtype == np.float64 else 4
    blocks = at_once // (4 if per_block == 2 else VECTOR)
    alone = np.flatnonzero(is_rounded[at_once:]) + at_once
    numbers = uniform(generator, per_block * (blocks + len(alone)), dtype).reshape(-1, per_block)
    chances = np.zeros(len(is_rounded), dtype)
    chances[:at_once] = np.tile(numbers[:blocks], 2).reshape(-1)
    chances[alone] = numbers[blocks:, 0]
    return chances


SEMANTICS = {
    **ops_of(ScalarResult, StatelessRandomGetAlg=lambda: np.int32(PHILOX)),
    **ops_of(
        Seeded,
        RandomUniform=by_generator(uniform), RandomStandardNormal=by_generator(normal), TruncatedNormal=by_generator(truncated_normal),
        StatelessRandomUniform=by_seed(uniform), StatelessRandomUniformV2=by_counter(uniform, threefry.uniform),
        StatelessRandomNormal=by_seed(normal), StatelessRandomNormalV2=by_counter(normal, threefry.normal),
        StatelessTruncatedNormal=by_seed(truncated_normal), StatelessTruncatedNormalV2=by_counter(truncated_normal, threefry.truncated_normal),
        StatelessRandomUniformFullInt=by_seed(full_integers), StatelessRandomUniformFullIntV2=by_counter(full_integers, threefry.full_integers),
    ),
}  # fmt: skip
