"""Random numbers: rng_bit_generator by Philox and Threefry, rng. Source: Salmon et al., "Parallel random numbers: as easy as
1, 2, 3", SC 2011. Which bits come out is left to implementations: they are XLA's, as programs were tested with them.
"""

from __future__ import annotations

from math import prod

import numpy as np

from tfir.dialects.stablehlo.elementwise import from_bits, is_narrow_integer, unsigned
from tfir.dialects.stablehlo.inference.checks import word
from tfir.ods.arrays import dtype_of, is_integer
from tfir.ods.semantics import OpSemantics

PHILOX_MULTIPLIERS = (0xD2511F53, 0xCD9E8D57)
PHILOX_KEY_STEPS = (0x9E3779B9, 0xBB67AE85)
THREEFRY_PARITY = 0x1BD11BDA
THREEFRY_ROTATIONS = ((13, 15, 26, 6), (17, 29, 16, 24))
LOW = np.uint64(0xFFFFFFFF)


class rng_bit_generator(OpSemantics):
    def evaluate(rng_algorithm, initial_state, result_types):
        return drawn_bits(rng_algorithm, initial_state, result_types[1].shape, dtype_of(result_types[1].element))


def drawn_bits(rng_algorithm, initial_state, shape, dtype):
    """The state after drawing, and an array of random bits. The state is a key and a counter. What is narrower than 32 bits is the lowest of
    32; 64 bits are two words, the lower first."""
    state = np.ascontiguousarray(initial_state).reshape(-1).view(np.uint64)
    draw = threefry_words if word(rng_algorithm) == "THREE_FRY" else philox_words
    with np.errstate(over="ignore"):
        words, after = draw(state, shape, 2 if dtype.itemsize == 8 else 1)
    bits = words.reshape(-1) if dtype.itemsize >= 4 else words.astype(unsigned(dtype))
    bits = from_bits(bits, dtype) if is_narrow_integer(dtype) else bits.view(dtype)
    return [after.view(initial_state.dtype).reshape(initial_state.shape), bits.reshape(shape)]


def threefry_words(state, shape, per_element: int):
    """Words of 32 bits, in order, and the state after them. Both words of a block belong to one element, or to two that are
    neighbours along one dimension: the first of even size, else the first of the largest."""
    if per_element == 2:
        number = prod(shape)
        return np.stack(threefry(state[0], state[1] + np.arange(number, dtype=np.uint64)), -1).astype(np.uint32), advanced(state, number)
    shape = shape or (1,)
    axis = next((axis for axis, size in enumerate(shape) if size % 2 == 0), shape.index(max(shape)))
    halves = (prod(shape[:axis]), -(-shape[axis] // 2), prod(shape[axis + 1 :]))
    number = prod(halves)
    pairs = [part.reshape(halves) for part in threefry(state[0], state[1] + np.arange(number, dtype=np.uint64))]
    words = np.stack(pairs, 2).reshape(halves[0], 2 * halves[1], halves[2])[:, : shape[axis]]
    return words.astype(np.uint32).reshape(-1), advanced(state, number)


def philox_words(state, shape, per_element: int):
    """As `threefry_words`, by blocks of four words. A third number of the state is the counter's upper half; without it, the key."""
    count = prod(shape) * per_element
    number = -(-count // 4)
    low = state[1] + np.arange(number, dtype=np.uint64)
    high = (state[2] if len(state) > 2 else state[0]) + (low < state[1])
    return np.stack(philox(state[0], low, high), -1).astype(np.uint32).reshape(-1)[:count], advanced(state, number)


def advanced(state, number: int):
    """The state with its counter moved on by so many blocks."""
    after = state.copy()
    after[1] += np.uint64(number)
    if len(after) > 2:
        after[2] += after[1] < state[1]
    return after


def philox(seed, low, high):
    """Ten rounds of Philox-4x32 on counters of 128 bits, in two halves: four words of 32 bits each."""
    keys = [np.uint64(seed) & LOW, np.uint64(seed) >> np.uint64(32)]
    words = [low & LOW, low >> np.uint64(32), high & LOW, high >> np.uint64(32)]
    for _ in range(10):
        first, second = words[0] * np.uint64(PHILOX_MULTIPLIERS[0]), words[2] * np.uint64(PHILOX_MULTIPLIERS[1])
        words = [
            (second >> np.uint64(32)) ^ words[1] ^ keys[0], second & LOW, (first >> np.uint64(32)) ^ words[3] ^ keys[1], first & LOW,
        ]  # fmt: skip
        keys = [(key + np.uint64(step)) & LOW for key, step in zip(keys, PHILOX_KEY_STEPS)]
    return words


def threefry(key, counters):
    """Twenty rounds of Threefry-2x32: two words of 32 bits for each counter."""
    first, second = np.uint64(key) & LOW, np.uint64(key) >> np.uint64(32)
    keys = [first, second, first ^ second ^ np.uint64(THREEFRY_PARITY)]
    left, right = ((counters & LOW) + keys[0]) & LOW, ((counters >> np.uint64(32)) + keys[1]) & LOW
    for group in range(5):
        for distance in THREEFRY_ROTATIONS[group % 2]:
            left = (left + right) & LOW
            right = ((right << np.uint64(distance)) | (right >> np.uint64(32 - distance))) & LOW ^ left
        left = (left + keys[(group + 1) % 3]) & LOW
        right = (right + keys[(group + 2) % 3] + np.uint64(group + 1)) & LOW
    return [left, right]


class rng(OpSemantics):
    def evaluate(a, b, shape, rng_distribution, result_types):
        generator, dtype = np.random.default_rng(), dtype_of(result_types[0].element)
        sizes = [int(size) for size in shape]
        if word(rng_distribution) == "NORMAL":
            return generator.normal(float(a), float(b), sizes).astype(dtype)
        if is_integer(dtype) or dtype == np.bool_:
            return generator.integers(int(a), int(b), sizes).astype(dtype)
        return generator.uniform(float(a), float(b), sizes).astype(dtype)
