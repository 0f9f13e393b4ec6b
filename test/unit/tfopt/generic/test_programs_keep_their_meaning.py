"""Random StableHLO programs compute the same, bit for bit, before and after the generic passes."""

from __future__ import annotations

import random

import numpy as np
import pytest
from tfir.dialects import dialect, lookup, verify
from tfir.execution.computation import Computation
from tfir.ir.location import Source
from tfir.ir.types import F32, I1, I32, TensorType
from tfir.ods.arrays import dense_of
from tfir.text.parser import parse

from tfopt.generic.canonicalize import canonicalize
from tfopt.generic.cse import cse
from tfopt.generic.dce import dce

SPECIAL = {F32: [0.0, -0.0, 1.0, -1.0, 2.5, np.inf, -np.inf, np.nan], I32: [0, 1, -1, 7, 2**31 - 1, -(2**31)], I1: [True, False]}
DTYPE = {F32: np.float32, I32: np.int32, I1: np.bool_}
SHAPES = [(2, 3), (3, 2), (1, 3), (3,), (1,), (), (2, 1, 3), (0, 3)]
UNARY = {F32: ["abs", "negate", "exponential", "rsqrt", "floor", "tanh"], I32: ["abs", "negate", "not"], I1: ["not"]}
# No maximum of floats: which of 0 and -0 it is depends, in NumPy, on their order.
BINARY = {
    F32: ["add", "subtract", "multiply", "divide"],
    I32: ["add", "subtract", "multiply", "maximum", "and", "or", "xor"], I1: ["and", "or", "xor"],
}  # fmt: skip


class Writer:
    """Writes one program, a line at a time; `values` are (name, type)."""

    def __init__(self, seed: int):
        self.random = random.Random(seed)
        self.lines: list[str] = []
        self.values = [(f"%a{i}", TensorType(shape, element)) for i, (shape, element) in enumerate(self.some_types(4))]
        self.arguments = list(self.values)

    def some_types(self, count: int):
        return [(self.random.choice(SHAPES), self.random.choice([F32, F32, I32, I1])) for _ in range(count)]

    def define(self, text: str, type: TensorType) -> None:
        name = f"%v{len(self.lines)}"
        self.lines.append(f"  {name} = stablehlo.{text}")
        self.values.append((name, type))

    def pick(self, type=None):
        fitting = [value for value in self.values if type is None or value[1] is type]
        return self.random.choice(fitting) if fitting else (self.constant(type) or self.values[-1])

    def constant(self, type: TensorType) -> None:
        numbers = np.array(self.random.choices(SPECIAL[type.element], k=type.size), DTYPE[type.element]).reshape(type.shape)
        if self.random.random() < 0.5 and type.size:
            numbers = np.full(type.shape, self.random.choice(SPECIAL[type.element]), DTYPE[type.element])
        self.define(f"constant {dense_of(numbers, type.element)}", type)

    def step(self) -> None:
        getattr(self, self.random.choice(["unary", "binary", "binary", "transpose", "reshape", "broadcast", "select", "new", "pad"]))()

    def new(self):
        self.constant(TensorType(*self.some_types(1)[0]))

    def unary(self):
        name, type = self.pick()
        self.define(f"{self.random.choice(UNARY[type.element])} {name} : {type}", type)

    def binary(self):
        left, type = self.pick()
        right, _ = self.pick(type)
        self.define(f"{self.random.choice(BINARY[type.element])} {left}, {right} : {type}", type)

    def select(self):
        on_true, type = self.pick()
        on_false, _ = self.pick(type)
        predicate, expected = self.pick(type.with_element(I1))
        self.define(f"select {predicate}, {on_true}, {on_false} : {expected}, {type}", type)

    def transpose(self):
        name, type = self.pick()
        order = self.random.sample(range(type.rank), type.rank)
        result = type.with_shape([type.shape[axis] for axis in order])
        self.define(f"transpose {name}, dims = {order} : ({type}) -> {result}", result)

    def reshape(self):
        name, type = self.pick()
        sizes = [size for size in type.shape if size != 1]
        for _ in range(self.random.randrange(3)):
            sizes.insert(self.random.randrange(len(sizes) + 1), 1)
        if self.random.random() < 0.3:
            sizes = [type.size]
        self.define(f"reshape {name} : ({type}) -> {type.with_shape(sizes)}", type.with_shape(sizes))

    def broadcast(self):
        name, type = self.pick()
        rank = min(4, type.rank + self.random.randrange(2))
        if rank < type.rank:
            return
        dimensions = self.random.sample(range(rank), type.rank)
        sizes = [self.random.choice([1, 2, 3]) for _ in range(rank)]
        for axis, size in zip(dimensions, type.shape):
            sizes[axis] = size if size != 1 else sizes[axis]
        result = type.with_shape(sizes)
        self.define(f"broadcast_in_dim {name}, dims = {dimensions} : ({type}) -> {result}", result)

    def pad(self):
        name, type = self.pick()
        value, scalar = self.pick(TensorType((), type.element))
        low = [self.random.choice([0, 0, 1]) for _ in type.shape]
        high = [-one if self.random.random() < 0.5 and size > 1 else 0 for one, size in zip(low, type.shape)]
        result = type.with_shape([size + a + b for size, a, b in zip(type.shape, low, high)])
        self.define(
            f"pad {name}, {value}, low = {low}, high = {high}, interior = {[0] * type.rank} : ({type}, {scalar}) -> {result}", result
        )

    def program(self) -> str:
        for _ in range(25):
            self.step()
        kept = self.values[-8:]
        arguments = ", ".join(f"{name}: {type}" for name, type in self.arguments)
        names, types = ", ".join(name for name, _ in kept), ", ".join(str(type) for _, type in kept)
        lines = "\n".join(self.lines)
        return f"func.func @f({arguments}) -> ({types}) {{\n{lines}\n  return {names} : {types}\n}}\n"


def results(module, inputs):
    function = next(op for op in module.walk() if op.name == "func.func")
    with np.errstate(all="ignore"):
        return Computation(function.body)(*inputs)


@pytest.mark.parametrize("seed", range(120))
def test_the_same_before_and_after(seed):
    writer = Writer(seed)
    text = writer.program()
    chooser = np.random.default_rng(seed)
    inputs = [chooser.choice(np.array(SPECIAL[t.element], DTYPE[t.element]), t.shape) for _, t in writer.arguments]
    module = parse(Source("random", text), lookup, dialect)
    verify(module)
    before = results(module, inputs)
    for apply in (canonicalize, cse, dce, canonicalize):
        apply(module)
        verify(module)
    for expected, actual in zip(before, results(module, inputs)):
        assert expected.dtype == actual.dtype and expected.shape == actual.shape, text
        assert_same_bits(np.asarray(expected), np.asarray(actual), text)


def assert_same_bits(expected, actual, text) -> None:
    """Equal bits, but that one NaN is like another."""
    if expected.dtype == np.float32:
        nan = np.isnan(expected)
        assert (nan == np.isnan(actual)).all(), text
        expected, actual = expected[~nan].view(np.uint32), actual[~nan].view(np.uint32)
    assert (expected == actual).all(), text
