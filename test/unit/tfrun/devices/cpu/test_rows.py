"""What goes along rows in one dispatch (softmax, normalizations, their likes) on this machine's processor, against NumPy in double precision."""

import numpy as np
import pytest
from device_calls import lowered
from processor_programs import TARGETS, dtype, run, typed
from tfir.execution.entry import find_entry

from tfrun.devices import session

pytest.importorskip("llvmlite")

LENGTHS = (1, 2, 3, 7, 8, 17, 40, 1000, 4097)
NEAR = {"f64": 1e-12, "f32": 2e-6, "f16": 2e-3, "bf16": 2e-2}


class Body:
    """StableHLO on rows of `%0`, being written, for tensors of one shape and element type."""

    def __init__(self, shape, element: str, last: int = 1):
        self.shape, self.element, self.lines = tuple(shape), element, []
        self.axes = list(range(len(shape) - last, len(shape)))
        self.of_rows = self.shape[:-last]
        self.count = int(np.prod(self.shape[len(self.of_rows) :]))

    def add(self, text: str) -> str:
        self.lines.append(f"%v{len(self.lines)} = stablehlo.{text}")
        return f"%v{len(self.lines) - 1}"

    def unary(self, name: str, x: str, shape=None) -> str:
        return self.add(f"{name} {x} : {self.type(shape)}")

    def type(self, shape=None) -> str:
        return typed(self.shape if shape is None else shape, self.element)

    def number(self, value, shape=()) -> str:
        return self.add(f"constant dense<{value}> : {self.type(shape)}")

    def reduced(self, name: str, x: str) -> str:
        first = {
            "add": "0.0",
            "maximum": {"f64": "0xFFF0000000000000", "f32": "0xFF800000", "f16": "0xFC00", "bf16": "0xFF80"}[self.element],
        }
        start = self.number(first[name])
        return self.add(
            f"reduce({x} init: {start}) applies stablehlo.{name} across dimensions = {self.axes} : ({self.type()}, {self.type(())}) -> {self.type(self.of_rows)}"
        )

    def spread(self, x: str) -> str:
        return self.add(f"broadcast_in_dim {x}, dims = {list(range(len(self.of_rows)))} : ({self.type(self.of_rows)}) -> {self.type()}")

    def mean(self, x: str) -> str:
        return self.unary("divide", f"{self.reduced('add', x)}, {self.number(float(self.count), self.of_rows)}", self.of_rows)

    def result(self, value: str, shape=None) -> tuple[str, str]:
        zero = self.number("0.0", self.shape if shape is None else shape)
        self.lines.append(f"%r = stablehlo.subtract {value}, {zero} : {self.type(shape)}")
        return "\n".join(self.lines), self.type(shape)


def softmax(body: Body):
    shifted = body.unary("subtract", f"%0, {body.spread(body.reduced('maximum', '%0'))}")
    powers = body.unary("exponential", shifted)
    return body.result(body.unary("divide", f"{powers}, {body.spread(body.reduced('add', powers))}"))


def log_softmax(body: Body):
    shifted = body.unary("subtract", f"%0, {body.spread(body.reduced('maximum', '%0'))}")
    sums = body.unary("log", body.reduced("add", body.unary("exponential", shifted)), body.of_rows)
    return body.result(body.unary("subtract", f"{shifted}, {body.spread(sums)}"))


def logsumexp(body: Body):
    most = body.reduced("maximum", "%0")
    powers = body.unary("exponential", body.unary("subtract", f"%0, {body.spread(most)}"))
    sums = body.unary("log", body.reduced("add", powers), body.of_rows)
    return body.result(body.unary("add", f"{sums}, {most}", body.of_rows), body.of_rows)


def layer_norm(body: Body):
    centred = body.unary("subtract", f"%0, {body.spread(body.mean('%0'))}")
    variance = body.mean(body.unary("multiply", f"{centred}, {centred}"))
    scale = body.unary("rsqrt", body.unary("add", f"{variance}, {body.number(0.5, body.of_rows)}", body.of_rows), body.of_rows)
    weights = body.add(f"broadcast_in_dim %1, dims = [{len(body.shape) - 1}] : ({body.type(body.shape[-1:])}) -> {body.type()}")
    return body.result(body.unary("multiply", f"{body.unary('multiply', f'{centred}, {body.spread(scale)}')}, {weights}"))


def rms_norm(body: Body):
    squares = body.mean(body.unary("multiply", "%0, %0"))
    scale = body.unary("rsqrt", body.unary("add", f"{squares}, {body.number(0.5, body.of_rows)}", body.of_rows), body.of_rows)
    return body.result(body.unary("multiply", f"%0, {body.spread(scale)}"))


def two_at_once(body: Body):
    """A mean and a maximum, which do not wait for each other, of a long chain that is kept."""
    x = "%0"
    for _ in range(6):
        x = body.unary("add", f"{x}, {body.number(0.25, body.shape)}")
    both = body.unary("add", f"{body.mean(x)}, {body.reduced('maximum', x)}", body.of_rows)
    return body.result(body.unary("subtract", f"{x}, {body.spread(both)}"))


def powers_of(x, axes):
    return np.exp(x - x.max(axes, keepdims=True))


def centred(x, axes):
    return x - x.mean(axes, keepdims=True)


def where_likely(body: Body):
    """Truth values that two passes need, of exponentials: they are computed twice."""
    powers = body.unary("exponential", body.unary("negate", "%0"))
    likely = body.add(f"compare LT, {powers}, {body.number(1.0, body.shape)} : ({body.type()}, {body.type()}) -> {typed(body.shape, 'i1')}")
    kept = body.add(f"select {likely}, %0, {body.number(0.0, body.shape)} : {typed(body.shape, 'i1')}, {body.type()}")
    sums = body.spread(body.reduced("add", kept))
    return body.result(body.add(f"select {likely}, {sums}, %0 : {typed(body.shape, 'i1')}, {body.type()}"))


EXPECTED = {
    where_likely: lambda x, w, axes: np.where(x > 0, np.maximum(x, 0).sum(axes, keepdims=True), x),
    softmax: lambda x, w, axes: powers_of(x, axes) / powers_of(x, axes).sum(axes, keepdims=True),
    log_softmax: lambda x, w, axes: x - x.max(axes, keepdims=True) - np.log(powers_of(x, axes).sum(axes, keepdims=True)),
    logsumexp: lambda x, w, axes: np.log(powers_of(x, axes).sum(axes)) + x.max(axes),
    layer_norm: lambda x, w, axes: centred(x, axes) / np.sqrt((centred(x, axes) ** 2).mean(axes, keepdims=True) + 0.5) * w,
    rms_norm: lambda x, w, axes: x / np.sqrt((x**2).mean(axes, keepdims=True) + 0.5),
    two_at_once: lambda x, w, axes: x + 1.5 - (x.mean(axes, keepdims=True) + 1.5 + x.max(axes, keepdims=True) + 1.5),
}


def check(program, shape, element: str, target: str, last: int = 1, special=None) -> None:
    """Runs a program on drawn numbers; all of it has to be one dispatch."""
    random = np.random.default_rng(sum(shape))
    x, w = (random.standard_normal(drawn).astype(dtype(element)) for drawn in (shape, shape[-1:]))
    if special is not None:
        x.reshape(-1)[:: max(1, x.size // 5)] = special
    text, result = program(Body(shape, element, last))
    answer, schedules = run([x, w], [element] * 2, text, result, target)
    assert len(schedules) == 1, schedules
    with np.errstate(all="ignore"):
        expected = EXPECTED[program](x.astype("f8"), w.astype("f8"), tuple(range(len(shape) - last, len(shape))))
    scale = np.abs(x.astype("f8")[np.isfinite(x.astype("f8"))]).max(initial=1.0)
    np.testing.assert_allclose(answer.astype("f8"), expected, rtol=NEAR[element], atol=4 * NEAR[element] * scale)


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("length", LENGTHS)
@pytest.mark.parametrize("program", EXPECTED)
def test_rows_of_all_lengths(program, length, target):
    check(program, (5, length), "f32", target)


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("length", [3, 17, 300])
@pytest.mark.parametrize("element", ["f64", "f16", "bf16"])
@pytest.mark.parametrize("program", [softmax, layer_norm, logsumexp])
def test_other_types(program, element, length, target):
    check(program, (4, length), element, target)


@pytest.mark.parametrize("special", [np.nan, np.inf, -np.inf])
@pytest.mark.parametrize("program", [softmax, log_softmax, layer_norm, two_at_once])
def test_what_is_no_number_stays_in_its_row(program, special):
    check(program, (12, 37), "f32", "x86-64-v3", special=special)


@pytest.mark.parametrize("program", EXPECTED)
@pytest.mark.parametrize("shape", [(3, 4, 5, 7), (2, 6, 16), (70, 3, 3), (1, 1, 9)])
def test_rows_of_two_dimensions(program, shape):
    """Weights along the last of them keep vectors within it; all else goes along both as one."""
    check(program, shape, "f32", "x86-64-v3", last=2)


@pytest.mark.parametrize("program", [softmax, layer_norm])
def test_many_rows(program):
    """In several workgroups, of which the last has fewer."""
    check(program, (1031, 33), "f32", "x86-64-v4")


@pytest.mark.parametrize("program", [softmax, layer_norm])
@pytest.mark.parametrize("rows", [3, 500])
def test_threads_share_the_rows(program, rows):
    x, w = (np.random.default_rng(rows).standard_normal(shape).astype("f4") for shape in ((rows, 130), (130,)))
    text, result = program(Body(x.shape, "f32"))
    module = lowered(
        f"func.func @main(%0: {result}, %1: {typed(w.shape)}) -> {result} {{\n{text}\nreturn %r : {result}\n}}", TARGETS[0], "cpu"
    )
    answers = []
    for threads in (1, 2):
        with session(module, "cpu", threads=threads) as program_of:
            answers += program_of(find_entry(module))([x, w])
    np.testing.assert_array_equal(*answers)
