"""Largest and smallest of a monotonic function: the function of the largest or smallest, which is computed once instead of for each
element."""

from __future__ import annotations

from tfir.dialects import dialect, has_trait
from tfir.ir.operations import Operation
from tfir.ir.types import BF16, F16, F32, F64, I1, IntegerType

from tfopt.grappler.arithmetic.fusions import will_be_fused
from tfopt.grappler.nodes import attributes_of, rebuilt
from tfopt.grappler.rewriting import Stage
from tfopt.rewrite.terms import MatchFailure, once, rewrite, tf, variables

x, y = variables("x y")


MONOTONIC = dialect("tf").with_trait("monotonic")
# Functions of one type, told by no attribute, that never decrease.
INCREASING = [
    name for name, arguments in MONOTONIC.items() if "increasing" in arguments and [*dialect("tf").table[name].attributes] == ["T"]
]
OPPOSITE = {"Max": "Min", "Min": "Max", "ArgMax": "ArgMin", "ArgMin": "ArgMax"}
NO_OPPOSITE = MatchFailure("the smallest integer has no opposite")


def has_elements(reduced: Operation, item) -> bool:
    """Whether it is known that every element of the result is one of the operand's: of nothing at all the largest number is none
    that the function makes."""
    shape, axes = item.shapes.of(reduced.operands[0]), item.shapes.integers(reduced.operands[1])
    return shape is not None and axes is not None and all([isinstance(shape[axis], int) and shape[axis] > 0 for axis in axes])


def reducing_first(name: str, reduction_of: dict | None = None):
    """The function is applied to the reduction; `reduction_of` gives the opposite one for functions that decrease."""

    def reduce_first(x, y, op: Operation, item):
        if name == "Neg" and isinstance(x.type.element, IntegerType):
            return NO_OPPOSITE
        if not has_elements(op, item):
            return MatchFailure("it may be reduced over no elements")
        reduction = op.name[4:] if reduction_of is None else reduction_of[op.name[4:]]
        return getattr(tf, name)(getattr(tf, reduction)(x, y, **attributes_of(op)))

    return reduce_first


def pool_first(name: str):
    def pool(x, op: Operation, item):
        if will_be_fused(op.operands[0].op, item) or (x.op is not None and x.op.name == "tfg.Conv2D"):
            return MatchFailure("the activation is to be fused with what it is applied to")
        return getattr(tf, name)(rebuilt(op, x))

    return pool


# Where the largest element stands is told only by what never makes two elements equal, and in floating point hardly a function
# is of that kind: `exp` of two large numbers is infinity twice.


def search_opposite(x, y, op: Operation):
    if isinstance(x.type.element, IntegerType) and op.operands[0].op.name == "tfg.Neg":
        return NO_OPPOSITE
    return getattr(tf, OPPOSITE[op.name[4:]])(x, y, **attributes_of(op))


def search_before_cast(x, y, op: Operation):
    """A type that holds every number of the other keeps them apart."""
    if not holds(op.operands[0].type.element, x.type.element):
        return MatchFailure("the cast may make different numbers equal")
    return rebuilt(op, x, y)


# Bits of significand, bits of exponent.
FLOATS = {F16: (11, 5), BF16: (8, 8), F32: (24, 8), F64: (53, 11)}


def holds(wide, narrow) -> bool:
    """Whether every number of one type is one of the other."""
    if narrow in FLOATS:
        return wide in FLOATS and all([has >= needs for has, needs in zip(FLOATS[wide], FLOATS[narrow])])
    if not isinstance(narrow, IntegerType) or narrow is I1:
        return False
    has_sign = narrow.signedness != "u"
    digits = narrow.width - has_sign
    if isinstance(wide, IntegerType):
        may_be_negative = wide.signedness != "u"
        return digits <= wide.width - may_be_negative and (may_be_negative or not has_sign)
    return wide in FLOATS and digits <= FLOATS[wide][0] and digits < 2 ** (FLOATS[wide][1] - 1)


def over(reduction: str, name: str):
    return getattr(tf, reduction)(once(getattr(tf, name)(x)), y)


def changed(name: str, extreme: str) -> tuple[str, ...]:
    """What changes where the function comes last. Last bits need not keep the order that mathematics promises. A NaN counts more than any
    number, but is not made where only larger operands than the one chosen have none. Of zeros of both signs either may be chosen."""
    arguments = MONOTONIC[name]
    takes_smallest = (extreme == "Min") == ("increasing" in arguments)
    bits = () if has_trait(f"tf.{name}", "exact") else ("bits",)
    nan = ("nan",) if "partial" in arguments and not ("below" in arguments and takes_smallest) else ()
    return (*bits, *nan, "zero")


def extremes(names, more=(), reduction_of=None) -> list:
    """Rules for the largest and the smallest of each function."""
    return [
        rewrite(over(extreme, name), changes=(*changed(name, extreme), *more))(reducing_first(name, reduction_of))
        for name in names
        for extreme in ("Max", "Min")
    ]


def changed_of_pools(name: str) -> tuple[str, ...]:
    """A window of images passes over NaN and -infinity, and where it has nothing else gives the lowest number, of which the function then
    makes what it makes of it."""
    arguments = MONOTONIC[name]
    more = [kind for kind, argument in (("bits", "bounded"), ("inf", "infinite")) if argument in arguments]
    return tuple(dict.fromkeys([*changed(name, "Max"), *more]))


def pools(names) -> list:
    return [rewrite(tf.MaxPool(once(getattr(tf, name)(x))), changes=changed_of_pools(name))(pool_first(name)) for name in names]


OPTIMIZE_MAX_OR_MIN_OF_MONOTONIC = Stage(
    "OptimizeMaxOrMinOfMonotonic",
    *extremes(INCREASING),
    *extremes(("Neg",), reduction_of=OPPOSITE),
    *[rewrite(over(extreme, "Invert"))(reducing_first("Invert", OPPOSITE)) for extreme in ("Max", "Min")],
    *extremes(("Rsqrt",), more=("inf",), reduction_of=OPPOSITE),
    *pools(INCREASING),
    *[rewrite(over(search, name))(search_opposite) for search in ("ArgMax", "ArgMin") for name in ("Neg", "Invert")],
    *[rewrite(over(search, "Cast"))(search_before_cast) for search in ("ArgMax", "ArgMin")],
)
