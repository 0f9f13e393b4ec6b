"""Semantics: cells of recurrent networks as one op."""

from tfir.dialects.tf.activation import Sigmoid
from tfir.ods.numpy_on_demand import np
from tfir.ods.semantics import OpSemantics
from tfir.ods.shapes import fresh, with_rank


def lstm_step(x, cell, state, w, b, peepholes, forget_bias, cell_clip, order: str):
    """One step of an LSTM with peepholes (Gers, Schraudolph and Schmidhuber, JMLR 3, 2002), as TensorFlow's LSTMBlockCell.

    x [batch, inputs], cell and state [batch, units], w [inputs + units, 4 * units], b [4 * units]; `peepholes` are weights [units] of the
    gates i, f and o, or zeros. `order` is the order of the gates in the columns of w, such as "icfo". Returns i, the new cell, f, o, the
    cell's input, the activated cell and the new state, each [batch, units].
    """
    parts = dict(zip(order, np.split(np.concatenate([x, state], 1) @ w + b, 4, 1)))
    at_input, at_forget, at_output = peepholes
    kind = x.dtype.type
    i = Sigmoid.evaluate(parts["i"] + at_input * cell)
    f = Sigmoid.evaluate(parts["f"] + kind(forget_bias) + at_forget * cell)
    new_input = np.tanh(parts["c"])
    new_cell = new_input * i + cell * f
    if cell_clip > 0:
        new_cell = np.clip(new_cell, kind(-cell_clip), kind(cell_clip))
    o = Sigmoid.evaluate(parts["o"] + at_output * new_cell)
    activated = np.tanh(new_cell)
    return [i, new_cell, f, o, new_input, activated, o * activated]


def peepholes_of(use_peephole: bool, *weights):
    """The peephole weights of the gates i, f and o; zeros where they are not used."""
    return weights if use_peephole else (0, 0, 0)


class LSTMBlockCell(OpSemantics):
    def infer(x, cs_prev):
        (batch, _), (other, cells) = with_rank(x.shape, 2, "x"), with_rank(cs_prev.shape, 2, "cs_prev")
        return [(batch if isinstance(batch, int) else other, cells)] * 7

    def evaluate(x, cs_prev, h_prev, w, wci, wcf, wco, b, forget_bias, cell_clip, use_peephole):
        return lstm_step(x, cs_prev, h_prev, w, b, peepholes_of(use_peephole, wci, wcf, wco), forget_bias, cell_clip, "icfo")


def lstm_sequence(seq_len_max, x, cell, state, w, b, peepholes, forget_bias, cell_clip, order: str) -> list:
    """`lstm_step` along x [time, batch, inputs]: its seven results, each [time, batch, units].

    Beyond `seq_len_max` results are zeros; TensorFlow leaves them undefined.
    """
    results = [np.zeros((*x.shape[:2], cell.shape[-1]), x.dtype) for _ in range(7)]
    for time in range(min(int(seq_len_max), len(x))):
        step = lstm_step(x[time], cell, state, w, b, peepholes, forget_bias, cell_clip, order)
        cell, state = step[1], step[6]
        for whole, part in zip(results, step):
            whole[time] = part
    return results


class BlockLSTM(OpSemantics):
    def infer(x, b):
        time, batch, _ = with_rank(x.shape, 3, "x")
        (gates,) = with_rank(b.shape, 1, "b")
        return [(time, batch, gates // 4 if isinstance(gates, int) else fresh())] * 7

    def evaluate(seq_len_max, x, cs_prev, h_prev, w, wci, wcf, wco, b, forget_bias, cell_clip, use_peephole):
        peepholes = peepholes_of(use_peephole, wci, wcf, wco)
        return lstm_sequence(seq_len_max, x, cs_prev, h_prev, w, b, peepholes, forget_bias, cell_clip, "icfo")


class BlockLSTMV2(BlockLSTM):
    """Without a bias of its own at the forget gate, and with the gates in another order."""

    def evaluate(seq_len_max, x, cs_prev, h_prev, w, wci, wcf, wco, b, cell_clip, use_peephole):
        peepholes = peepholes_of(use_peephole, wci, wcf, wco)
        return lstm_sequence(seq_len_max, x, cs_prev, h_prev, w, b, peepholes, 0.0, cell_clip, "ifco")


class GRUBlockCell(OpSemantics):
    """Reset and update gates, the candidate, and the new state."""

    def infer(x, h_prev):
        return LSTMBlockCell.infer(x, h_prev)[:4]

    def evaluate(x, h_prev, w_ru, w_c, b_ru, b_c):
        r, u = np.split(Sigmoid.evaluate(np.concatenate([x, h_prev], 1) @ w_ru + b_ru), 2, 1)
        c = np.tanh(np.concatenate([x, r * h_prev], 1) @ w_c + b_c)
        return [r, u, c, u * h_prev + (x.dtype.type(1) - u) * c]
