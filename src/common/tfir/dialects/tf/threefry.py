"""Random numbers by Threefry 2x32-20, which XLA alone draws: TensorFlow's kernels refuse the algorithm. They are those of functions compiled with
`jit_compile=True`, uniform ones and integers to the bit. Which word an element gets depends on the shape, not on its place alone.
"""

from tfir.ods.numpy_on_demand import np
from tfir.ods.special_functions import normal_quantile

THREEFRY = 2  # the number of the algorithm
BELOW = 0.02275013194817921  # the share of the normal distribution below -2
MANTISSAS = {"float16": ("uint16", 10, 15), "float32": ("uint32", 23, 127), "float64": ("uint64", 52, 1023)}


def bits(key, counter, shape, dtype):
    """The counter's upper half counts for nothing."""
    from tfir.dialects.stablehlo.random import drawn_bits  # which imports NumPy

    state = np.array([np.ravel(key)[0], np.ravel(counter)[0]], np.uint64)
    return drawn_bits("THREE_FRY", state, tuple(int(size) for size in shape), np.dtype(dtype))[1]


def shortened(numbers, dtype):
    """Numbers in f32 as bf16, cut off so that none reaches 1."""
    return (numbers.view(np.uint32) & np.uint32(0xFFFF0000)).view(np.float32).astype(dtype)


def uniform(key, counter, shape, dtype):
    """In [0, 1): the upper bits of words are the mantissa, of f16 the lower ones."""
    if dtype.name not in MANTISSAS:
        return shortened(uniform(key, counter, shape, np.dtype(np.float32)), dtype)
    word, width, one = MANTISSAS[dtype.name]
    kind = np.dtype(word).type
    drawn = bits(key, counter, shape, kind)
    drawn = drawn & kind((1 << width) - 1) if width == 10 else drawn >> kind(8 * drawn.itemsize - width)
    return (drawn | kind(one << width)).view(dtype) - dtype.type(1)


def halved(shape) -> tuple[list, int]:
    """Where pairs of numbers lie that make two neighbours: sizes with one of them halved and a new one of 2 behind it, and its axis. It is that of the
    first even size, or of the largest."""
    sizes = [int(size) for size in shape] or [1]
    axis = next((axis for axis, size in enumerate(sizes) if size % 2 == 0), sizes.index(max(sizes)))
    return [*sizes[:axis], -(-sizes[axis] // 2), 2, *sizes[axis + 1 :]], axis


def normal(key, counter, shape, dtype):
    """Box and Muller."""
    if dtype.name not in MANTISSAS:
        return shortened(normal(key, counter, shape, np.dtype(np.float32)), dtype)
    pairs, axis = halved(shape)
    drawn = uniform(key, counter, pairs, dtype)
    first, second = (drawn.take(at, axis + 1) for at in (0, 1))
    radius, angle = np.sqrt(np.log(np.maximum(first, dtype.type(1e-7))) * dtype.type(-2)), second * dtype.type(2 * np.pi)
    both = np.stack([np.sin(angle) * radius, np.cos(angle) * radius], axis + 1)
    merged = both.reshape([*pairs[:axis], 2 * pairs[axis], *pairs[axis + 2 :]])
    return merged[(slice(None),) * axis + (slice(shape[axis] if len(shape) else 1),)].reshape(tuple(shape))


def truncated_normal(key, counter, shape, dtype):
    """The quantiles of uniform numbers between the shares below -2 and below 2."""
    if dtype.name not in MANTISSAS:
        return shortened(truncated_normal(key, counter, shape, np.dtype(np.float32)), dtype)
    shares = BELOW + (1 - 2 * BELOW) * uniform(key, counter, shape, dtype).astype(np.float64)
    return np.array([normal_quantile(float(share)) for share in shares.ravel()]).reshape(tuple(shape)).astype(dtype)


def full_integers(key, counter, shape, dtype):
    return bits(key, counter, shape, f"u{dtype.name.lstrip('u')}").view(dtype)


def integers(key, counter, shape, low, high):
    """In [low, high): random bits modulo the difference."""
    unsigned = np.dtype(f"u{low.dtype.name.lstrip('u')}")
    low, high = (np.asarray(each).astype(unsigned) for each in (low, high))
    with np.errstate(over="ignore"):
        return (bits(key, counter, shape, unsigned) % (high - low) + low).astype(unsigned)
