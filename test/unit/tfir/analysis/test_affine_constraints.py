"""Bounds of variables are those that arithmetic on paper gives; what is eliminated is what enumeration leaves."""

import random
from itertools import product

import pytest
from random_stablehlo_legs import module_of
from tfir.analysis.affine_constraints import Constraints, NotLinear
from tfir.text.affine_expression import spelled


def system(dimensions: int, equations=(), inequalities=(), symbols: int = 0) -> Constraints:
    made = Constraints([None] * dimensions)
    made.values, made.symbols = [None] * (dimensions + symbols), symbols
    made.equations, made.inequalities = [list(row) for row in equations], [list(row) for row in inequalities]
    return made


def spelled_bounds(bounds):
    return [[spelled(e) for e in map.results] if map is not None else None for map in bounds]


def test_a_distance_of_bounds_is_a_number_where_symbols_cancel():
    # s0 + 2 <= d0 <= s0 + 17, and d0 >= 0
    rows = [[1, -1, -2], [-1, 1, 17], [1, 0, 0]]
    size, low, high = system(1, (), rows, symbols=1).extent(0)
    assert (size, low, high) == (16, rows[0], rows[1])


def test_no_distance_is_told_of_bounds_by_different_symbols():
    assert system(1, (), [[1, -1, 0, 0], [-1, 0, 1, 0]], symbols=2).extent(0) is None


def test_of_several_distances_the_least_counts():
    # 0 <= d0 <= 9 and s0 <= d0 <= s0 + 3
    assert system(1, (), [[1, 0, 0], [-1, 0, 9], [1, -1, 0], [-1, 1, 3]], symbols=1).extent(0)[0] == 4


def test_a_variable_that_an_equation_holds_is_what_it_says():
    # d0 = d1 + 3
    assert spelled_bounds(system(2, [[1, -1, -3]]).slice_bounds(0, 1)[0]) == [["d0 + 3"], ["d0 + 4"]]


def test_half_of_another_variable_is_a_quotient():
    # 0 <= d1 - 2 * d0 <= 1
    assert spelled_bounds(system(2, (), [[-2, 1, 0], [2, -1, 1]]).slice_bounds(0, 1)[0]) == [["d0 floordiv 2"], ["d0 floordiv 2 + 1"]]


def test_a_remainder_is_one():
    # d2 - 4 * d1 = d0, 0 <= d0 <= 3; d0 and d1 are not known
    rows = [[1, 0, 0, 0], [-1, 0, 0, 3]]
    bounds = system(3, [[1, 4, -1, 0]], rows).slice_bounds(0, 2)
    assert [spelled_bounds(each)[0] for each in bounds] == [["d0 mod 4"], ["d0 floordiv 4"]]


def test_bounds_of_other_variables_are_kept_and_implied_ones_are_not():
    # d1 <= d0 <= 9, d1 >= 2 and so d0 >= 1
    rows = [[1, -1, 0], [-1, 0, 9], [0, 1, -2], [1, 0, -1]]
    assert spelled_bounds(system(2, (), rows).slice_bounds(0, 1)[0]) == [["d0"], ["10"]]


def test_several_bounds_become_a_number():
    # max(d1, d2) <= d0 <= 9, 0 <= d1, 0 <= d2
    rows = [[1, -1, 0, 0], [1, 0, -1, 0], [-1, 0, 0, 9], [0, 1, 0, 0], [0, 0, 1, 0]]
    assert spelled_bounds(system(3, (), rows).slice_bounds(0, 1)[0]) == [["0"], ["10"]]


def test_what_is_left_after_elimination_holds_wherever_there_was_a_solution():
    for seed in range(200):
        chance = random.Random(seed)
        rows = [[*[chance.randint(-3, 3) for _ in range(3)], chance.randint(-6, 6)] for _ in range(3)]
        walls = [[*[sign * (other == at) for other in range(3)], 3] for at in range(3) for sign in (1, -1)]
        equations = [rows.pop()] if chance.random() < 0.5 else []
        left = system(3, equations, [*rows, *walls])
        left.eliminate(1, 2)
        for first in range(-3, 4):
            some = any(
                all([sum(map(int.__mul__, row, (*point, 1))) >= 0 for row in rows])
                and all([sum(map(int.__mul__, row, (*point, 1))) == 0 for row in equations])
                for point in product([first], range(-3, 4), range(-3, 4))
            )
            holds = all([row[0] * first + row[-1] >= 0 for row in left.inequalities])
            assert not some or (holds and all([row[0] * first + row[-1] == 0 for row in left.equations])), (seed, first)


def test_a_product_of_a_variable_and_a_symbol_has_no_bounds():
    text = """func.func @f(%n: index) {
      affine.for %i = 0 to 4 { affine.for %j = 0 to affine_map<(d0)[s0] -> (d0 * s0)>(%i)[%n] { } }
      return
    }"""
    loop = [op for op in module_of(text).walk() if op.name == "affine.for"][1]
    with pytest.raises(NotLinear):
        Constraints([loop.body.arguments[0]]).add_domain(loop.body.arguments[0])
