"""What the steps of drawn graphs take: tensors that the graph has by now, or new constants, with NaN, infinities, sizes of 0 and odd texts among them."""

import random

import numpy as np
import tensorflow.compat.v1 as tf

WORDS = [
    b"", b"a", b"Hello World", b" lead trail ", b"na\xc3\xafve", b"\xe4\xbd\xa0\xe5\xa5\xbd", b"3.5", b"-17", b"1e3", b"nan", b"inf", b"0x1F", b'a,b,"c d",e',
    b"x=1;y=2", b"\xff\xfebad", b"\xf0\x9f\x98\x80smile", b"AbC", b"foo bar  baz", b"2026-11-23", b"  42 ", b"1_000", b"aGVsbG8", b"tab\tnew\nline",
    b"The quick brown fox", b"-0", b"+5", b"1.", b".5", b"9223372036854775808",
]  # fmt: skip
SPECIAL = [np.nan, np.inf, -np.inf, 0.0, -0.0, 0.5, 1.5, 2.5, -1.5]
TYPES = [
    *[np.float32] * 4, np.float64, np.int32, np.int32, np.int64, np.uint8, np.int8, np.int16, np.float16, np.bool_, np.complex64, np.uint16, np.uint32,
]  # fmt: skip
STEPS: dict = {}  # functions of a Draw, by names that begin with the letter of their family
AS_BEFORE = 0.8  # how often an operand is one that the graph has, where it has any


class Draw:
    """The state of one graph as it is drawn. `pool` are the tensors that it has."""

    def __init__(self, seed: int):
        self.random, self.numpy = random.Random(seed), np.random.default_rng(seed)
        self.pool: list = []

    def pick(self, *choices):
        return self.random.choice(choices)

    def shape(self, rank=None, least: int = 0) -> list[int]:
        rank = self.pick(0, 1, 1, 2, 2, 3) if rank is None else rank
        return [max(self.pick(0, 1, 2, 3, 4, 5, 7), least) for _ in range(rank)]

    def drawn(self, dtype=None, shape=None):
        dtype = np.dtype(dtype or self.pick(*TYPES))
        shape = self.shape() if shape is None else shape
        if dtype.kind == "f":
            numbers = np.asarray(self.numpy.normal(size=shape) * self.pick(1, 1, 10, 1e3))
            if self.random.random() < 0.25 and numbers.size:
                numbers = np.where(self.numpy.random(numbers.shape) < 0.2, self.numpy.choice(SPECIAL, numbers.shape), numbers)
        elif dtype.kind == "c":
            numbers = self.numpy.normal(size=shape) + 1j * self.numpy.normal(size=shape)
        elif dtype.kind == "b":
            numbers = self.numpy.random(shape) < 0.5
        elif dtype.kind == "u":
            numbers = self.numpy.integers(0, self.pick(4, 256) if dtype.itemsize == 1 else self.pick(6, 60000), shape)
        else:
            numbers = self.numpy.integers(-self.pick(5, 100), self.pick(6, 100), shape)
        return tf.constant(np.asarray(numbers).astype(dtype))

    def finite(self, shape):
        """Numbers for what spreads NaN by its kernel's order of steps (transforms, searches), of which nothing can be said."""
        return tf.constant(self.numpy.normal(size=shape).astype(np.float32))

    def words(self, shape=None):
        shape = self.shape(self.pick(0, 1, 1, 2)) if shape is None else shape
        texts = np.empty(int(np.prod(shape)), object)
        texts[:] = [self.pick(*WORDS) for _ in texts]
        return tf.constant(texts.reshape(shape), tf.string)

    def known(self, fits=lambda tensor: True, make=None):
        """A tensor of the graph that fits, one of the latest, or a new one."""
        fitting = [each for each in self.pool if isinstance(each, tf.Tensor) and each.dtype not in (tf.variant, tf.resource) and fits(each)]
        if fitting and self.random.random() < AS_BEFORE:
            return self.random.choice(fitting[-6:])
        return make() if make else self.drawn()

    def text(self):
        return self.known(lambda each: each.dtype == tf.string, self.words)

    def floats(self, rank=None):
        def fits(each):
            return each.dtype == tf.float32 and each.shape.rank is not None and rank in (None, each.shape.rank)

        return self.known(fits, lambda: self.drawn(np.float32, self.shape(rank)))

    def numbers(self):
        return self.known(lambda each: each.dtype != tf.string)

    def picture(self):
        shape, dtype = (
            (self.random.randint(1, 9), self.random.randint(1, 9), self.pick(1, 3, 3, 4)),
            self.pick(np.uint8, np.uint8, np.float32),
        )
        return tf.constant((self.numpy.random(shape) if dtype == np.float32 else self.numpy.integers(0, 256, shape)).astype(dtype))

    def image(self):
        def fits(each):
            return each.shape.rank == 3 and each.dtype in (tf.uint8, tf.float32) and each.shape[-1] in (1, 3, 4)

        return self.known(fits, self.picture)

    def of_kind(self, kind):
        fitting = [each for each in self.pool if isinstance(each, kind)]
        return self.random.choice(fitting) if fitting and self.random.random() < 0.7 else None

    def sparse(self):
        if (before := self.of_kind(tf.SparseTensor)) is not None:
            return before
        dense = np.asarray(self.numpy.integers(-2, 4, self.shape(self.pick(1, 2, 2, 3), 1)))
        dense = dense * (self.numpy.random(dense.shape) < 0.6)
        places, dtype = np.argwhere(dense), self.pick(tf.float32, tf.int64, tf.int32, tf.string)
        values = dense[tuple(places.T)]
        values = np.array([self.pick(*WORDS) for _ in values], object) if dtype == tf.string else values.astype(dtype.as_numpy_dtype)
        indices = tf.constant(places, tf.int64, shape=places.shape)
        return tf.SparseTensor(indices, tf.constant(values, dtype, shape=(len(values),)), tf.constant(dense.shape, tf.int64))

    def ragged(self):
        if (before := self.of_kind(tf.RaggedTensor)) is not None:
            return before
        lengths = [self.pick(0, 1, 2, 3) for _ in range(self.random.randint(0, 5))]
        dtype = self.pick(tf.float32, tf.int32, tf.int64, tf.string)
        values = self.words([sum(lengths)]) if dtype == tf.string else self.drawn(dtype.as_numpy_dtype, [sum(lengths)])
        return tf.RaggedTensor.from_row_lengths(
            values, tf.constant(lengths, tf.int64, shape=[len(lengths)]), validate=self.pick(True, False)
        )


def step(function):
    STEPS[function.__name__] = function
    return function


def steps(family: str, operand, functions: dict) -> None:
    for name, function in functions.items():
        STEPS[family + name] = lambda draw, function=function: function(operand(draw), draw)
