"""Lowerings: cells of recurrent networks as one op. A sequence becomes as many cells as it has steps."""

from tfir.dialects.tf.recurrent_gradients import lstm_gates, weight_gradients

from tfopt.arithmetic.tensor import Tensor, clamp, concatenate, dot_general, sigmoid, splat, tanh
from tfopt.tf_to_stablehlo.lowering import lower, lowered_by


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


# Gradients of cells


def product(x: Tensor, y: Tensor) -> Tensor:
    return dot_general(x, y, ([1], [0]))


@lower
def LSTMBlockCellGrad(cs_prev, wci, wcf, wco, i, cs, f, o, ci, co, cs_grad, h_grad, use_peephole):
    peepholes = (wci, wcf, wco) if use_peephole else ()
    parts, before = lstm_gates(cs_prev, (i, cs, f, o, ci, co), peepholes, cs_grad, h_grad)
    weights = weight_gradients(parts, cs_prev, cs) if use_peephole else [splat(0, each.shape, each.element) for each in (wci, wcf, wco)]
    return [before, concatenate([parts[gate] for gate in "icfo"], 1), *weights]


def backwards(order: str):
    def lowering(
        seq_len_max: int, x, cs_prev, h_prev, w, wci, wcf, wco, b, i, cs, f, o, ci, co, h, cs_grad, h_grad, use_peephole
    ):  # fmt: skip
        gates, peepholes = (i, cs, f, o, ci, co), (wci, wcf, wco) if use_peephole else ()
        zeros = [splat(0, each.shape, each.element) for each in (cs_prev, h_prev, w, wci, wcf, wco, b)]
        (by_cell, by_state, *weights), steps = zeros, min(seq_len_max, x.shape[0])
        inputs = [splat(0, (x.shape[0] - steps, *x.shape[1:]), x.element)] if steps < x.shape[0] else []
        for time in reversed(range(steps)):
            before, told = (cs[time - 1], h[time - 1]) if time else (cs_prev, h_prev)
            here = [each[time] for each in gates]
            parts, by_cell = lstm_gates(before, here, peepholes, cs_grad[time] + by_cell, h_grad[time] + by_state)
            joined = concatenate([parts[gate] for gate in order], 1)
            back = product(joined, w.transpose(1, 0))
            inputs.insert(0, back[:, : x.shape[-1]].expand(0))
            by_state = back[:, x.shape[-1] :]
            peeped = weight_gradients(parts, before, here[1]) if use_peephole else [0, 0, 0]
            changes = [product(concatenate([x[time], told], 1).transpose(1, 0), joined), *peeped, joined.sum(0)]
            weights = [weight + change for weight, change in zip(weights, changes)]
        return [concatenate(inputs, 0), by_cell, by_state, *weights]

    return lowering


lowered_by(BlockLSTMGrad=backwards("icfo"), BlockLSTMGradV2=backwards("ifco"))


@lower
def GRUBlockCellGrad(x, h_prev, w_ru, w_c, r, u, c, d_h):
    candidate = d_h * (1 - u) * (1 - c * c)
    update = d_h * (h_prev - c) * u * (1 - u)
    back = product(candidate, w_c.transpose(1, 0))
    by_candidate, reset_state = back[:, : x.shape[1]], back[:, x.shape[1] :]
    gates = concatenate([reset_state * h_prev * r * (1 - r), update], 1)
    back = product(gates, w_ru.transpose(1, 0))
    return [back[:, : x.shape[1]] + by_candidate, back[:, x.shape[1] :] + reset_state * r + d_h * u, candidate, gates]
