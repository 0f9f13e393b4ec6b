"""Scattering, against NumPy's indexing: every place combines what is sent to it, in order; what goes outside goes nowhere."""

import numpy
import pytest
from device_calls import TARGETS, call, device_of, lowered
from tfir.ir.diagnostics import Error
from tfir.ir.types import I1

from tfopt.arithmetic.tensor import splat
from tfopt.stablehlo import sorted_scatter, sorting_network

BODIES = {
    "add": "%c = stablehlo.add %a, %b : tensor<KIND>", "maximum": "%c = stablehlo.maximum %a, %b : tensor<KIND>",
    "multiply": "%c = stablehlo.multiply %a, %b : tensor<KIND>", "second": "%c = stablehlo.minimum %b, %b : tensor<KIND>",
    "mixed": "%h = stablehlo.constant dense<3> : tensor<KIND>\n%m = stablehlo.multiply %a, %h : tensor<KIND>\n%c = stablehlo.add %m, %b : tensor<KIND>",
}  # fmt: skip
FUNCTIONS = {
    "add": numpy.add,
    "maximum": numpy.maximum,
    "multiply": numpy.multiply,
    "second": lambda a, b: b,
    "mixed": lambda a, b: 3 * a + b,
}


def scatter(names, body, types, kind) -> str:
    inner = f"^bb0(%a: tensor<{kind}>, %b: tensor<{kind}>):\n{BODIES[body].replace('KIND', kind)}\nstablehlo.return %c : tensor<{kind}>"
    types = [f"tensor<{text}>" for text in types]
    return f'%r = "stablehlo.scatter"(%0, %1, %2) <{{scatter_dimension_numbers = #stablehlo.scatter<{names}>}}> ({{\n{inner}\n}}) : ({", ".join(types)}) -> {types[0]}'


ROWS = "update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1"


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("body", sorted(BODIES))
def test_rows_are_combined_in_order(run, random, body, target):
    x = random.integers(-9, 9, (6, 5)).astype("i4")
    places = numpy.array([[1], [4], [1], [-1], [6], [1], [2147483647]], "i4")
    updates = random.integers(-9, 9, (7, 5)).astype("i4")
    expected = x.copy()
    for place, update in zip(places[:, 0], updates):
        if 0 <= place < 6:
            expected[place] = FUNCTIONS[body](expected[place], update)
    actual = run(scatter(ROWS, body, ["6x5xi32", "7x1xi32", "7x5xi32"], "i32"), [x, places, updates], ["6x5xi32"], target=target)
    assert (actual == expected).all()


@pytest.mark.parametrize("body", sorted(BODIES))
def test_the_order_is_that_of_index_vectors_where_windows_stand_in_front(run, random, body):
    """Updates are [W, N] and windows overlap by one row of an operand [H]: the second vector's first meets the first one's last."""
    x = random.integers(-9, 9, 4).astype("i4")
    places = numpy.array([[1], [0], [2]], "i4")
    updates = random.integers(-9, 9, (2, 3)).astype("i4")
    expected = x.copy()
    for place, update in zip(places[:, 0], updates.T):
        for offset, number in enumerate(update):
            expected[place + offset] = FUNCTIONS[body](expected[place + offset], number)
    names = "update_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1"
    actual = run(scatter(names, body, ["4xi32", "3x1xi32", "2x3xi32"], "i32"), [x, places, updates], ["4xi32"])
    assert (actual == expected).all()


@pytest.mark.parametrize("kind", ["i8", "ui8", "i64", "ui32"])
def test_places_of_every_type(run, random, dtypes, kind):
    """Two numbers a place, in the first dimension of the indices; none of them wraps around into the operand."""
    x = numpy.zeros((3, 200), "f4")
    largest = int(numpy.iinfo(dtypes[kind]).max)
    places = numpy.array([[0, 2, 2, 1], [100, 3, 3, largest]]).astype(dtypes[kind])
    updates = random.standard_normal(4).astype("f4")
    expected = x.copy()
    for (row, column), update in zip(places.T.tolist(), updates):
        if column < 200:
            expected[row, column] += update
    names = "inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 0"
    actual = run(scatter(names, "add", ["3x200xf32", f"2x4x{kind}", "4xf32"], "f32"), [x, places, updates], ["3x200xf32"])
    assert (actual == expected).all()


def test_parts_of_windows_that_lie_inside_count(run, random):
    """A window may begin before the first place, and go past the last."""
    x = random.standard_normal((4, 8)).astype("f4")
    places = numpy.array([[-1, 6], [2, -2], [9, 0]], "i4")
    updates = random.standard_normal((3, 2, 3)).astype("f4")
    expected = x.copy()
    for (row, column), update in zip(places.tolist(), updates):
        for i in range(2):
            for j in range(3):
                if 0 <= row + i < 4 and 0 <= column + j < 8:
                    expected[row + i, column + j] = update[i, j]
    names = "update_window_dims = [1, 2], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1"
    actual = run(scatter(names, "second", ["4x8xf32", "3x2xi32", "3x2x3xf32"], "f32"), [x, places, updates], ["4x8xf32"])
    assert (actual == expected).all()


def test_batches_keep_to_themselves(run, random):
    x = numpy.zeros((3, 5), "f4")
    places = random.integers(0, 5, (3, 4, 1)).astype("i4")
    updates = random.standard_normal((3, 4)).astype("f4")
    expected = x.copy()
    for b in range(3):
        numpy.add.at(expected[b], places[b, :, 0], updates[b])
    names = (
        "inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], "
        "scatter_dims_to_operand_dims = [1], index_vector_dim = 2"
    )
    actual = run(scatter(names, "add", ["3x5xf32", "3x4x1xi32", "3x4xf32"], "f32"), [x, places, updates], ["3x5xf32"])
    numpy.testing.assert_allclose(actual, expected, rtol=1e-6)


@pytest.mark.parametrize("rows", [0, 1])
def test_nothing_or_one_row_to_scatter(run, rows):
    x, places, updates = numpy.arange(8, dtype="f4").reshape(4, 2), numpy.full((rows, 1), 2, "i4"), numpy.full((rows, 2), 9, "f4")
    result = run(scatter(ROWS, "add", ["4x2xf32", f"{rows}x1xi32", f"{rows}x2xf32"], "f32"), [x, places, updates], ["4x2xf32"])
    assert result.tolist() == [[0, 1], [2, 3], [4 + 9 * rows, 5 + 9 * rows], [6, 7]]


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("kind", ["i8", "ui8", "i32", "i64"])
@pytest.mark.parametrize("body", ["second", "mixed"])
def test_sorted_rows_are_combined_in_order(run, random, dtypes, body, kind, target):
    """Indices without a dimension of their own; updates are shorter than rows. Row 2 is met by no update, row 3 by many."""
    x = random.integers(-9, 9, (5, 4)).astype("i4")
    outside = [-3, -1] if kind[0] == "i" else [0, 0]
    places = numpy.array([*outside, 0, 1, 1, *[3] * 9, 4, 5, 100], dtypes[kind])
    updates = random.integers(-9, 9, (len(places), 3)).astype("i4")
    expected = x.copy()
    for place, update in zip(places.tolist(), updates):
        if 0 <= place < 5:
            expected[place, :3] = FUNCTIONS[body](expected[place, :3], update)
    text = scatter(ROWS, body, ["5x4xi32", f"{len(places)}x{kind}", f"{len(places)}x3xi32"], "i32").replace(
        "}> ({", ", indices_are_sorted = true}> ({"
    )
    assert (run(text, [x, places, updates], ["5x4xi32"], target=target) == expected).all()


@pytest.mark.parametrize("flags", ["", ", indices_are_sorted = true"])
@pytest.mark.parametrize("kind, most", [("bf16", 256), ("f8E4M3FN", 16), ("f32", 1000)])
def test_each_sum_is_a_number_of_its_type(run, dtypes, kind, most, flags):
    """1 is nothing beside the first number whose neighbour is 2 away; XLA has these sums too."""
    names = "inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1"
    text = scatter(names, "add", [f"2x{kind}", "1000x1xi32", f"1000x{kind}"], kind).replace("}> ({", f"{flags}}}> ({{")
    arrays = [numpy.zeros(2).astype(dtypes[kind]), numpy.zeros((1000, 1), "i4"), numpy.ones(1000).astype(dtypes[kind])]
    assert run(text, arrays, [f"2x{kind}"]).astype("f4").tolist() == [most, 0]


@pytest.mark.parametrize("is_sorted", ["false", "true"])
def test_more_updates_of_one_place_than_a_loop_has_trips(run, is_sorted):
    """3 a + b modulo 2^32, which tells every order from every other."""
    count = 70000
    places, updates = numpy.repeat(numpy.arange(4, dtype="i4"), [1, count - 3, 0, 2])[:, None], numpy.arange(count, dtype="i4")
    expected = [0, 0, 0, 0]
    for place, update in zip(places[:, 0].tolist(), updates.tolist()):
        expected[place] = (3 * expected[place] + update) % 2**32
    names = "inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1"
    text = scatter(names, "mixed", ["4xi32", f"{count}x1xi32", f"{count}xi32"], "i32").replace(
        "}> ({", f", indices_are_sorted = {is_sorted}}}> ({{"
    )
    actual = run(text, [numpy.zeros(4, "i4"), places, updates], ["4xi32"])
    assert actual.view("u4").tolist() == expected


def select_and_scatter(shape, source, size, stride, padding) -> str:
    return f"""%z = stablehlo.constant dense<0.0> : tensor<f32>
    %r = "stablehlo.select_and_scatter"(%0, %1, %z) <{{window_dimensions = array<i64: {size}, {size}>, window_strides = array<i64: {stride}, {stride}>,
      padding = dense<{padding}> : tensor<2x2xi64>}}> ({{
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %c = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    }}, {{
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %c = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %c : tensor<f32>
    }}) : (tensor<{shape}>, tensor<{source}>, tensor<f32>) -> tensor<{shape}>"""


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("size, stride, low, high", [(2, 2, 0, 0), (3, 1, 0, 0), (3, 2, 1, 1), (2, 3, 0, 1)])
def test_the_largest_of_each_window_gets_its_source(run, random, size, stride, low, high, target):
    """Of equals the first. Padding is never the largest, even where all elements are below zero."""
    x = -random.integers(1, 4, (9, 8)).astype("f4")
    padded = numpy.pad(x, (low, high), constant_values=-numpy.inf)
    windows = numpy.lib.stride_tricks.sliding_window_view(padded, (size, size))[::stride, ::stride]
    source = random.integers(1, 9, windows.shape[:2]).astype("f4")
    expected = numpy.zeros_like(x)
    for i, j in numpy.ndindex(source.shape):
        row, column = divmod(int(windows[i, j].argmax()), size)
        expected[i * stride + row - low, j * stride + column - low] += source[i, j]
    body = select_and_scatter("9x8xf32", f"{source.shape[0]}x{source.shape[1]}xf32", size, stride, [[low, high]] * 2)
    assert (run(body, [x, source], ["9x8xf32"], target=target) == expected).all()


def test_negative_padding_is_refused(compile_program):
    with pytest.raises(Error, match="negative padding"):
        compile_program(["9x8xf32", "3x3xf32"], ["9x8xf32"], select_and_scatter("9x8xf32", "3x3xf32", 2, 2, [[-1, 0]] * 2), "portable")


@pytest.mark.sweep
@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize(("operand", "row"), [("?", ()), ("?x4", (4,)), ("?x3", (3,))])
def test_numbers_of_updates_that_calls_tell(random, monkeypatch, operand, row, target):
    """Sorted by their places wherever there are any, in kernels alone; all that goes to one place, and some that goes nowhere."""
    monkeypatch.setattr(sorted_scatter, "FEWEST_STEPS", 0)
    monkeypatch.setattr(sorted_scatter.Places, "are_many", lambda places: splat(True, (), I1))
    monkeypatch.setattr(sorting_network, "MOST_RANKED", 8)
    types = [f"{operand}xi32", "?x1xi32", f"{operand}xi32"]
    arguments = ", ".join([f"%{at}: tensor<{type}>" for at, type in enumerate(types)])
    names = ROWS if row else "inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1"
    body = scatter(names, "mixed", types, "i32")
    module = lowered(f"func.func @main({arguments}) -> tensor<{types[0]}> {{ {body} return %r : tensor<{types[0]}> }}", target)
    assert not [op for op in module.walk() if op.name == "iree.executable" and op.get("format") == "Host"]
    calls, answers = [], []
    for count, places in ((20, 3), (5, 1), (0, 2), (9, 30)):
        x, updates = random.integers(-9, 9, (places, *row)).astype("i4"), random.integers(-9, 9, (count, *row)).astype("i4")
        at = random.integers(-1, places + 1, (count, 1)).astype("i4")
        calls.append([x, at, updates])
        answers.append(x.copy())
        for place, update in zip(at[:, 0], updates):
            if 0 <= place < places:
                answers[-1][place] = FUNCTIONS["mixed"](answers[-1][place], update)
    for (result,), expected in zip(call(module, device_of(target), calls), answers):
        numpy.testing.assert_array_equal(result, expected)
