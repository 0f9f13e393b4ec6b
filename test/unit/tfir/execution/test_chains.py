"""Elementwise steps that are computed block by block give what they give one after the other, whatever their operands look like."""

import random

import numpy as np
import pytest
from tfir.dialects import dialect, lookup
from tfir.execution.bound_steps import all_bound
from tfir.execution.chains import BLOCK_BYTES, ChainStep, Layout, computed
from tfir.execution.computation import Computation
from tfir.execution.plan import planned
from tfir.execution.program import Program
from tfir.ir.location import Source
from tfir.text.parser import parse

UNARY = ("negate", "abs", "tanh", "logistic", "floor", "rsqrt", "exponential")
BINARY = ("add", "subtract", "multiply", "maximum", "minimum", "divide")
SHAPES = ((5, 7, 33, 64), (1, 211, 311), (2, 40000), (70001,), (3, 1, 50000, 1))


def constants(shape, kind: str) -> list[str]:
    """Numbers repeated over the shape: all over, along the last dimension, along the first; zeros of both signs among them."""
    type = f"tensor<{'x'.join(map(str, shape))}x{kind}>"
    lines = []
    for number, text in enumerate(("0.0", "-0.0", "0.75", "-1.5")):
        lines += [
            f"%n{number} = stablehlo.constant dense<{text}> : tensor<{kind}>",
            f"%s{number} = stablehlo.broadcast_in_dim %n{number}, dims = [] : (tensor<{kind}>) -> {type}",
        ]
    for name, dim in (("last", len(shape) - 1), ("first", 0)):
        lines += [
            f"%{name}0 = stablehlo.iota dim = 0 : tensor<{shape[dim]}x{kind}>",
            f"%{name}1 = stablehlo.negate %{name}0 : tensor<{shape[dim]}x{kind}>",
            f"%{name} = stablehlo.broadcast_in_dim %{name}1, dims = [{dim}] : (tensor<{shape[dim]}x{kind}>) -> {type}",
        ]
    return lines


def program(seed: int, shape, kind: str) -> str:
    choose, type = random.Random(seed), f"tensor<{'x'.join(map(str, shape))}x{kind}>"
    row = f"tensor<{shape[-1]}x{kind}>"
    pool = ["%x", "%y", "%wide", "%s0", "%s1", "%s2", "%s3", "%last", "%first"]
    lines = [
        *constants(shape, kind),
        f"%fresh = stablehlo.sign %y : {type}",
        f"%wide = stablehlo.broadcast_in_dim %row, dims = [{len(shape) - 1}] : ({row}) -> {type}",
    ]
    recent = ["%x", "%fresh"]  # the latter is the program's own, whose memory a chain may take
    for number in range(choose.randrange(2, 9)):
        first, second = choose.choice(recent), choose.choice([*pool, *recent])
        what = choose.random()
        if what < 0.4:
            text = f"stablehlo.{choose.choice(UNARY)} {first}"
        elif what < 0.85:
            text = f"stablehlo.{choose.choice(BINARY)} {', '.join(choose.sample((first, second), 2))}"
        else:
            low, high = choose.choice((("%n0", "%n2"), ("%n1", "%n2"), ("%n3", "%n0"), ("%n3", "%n2"), ("%n2", "%n3")))
            text = f"stablehlo.clamp {low}, {first}, {high} : (tensor<{kind}>, {type}, tensor<{kind}>) -> {type}"
        lines.append(f"%{number} = {text}" + ("" if "clamp" in text else f" : {type}"))
        recent = [*recent[-2:], f"%{number}"]
    results = choose.sample(recent, choose.randrange(1, len(recent) + 1))
    lines.append(f"return {', '.join(results)} : {', '.join([type] * len(results))}")
    heading = f"func.func @main(%x: {type}, %y: {type}, %row: {row}) -> ({', '.join([type] * len(results))})"
    return heading + " {\n" + "\n".join(lines) + "\n}"


@pytest.mark.parametrize("seed", range(60))
def test_drawn_chains(seed):
    shape, kind = SHAPES[seed % len(SHAPES)], "f64" if seed % 7 == 6 else "f32"
    module = parse(Source("chain.mlir", program(seed, shape, kind)), lookup, dialect)
    numbers, dtype = np.random.default_rng(seed), np.float64 if kind == "f64" else np.float32
    arrays = [np.rint(2 * numbers.standard_normal(sizes)).astype(dtype) / 2 for sizes in (shape, shape, shape[-1:])]
    arrays[0].ravel()[::3] *= -1  # zeros of both signs
    arrays[1].ravel()[:2] = np.nan, np.inf
    before = [array.tobytes() for array in arrays]
    with np.errstate(all="ignore"):
        expected = [np.array(value) for value in Computation(next(iter(module.body)).body)(*arrays)]
    body = Program(module).body
    plan = planned(body.plans.computation, body.template, body.steps, [array.shape for array in arrays])
    with np.errstate(all="ignore"):
        for _ in range(2):
            for actual, wanted in zip(plan(arrays), expected, strict=True):
                bits = f"u{dtype().itemsize}"
                same = (actual.view(bits) == np.ascontiguousarray(wanted).view(bits)) | (np.isnan(actual) & np.isnan(wanted))
                assert same.all(), program(seed, shape, kind)
    assert [array.tobytes() for array in arrays] == before


def test_numbers_of_two_widths_are_two_chains():
    """Steps of one shape that follow each other, of f32 and of f64: each has results of its own type, and of its own precision."""
    module = parse(
        Source(
            "chain.mlir",
            """func.func @main(%x: tensor<64x1024xf32>, %y: tensor<64x1024xf64>) -> (tensor<64x1024xf32>, tensor<64x1024xf64>, tensor<64x1024xf32>) {
              %0 = stablehlo.divide %x, %x : tensor<64x1024xf32>
              %1 = stablehlo.add %0, %x : tensor<64x1024xf32>
              %2 = stablehlo.multiply %y, %y : tensor<64x1024xf64>
              %3 = stablehlo.subtract %2, %y : tensor<64x1024xf64>
              %4 = stablehlo.negate %1 : tensor<64x1024xf32>
              return %1, %3, %4 : tensor<64x1024xf32>, tensor<64x1024xf64>, tensor<64x1024xf32>
            }""",
        ),
        lookup, dialect,
    )  # fmt: skip
    body = Program(module).body
    x, y = np.full((64, 1024), 0.1, np.float32), np.full((64, 1024), 0.1)
    plan = planned(body.plans.computation, body.template, body.steps, [x.shape, y.shape])
    for actual, wanted in zip(plan([x, y]), (1 + x, y * y - y, -1 - x), strict=True):
        assert actual.dtype == wanted.dtype
        np.testing.assert_array_equal(actual, wanted)


@pytest.mark.parametrize("shape", [(1,), (7,), (3, 5), (1, 12544, 32), (149, 149, 32), (2, 100003), (1 << 21, 2), (4, 1 << 20)])
def test_a_layout_has_all_elements_once(shape):
    layout = Layout(shape, 4)
    assert layout.rows * layout.row == np.prod(shape)
    assert layout.row % shape[-1] == 0
    assert 1 <= layout.step <= layout.rows
    assert layout.step == 1 or layout.step * layout.row * 4 <= BLOCK_BYTES


def test_a_chain_takes_the_memory_of_what_ends_there(monkeypatch):
    type = "tensor<256x512xf32>"
    body = Program(
        parse(
            Source(
                "t",
                f"""func.func @main(%x: {type}) -> {type} {{
  %a = stablehlo.sign %x : {type}
  %b = stablehlo.tanh %a : {type}
  %c = stablehlo.abs %b : {type}
  %d = stablehlo.add %c, %x : {type}
  return %d : {type}
}}""",
            ),
            lookup,
            dialect,
        )
    ).body
    x, made = np.full((256, 512), -2, np.float32), []
    plan = planned(body.plans.computation, body.template, body.steps, [x.shape])
    empty = np.empty
    monkeypatch.setattr(np, "empty", lambda shape, *rest: made.append(shape) or empty(shape, *rest))
    (result,) = plan([x])
    assert x.shape not in made  # blocks alone
    np.testing.assert_allclose(result, np.tanh(1) - 2, rtol=1e-6)
    assert (x == -2).all()


@pytest.mark.parametrize(("row", "repeated"), [("%n : tensor<64xf32>", "dims = [1]"), ("%x : tensor<4096x64xf32>", "")])
def test_a_row_that_is_repeated_is_written_out(row, repeated, monkeypatch):
    """One step alone goes block by block where a row of 64 elements is added 4096 times, and at once where all elements have their own."""
    name, type = row.split(" : ")
    wide = "tensor<4096x64xf32>"
    other = (
        f"%w = stablehlo.broadcast_in_dim {name}, {repeated} : ({type}) -> {wide}"
        if repeated
        else f"%w = stablehlo.reverse %x, dims = [0] : {wide}"
    )
    text = f"func.func @main(%x: {wide}, %n: tensor<64xf32>) -> {wide} {{\n{other}\n%r = stablehlo.subtract %x, %w : {wide}\nreturn %r : {wide}\n}}"
    body = Program(parse(Source("t", text), lookup, dialect)).body
    x, n = np.random.default_rng(1).standard_normal((4096, 64), np.float32), np.arange(64, dtype=np.float32)
    plan, blocks = planned(body.plans.computation, body.template, body.steps, [x.shape, n.shape]), []
    monkeypatch.setattr("tfir.execution.chains.computed", lambda program, *rest: blocks.append(len(program)) or computed(program, *rest))
    np.testing.assert_array_equal(plan([x, n])[0], x - (n if repeated else x[::-1]))
    assert blocks == ([1] if repeated else [])


def chains_of(lines: str, monkeypatch) -> list[int]:
    """How many steps the chains of a program have."""
    found: list[int] = []
    monkeypatch.setattr(ChainStep, "bound", lambda self, states: found.append(len(self.steps)) or (lambda frame: None))
    body = Program(
        parse(
            Source(
                "t", "func.func @main(%x: tensor<256x512xf32>, %s: tensor<4xf32>) -> (tensor<256x512xf32>, tensor<4xf32>) {" + lines + "}"
            ),
            lookup,
            dialect,
        )
    ).body
    assert planned(body.plans.computation, body.template, body.steps, [(256, 512), (4,)]) is not None
    return found


WIDE, SMALL = "tensor<256x512xf32>", "tensor<4xf32>"


@pytest.mark.parametrize(
    ("lines", "lengths"),
    [
        (f"%a = stablehlo.tanh %x : {WIDE}\n%b = stablehlo.abs %a : {WIDE}\nreturn %b, %s : {WIDE}, {SMALL}", [2]),
        (f"%a = stablehlo.tanh %x : {WIDE}\nreturn %a, %s : {WIDE}, {SMALL}", []),  # one alone
        (f"%a = stablehlo.add %x, %x : {WIDE}\nreturn %a, %s : {WIDE}, {SMALL}", [1]),
        (f"%a = stablehlo.tanh %s : {SMALL}\n%b = stablehlo.abs %a : {SMALL}\nreturn %x, %b : {WIDE}, {SMALL}", []),  # few elements
        (
            f"%a = stablehlo.tanh %x : {WIDE}\n%r = stablehlo.reverse %a, dims = [0] : {WIDE}\n%b = stablehlo.abs %r : {WIDE}\n"
            f"%c = stablehlo.add %b, %a : {WIDE}\nreturn %c, %s : {WIDE}, {SMALL}",
            [2],
        ),
    ],
)
def test_what_follows_each_other_is_a_chain(lines, lengths, monkeypatch):
    assert chains_of(lines, monkeypatch) == lengths
    assert all_bound([], [], []) == []


@pytest.mark.parametrize(("first", "adds"), [("-0.0", 1), ("0.0", 0), ("-0.5", 0)])
def test_zeros_are_told_apart_where_a_sum_may_be_negative_zero(first, adds, monkeypatch):
    """-0 + -0 is -0, which against +0 is the smaller; of other sums it is known that there is nothing to tell apart."""
    row = ", ".join([first, *["0.25"] * 511])
    text = f"""func.func @main(%x: {WIDE}) -> {WIDE} {{
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %row = stablehlo.constant dense<[{row}]> : tensor<512xf32>
  %rows = stablehlo.broadcast_in_dim %row, dims = [1] : (tensor<512xf32>) -> {WIDE}
  %zeros = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> {WIDE}
  %sum = stablehlo.add %rows, %x : {WIDE}
  %r = stablehlo.maximum %sum, %zeros : {WIDE}
  return %r : {WIDE}
}}"""
    body = Program(parse(Source("t", text), lookup, dialect)).body
    x, added = np.full((256, 512), -0.0, np.float32), []
    add = np.add
    monkeypatch.setattr(np, "add", lambda *operands, out: added.append(1) or add(*operands, out=out))
    plan = planned(body.plans.computation, body.template, body.steps, [x.shape])
    (result,) = plan([x])
    assert not np.signbit(result).any()
    assert result[0, :2].tolist() == [0, 0.25]
    assert bool(added) == bool(adds)
