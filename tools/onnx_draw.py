"""What nodes of ONNX are drawn of; each operator has a function, registered by `op`, that draws its operands and attributes by name."""

import random

import numpy as np

F32, F64, F16 = np.dtype("float32"), np.dtype("float64"), np.dtype("float16")
INTEGERS = [np.dtype(word) for word in ("int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64")]


class Fixed:
    """An operand that is an initializer."""

    def __init__(self, array):
        self.array = np.asarray(array)


class Draw:
    """Draws what a case is made of."""

    def __init__(self, chance: random.Random):
        self.chance = chance
        self.numbers = np.random.default_rng(chance.randrange(1 << 30))

    def of(self, *values):
        return self.chance.choice(values)

    def whole(self, low: int, high: int) -> int:
        return self.chance.randint(low, high)

    def maybe(self, value, likely: float = 0.5):
        """The value, or None for one that is left out."""
        return value if self.chance.random() < likely else None

    def shape(self, least: int = 0, most: int = 4, empty: float = 0.06) -> list[int]:
        sizes = [self.whole(1, 4) for _ in range(self.whole(least, most))]
        if sizes and self.chance.random() < empty:
            sizes[self.whole(0, len(sizes) - 1)] = 0
        return sizes

    def space(self, count: int | None = None, low: int = 3, high: int = 7) -> list[int]:
        return [self.whole(low, high) for _ in range(self.whole(1, 3) if count is None else count)]

    def float(self):
        return self.of(F32, F32, F32, F64, F16)

    def kind(self):
        return self.of(self.float(), F32, self.chance.choice(INTEGERS))

    def tensor(self, shape, dtype=F32, low: float = -3, high: float = 3):
        dtype = np.dtype(dtype)
        if dtype.kind == "b":
            return self.numbers.integers(0, 2, shape).astype(bool)
        if dtype.kind in "iu":
            return self.numbers.integers(max(int(low * 3), 0 if dtype.kind == "u" else -128), int(high * 3) + 1, shape).astype(dtype)
        return np.asarray(self.numbers.uniform(low, high, shape)).astype(dtype)

    def special(self, shape, dtype=F32):
        """With infinities, NaN, zeros of both signs, halves and large numbers among the rest."""
        x = self.tensor(shape, dtype)
        if x.dtype.kind == "f" and x.size and self.chance.random() < 0.4:
            places = self.numbers.integers(0, x.size, 3)
            x.flat[places] = [self.of(np.inf, -np.inf, np.nan, 0.0, -0.0, 0.5, 1.5, 2.5, -0.5, 6e4, -6e4) for _ in places]
        return x

    def broadcast(self, shape) -> list[int]:
        """A shape that broadcasts to another."""
        kept = shape[self.whole(0, len(shape)) :]
        return [1 if self.chance.random() < 0.3 else size for size in kept]

    def axis(self, rank: int) -> int:
        return self.whole(-rank, rank - 1)

    def axes(self, rank: int, least: int = 1) -> list[int]:
        picked = self.chance.sample(range(rank), self.whole(min(least, rank), rank))
        return [axis - rank if self.chance.random() < 0.3 else axis for axis in picked]


def any_byte(d, shape, kind):
    info = np.iinfo(kind)
    return np.asarray(d.numbers.integers(info.min, info.max + 1, shape)).astype(kind)


def weights(d, shape, kind):
    """Of 7 bits: with processors that add two products of bytes in 16 bits ONNX Runtime gives others than their sum."""
    low, high = (-64, 64) if kind.kind == "i" else (0, 128)
    return d.numbers.integers(low, high, shape).astype(kind)


# Each function draws the operands and attributes of an operator, by name.

DRAWN: dict = {}


def op(*names: str):
    def register(function):
        for name in names or (function.__name__,):
            DRAWN[name] = function
        return function

    return register
