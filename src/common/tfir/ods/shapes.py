"""Shapes in which some sizes are not known, and the arithmetic that shape rules are written in.

A shape is a tuple of sizes, or None when even the rank is unknown. A size is an int, or a `Symbol` that stands for an unknown
one: equal symbols are equal sizes in every run, different symbols prove nothing. What is computed from symbols is a symbol
again, named by its formula, so that the same formula gives the same symbol.
"""

from __future__ import annotations

from itertools import count, zip_longest
from math import prod

from tfir.ir.diagnostics import Error

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Any, Literal, TypeAlias, TypeGuard

Size: TypeAlias = "int | Symbol"
Shape: TypeAlias = "tuple[Size, ...] | None"
IrShape: TypeAlias = "tuple[int | None, ...] | None"  # as an IR type has it: None for an unknown size
AnyShape: TypeAlias = "tuple[Size | None, ...] | None"
Padding: TypeAlias = 'Literal["SAME", "VALID"] | Sequence[int]'  # in place of a word, how many elements are put before and after


class Symbol:
    """An unknown size: `d7` for one that was read as `?`, `(d7+3)` for one that was computed, which is interned by name.

    A sum knows its `terms`, which are symbols in the order of their names, each once, and the number that comes to them. `formula` is how it was
    computed: an operator and what it joins; None of one that was read.
    """

    __slots__ = ("name", "terms", "number", "formula")
    name: str
    terms: tuple[Symbol, ...]
    number: int
    formula: tuple[Any, ...] | None
    _all: dict[str, Symbol] = {}

    def __new__(cls, name: str, terms: tuple[Symbol, ...] = (), number: int = 0, formula: tuple[Any, ...] | None = None) -> Symbol:
        symbol = cls._all.get(name)
        if symbol is None:
            symbol = cls._all[name] = cls.alone(name, terms, number, formula)
        return symbol

    @classmethod
    def alone(cls, name: str, terms: tuple[Symbol, ...] = (), number: int = 0, formula: tuple[Any, ...] | None = None) -> Symbol:
        """One that is not interned, and goes when it is not used any longer."""
        symbol = object.__new__(cls)
        symbol.name, symbol.terms, symbol.number, symbol.formula = name, terms or (symbol,), number, formula
        return symbol

    def __repr__(self) -> str:
        return self.name

    # Operators, so that what computes with sizes as numbers computes with symbols too.

    def __add__(self, other: Size) -> Size:
        return add(self, other)

    def __sub__(self, other: Size) -> Size:
        return subtract(self, other)

    def __rsub__(self, other: Size) -> Size:
        return subtract(other, self)

    def __mul__(self, other: Size) -> Size:
        return multiply(self, other)

    def __floordiv__(self, other: Size) -> Size:
        return divide_down(self, other)

    def __mod__(self, other: Size) -> Size:
        return remainder(self, other)

    def __neg__(self) -> Size:
        return subtract(0, self)

    __radd__, __rmul__ = __add__, __mul__


_numbers = count()


def fresh() -> Symbol:
    """A size that nothing is known of."""
    return Symbol.alone(f"d{next(_numbers)}")


def named(shape: AnyShape, names: Sequence[Size | None] | None = None) -> Shape:
    """The shape of an IR type, each unknown size given a symbol: of `names` where it has one, else fresh."""
    if shape is None or is_named(shape):
        return shape
    names = names if names is not None and len(names) == len(shape) else (None,) * len(shape)
    return tuple([(name or fresh()) if size is None else size for size, name in zip(shape, names)])


def is_named(shape: tuple[Size | None, ...]) -> TypeGuard[tuple[Size, ...]]:
    return None not in shape


def anonymous(shape: AnyShape) -> IrShape:
    """A shape as an IR type has it: None for each unknown size."""
    return None if shape is None else tuple([size if isinstance(size, int) else None for size in shape])


def is_static(shape: AnyShape) -> TypeGuard[tuple[int, ...]]:
    """Whether the rank and every size are known."""
    return shape is not None and all([isinstance(size, int) for size in shape])


def shape_text(shape: Shape) -> str:
    """A shape as errors show it: `(2, d7)`, or `unknown`."""
    return "unknown" if shape is None else f"({', '.join([str(size) for size in shape])})"


# Sizes


def add(a: Size, b: Size) -> Size:
    for size, other in ((a, b), (b, a)):
        formula = size.formula if isinstance(size, Symbol) else None
        if formula is not None and formula[0] == "-" and formula[2] == other:  # what was taken away comes back
            before: Size = formula[1]
            return before
    counts = _counts(a)
    for term, times in _counts(b).items():
        counts[term] = counts.get(term, 0) + times
    return _sum(counts, _number(a) + _number(b))


def subtract(a: Size, b: Size) -> Size:
    if a == 0 and (negated := opposite(b)) is not None:
        return negated
    counts = _counts(a)
    for term, times in _counts(b).items():
        counts[term] = counts.get(term, 0) - times
        if counts[term] < 0 < times:
            return Symbol(f"({a}-{b})", formula=("-", a, b))
    return _sum(counts, _number(a) - _number(b))


def divided(a: Size, b: Size) -> Size | None:
    """A product without a number that one of its factors is a multiple of; None where there is none."""
    if not isinstance(a, Symbol) or not isinstance(b, int) or b <= 0:
        return None
    for at, factor in enumerate(parts := factors(a)):
        if isinstance(factor, int) and factor % b == 0:
            return product([*parts[:at], factor // b, *parts[at + 1 :]])
    return None


def remainder(a: Size, b: Size) -> Size:
    """What a division rounded down leaves."""
    if (negated := opposite(a)) is not None:
        return subtract(multiply(divide_up(negated, b), b), negated)
    return subtract(a, multiply(divide_down(a, b), b))


def opposite(size: Size) -> Size | None:
    """The size that is taken from 0 to get this one, None where there is none."""
    formula = size.formula if isinstance(size, Symbol) else None
    return formula[2] if formula is not None and formula[:2] == ("-", 0) else None


def _counts(size: Size) -> dict[Symbol, int]:
    """How often a sum has each of its terms."""
    return dict([_counted(term) for term in size.terms]) if isinstance(size, Symbol) else {}


def _counted(term: Symbol) -> tuple[Symbol, int]:
    """A product of a size and a number; of all else one."""
    if term.formula is not None and term.formula[0] == "*" and isinstance(term.formula[2], int):
        return term.formula[1], term.formula[2]
    return term, 1


def _number(size: Size) -> int:
    return size.number if isinstance(size, Symbol) else size


def _sum(counts: dict[Symbol, int], number: int) -> Size:
    """One form for all ways to add up the same sizes, so that they are one symbol."""
    terms = [_times(term, times) for term, times in counts.items() if times]
    if not terms or (len(terms) == 1 and number == 0):
        return terms[0] if terms else number
    ordered = tuple(sorted(terms, key=str))
    name = f"({'+'.join(map(str, ordered))}{f'{number:+}' if number else ''})"
    return Symbol(name, ordered, number, ("+", *ordered, *([number] if number else [])))


def _times(term: Symbol, times: int) -> Symbol:
    return term if times == 1 else Symbol(f"({term}*{times})", formula=("*", term, times))


def multiply(a: Size, b: Size) -> Size:
    if isinstance(a, int) and isinstance(b, int):
        return a * b
    if 0 in (a, b):
        return 0
    for sum_, factor in ((a, b), (b, a)):
        if isinstance(factor, int) and isinstance(sum_, Symbol) and sum_.formula is not None and sum_.formula[0] == "+":
            total: Size = sum_.number * factor
            for term in sum_.terms:
                total = add(total, multiply(term, factor))
            return total
    parts = [*factors(a), *factors(b)]
    number = prod([part for part in parts if isinstance(part, int)])
    symbols = sorted([part for part in parts if isinstance(part, Symbol)], key=str)  # one order, so that equal products are one symbol
    ordered: list[Size] = [*symbols, number]
    result: Size = 1
    for part in ordered:
        result = _formula("*", result, part, lambda x, y: x * y, neutral=1)
    return result


def divide_up(a: Size, b: Size) -> Size:
    """a / b, rounded up."""
    if (negated := opposite(a)) is not None:
        return subtract(0, divide_down(negated, b))
    if (exact := divided(a, b)) is not None:
        return exact
    return a if b == 1 else _formula(CEILDIV, a, b, lambda x, y: -(-x // y))


def divide_down(a: Size, b: Size) -> Size:
    """a / b, rounded down."""
    if (negated := opposite(a)) is not None:
        return subtract(0, divide_up(negated, b))
    if (exact := divided(a, b)) is not None:
        return exact
    return a if b == 1 else _formula(FLOORDIV, a, b, lambda x, y: x // y)


def divide_to_zero(a: Size, b: Size) -> Size:
    """a / b, what is negative rounded up."""
    return divide_down(a, b) if is_natural(a) and is_natural(b) else Symbol(f"({a}{QUOTIENT}{b})", formula=(QUOTIENT, a, b))


def is_natural(size: Size) -> bool:
    """Whether a size shows to be no negative number by how it was computed; one that was read as `?` is none."""
    if isinstance(size, int):
        return size >= 0
    if size.formula is None:
        return True
    operator, *parts = size.formula
    return operator != "-" and (any if operator == MAX else all)(map(is_natural, parts))


def least(a: Size, b: Size) -> Size:
    """The smaller of two sizes."""
    return a if a == b else _formula(MIN, a, b, min)


def most(a: Size, b: Size) -> Size:
    """The larger of two sizes."""
    return a if a == b else _formula(MAX, a, b, max)


def _formula(operator: str, a: Size, b: Size, compute: Callable[[int, int], int], neutral: int | None = None) -> Size:
    """A symbol named by the formula; a number where both operands are numbers, and the other operand where one is `neutral`."""
    if isinstance(a, int) and isinstance(b, int):
        return compute(a, b)
    if neutral is not None and neutral in (a, b):
        return b if a == neutral else a
    return Symbol(f"({a}{operator}{b})", formula=(operator, a, b))


def quotient(sizes: Iterable[Size], divisors: Iterable[Size]) -> Size | None:
    """The product of `sizes` divided by that of `divisors`, None where it cannot be told. Symbols on both sides cancel. Raises Error
    when what is left is known and does not divide."""
    over, under = [factor for size in sizes for factor in factors(size)], list[Size]()
    for divisor in [factor for size in divisors for factor in factors(size)]:
        if isinstance(divisor, Symbol) and divisor in over:
            over.remove(divisor)
        else:
            under.append(divisor)
    unknown: list[Symbol] = []
    total, divisor = 1, product(under)
    for size in over:
        if isinstance(size, Symbol):
            unknown.append(size)
        else:
            total *= size
    if not isinstance(divisor, int) or (unknown and (divisor == 0 or total % divisor)):
        return None
    if not unknown and (total % divisor if divisor else total):
        raise Error(f"{total} is no multiple of {divisor}")
    return multiply(product(unknown), total // divisor if divisor else 0)


def factors(size: Size) -> list[Size]:
    """The sizes that a size is written as the product of."""
    if isinstance(size, Symbol) and size.formula is not None and size.formula[0] == "*":
        return [factor for part in size.formula[1:] for factor in factors(part)]
    return [size]


def product(sizes: Iterable[Size]) -> Size:
    """The number of elements of a shape; 1 for no sizes."""
    total: Size = 1
    for size in sizes:
        total = multiply(total, size)
    return total


# Agreement


def unify(a: Size, b: Size, what: str = "sizes") -> Size:
    """The one size that two equal sizes have: a known one if either is known. Raises Error where they cannot be equal."""
    if a is b or a == b:
        return a
    if isinstance(a, int) and isinstance(b, int):
        raise Error(f"{what} differ: {a} and {b}")
    return a if isinstance(a, int) else b if isinstance(b, int) else a


def merge(a: Shape, b: Shape, what: str = "shapes") -> Shape:
    """The one shape that two equal shapes have, as exactly as either says. Raises Error where they cannot be equal."""
    if a is None or b is None:
        return a if b is None else b
    if len(a) != len(b):
        raise Error(f"{what} differ in rank: {shape_text(a)} and {shape_text(b)}")
    try:
        return tuple([unify(x, y) for x, y in zip(a, b)])
    except Error:
        raise Error(f"{what} differ: {shape_text(a)} and {shape_text(b)}") from None


def join(a: Shape, b: Shape) -> Shape:
    """The shape that covers two possible ones: what differs becomes unknown."""
    if a is None or b is None or len(a) != len(b):
        return None
    return tuple([x if x is y or x == y else fresh() for x, y in zip(a, b)])


def with_rank(shape: Shape, rank: int, what: str = "operand") -> tuple[Size, ...]:
    """The shape, whose rank must be `rank`; an unknown shape becomes that many unknown sizes. Raises Error for another rank."""
    if shape is None:
        return tuple([fresh() for _ in range(rank)])
    if len(shape) != rank:
        raise Error(f"{what} must have rank {rank}, has shape {shape_text(shape)}")
    return shape


def axis_in(axis: int, rank: int, what: str = "axis") -> int:
    """An axis in [-rank, rank) as one in [0, rank). Raises Error outside of that."""
    if not -rank <= axis < rank:
        raise Error(f"{what} {axis} is out of range for rank {rank}")
    return axis % rank if rank else 0


def broadcast(*shapes: Shape) -> Shape:
    """NumPy's broadcasting. A size that may be either of two symbols is a symbol of both. Raises Error where two sizes are known, differ,
    and neither is 1."""
    result: Shape = ()
    for shape in shapes:
        if shape is None or result is None:
            return None
        pairs = list(zip_longest(reversed(result), reversed(shape), fillvalue=1))
        try:
            result = tuple([_broadcast_sizes(a, b) for a, b in reversed(pairs)])
        except Error:
            raise Error(f"shapes do not broadcast: {' and '.join([shape_text(s) for s in shapes])}") from None
    return result


def _broadcast_sizes(a: Size, b: Size) -> Size:
    if a is b or a == b or b == 1:
        return a
    if a == 1:
        return b
    if isinstance(a, int) and isinstance(b, int):
        raise Error("")
    if isinstance(a, int) or isinstance(b, int):
        return a if isinstance(a, int) else b  # the other is 1 or the same
    return one_of(*sorted((a, b), key=str))


def one_of(a: Symbol, b: Symbol) -> Symbol:
    """What two sizes that are not known broadcast to: the second where the first is 1."""
    return Symbol(f"({a}{BROADCAST}{b})", formula=(BROADCAST, a, b))


BROADCAST = " broadcast "
CEILDIV, FLOORDIV, QUOTIENT, MIN, MAX = " ceildiv ", " floordiv ", " quotient ", " min ", " max "
BY_OPERATOR: dict[str, Callable[[Size, Size], Size]] = {
    "+": add, "-": subtract, "*": multiply, CEILDIV: divide_up, FLOORDIV: divide_down, QUOTIENT: divide_to_zero,
    MIN: least, MAX: most, BROADCAST: _broadcast_sizes,
}  # fmt: skip


def substituted(size: Size, numbers: dict[Symbol, int]) -> Size:
    """A size with numbers in the place of symbols that it is computed from."""
    if isinstance(size, int) or size in numbers:
        return size if isinstance(size, int) else numbers[size]
    if size.formula is None:
        return size
    operator, *parts = size.formula
    first, *others = [substituted(part, numbers) for part in parts]
    for other in others:
        first = BY_OPERATOR[operator](first, other)
    return first


# What families of ops do to a shape


def reduce(shape: Shape, axes: Iterable[int] | None, keep: bool) -> Shape:
    """The shape after a reduction over `axes`, which stay as sizes of 1 if `keep`; None for axes means they are unknown."""
    if shape is None:
        return None
    if axes is None:
        return tuple([fresh() for _ in shape]) if keep else None
    reduced = {axis_in(int(axis), len(shape), "reduction axis") for axis in axes}
    return tuple([1 if axis in reduced else size for axis, size in enumerate(shape) if keep or axis not in reduced])


def matmul(a: tuple[Size, ...], b: tuple[Size, ...], transpose_a: bool = False, transpose_b: bool = False) -> tuple[Size, Size]:
    """The shape `[N, M]` of the product of matrices `[N, K]` and `[K, M]`. Raises Error where the inner sizes differ."""
    rows, inner = a[::-1] if transpose_a else a
    other, columns = b[::-1] if transpose_b else b
    unify(inner, other, "inner sizes")
    return rows, columns


def concatenate(shapes: Sequence[Shape], axis: int) -> Shape:
    """The shape of a concatenation along one axis. Raises Error where other sizes differ."""
    rank = next((len(shape) for shape in shapes if shape is not None), None)
    if rank is None:
        return None
    axis = axis_in(axis, rank, "concatenation axis")
    total: Size = 0
    rest: Shape = None
    for shape in shapes:
        sizes = with_rank(shape, rank)
        total = add(total, sizes[axis])
        rest = merge(rest, (*sizes[:axis], *sizes[axis + 1 :]), "concatenated shapes")
    assert rest is not None
    return (*rest[:axis], total, *rest[axis:])


def effective(window: int, dilation: int) -> int:
    """How many elements a dilated window spans."""
    return (window - 1) * dilation + 1


def window_size(size: Size, window: Size, stride: int, padding: Padding, dilation: int = 1) -> Size:
    """How many places a window takes along one axis. `padding` is "SAME", "VALID" or (before, after)."""
    if padding == "SAME":
        return divide_up(size, stride)
    span = effective(window, dilation) if isinstance(window, int) else add(multiply(subtract(window, 1), dilation), 1)
    padded = add(size, padding_sum(padding))
    if isinstance(padded, int) and isinstance(span, int):
        return max(0, (padded - span) // stride + 1)
    return divide_up(subtract(add(padded, 1), span), stride)


def padding_sum(padding: Padding) -> int:
    """How many elements explicit padding or "VALID" adds to an axis."""
    return 0 if padding == "VALID" or padding == "SAME" else sum(padding)


def negative_places(size: int, window: int, stride: int, padding: Padding, dilation: int = 1) -> str | None:
    """Why a window has no place along an axis, in TensorFlow's words, or None where it has. One that is larger by less than two
    strides has none either, but TensorFlow lets that pass: the result is empty."""
    if padding == "SAME":
        return None
    span = effective(window, dilation)
    room = size + padding_sum(padding) - span + stride
    if room > -stride:
        return None
    counts = f"[input_size: {size}, effective_filter_size: {span}, stride: {stride}]"
    return f"Computed output size would be negative: {-(-room // stride)} {counts}"


def window_padding(size: Size, window: int, stride: int, padding: Padding, dilation: int = 1) -> tuple[Size, Size]:
    """How many elements are put before and after one axis. SAME puts the odd one after."""
    if padding == "VALID":
        return 0, 0
    if padding != "SAME":
        before, after = padding
        return before, after
    span = effective(window, dilation)
    if span == 1:
        return 0, 0
    total = subtract(multiply(divide_up(size, stride), stride), size)  # what the last stride lacks
    total = most(add(total, span - stride), 0) if span < stride or isinstance(size, int) else add(total, span - stride)
    return divide_down(total, 2), subtract(total, divide_down(total, 2))


def window_paddings(
    sizes: Iterable[Size], window: Iterable[int], strides: Iterable[int], paddings: Iterable[Padding], dilations: Iterable[int]
) -> list[tuple[Size, Size]]:
    """`window_padding` of each axis."""
    return [window_padding(*each) for each in zip(sizes, window, strides, paddings, dilations)]
