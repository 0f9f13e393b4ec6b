"""Transposes that move behind what takes any order: drawn programs compute the same, and no transpose is left in front of what takes them in."""

import numpy as np
import pytest
from tfir.dialects import dialect, lookup
from tfir.execution.entry import find_entry
from tfir.execution.random_inputs import RandomInputs
from tfir.ir.location import Source
from tfir.ir.verify import verify
from tfir.text.parser import parse

from tfopt.stablehlo.stablehlo_propagate_transposes import stablehlo_propagate_transposes, takes_any_order
from tfrun.devices import session


class Draft:
    """A function being written, of tensors that all come transposed from x."""

    def __init__(self, seed: int):
        self.random, self.lines, self.count = np.random.default_rng(seed), [], 0
        self.sizes = [int(size) for size in self.random.integers(2, 6, 4)]
        self.order = [int(d) for d in self.random.permutation(4)]

    def add(self, text: str, shape) -> tuple[str, list[int]]:
        self.count += 1
        self.lines.append(f"%{self.count} = {text}")
        return f"%{self.count}", list(shape)

    def written(self) -> str:
        shape = [self.sizes[d] for d in self.order]
        value = self.add(f"stablehlo.transpose %x, dims = {self.order} : ({typed(self.sizes)}) -> {typed(shape)}", shape)
        for _ in range(6):
            value = self.random.choice([added, padded, cut, turned, pooled, joined, chosen])(self, *value)
        value, shape = self.random.choice([reduced, added])(self, *value)
        return (
            f"func.func @main(%x: {typed(self.sizes)}) -> {typed(shape)} {{\n%zero = stablehlo.constant dense<0.0> : tensor<f32>\n"
            + "\n".join([*self.lines, f"return {value} : {typed(shape)}"])
            + "\n}"
        )


def typed(shape, element: str = "f32") -> str:
    return f"tensor<{'x'.join([*map(str, shape), element])}>"


def added(draft, x, shape):
    """Of a tensor that is broadcast along some dimensions."""
    kept = sorted(draft.random.choice(4, int(draft.random.integers(1, 4)), replace=False).tolist())
    small = [shape[d] for d in kept]
    number, _ = draft.add(f"stablehlo.iota dim = 0 : {typed(small)}", small)
    wide, _ = draft.add(f"stablehlo.broadcast_in_dim {number}, dims = {kept} : ({typed(small)}) -> {typed(shape)}", shape)
    return draft.add(f"stablehlo.add {x}, {wide} : {typed(shape)}", shape)


def chosen(draft, x, shape):
    zeros, _ = draft.add(f"stablehlo.constant dense<0.5> : {typed(shape)}", shape)
    is_above, _ = draft.add(f"stablehlo.compare GT, {x}, {zeros} : ({typed(shape)}, {typed(shape)}) -> {typed(shape, 'i1')}", shape)
    return draft.add(f"stablehlo.select {is_above}, {x}, {zeros} : {typed(shape, 'i1')}, {typed(shape)}", shape)


def padded(draft, x, shape):
    low, high, interior = (draft.random.integers(0, 2, 4).tolist() for _ in range(3))
    result = [size + a + b + (size - 1) * c for size, a, b, c in zip(shape, low, high, interior)]
    text = f"stablehlo.pad {x}, %zero, low = {low}, high = {high}, interior = {interior} : ({typed(shape)}, tensor<f32>) -> {typed(result)}"
    return draft.add(text, result)


def cut(draft, x, shape):
    starts = [int(draft.random.integers(0, size)) for size in shape]
    steps = draft.random.integers(1, 3, 4).tolist()
    result = [-(-(size - start) // step) for size, start, step in zip(shape, starts, steps)]
    places = ", ".join([f"{start}:{size}:{step}" for size, start, step in zip(shape, starts, steps)])
    return draft.add(f"stablehlo.slice {x} [{places}] : ({typed(shape)}) -> {typed(result)}", result)


def turned(draft, x, shape):
    return draft.add(f"stablehlo.reverse {x}, dims = [{int(draft.random.integers(4))}] : {typed(shape)}", shape)


def joined(draft, x, shape):
    d = int(draft.random.integers(4))
    result = [size * (1 + (at == d)) for at, size in enumerate(shape)]
    return draft.add(f"stablehlo.concatenate {x}, {x}, dim = {d} : ({typed(shape)}, {typed(shape)}) -> {typed(result)}", result)


def pooled(draft, x, shape):
    window, steps = ([min(size, int(draft.random.integers(1, 3))) for size in shape] for _ in range(2))
    result = [(size + 1 - wide) // step + 1 for size, wide, step in zip(shape, window, steps)]
    text = f""""stablehlo.reduce_window"({x}, %zero) <{{padding = dense<[[0, 1], [1, 0], [0, 1], [1, 0]]> : tensor<4x2xi64>,
      window_dimensions = array<i64: {", ".join(map(str, window))}>, window_strides = array<i64: {", ".join(map(str, steps))}>}}> ({{
      ^bb0(%a: tensor<f32>, %b: tensor<f32>):
        %m = stablehlo.maximum %a, %b : tensor<f32>
        stablehlo.return %m : tensor<f32>
      }}) : ({typed(shape)}, tensor<f32>) -> {typed(result)}"""
    return draft.add(text, result)


def reduced(draft, x, shape):
    axes = sorted(draft.random.choice(4, int(draft.random.integers(1, 4)), replace=False).tolist())
    result = [size for d, size in enumerate(shape) if d not in axes]
    text = f"stablehlo.reduce({x} init: %zero) applies stablehlo.maximum across dimensions = {axes}"
    return draft.add(f"{text} : ({typed(shape)}, tensor<f32>) -> {typed(result)}", result)


def results(text: str, change) -> list[np.ndarray]:
    module = parse(Source("drawn", text), lookup, dialect)
    change(module)
    verify(module, lookup)
    entry = find_entry(module)
    with session(module, "interpreter") as program_of:
        return program_of(entry)(RandomInputs(1).arrays(entry))


def moved(module) -> None:
    stablehlo_propagate_transposes(module)
    for op in module.walk():
        if op.name == "stablehlo.transpose" and op.results[0].uses:
            assert not any([takes_any_order(user) for user in op.results[0].users]), "it moves on"


@pytest.mark.parametrize("seed", range(60))
def test_drawn_programs_compute_the_same(seed):
    text = Draft(seed).written()
    (before,), (after,) = results(text, lambda module: None), results(text, moved)
    assert before.shape == after.shape and before.tobytes() == after.tobytes()
