"""Equations and inequalities on the values of affine loops, and the bounds of a value that are read from them as maps of others.

A system has a column for each variable: dimensions, symbols, and locals, which stand for quotients. Other than `integer_systems.py`, which
decides, this one keeps the form: which row is used where several would do, and what is estimated, is what MLIR's analyses do, since the
bounds that they find are written into programs. Source: MLIR's `FlatLinearValueConstraints` and `IntegerRelation`.
"""

from __future__ import annotations

from math import gcd, lcm

from tfir.analysis.affine_loops import constant_lower, constant_upper, lower_bound, parallel_bounds, step_of, upper_bound
from tfir.analysis.affine_values import canonical, constant_index, fully_composed
from tfir.analysis.integer_systems import may_have_solution
from tfir.dialects import has_trait
from tfir.dialects.affine.verify import is_symbol
from tfir.ods.affine_algebra import ONE, Flattener, affine_map, simplified, simplified_map
from tfir.text.affine_expression import add, divide, is_leaf, times

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from tfir.analysis.affine_values import Applied
    from tfir.ir.operations import Operation, Value
    from tfir.ods.affine_algebra import Sum
    from tfir.text.affine import AffineAttr
    from tfir.text.affine_expression import Expression

    Row = list[int]
    Bounds = tuple[AffineAttr | None, AffineAttr | None]  # of a variable, the upper one exclusive; None where there is none


class NotLinear(Exception):
    """Something multiplies or divides by a symbol, or is no loop's variable and no symbol."""


def loop_around(value: Value) -> Operation | None:
    """The affine loop that a value is an induction variable of."""
    around = None if value.op is not None or value.block is None else value.block.parent_op
    if around is None or around.dialect != "affine" or not has_trait(around, "loop"):
        return None
    return None if around.name == "affine.for" and value.index else around


class Constraints:
    """`values` has what each column stands for: dimensions first, then symbols, then locals, which stand for None."""

    __slots__ = ("values", "dimensions", "symbols", "equations", "inequalities")

    def __init__(self, dimensions: Sequence[Value | None] = (), symbols: Sequence[Value] = ()):
        self.values: list[Value | None] = [*dimensions, *symbols]
        self.dimensions, self.symbols = len(dimensions), len(symbols)
        self.equations: list[Row] = []
        self.inequalities: list[Row] = []

    def copy(self) -> Constraints:
        other = Constraints()
        other.values, other.dimensions, other.symbols = list(self.values), self.dimensions, self.symbols
        other.equations, other.inequalities = [list(row) for row in self.equations], [list(row) for row in self.inequalities]
        return other

    # Columns

    @property
    def outer(self) -> int:
        """How many columns are dimensions or symbols."""
        return self.dimensions + self.symbols

    @property
    def locals(self) -> int:
        return len(self.values) - self.outer

    def column(self, value: Value, first: int = 0) -> int | None:
        return next((at for at in range(first, self.outer) if self.values[at] is value), None)

    def insert(self, at: int, values: Sequence[Value | None]) -> None:
        """New columns in front of one; the caller counts them."""
        self.values[at:at] = values
        for row in (*self.equations, *self.inequalities):
            row[at:at] = [0] * len(values)

    def insert_dimensions(self, at: int, values: Sequence[Value | None]) -> None:
        self.insert(at, values)
        self.dimensions += len(values)

    def append_symbol(self, value: Value) -> None:
        self.insert(self.outer, [value])
        self.symbols += 1

    def drop(self, at: int, count: int = 1) -> None:
        dimensions, outer = [max(0, min(end, at + count) - at) for end in (self.dimensions, self.outer)]
        self.dimensions, self.symbols = self.dimensions - dimensions, self.symbols - (outer - dimensions)
        del self.values[at : at + count]
        for row in (*self.equations, *self.inequalities):
            del row[at : at + count]

    def swap(self, one: int, other: int) -> None:
        for row in (self.values, *self.equations, *self.inequalities):
            row[one], row[other] = row[other], row[one]  # type: ignore[index]  # rows of numbers, and the list of values

    def align(self, other: Constraints, first: int) -> None:
        """Lets two systems have the same dimensions, from one on, and the same symbols: those of this one first."""
        for at in range(first, self.outer):
            value = self.values[at]
            assert value is not None
            is_symbol_ = at >= self.dimensions
            place = other.column(value, at)
            if place is not None and (place >= other.dimensions) == is_symbol_:
                other.swap(at, place)
            elif is_symbol_:
                other.insert(at, [value])
                other.symbols += 1
            else:
                other.insert_dimensions(at, [value])
            if at == self.dimensions - 1:
                self.insert_dimensions(self.dimensions, other.values[self.dimensions : other.dimensions])
        for value in other.values[self.outer : other.outer]:
            assert value is not None
            self.append_symbol(value)

    # What is known

    def include(self, value: Value) -> None:
        """Adds a value with what is known of it, if it is not there."""
        if self.column(value) is not None:
            return
        if is_symbol(value):
            self.append_symbol(value)
            self.fix_constant(value)
        elif loop_around(value) is not None:
            self.insert_dimensions(self.dimensions, [value])
            self.add_domain(value)
        else:
            raise NotLinear

    def fix_constant(self, value: Value) -> None:
        number = constant_index(value)
        if number is not None:
            self.equations.append(self.row({self.place(value): 1}, -number))

    def place(self, value: Value) -> int:
        at = self.column(value)
        assert at is not None, "the value is included"
        return at

    def row(self, factors: dict[int, int], constant: int) -> Row:
        row = [0] * len(self.values) + [constant]
        for at, factor in factors.items():
            row[at] += factor
        return row

    def add_domain(self, value: Value) -> None:
        """What the bounds of its loop say of an induction variable."""
        loop = loop_around(value)
        assert loop is not None
        if loop.name == "affine.parallel":
            lower, upper = parallel_bounds(loop)[value.index]
            self.bound(value, "low", lower)
            self.bound(value, "high", upper)
            return
        low, high = constant_lower(loop), constant_upper(loop)
        if step_of(loop) != 1 and low is not None:
            self.add_steps(self.place(value), low, step_of(loop))
        if low is not None:
            self.inequalities.append(self.row({self.place(value): 1}, -low))
        else:
            self.bound(value, "low", lower_bound(loop))
        if high is not None:
            self.inequalities.append(self.row({self.place(value): -1}, high - 1))
        else:
            self.bound(value, "high", upper_bound(loop))

    def add_steps(self, at: int, low: int, step: int) -> None:
        """A variable is a whole number of steps behind its bound."""
        quotient = len(self.values)
        self.insert(quotient, [None])
        self.inequalities.append(self.row({at: 1, quotient: -step}, -low))
        self.inequalities.append(self.row({at: -1, quotient: step}, low + step - 1))
        self.equations.append(self.row({at: 1, quotient: -step}, -low))

    def bound(self, value: Value | int, kind: str, applied: Applied) -> None:
        """A value, or the dimension of a number, is at least each result of a map (`low`), below each (`high`), or what it gives (`equal`)."""
        map, operands = fully_composed(*applied)
        map, operands = canonical(simplified_map(map), operands)
        for operand in operands:
            self.include(operand)
        for row in self.rows(map, operands):
            at = value if isinstance(value, int) else self.place(value)
            if row[at] != 0:
                continue
            if kind == "high":
                row[at], row[-1] = -1, row[-1] - 1
            else:
                row = [-number for number in row]
                row[at] = 1
            (self.equations if kind == "equal" else self.inequalities).append(row)

    def rows(self, map: AffineAttr, operands: Sequence[Value]) -> list[Row]:
        """The results of a map of values that are included, with new locals for its quotients."""
        flattener = Flattener()
        sums = [flattener.flattened(e) for e in map.results]
        first = self.outer
        self.insert(first, [None] * len(flattener.quotients))

        def flat(sum_: Sum) -> Row:
            row = self.row({}, sum_.get(ONE, 0))
            for (letter, number), factor in sum_.items():
                if letter != "1":
                    operand = number + (map.dimensions if letter == "s" else 0)
                    row[first + number if letter == "q" else self.place(operands[operand])] += factor
            return row

        for number, (dividend, divisor, _) in enumerate(flattener.quotients):
            row = flat(dividend)
            row[first + number] -= divisor
            self.inequalities.append(row)
            self.inequalities.append([*[-factor for factor in row[:-1]], divisor - 1 - row[-1]])
        rows = []
        for sum_ in sums:
            if sum_ is None:
                raise NotLinear
            rows.append(flat(sum_))
        return rows

    # Elimination

    def tighten(self) -> None:
        """Divides inequalities by what divides their factors; what is left of the constant is dropped."""
        for row in self.inequalities:
            common = gcd(*row[:-1])
            if common > 1:
                row[:] = [number // common for number in row]

    def normalize(self) -> None:
        for row in (*self.equations, *self.inequalities):
            divide_row(row)

    def eliminate(self, at: int, count: int) -> None:
        """Takes variables out: by equations where these hold them, then by combining each lower with each upper bound."""
        start, end = at, at + count
        while start < end:
            end -= self._substitute(start, end)
            start += 1
        for left in range(end - at, 0, -1):
            self._combine(min(range(at, at + left), key=self._growth))
        self.tighten()
        self.normalize()

    def _growth(self, at: int) -> int:
        return sum([row[at] > 0 for row in self.inequalities]) * sum([row[at] < 0 for row in self.inequalities])

    def _substitute(self, start: int, end: int) -> int:
        """Eliminates variables from the first on while equations hold them, or nothing does; how many."""
        self.tighten()
        at = start
        while at < end:
            pivot = next((row for row in self.equations if row[at]), None)
            if pivot is None:
                if any([row[at] for row in self.inequalities]):
                    break
            else:
                self._solve(pivot, at)
            at += 1
        self.drop(start, at - start)
        return at - start

    def _solve(self, pivot: Row, at: int) -> None:
        for row in (*self.equations, *self.inequalities):
            if row is not pivot and row[at]:
                common = lcm(pivot[at], row[at])
                mine, theirs = common // abs(row[at]), common // abs(pivot[at]) * (-1 if row[at] * pivot[at] > 0 else 1)
                row[:] = [mine * number + theirs * other for number, other in zip(row, pivot)]
                divide_row(row)
        self.equations = [row for row in self.equations if row is not pivot]
        self.tighten()

    def _combine(self, at: int) -> None:
        """Eliminates a variable of inequalities (Fourier and Motzkin); exact for real numbers."""
        equation = next((row for row in self.equations if row[at]), None)
        if equation is not None:
            self._solve(equation, at)
            self.drop(at)
            return
        self.tighten()
        lower, upper = [row for row in self.inequalities if row[at] > 0], [row for row in self.inequalities if row[at] < 0]
        both = []
        for high in upper:
            for low in lower:
                common = lcm(low[at], high[at])
                both.append([one * (common // -high[at]) + other * (common // low[at]) for one, other in zip(high, low)])
        self.inequalities = both + [row for row in self.inequalities if not row[at]]
        self.drop(at)
        if lower or upper:
            self.simplify()

    def simplify(self) -> None:
        """Drops inequalities that always hold, and of those that differ in their constant alone all but the narrowest."""
        self.tighten()
        self.normalize()
        narrowest: dict[tuple[int, ...], int] = {}
        for row in self.inequalities:
            key = tuple(row[:-1])
            if any(key) or row[-1] < 0:
                narrowest[key] = min(row[-1], narrowest.get(key, row[-1]))
        kept: list[Row] = []
        for row in self.inequalities:
            if narrowest.get(tuple(row[:-1])) == row[-1] and row not in kept:
                kept.append(row)
        self.inequalities = kept

    def drop_implied(self) -> None:
        """Drops inequalities that the others imply."""
        at = 0
        while at < len(self.inequalities):
            others = [row for number, row in enumerate(self.inequalities) if number != at]
            row = self.inequalities[at]
            if may_have_solution(self.equations, [*others, [*[-number for number in row[:-1]], -row[-1] - 1]]):
                at += 1
            else:
                del self.inequalities[at]

    def fold_constants(self, first: int) -> None:
        """Takes out the variables from one on that equations say are numbers."""
        at = first
        while at < len(self.values):
            row = self.constant_equation(at)
            if row is None:
                at += 1
                continue
            number = -row[-1] // row[at]
            for each in (*self.equations, *self.inequalities):
                each[-1] += each[at] * number
            self.drop(at)
            self.equations = [each for each in self.equations if any(each)]

    # Bounds

    def constant_equation(self, at: int, may_hold: int | None = None) -> Row | None:
        """An equation of a variable and a number; variables from `may_hold` on may be in it."""
        end = len(self.values) if may_hold is None else may_hold
        for row in self.equations:
            if abs(row[at]) == 1 and not any([row[other] for other in range(end) if other != at]):
                return row
        return None

    def constant_bound(self, at: int, kind: str) -> int | None:
        """The greatest number that is known to be at most a variable (`low`), or the least at least as great (`high`)."""
        system = self.copy()
        system.eliminate(0, at)
        system.eliminate(1, len(system.values) - 1)
        row = system.constant_equation(0)
        if row is not None:
            return -row[-1] // row[0]
        if kind == "low":
            return max([-(row[-1] // row[0]) for row in system.inequalities if row[0] > 0], default=None)
        return min([row[-1] // -row[0] for row in system.inequalities if row[0] < 0], default=None)

    def bounding_rows(self, at: int, first: int, count: int) -> tuple[list[Row], list[Row], list[Row]]:
        """The rows that bound a variable below, above and on both sides, in which no other of some columns is."""
        others = [column for column in range(first, first + count) if column != at]

        def bounding(rows: list[Row]) -> list[Row]:
            return [row for row in rows if row[at] and not any([row[other] for other in others])]

        inequalities = bounding(self.inequalities)
        return [row for row in inequalities if row[at] > 0], [row for row in inequalities if row[at] < 0], bounding(self.equations)

    def extent(self, at: int) -> tuple[int, Row, Row] | None:
        """The least known number of values of a dimension for any values of the symbols, and the rows which say so; None where no number
        is known."""
        equation = self.constant_equation(at, self.dimensions)
        if equation is not None:
            return (1, equation, equation) if not any(equation[self.outer : -1]) else None
        least = None
        lower, upper, _ = self.bounding_rows(at, 0, self.dimensions)
        for high in upper:
            for low in lower:
                if all([one == -other for one, other in zip(high[:-1], low[:-1])]):
                    size = max(0, -(-(high[-1] + low[-1] + 1) // low[at]))
                    if least is None or size < least[0]:
                        least = size, low, high
        return least

    def only_value(self, at: int) -> Expression | None:
        """What an equation says that a dimension is, as an expression of the symbols in which they are dimensions: by quotients of them too.
        None where none does."""
        equation = self.constant_equation(at, self.dimensions)
        if equation is None:
            return None
        memo: list[Expression | None] = [None] * len(self.values)
        memo[self.dimensions : self.outer] = [("d", number) for number in range(self.symbols)]
        changed = True
        while changed:
            missing = [column for column in range(self.outer, len(memo)) if memo[column] is None]
            changed = any([self._as_quotient(column, memo) for column in missing])
        terms = [(memo[other], equation[other]) for other in range(len(memo)) if other != at and equation[other]]
        if any([term is None for term, _ in terms]):
            return None
        e = total(terms, equation[-1])
        return simplified(times(e, -1) if equation[at] > 0 else e)

    def lower_expression(self, at: int, row: Row, letter: str = "d") -> Expression:
        """What a row that bounds a dimension below says, as an expression of the symbols."""
        sign = -1 if row[at] > 0 else 1
        e = expression([sign * number for number in row[self.dimensions :]], letter)
        divisor = abs(row[at])
        return divide("floordiv", add(e, divisor - 1), divisor) if divisor > 1 else e

    def bounds(self, at: int, first: int, count: int, dimensions: int) -> tuple[AffineAttr, AffineAttr]:
        """Maps to the lower and the upper bounds of a variable, of the columns beside some, of which the first are dimensions."""
        lower, upper, equations = self.bounding_rows(at, first, count)

        def rest(row: Row, sign: int) -> Expression:
            return flat_expression([sign * number for number in (*row[:first], *row[first + count :])], dimensions)

        lows = [divide("floordiv", add(rest(row, -1), row[at] - 1), row[at]) for row in lower]
        highs = [add(divide("floordiv", rest(row, 1), -row[at]), 1) for row in upper]
        for row in equations:
            e = rest(row, -1 if row[at] > 0 else 1)
            highs.append(add(divide("floordiv", e, abs(row[at])), 1))
            lows.append(divide("ceildiv", e, abs(row[at])))
        symbols = self.outer - count - dimensions
        return affine_map(dimensions, symbols, lows), affine_map(dimensions, symbols, highs)

    def slice_bounds(self, first: int, count: int) -> list[Bounds]:
        """Bounds of some dimensions as maps of the others: what they are where that is told, else what bounds them."""
        self.normalize()
        memo = self._solved(first, count)
        dimensions, symbols = self.dimensions - count, self.symbols
        reduced: Constraints | None = None
        result: list[Bounds] = []
        for at in range(first, first + count):
            e = memo[at]
            if e is not None:
                e = simplified(e)
                result.append((affine_map(dimensions, symbols, [e]), affine_map(dimensions, symbols, [add(e, 1)])))
                continue
            low: AffineAttr | None = None
            high: AffineAttr | None = None
            if not self.locals:
                if reduced is None:
                    reduced = self.copy()
                    reduced.drop_implied()
                low, high = reduced.bounds(at, first, count, dimensions)
            result.append((self._or_constant(low, at, "low", count), self._or_constant(high, at, "high", count)))
        return result

    def _or_constant(self, map: AffineAttr | None, at: int, kind: str, count: int) -> AffineAttr | None:
        """A number where there are several bounds, or none."""
        if map is not None and len(map.results) <= 1:
            return map
        number = self.constant_bound(at, kind)
        return map if number is None else affine_map(self.dimensions - count, self.symbols, [number + (kind == "high")])

    # Variables as expressions of others

    def _solved(self, first: int, count: int) -> list[Expression | None]:
        """For each column an expression of those outside of some dimensions, where there is one."""
        memo: list[Expression | None] = [None] * len(self.values)
        for at in range(self.outer):
            if at < first or at >= first + count:
                number = at if at < first else at - count
                memo[at] = ("d", number) if at < self.dimensions else ("s", at - self.dimensions)
        changed = True
        while changed:
            changed = False
            for at in range(len(memo)):
                if memo[at] is None and self._solve_for(at, first, count, memo):
                    changed = True
        return memo

    def _solve_for(self, at: int, first: int, count: int, memo: list[Expression | None]) -> bool:
        low, high = self.constant_bound(at, "low"), self.constant_bound(at, "high")
        if low is not None and high is not None:
            if low == high:
                memo[at] = low
                return True
            if low == 0 and high >= 1 and self._as_remainder(at, high + 1, first, count, memo):
                return True
        return self._as_quotient(at, memo) or self._by_equation(at, memo)

    def _as_remainder(self, at: int, divisor: int, first: int, count: int, memo: list[Expression | None]) -> bool:
        """Whether a variable is another one's remainder: `other - divisor * quotient = variable`."""
        for row in self.equations:
            factor = row[at]
            if factor == 0 or row[-1] != 0:
                continue
            used = [other for other in range(self.outer) if other != at and row[other]]
            quotients = [other for other in used if row[other] % (divisor * factor) == 0]
            terms = [(memo[other], row[other]) for other in used if other not in quotients]
            if not quotients or any([term is None for term, _ in terms]):
                continue
            e = total(terms, 0)
            e = simplified(divide("floordiv", times(e, -1) if factor > 0 else e, abs(factor)))
            if isinstance(e, int) or not is_leaf(e) or e[0] != "d":
                continue
            column = e[1] if e[1] < first else e[1] + count
            most = self.constant_bound(column, "high")
            memo[at] = e if most is not None and most < divisor else divide("mod", e, divisor)
            last = quotients[-1]
            if len(quotients) == 1 and memo[last] is None:
                memo[last] = times(divide("floordiv", e, divisor), 1 if row[last] * factor > 0 else -1)
            return True
        return False

    def _as_quotient(self, at: int, memo: list[Expression | None]) -> bool:
        """Whether two inequalities say that a variable is a quotient: `0 <= dividend - divisor * variable < divisor`."""
        for high in [row for row in self.inequalities if row[at] < 0]:
            for low in [row for row in self.inequalities if row[at] > 0]:
                divisor = low[at]
                left = divisor - 1 - low[-1] - high[-1]
                if any([one != -other for one, other in zip(high[:-1], low[:-1])]) or not 0 <= left <= divisor - 1:
                    continue
                terms = [(memo[other], high[other]) for other in range(len(memo)) if other != at and high[other]]
                if all([term is not None for term, _ in terms]):
                    memo[at] = divide("floordiv", total(terms, high[-1] + left), divisor)
                    return True
        return False

    def _by_equation(self, at: int, memo: list[Expression | None]) -> bool:
        row = next((row for row in self.equations if row[at]), None)
        if row is None:
            return False
        terms = [(memo[other], row[other]) for other in range(len(memo)) if other != at and row[other]]
        if any([term is None for term, _ in terms]):
            return False
        e = total(terms, row[-1])
        memo[at] = divide("floordiv", times(e, -1) if row[at] > 0 else e, abs(row[at]))
        return True


def divide_row(row: Row) -> None:
    common = gcd(*row)
    if common > 1:
        row[:] = [number // common for number in row]


def total(terms: Sequence[tuple[Expression | None, int]], constant: int) -> Expression:
    """A sum of expressions with factors, and a number."""
    e: Expression = 0
    for term, factor in terms:
        assert term is not None
        e = add(e, times(term, factor))
    return add(e, constant)


def expression(factors: Sequence[int], letter: str) -> Expression:
    """A sum of dimensions or symbols with factors, the last of which is a number."""
    return total([((letter, at), factor) for at, factor in enumerate(factors[:-1]) if factor], factors[-1])


def flat_expression(factors: Sequence[int], dimensions: int) -> Expression:
    """A sum of dimensions, and of symbols behind so many of them, with factors, and a number."""
    terms = [(("d", at) if at < dimensions else ("s", at - dimensions), factor) for at, factor in enumerate(factors[:-1]) if factor]
    return total(terms, factors[-1])
