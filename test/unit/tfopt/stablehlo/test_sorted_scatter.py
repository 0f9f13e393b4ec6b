"""Scatters whose updates are sorted by their places: what goes to one place is combined in the order of index vectors, what goes outside
nowhere. Expected values are those of loops over the index vectors, as the specification writes them."""

import numpy as np
import pytest
from tfir.dialects import dialect, lookup, verify
from tfir.execution.program import Program
from tfir.ir.location import Source
from tfir.text.parser import parse

from tfopt.stablehlo import sorted_scatter, sorting_network
from tfopt.stablehlo.stablehlo_decompose import stablehlo_decompose

SECOND = "stablehlo.return %b : tensor<KIND>"
MIXED = """%h = stablehlo.constant dense<3> : tensor<KIND>
           %m = stablehlo.multiply %a, %h : tensor<KIND>
           %c = stablehlo.add %m, %b : tensor<KIND>
           stablehlo.return %c : tensor<KIND>"""
SUM = "%c = stablehlo.add %a, %b : tensor<KIND> stablehlo.return %c : tensor<KIND>"
BODIES = {SECOND: lambda old, new: new, MIXED: lambda old, new: 3 * old + new}
CODES = {"i8": "i1", "ui8": "u1", "i32": "i4", "ui32": "u4", "i64": "i8", "ui64": "u8"}


@pytest.fixture(autouse=True)
def every_scatter(monkeypatch):
    """However few updates there are."""
    monkeypatch.setattr(sorted_scatter, "FEWEST_STEPS", 0)
    monkeypatch.setattr(sorting_network, "steps_of_sort", lambda count: -(1 << 40))


def decomposed(operand: str, indices: str, updates: str, numbers: str, body: str, kind: str = "i32"):
    types = f"tensor<{operand}x{kind}>, tensor<{indices}>, tensor<{updates}x{kind}>"
    text = f"""
        func.func @main(%x: tensor<{operand}x{kind}>, %i: tensor<{indices}>, %u: tensor<{updates}x{kind}>) -> tensor<{operand}x{kind}> {{
          %r = "stablehlo.scatter"(%x, %i, %u) <{{scatter_dimension_numbers = #stablehlo.scatter<{numbers}>, indices_are_sorted = true}}> ({{
          ^bb0(%a: tensor<{kind}>, %b: tensor<{kind}>):
            {body.replace("KIND", kind)}
          }}) : ({types}) -> tensor<{operand}x{kind}>
          return %r : tensor<{operand}x{kind}>
        }}"""
    module = parse(Source("test", text), lookup, dialect)
    stablehlo_decompose(module)
    verify(module)
    return module


def run(module, *arrays):
    (result,) = Program(module).run({f"arg{at}": array for at, array in enumerate(arrays)}).values()
    return result


def scattered(module, *arrays):
    """What a module computes, once it is seen that its scatter is one of sorted rows."""
    (op,) = [op for op in module.walk() if op.name == "stablehlo.scatter"]
    assert op.get("indices_are_sorted") and op.attributes["scatter_dimension_numbers"].index_vector_dim == 1
    places = op.operands[len(op.operands) // 2]
    assert len(places.type.shape) == 1 and places.op.name == "stablehlo.sort"
    return run(module, *arrays)


@pytest.mark.parametrize("body", BODIES, ids=["second", "mixed"])
def test_rows_in_order(body):
    random = np.random.default_rng(3)
    x, places, updates = (
        random.integers(-9, 9, (6, 5)),
        np.array([[4], [1], [5], [-1], [1], [6], [1], [2**31 - 1]]),
        random.integers(-9, 9, (8, 5)),
    )
    expected = x.copy()
    for place, update in zip(places[:, 0], updates):
        if 0 <= place < 6:
            expected[place] = BODIES[body](expected[place], update)
    numbers = "update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1"
    module = decomposed("6x5", "8x1xi32", "8x5", numbers, body)
    np.testing.assert_array_equal(scattered(module, *[array.astype(np.int32) for array in (x, places, updates)]), expected)


def test_windows_that_overlap_and_hang_over():
    """Updates [2, N, 3] of windows 2 x 3 on an operand [4, 6], addressed in reverse; the second dimension of windows is in front."""
    random = np.random.default_rng(4)
    x, places, updates = random.integers(-9, 9, (4, 6)), np.array([[4, 0, -2, 4, 3], [-1, 1, 2, 3, 9]]), random.integers(-9, 9, (2, 5, 3))
    expected = x.copy()
    for number in range(5):
        for i, j in np.ndindex(2, 3):
            row, column = places[1, number] + i, places[0, number] + j
            if 0 <= row < 4 and 0 <= column < 6:
                expected[row, column] = 3 * expected[row, column] + updates[i, number, j]
    numbers = "update_window_dims = [0, 2], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 0"
    module = decomposed("4x6", "2x5xi32", "2x5x3", numbers, MIXED)
    np.testing.assert_array_equal(scattered(module, *[array.astype(np.int32) for array in (x, places, updates)]), expected)


@pytest.mark.parametrize("kind", sorted(CODES))
def test_indices_of_every_type(kind):
    """200 places are more than i8 can count; the largest index wraps around to none of them."""
    largest = np.iinfo(CODES[kind]).max
    places = np.array([100, largest, 7, 100, largest - 1], CODES[kind])
    x, updates = np.zeros(200, np.int32), np.arange(1, 6, dtype=np.int32)
    expected = x.copy()
    for place, update in zip(places.tolist(), updates.tolist()):
        if place < 200:
            expected[place] = 3 * expected[place] + update
    numbers = "inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1"
    module = decomposed("200", f"5x{kind}", "5", numbers, MIXED)
    np.testing.assert_array_equal(scattered(module, x, places, updates), expected)


def test_batches_keep_to_themselves_and_shorter_updates_to_the_front():
    """An operand [4, 3, 5] of which the last but one dimension is a batch; updates are shorter than the first, which nothing addresses."""
    random = np.random.default_rng(5)
    x, places, updates = random.integers(-9, 9, (4, 3, 5)), random.integers(-1, 6, (7, 3)), random.integers(-9, 9, (7, 2, 3))
    expected = x.copy()
    for number, batch in np.ndindex(7, 3):
        place = places[number, batch]
        if 0 <= place < 5:
            expected[:2, batch, place] = 3 * expected[:2, batch, place] + updates[number, :, batch]
    numbers = (
        "update_window_dims = [1], inserted_window_dims = [2], input_batching_dims = [1], scatter_indices_batching_dims = [1],"
        " scatter_dims_to_operand_dims = [2], index_vector_dim = 2"
    )
    module = decomposed("4x3x5", "7x3xi32", "7x2x3", numbers, MIXED)
    np.testing.assert_array_equal(scattered(module, *[array.astype(np.int32) for array in (x, places, updates)]), expected)


def test_a_promise_that_indices_are_sorted_is_not_relied_upon(monkeypatch):
    """JAX gives it for indices that it has turned around since."""
    monkeypatch.setattr(sorted_scatter, "FEWEST_STEPS", 1 << 20)
    numbers = "inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1"
    module = decomposed("3", "4xi32", "4", numbers, SECOND)
    (op,) = [op for op in module.walk() if op.name == "stablehlo.scatter"]
    assert not op.get("indices_are_sorted")
    assert run(module, *[np.array(numbers, np.int32) for numbers in ([1, 2, 3], [2, 0, 2, 0], [4, 5, 6, 7])]).tolist() == [7, 2, 6]


def test_scatters_that_say_no_place_stay():
    """Each index vector is empty: all updates go to the one place there is."""
    numbers = "update_window_dims = [1], index_vector_dim = 1"
    module = decomposed("3", "4x0xi32", "4x3", numbers, MIXED)
    x, updates = np.array([1, 0, 2], np.int32), np.arange(12, dtype=np.int32).reshape(4, 3)
    expected = x
    for update in updates:
        expected = 3 * expected + update
    np.testing.assert_array_equal(run(module, x, np.zeros((4, 0), np.int32), updates), expected)


@pytest.mark.parametrize("fewest", [1 << 20, -1 << 30])
def test_numbers_of_updates_that_calls_tell(fewest, monkeypatch):
    """Both ways stand in the program, and the call tells which is taken: 0 + 3, and 1 + 4 + 5. No updates leave all as it is."""
    monkeypatch.setattr(sorted_scatter, "FEWEST_STEPS", fewest)
    module = decomposed("2", "?x1xi32", "?", "inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1", SUM)
    (choice,) = [op for op in module.walk() if op.name == "stablehlo.if" and op.parent_op.name == "func.func"]
    ways = [[op.get("indices_are_sorted") for op in region.walk() if op.name == "stablehlo.scatter"] for region in choice.regions]
    assert ways == [[True], [False]]
    indices = np.array([[1], [0], [1]], np.int32)
    np.testing.assert_array_equal(run(module, np.array([0, 1], "i4"), indices, np.array([4, 3, 5], "i4")), [3, 10])
    np.testing.assert_array_equal(run(module, np.array([0, 1], "i4"), np.zeros((0, 1), "i4"), np.zeros(0, "i4")), [0, 1])


def test_few_updates_into_places_that_calls_tell_stay():
    """How many places there are no n log n is needed for: 3 updates are asked for at each."""
    module = decomposed("?", "3x1xi32", "3", "inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1", SUM)
    assert [op.name for op in module.walk() if op.name in ("stablehlo.scatter", "stablehlo.if")] == ["stablehlo.scatter"]
