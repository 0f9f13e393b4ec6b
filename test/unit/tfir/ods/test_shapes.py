"""Arithmetic on shapes of which not all is known. Expected values by hand."""

from itertools import product
from random import Random

import pytest
from tfir.ir.diagnostics import Error
from tfir.ods import shapes
from tfir.ods.shapes import Symbol, broadcast, fresh, merge, unify, window_padding, window_size

n, m = Symbol("n"), Symbol("m")


def test_equal_names_are_one_symbol_and_fresh_ones_are_not():
    assert Symbol("n") is n
    assert fresh() is not fresh()


def test_the_same_formula_is_the_same_size():
    assert shapes.add(n, 3) is shapes.add(n, 3)
    assert shapes.add(n, 3) is not shapes.add(m, 3)


def test_formulas_that_change_nothing_are_the_size_itself():
    assert shapes.add(n, 0) is n
    assert shapes.multiply(1, n) is n
    assert shapes.multiply(n, 0) == 0
    assert shapes.subtract(n, n) == 0
    assert shapes.divide_up(n, 1) is n


def test_numbers_take_the_place_of_symbols():
    size = shapes.subtract(shapes.divide_up(shapes.multiply(shapes.add(n, 3), m), 2), 1)
    assert shapes.substituted(size, {n: 4, m: 3}) == 10  # ceil((4 + 3) * 3 / 2) - 1
    assert shapes.substituted(shapes.add(n, m), {n: 4}) is shapes.add(m, 4)
    assert shapes.substituted(broadcast((n,), (m,))[0], {n: 1, m: 5}) == 5
    assert shapes.substituted(7, {n: 4}) == 7


def test_unify_prefers_what_is_known():
    assert unify(n, 4) == 4
    assert unify(n, n) is n
    with pytest.raises(Error, match="inner sizes differ: 3 and 4"):
        unify(3, 4, "inner sizes")


def test_merge_knows_what_either_knows():
    assert merge((2, n), (m, 3)) == (2, 3)
    assert merge(None, (n,)) == (n,)
    with pytest.raises(Error, match=r"shapes differ in rank: \(2\) and \(2, 3\)"):
        merge((2,), (2, 3))
    with pytest.raises(Error, match=r"shapes differ: \(2, 3\) and \(2, 4\)"):
        merge((2, 3), (2, 4))


def test_join_keeps_what_both_say():
    joined = shapes.join((2, 3, n), (2, 4, n))
    assert joined[0] == 2
    assert isinstance(joined[1], Symbol)
    assert joined[2] is n
    assert shapes.join((2,), (2, 3)) is None


def test_broadcast():
    assert broadcast((2, 1, 3), (4, 1)) == (2, 4, 3)
    assert broadcast((), (n,)) == (n,)
    assert broadcast((n, 3), (n, 1)) == (n, 3)
    assert broadcast((2,), None) is None
    with pytest.raises(Error, match=r"shapes do not broadcast: \(2, 3\) and \(2\)"):
        broadcast((2, 3), (2,))


def test_broadcasting_an_unknown_size_against_a_known_one_gives_the_known_one():
    """The unknown one is either 1 or equal to it."""
    assert broadcast((n,), (5,)) == (5,)


def test_broadcasting_two_unknown_sizes_proves_neither():
    (size,) = broadcast((n,), (m,))
    assert size is not n
    assert size is not m
    assert broadcast((m,), (n,)) == (size,)


def test_matmul():
    assert shapes.matmul((2, 3), (3, 4)) == (2, 4)
    assert shapes.matmul((3, n), (3, 4), transpose_a=True) == (n, 4)
    with pytest.raises(Error, match="inner sizes differ: 3 and 4"):
        shapes.matmul((2, 3), (4, 5))


def test_concatenate():
    assert shapes.concatenate([(2, 3), (2, n)], -1) == (2, shapes.add(3, n))
    with pytest.raises(Error, match=r"concatenated shapes differ: \(2\) and \(3\)"):
        shapes.concatenate([(2, 3), (3, 3)], 1)


def test_reduce():
    assert shapes.reduce((2, n, 4), [-1], False) == (2, n)
    assert shapes.reduce((2, n, 4), [0, 2], True) == (1, n, 1)
    assert shapes.reduce((2, 3), [], False) == (2, 3)
    assert shapes.reduce((2, 3), None, False) is None
    with pytest.raises(Error, match="reduction axis 2 is out of range for rank 2"):
        shapes.reduce((2, 3), [2], False)


@pytest.mark.parametrize("size, window, stride, padding, dilation, places", [
    (5, 3, 1, "VALID", 1, 3), (5, 3, 2, "VALID", 1, 2), (5, 3, 2, "SAME", 1, 3), (6, 3, 2, "SAME", 1, 3),
    (5, 3, 1, "VALID", 2, 1), (5, 3, 1, (1, 2), 1, 6), (2, 3, 1, "VALID", 1, 0), (224, 7, 2, "SAME", 1, 112),
])  # fmt: skip
def test_window_size(size, window, stride, padding, dilation, places):
    assert window_size(size, window, stride, padding, dilation) == places


def test_window_over_an_unknown_size():
    assert window_size(n, 3, 1, "SAME") is n
    assert isinstance(window_size(n, 3, 2, "VALID"), Symbol)
    assert window_size(n, 3, 2, "VALID") is window_size(n, 3, 2, "VALID")


def test_same_padding_puts_the_odd_element_behind():
    assert window_padding(224, 7, 2, "SAME") == (2, 3)
    assert window_padding(5, 3, 1, "SAME") == (1, 1)
    assert window_padding(4, 1, 2, "SAME") == (0, 0)
    assert window_padding(5, 3, 1, (0, 4)) == (0, 4)


def test_quotients_cancel_what_stands_on_both_sides():
    assert shapes.quotient((n, 28, 28), (n,)) == 784
    assert shapes.quotient((n, 28, 28), (7,)) == n * 112
    assert shapes.quotient((n, 3), (2,)) is None
    assert shapes.quotient((n, 3), (m,)) is None
    assert shapes.quotient((0, 3), (0,)) == 0
    with pytest.raises(Error, match="6 is no multiple of 4"):
        shapes.quotient((2, 3), (4,))


def test_symbols_compute_like_numbers():
    assert n * 1 is n
    assert 2 * n is n * 2
    assert n - n == 0
    assert str(n + 3) == "(n+3)"


def test_sums_of_the_same_sizes_are_one_symbol():
    assert (n + 1) + 2 is n + 3
    assert (n + m) + 1 is (m + 1) + n
    assert (n + 2) - 2 is n
    assert (n + m) - n is m
    assert (n + 1) - n == 1
    assert n - 5 is (n - 2) - 3
    assert str((n - 3) + m) == "(m+n-3)"
    assert n - m is not m - n
    assert n + n is not n
    assert (n + n) - n is n
    assert n + n is n * 2
    assert (n + m + n) + m is (m + n) * 2
    assert (n * 3 + m) - n * 2 is n + m
    assert n * 2 - n * 3 is not n
    assert str(n * 2 - n * 3) == "((n*2)-(n*3))"
    assert n * 3 + 0 * m - n * 3 == 0


OPERATORS = {
    shapes.add: lambda a, b: a + b,
    shapes.subtract: lambda a, b: a - b,
    shapes.multiply: lambda a, b: a * b,
    shapes.divide_up: lambda a, b: -(-a // b),
    shapes.divide_down: lambda a, b: a // b,
    shapes.divide_to_zero: lambda a, b: int(a / b),
    shapes.remainder: lambda a, b: a % b,
    shapes.least: min,
    shapes.most: max,
}
DIVISIONS = (shapes.divide_up, shapes.divide_down, shapes.divide_to_zero, shapes.remainder)
BY_SIGN = {"+": sum, "-": lambda p: p[0] - p[1], "*": lambda p: p[0] * p[1], shapes.CEILDIV: lambda p: -(-p[0] // p[1])} | {
    shapes.FLOORDIV: lambda p: p[0] // p[1], shapes.QUOTIENT: lambda p: int(p[0] / p[1]), shapes.MIN: min, shapes.MAX: max,
}  # fmt: skip


def number(size, values):
    """A size as a number, for these of the symbols."""
    if isinstance(size, int):
        return size
    return values[size] if size.formula is None else BY_SIGN[size.formula[0]]([number(part, values) for part in size.formula[1:]])


def test_formulas_are_the_numbers_that_they_say():
    random = Random(3)
    for _ in range(3000):
        values = {n: random.randint(0, 9), m: random.randint(0, 9)}
        made = [(n, values[n]), (m, values[m]), *[(each, each) for each in (1, 2, 3, 4)]]
        for _ in range(6):
            operator, (a, x), (b, y) = random.choice([*OPERATORS]), random.choice(made), random.choice(made)
            if operator in DIVISIONS and not (isinstance(b, int) and b > 0):
                continue
            made.append((operator(a, b), OPERATORS[operator](x, y)))
        for size, expected in made:
            assert number(size, values) == expected, size


def test_what_is_computed_of_sizes_is_natural_where_nothing_is_taken_away():
    assert all(
        map(shapes.is_natural, (0, n, n + 1, shapes.most(n - 3, 0), shapes.multiply(n, m), shapes.divide_up(n, 2), shapes.one_of(n, m)))
    )
    assert not any(
        map(shapes.is_natural, (-1, n - 3, 0 - n, shapes.least(n - m, 2), shapes.multiply(n - 1, m), shapes.divide_down(n - 1, 2)))
    )


def test_padding_of_a_size_that_is_not_known_is_that_of_each():
    for window, stride, dilation in product(range(1, 6), range(1, 5), range(1, 3)):
        padding = window_padding(n, window, stride, "SAME", dilation)
        for size in range(1, 25):
            assert tuple([number(part, {n: size}) for part in padding]) == window_padding(size, window, stride, "SAME", dilation)


def test_what_is_taken_away_and_comes_back_leaves_no_trace():
    columns = shapes.divide_up(n, 4)
    assert shapes.subtract(0, shapes.divide_down(shapes.subtract(0, n), 4)) is columns
    assert shapes.add(n, shapes.subtract(shapes.multiply(columns, 4), n)) is shapes.multiply(4, columns)
    assert shapes.divide_up(shapes.multiply(2, n), 2) is n
    assert shapes.divide_up(shapes.multiply(3, n), 2) is not n
    assert shapes.quotient([shapes.multiply(columns, 4), 3], [4, 3]) is columns
