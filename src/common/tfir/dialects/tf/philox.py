"""Streams of random numbers by Philox 4x32-10, to the bit as TensorFlow draws them on a CPU (normal numbers to their last bits)."""

from __future__ import annotations

from tfir.ir.diagnostics import Error
from tfir.ods.numpy_on_demand import np

MASK = (1 << 32) - 1
RESERVED = 256  # blocks that a generator is moved on by for each element it gave


class Generator:
    """A position in a stream of random words: a key of 64 bits and a counter of 128. A block is 4 words of 32 bits."""

    def __init__(self, key: int, counter: int):
        self.key, self.counter = key, counter

    def take(self, count: int) -> "Generator":
        """A generator for `count` elements; this one is moved on behind all the blocks that they may use."""
        start = Generator(self.key, self.counter)
        self.counter += count * RESERVED
        return start

    def blocks(self, count: int, step: int = 1, offset: int = 0) -> np.ndarray:
        """The words of `count` blocks, [count, 4] in uint32. The first block is `offset` behind the counter, each next one `step`
        further."""
        start = self.counter + offset
        low = (np.arange(count, dtype=np.uint64) * np.uint64(step)) + np.uint64(start & ((1 << 64) - 1))
        carried = low < np.uint64(start & ((1 << 64) - 1))
        high = np.uint64(start >> 64 & ((1 << 64) - 1)) + carried.astype(np.uint64)
        words = [low & MASK, low >> np.uint64(32), high & MASK, high >> np.uint64(32)]
        return np.stack(philox(words, self.key), 1).astype(np.uint32)

    def words(self, count: int) -> np.ndarray:
        """`count` words in uint32, in the order of the stream."""
        return self.blocks(-(-count // 4)).reshape(-1)[:count]


def philox(words, key: int):
    """Philox 4x32-10 on four arrays of 32-bit words, held as uint64. Source: Salmon et al., "Parallel random numbers: as easy as 1, 2,
    3", SC 2011."""
    a, b, c, d = words
    low, high = key & MASK, key >> 32 & MASK
    for _ in range(10):
        first, second = a * np.uint64(0xD2511F53), c * np.uint64(0xCD9E8D57)
        a, b, c, d = (
            (second >> np.uint64(32)) ^ b ^ np.uint64(low),
            second & MASK,
            (first >> np.uint64(32)) ^ d ^ np.uint64(high),
            first & MASK,
        )
        low, high = low + 0x9E3779B9 & MASK, high + 0xBB67AE85 & MASK
    return a, b, c, d


# From words to numbers


def uniform(generator: Generator, count: int, dtype: np.dtype) -> np.ndarray:
    """`count` numbers in [0, 1): random mantissa bits with the exponent of 1, less 1."""
    if dtype == np.float64:
        words = generator.words(2 * count).astype(np.uint64)
        bits = np.uint64(1023 << 52) | (words[::2] & np.uint64(0xFFFFF)) << np.uint64(32) | words[1::2]
        return bits.view(np.float64) - 1
    words = generator.words(count)
    if dtype == np.float32:
        return unit(words)
    if dtype == np.float16:
        return (words.astype(np.uint16) & np.uint16(0x3FF) | np.uint16(15 << 10)).view(np.float16) - np.float16(1)
    if dtype.name == "bfloat16":
        return (words.astype(np.uint16) & np.uint16(0x7F) | np.uint16(127 << 7)).view(dtype) - dtype.type(1)
    raise Error(f"random numbers of {dtype} are not computed here")


def unit(words: np.ndarray) -> np.ndarray:
    """Words as f32 in [0, 1)."""
    return (words & np.uint32(0x7FFFFF) | np.uint32(127 << 23)).view(np.float32) - np.float32(1)


def normal(generator: Generator, count: int, dtype: np.dtype) -> np.ndarray:
    """`count` numbers of the standard normal distribution, [count]."""
    if dtype == np.float64:
        words = generator.words(-(-count // 2) * 4).astype(np.uint64).reshape(-1, 4)
        bits = np.uint64(1023 << 52) | (words[:, ::2] & np.uint64(0xFFFFF)) << np.uint64(32) | words[:, 1::2]
        first, second = (bits.view(np.float64) - 1).T
        return box_muller(first, second).reshape(-1)[:count]
    words = generator.words(-(-count // 4) * 4).reshape(-1, 2)
    return box_muller(unit(words[:, 0]), unit(words[:, 1])).reshape(-1)[:count].astype(dtype)


def box_muller(first: np.ndarray, second: np.ndarray) -> np.ndarray:
    """Pairs of normal numbers from pairs of uniform ones, [..., 2]. Source: Box and Muller, Annals of Mathematical Statistics 29, 1958."""
    kind = first.dtype.type
    angle = (2 * np.pi * second.astype(np.float64)).astype(kind)  # rounded once, as in TensorFlow
    radius = np.sqrt(kind(-2) * np.log(np.maximum(first, kind(1e-7))))
    return np.stack([np.sin(angle) * radius, np.cos(angle) * radius], -1)


def truncated_normal(generator: Generator, count: int, dtype: np.dtype) -> np.ndarray:
    """`count` normal numbers between -2 and 2, by rejection. Groups of 4 (2 in f64) have streams 256 blocks apart, so that rejections in
    one group do not move the others."""
    size = 2 if dtype == np.float64 else 4
    groups = -(-count // size)
    numbers, filled = np.zeros((groups, size), np.float64 if dtype == np.float64 else np.float32), np.zeros(groups, int)
    for offset in range(size * RESERVED // 4):
        words = generator.blocks(groups, size * RESERVED // 4, offset)
        for number in candidates(words, dtype).T:
            fits = (np.abs(number) < 2) & (filled < size)
            numbers[fits, filled[fits]] = number[fits]
            filled[fits] += 1
        if (filled == size).all():
            break
    return numbers.reshape(-1)[:count].astype(dtype)


def candidates(words: np.ndarray, dtype: np.dtype) -> np.ndarray:
    """The normal numbers that blocks of words [groups, 4] give: [groups, 4], in f64 [groups, 2]."""
    if dtype != np.float64:
        return box_muller(unit(words[:, ::2]), unit(words[:, 1::2])).reshape(len(words), 4)
    wide = words.astype(np.uint64)
    bits = np.uint64(1023 << 52) | (wide[:, ::2] & np.uint64(0xFFFFF)) << np.uint64(32) | wide[:, 1::2]
    units = bits.view(np.float64) - 1
    return box_muller(units[:, 0], units[:, 1])


def integers(generator: Generator, count: int, low, high, dtype: np.dtype) -> np.ndarray:
    """`count` integers in [low, high): a random word modulo high - low. Raises Error where there are none."""
    if int(low) >= int(high):
        raise Error(f"Need minval < maxval, got {low} >= {high}")
    words = full_integers(generator, count, np.dtype(f"u{dtype.itemsize}"))
    return (words % words.dtype.type(int(high) - int(low)) + words.dtype.type(int(low) & (1 << 8 * dtype.itemsize) - 1)).astype(dtype)


def full_integers(generator: Generator, count: int, dtype: np.dtype) -> np.ndarray:
    """`count` integers with all bits random."""
    if dtype.itemsize == 4:
        return generator.words(count).astype(dtype)
    words = generator.words(2 * count).astype(np.uint64)
    return (words[::2] | words[1::2] << np.uint64(32)).astype(dtype)


def require_sizes(shape) -> None:
    if negative := [int(size) for size in shape if size < 0]:
        raise Error(f"Dimension {negative[0]} must be >= 0")


def shaped(shape, make) -> np.ndarray:
    """An array of `shape`, whose elements `make(count)` gives."""
    require_sizes(shape)
    extents = tuple(int(size) for size in shape)
    count = int(np.prod(extents, dtype=object))
    return make(count).reshape(extents)
