"""Operators of TFLite from StableHLO that call functions on numbers, and random bits: numbers that TensorFlow's interpreter gives, or on paper."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from tfir.dialects import dialect, lookup, verify
from tfir.execution.entry import find_entry
from tfir.ir.diagnostics import Error
from tfir.ir.location import Source
from tfir.text.parser import parse

from tfopt.pipeline.description import load_pipeline
from tfopt.pipeline.execution import Runner
from tfrun.devices import session
from tftranslate.tflite.file_layout import module_of_file

AS_IT_IS = "as it is"  # on the interpreter, without a pipeline
KINDS = {"f": "f32", "i": "i32", "u": "ui64"}


def body(operator: str, element: str, attributes: str = "", result: str = "", others: int = 0) -> str:
    """A function of two numbers, and of so many others that it does not read."""
    more = "".join([f", %o{at}: tensor<i32>" for at in range(others)])
    result = result or element
    return f"""func.func private @body(%a: tensor<{element}>, %b: tensor<{element}>{more}) -> tensor<{result}> {{
      %0 = "tfl.{operator}"(%a, %b) {{{attributes}}} : (tensor<{element}>, tensor<{element}>) -> tensor<{result}>
      return %0 : tensor<{result}>
    }}"""


def computed(
    operator: str, attributes: str, operands: list[np.ndarray], results: list[str], function: str = "", device: str = "interpreter"
):
    types = [f"tensor<{''.join([f'{size}x' for size in each.shape])}{KINDS[each.dtype.kind]}>" for each in operands]
    heads = ", ".join([f"%a{at}: {type}" for at, type in enumerate(types)])
    names = ", ".join([f"%a{at}" for at in range(len(types))])
    given = ", ".join([f"%0#{at}" for at in range(len(results))])
    text = f"""func.func @main({heads}) -> ({", ".join(results)}) {{
      %0:{len(results)} = "tfl.{operator}"({names}) {{{attributes}}} : ({", ".join(types)}) -> ({", ".join(results)})
      return {given} : {", ".join(results)}
    }}
    {function}"""
    module = parse(Source("operators", text), lookup, dialect)
    if device != AS_IT_IS:
        Runner(verify).run(load_pipeline(device), module)
    with session(module, "interpreter" if device == AS_IT_IS else device) as program_of:
        return [each.tolist() for each in program_of(find_entry(module))(operands)]


@pytest.mark.parametrize("device", [AS_IT_IS, "interpreter", "cpu"])
def test_reduce_and_sort_call_their_functions(device):
    """TensorFlow's interpreter has no kernel of these."""
    x = np.array([[1, 4, 2, 8], [5, 7, 1, 0], [3, 3, 9, -1]], np.float32)
    (sums,) = computed(
        "stablehlo_reduce", "dimensions = array<i64: 1>, body = @body", [x, np.array(0, np.float32)], ["tensor<3xf32>"],
        body("stablehlo_add", "f32"), device,
    )  # fmt: skip
    assert sums == [15, 13, 14]
    greater = body(
        "stablehlo_compare", "f32",
        'comparison_direction = "STABLEHLO_COMPARISON_DIRECTION_GT", compare_type = "STABLEHLO_COMPARISON_TYPE_FLOAT"', "i1", others=2,
    )  # fmt: skip
    places = np.broadcast_to(np.arange(4, dtype=np.int32), (3, 4)).copy()
    numbers, order = computed(
        "stablehlo_sort", "dimension = 1 : i64, is_stable = true, comparator = @body", [x, places], ["tensor<3x4xf32>", "tensor<3x4xi32>"],
        greater, device,
    )  # fmt: skip
    assert numbers == [[8, 4, 2, 1], [7, 5, 1, 0], [9, 3, 3, -1]]
    assert order == [[3, 1, 2, 0], [1, 0, 2, 3], [2, 0, 1, 3]]


@pytest.mark.parametrize("direction, expected", [("LT", [-2, 0, 1, 3, 7]), ("GT", [7, 3, 1, 0, -2])])
@pytest.mark.parametrize("device", [AS_IT_IS, "cpu"])
def test_nan_is_sorted_behind_all_numbers(device, direction, expected):
    x = np.array([3, np.nan, 1, -2, np.nan, 7, 0], np.float32)
    comparison = f'comparison_direction = "STABLEHLO_COMPARISON_DIRECTION_{direction}", compare_type = "STABLEHLO_COMPARISON_TYPE_FLOAT"'
    (y,) = computed(
        "stablehlo_sort", "dimension = 0 : i64, is_stable = true, comparator = @body", [x], ["tensor<7xf32>"],
        body("stablehlo_compare", "f32", comparison, "i1"), device,
    )  # fmt: skip
    assert y[:5] == expected and np.isnan(y[5:]).all()


@pytest.mark.parametrize("device", [AS_IT_IS, "interpreter", "cpu"])
def test_windows_are_reduced(device):
    """With strides, dilations and padding, also negative one, as TensorFlow's interpreter has it."""
    x = np.array(
        [[-7, 5, -7, -1, 5, -4], [-3, -4, 3, -5, 8, -1], [-1, 0, 1, 0, 0, 8], [5, 5, 3, 2, -3, 8], [-1, -6, 6, -7, 6, 2]], np.int32
    )
    window = "window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 2, 1>, base_dilations = array<i64: 1, 2>"
    rest = "window_dilations = array<i64: 1, 1>, padding = array<i64: 2, -1, 0, 2>, body = @body"
    (y,) = computed(
        "stablehlo_reduce_window", f"{window}, {rest}", [x, np.array(100, np.int32)], ["tensor<3x11xi32>"],
        body("stablehlo_minimum", "i32"), device,
    )  # fmt: skip
    assert y == [[100] * 11, [-7, -4, -7, -7, -7, -5, -5, 5, -4, -4, -4], [-1, 0, 0, 1, 0, 0, -3, -3, -3, 8, 8]]


ROWS = "update_window_dims = array<i64: 1>, inserted_window_dims = array<i64: 0>, scatter_dims_to_operand_dims = array<i64: 0>"
NUMBERS = "update_window_dims = array<i64>, inserted_window_dims = array<i64: 0, 1>, scatter_dims_to_operand_dims = array<i64: 0, 1>"
REST = "index_vector_dim = 1 : i64, indices_are_sorted = false, unique_indices = false, update_computation = @body"


@pytest.mark.parametrize("device", [AS_IT_IS, "interpreter", "cpu"])
def test_updates_are_scattered(device):
    """Two updates of one place, and rows outside, which are left out; as TensorFlow's interpreter has it."""
    x, places = np.array([[-9, -7], [0, 8]], np.int32), np.array([[0, 1], [0, 1], [1, 0]], np.int32)
    minimum = body("stablehlo_minimum", "i32")
    (y,) = computed(
        "stablehlo_scatter", f"{NUMBERS}, {REST}", [x, places, np.array([3, -3, -1], np.int32)], ["tensor<2x2xi32>"], minimum, device
    )
    assert y == [[-9, -7], [-1, 8]]
    rows = np.array([[0, 3, 8], [-7, 1, -2], [-3, -5, -9], [-2, 5, -8]], np.float32)
    updates = np.array([[-9, -4, -1], [6, -8, 2], [0, -7, 6], [6, -1, 8]], np.float32)
    given = [rows, np.array([[5], [0], [-1], [3]], np.int32), updates]
    (y,) = computed("stablehlo_scatter", f"{ROWS}, {REST}", given, ["tensor<4x3xf32>"], body("stablehlo_minimum", "f32"), device)
    assert y == [[0, -8, 2], [-7, 1, -2], [-3, -5, -9], [-2, -1, -8]]


@pytest.mark.parametrize(
    "algorithm, state, after, drawn",
    [
        (
            "PHILOX", [2627365828612994756, 670815635000361055], 670815635000361057,
            [-715777163, 427914786, -1186762042, 203462839, -360350069],
        ),
        (
            "THREEFRY", [1974817323081902322, 2415324932940413833], 2415324932940413836,
            [-1142730952, 137762490, -1866620293, 648304367, 1849105577],
        ),
        (
            "THREEFRY", [4025122023892844214, 1587391520379139792], 1587391520379139801,
            [
                [[909354549, -800535687, 239513654], [-1589166713, -1858463974, -475420445], [-279437110, 1784222066, -803439659]],
                [[380769508, 549665318, 858987463], [-1557080828, -1490669860, -383395504], [-955145127, -1573109290, 580023773]],
            ],
        ),
    ],
)  # fmt: skip
def test_random_bits_are_those_of_the_interpreter(algorithm, state, after, drawn):
    shape = "x".join([str(size) for size in np.shape(drawn)])
    results = ["tensor<2xui64>", f"tensor<{shape}xi32>"]
    given = [np.array(state, np.uint64)]
    assert computed("stablehlo_rng_bit_generator", f'algorithm = "{algorithm}"', given, results) == [[state[0], after], drawn]


COMPOSITE = (
    'name = "mine.sum", decomposition = @body, composite_attributes = #tfl<const_bytes : "0x">, composite_attributes_format = "FLEXBUFFERS", '
    "version = 1 : i32"
)


@pytest.mark.parametrize("device", [AS_IT_IS, "interpreter", "cpu"])
def test_functions_are_called(device):
    """A composite is what its function computes, as TensorFlow's interpreter has it; that has no kernel of the others. The number of no branch
    is that of the last one, as in StableHLO."""
    x, y = np.array(3, np.int32), np.array(5, np.int32)
    added, twice = body("stablehlo_add", "i32"), body("stablehlo_multiply", "i32").replace("@body", "@other")
    assert computed("stablehlo_composite", COMPOSITE, [x, y], ["tensor<i32>"], added, device) == [8]
    assert computed("call", "subgraph = @body", [x, y], ["tensor<i32>"], added, device) == [8]
    given = [computed("stablehlo_case", "branches = [@body, @other]", [np.array(at, np.int32), x, y], ["tensor<i32>"], f"{added}\n{twice}", device)
             for at in (-1, 0, 1, 2)]  # fmt: skip
    assert given == [[15], [8], [15], [15]]
    less = body(
        "stablehlo_compare", "i32",
        'comparison_direction = "STABLEHLO_COMPARISON_DIRECTION_LT", compare_type = "STABLEHLO_COMPARISON_TYPE_SIGNED"', "i1",
    ).replace("@body", "@less")  # fmt: skip
    step = """func.func private @step(%a: tensor<i32>, %b: tensor<i32>) -> (tensor<i32>, tensor<i32>) {
      %0 = "tfl.stablehlo_add"(%a, %a) : (tensor<i32>, tensor<i32>) -> tensor<i32>
      return %0, %b : tensor<i32>, tensor<i32>
    }"""
    results = ["tensor<i32>", "tensor<i32>"]
    assert computed("stablehlo_while", "cond = @less, body = @step", [x, y], results, f"{less}\n{step}", device) == [6, 5]
    assert computed("stablehlo_while", "cond = @less, body = @step", [y, x], results, f"{less}\n{step}", device) == [5, 3]


def test_functions_that_are_not_there_are_an_error():
    x = np.array(3, np.int32)
    for operator, attributes in (("stablehlo_composite", COMPOSITE), ("stablehlo_reduce", "dimensions = array<i64>, body = @body")):
        with pytest.raises(Error, match="calls @?body, which this module does not define"):
            computed(operator, attributes, [x, x], ["tensor<i32>"], device=AS_IT_IS)


def test_windows_of_two_inputs_are_refused():
    x = np.zeros((2,), np.float32)
    window = "window_dimensions = array<i64: 2>, window_strides = array<i64>, base_dilations = array<i64>, window_dilations = array<i64>"
    given = [x, x, np.float32(0), np.float32(0)]
    with pytest.raises(Error, match="has 4 operands, not 2"):
        computed(
            "stablehlo_reduce_window", f"{window}, padding = array<i64>, body = @body", given, ["tensor<1xf32>", "tensor<1xf32>"],
            body("stablehlo_add", "f32"),
        )  # fmt: skip


@pytest.mark.parametrize("device", [AS_IT_IS, "interpreter", "cpu"])
def test_a_file_of_tensorflows_converter(device):
    """What it writes where it is asked for StableHLO: sums, a maximum, running sums by a window, rows that are added to, and a sort by top-k."""
    path = Path(__file__).parents[3] / "models" / "tflite" / "stablehlo_operators" / "model.tflite"
    module = module_of_file(path.read_bytes())
    if device != AS_IT_IS:
        Runner(verify).run(load_pipeline(device), module)
    entry = find_entry(module)
    x = np.array([[1, 4, 2, 8], [5, 7, 1, 0], [3, 3, 9, -1]], np.float32)
    with session(module, "interpreter" if device == AS_IT_IS else device) as program_of:
        results = dict(zip([port.name for port in entry.fetches], program_of(entry)([x])))
    assert {name: array.tolist() for name, array in results.items()} == {
        "added": [[2, 5, 3, 9], [5, 7, 1, 0], [4, 4, 10, 0]],
        "largest": [5, 7, 9, 8],
        "running": [[1, 5, 7, 15], [5, 12, 13, 13], [3, 6, 15, 14]],
        "sorted": [[1, 2, 4, 8], [0, 1, 5, 7], [-1, 3, 3, 9]],
        "sums": [15, 13, 14],
    }


def test_other_calls_are_refused():
    with pytest.raises(Error, match="calls 'mine', which no kernel of TFLite's own computes"):
        computed(
            "stablehlo_custom_call",
            'call_target_name = "mine", has_side_effect = false, backend_config = "", api_version = 1 : i32, called_computations = [], '
            'custom_attributes = #tfl<const_bytes : "0x">',
            [np.zeros((2,), np.float32)],
            ["tensor<2xf32>"],
        )
