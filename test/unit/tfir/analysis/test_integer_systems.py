"""Systems of inequalities are decided as enumeration decides them."""

import random
from itertools import product

import pytest
from tfir.analysis.integer_systems import TooManyRows, Unsolvable, bounds, has_solution, may_have_solution, shadow, without_variables


def drawn(chance):
    """Inequalities and equations on a few variables, and the box that these lie in."""
    count, most = chance.randint(1, 4), chance.choice([2, 4, 9])
    box = [(chance.randint(-5, 0), chance.randint(-1, 5)) for _ in range(count)]

    def row(constant: int):
        return [*[chance.randint(-most, most) for _ in range(count)], chance.randint(-constant, constant)]

    return box, [row(8) for _ in range(chance.choice([0, 0, 1, 2]))], [row(12) for _ in range(chance.randint(0, 4))], row(3)


def walls(box):
    for at, (low, high) in enumerate(box):
        one = [int(other == at) for other in range(len(box))]
        yield [*one, -low]
        yield [*[-each for each in one], high]


def value(row, point) -> int:
    return sum([factor * each for factor, each in zip(row, point)]) + row[-1]


@pytest.mark.sweep
@pytest.mark.parametrize("first", range(0, 400, 100))
def test_drawn_systems_have_the_solutions_that_enumeration_finds(first):
    empty = 0
    for seed in range(first, first + 100):
        box, equations, inequalities, row = drawn(random.Random(seed))
        points = [
            point
            for point in product(*[range(low, high + 1) for low, high in box])
            if all([value(each, point) == 0 for each in equations]) and all([value(each, point) >= 0 for each in inequalities])
        ]
        rows = [*inequalities, *walls(box)]
        assert has_solution(equations, rows) == bool(points), seed
        if points:
            numbers = [value(row, point) for point in points]
            assert bounds(equations, rows, row) == (min(numbers), max(numbers)), seed
        else:
            empty += 1
            with pytest.raises(Unsolvable):
                bounds(equations, rows, row)
    assert 30 < empty < 90


def test_what_nothing_bounds_is_none():
    assert bounds([], [[1, 0, -3]], [1, 0, 0]) == (3, None)  # x >= 3
    assert bounds([], [[1, 0, -3]], [0, 1, 0]) == (None, None)
    assert bounds([[2, -3, 0]], [[1, 0, -1]], [1, 0, 0]) == (3, None)  # 2x = 3y and x >= 1: x is a multiple of 3


def test_whole_numbers_between_rational_ones():
    # 27 <= 11x + 13y <= 45 and -10 <= 7x - 9y <= 4 has rational solutions and no whole ones (Pugh's example).
    rows = [[11, 13, -27], [-11, -13, 45], [7, -9, 10], [-7, 9, 4]]
    assert not has_solution([], rows)
    assert has_solution([], [[11, 13, -27], [-11, -13, 46], [7, -9, 10], [-7, 9, 5]])
    assert has_solution([], shadow(rows, 0))


def test_a_system_that_grows_too_large_is_refused(monkeypatch):
    monkeypatch.setattr("tfir.analysis.integer_systems.MOST_ROWS", 3)
    with pytest.raises(TooManyRows):
        has_solution([], [[3, 5, -1], [5, -7, 4], [-3, 2, 9], [-2, -9, 30], [7, 2, 8]])


def test_a_question_that_is_split_too_often_is_refused(monkeypatch):
    monkeypatch.setattr("tfir.analysis.integer_systems.MOST_WORK", 9)
    rows = [[11, 13, -27], [-11, -13, 45], [7, -9, 10], [-7, 9, 4]]
    with pytest.raises(TooManyRows):
        has_solution([], rows)
    assert may_have_solution([], rows)


def test_equations_of_others_leave_fewer_in_those_of_variables():
    # 4x = 4y + z - w has a whole x wherever z = w, which is said besides: x = y.
    assert without_variables([[4, -4, -1, 1, 0], [0, 0, 1, -1, 0]], [], [0]) is not None
    assert without_variables([[4, -4, -1, 1, 0]], [], [0]) is None


def test_where_the_rest_holds_without_variables_enumeration_finds_some():
    """Where all factors of what is eliminated are 1 the rest says just that."""
    certain, exact = 0, 0
    for seed in range(400):
        box, equations, inequalities, _ = drawn(random.Random(seed))
        rows = [*inequalities, *walls(box)]
        kept = len(box) // 2
        left = without_variables(equations, rows, range(kept, len(box)))
        if left is None:
            continue
        is_exact = not equations and len(box) == kept + 1 and all([abs(row[kept]) <= 1 for row in rows])
        for point in product(*[range(low - 1, high + 2) for low, high in box[:kept]]):
            some = [(*point, *rest) for rest in product(*[range(low, high + 1) for low, high in box[kept:]])]
            exists = any(
                all([value(each, whole) == 0 for each in equations]) and all([value(each, whole) >= 0 for each in rows]) for whole in some
            )
            holds = all([value(row, (*point, *[0] * (len(box) - kept))) >= 0 for row in left])
            assert exists or not holds, (seed, point)
            assert holds or not exists or not is_exact, (seed, point)
            certain, exact = certain + holds, exact + (is_exact and exists)
    assert certain > 30 and exact > 30
