"""Lowerings: cells of recurrent networks as one op. A sequence becomes as many cells as it has steps."""

from tfopt.arithmetic.tensor import Tensor, clamp, concatenate, dot_general, sigmoid, splat, tanh
from tfopt.tf_to_stablehlo.lowering import lower


def columns(x: Tensor, count: int) -> list[Tensor]:
    """x [batch, count * n] as `count` tensors [batch, n]."""
    size = x.shape[-1] // count
    return [x[:, at * size : (at + 1) * size] for at in range(count)]


def affine(x: Tensor, state: Tensor, weights: Tensor, biases: Tensor) -> Tensor:
    """[x, state] @ weights + biases: x [batch, inputs], state [batch, units], weights [inputs + units, n], biases [n] -> [batch, n]."""
    return dot_general(concatenate([x, state], 1), weights, ([1], [0])) + biases


def lstm_step(x, cell, state, w, b, peepholes, forget_bias, cell_clip, order: str) -> list[Tensor]:
    """One step of an LSTM, as `dialects/tf/recurrent.py` computes it: x [batch, inputs], cell and state [batch, units]."""
    parts = dict(zip(order, columns(affine(x, state, w, b), 4)))

    def gate(letter: str, cell: Tensor, bias: float = 0.0) -> Tensor:
        part = parts[letter] + bias if bias else parts[letter]
        return sigmoid(part + peepholes[letter] * cell if peepholes else part)

    i, f = gate("i", cell), gate("f", cell, forget_bias)
    new_input = tanh(parts["c"])
    new_cell = new_input * i + cell * f
    new_cell = clamp(-cell_clip, new_cell, cell_clip) if cell_clip > 0 else new_cell
    o, activated = gate("o", new_cell), tanh(new_cell)
    return [i, new_cell, f, o, new_input, activated, o * activated]


def peepholes_of(use_peephole: bool, wci, wcf, wco) -> dict:
    return {"i": wci, "f": wcf, "o": wco} if use_peephole else {}


@lower
def LSTMBlockCell(x, cs_prev, h_prev, w, wci, wcf, wco, b, forget_bias, cell_clip, use_peephole):
    return lstm_step(x, cs_prev, h_prev, w, b, peepholes_of(use_peephole, wci, wcf, wco), forget_bias, cell_clip, "icfo")


def lstm_sequence(steps: int, x, cell, state, w, b, peepholes, forget_bias, cell_clip, order: str) -> list[Tensor]:
    """`lstm_step` along x [time, batch, inputs]: its seven results, each [time, batch, units]; zeros from step `steps` on."""
    results: list[list[Tensor]] = [[] for _ in range(7)]
    for time in range(min(steps, x.shape[0])):
        step = lstm_step(x[time], cell, state, w, b, peepholes, forget_bias, cell_clip, order)
        cell, state = step[1], step[6]
        for parts, part in zip(results, step):
            parts.append(part.expand(0))
    missing = x.shape[0] - len(results[0])
    rest = [splat(0, (missing, *cell.shape), x.element)] if missing else []
    return [concatenate([*parts, *rest], 0) for parts in results]


@lower
def BlockLSTM(seq_len_max: int, x, cs_prev, h_prev, w, wci, wcf, wco, b, forget_bias, cell_clip, use_peephole):
    peepholes = peepholes_of(use_peephole, wci, wcf, wco)
    return lstm_sequence(seq_len_max, x, cs_prev, h_prev, w, b, peepholes, forget_bias, cell_clip, "icfo")


@lower
def BlockLSTMV2(seq_len_max: int, x, cs_prev, h_prev, w, wci, wcf, wco, b, cell_clip, use_peephole):
    peepholes = peepholes_of(use_peephole, wci, wcf, wco)
    return lstm_sequence(seq_len_max, x, cs_prev, h_prev, w, b, peepholes, 0.0, cell_clip, "ifco")


@lower
def GRUBlockCell(x, h_prev, w_ru, w_c, b_ru, b_c):
    r, u = columns(sigmoid(affine(x, h_prev, w_ru, b_ru)), 2)
    c = tanh(affine(x, r * h_prev, w_c, b_c))
    return [r, u, c, u * h_prev + (1 - u) * c]
