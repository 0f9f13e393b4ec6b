"""Semantics: gradients of the cells of recurrent networks, step by step backwards."""

from tfir.ods.numpy_on_demand import np
from tfir.ods.semantics import OpSemantics
from tfir.ods.shapes import with_rank


def lstm_gates(cell, gates, peepholes, cell_gradient, state_gradient):
    """The gradients of a step's gates before their functions: {"i": .., "c": .., "f": .., "o": ..}, and that of the cell before the step.
    `gates` are i, cs, f, o, ci, co as `lstm_step` gives them, `cell` is the one before, and all are [batch, units]. Without peepholes, ()
    in place of their weights, nothing is added for them: what is infinite times 0 would be NaN."""
    i, _, f, o, new_input, activated = gates
    output = o * (1 - o) * state_gradient * activated
    whole = (1 - activated * activated) * state_gradient * o + cell_gradient
    if peepholes:
        whole = whole + output * peepholes[2]
    parts = {
        "i": i * (1 - i) * whole * new_input,
        "c": (1 - new_input * new_input) * whole * i,
        "f": f * (1 - f) * whole * cell,
        "o": output,
    }
    before = whole * f
    return parts, before + parts["i"] * peepholes[0] + parts["f"] * peepholes[1] if peepholes else before


class LSTMBlockCellGrad(OpSemantics):
    def infer(cs_prev, wci, wcf, wco):
        batch, units = with_rank(cs_prev.shape, 2, "cs_prev")
        gates = units * 4
        return [(batch, units), (batch, gates), with_rank(wci.shape, 1), with_rank(wcf.shape, 1), with_rank(wco.shape, 1)]

    def evaluate(cs_prev, wci, wcf, wco, i, cs, f, o, ci, co, cs_grad, h_grad, use_peephole):
        peepholes = (wci, wcf, wco) if use_peephole else ()
        parts, before = lstm_gates(cs_prev, (i, cs, f, o, ci, co), peepholes, cs_grad, h_grad)
        weights = weight_gradients(parts, cs_prev, cs) if use_peephole else [np.zeros_like(each) for each in (wci, wcf, wco)]
        return [before, np.concatenate([parts[gate] for gate in "icfo"], 1), *weights]


def weight_gradients(parts, before, after):
    """Of the peepholes at the gates i, f and o."""
    return [(parts[gate] * cell).sum(0) for gate, cell in (("i", before), ("f", before), ("o", after))]


class BlockLSTMGrad(OpSemantics):
    def infer(x, cs_prev, h_prev, w, wci, wcf, wco, b):
        ranks = ((x, 3), (cs_prev, 2), (h_prev, 2), (w, 2), (wci, 1), (wcf, 1), (wco, 1), (b, 1))
        return [with_rank(each.shape, rank) for each, rank in ranks]

    def evaluate(
        seq_len_max, x, cs_prev, h_prev, w, wci, wcf, wco, b, i, cs, f, o, ci, co, h, cs_grad, h_grad, use_peephole
    ):  # fmt: skip
        given = x, cs_prev, h_prev, w, (wci, wcf, wco), b, (i, cs, f, o, ci, co), h, cs_grad, h_grad
        return along_sequence("icfo", int(seq_len_max), *given, use_peephole)


class BlockLSTMGradV2(BlockLSTMGrad):
    """With the gates in another order."""

    def evaluate(
        seq_len_max, x, cs_prev, h_prev, w, wci, wcf, wco, b, i, cs, f, o, ci, co, h, cs_grad, h_grad, use_peephole
    ):  # fmt: skip
        given = x, cs_prev, h_prev, w, (wci, wcf, wco), b, (i, cs, f, o, ci, co), h, cs_grad, h_grad
        return along_sequence("ifco", int(seq_len_max), *given, use_peephole)


def along_sequence(order, length, x, cell, state, w, peepholes, b, gates, states, cell_gradients, state_gradients, use_peephole):
    """With the gates in this order in the columns of w: steps of `lstm_gates` from the last backwards: the gradients of x, cell, state, w, the peepholes and b."""
    inputs, weights = np.zeros_like(x), [np.zeros_like(each) for each in (w, *peepholes, b)]
    by_cell, by_state = np.zeros_like(cell), np.zeros_like(state)
    for time in reversed(range(min(length, len(x)))):
        before, told = (gates[1][time - 1], states[time - 1]) if time else (cell, state)
        here, seen = [each[time] for each in gates], peepholes if use_peephole else ()
        parts, by_cell = lstm_gates(before, here, seen, cell_gradients[time] + by_cell, state_gradients[time] + by_state)
        joined = np.concatenate([parts[gate] for gate in order], 1)
        inputs[time], by_state = np.split(joined @ w.T, [x.shape[-1]], 1)
        weights[0] += np.concatenate([x[time], told], 1).T @ joined
        weights[4] += joined.sum(0)
        if use_peephole:
            for total, each in zip(weights[1:4], weight_gradients(parts, before, here[1])):
                total += each
    return [inputs, by_cell, by_state, *weights]


class GRUBlockCellGrad(OpSemantics):
    """The gradients of x, of the state before, of the candidate, and of both gates, the latter before their functions."""

    def infer(x, h_prev):
        (batch, inputs), (_, units) = with_rank(x.shape, 2, "x"), with_rank(h_prev.shape, 2, "h_prev")
        return [(batch, inputs), (batch, units), (batch, units), (batch, units * 2)]

    def evaluate(x, h_prev, w_ru, w_c, r, u, c, d_h):
        candidate = d_h * (1 - u) * (1 - c * c)
        update = d_h * (h_prev - c) * u * (1 - u)
        by_candidate, reset_state = np.split(candidate @ w_c.T, [x.shape[1]], 1)
        gates = np.concatenate([reset_state * h_prev * r * (1 - r), update], 1)
        by_gates, state = np.split(gates @ w_ru.T, [x.shape[1]], 1)
        return [by_gates + by_candidate, state + reset_state * r + d_h * u, candidate, gates]
