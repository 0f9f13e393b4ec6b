"""Recurrent cells and layers, of floats, with stored weights, and of stored integers. A layer's steps stand one after another. What a cell keeps is an
operand: a variable, which the next call begins with, or a constant.

Source: tensorflow/lite/kernels/{basic_rnn,unidirectional_sequence_rnn,bidirectional_sequence_rnn,lstm,lstm_eval,svdf}.cc and tensor_utils.
"""

from __future__ import annotations

from functools import cache
from math import log2

from tfir.dialects.tfl.convolution import hybrid_product
from tfir.dialects.tfl.elementwise import activated
from tfir.dialects.tfl.fixed_functions import Fixed
from tfir.dialects.tfl.fixed_point import factor, high_product, rounding_shift, scaled, scaled_by
from tfir.dialects.tfl.in_tensorflow import Kept, Number, clamp, constant, family, tf, where
from tfir.dialects.tfl.normalization import inverse_root
from tfir.ir.types import F32, I8, I16, I64, UI8
from tfir.ods.numpy_on_demand import np

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

SEMANTICS, means, _ = family()
SHORT = Fixed(15)


def multiplied(x: Number, weights: Number, is_asymmetric: bool = False) -> Number:
    """Rows times the transposed weights, which may be stored integers."""
    if weights.quantized is not None:
        return hybrid_product(x, weights, None, "NONE", is_asymmetric)
    return tf("MatMul", x, weights, transpose_b=True)


def floats_of(x: Number) -> Number:
    """Weights that are multiplied by elements."""
    return x if x.quantized is None else x.to(F32) * x.scale


def steps_of(x: Number, time_major: bool, is_backward: bool = False) -> list[Number]:
    axis = 0 if time_major else 1
    steps = tf("Unpack", x, num=x.shape[axis], axis=axis)
    for step in steps:
        step.quantized = x.quantized
    return steps[::-1] if is_backward else steps


def layer(x: Number, time_major: bool, step: Callable[..., Number], is_backward: bool = False, aside: Number | None = None) -> Number:
    """The results of a step for all times, which stand where their operands did; `aside` has a second operand of each."""
    operands = [steps_of(each, time_major, is_backward) for each in (x, aside) if each is not None]
    results = [step(*each) for each in zip(*operands)]
    return tf("Pack", results[::-1] if is_backward else results, axis=0 if time_major else 1)


# Simple cells


class SimpleCell:
    """act(x W + h R + b), and with an auxiliary operand a A besides."""

    def __init__(self, weights, recurrent, bias, state, activation: str, is_asymmetric: bool, auxiliary: Number | None = None):
        self.weights, self.recurrent, self.bias, self.state = weights, recurrent, bias, state
        self.activation, self.is_asymmetric, self.auxiliary = activation, is_asymmetric, auxiliary

    def __call__(self, x: Number, aside: Number | None = None) -> Number:
        total = multiplied(x, self.weights, self.is_asymmetric) + self.bias
        if aside is not None and self.auxiliary is not None:
            total = total + multiplied(aside, self.auxiliary, self.is_asymmetric)
        self.state = activated(total + multiplied(self.state, self.recurrent, self.is_asymmetric), self.activation)
        return self.state


@means
def rnn(input, input_weights, recurrent_weights, bias, hidden_state, fused_activation_function, asymmetric_quantize_inputs):
    cell = SimpleCell(input_weights, recurrent_weights, bias, hidden_state, fused_activation_function, bool(asymmetric_quantize_inputs))
    return Kept(cell(input), {"hidden_state": cell.state})


@means
def unidirectional_sequence_rnn(
    input, input_to_input_weights, recurrent_to_input_weights, input_gate_bias, hidden_state, time_major, fused_activation_function,
    asymmetric_quantize_inputs,
):  # fmt: skip
    is_asymmetric = bool(asymmetric_quantize_inputs)
    cell = SimpleCell(
        input_to_input_weights, recurrent_to_input_weights, input_gate_bias, hidden_state, fused_activation_function, is_asymmetric
    )
    return Kept(layer(input, time_major, cell), {"hidden_state": cell.state})


@means
def bidirectional_sequence_rnn(
    input, fw_input_weights, fw_recurrent_weights, fw_bias, fw_hidden_state, bw_input_weights, bw_recurrent_weights, bw_bias, bw_hidden_state,
    aux_input, fw_aux_weights, bw_aux_weights, time_major, fused_activation_function, merge_outputs, asymmetric_quantize_inputs,
):  # fmt: skip
    words = (fused_activation_function, bool(asymmetric_quantize_inputs))
    forward = SimpleCell(fw_input_weights, fw_recurrent_weights, fw_bias, fw_hidden_state, *words, fw_aux_weights)
    backward = SimpleCell(bw_input_weights, bw_recurrent_weights, bw_bias, bw_hidden_state, *words, bw_aux_weights)
    results = both_ways(input, aux_input, fw_aux_weights is not None, time_major, forward, backward)
    states = {"fw_hidden_state": forward.state, "bw_hidden_state": backward.state}
    return Kept(tf("ConcatV2", results, 2) if merge_outputs else results, states)


def both_ways(x: Number, aside: Number | None, has_weights: bool, time_major: bool, forward: Any, backward: Any) -> list[Number]:
    """What a layer gives forward and backward. Without weights for it the auxiliary operand is that of the backward cell."""
    if has_weights:
        return [layer(x, time_major, forward, aside=aside), layer(x, time_major, backward, is_backward=True, aside=aside)]
    return [layer(x, time_major, forward), layer(x if aside is None else aside, time_major, backward, is_backward=True)]


# Long short-term memory


class Gate:
    """What one gate of a cell is computed of. An operand that a cell does not have is None."""

    def __init__(self, inputs, recurrent, peephole, bias, norm, intermediate=None, auxiliary=None):
        self.inputs, self.recurrent, self.peephole, self.bias, self.norm = inputs, recurrent, peephole, bias, norm
        self.intermediate, self.auxiliary = intermediate, auxiliary


class LongCell:
    """A cell of floats; stored weights are multiplied by operands that are quantized as they come."""

    def __init__(self, gates: dict[str, Gate], projection, projection_bias, output, cell, words: dict[str, Any]):
        self.gates, self.projection, self.projection_bias, self.output, self.cell = gates, projection, projection_bias, output, cell
        self.activation, self.cell_clip, self.proj_clip = words["activation"], words["cell_clip"], words["proj_clip"]
        self.is_asymmetric = bool(words["is_asymmetric"])

    def sums(self, name: str, x: Number, aside: Number | None, cell: Number | None) -> Number:
        gate = self.gates[name]
        total = multiplied(x, gate.inputs, self.is_asymmetric)
        if aside is not None:
            total = total + multiplied(aside, gate.auxiliary, self.is_asymmetric)
        total = total + multiplied(self.output, gate.recurrent, self.is_asymmetric)
        if gate.peephole is not None and cell is not None:
            total = total + cell * floats_of(gate.peephole)
        if gate.norm is not None:
            mean = tf("Mean", total, [1], keep_dims=True)
            distance = total - mean
            total = distance * tf("Rsqrt", tf("Mean", distance * distance, [1], keep_dims=True) + 1e-8) * floats_of(gate.norm)
        return total + gate.bias if gate.bias is not None else total

    def __call__(self, x: Number, aside: Number | None = None) -> Number:
        forget = tf("Sigmoid", self.sums("forget", x, aside, self.cell))
        let_in = tf("Sigmoid", self.sums("input", x, aside, self.cell)) if "input" in self.gates else forget * -1.0 + 1.0
        new = activated(self.sums("cell", x, aside, None), self.activation)
        self.cell = limited(forget * self.cell + let_in * new, self.cell_clip)
        self.output = tf("Sigmoid", self.sums("output", x, aside, self.cell)) * activated(self.cell, self.activation)
        if self.projection is not None:
            self.output = multiplied(self.output, self.projection, self.is_asymmetric)
            self.output = self.output if self.projection_bias is None else self.output + self.projection_bias
            self.output = limited(self.output, self.proj_clip)
        return self.output


def limited(x: Number, clip: float) -> Number:
    return clamp(x, -clip, clip) if clip else x


class LongCellOfIntegers:
    """A cell of operands of 8 bits, a state of 16, and gates of 16 with 12 bits behind the point."""

    def __init__(self, gates: dict[str, Gate], projection, projection_bias, output, cell, words: dict[str, Any]):
        self.gates, self.projection, self.projection_bias, self.output, self.cell = gates, projection, projection_bias, output, cell
        self.hidden = words["hidden"] or output.quantized
        self.power = int(round(log2(float(cell.scale))))
        self.output_type, self.cell_type = output.quantized, cell.quantized
        self.cell_clip = clip_of(words["cell_clip"], float(cell.scale), 32767)
        self.proj_clip = clip_of(words["proj_clip"], float(output.scale), 127)
        self.output, self.cell, self.by_places = output.to(I64), cell.to(I64), Places()

    def part(self, x: Number, quantized: Any, weights: Number, scale: float, bias: Number | None) -> Number:
        """One product, with the bias, in the scale of the gates."""
        total = tf("MatMul", x - quantized.zero_points[0] if quantized.zero_points[0] else x, weights.to(I64), transpose_b=True)
        total = total if bias is None else total + bias.to(I64)
        return short(scaled_by(total, factor_of(weights.scale, quantized.scales[0], over=scale)))

    def sums(self, name: str, x: Number, quantized: Any, cell: Number | None) -> Number:
        gate = self.gates[name]
        scale = 2.0**-12 if gate.norm is None else gate.intermediate.scales[0]
        total = self.part(x, quantized, gate.inputs, scale, gate.bias if gate.norm is None else None)
        total = short(total + self.part_of_state(gate, scale))
        if gate.peephole is not None and cell is not None:
            real = float(np.float32(2.0**self.power * float(gate.peephole.scale) / float(np.float32(scale))))
            total = short(total + scaled_by(cell * gate.peephole.to(I64), real))
        return total if gate.norm is None else normalized(total, gate.norm, gate.bias)

    def part_of_state(self, gate: Gate, scale: float) -> Number:
        return self.part(self.output, self.output_type, gate.recurrent, scale, None)

    def __call__(self, x: Number) -> Number:
        quantized, x = x.quantized, x.to(I64)
        forget = self.by_places(self.sums("forget", x, quantized, self.cell), "sigmoid")
        new = self.by_places(self.sums("cell", x, quantized, None), "tanh")
        if "input" in self.gates:
            let_in = self.by_places(self.sums("input", x, quantized, self.cell), "sigmoid")
        else:
            let_in = forget * -1 + 32767
        kept = rounding_shift(forget * self.cell, 15)
        self.cell = short(kept + rounding_shift(let_in * new, 30 + self.power))
        self.cell = clamp(self.cell, -self.cell_clip, self.cell_clip) if self.cell_clip else self.cell
        let_out = self.by_places(self.sums("output", x, quantized, self.cell), "sigmoid")
        shown = self.by_places(self.cell, "tanh", 15 + self.power)
        scale = float(np.float32(self.hidden.scales[0]))
        real = float(np.float32(2.0**-15 / scale * 2.0**-15))
        hidden = clamp(scaled_by(let_out * shown, real) + self.hidden.zero_points[0], -128, 127)
        if self.projection is not None:
            hidden = self.projected(hidden)
        self.output = hidden
        result = hidden.to(I8)
        result.quantized = self.output_type
        return result

    def projected(self, hidden: Number) -> Number:
        zero = self.hidden.zero_points[0]
        total = tf("MatMul", hidden - zero if zero else hidden, self.projection.to(I64), transpose_b=True)
        total = total if self.projection_bias is None else total + self.projection_bias.to(I64)
        real = factor_of(self.projection.scale, self.hidden.scales[0], over=self.output_type.scales[0])
        answer = clamp(scaled_by(total, real) + self.output_type.zero_points[0], -128, 127)
        return clamp(answer, -self.proj_clip, self.proj_clip) if self.proj_clip else answer


def factor_of(one: Any, other: Any, over: Any) -> float:
    """A product of scales by another scale, each step in 32 bits as the kernels have it."""
    return float(np.float32(np.float32(one) * np.float32(other)) / np.float32(over))


def normalized(x: Number, weights: Number, bias: Number) -> Number:
    """Rows of 16 bits brought to an average of 0 and a deviation of 1, times weights, with a bias; with 12 bits behind the point."""
    size = x.shape[-1]
    scale = float(weights.scale)
    total, squares = [tf("Sum", each, [1], keep_dims=True) for each in (x, x * x)]
    mean = tf("TruncateDiv", total * 1024, size)
    variance = tf("TruncateDiv", squares * ((1 << 20) // size) - mean * mean, 1 << 20)
    variance = where(variance < 1, max(1, int(np.float32(10000) * np.float32(scale))), variance)
    inverse, right = inverse_root(variance)
    rescaled = rounding_shift(high_product(x * 1024 - mean, inverse), right)
    product = rescaled * weights.to(I64) + bias.to(I64)
    product = tf("TruncateDiv", where(product > 0, product + 512, product - 512), 1024)
    multiplier, shift = factor(scale)
    return short(scaled(product, np.int64(multiplier), np.int64(shift + 12)))


def clip_of(clip: float, scale: float, most: int) -> int:
    """A limit as an integer; 0 for none."""
    return min(max(int(clip / scale), -most), most) if clip > 0 else 0


def short(x: Number) -> Number:
    return clamp(x, -32768, 32767)


@cache
def every(function: str, whole: int) -> Any:
    """A function of all integers of 16 bits, with `whole` bits in front of the point."""
    return getattr(SHORT, function)(np.arange(-32768, 32768, dtype=np.int64), whole)


class Places:
    """Functions of integers of 16 bits by tables of them, each of which is one constant."""

    def __init__(self) -> None:
        self.tables: dict[tuple[str, int], Number] = {}

    def __call__(self, x: Number, function: str, whole: int = 3) -> Number:
        table = self.tables.get((function, whole))
        if table is None:
            table = self.tables[function, whole] = constant(every(function, whole), I16)
        return tf("GatherV2", table, x + 32768, 0).to(I64)


def gates_of(**arguments: Any) -> dict[str, Gate]:
    gates = {}
    for name in ("input", "forget", "cell", "output"):
        bias = arguments["cell_bias" if name == "cell" else f"{name}_gate_bias"]
        gates[name] = Gate(
            arguments[f"input_to_{name}_weights"],
            arguments[f"recurrent_to_{name}_weights"],
            None if name == "cell" else arguments[f"cell_to_{name}_weights"],
            bias,
            arguments.get(f"{name}_layer_norm_coefficients"),
            element_of(arguments.get(f"input_to_{name}_intermediate")),
        )
    if gates["input"].inputs is None:
        del gates["input"]
    return gates


def cell_of(x: Number, gates: dict[str, Gate], projection, projection_bias, output, cell, words: dict[str, Any]) -> Any:
    kind: Any = LongCellOfIntegers if x.quantized is not None else LongCell
    return kind(gates, projection, projection_bias, output, cell, words)


@means
def unidirectional_sequence_lstm(
    input, input_to_input_weights, input_to_forget_weights, input_to_cell_weights, input_to_output_weights, recurrent_to_input_weights,
    recurrent_to_forget_weights, recurrent_to_cell_weights, recurrent_to_output_weights, cell_to_input_weights, cell_to_forget_weights,
    cell_to_output_weights, input_gate_bias, forget_gate_bias, cell_bias, output_gate_bias, projection_weights, projection_bias,
    input_activation_state, input_cell_state, input_layer_norm_coefficients, forget_layer_norm_coefficients, cell_layer_norm_coefficients,
    output_layer_norm_coefficients, fused_activation_function, cell_clip, proj_clip, time_major, asymmetric_quantize_inputs,
    input_to_input_intermediate, input_to_forget_intermediate, input_to_cell_intermediate, input_to_output_intermediate,
    effective_hidden_scale_intermediate,
):  # fmt: skip
    gates = gates_of(**locals())
    words = words_of(fused_activation_function, cell_clip, proj_clip, asymmetric_quantize_inputs, effective_hidden_scale_intermediate)
    cell = cell_of(input, gates, projection_weights, projection_bias, input_activation_state, input_cell_state, words)
    return Kept(layer(input, time_major, cell), {"input_activation_state": cell.output, "input_cell_state": cell.cell})


def words_of(activation: str, cell_clip: float, proj_clip: float, is_asymmetric: Any, hidden: Any) -> dict[str, Any]:
    hidden = element_of(hidden)
    return {"activation": activation, "cell_clip": cell_clip, "proj_clip": proj_clip, "is_asymmetric": is_asymmetric, "hidden": hidden}


def element_of(type: Any) -> Any:
    """The elements of a tensor between the steps of a cell, which a file has for their scale."""
    return getattr(type, "element", type)


@means
def lstm(
    input, input_to_input_weights, input_to_forget_weights, input_to_cell_weights, input_to_output_weights, recurrent_to_input_weights,
    recurrent_to_forget_weights, recurrent_to_cell_weights, recurrent_to_output_weights, cell_to_input_weights, cell_to_forget_weights,
    cell_to_output_weights, input_gate_bias, forget_gate_bias, cell_bias, output_gate_bias, projection_weights, projection_bias,
    input_activation_state, input_cell_state, input_layer_norm_coefficients, forget_layer_norm_coefficients, cell_layer_norm_coefficients,
    output_layer_norm_coefficients, fused_activation_function, cell_clip, proj_clip, asymmetric_quantize_inputs,
    input_to_input_intermediate, input_to_forget_intermediate, input_to_cell_intermediate, input_to_output_intermediate,
    effective_hidden_scale_intermediate,
):  # fmt: skip
    gates = gates_of(**locals())
    words = words_of(fused_activation_function, cell_clip, proj_clip, asymmetric_quantize_inputs, effective_hidden_scale_intermediate)
    cell = cell_of(input, gates, projection_weights, projection_bias, input_activation_state, input_cell_state, words)
    return Kept(cell(input), {"input_activation_state": cell.output, "input_cell_state": cell.cell})


@means
def bidirectional_sequence_lstm(
    operands, fused_activation_function, cell_clip, proj_clip, merge_outputs, time_major, asymmetric_quantize_inputs, result_types
):
    x, states, aside, beside = operands[0], operands[35:39], operands[39] if len(operands) > 39 else None, operands[40:]
    words = words_of(fused_activation_function, cell_clip, proj_clip, asymmetric_quantize_inputs, None)
    cells, kept = [], {}
    for at, is_backward in ((1, False), (18, True)):
        of_aside: Sequence[Any] = beside[4:] if is_backward else beside[:4]
        weights: Sequence[Any] = operands[at : at + 17]
        names = ("input", "forget", "cell", "output")
        peepholes = dict(zip(("input", "forget", "output"), weights[8:11]))
        gates = {
            name: Gate(
                weights[number], weights[4 + number], peepholes.get(name), weights[11 + number], None, None, at_place(of_aside, number)
            )
            for number, name in enumerate(names)
        }
        if weights[0] is None:
            del gates["input"]
        output, cell = states[2:] if is_backward else states[:2]
        cells.append(cell_of(x, gates, weights[15], weights[16], output, cell, words))
    results = both_ways(x, aside, any(each is not None for each in beside), time_major, *cells)
    for side, made in zip(("fw", "bw"), cells):
        kept |= {f"{side}_input_activation_state": made.output, f"{side}_input_cell_state": made.cell}
    return Kept([tf("ConcatV2", results, 2), None][: len(result_types)] if merge_outputs else results, kept)


def at_place(values: Sequence[Any], number: int) -> Any:
    return values[number] if number < len(values) else None


@means
def basic_lstm(data_input, prev_activ_input, weights_input, biases_input, prev_state_input):
    """One product of what comes and of what the last call gave, for all gates. Of stored integers, 8 bits that reach from -1 to 1 around 128, it has 3 bits
    in front of the point, and the state has 4."""
    both = tf("ConcatV2", [data_input, prev_activ_input], 1)
    if data_input.quantized is None:
        total = tf("MatMul", both, weights_input, transpose_b=True) + biases_input
        let_in, new, forget, let_out = tf("Split", 1, total, num_split=4)
        state = tf("Sigmoid", let_in) * tf("Tanh", new) + tf("Sigmoid", forget) * prev_state_input
        output = tf("Sigmoid", let_out) * tf("Tanh", state)
        return Kept([output, state, both, total], {"prev_activ_input": output, "prev_state_input": state})
    weights = weights_input.to(I64) - weights_input.zero
    total = tf("MatMul", both.to(I64) - 128, weights, transpose_b=True) + biases_input.to(I64)
    total = short(scaled_by(total, 4096 * float(biases_input.scale)))
    let_in, new, forget, let_out = tf("Split", 1, total, num_split=4)
    by_places = Places()
    let_in, forget, let_out = [by_places(each, "sigmoid") for each in (let_in, forget, let_out)]
    added = rounding_shift(SHORT.product(let_in, by_places(new, "tanh")), 4)
    state = short(added + SHORT.product(forget, prev_state_input.to(I64)))
    shown = SHORT.product(let_out, by_places(short(state * 2), "tanh"))
    output = (clamp(rounding_shift(shown, 8), -128, 127) + 128).to(UI8)
    return Kept([output, state.to(I16), both, total.to(I16)], {"prev_activ_input": output, "prev_state_input": state})


# Filters of time


@means
def svdf(
    input, feature_weights, time_weights, input_gate_bias, activation_state, rank, fused_activation_function, asymmetric_quantize_inputs,
    result_types,
):  # fmt: skip
    """The state of each filter moves on by one, with a new product behind it; filters of one unit are added."""
    filters, memory = time_weights.shape
    batch = input.shape[0]
    result = result_types[0].element
    state = activation_state.reshape(batch, filters, memory)
    if input.quantized is None:
        new = multiplied(input, feature_weights, bool(asymmetric_quantize_inputs))
        state = moved_on(state, new)
        total = tf("Sum", state * floats_of(time_weights), [2])
        total = tf("Sum", total.reshape(batch, filters // rank, rank), [2])
        total = total if input_gate_bias is None else total + input_gate_bias
        return Kept(activated(total, fused_activation_function), {"activation_state": state})
    numbers = input.to(I64) - input.zero
    new = tf("MatMul", numbers, feature_weights.to(I64), transpose_b=True)
    new = short(scaled_by(new, float(input.scale) * float(feature_weights.scale) / float(activation_state.scale)))
    state = moved_on(state.to(I64), new)
    total = tf("Sum", tf("Sum", state * time_weights.to(I64), [2]).reshape(batch, filters // rank, rank), [2])
    total = total if input_gate_bias is None else total + input_gate_bias.to(I64)
    real = float(activation_state.scale) * float(time_weights.scale) / float(np.float32(result.scales[0]))
    answer = clamp(scaled_by(total, real) + result.zero_points[0], -128, 127).to(result.storage)
    return Kept(answer, {"activation_state": state})


def moved_on(state: Number, new: Number) -> Number:
    kept = tf("StridedSlice", state, [0, 0, 1], [0, 0, 0], [1, 1, 1], begin_mask=3, end_mask=7)
    return tf("ConcatV2", [kept, tf("ExpandDims", new, 2)], 2)
