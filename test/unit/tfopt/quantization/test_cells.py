"""A recurrent layer that is one operator, on integers, beside what its equations give in NumPy."""

import numpy as np
import pytest
from tfir.dialects import dialect, lookup, verify
from tfir.execution.entry import find_entry
from tfir.execution.program import interpreted
from tfir.ir.diagnostics import Error
from tfir.ir.location import Source
from tfir.text.parser import parse

from tfopt.generic.dce import dce
from tfopt.quantization.quantize import quantize

DRAWN = np.random.default_rng(3)
WEIGHTS, RECURRENT = [DRAWN.uniform(-1, 1, (4, 3, size)).astype(np.float32) for size in (2, 3)]
BIASES = DRAWN.uniform(-0.5, 0.5, (4, 3)).astype(np.float32)


def constants(word, arrays):
    lines = []
    for number, array in enumerate(arrays):
        type = f"tensor<{'x'.join(map(str, array.shape))}xf32>"
        lines.append(f'  %{word}{number} = "tfl.pseudo_const"() {{value = dense<{array.tolist()}> : {type}}} : () -> {type}')
    return "\n".join(lines)


def layer(kept):
    """A layer of three units on five rows, with two tensors that it writes on."""
    return f"""func.func @main(%arg0: tensor<2x5x2xf32>) -> tensor<2x5x3xf32> {{
{constants("w", WEIGHTS)}
{constants("r", RECURRENT)}
{constants("b", BIASES)}
  %none = "tfl.no_value"() {{value}} : () -> none
  %zero = "tfl.pseudo_const"() {{value = dense<0.0> : tensor<2x3xf32>}} : () -> tensor<2x3xf32>
{kept}
  %y = "tfl.unidirectional_sequence_lstm"(%arg0, %w0, %w1, %w2, %w3, %r0, %r1, %r2, %r3, %none, %none, %none, %b0, %b1, %b2, %b3, %none, %none, %h, %c,
    %none, %none, %none, %none) {{cell_clip = 0.0 : f32, fused_activation_function = "TANH", proj_clip = 0.0 : f32, time_major = false}}
    : (tensor<2x5x2xf32>, {", ".join(["tensor<3x2xf32>"] * 4 + ["tensor<3x3xf32>"] * 4)}, none, none, none,
       {", ".join(["tensor<3xf32>"] * 4)}, none, none, tensor<2x3xf32>, tensor<2x3xf32>, none, none, none, none) -> tensor<2x5x3xf32>
  return %y : tensor<2x5x3xf32>
}}"""


MADE = "\n".join([f'  %{name} = "tfl.zeros_like"(%zero) {{tfl.is_variable}} : (tensor<2x3xf32>) -> tensor<2x3xf32>' for name in "hc"])
KEPT = "\n".join(
    [f'  %{name} = "tfl.pseudo_const"() {{value = dense<0.0> : tensor<2x3xf32>, tfl.is_variable}} : () -> tensor<2x3xf32>' for name in "hc"]
)


def read(kept):
    return parse(Source("t.mlir", layer(kept)), lookup, dialect)


def computed(module, x):
    return interpreted(module, find_entry(module))([x])[0]


def expected(x, is_of_state=False):
    def sigmoid(number):
        return 1 / (1 + np.exp(-number))

    output, state, rows = np.zeros((2, 3)), np.zeros((2, 3)), []
    for at in range(5):
        i, f, g, o = [x[:, at] @ w.T + output @ r.T + b for w, r, b in zip(WEIGHTS, RECURRENT, BIASES)]
        state = sigmoid(f) * state + sigmoid(i) * np.tanh(g)
        output = sigmoid(o) * np.tanh(state)
        rows.append(state if is_of_state else output)
    return np.stack(rows, 1)


@pytest.fixture
def data(tmp_path):
    arrays = DRAWN.uniform(-1, 1, (16, 2, 5, 2)).astype(np.float32)
    for number, array in enumerate(arrays):
        np.savez(tmp_path / f"{number}.npz", arg0=array)
    return arrays


def cells(module):
    return [op for op in module.walk() if op.name == "tfl.unidirectional_sequence_lstm"]


def test_each_call_begins_with_zeros(data):
    program = read(MADE)
    run = interpreted(program, find_entry(program))
    for x in (data[0], data[1], data[0]):
        np.testing.assert_allclose(run([x])[0], expected(x), atol=1e-6)


def test_a_layer_of_integers_is_one_step_of_its_result_off(data, tmp_path):
    module = read(MADE)
    quantize(module, calibration=f"@{tmp_path}/*.npz")
    verify(module)
    (cell,) = cells(module)
    output, state = [cell.operands[at].type.element for at in (18, 19)]
    assert cell.operands[0].type.element.storage.text == "i8" and output == cell.results[0].type.element
    assert state.storage.text == "i16" and np.log2(state.scales[0]) % 1 == 0
    assert all(["tfl.is_variable" in cell.operands[at].op.attributes for at in (18, 19)])
    for x in data[:4]:
        assert np.abs(computed(module, x) - expected(x)).max() < 3 * output.scales[0]


@pytest.mark.parametrize("number, power", [(0.1, -15), (-4.0, -14)])
def test_the_scale_of_a_state_is_a_power_of_two_by_what_it_reaches(tmp_path, number, power):
    x = np.full((2, 5, 2), number, np.float32)
    assert np.ceil(np.log2(max(1, np.abs(expected(x, is_of_state=True)).max()))) == power + 15
    np.savez(tmp_path / "0.npz", arg0=x)
    module = read(MADE)
    quantize(module, calibration=f"@{tmp_path}/*.npz")
    assert cells(module)[0].operands[19].type.element.scales == (2.0**power,)


@pytest.mark.parametrize("mode, tolerance", [("dynamic", 0.03), ("weights", 0.02)])
def test_weights_of_8_bits(data, mode, tolerance):
    module = read(MADE)
    quantize(module, mode=mode, fewest_weights=0)
    verify(module)
    assert len([op for op in module.walk() if op.name == "tfl.pseudo_qconst"]) == 8
    assert np.abs(computed(module, data[0]) - expected(data[0])).max() < tolerance


def test_few_weights_stay_floats():
    module = read(MADE)
    quantize(module, mode="dynamic", fewest_weights=10)
    assert not [op for op in module.walk() if op.name == "tfl.pseudo_qconst"]


def test_a_layer_that_goes_on_where_the_last_call_ended_stays_in_float(tmp_path, data):
    """What it reaches depends on how many calls there were."""
    module = read(KEPT)
    with pytest.raises(Error, match="no operation with a quantized form"):
        quantize(module, calibration=f"@{tmp_path}/*.npz")


@pytest.mark.parametrize("kept, is_left", [(MADE, False), (KEPT, True)])
def test_a_layer_of_which_nothing_is_read_goes_unless_the_next_call_does(kept, is_left):
    module = read(kept)
    function = module.body.first
    (cell,) = cells(module)
    cell.results[0].replace_all_uses_with(function.body.arguments[0])
    dce(function)
    assert bool(cells(module)) == is_left


def test_a_tensor_that_two_layers_write_on_is_refused(data):
    """The second would begin with what the first has left there."""
    module = parse(Source("t.mlir", layer(MADE).replace("%h, %c,", "%h, %h,")), lookup, dialect)
    with pytest.raises(Error, match="writes on a tensor that others read as well"):
        computed(module, data[0])
