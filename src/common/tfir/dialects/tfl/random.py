"""Random numbers by Philox. An operator keeps a generator, which goes on in the next call where this one ended: a variable that counts its blocks of four words.

Without a seed the numbers are others each time, as TensorFlow's are. Source: tensorflow/lite/kernels/random_ops.cc.
"""

from __future__ import annotations

from tfir.dialects.tf.random import PHILOX
from tfir.dialects.tfl.in_tensorflow import Number, constant, family, generator_handle, read, tf, where
from tfir.ir.types import F32, F64, I32, UI64
from tfir.ods.numpy_on_demand import np

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from tfir.ir.operations import Operation

SEMANTICS, means, _ = family()
FIRST = np.array([0], np.int32)
SKIPPED = 512  # blocks for each sample of a class: two words on a processor, times 256


def seeds_of(seed: int, seed2: int) -> list[int]:
    """What a kernel keeps of seeds: 32 bits with a sign."""
    return [(each + (1 << 31)) % (1 << 32) - (1 << 31) for each in (seed, seed2)]


def drawn(name: str, op: Operation, shape: Any, blocks: Any, seed: int, seed2: int, element: Any) -> Number:
    """Numbers from where the generator of an operator stands, which goes on by so many blocks."""
    handle = generator_handle(op)
    counter = read(handle, UI64, None)
    key, high = (constant(np.array([each & (1 << 64) - 1], np.uint64), UI64) for each in seeds_of(seed, seed2))
    numbers = tf(name, shape, key, tf("ConcatV2", [counter.reshape(1), high], constant(0)), constant(PHILOX), dtype=element)
    tf("AssignVariableOp", handle, counter + blocks)
    return numbers


def by_shape(name: str, op: Operation, shape: Number, seed: int, seed2: int) -> Number:
    if not any(seeds_of(seed, seed2)):
        return tf(name, shape, seed=0, seed2=0, dtype=F32)
    blocks = tf("FloorDiv", tf("Prod", shape, FIRST) + 3, 4).to(UI64)
    return drawn(f"Stateless{name.replace('Standard', '')}V2", op, shape, blocks, seed, seed2, F32)


@means
def random_uniform(op, shape, seed, seed2):
    return by_shape("RandomUniform", op, shape, seed, seed2)


@means
def random_standard_normal(op, shape, seed, seed2):
    return by_shape("RandomStandardNormal", op, shape, seed, seed2)


@means
def multinomial(op, logits, num_samples, seed, seed2, result_types):
    """Where sums of weights pass a number that is drawn below their total."""
    element = result_types[0].element
    if not any(seeds_of(seed, seed2)):
        return tf("Multinomial", logits, num_samples.reshape(), seed=0, seed2=0, output_dtype=element)
    rows, count = logits.shape[0], num_samples.reshape()
    finite = tf("IsFinite", logits)
    largest = tf("Max", where(finite, logits, float(np.finfo(np.float32).min)), np.array([1], np.int32), keep_dims=True).to(F64)
    weights = where(finite, tf("Exp", logits.to(F64) - largest), 0.0)
    sums = tf("Cumsum", weights, 1)
    blocks = tf("FloorDiv", count + 3, 4).to(UI64) * (rows * 4 * SKIPPED)
    shape = tf("Pack", [constant(rows), count])
    numbers = drawn("StatelessRandomUniformV2", op, shape, blocks, seed, seed2, F64)
    places = tf("ExpandDims", numbers * last_of(sums), 2)
    return tf("Sum", (tf("ExpandDims", sums, 1) <= places).to(I32), np.array([2], np.int32)).to(element)


def last_of(sums: Number) -> Number:
    return tf("Slice", sums, np.array([0, sums.shape[1] - 1], np.int32), np.array([-1, 1], np.int32))
