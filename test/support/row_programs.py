"""Programs of StableHLO that go along rows or columns: softmax, normalizations, their likes; with what they give, by NumPy in double precision."""

import numpy as np
from processor_programs import dtype, typed

LENGTHS = (1, 2, 3, 7, 8, 17, 40, 1000, 4097)
NEAR = {"f64": 1e-12, "f32": 2e-6, "f16": 2e-3, "bf16": 2e-2}


class Body:
    """StableHLO on rows of `%0`, being written, for tensors of one shape and element type, whose rows lie along some axes."""

    def __init__(self, shape, element: str, axes=(-1,)):
        self.shape, self.element, self.lines = tuple(shape), element, []
        self.axes = [axis % len(shape) for axis in axes]
        self.outer = [axis for axis in range(len(shape)) if axis not in self.axes]
        self.of_rows = tuple([shape[axis] for axis in self.outer])
        self.count = int(np.prod([shape[axis] for axis in self.axes]))

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
        return self.add(f"broadcast_in_dim {x}, dims = {self.outer} : ({self.type(self.of_rows)}) -> {self.type()}")

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


def drawn(shape, element: str, special=None):
    """A tensor and weights for its columns; a few elements are `special`."""
    random = np.random.default_rng(sum(shape))
    x, w = (random.standard_normal(sizes).astype(dtype(element)) for sizes in (shape, shape[-1:]))
    if special is not None:
        x.reshape(-1)[:: max(1, x.size // 5)] = special
    return x, w


def assert_as_expected(program, answer, x, w, element: str, axes) -> None:
    with np.errstate(all="ignore"):
        expected = EXPECTED[program](x.astype("f8"), w.astype("f8"), axes)
    scale = np.abs(x.astype("f8")[np.isfinite(x.astype("f8"))]).max(initial=1.0)
    np.testing.assert_allclose(answer.astype("f8"), expected, rtol=NEAR[element], atol=4 * NEAR[element] * scale)
