"""Systems of linear equations and inequalities in whole numbers: whether they have a solution, and how great an expression can be.

Decided exactly, by the Omega test: equations are solved by substitution, variables of inequalities are eliminated one after the other,
and where that loses whole numbers the dark shadow and splinters tell. A row has a number for each variable and one more at its end; it
says that their sum is 0, or at least 0. Source: W. Pugh, "The Omega test: a fast and practical integer programming algorithm for
dependence analysis", Supercomputing 1991; that an expression without a rational bound has none on whole numbers either, if there are
any: R. R. Meyer, "On the existence of optimal solutions to integer and mixed-integer programming problems", 1974.
"""

from __future__ import annotations

from functools import partial
from math import gcd

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    Row = tuple[int, ...]

MOST_ROWS = 4000  # more inequalities than that are not worked with
MOST_WORK = 4000  # nor more than that in all systems that a question is split into


class TooManyRows(Exception):
    """A system has grown too large to be decided."""


class Unsolvable(Exception):
    """A row that no whole numbers satisfy."""


def has_solution(equations: Iterable[Sequence[int]], inequalities: Iterable[Sequence[int]]) -> bool:
    """Whether there are whole numbers that satisfy all rows. Raises TooManyRows."""
    try:
        rows, _ = solved([*map(tuple, equations)], [*map(tuple, inequalities)], [])
        return is_feasible(rows)
    except Unsolvable:
        return False


def may_have_solution(equations: Iterable[Sequence[int]], inequalities: Iterable[Sequence[int]]) -> bool:
    """Whether whole numbers satisfy all rows, or that is too much to decide."""
    try:
        return has_solution(equations, inequalities)
    except TooManyRows:
        return True


def bounds(equations: Iterable[Sequence[int]], inequalities: Iterable[Sequence[int]], row: Sequence[int]) -> tuple[int | None, int | None]:
    """The least and the greatest number that an expression, a row, can be, each None where there is none. Raises Unsolvable where there is
    no solution, and TooManyRows."""
    rows, (value,) = solved([*map(tuple, equations)], [*map(tuple, inequalities)], [tuple(row)])
    if not is_feasible(rows):
        raise Unsolvable
    greatest = supremum(rows, value)
    least = supremum(rows, tuple([-each for each in value]))
    return None if least is None else -least, greatest


def without_variables(
    equations: Iterable[Sequence[int]], inequalities: Iterable[Sequence[int]], variables: Sequence[int]
) -> list[Row] | None:
    """Inequalities on the other variables under which there surely are whole numbers for some; None where equations are left that say so.
    They are exact where nothing but the dark shadow loses solutions."""
    equal: list[Row] = [tuple(row) for row in equations]
    rows: list[Row] = [tuple(row) for row in inequalities]
    waiting, told = list(variables), []  # what is told of other variables alone may leave fewer of them in the equations
    try:
        while True:
            pivot = next(((variable, row) for variable in waiting for row in equal if abs(row[variable]) == 1), None)
            if pivot is None:
                pivot = next((each for row in equal if (each := told_by(row, waiting)) is not None), None)
                if pivot is None:
                    break
                told.append(pivot[1])
                equal.remove(pivot[1])
            else:
                waiting.remove(pivot[0])
            change = partial(without, pivot[0], pivot[1])
            equal = [row for each in map(change, equal) if (row := normal_equation(each)) is not None]
            rows = tidied(list(map(change, rows)))
        if any([row[variable] for row in equal for variable in waiting]):
            return None
        equal += told
        rows = tidied([*rows, *equal, *[tuple([-number for number in row]) for row in equal]])
        while waiting:
            variable = min(waiting, key=lambda at: (not is_exact(rows, at), growth(rows, at)))
            rows = tidied(shadow(rows, variable, dark=not is_exact(rows, variable)))
            waiting.remove(variable)
    except Unsolvable:
        return [(*[0] * (len(rows[0]) - 1), -1)] if rows else None
    except TooManyRows:
        return None
    return rows


def told_by(row: Row, variables: Sequence[int]) -> tuple[int, Row] | None:
    """A variable that an equation of others than some tells, with it; None where there is none."""
    if any([row[variable] for variable in variables]):
        return None
    return next(((at, row) for at, factor in enumerate(row[:-1]) if abs(factor) == 1), None)


def supremum(rows: list[Row], value: Row) -> int | None:
    """The greatest number of an expression under inequalities that have a solution; None where there is none."""
    if not any(value[:-1]):
        return value[-1]
    *factors, constant = value
    extended = [(*row[:-1], 0, row[-1]) for row in rows] + [(*factors, -1, constant)]  # a further variable that is at most the expression
    high = rational_supremum(extended)
    if high is None:
        return None
    step, low = 1, high
    while not is_feasible([*rows, (*factors, constant - low)]):
        high, low, step = low - 1, low - step, step * 2
    while low < high:
        middle = (low + high + 1) // 2
        if is_feasible([*rows, (*factors, constant - middle)]):
            low = middle
        else:
            high = middle - 1
    return low


def rational_supremum(rows: list[Row]) -> int | None:
    """The greatest whole number that the last variable can be by the rational shadow of inequalities; None where nothing bounds it."""
    last = len(rows[0]) - 2
    rows = tidied(rows)
    while True:
        present = [at for at in range(last) if any([row[at] for row in rows])]
        if not present:
            break
        rows = tidied(shadow(rows, min(present, key=lambda at: growth(rows, at))))
    limits = [row[-1] // -row[last] for row in rows if row[last] < 0]
    return min(limits) if limits else None


# Equations


def solved(equations: list[Row], inequalities: list[Row], others: list[Row]) -> tuple[list[Row], list[Row]]:
    """Inequalities, and other rows, after equations have been solved: in as many variables, of which some occur no more. The other rows
    are substituted in, and say the same of the new variables."""
    equations = [row for each in equations if (row := normal_equation(each)) is not None]
    while equations:
        at, equation = min(enumerate(equations), key=lambda one: min([abs(factor) for factor in one[1][:-1] if factor]))
        variable = min([number for number, factor in enumerate(equation[:-1]) if factor], key=lambda number: abs(equation[number]))
        if abs(equation[variable]) == 1:
            del equations[at]
            change = partial(without, variable, equation)
        else:
            change = partial(renamed, variable, equation)
        equations = [row for each in map(change, equations) if (row := normal_equation(each)) is not None]
        inequalities, others = [change(row) for row in inequalities], [change(row) for row in others]
    return inequalities, others


def without(variable: int, equation: Row, row: Row) -> Row:
    """A row without a variable, whose factor in an equation is 1 or -1."""
    by = row[variable] * equation[variable]
    return tuple([mine - by * theirs for mine, theirs in zip(row, equation)])


def renamed(variable: int, equation: Row, row: Row) -> Row:
    """A row in which x + q * y takes the place of x, for each other variable y, so that the equation has lesser factors of these."""
    factor, by = equation[variable], row[variable]
    quotients = [0 if each == variable else number // factor for each, number in enumerate(equation[:-1])]
    return (*[mine - quotient * by for mine, quotient in zip(row, quotients)], row[-1])


def normal_equation(row: Row) -> Row | None:
    """An equation divided by what divides its factors; None for 0 = 0."""
    common = gcd(*row[:-1])
    if common == 0 or row[-1] % common:
        if any(row):
            raise Unsolvable
        return None
    return tuple([number // common for number in row])


# Inequalities


def is_feasible(rows: list[Row], work: list[int] | None = None) -> bool:
    """Whether whole numbers satisfy all inequalities. `work` counts those of all systems that this one is a part of. Raises TooManyRows."""
    work = [0] if work is None else work
    work[0] += len(rows)
    if work[0] > MOST_WORK:
        raise TooManyRows
    try:
        rows = tidied(rows)
        both = set(rows)
        equations = [row for row in rows if tuple([-number for number in row]) in both]
        if equations:
            rows, _ = solved(equations, rows, [])
            return is_feasible(rows, work)
    except Unsolvable:
        return False
    present = [at for at in range(len(rows[0]) - 1) if any([row[at] for row in rows])] if rows else []
    if not present:
        return True
    variable = min(present, key=lambda at: (not is_exact(rows, at), growth(rows, at)))
    real = shadow(rows, variable)
    if is_exact(rows, variable):
        return is_feasible(real, work)
    if not is_feasible(real, work):
        return False
    return is_feasible(shadow(rows, variable, dark=True), work) or any(is_feasible(part, work) for part in splinters(rows, variable))


def tidied(rows: list[Row]) -> list[Row]:
    """Inequalities divided by what divides their factors, of parallel ones the narrowest, without those that always hold. Raises
    Unsolvable where two contradict each other."""
    narrowest: dict[Row, int] = {}
    for row in rows:
        *factors, constant = row
        common = gcd(*factors)
        if common == 0:
            if constant < 0:
                raise Unsolvable
            continue
        key, constant = tuple([factor // common for factor in factors]), constant // common
        narrowest[key] = min(constant, narrowest.get(key, constant))
    if len(narrowest) > MOST_ROWS:
        raise TooManyRows
    for key, constant in narrowest.items():
        opposite = narrowest.get(tuple([-factor for factor in key]))
        if opposite is not None and constant + opposite < 0:
            raise Unsolvable
    return [(*key, constant) for key, constant in narrowest.items()]


def growth(rows: list[Row], at: int) -> int:
    """How many rows more there are when a variable is eliminated."""
    lower, upper = sides(rows, at)
    return len(lower) * len(upper) - len(lower) - len(upper)


def sides(rows: list[Row], at: int) -> tuple[list[Row], list[Row]]:
    """The rows that bound a variable from below, and those from above."""
    return [row for row in rows if row[at] > 0], [row for row in rows if row[at] < 0]


def is_exact(rows: list[Row], at: int) -> bool:
    """Whether eliminating a variable loses no whole numbers: where it is bounded by whole numbers on one side."""
    lower, upper = sides(rows, at)
    return all([row[at] == 1 for row in lower]) or all([row[at] == -1 for row in upper])


def shadow(rows: list[Row], at: int, dark: bool = False) -> list[Row]:
    """What inequalities say without a variable. The dark shadow holds only what surely has a whole number for it."""
    lower, upper = sides(rows, at)
    rest = [row for row in rows if row[at] == 0]
    if len(lower) * len(upper) > MOST_ROWS:
        raise TooManyRows
    for low in lower:
        for high in upper:
            a, b = low[at], -high[at]
            row = [b * one + a * other for one, other in zip(low, high)]
            if dark:
                row[-1] -= (a - 1) * (b - 1)
            rest.append(tuple(row))
    return rest


def splinters(rows: list[Row], at: int) -> Iterable[list[Row]]:
    """Systems that together have the solutions which lie outside of the dark shadow: those close to a lower bound."""
    lower, upper = sides(rows, at)
    steepest = max([-row[at] for row in upper])
    for low in lower:
        factor = low[at]
        for distance in range((steepest * factor - steepest - factor) // steepest + 1):
            equation = (*low[:-1], low[-1] - distance)
            try:
                rest, _ = solved([equation], rows, [])
            except Unsolvable:
                continue
            yield rest
