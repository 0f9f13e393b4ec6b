"""Sorts by a network: any number of elements, stable, along any dimension, by comparators of any kind. NumPy's stable sorts are the truth."""

import numpy as np
import pytest
from tfir.dialects import dialect, lookup, verify
from tfir.execution.program import Program
from tfir.ir.location import Source
from tfir.text.parser import parse

from tfopt.arithmetic.sizes import power_of_two
from tfopt.stablehlo import sorting_network
from tfopt.stablehlo.stablehlo_decompose import stablehlo_decompose

WAYS = ("stablehlo.sort", "stablehlo.while")


@pytest.fixture(autouse=True)
def networks(monkeypatch):
    """However few elements there are."""
    monkeypatch.setattr(sorting_network, "MOST_RANKED", 1)


def parsed(shape: str, body: str, dimension: int):
    text = f"""
        func.func @main(%a: tensor<{shape}xf32>, %b: tensor<{shape}xi32>, %bound: tensor<f32>) -> (tensor<{shape}xf32>, tensor<{shape}xi32>) {{
          %0:2 = "stablehlo.sort"(%a, %b) ({{
          ^bb0(%x: tensor<f32>, %y: tensor<f32>, %u: tensor<i32>, %v: tensor<i32>):
            {body}
            stablehlo.return %r : tensor<i1>
          }}) {{dimension = {dimension} : i64, is_stable = true}} : (tensor<{shape}xf32>, tensor<{shape}xi32>) -> (tensor<{shape}xf32>, tensor<{shape}xi32>)
          return %0#0, %0#1 : tensor<{shape}xf32>, tensor<{shape}xi32>
        }}"""
    return parse(Source("test", text), lookup, dialect)


def lowered(shape: str, body: str, dimension: int):
    module = parsed(shape, body, dimension)
    stablehlo_decompose(module)
    verify(module)
    assert "stablehlo.sort" not in {op.name for op in module.walk()}
    return Program(module)


def run(shape: str, body: str, dimension: int, a, b):
    return list(lowered(shape, body, dimension).run({"arg0": a, "arg1": b, "arg2": np.float32(0)}).values())


def comparison(direction: str) -> str:
    return f"%r = stablehlo.compare {direction}, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>"


@pytest.mark.parametrize("direction", ["LT", "GT", "LE"])
@pytest.mark.parametrize("count", [2, 3, 8, 13, 33])
def test_elements_that_are_equal_stay_in_their_order(count, direction):
    values = np.random.default_rng(count).integers(0, 1 + count // 3, (2, count)).astype(np.float32)
    places = np.broadcast_to(np.arange(count, dtype=np.int32), (2, count)).copy()
    order = np.argsort(-values if direction == "GT" else values, axis=1, kind="stable")
    actual = run(f"2x{count}", comparison(direction), 1, values, places)
    np.testing.assert_array_equal(actual[1], order)
    np.testing.assert_array_equal(actual[0], np.take_along_axis(values, order, 1))


def test_along_another_dimension():
    values = np.random.default_rng(1).standard_normal((5, 3)).astype(np.float32)
    actual = run("5x3", comparison("LT"), 0, values, np.zeros((5, 3), np.int32))
    np.testing.assert_array_equal(actual[0], np.sort(values, 0))


def test_nan_stands_last_in_both_directions_and_fills_no_place_of_another():
    values = np.array([np.nan, 2, -np.inf, np.inf, np.nan, 0], np.float32)
    places = np.arange(6, dtype=np.int32)
    assert run("6", comparison("LT"), 0, values, places)[1].tolist() == [2, 5, 1, 3, 0, 4]
    assert run("6", comparison("GT"), 0, values, places)[1].tolist() == [3, 1, 5, 2, 0, 4]


def test_by_two_keys_and_a_scalar_from_outside():
    body = """
        %p = stablehlo.compare LT, %x, %bound : (tensor<f32>, tensor<f32>) -> tensor<i1>
        %q = stablehlo.compare LT, %y, %bound : (tensor<f32>, tensor<f32>) -> tensor<i1>
        %same = stablehlo.compare EQ, %p, %q : (tensor<i1>, tensor<i1>) -> tensor<i1>
        %less = stablehlo.compare LT, %u, %v : (tensor<i32>, tensor<i32>) -> tensor<i1>
        %r = stablehlo.select %same, %less, %p : tensor<i1>, tensor<i1>"""
    values, keys = np.array([3, -1, 5, -2, 4], np.float32), np.array([9, 7, 2, 1, 5], np.int32)
    actual = run("5", body, 0, values, keys)
    assert actual[0].tolist() == [-2, -1, 5, 4, 3]  # those below 0 first, each group by the second operand
    assert actual[1].tolist() == [1, 7, 2, 5, 9]


def test_few_elements_are_ranked(monkeypatch):
    monkeypatch.setattr(sorting_network, "MOST_RANKED", 6)
    with pytest.raises(AssertionError, match=r"stablehlo\.sort"):
        lowered("6", comparison("LT"), 0)
    lowered("7", comparison("LT"), 0)


OPEN = [
    ("?", 0, (0,)),
    ("?", 0, (1,)),
    ("?", 0, (4,)),
    ("?", 0, (5,)),
    ("?", 0, (33,)),
    ("?x2", 0, (9, 2)),
    ("3x?", 1, (3, 17)),
    ("?x?", 1, (2, 6)),
    ("?x?", 1, (0, 6)),
]


@pytest.mark.parametrize(("shape", "dimension", "sizes"), OPEN)
def test_a_length_that_is_told_when_the_program_runs(shape, dimension, sizes, monkeypatch):
    """4 elements are ranked, 5 go through the network: both ways stand in the program."""
    monkeypatch.setattr(sorting_network, "MOST_RANKED", 4)
    module = parsed(shape, comparison("LT"), dimension)
    stablehlo_decompose(module)
    verify(module)
    (choice,) = [op for op in module.walk() if op.name == "stablehlo.if"]
    assert [[op.name for op in region.walk() if op.name in WAYS] for region in choice.regions] == [["stablehlo.sort"], ["stablehlo.while"]]
    values = np.random.default_rng(sum(sizes)).integers(0, 5, sizes).astype(np.float32)
    values[values == 4] = np.nan
    places = np.arange(values.size, dtype=np.int32).reshape(sizes)
    order = np.argsort(values, axis=dimension, kind="stable")
    actual = list(Program(module).run({"arg0": values, "arg1": places, "arg2": np.float32(0)}).values())
    np.testing.assert_array_equal(actual[0], np.take_along_axis(values, order, dimension))
    np.testing.assert_array_equal(actual[1], np.take_along_axis(places, order, dimension))


def test_a_length_that_is_computed_stays_a_sort():
    """How many elements there are is a number that the program is given: the host sorts what it has cut off."""
    text = """
        func.func @main(%a: tensor<9xf32>, %n: tensor<1xi32>) -> tensor<?xf32> {
          %zero = stablehlo.constant dense<0> : tensor<1xi32>
          %one = stablehlo.constant dense<1> : tensor<1xi32>
          %x = stablehlo.real_dynamic_slice %a, %zero, %n, %one : (tensor<9xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
          %r = "stablehlo.sort"(%x) ({
          ^bb0(%p: tensor<f32>, %q: tensor<f32>):
            %c = stablehlo.compare LT, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1>
            stablehlo.return %c : tensor<i1>
          }) {dimension = 0 : i64} : (tensor<?xf32>) -> tensor<?xf32>
          return %r : tensor<?xf32>
        }"""
    module = parse(Source("test", text), lookup, dialect)
    before = [op.name for op in module.walk()]
    stablehlo_decompose(module)
    assert [op.name for op in module.walk()] == before


def test_powers_of_two_have_room():
    assert [power_of_two(n) for n in (0, 1, 2, 3, 4, 5, 64, 65)] == [1, 1, 2, 4, 4, 8, 64, 128]
