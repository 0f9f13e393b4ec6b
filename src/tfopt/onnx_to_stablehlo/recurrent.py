"""Lowerings: recurrent networks. A direction is a loop over time; what does not depend on the state is multiplied before it."""

from tfir.ir.diagnostics import Error
from tfir.ir.types import I64

from tfopt.arithmetic.tensor import (
    Tensor,
    broadcast_to,
    clamp,
    concatenate,
    dot_general,
    dynamic_slice,
    exp,
    iota,
    loop,
    maximum,
    number,
    select,
    sigmoid,
    splat,
    tanh,
)
from tfopt.onnx_to_stablehlo.control_flow import put, row_starts
from tfopt.onnx_to_stablehlo.elementwise import softplus
from tfopt.onnx_to_stablehlo.indexing import along_axis
from tfopt.onnx_to_stablehlo.lowering import lower

ACTIVATIONS = {  # by name: the function of a tensor, alpha and beta, and what these are where they are not given
    "relu": (lambda x, a, b: maximum(x, 0), None, None), "tanh": (lambda x, a, b: tanh(x), None, None),
    "sigmoid": (lambda x, a, b: sigmoid(x), None, None), "affine": (lambda x, a, b: x * a + b, 1.0, 0.0),
    "leakyrelu": (lambda x, a, b: select(x < 0, x * a, x), 0.01, None),
    "thresholdedrelu": (lambda x, a, b: select(x > a, x, 0), 1.0, None),
    "scaledtanh": (lambda x, a, b: a * tanh(x * b), 1.0, 1.0), "hardsigmoid": (lambda x, a, b: clamp(0, x * a + b, 1), 0.2, 0.5),
    "elu": (lambda x, a, b: select(x < 0, a * (exp(x) - 1), x), 1.0, None), "softsign": (lambda x, a, b: x / (abs(x) + 1), None, None),
    "softplus": (lambda x, a, b: softplus(x), None, None),
}  # fmt: skip


def functions_of(names, alphas, betas, default: tuple, directions: int) -> list[list]:
    """The functions of each direction; what they take stands in lists of those that take something, in order."""
    names = [name.lower() for name in (names or default * directions)]
    left_alphas, left_betas = list(alphas or ()), list(betas or ())
    functions = []
    for name in names:
        if name not in ACTIVATIONS:
            raise Error(f"has the activation {name}, which ONNX does not have")
        function, alpha, beta = ACTIVATIONS[name]
        alpha = left_alphas.pop(0) if alpha is not None and left_alphas else alpha
        beta = left_betas.pop(0) if beta is not None and left_betas else beta
        functions.append(lambda x, function=function, alpha=alpha, beta=beta: function(x, alpha, beta))
    each = len(default)
    return [functions[at * each : (at + 1) * each] for at in range(directions)]


class Layer:
    """What all three kinds have in common: operands by direction, the loop, and the order of the results."""

    def __init__(self, X, W, R, B, sequence_lens, direction, layout, clip):
        self.layout, self.clip = layout, clip
        self.x = X.transpose(1, 0, 2) if layout else X  # [time, batch, inputs]
        self.lengths, self.direction = sequence_lens, direction
        self.count, self.hidden = W.shape[0], R.shape[-1]
        if self.count not in (1, 2):
            raise Error(f"has {self.count} directions")
        self.w, self.r, self.b = W, R, B
        self.steps, self.batch = self.x.shape[:2]

    def is_backwards(self, at: int) -> bool:
        return self.direction == "reverse" or at == 1

    def initial(self, states, at: int) -> Tensor:
        if states is None:
            return splat(0, (self.batch, self.hidden), self.x.element)
        return (states.transpose(1, 0, 2) if self.layout else states)[at]

    def turned(self, x: Tensor) -> Tensor:
        """Time turned round, of each sequence by itself."""
        if self.lengths is None:
            return x.reverse(0)
        place, length = iota(x.shape, 0, I64), broadcast_to(self.lengths.convert(I64), x.shape, [1])
        return along_axis(x, select(place < length, length - 1 - place, place), 0)

    def clipped(self, x: Tensor) -> Tensor:
        return clamp(-self.clip, x, self.clip) if self.clip else x

    def biases(self, at: int, count: int) -> tuple[Tensor, Tensor]:
        """Those of inputs and those of states, each [count * hidden]."""
        if self.b is None:
            zero = splat(0, (count * self.hidden,), self.x.element)
            return zero, zero
        return self.b[at, : count * self.hidden], self.b[at, count * self.hidden :]

    def run(self, at: int, projected: Tensor, states: list[Tensor], step) -> tuple[Tensor, list[Tensor]]:
        """`step(rows, *states)` gives new states of a row [batch, n] of what is projected, the first of which is the output. All of these [time, batch,
        hidden], and the last states."""
        projected = self.turned(projected) if self.is_backwards(at) else projected
        count, filled = number(self.steps, I64), splat(0, (self.steps, self.batch, self.hidden), projected.element)

        def body(time, total, *now):
            rows = dynamic_slice(projected, row_starts(projected, time), [1, *projected.shape[1:]]).reshape(*projected.shape[1:])
            new = step(rows, *now)
            output = new[0]
            if self.lengths is not None:
                is_there = time < self.lengths.convert(I64)
                new = [select(broadcast_to(is_there, each.shape, [0]), each, old) for each, old in zip(new, now)]
                output = select(broadcast_to(is_there, output.shape, [0]), output, 0)
            return [time + 1, put(total, output, time), *new]

        _, outputs, *last = loop(lambda time, *_: time < count, body, splat(0, (), I64), filled, *states)
        return self.turned(outputs) if self.is_backwards(at) else outputs, last

    def results(self, outputs: list[Tensor], last: list[list[Tensor]]) -> list[Tensor]:
        """Outputs [time, directions, batch, hidden], and each last state [directions, batch, hidden]; with `layout` the batch comes first."""
        y = concatenate([each.expand(1) for each in outputs], 1)
        ends = [concatenate([each.expand(0) for each in states], 0) for states in zip(*last)]
        if self.layout:
            return [y.transpose(2, 0, 1, 3), *[each.transpose(1, 0, 2) for each in ends]]
        return [y, *ends]


def projected(x: Tensor, w: Tensor, bias: Tensor) -> Tensor:
    """[time, batch, inputs] by [n, inputs]: [time, batch, n]."""
    product = dot_general(x, w, ([2], [1]))
    return product + broadcast_to(bias, product.shape, [2])


def parts(x: Tensor, count: int) -> list[Tensor]:
    size = x.shape[-1] // count
    return [x[..., at * size : (at + 1) * size] for at in range(count)]


def by_state(h: Tensor, r: Tensor) -> Tensor:
    return dot_general(h, r, ([1], [1]))


@lower
def RNN(
    X, W, R, activations, activation_alpha, activation_beta, clip, direction, layout=0, hidden_size=None, B=None, sequence_lens=None, initial_h=None,
):  # fmt: skip
    layer = Layer(X, W, R, B, sequence_lens, direction, layout, clip)
    functions = functions_of(activations, activation_alpha, activation_beta, ("Tanh",), layer.count)
    outputs, last = [], []
    for at in range(layer.count):
        bias, bias_r = layer.biases(at, 1)
        r, (f,) = R[at], functions[at]
        gates = projected(layer.x, W[at], bias + bias_r)
        output, states = layer.run(
            at, gates, [layer.initial(initial_h, at)], lambda rows, h, r=r, f=f: [f(layer.clipped(rows + by_state(h, r)))]
        )
        outputs.append(output)
        last.append(states)
    return layer.results(outputs, last)


@lower
def GRU(
    X, W, R, activations, activation_alpha, activation_beta, clip, direction, linear_before_reset, layout=0, B=None, sequence_lens=None, initial_h=None,
):  # fmt: skip
    """Gates stand in the order update, reset, new."""
    layer = Layer(X, W, R, B, sequence_lens, direction, layout, clip)
    functions = functions_of(activations, activation_alpha, activation_beta, ("Sigmoid", "Tanh"), layer.count)
    outputs, last = [], []
    for at in range(layer.count):
        bias, bias_r = layer.biases(at, 3)
        f, g = functions[at]
        size = layer.hidden

        def step(rows, h, r=R[at], f=f, g=g, bias_r=bias_r, size=size):
            told = parts(rows, 3)
            zr = by_state(h, r[: 2 * size]) + broadcast_to(bias_r[: 2 * size], (h.shape[0], 2 * size), [1])
            z, reset = [f(layer.clipped(a + b)) for a, b in zip(told[:2], parts(zr, 2))]
            own = broadcast_to(bias_r[2 * size :], h.shape, [1])
            of_state = reset * (by_state(h, r[2 * size :]) + own) if linear_before_reset else by_state(reset * h, r[2 * size :]) + own
            new = g(layer.clipped(told[2] + of_state))
            return [(1 - z) * new + z * h]

        output, states = layer.run(at, projected(layer.x, W[at], bias), [layer.initial(initial_h, at)], step)
        outputs.append(output)
        last.append(states)
    return layer.results(outputs, last)


@lower
def LSTM(
    X, W, R, activations, activation_alpha, activation_beta, clip, direction, input_forget, layout=0, B=None, sequence_lens=None, initial_h=None,
    initial_c=None, P=None,
):  # fmt: skip
    """Gates stand in the order input, output, forget, cell; peepholes are those of the first three."""
    layer = Layer(X, W, R, B, sequence_lens, direction, layout, clip)
    functions = functions_of(activations, activation_alpha, activation_beta, ("Sigmoid", "Tanh", "Tanh"), layer.count)
    outputs, last = [], []
    for at in range(layer.count):
        bias, bias_r = layer.biases(at, 4)
        f, g, of_cell = functions[at]
        peepholes = [None] * 3 if P is None else [part.expand(0) for part in parts(P[at], 3)]

        def step(rows, h, c, r=R[at], f=f, g=g, of_cell=of_cell, peepholes=peepholes):
            i, o, forget, new = parts(rows + by_state(h, r), 4)
            peeped = [None if p is None else broadcast_to(p, c.shape) for p in peepholes]
            i = f(layer.clipped(i if peeped[0] is None else i + peeped[0] * c))
            forget = 1 - i if input_forget else f(layer.clipped(forget if peeped[2] is None else forget + peeped[2] * c))
            cell = forget * c + i * g(layer.clipped(new))
            o = f(layer.clipped(o if peeped[1] is None else o + peeped[1] * cell))
            return [o * of_cell(cell), cell]

        states = [layer.initial(initial_h, at), layer.initial(initial_c, at)]
        output, ends = layer.run(at, projected(layer.x, W[at], bias + bias_r), states, step)
        outputs.append(output)
        last.append(ends)
    return layer.results(outputs, last)
