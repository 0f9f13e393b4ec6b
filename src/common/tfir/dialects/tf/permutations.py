"""Semantics: places in a permutation that is drawn by a key, each computed without the others.

A place is enciphered by Simon in blocks as small as the largest place allows, until what comes out is a place. Sources: Beaulieu and others,
"The Simon and Speck families of lightweight block ciphers", 2013; Black and Rogaway, "Ciphers with arbitrary finite domains", 2002.
"""

from __future__ import annotations

from itertools import pairwise

from tfir.ir.diagnostics import Error
from tfir.ods.numpy_on_demand import np
from tfir.ods.semantics import OpSemantics
from tfir.ods.shapes import broadcast

LEAST = 16  # bits of a block


def turned(word: int, by: int, width: int) -> int:
    """Rotated to the left."""
    by %= width
    return (word << by | word >> (width - by)) & ((1 << width) - 1)


def round_keys(key: list[int], rounds: int, width: int) -> list[int]:
    mask, bits = (1 << width) - 1, 0x7369F885192C0EF5
    keys = [part & mask for part in key]
    for at in range(3, rounds):
        last = keys[at - 1]
        keys.append(0xFFFFFFFC & mask ^ bits & 1 ^ keys[at - 3] ^ turned(last, -3, width) ^ turned(last, -4, width))
        bits >>= 1
    return keys


def enciphered(block: int, keys: list[int], width: int) -> int:
    left, right = block >> width, block & ((1 << width) - 1)
    for first, second in list(pairwise(keys))[::2]:
        left ^= mixed(right, width) ^ first
        right ^= mixed(left, width) ^ second
    return left << width | right


def mixed(word: int, width: int) -> int:
    return turned(word, 1, width) & turned(word, 8, width) ^ turned(word, 2, width)


def place(index: int, key: list[int], largest: int, rounds: int) -> int:
    if index > largest:
        raise Error(f"max_index must be >= index, but {largest} < {index}")
    if largest == 0:
        return 0
    bits = (largest - 1).bit_length()
    width = max(bits + bits % 2, LEAST) // 2
    keys = round_keys(key, rounds, width)
    while (index := enciphered(index, keys, width)) > largest:
        pass
    return index


class RandomIndexShuffle(OpSemantics):
    """For each index its place in the permutation of 0 to `max_index` that belongs to the seed [3]."""

    def infer(index, seed, max_index):
        seeds = None if seed.shape is None else seed.shape[:-1]
        return None if None in (index.shape, seeds, max_index.shape) else broadcast(index.shape, seeds, max_index.shape)

    def evaluate(index, seed, max_index, rounds):
        if rounds < 4 or rounds % 2:
            raise Error(f"rounds must be even and at least 4, and there are {rounds}; TensorFlow's kernel reads keys that there are not")
        shape = np.broadcast_shapes(index.shape, seed.shape[:-1], max_index.shape)
        indices, limits = [np.broadcast_to(each, shape).ravel().tolist() for each in (index, max_index)]
        keys = np.broadcast_to(seed, (*shape, 3)).reshape(-1, 3).astype(np.uint32).tolist()
        places = [place(at, key, limit, rounds) for at, key, limit in zip(indices, keys, limits)]
        return np.array(places, index.dtype).reshape(shape)
